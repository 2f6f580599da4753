//! Games written by hand in Rust: to judge the engine's rules by, and to measure it against.

pub mod backgammon;
pub mod backgammon_fast;
pub mod black_dog;
pub mod countryside;
pub mod engine;
pub mod four_in_a_row;
pub mod go;
pub mod hot_dog;
pub mod kalah;
pub mod morris;
pub mod pig;
pub mod tic_tac_toe;

use rulehound_interpreter::play::Seeded;

/// How a random game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Who won, if anybody.
    pub winner: Option<usize>,
    /// How often somebody had to decide, forced decisions included.
    pub decisions: u64,
}

/// Takes one of the first `left` things at random; the others keep their order.
fn removed(things: &mut [u8], left: &mut usize, chance: &mut Seeded) -> u8 {
    let taken = chance.below(*left);
    let thing = things[taken];
    things.copy_within(taken + 1..*left, taken);
    *left -= 1;
    thing
}
