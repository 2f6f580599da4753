//! What an imagined game is worth: by how it ended, or, where that tells little, by how near everybody came to winning.
//!
//! In games that last long at random most of an imagined game is chance and time. They are broken off and judged by what the rules ask before they
//! say who wins. If nobody wins at all (a puzzle that random play never solves) ends are judged so, too.

use rulehound_interpreter::play::{Game, Goals, Outcome, Stop};

use crate::reward::{ONE, by_lead, by_scores, rewards};
use crate::runner::{Failed, Runner};
use crate::solve::Payoff;
use crate::tuning::{Tuning, USUAL_HORIZON};

use super::leading::is_broken_off;

/// The most decisions of the random part of an imagined game; what is not over then is worth what is neither good nor bad.
const TO_THE_END: u64 = 10_000;

/// A game is long if most of so many random ones are not over after so many decisions.
const RANDOM_GAMES: u64 = 4;
pub const LONG: u64 = 150;

/// It is looked so often, and up to so many decisions, whether anybody has come nearer to winning.
const STEP: u64 = 30;
const LOOKED_AT: u64 = 900;

/// If nobody wins any of so many imagined games, ends alone tell nothing apart.
const TELLING: u64 = 16;

/// How imagined games are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// After so many random decisions, by how near everybody is to winning.
    BrokenOff,
    /// By how they end.
    ByEnds,
    /// By how they end and, whoever did not win, by how near they came to it.
    ByNearness,
}

/// What has been seen of the imagined games of a search.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    games: u64,
    /// Whether anybody won one.
    won: bool,
}

/// Judges the imagined games of one search after the other.
pub struct Judging {
    /// Whether the game is won by rank.
    ranked: bool,
    /// Whether such a game is long, and it says something of its end who is ahead before it.
    led: bool,
    /// What the rules ask before they say who wins, if it is not.
    goals: Option<Goals>,
    /// Whether random games last long, once that was looked at.
    long: Option<bool>,
    stage: Stage,
    /// Whether nothing but how games end is to count in this search.
    ends_alone: bool,
    seen: Seen,
    /// The greatest lead met in this search.
    greatest: i64,
    /// From where to where the lead of each went in this search.
    met: Vec<(i64, i64)>,
    /// What is played for.
    pub payoff: Payoff,
}

impl Judging {
    /// For a game. Random games are played here, if by machine code.
    pub fn new(game: &Game, runner: &mut Runner) -> Self {
        Self {
            ranked: game.is_ranked(),
            led: game.is_ranked() && is_broken_off(runner),
            goals: if game.is_ranked() { None } else { Goals::of(game) },
            long: None,
            stage: Stage::ByEnds,
            ends_alone: true,
            seen: Seen::default(),
            greatest: 0,
            met: Vec::new(),
            payoff: Payoff::Win,
        }
    }

    /// Looks how long random games are, unless that is known or somebody has it broken off: rules may take any time for a decision.
    pub fn look(&mut self, runner: &mut Runner, go_on: &mut dyn FnMut() -> bool) {
        self.long = self.long.or_else(|| match &self.goals {
            Some(goals) => lasts_long(goals, runner, go_on).unwrap_or(Some(false)),
            None => Some(false),
        });
    }

    /// A search begins. By ends alone what one search finds can be compared with what another does.
    pub fn begin(&mut self, ends_alone: bool) {
        self.ends_alone = ends_alone || self.payoff != Payoff::Win || self.goals.is_none();
        self.stage = if self.is_long() && !self.ends_alone { Stage::BrokenOff } else { Stage::ByEnds };
        self.seen = Seen::default();
        self.greatest = 0;
        self.met.clear();
    }

    /// Whether imagined games are judged by how near everybody came to winning.
    pub fn is_by_nearness(&self) -> bool {
        self.stage != Stage::ByEnds
    }

    /// Whether imagined games are broken off before they end, as long as nothing else is wanted.
    pub fn breaks_off(&self) -> bool {
        self.led || self.is_long()
    }

    fn is_long(&self) -> bool {
        self.long == Some(true)
    }

    /// Whether an end is worth the same whenever one comes to it.
    pub fn is_fixed(&self) -> bool {
        self.stage != Stage::ByNearness && self.payoff == Payoff::Win
    }

    /// After how many random decisions an imagined game is broken off.
    pub fn horizon(&self, tuning: &Tuning) -> u64 {
        let may = self.ranked || self.stage == Stage::BrokenOff;
        let usual = self.led || self.stage == Stage::BrokenOff;
        let wanted = tuning.horizon.filter(|_| may).or(usual.then_some(USUAL_HORIZON));
        wanted.map_or(TO_THE_END, u64::from)
    }

    /// What the imagined game was worth to each seat that goes no further than where the runner stands.
    pub fn judge(&mut self, runner: &mut Runner, outcome: Option<&Outcome>, out: &mut [u32]) {
        let over = runner.stop() == Stop::Over;
        self.seen.won |= outcome.is_some_and(|outcome| outcome.places.contains(&Some(1)));
        if self.ranked {
            let mut scores = || runner.scores().unwrap_or_default();
            return match self.payoff {
                Payoff::Lead if over => by_lead(&scores(), &mut self.greatest, out),
                Payoff::Win if over => rewards(outcome, out),
                Payoff::Lead | Payoff::Win => by_scores(&scores(), &mut self.greatest, out),
            };
        }
        rewards(outcome, out);
        let wanted = match self.stage {
            Stage::ByEnds => false,
            Stage::BrokenOff => !over,
            Stage::ByNearness => true,
        };
        let Some(near) = self.goals.as_ref().filter(|_| wanted).and_then(|goals| runner.nearness(goals)) else {
            return;
        };
        self.met.resize(near.len(), (i64::MAX, i64::MIN));
        for ((reward, lead), (least, greatest)) in out.iter_mut().zip(leads(&near)).zip(&mut self.met) {
            *least = (*least).min(lead);
            *greatest = (*greatest).max(lead);
            // Whoever has not won at the end is worth less than half of whoever has.
            let most = i64::from(if over { ONE / 2 } else { ONE });
            let share = most * (lead - *least) / (*greatest - *least).max(1);
            let share = u32::try_from(share).unwrap_or(0);
            *reward = if over { share.max(*reward) } else { share };
        }
    }

    /// One more imagined game is over. Tells whether they are judged otherwise from now on, so that all is to be tried anew.
    pub fn learn(&mut self) -> bool {
        self.seen.games += 1;
        let changes = self.seen.games == TELLING && !self.seen.won && self.stage == Stage::ByEnds && !self.ends_alone;
        if changes {
            self.stage = Stage::ByNearness;
        }
        changes
    }
}

/// How much nearer everybody is than the others are on average, times how many others there are; alone, how near.
fn leads(near: &[i64]) -> impl Iterator<Item = i64> {
    let others = i64::try_from(near.len()).unwrap_or(1) - 1;
    let sum: i64 = near.iter().sum();
    near.iter().map(move |near| if others == 0 { *near } else { near * others - (sum - near) })
}

/// Whether random games last long, and somebody comes nearer to winning on the way; nothing if it was broken off.
fn lasts_long(goals: &Goals, runner: &mut Runner, go_on: &mut dyn FnMut() -> bool) -> Result<Option<bool>, Failed> {
    let (mut long, mut nears) = (0, false);
    for number in 0..RANDOM_GAMES {
        runner.begin()?;
        let (mut first, mut decisions) = (None, 0);
        while runner.stop() != Stop::Over && decisions < if nears { LONG } else { LOOKED_AT } {
            if runner.play_on((number, decisions), STEP, go_on)?.is_none() || !go_on() {
                return Ok(None);
            }
            decisions += STEP;
            if !nears && runner.stop() != Stop::Over {
                let near = runner.nearness(goals).ok_or(Failed)?;
                nears = *first.get_or_insert_with(|| near.clone()) != near;
            }
        }
        long += u64::from(decisions > LONG || runner.stop() != Stop::Over);
        // Most of them are long, or cannot be any more.
        let (left, most) = (RANDOM_GAMES - number - 1, RANDOM_GAMES / 2);
        if nears && long > most || long + left <= most {
            break;
        }
    }
    Ok(Some(nears && 2 * long > RANDOM_GAMES))
}
