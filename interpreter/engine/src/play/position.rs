//! A position: a value that holds everything needed to go on.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;

use super::machine::{Candidate, Machine, NO_OPTION, Pause, Search, Stand, is_asked_unseen, settle};
use super::packed::Packed;
use super::{
    Asked, Chance, ChanceOutcome, Explanation, Fault, Game, Log, Misuse, Offer, OfferedChoice, Outcome, PlayError,
    Query, Refusals, View, Viewer, Wanted,
};
use crate::cells::Notes;
use crate::program::{Frame, FrameOf};
use crate::words::Form;
use rulehound_rules::model::{Expression, Local, RunnableId, Sort, VariableId};

/// A game at a stop. Copying it forks the game.
#[derive(Clone, Debug)]
pub struct Position {
    game: Game,
    cells: Packed,
    notes: Notes,
    pause: Pause,
    /// Who is to decide, in seat order: asked at every stop, so nothing has to be unpacked for it.
    deciders: Deciders,
    /// What is legal at a decision, once somebody has asked.
    legal: OnceLock<Arc<Vec<Candidate>>>,
    /// What may come out where chance decides, once somebody has asked: values with their weights.
    outcomes: OnceLock<Vec<(i32, u32)>>,
    /// What was found out on the way here.
    known: Known,
    /// How many steps the last run took.
    steps: u64,
}

/// Seats in order.
type Deciders = SmallVec<[i32; 4]>;

/// What was found out on the way here. It can be found out again, so a copy goes without.
#[derive(Debug, Default)]
struct Known {
    /// Of the ways through the plan that runs.
    ahead: Option<Box<Search>>,
    /// Of the private runs of those who decide in secret.
    stands: Vec<Option<Stand>>,
}

impl Clone for Known {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// What the machine waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// One or several players decide.
    Decision,
    /// Chance decides.
    Chance,
    /// Nothing: the game is over.
    Over,
}

/// What an expression gives, for `expect`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The values; one, or those of a set.
    pub values: Vec<i32>,
    /// As scripts write it: `8`, `safe`, `road(7)`, `yes`; of a set the parts joined by commas.
    pub text: String,
    /// The same of each value.
    pub parts: Vec<String>,
    /// Whether it is a set.
    pub set: bool,
}

impl Position {
    /// Where a machine has stopped.
    pub(super) fn of(game: Game, machine: &mut Machine<'_>, pause: Pause) -> Self {
        let deciders = machine.deciders(pause).collect();
        settle(machine);
        let kept = (Packed::of(machine.cells()), machine.notes.clone());
        Self::with_deciders(game, kept, pause, deciders)
    }

    /// The same, from cells that were kept.
    pub(super) fn at(game: Game, cells: Packed, notes: Notes, pause: Pause) -> Self {
        let deciders = Machine::unpacked(game.program(), (&cells, &notes), Log::silent()).deciders(pause).collect();
        Self::with_deciders(game, (cells, notes), pause, deciders)
    }

    /// The same from cells in which it does not stand how many positions were noted.
    pub(super) fn with_notes(game: Game, cells: &Packed, notes: Notes, pause: Pause) -> Self {
        let mut machine = Machine::unpacked(game.program(), (cells, &notes), Log::silent());
        if let Some(code) = &game.program().notes {
            machine.write(code.at, i32::try_from(notes.hashes().count()).unwrap_or(0));
        }
        let deciders = machine.deciders(pause).collect();
        let cells = Packed::of(machine.cells());
        drop(machine);
        Self::with_deciders(game, (cells, notes), pause, deciders)
    }

    fn with_deciders(game: Game, (cells, notes): (Packed, Notes), pause: Pause, deciders: Deciders) -> Self {
        Self {
            game,
            cells,
            notes,
            pause,
            deciders,
            legal: OnceLock::new(),
            outcomes: OnceLock::new(),
            known: Known::default(),
            steps: 0,
        }
    }

    /// Its cells, laid out as [`Layout`](crate::program::Layout) tells, unpacked.
    pub fn cells(&self) -> Vec<i32> {
        let mut cells = vec![0; self.game.program().layout.size as usize];
        self.cells.unpack(&mut cells);
        cells
    }

    /// The positions that were noted; they are no part of the cells.
    pub fn notes(&self) -> &Notes {
        &self.notes
    }

    /// Its cells as they are kept.
    pub(super) fn packed(&self) -> &Packed {
        &self.cells
    }

    pub(super) fn pause(&self) -> Pause {
        self.pause
    }

    /// All cells in normal form: equal for positions that are the same to the rules and wait for the same, whichever were noted before.
    pub(super) fn normal_form(&self) -> Packed {
        let mut machine = self.machine();
        machine.normalize();
        machine.forget_the_way();
        if let Some(notes) = &machine.program.notes {
            machine.write(notes.at, 0);
        }
        Packed::of(machine.cells())
    }

    /// Whether another position of this game is the same to the rules and waits for the same, whichever of like things lies where. To rules
    /// that note positions those noted before belong to it.
    pub fn is_same(&self, other: &Self) -> bool {
        self.normal_form() == other.normal_form() && self.notes.digest() == other.notes.digest()
    }

    /// What it is to the rules, as bytes: equal for positions that are the same to them and wait for the same, as [`Position::is_same`] says.
    pub fn identity(&self) -> Box<[u8]> {
        let mut bytes = self.normal_form().into_bytes().into_vec();
        bytes.extend(self.notes.digest().to_le_bytes());
        bytes.into_boxed_slice()
    }

    /// Whether what is decided next is decided in another turn than the last answer.
    pub(super) fn is_new_turn(&self) -> bool {
        let machine = self.machine();
        machine.read(machine.program.layout.turns) > 0
    }

    /// Everything that each of these components may be called in a script: as it is called at the table, by all there is to say of it,
    /// and so that no other is meant.
    pub fn names_of(&self, components: &[i32]) -> Vec<Vec<String>> {
        let mut machine = self.machine();
        let at_the_table: Vec<String> = components.iter().map(|component| machine.describe_all(*component)).collect();
        machine.with_references(|words, look, describe| {
            let sort = Sort::Component { kinds: std::collections::BTreeSet::new() };
            let alone = |component: i32| words.value(&sort, component, Form::Script, look);
            let all = components.iter().zip(at_the_table);
            all.map(|(component, first)| vec![first, describe(*component), alone(*component)]).collect()
        })
    }

    /// The phases that are running, the outermost first, in words.
    pub fn phases(&self) -> Vec<String> {
        self.machine().phases_told(Viewer::All)
    }

    /// The phases and rules that are running, the innermost first.
    pub fn running(&self) -> Vec<RunnableId> {
        let program = self.game.program();
        let frames = self.machine().running().into_iter().filter_map(|(id, _)| program.frames.get(id.0 as usize));
        let runnable = |frame: &Frame| match frame.of {
            FrameOf::Clause(runnable, _) => Some(runnable),
            FrameOf::Trigger(_) => None,
        };
        frames.filter_map(runnable).collect()
    }

    /// The value of a cell of a variable.
    pub fn variable(&self, id: VariableId, cell: usize) -> i32 {
        let machine = self.machine();
        let first = machine.program.layout.variables.get(id.index()).copied().unwrap_or(0);
        machine.read(first + u32::try_from(cell).unwrap_or(0))
    }

    pub(super) fn machine(&self) -> Machine<'_> {
        Machine::unpacked(self.game.program(), (&self.cells, &self.notes), Log::silent())
    }

    /// The machine with what a viewer has decided in secret so far: nobody else sees that.
    pub(super) fn seen_by(&self, viewer: Viewer) -> Machine<'_> {
        let machine = self.machine();
        let (Pause::Gathering(id), Viewer::Seat(seat)) = (self.pause, viewer) else { return machine };
        let seat = Machine::seat_value(seat);
        if !machine.gathered(id).contains(&seat) {
            return machine;
        }
        match machine.private(id, seat, Log::silent()) {
            Ok(private) => private.machine.at_large(),
            // What went wrong is told where it is asked for what is on offer.
            Err(_) => machine,
        }
    }

    /// The rules it belongs to.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What the machine waits for.
    pub fn stop(&self) -> Stop {
        match self.pause {
            Pause::Decision | Pause::Gathering(_) => Stop::Decision,
            Pause::Chance => Stop::Chance,
            Pause::Over | Pause::PrivateEnd | Pause::PathEnd | Pause::PathFails => Stop::Over,
        }
    }

    /// How many steps it took from the stop before to this one, with everything that is on offer here: instructions, parts of expressions,
    /// elements looked at. Not part of what a position is; 0 where play begins.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// How many bytes its cells take, packed as they are kept. They differ from position to position, and are equal for equal cells. What was
    /// found out on the way here is no part of them.
    pub fn bytes(&self) -> usize {
        self.cells.len()
    }

    /// Whether several decide at once here, each in secret.
    pub fn is_gathering(&self) -> bool {
        matches!(self.pause, Pause::Gathering(_))
    }

    /// Who is to decide, in seat order; empty unless [`Stop::Decision`].
    pub fn deciders(&self) -> Vec<usize> {
        self.deciders.iter().filter_map(|seat| usize::try_from(*seat).ok()).collect()
    }

    /// The machine at the decision of a seat; `None` if it is not to decide.
    pub(super) fn deciding(&self, seat: usize) -> Result<Option<Machine<'_>>, Fault> {
        let value = Machine::seat_value(seat);
        if !self.deciders.contains(&value) {
            return Ok(None);
        }
        let machine = self.machine();
        let Pause::Gathering(id) = self.pause else { return Ok(Some(machine)) };
        let private = machine.private(id, value, Log::silent()).map_err(|trouble| *trouble)?;
        Ok((!private.finished).then_some(private.machine))
    }

    /// Whether what may be chosen here may hang on something that somebody does not see.
    pub(super) fn decides_by_secrets(&self) -> bool {
        self.machine().choice().is_some_and(|choice| choice.secret)
    }

    /// Everything this seat may do now; `None` if it is not to decide.
    ///
    /// # Errors
    /// Nobody sits there; or a fault of the rules: `secret-read`, `choice-too-wide`, `plan-too-wide` or `budget`.
    pub fn offer(&self, seat: usize) -> Result<Option<Offer>, PlayError> {
        self.seated(seat)?;
        Ok(self.offered(seat)?)
    }

    /// The same for somebody at the table.
    pub(super) fn offered(&self, seat: usize) -> Result<Option<Offer>, Fault> {
        let Some(mut machine) = self.deciding(seat)? else { return Ok(None) };
        let Some(choice) = machine.choice() else { return Ok(None) };
        let legal = self.legal(&mut machine)?;
        let mut options: Vec<OfferedChoice> = Vec::with_capacity(legal.len());
        let mut seen = std::collections::BTreeMap::new();
        machine.begin_words(legal.len());
        for (id, candidate) in legal.iter().enumerate() {
            let text = machine.wording(choice, candidate).map_err(|trouble| *trouble)?;
            let bindings = machine.bindings(choice, candidate);
            options.push(OfferedChoice { id, text: told_apart(text, &mut seen), bindings });
        }
        let secret = choice.secret || is_asked_unseen(&mut machine);
        Ok(Some(Offer { seat, asked: machine.asked_told(Viewer::All), options, secret }))
    }

    /// Which question this seat is asked, as far as a viewer may know that; `None` if it is not to decide. Of a secret decision the others
    /// know that it is asked, but not how far somebody has come with it.
    ///
    /// # Errors
    /// As [`Position::offer`].
    pub fn asked(&self, seat: usize, viewer: Viewer) -> Result<Option<Asked>, PlayError> {
        self.seated(seat)?;
        self.knows(viewer)?;
        if viewer == Viewer::All || viewer == Viewer::Seat(seat) {
            return Ok(self.deciding(seat)?.map(|mut machine| machine.asked_told(Viewer::All)));
        }
        let decides = self.deciders.contains(&Machine::seat_value(seat));
        Ok(decides.then(|| self.machine().asked_told(viewer)))
    }

    /// How many options this seat has now, without wording them; 0 if it is not to decide.
    ///
    /// # Errors
    /// As [`Position::offer`].
    pub fn count(&self, seat: usize) -> Result<usize, PlayError> {
        self.seated(seat)?;
        let stand = self.known.stands.get(seat).and_then(Option::as_ref);
        if let Some(options) = stand.and_then(Stand::options) {
            return Ok(options);
        }
        if let (Some(known), true) = (self.legal.get(), self.deciders.contains(&Machine::seat_value(seat))) {
            return Ok(known.len());
        }
        let Some(mut machine) = self.deciding(seat)? else { return Ok(0) };
        Ok(self.legal(&mut machine)?.len())
    }

    /// Whether an option of this seat has these words in its offer, of which the others are not worded for that. Where several read the same,
    /// their numbers are not compared.
    ///
    /// # Errors
    /// As [`Position::offer`].
    pub fn is_worded(&self, seat: usize, option: usize, text: &str) -> Result<bool, PlayError> {
        self.seated(seat)?;
        let Some(mut machine) = self.deciding(seat)? else { return Ok(false) };
        let legal = self.legal(&mut machine)?;
        let Some(candidate) = legal.get(option) else { return Ok(false) };
        machine.begin_words(1);
        let own = worded(&mut machine, candidate)?;
        Ok(text.strip_prefix(own.as_str()).is_some_and(|number| number.is_empty() || number.starts_with(" (")))
    }

    /// What is legal at the decision where this machine stands.
    pub(super) fn legal(&self, machine: &mut Machine<'_>) -> Result<Cow<'_, [Candidate]>, Fault> {
        let Some(choice) = machine.choice() else { return Ok(Cow::Borrowed(&[])) };
        if self.pause != Pause::Decision {
            return machine.legal(choice).map(Cow::Owned).map_err(|trouble| *trouble);
        }
        if let Some(known) = self.legal.get() {
            return Ok(Cow::Borrowed(known));
        }
        let found = machine.legal(choice).map_err(|trouble| *trouble)?;
        Ok(Cow::Borrowed(self.legal.get_or_init(|| Arc::new(found))))
    }

    /// Everything this seat may not do now though it is meant, with reasons; stops at 1,000 candidates.
    ///
    /// # Errors
    /// As [`Position::offer`].
    pub fn refusals(&self, seat: usize) -> Result<Refusals, PlayError> {
        self.seated(seat)?;
        Ok(super::explain::refusals(self, seat, None)?)
    }

    /// The same of what has all these words in its own; stops at 1,000 of those.
    ///
    /// # Errors
    /// As [`Position::offer`].
    pub fn refusals_of(&self, seat: usize, words: &str) -> Result<Refusals, PlayError> {
        self.seated(seat)?;
        Ok(super::explain::refusals(self, seat, Some(words))?)
    }

    /// Whether and why this seat cannot do a thing.
    ///
    /// # Errors
    /// As [`Position::offer`].
    pub fn why_not(&self, seat: usize, wanted: &Wanted) -> Result<Explanation, PlayError> {
        self.seated(seat)?;
        Ok(super::explain::why_not(self, seat, wanted)?)
    }

    /// Answers for a seat with the option of this number and runs to the next stop.
    ///
    /// # Errors
    /// A fault of the rules, or a [`Misuse`]: no such seat, not its decision, no such option. The position is then as before.
    pub fn apply(&mut self, seat: usize, option: usize, log: &mut Log) -> Result<(), PlayError> {
        self.seated(seat)?;
        if !self.deciders.contains(&Machine::seat_value(seat)) {
            return Err(Misuse::NotDeciding { seat }.into());
        }
        match self.answer(seat, option, true, log) {
            Err(fault) if fault.code == NO_OPTION => {
                Err(Misuse::NoSuchOption { seat, option, options: self.count(seat)? }.into())
            }
            result => Ok(result?),
        }
    }

    /// Whether somebody sits there.
    fn seated(&self, seat: usize) -> Result<(), Misuse> {
        let seats = self.game.instance().seats();
        if seat < seats { Ok(()) } else { Err(Misuse::NoSuchSeat { seat, seats }) }
    }

    /// Whether a viewer is somebody at the table, or nobody in particular.
    fn knows(&self, viewer: Viewer) -> Result<(), Misuse> {
        match viewer {
            Viewer::All | Viewer::Nobody => Ok(()),
            Viewer::Seat(seat) => self.seated(seat),
        }
    }

    /// The same for somebody who decides, with or without working out all that is legal at the next decision.
    pub(super) fn answer(&mut self, seat: usize, option: usize, eager: bool, log: &mut Log) -> Result<(), Fault> {
        let pause = self.pause;
        let known = self.legal.take();
        let result = self.advance(log, eager, |machine| {
            machine.forget_the_way();
            match pause {
                Pause::Decision if machine.decider() == Machine::seat_value(seat) => match (&known, machine.choice()) {
                    (Some(known), Some(choice)) => machine.answer_with(choice, known.get(option), option),
                    _ => machine.answer(option),
                },
                Pause::Gathering(id) => machine.answer_in_secret(id, Machine::seat_value(seat), option),
                Pause::Decision
                | Pause::Chance
                | Pause::Over
                | Pause::PrivateEnd
                | Pause::PathEnd
                | Pause::PathFails => Err(machine.fault_here("not-in-set", "this player is not to decide")),
            }
        });
        if let (Err(_), Some(known)) = (&result, known) {
            self.legal = OnceLock::from(known);
        }
        result
    }

    /// Runs on from here after `first`; a fault leaves everything as it was.
    fn advance(
        &mut self,
        log: &mut Log,
        eager: bool,
        first: impl FnOnce(&mut Machine<'_>) -> Result<(), Box<Fault>>,
    ) -> Result<(), Fault> {
        let (cells, deciders, pause, heard, legal, outcomes, known, steps) = {
            let mut machine = Machine::unpacked(self.game.program(), (&self.cells, &self.notes), log.empty());
            machine.ahead = self.known.ahead.take();
            machine.stands = std::mem::take(&mut self.known.stands);
            first(&mut machine).map_err(|trouble| *trouble)?;
            machine.refuel();
            machine.eager = eager;
            let pause = machine.run().map_err(|trouble| *trouble)?;
            machine.rest(pause);
            let legal = machine.legal_here.take();
            let ahead = machine.running_plan().and_then(|_| machine.ahead.take());
            let gathers = matches!(pause, Pause::Gathering(_));
            let stands = if gathers { std::mem::take(&mut machine.stands) } else { Vec::new() };
            let known = Known { ahead, stands };
            let heard = std::mem::take(&mut machine.log);
            let steps = machine.spent;
            let deciders = machine.deciders(pause).collect();
            settle(&mut machine);
            let cells = Packed::of(machine.cells());
            // Whoever gives an outcome asks for the weights first, and the machine stands where they are asked for, with what it has noted.
            let outcomes = if eager && pause == Pause::Chance { machine.weights() } else { Vec::new() };
            let cells = (cells, std::mem::take(&mut machine.notes));
            (cells, deciders, pause, heard, legal, outcomes, known, steps)
        };
        ((self.cells, self.notes), self.deciders, self.pause) = (cells, deciders, pause);
        (self.known, self.steps) = (known, steps);
        self.outcomes = if outcomes.is_empty() { OnceLock::new() } else { OnceLock::from(outcomes) };
        self.legal = legal
            .filter(|_| pause == Pause::Decision)
            .map_or_else(OnceLock::new, |legal| OnceLock::from(Arc::new(legal)));
        log.append(heard);
        Ok(())
    }

    /// The statement that it waits at: the decision, or what asks for chance.
    pub fn waits_at(&self) -> super::Origin {
        self.machine().origin()
    }

    /// What chance is asked for; `None` unless [`Stop::Chance`].
    pub fn chance(&self) -> Option<Chance> {
        if self.pause != Pause::Chance {
            return None;
        }
        let mut machine = self.machine();
        let outcomes = machine.outcomes().ok()?;
        let (of, owner) = machine.asked_of_chance();
        let mut seen = std::collections::BTreeMap::new();
        let values = outcomes.values.iter().map(|(value, weight)| {
            let text = machine.words_of(&outcomes.sort, *value);
            ChanceOutcome { text: told_apart(text, &mut seen), weight: *weight }
        });
        Some(Chance { kind: outcomes.kind, of, owner, outcomes: values.collect() })
    }

    /// The weights of what may come out, without words; empty unless [`Stop::Chance`].
    pub fn weights(&self) -> Vec<u32> {
        if self.pause != Pause::Chance {
            return Vec::new();
        }
        self.outcomes.get_or_init(|| self.machine().weights()).iter().map(|(_, weight)| *weight).collect()
    }

    /// Lets chance give the outcome of this number and runs to the next stop.
    ///
    /// # Errors
    /// A fault of the rules, or a [`Misuse`]: chance is not asked for, or there is no such outcome. The position is then as before.
    pub fn resolve(&mut self, outcome: usize, log: &mut Log) -> Result<(), PlayError> {
        if self.pause != Pause::Chance {
            return Err(Misuse::NotChance.into());
        }
        let known = self.outcomes.take().filter(|known| !known.is_empty());
        match self.advance(log, true, |machine| machine.take_outcome(outcome, known.as_deref())) {
            Err(fault) if fault.code == NO_OPTION => {
                Err(Misuse::NoSuchOutcome { outcome, outcomes: self.weights().len() }.into())
            }
            result => Ok(result?),
        }
    }

    /// How the game ended; `None` unless [`Stop::Over`].
    pub fn outcome(&self) -> Option<Outcome> {
        if self.pause != Pause::Over {
            return None;
        }
        let machine = self.machine();
        Outcome::of(machine.program, |at| machine.read(at))
    }

    /// What somebody may see, all in words that a script's `position` takes.
    ///
    /// # Errors
    /// Nobody sits there.
    pub fn view(&self, viewer: Viewer) -> Result<View, Misuse> {
        self.knows(viewer).map(|()| self.shown(viewer, Form::Script))
    }

    /// What somebody may see, with components called as they are called at the table.
    ///
    /// # Errors
    /// Nobody sits there.
    pub fn view_for_people(&self, viewer: Viewer) -> Result<View, Misuse> {
        self.knows(viewer).map(|()| self.shown(viewer, Form::People))
    }

    /// The same without asking who sits there: to whoever sits at no seat it shows what all see.
    pub fn shown(&self, viewer: Viewer, form: Form) -> View {
        super::view::view(self, viewer, form)
    }

    /// A player as a viewer, for those who have the number of the seat from elsewhere.
    ///
    /// # Errors
    /// Nobody sits there.
    pub fn viewer(&self, seat: usize) -> Result<Viewer, Misuse> {
        self.seated(seat).map(|()| Viewer::Seat(seat))
    }

    /// Works out an expression that knows everything, such as a script expects. `locals` are the names it binds itself, numbered behind
    /// those of the model.
    ///
    /// # Errors
    /// A fault of the expression.
    pub fn evaluate(&self, expression: &Expression, locals: &[Local]) -> Result<Answer, Fault> {
        Query::new(&self.game, expression, locals).ask(self)
    }

    /// The declared part in normal form: result, variables, components, `when` bits. Equal for positions that are the same to the rules.
    pub fn declared(&self) -> Vec<i32> {
        let mut machine = self.machine();
        machine.normalize();
        machine.declared()
    }

    /// Where each component lies, by number: a number of [`Instance::places`](crate::instance::Instance::places). In normal form.
    pub fn lying(&self) -> Vec<i32> {
        let mut machine = self.machine();
        machine.normalize();
        (0..).zip(&machine.program.ground.components).map(|(component, _)| machine.place_of(component)).collect()
    }

    /// Bytes that [`Game::restore`] reads.
    pub fn save(&self) -> Vec<u8> {
        super::save::write(self)
    }
}

/// The same words twice in one list get a number: ` (2)`, ` (3)`.
pub(super) fn told_apart(text: String, seen: &mut std::collections::BTreeMap<String, u32>) -> String {
    let count = seen.entry(text.clone()).or_insert(0);
    *count += 1;
    if *count == 1 { text } else { format!("{text} ({count})") }
}

/// A candidate with its words.
pub(super) fn worded(machine: &mut Machine<'_>, candidate: &Candidate) -> Result<String, Fault> {
    match machine.choice() {
        Some(choice) => machine.wording(choice, candidate).map_err(|trouble| *trouble),
        None => Ok(String::new()),
    }
}
