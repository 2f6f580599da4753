//! A run from the beginning: its state, and how it ends.

use std::cell::RefCell;

use rulehound_interpreter::model::{Block, Leave, Model};

use super::deep::Circle;
use super::names::{Names, Value};
use super::noted::Noted;
use super::offer::SeatOffer;
use super::plan::Plan;
use super::world::World;
use super::{BAD_INPUT, Fault, GAVE_UP, Input, Question, Reference, State};

/// How many steps the reference takes before it gives up.
const PATIENCE: u64 = 40_000_000;

/// How a statement ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub(super) enum Flow {
    /// The next statement follows.
    Continue,
    /// Everything up to here is dropped.
    Leave(Leave),
}

/// Why a run ended in the middle.
#[derive(Debug)]
pub(super) enum Halt {
    /// The inputs are used up.
    Stop(Box<State>),
    /// The answers of a private run or a path are used up: what the next would be.
    Asked(Box<SeatOffer>),
    /// The rules misbehaved.
    Fault(Fault),
    /// A path of a plan failed.
    Failed,
    /// The game is over.
    Over,
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// Whoever answers as the game goes along.
type Guide<'a> = dyn FnMut(&State) -> Option<Input> + 'a;

/// A guide that copies of a run may share; only the run that plays the game asks.
pub(super) struct Guided<'a>(RefCell<&'a mut Guide<'a>>);

impl<'a> Guided<'a> {
    pub fn new(guide: &'a mut Guide<'a>) -> Self {
        Self(RefCell::new(guide))
    }

    fn answer(&self, state: &State) -> Option<Input> {
        (self.0.borrow_mut())(state)
    }
}

impl std::fmt::Debug for Guided<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Guided")
    }
}

/// Where answers come from.
#[derive(Clone, Debug)]
pub(super) enum Source<'g> {
    /// Everything from outside.
    Inputs(&'g [Input]),
    /// Everything from outside, as it is asked for.
    Guide(&'g Guided<'g>),
    /// The answers of one seat in a `simultaneous`.
    Private(Vec<usize>),
    /// A path through a plan.
    Path(Vec<Step>),
}

/// What a decision on a path gives: what each name holds; `None` goes into `if none`.
pub(super) type Step = Option<Vec<Value>>;

/// A run.
#[derive(Clone, Debug)]
pub(super) struct Run<'g> {
    pub game: &'g Reference<'g>,
    pub world: World,
    pub names: Names,
    /// Positions that were noted, in that order.
    pub notes: Vec<Noted>,
    /// Components that wait in running loops, one list for each loop.
    pub waiting: Vec<Vec<i32>>,
    /// Who is on turn.
    pub decider: Option<i32>,
    pub source: Source<'g>,
    /// How many answers of the source are used up.
    pub used: usize,
    /// The plan that is being carried out.
    pub plan: Option<Plan<'g>>,
    /// Whether a `when` body runs: then nothing else is looked at.
    pub settling: bool,
    /// Whether `when` must be looked at before the next statement, because what should have done so was left.
    pub unsettled: bool,
    /// Whether this is a private run, in which `when` sleeps.
    pub private: bool,
    /// Whether a decision is being worked out, for which only what the decider sees may be read.
    pub judging: bool,
    /// Whether it is asked if a trigger fires: that looks at everything, whoever decides.
    pub unguarded: bool,
    /// The definitions, phases and rules that come back to themselves and are being carried out or worked out: the circle of each, and how
    /// many in it that say `deep` are running.
    pub within: Vec<Option<(Circle, u32)>>,
    /// How many `as` texts of components are being worded, one within another.
    pub naming: usize,
    work: u64,
}

impl<'g> Run<'g> {
    /// At the very beginning.
    pub fn new(game: &'g Reference<'g>, source: Source<'g>) -> Self {
        Self {
            game,
            world: World::new(game.instance),
            names: Names::default(),
            notes: Vec::new(),
            waiting: Vec::new(),
            decider: None,
            source,
            used: 0,
            plan: None,
            settling: false,
            unsettled: false,
            private: false,
            judging: false,
            unguarded: false,
            within: Vec::new(),
            naming: 0,
            work: 0,
        }
    }

    /// The rules, for as long as the game lives: statements are walked while the run changes.
    pub fn model(&self) -> &'g Model {
        let instance = self.game.instance;
        &instance.model
    }

    /// From the beginning to wherever the inputs lead.
    pub fn play(&mut self) -> Halt {
        match self.whole_game() {
            Ok(()) => Halt::Over,
            Err(halt) => halt,
        }
    }

    fn whole_game(&mut self) -> Result<(), Halt> {
        self.first_values()?;
        self.first_bits()?;
        let flow = self.call(self.model().play, Vec::new())?;
        assert_eq!(flow, Flow::Continue, "nothing lies outside `play`");
        // Falling off the end of play.
        self.nobody_wins();
        match (&self.source, self.used) {
            (Source::Inputs(inputs), used) if used < inputs.len() => Err(self.bad_input("the game is over").into()),
            _ => Ok(()),
        }
    }

    /// Counts a step.
    pub fn step(&mut self) -> Result<(), Fault> {
        self.work += 1;
        if self.work > PATIENCE {
            return Err(Fault::new(GAVE_UP, "too many steps", Default::default()));
        }
        Ok(())
    }

    /// The statements of a block; its names end with it.
    pub fn block(&mut self, block: &'g Block) -> Result<Flow, Halt> {
        let mark = self.names.mark();
        for statement in &block.statements {
            self.step()?;
            let flow = self.statement(statement)?;
            if flow != Flow::Continue {
                self.names.release(mark);
                return Ok(flow);
            }
        }
        self.names.release(mark);
        Ok(Flow::Continue)
    }

    /// The next input. If there is none, the run ends with the question.
    pub fn input(&mut self, question: impl FnOnce(&Self) -> Question) -> Result<Input, Halt> {
        let guide = match self.source {
            Source::Inputs(inputs) => match inputs.get(self.used) {
                Some(input) => {
                    self.used += 1;
                    return Ok(*input);
                }
                None => None,
            },
            Source::Guide(guide) => Some(guide),
            Source::Private(_) | Source::Path(_) => unreachable!("only whole games take inputs"),
        };
        let declared = super::declared::declared(self.game.instance, &self.world, &self.held());
        let state = State { question: question(self), declared };
        match guide.and_then(|guide| guide.answer(&state)) {
            Some(input) => {
                self.used += 1;
                Ok(input)
            }
            None => Err(Halt::Stop(Box::new(state))),
        }
    }

    /// Something else was asked.
    pub fn bad_input(&self, message: &str) -> Fault {
        Fault::new(BAD_INPUT, format!("input {}: {message}", self.used), Default::default())
    }
}
