//! Rules at a table.

use std::sync::{Arc, OnceLock};

use super::appearance::{ByBoard, appearances};
use super::beside::{Beside, beside};
use super::machine::{Machine, Pause, Sight, ranking, scores};
use super::{Fault, Log, PlayError, Position, Setup, Unfit};
use crate::cells::Notes;
use crate::instance::{Instance, Table, TableError, to_value};
use crate::lower::lower;
use crate::program::{AudienceCode, AudienceCodeKind, CLEARED, Feature, Pass, Profile, Program, ending};
use rulehound_rules::model::Model;
use rulehound_rules::model::value::NONE;

/// Rules at a table, ready to be played. Cheap to copy.
#[derive(Clone, Debug)]
pub struct Game {
    program: Arc<Program>,
    /// What lies beside its boards on paper.
    beside: Arc<Beside>,
    /// What may stand on its boards, worked out when somebody asks.
    appearances: Arc<OnceLock<ByBoard>>,
}

impl Game {
    /// Puts checked rules on a table.
    ///
    /// # Errors
    /// See [`TableError`].
    pub fn load(model: Arc<Model>, table: &Table) -> Result<Self, TableError> {
        let instance = Arc::new(Instance::new(model, table)?);
        let program = lower(instance)?;
        Ok(Self {
            beside: Arc::new(beside(&program)),
            program: Arc::new(program),
            appearances: Arc::new(OnceLock::new()),
        })
    }

    /// The same rules at another table; at the same one nothing has to be made ready anew.
    ///
    /// # Errors
    /// See [`TableError`].
    pub fn at(&self, table: &Table) -> Result<Self, TableError> {
        let own = self.instance();
        let other = Instance::new(own.model.clone(), table)?;
        if own.players == other.players && own.settings == other.settings {
            Ok(self.clone())
        } else {
            Self::load(own.model.clone(), table)
        }
    }

    /// The table: seats, settings, numbers of components and places.
    pub fn instance(&self) -> &Instance {
        &self.program.instance
    }

    /// The same game, with a profile: where the steps of whatever is played of it from now on are counted.
    #[must_use]
    pub fn profiled(&self) -> (Self, Arc<Profile>) {
        let profile = Arc::new(Profile::new(&self.program));
        let program = Program { profile: Some(profile.clone()), ..(*self.program).clone() };
        (Self { program: Arc::new(program), ..self.clone() }, profile)
    }

    /// The same game, to be played without some of what makes the interpreter faster.
    #[must_use]
    pub fn without(&self, passes: impl IntoIterator<Item = Pass>) -> Self {
        let program = passes.into_iter().fold((*self.program).clone(), |program, pass| program.without(pass));
        Self { program: Arc::new(program), ..self.clone() }
    }

    /// What lies beside its boards on paper.
    pub(super) fn drawn_beside(&self) -> &Beside {
        &self.beside
    }

    /// What may stand on its boards.
    pub(super) fn settled(&self) -> &ByBoard {
        self.appearances.get_or_init(|| appearances(self))
    }

    /// The program that is played.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// A hash of program and layout, not of texts, comments or places in files. Saves carry it.
    pub fn hash(&self) -> u64 {
        self.program.hash
    }

    /// What a component in its box is called if its attributes have these values: component, cell of its kind, value.
    pub fn describe(&self, component: i32, attributes: &[(i32, usize, i32)]) -> String {
        let mut machine = Machine::new(&self.program, &self.blank(), Log::silent());
        let setup = Setup { attributes: attributes.to_vec(), ..Setup::default() };
        // Nothing is moved, so nothing can go wrong.
        let _ = machine.set_up(&setup);
        machine.with_words(Sight::All, |words, look| words.component(component, look))
    }

    /// Runs from the beginning to the first stop.
    ///
    /// # Errors
    /// A fault of the rules before the first stop.
    pub fn start(&self, log: &mut Log) -> Result<Position, Fault> {
        self.run(&Setup::default(), log)
    }

    /// Runs from a given setup to the first stop.
    ///
    /// # Errors
    /// A fault of the rules before the first stop; or the setup names what is not at this table.
    pub fn start_from(&self, setup: &Setup, log: &mut Log) -> Result<Position, PlayError> {
        setup.fits(&Machine::new(&self.program, &self.blank(), Log::silent()))?;
        Ok(self.run(setup, log)?)
    }

    fn run(&self, setup: &Setup, log: &mut Log) -> Result<Position, Fault> {
        let mut machine = Machine::new(&self.program, &self.blank(), std::mem::take(log));
        let result = Self::begin(&mut machine, setup);
        let position = result.map(|pause| Position::of(self.clone(), &mut machine, pause));
        *log = machine.log;
        position.map_err(|trouble| *trouble)
    }

    /// The cells of a position in which nothing has run yet: for those who run the program themselves.
    ///
    /// # Errors
    /// A fault in what variables or triggers begin with.
    pub fn beginning(&self) -> Result<Vec<i32>, Fault> {
        let mut machine = Machine::new(&self.program, &self.blank(), Log::silent());
        Self::prepare(&mut machine, &Setup::default()).map_err(|trouble| *trouble)?;
        Ok(machine.into_cells())
    }

    fn begin(machine: &mut Machine<'_>, setup: &Setup) -> Result<Pause, Box<Fault>> {
        Self::prepare(machine, setup)?;
        let pause = machine.run()?;
        machine.rest(pause);
        Ok(pause)
    }

    /// Everything before the first instruction.
    pub(super) fn prepare(machine: &mut Machine<'_>, setup: &Setup) -> Result<(), Box<Fault>> {
        let all: Vec<u32> = (0..).take(machine.program.first_values.len()).collect();
        if setup.run.is_some() {
            machine.write(machine.program.layout.over, ending::PART);
        }
        machine.reset(&all)?;
        machine.set_up(setup)?;
        machine.settle_whens()?;
        if let Some(seat) = setup.turn {
            machine.write(machine.program.layout.decider, to_value(seat));
        }
        let (runnable, arguments) = setup.run.clone().unwrap_or((machine.program.instance.model.play, Vec::new()));
        let frame = machine.bind_parameters(runnable, &arguments, &[])?;
        machine.enter(frame, 0);
        Ok(())
    }

    /// A position before anything has happened: components in their boxes, variables unset.
    pub(super) fn blank(&self) -> Vec<i32> {
        let program = &self.program;
        let layout = &program.layout;
        let mut cells = vec![CLEARED; layout.size as usize];
        let mut write = |at: u32, value: i32| {
            if let Some(cell) = cells.get_mut(at as usize) {
                *cell = value;
            }
        };
        (layout.over..layout.declared).for_each(|at| write(at, 0));
        (layout.keys..=layout.keys_used).for_each(|at| write(at, 0));
        for at in [layout.pc, layout.in_when, layout.pending, layout.chances, layout.turns] {
            write(at, 0);
        }
        if let Some(notes) = &program.notes {
            write(notes.at, 0);
        }
        write(layout.decider, NONE);
        for (at, component) in (layout.lying..).zip(&program.instance.components) {
            write(at, program.instance.home_box(component.kind, component.owner).unwrap_or(0));
        }
        for (kind, range) in program.ground.kinds.iter().zip(&program.instance.kinds) {
            let components = || range.clone().filter_map(|component| program.instance.component(component));
            for (cell, feature) in kind.features.iter().enumerate() {
                let Feature::Cells(first) = feature else { continue };
                for (at, component) in (*first..).zip(components()) {
                    write(at, program.instance.made(component, cell).unwrap_or(0));
                }
            }
        }
        cells
    }

    /// A position of other rules under these: everything is found again by its name, and it waits where it waited. For whoever writes rules;
    /// the same number of players is at the table.
    ///
    /// # Errors
    /// What does not fit, the first that is found.
    pub fn transplant(&self, from: &Position) -> Result<Position, Unfit> {
        super::transplant::transplant(from, self)
    }

    /// Reads a saved position.
    ///
    /// # Errors
    /// The bytes are no save, or were made under other rules or at another table; the sentence says which.
    pub fn restore(&self, bytes: &[u8]) -> Result<Position, String> {
        super::save::read(self, bytes)
    }

    /// The position of these cells, laid out as [`Position::cells`] gives them, with the positions that were noted; `None` if no game stands
    /// there. Where several decide at once it is found out anew who of them has anything to decide.
    pub fn position_of(&self, cells: &[i32], notes: &Notes) -> Option<Position> {
        self.position_and_steps(cells, notes).map(|(position, _)| position)
    }

    /// The same, with the steps that it takes to find out what the game waits for there.
    pub(super) fn position_and_steps(&self, cells: &[i32], notes: &Notes) -> Option<(Position, u64)> {
        let mut machine = Machine::new(&self.program, cells, Log::silent());
        machine.notes = notes.clone();
        if cells.len() != self.program.layout.size as usize || !machine.is_sound() {
            return None;
        }
        let over = matches!(machine.read(self.program.layout.over), ending::GAME_OVER | ending::PART_OVER);
        let pause = if over { Pause::Over } else { machine.run().ok()? };
        let steps = machine.spent;
        Some((Position::of(self.clone(), &mut machine, pause), steps))
    }

    /// Whether the game is won by rank, so that [`Game::scores`] has something to tell.
    pub fn is_ranked(&self) -> bool {
        ranking(&self.program).is_some()
    }

    /// What each seat would be ranked by first if the game ended where these cells stand, the more the better; `None` for who would not be
    /// ranked. Nothing where the game is not won by rank.
    pub fn scores(&self, cells: &[i32], notes: &Notes) -> Option<Vec<Option<i64>>> {
        let mut machine = Machine::new(&self.program, cells, Log::silent());
        machine.notes = notes.clone();
        scores(&mut machine)
    }

    /// Whether everybody always sees everything and nobody decides in secret.
    pub fn is_open(&self) -> bool {
        let open = |audience: &AudienceCode| matches!(audience.kind, AudienceCodeKind::All);
        self.program.audiences.iter().all(open) && self.program.gatherings.is_empty()
    }
}
