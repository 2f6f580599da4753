//! What a search can be told about a game. Nothing of it is needed: what holds for any game is the default.
//!
//! In: nothing but whether something is hidden in the game and whether imagined games are broken off. Out: ways to search that are worth trying
//! ([`Halving`]), and in the end the one that did best.

mod halving;

pub use halving::{Halving, Tried};

use rulehound_interpreter::play::Game;

use crate::reward::ONE;

/// How a bot searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// How much seldom tried options are favoured, in hundredths of the greatest reward: the exploration constant of UCT. 0 to 1,000.
    pub explore: u32,
    /// After how many random decisions an imagined game is judged that is won by rank, by who is how far ahead, or that lasts long, by how near
    /// everybody is to winning; farther on chance has the say. 1 to 10,000. Without it games are broken off where that seems to pay, after
    /// 60 of them.
    pub horizon: Option<u32>,
    /// What an option that was not tried yet is taken to be worth at most, in hundredths of the greatest reward, where one that was tried is
    /// worth its mean and what it gains by being seldom tried (first-play urgency: Gelly and Wang 2006). 0 to 1,000; with 1,000 each option is
    /// tried once before any is tried again.
    pub first_play: u32,
    /// Of a hundred imagined games so many in which what the bot alone knows is dealt anew, too, so that the others in its imagination do not
    /// learn it (self-determinization: Cowling, Whitehouse and Powley 2015). 0 to 90.
    pub redealt: u32,
}

impl Default for Tuning {
    fn default() -> Self {
        Self { explore: 70, horizon: None, first_play: EACH_FIRST, redealt: 0 }
    }
}

/// After so many random decisions imagined games are broken off, where they are and nothing else is said.
pub(crate) const USUAL_HORIZON: u32 = 60;

/// Each option is tried once before any is tried again.
const EACH_FIRST: u32 = 1_000;

/// The values that are tried of each parameter.
const EXPLORE: [u32; 4] = [40, 70, 100, 140];
/// For games that are broken off without being told to, and for others.
const HORIZON: [Option<u32>; 4] = [None, Some(20), Some(200), Some(10_000)];
const HORIZON_FOR_OTHERS: [Option<u32>; 4] = [None, Some(20), Some(60), Some(200)];
const FIRST_PLAY: [u32; 3] = [110, 140, EACH_FIRST];
const REDEALT: [u32; 3] = [0, 30, 60];

impl Tuning {
    /// Whether each number is one that it may be; else which is not, and from where to where it may be.
    ///
    /// # Errors
    /// The name of the parameter with its least and greatest value.
    pub fn checked(self) -> Result<Self, (&'static str, u32, u32)> {
        let bounds = [
            ("explore", self.explore, 0, 1_000),
            ("horizon", self.horizon.unwrap_or(USUAL_HORIZON), 1, 10_000),
            ("first play", self.first_play, 0, EACH_FIRST),
            ("redealt", self.redealt, 0, 90),
        ];
        let wrong = bounds.into_iter().find(|(_, value, least, most)| !(*least..=*most).contains(value));
        wrong.map_or(Ok(self), |(name, _, least, most)| Err((name, least, most)))
    }

    /// All that could be tried in a game: where nothing is hidden nothing is dealt anew, and what is neither won by rank nor broken off without
    /// being told to has no horizon. Those first in which a single number is another one than by default.
    pub fn all(game: &Game, breaks_off: bool) -> Vec<Self> {
        let usual = Self::default();
        let horizons = match (breaks_off, game.is_ranked()) {
            (true, _) => HORIZON.to_vec(),
            (false, true) => HORIZON_FOR_OTHERS.to_vec(),
            (false, false) => vec![usual.horizon],
        };
        let shares = if game.is_open() { vec![usual.redealt] } else { REDEALT.to_vec() };
        let mut all = Vec::new();
        for explore in EXPLORE {
            for horizon in horizons.iter().copied() {
                for first_play in FIRST_PLAY {
                    all.extend(shares.iter().map(|redealt| Self { explore, horizon, first_play, redealt: *redealt }));
                }
            }
        }
        all.retain(|tuning| *tuning != usual);
        all.sort_by_key(|tuning| tuning.changes());
        all
    }

    /// In how many numbers it is another one than by default.
    fn changes(self) -> usize {
        let usual = Self::default();
        let changed = [
            self.explore != usual.explore,
            self.horizon != usual.horizon,
            self.first_play != usual.first_play,
            self.redealt != usual.redealt,
        ];
        changed.into_iter().filter(|changed| *changed).count()
    }

    /// Whether each option is tried once before any is tried again.
    pub(crate) fn tries_each(self) -> bool {
        self.first_play >= EACH_FIRST
    }

    /// What an option that was not tried yet is taken to be worth, as a reward.
    pub(crate) fn untried(self) -> u64 {
        u64::from(self.first_play) * u64::from(ONE) / 100
    }
}
