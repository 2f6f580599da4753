//! A position goes on under other rules: everything is found again by its name, and what does not fit is said.
//!
//! In: a position, and rules that differ from its own. Out: the same table under them, at the same place in the same body, or why not. It
//! is not meant for playing on as if nothing had happened, but for whoever writes rules and wants to see a change where it is.

mod called;
mod control;
mod declared;
mod partners;
mod pieces;

use rulehound_grammar::span::Location;

use super::machine::{Machine, Pause};
use super::packed::Packed;
use super::{Game, Log, Position, Stop};
use crate::cells::Notes;
use crate::program::{Addr, Program};
use partners::Partners;

/// Why a position cannot go on under other rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct Unfit {
    /// What does not fit.
    pub why: String,
    /// Where the new rules say so, if one place does.
    pub at: Option<Location>,
}

impl Unfit {
    fn new(why: impl Into<String>) -> Self {
        Self { why: why.into(), at: None }
    }

    fn at(self, at: Location) -> Self {
        Self { at: Some(at), ..self }
    }
}

/// What is carried over: from the cells there to those here.
struct Carrying<'p> {
    there: &'p Program,
    here: &'p Program,
    from: Vec<i32>,
    to: Vec<i32>,
    partners: Partners,
}

impl Carrying<'_> {
    fn read(&self, at: Addr) -> i32 {
        self.from.get(at as usize).copied().unwrap_or(0)
    }

    fn write(&mut self, at: Addr, value: i32) {
        if let Some(cell) = self.to.get_mut(at as usize) {
            *cell = value;
        }
    }

    /// Carries cells over that mean the same in both.
    fn copy(&mut self, from: Addr, to: Addr, count: u32) {
        for step in 0..count {
            self.write(to + step, self.read(from + step));
        }
    }
}

/// The same table under these rules.
///
/// # Errors
/// What does not fit, the first that is found.
pub(super) fn transplant(from: &Position, game: &Game) -> Result<Position, Unfit> {
    let (there, here) = (from.game().program(), game.program());
    if there.hash == here.hash && are_noted_alike(there, here) {
        return Ok(Position::at(game.clone(), Packed::of(&from.cells()), from.notes().clone(), from.pause()));
    }
    if there.instance.players.len() != here.instance.players.len() {
        return Err(Unfit::new("another number of players is at the table"));
    }
    let partners = Partners::of(&there.instance, &here.instance);
    let mut carrying = Carrying { there, here, from: from.cells(), to: fresh(game)?, partners };
    declared::carry(&mut carrying)?;
    control::carry(&mut carrying, from)?;
    let notes = noted(&carrying, from);
    stopped(game, &carrying.to, notes, from)
}

/// The positions that were noted, as long as positions are built as they were; what was noted of others is forgotten.
fn noted(carrying: &Carrying<'_>, from: &Position) -> Notes {
    let (there, here) = (carrying.there, carrying.here);
    let laid_out = |program: &Program| (program.layout.declared, program.layout.variables.clone());
    let alike = laid_out(there) == laid_out(here) && are_noted_alike(there, here);
    if alike && carrying.partners.keep_their_numbers() { from.notes().clone() } else { Notes::default() }
}

/// Whether the same of a position is noted, in the same way.
fn are_noted_alike(there: &Program, here: &Program) -> bool {
    match (&there.notes, &here.notes) {
        (Some(there), Some(here)) => {
            there.alone == here.alone && there.holders == here.holders && there.groups == here.groups
        }
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    }
}

/// The cells of a position in which nothing has happened, with the first values of variables.
fn fresh(game: &Game) -> Result<Vec<i32>, Unfit> {
    let mut machine = Machine::new(game.program(), &game.blank(), Log::silent());
    let all: Vec<u32> = (0..).take(game.program().first_values.len()).collect();
    let reset = machine.reset(&all).and_then(|()| machine.settle_whens());
    reset.map_err(|fault| Unfit::new(fault.message.clone()).at(fault.at))?;
    Ok(machine.into_cells())
}

/// Looks whether the cells are a position of these rules that waits for the same.
fn stopped(game: &Game, cells: &[i32], notes: Notes, from: &Position) -> Result<Position, Unfit> {
    let mut machine = Machine::new(game.program(), cells, Log::silent());
    if !machine.is_sound() {
        return Err(Unfit::new("what lies on the table cannot lie so under these rules"));
    }
    let over = from.pause() == Pause::Over;
    let pause = if over { Ok(Pause::Over) } else { machine.run() };
    match pause {
        Ok(pause) if over || (pause == from.pause() && machine.cells() == cells) => {
            let position = Position::with_notes(game.clone(), &Packed::of(cells), notes, pause);
            let lost = position.stop() == Stop::Decision && position.deciders().is_empty();
            if lost { Err(Unfit::new("nobody is to decide here any more")) } else { Ok(position) }
        }
        Ok(_) => Err(Unfit::new("the game does not stop here any more")),
        Err(fault) => Err(Unfit::new(fault.message.clone()).at(fault.at)),
    }
}
