//! Which games a study plays. What a game comes to depends only on the rules, the seed, its series and its number.

use rulehound_bots::Level;
use serde::{Deserialize, Serialize};

use crate::forbidden::Forbidden;

/// Other numbers in the rules are tried in so many games each; more would tell little more.
const TRYING: u64 = 5_000;

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
    /// How many games with another number in the rules are tried.
    pub tried: usize,
    /// Random games below this number are looked into: what is on offer, which rules run. The others are counted, which is much faster.
    pub closely: u64,
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
    /// Everybody at random with another number in the rules.
    Tried(u16),
    /// Everybody by this level.
    Level(u16),
    /// Everybody by the best level in the game to compare with.
    BaseLevel,
    /// One seat by this level, the others by the one below; which seat goes round with the number of the game.
    Above(u16),
    /// At random, and one seat is not allowed this; which seat goes round with the number of the game.
    Without(u16),
}

impl Series {
    /// Everybody at random with what is tried by this number.
    pub fn tried(number: usize) -> Self {
        Self::Tried(u16::try_from(number).unwrap_or(u16::MAX))
    }

    /// Everybody by the level of this number.
    pub fn level(number: usize) -> Self {
        Self::Level(u16::try_from(number).unwrap_or(u16::MAX))
    }

    /// One seat by the level of this number.
    pub fn above(number: usize) -> Self {
        Self::Above(u16::try_from(number).unwrap_or(u16::MAX))
    }

    /// Whether everybody takes any option.
    pub fn is_plain(self) -> bool {
        matches!(self, Self::Random | Self::Again | Self::Base | Self::Tried(_))
    }

    /// Whether one seat plays otherwise than the others.
    pub fn is_uneven(self) -> bool {
        matches!(self, Self::Above(_) | Self::Without(_))
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
        if number < TRYING {
            found.extend((0..self.tried).map(Series::tried));
        }
        found.extend((0..self.forbidden.len()).map(Series::without));
        if number.is_multiple_of(self.every.max(1)) {
            found.extend((0..self.levels.len()).flat_map(|level| [Series::level(level), Series::above(level)]));
            found.extend((self.compared && !self.levels.is_empty()).then_some(Series::BaseLevel));
        }
        found
    }

    /// How often the series has been played before a game of this number: by this the seat goes round.
    fn round(series: Series, number: u64, every: u64) -> u64 {
        match series {
            Series::Level(_) | Series::Above(_) | Series::BaseLevel => number / every.max(1),
            Series::Random | Series::Again | Series::Base | Series::Tried(_) | Series::Without(_) => number,
        }
    }

    /// How the seats play in a series; nothing if all play at random.
    pub fn seats(&self, series: Series, number: u64, seats: usize) -> Vec<Level> {
        let level = |number: u16| self.levels.get(usize::from(number)).copied().unwrap_or(Level::Random);
        match series {
            Series::Random | Series::Again | Series::Base | Series::Tried(_) | Series::Without(_) => Vec::new(),
            Series::Level(one) => vec![level(one); seats],
            Series::BaseLevel => vec![self.levels.last().copied().unwrap_or(Level::Random); seats],
            Series::Above(one) => {
                let below = one.checked_sub(1).map_or(Level::Random, level);
                let mut found = vec![below; seats];
                let odd = self.odd_seat(series, number, seats);
                if let Some(seat) = odd.and_then(|odd| found.get_mut(odd)) {
                    *seat = level(one);
                }
                found
            }
        }
    }

    /// The seat that plays otherwise than the others, if one does.
    pub fn odd_seat(&self, series: Series, number: u64, seats: usize) -> Option<usize> {
        Self::odd_seat_of(series, number, self.every, seats)
    }

    /// The same where bots play the games whose number `every` divides.
    pub fn odd_seat_of(series: Series, number: u64, every: u64, seats: usize) -> Option<usize> {
        let seat = Self::round(series, number, every) % (seats.max(1) as u64);
        usize::try_from(seat).ok().filter(|_| series.is_uneven())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of those that are played, and not of all numbers: with every second game for two, it would be the same seat for ever.
    #[test]
    fn the_seat_that_plays_otherwise_goes_round_among_games_that_are_played() {
        let seats = |every: u64| {
            (0..4).map(|game| Plan::odd_seat_of(Series::Above(0), game * every, every, 2)).collect::<Vec<_>>()
        };
        for every in 1..=4 {
            assert_eq!(seats(every), [Some(0), Some(1), Some(0), Some(1)], "every {every}");
        }
        assert_eq!(Plan::odd_seat_of(Series::Without(0), 3, 2, 2), Some(1), "random games are all played");
        assert_eq!(Plan::odd_seat_of(Series::Level(0), 3, 1, 2), None);
    }
}
