//! Four in a row written straight in Rust, to measure the engine against. Holes stand in the order of the rules, from the top row down, so
//! the same random numbers give the same game.

use rulehound_interpreter::play::Seeded;

use super::{Played, removed};

const COLUMNS: u8 = 7;
const ROWS: u8 = 6;

/// Plays one game with random players.
pub fn playout(chance: &mut Seeded) -> Played {
    let bottom = (ROWS - 1) * COLUMNS;
    // Where a disc may come to rest now, in order.
    let mut open: [u8; COLUMNS as usize] = std::array::from_fn(|column| bottom + column as u8);
    let mut left = open.len();
    let mut discs = [0u64; 2];
    let mut decisions = 0;
    while left > 0 {
        let player = decisions as usize % 2;
        decisions += 1;
        let hole = removed(&mut open, &mut left, chance);
        if hole >= COLUMNS {
            insert(&mut open, &mut left, hole - COLUMNS);
        }
        discs[player] |= bit(hole);
        if four_in_a_row(discs[player]) {
            return Played { winner: Some(player), decisions };
        }
    }
    Played { winner: None, decisions }
}

/// Puts a hole in where it belongs.
fn insert(open: &mut [u8], left: &mut usize, hole: u8) {
    let mut at = *left;
    while at > 0 && open[at - 1] > hole {
        open[at] = open[at - 1];
        at -= 1;
    }
    open[at] = hole;
    *left += 1;
}

/// Eight bits a row: the one too many keeps lines from going on in the next row.
fn bit(hole: u8) -> u64 {
    1 << (hole / COLUMNS * 8 + hole % COLUMNS)
}

/// Across, down and aslant: pairs side by side, and pairs of pairs.
fn four_in_a_row(discs: u64) -> bool {
    [1, 8, 9, 7].into_iter().any(|step| {
        let pairs = discs & discs >> step;
        pairs & pairs >> (2 * step) != 0
    })
}
