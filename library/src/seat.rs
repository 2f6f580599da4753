//! Seats at the table.

use serde::{Deserialize, Serialize};

/// A seat, by its number from 0. Its player's name is [`Game::name`](crate::Game::name).
///
/// ```
/// use rulehound::{Rules, Seat};
///
/// let game = Rules::from_text("sticks.rules", rulehound::STICKS)?.game().build()?;
/// let ben = game.seat_of("Ben").unwrap();
/// assert_eq!(ben, Seat::new(1));
/// assert_eq!(game.name(ben), Some("Ben"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(usize);

impl Seat {
    /// The seat of this number, at whichever table.
    pub const fn new(index: usize) -> Self {
        Self(index)
    }

    /// Its number.
    pub const fn index(self) -> usize {
        self.0
    }
}
