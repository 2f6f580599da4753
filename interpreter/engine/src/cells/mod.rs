//! What the cells of a position mean: where components lie and stand, what is held and alike, the normal form, draws, results and leaving.
//!
//! In: a [`Program`](crate::program::Program), which says what lies where, and cells. Out: the cells changed, or what was asked of them.
//! Whoever runs a program, as the interpreter does or as machine code does, works on its cells by these functions alone, so that each
//! meaning stands once.

mod alike;
mod draw;
mod gather;
mod held;
mod leave;
mod list;
mod lying;
mod normal;
mod notes;
mod pile;
mod result;
mod standing;

pub use alike::{alike, alike_before, has_like, offer_alike, weigh};
pub use draw::{Drawn, NotDrawn, count_outcome, draw_next, is_unshuffled, take_drawn, take_shuffled, weigh_draw};
pub use gather::{begin_gathering, gathered, keep_answer, progress, set_progress};
pub use held::Held;
pub use leave::{leave, left_in_body, running_plan};
pub use list::{Full, begin_list, push_row};
pub use lying::{changing, height, kind_of, kinds_at, lying, ordered, place_of, set_height, set_place};
pub use normal::normalize;
pub(crate) use notes::of_places;
pub use notes::{
    Notes, TooMany, forget, note, noted, notes_are_sound, notes_digest, noting_steps, settle_notes, words,
};
pub use pile::{Misplaced, lift, put, relocate};
pub use result::{Winners, finish, rest};
pub use standing::sort_standing;

use std::ops::Range;

pub(crate) use lying::component;
use lying::places_of_kind;
use pile::place_at;

use crate::program::{Addr, CLEARED};
use rulehound_rules::model::value::NONE;

/// Memory that holds the cells of a position from address 0 on.
///
/// An address beyond the memory reads as none and is not written.
pub trait Cells {
    /// The value of a cell.
    fn read(&self, at: Addr) -> i32;

    /// Gives a cell a value.
    fn write(&mut self, at: Addr, value: i32);

    /// Cells in a row; nothing if they are not all there.
    fn row(&self, cells: Range<Addr>) -> &[i32];

    /// Names end: nothing is left in their cells.
    fn clear(&mut self, cells: Range<Addr>);

    /// The place of a component was written. Whoever keeps beside the cells where things lie follows it here.
    fn lies_elsewhere(&mut self, _component: i32, _from: i32, _to: i32) {}

    /// A component went from one place to another. Whoever counts what lies at places beside the cells counts it here.
    fn has_moved(&mut self, _component: i32, _from: i32, _to: i32) {}
}

impl Cells for [i32] {
    fn read(&self, at: Addr) -> i32 {
        self.get(at as usize).copied().unwrap_or(NONE)
    }

    fn write(&mut self, at: Addr, value: i32) {
        if let Some(cell) = self.get_mut(at as usize) {
            *cell = value;
        }
    }

    fn row(&self, cells: Range<Addr>) -> &[i32] {
        self.get(cells.start as usize..cells.end as usize).unwrap_or_default()
    }

    fn clear(&mut self, cells: Range<Addr>) {
        if let Some(cells) = self.get_mut(cells.start as usize..cells.end as usize) {
            cells.fill(CLEARED);
        }
    }
}

/// As many seats as most tables have; work for no more than these takes no memory.
pub const FEW: usize = 16;

/// Room to work in, kept from one time to the next so that nothing is allocated anew.
#[derive(Debug, Default)]
pub struct Room {
    /// What is held.
    pub held: Held,
    /// Components that something else is done with.
    pub others: Vec<i32>,
    sorted: Vec<i32>,
    states: Vec<i32>,
    keys: Vec<u64>,
}
