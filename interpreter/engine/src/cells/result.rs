//! How a game ends: places, keys, and nothing that runs any more.

use smallvec::{SmallVec, smallvec};

use super::{Cells, FEW};
use crate::program::{KeyCode, Program, ending};
use rulehound_rules::model::value::NONE;

/// Who wins.
#[derive(Clone, Copy, Debug)]
pub enum Winners<'a> {
    /// Nobody.
    Nobody,
    /// These seats; the others share the place behind them.
    These(&'a [i32]),
    /// By keys: rows of the keys' values, turned so that the least comes first, and a seat.
    Ranked(&'a [KeyCode], &'a [i64]),
}

/// Ends the game. Gives the place of each seat, from 1; 0 if it has none.
pub fn finish(program: &Program, cells: &mut (impl Cells + ?Sized), winners: Winners<'_>) -> SmallVec<[i32; FEW]> {
    let mut places: SmallVec<[i32; FEW]> = smallvec![0; program.instance.seats()];
    match winners {
        Winners::Nobody | Winners::These([]) => {}
        Winners::These(seats) => {
            let behind = i32::try_from(seats.len()).unwrap_or(0) + 1;
            for (seat, place) in (0..).zip(places.iter_mut()) {
                *place = if seats.contains(&seat) { 1 } else { behind };
            }
        }
        Winners::Ranked(keys, rows) => rank(program, cells, keys, rows, &mut places),
    }
    let layout = &program.layout;
    for (at, place) in (layout.places..).zip(&places) {
        cells.write(at, *place);
    }
    cells.write(layout.over, ending::GAME_OVER);
    places
}

fn rank(program: &Program, cells: &mut (impl Cells + ?Sized), keys: &[KeyCode], rows: &[i64], places: &mut [i32]) {
    let mut rows: SmallVec<[&[i64]; FEW]> = rows.chunks_exact(keys.len() + 1).collect();
    rows.sort_unstable();
    cells.write(program.layout.keys_used, i32::try_from(keys.len()).unwrap_or(0));
    let mut shared = 0;
    let mut before: Option<&[i64]> = None;
    for (rank, row) in (1..).zip(rows) {
        let Some((seat, sorted_by)) = row.split_last() else { continue };
        if before != Some(sorted_by) {
            shared = rank;
            before = Some(sorted_by);
        }
        let Ok(seat) = u32::try_from(*seat) else { continue };
        if let Some(place) = places.get_mut(seat as usize) {
            *place = shared;
        }
        let first = program.layout.keys + seat * program.layout.keys_each;
        for (at, (value, key)) in (first..).zip(sorted_by.iter().zip(keys)) {
            let value = if key.best { -value } else { *value };
            cells.write(at, i32::try_from(value).unwrap_or(0));
        }
    }
}

/// Once the game is over nothing runs any more and no name holds anything, so that equal ends are equal.
pub fn rest(program: &Program, cells: &mut (impl Cells + ?Sized)) {
    let layout = &program.layout;
    let noted = program.notes.as_ref().map(|code| (code.at, cells.read(code.at)));
    cells.clear(layout.turns + 1..layout.size);
    if let Some((at, length)) = noted {
        cells.write(at, length);
    }
    for at in [layout.in_when, layout.pending, layout.chances, layout.turns, layout.pc] {
        cells.write(at, 0);
    }
    cells.write(layout.decider, NONE);
}
