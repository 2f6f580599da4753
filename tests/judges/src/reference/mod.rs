//! The reference evaluator: walks the checked model as it stands, slow and obviously right.
//!
//! In: an [`Instance`] and everything that was answered so far, or a guide who answers as it goes along. Out: the next question and the
//! declared part of the position. It keeps nothing between two calls: each plays the game from the beginning. It follows the written
//! meaning of the language and shares nothing with the engine but the model and the numbering of components and places.

mod aggregate;
mod arithmetic;
mod binder;
mod board;
mod branch;
mod call;
mod chance;
mod decision;
mod declared;
mod deep;
mod effect;
mod expression;
mod fault;
mod knowledge;
mod lookup;
mod may;
mod names;
mod noted;
mod offer;
mod order;
mod plan;
mod run;
mod secret;
mod set;
mod several;
mod simultaneous;
mod text;
mod trigger;
mod twin;
mod win;
mod world;

pub use fault::{BAD_INPUT, Fault, GAVE_UP};
pub use knowledge::{Knowledge, Looks, sorted};
pub use names::Value;
pub use offer::{Bindings, Refused, SeatOffer};

use rulehound_interpreter::instance::Instance;
use rulehound_interpreter::play::Outcome;

use run::{Guided, Halt, Run, Source};

/// What came from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// A seat answers with the option of this number.
    Answer {
        /// Who.
        seat: usize,
        /// Which of the legal options.
        option: usize,
    },
    /// Chance gives the outcome of this number.
    Outcome(usize),
}

/// What is waited for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// One or several players decide, in seat order.
    Decision(Vec<SeatOffer>),
    /// Chance decides.
    Chance {
        /// Values with their weights.
        outcomes: Vec<(i32, u32)>,
        /// The words of each.
        texts: Vec<String>,
    },
    /// Nothing: the game is over.
    Over(Outcome),
}

/// A game at a stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// What is waited for.
    pub question: Question,
    /// The declared part of the position in normal form.
    pub declared: Vec<i32>,
}

/// A game at a table, with what can be known of it before play.
#[derive(Debug)]
pub struct Reference<'g> {
    pub(crate) instance: &'g Instance,
    pub(crate) printed_ranks: Vec<usize>,
}

impl<'g> Reference<'g> {
    /// Of a game at a table.
    pub fn new(instance: &'g Instance) -> Self {
        Self { instance, printed_ranks: order::printed_ranks(instance) }
    }

    /// Plays from the beginning with these inputs.
    ///
    /// # Errors
    /// A fault of the rules, [`GAVE_UP`], or [`BAD_INPUT`].
    pub fn replay(&self, inputs: &[Input]) -> Result<State, Fault> {
        self.play(Source::Inputs(inputs))
    }

    /// Plays from the beginning; `guide` sees each stop and answers it, or ends there by giving nothing. So a long game is played once and not
    /// once for each of its stops.
    ///
    /// # Errors
    /// As [`Reference::replay`].
    pub fn walk(&self, guide: &mut dyn FnMut(&State) -> Option<Input>) -> Result<State, Fault> {
        self.play(Source::Guide(&Guided::new(guide)))
    }

    fn play<'r>(&'r self, source: Source<'r>) -> Result<State, Fault> {
        let mut run = Run::new(self, source);
        match run.play() {
            Halt::Stop(state) => Ok(*state),
            Halt::Over => {
                let outcome = run.world.result.clone().expect("a game that is over has a result");
                // Nothing runs any more, so no name holds anything.
                let declared = declared::declared(self.instance, &run.world, &[]);
                Ok(State { question: Question::Over(outcome), declared })
            }
            Halt::Fault(fault) => Err(fault),
            Halt::Failed | Halt::Asked(_) => unreachable!("only searches and private runs end so"),
        }
    }
}

/// Plays from the beginning with these inputs; see [`Reference::replay`].
///
/// # Errors
/// As [`Reference::replay`].
pub fn replay(instance: &Instance, inputs: &[Input]) -> Result<State, Fault> {
    Reference::new(instance).replay(inputs)
}
