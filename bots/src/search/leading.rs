//! Whether imagined games of a game that is won by rank are broken off and judged by who is ahead.
//!
//! What is played to its end tells most, and in most games costs hardly more. Long games are broken off, if it tells anything of their end who is
//! ahead before it: points that are collected do. Where something that comes late decides, whoever seems to be ahead wins no more often than the
//! others; then an imagined game that is broken off teaches nothing.

use rulehound_interpreter::play::Stop;

use super::judging::LONG;
use crate::runner::Runner;

/// So many random games are looked at, with so many decisions together at most.
const GAMES: u64 = 64;
const DECISIONS: u64 = 9_600;

/// From fewer games nothing is concluded.
const ENOUGH: u64 = 5;

/// After so many decisions it is looked who is ahead.
const STEP: u64 = 5;

/// Whether most random games last long, and whoever is ahead halfway wins more often than by chance: by at least a fifth of what is possible. As
/// long as nothing else is known, it is so.
pub fn is_broken_off(runner: &mut Runner) -> bool {
    if !runner.is_by_code() {
        return true;
    }
    let mut left = DECISIONS;
    let mut courses = Vec::new();
    for number in 0..GAMES {
        let Some(course) = Course::of_random(runner, number, &mut left) else { break };
        courses.push(course);
    }
    // One that takes all that there was to look at is long, too.
    let long = courses.iter().filter(|course| course.length() > LONG).count();
    let seen = courses.len() as u64;
    (seen < ENOUGH || 2 * long as u64 > seen) && leads_tell(&courses)
}

/// Whether whoever is ahead halfway wins more often than by chance.
fn leads_tell(courses: &[Course]) -> bool {
    let seats = courses.first().map_or(2, |course| course.winners.len() as u64);
    let led = courses.iter().filter_map(|course| course.leader_halfway().map(|leader| (course, leader)));
    let (games, won) = led.fold((0, 0), |(games, won), (course, leader)| {
        (games + 1, won + u64::from(course.winners.get(leader) == Some(&true)))
    });
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

    /// How many decisions it took, to a few.
    fn length(&self) -> u64 {
        STEP * self.leaders.len() as u64
    }

    fn leader_halfway(&self) -> Option<usize> {
        let halfway = (self.leaders.len() / 2).saturating_sub(1);
        self.leaders.get(halfway).copied().flatten()
    }
}

/// Who alone has most.
fn leader(scores: &[Option<i64>]) -> Option<usize> {
    let most = scores.iter().flatten().max()?;
    let mut ahead = (0..).zip(scores).filter(|(_, score)| score.as_ref() == Some(most)).map(|(seat, _)| seat);
    ahead.next().filter(|_| ahead.next().is_none())
}
