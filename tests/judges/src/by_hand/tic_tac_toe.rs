//! Tic-tac-toe written straight in Rust, to measure the engine against. Free squares stand in the order of the rules, so the same random
//! numbers give the same game.

use rulehound_interpreter::play::Seeded;

use super::{Played, removed};

/// Every three in a row, as bits of the nine squares.
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// Plays one game with random players.
pub fn playout(chance: &mut Seeded) -> Played {
    let mut free = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    let mut left = free.len();
    let mut marks = [0u16; 2];
    let mut decisions = 0;
    while left > 0 {
        let player = decisions as usize % 2;
        decisions += 1;
        marks[player] |= 1 << removed(&mut free, &mut left, chance);
        if LINES.iter().any(|line| marks[player] & line == *line) {
            return Played { winner: Some(player), decisions };
        }
    }
    Played { winner: None, decisions }
}
