//! Which games a study plays. What a game comes to depends only on the rules, the seed, its series and its number.

use rulehound_bots::Level;
use serde::{Deserialize, Serialize};

use crate::forbidden::Forbidden;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The seed of all games.
    pub seed: u64,
    /// The bots besides random players, the weakest first.
    pub levels: Vec<Level>,
    /// Bots play only the games whose number this divides.
    pub every: u64,
    /// What one seat is not allowed, one after the other.
    pub forbidden: Vec<Forbidden>,
    /// The most decisions of a game.
    pub most: u64,
    /// Whether there is another game to compare with.
    pub compared: bool,
}

/// Games that are played alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Series {
    /// Everybody at random.
    Random,
    /// The same chance once more, but other random players.
    Again,
    /// Everybody at random in the game to compare with.
    Base,
    /// Everybody by this level.
    Level(u16),
    /// One seat by this level, the others by the one below; which seat goes round with the number of the game.
    Above(u16),
    /// At random, and one seat is not allowed this; which seat goes round with the number of the game.
    Without(u16),
}

impl Series {
    /// Everybody by the level of this number.
    pub fn level(number: usize) -> Self {
        Self::Level(u16::try_from(number).unwrap_or(u16::MAX))
    }

    /// One seat by the level of this number.
    pub fn above(number: usize) -> Self {
        Self::Above(u16::try_from(number).unwrap_or(u16::MAX))
    }

    /// One seat without what has this number.
    pub fn without(number: usize) -> Self {
        Self::Without(u16::try_from(number).unwrap_or(u16::MAX))
    }
}

impl Plan {
    /// The series that a game of this number is played in.
    pub fn series(&self, number: u64) -> Vec<Series> {
        let mut found = vec![Series::Random, Series::Again];
        found.extend(self.compared.then_some(Series::Base));
        found.extend((0..self.forbidden.len()).map(Series::without));
        if number.is_multiple_of(self.every.max(1)) {
            found.extend((0..self.levels.len()).flat_map(|level| [Series::level(level), Series::above(level)]));
        }
        found
    }

    /// How often the series has been played before a game of this number: by this the seat goes round.
    fn round(series: Series, number: u64, every: u64) -> u64 {
        match series {
            Series::Level(_) | Series::Above(_) => number / every.max(1),
            Series::Random | Series::Again | Series::Base | Series::Without(_) => number,
        }
    }

    /// How the seats play in a series; nothing if all play at random.
    pub fn seats(&self, series: Series, number: u64, seats: usize) -> Vec<Level> {
        let level = |number: u16| self.levels.get(usize::from(number)).copied().unwrap_or(Level::Random);
        match series {
            Series::Random | Series::Again | Series::Base | Series::Without(_) => Vec::new(),
            Series::Level(one) => vec![level(one); seats],
            Series::Above(one) => {
                let below = one.checked_sub(1).map_or(Level::Random, level);
                let mut found = vec![below; seats];
                if let Some(seat) = found.get_mut(self.seat(series, number, seats)) {
                    *seat = level(one);
                }
                found
            }
        }
    }

    /// The seat that is another than the others.
    pub fn seat(&self, series: Series, number: u64, seats: usize) -> usize {
        Self::seat_of(series, number, self.every, seats)
    }

    /// The same where bots play the games whose number `every` divides.
    pub fn seat_of(series: Series, number: u64, every: u64, seats: usize) -> usize {
        usize::try_from(Self::round(series, number, every) % (seats.max(1) as u64)).unwrap_or(0)
    }
}
