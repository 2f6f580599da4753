//! Whether it tells anything of the end of a game that is won by rank who is ahead before it.
//!
//! Points that are collected do. Where something that comes late decides, whoever seems to be ahead wins no more often than the others. Then an
//! imagined game that is broken off teaches nothing.

use rulehound_interpreter::play::Stop;

use crate::runner::Runner;

/// So many random games are looked at, with so many decisions together at most.
const GAMES: u64 = 32;
const DECISIONS: u64 = 4_800;

/// From fewer games nothing is concluded.
const ENOUGH: u64 = 5;

/// After so many decisions it is looked who is ahead.
const STEP: u64 = 15;

/// Whether whoever is ahead halfway wins more often than by chance: by at least a fifth of what is possible. As long as nothing else is known, it
/// is so.
pub fn leads_tell(runner: &mut Runner) -> bool {
    if !runner.is_by_code() {
        return true;
    }
    let mut left = DECISIONS;
    let (mut games, mut won, mut seats) = (0, 0, 2);
    for number in 0..GAMES {
        let Some(course) = Course::of_random(runner, number, &mut left) else { break };
        seats = course.winners.len() as u64;
        if let Some(leader) = course.leader_halfway() {
            games += 1;
            won += u64::from(course.winners.get(leader) == Some(&true));
        }
    }
    games < ENOUGH || 5 * (seats * won).saturating_sub(games) >= (seats - 1) * games
}

/// How a random game went.
struct Course {
    /// Who alone was ahead after every few decisions.
    leaders: Vec<Option<usize>>,
    /// By seat.
    winners: Vec<bool>,
}

impl Course {
    /// Plays a random game; nothing if it takes more decisions than are left, or the rules fail.
    fn of_random(runner: &mut Runner, number: u64, left: &mut u64) -> Option<Self> {
        runner.begin().ok()?;
        let mut leaders = Vec::new();
        while runner.stop() != Stop::Over {
            *left = left.checked_sub(STEP)?;
            runner.play_on((number, *left), STEP, &mut || true).ok()?;
            leaders.push(leader(&runner.scores()?));
        }
        let winners = runner.outcome()?.places.iter().map(|place| *place == Some(1)).collect();
        Some(Self { leaders, winners })
    }

    fn leader_halfway(&self) -> Option<usize> {
        self.leaders.get(self.leaders.len() / 2).copied().flatten()
    }
}

/// Who alone has most.
fn leader(scores: &[Option<i64>]) -> Option<usize> {
    let most = scores.iter().flatten().max()?;
    let mut ahead = (0..).zip(scores).filter(|(_, score)| score.as_ref() == Some(most)).map(|(seat, _)| seat);
    ahead.next().filter(|_| ahead.next().is_none())
}
