//! Which of the numbers that were tried bring missed goals nearer when they are turned together.

use crate::findings::{Effect, effects};
use crate::goal::{Judged, Verdict};
use crate::part::Part;
use crate::statistics::Interval;

/// So many are turned at most.
const MOST: usize = 3;

/// So much of the width of a goal is left at either end: what was foretold is not quite what comes.
const MARGIN: f64 = 0.1;

/// Whatever brings the goals nearer by less than this part is left as it is.
const WORTH_IT: f64 = 0.05;

/// Several numbers turned at once, and what random players came to with them.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// What was turned, as `goal = 4 (here 3)`.
    pub turned: Vec<String>,
    /// In how many games that was played.
    pub games: u64,
    /// The goals, judged by those.
    pub goals: Vec<Judged>,
}

/// A goal with what each number does to it.
struct Aim {
    wanted: Interval,
    seen: f64,
    effects: Vec<Effect>,
}

impl Aim {
    /// How far from the goal it is with these numbers turned, if what they do adds up; in widths of the goal.
    fn missed_by(&self, turned: &[usize]) -> f64 {
        let shown = turned.iter().filter_map(|one| self.effects.get(*one)).filter(|effect| effect.is_shown());
        let value = self.seen + shown.map(|effect| effect.by / self.unit()).sum::<f64>();
        let width = (self.wanted.high - self.wanted.low).max(1e-9);
        (self.wanted.low - value).max(value - self.wanted.high).max(0.0) / width
    }

    /// Effects on shares are told in hundredths.
    fn unit(&self) -> f64 {
        if self.effects.first().is_some_and(Effect::is_of_shares) { 100.0 } else { 1.0 }
    }
}

/// Which of the numbers that were tried bring the goals nearest together, by what each does alone; none if no goal is missed, or nothing helps.
pub fn choose(whole: &Part, goals: &[Judged]) -> Vec<usize> {
    if goals.iter().all(|one| one.verdict != Verdict::Missed) {
        return Vec::new();
    }
    let aim = |one: &Judged| Aim { wanted: wanted(one), seen: one.seen, effects: effects(whole, &one.goal.subject) };
    let aims: Vec<Aim> = goals.iter().map(aim).collect();
    let missed_by = |turned: &[usize]| aims.iter().map(|aim| aim.missed_by(turned)).sum::<f64>();
    let number = |tried: usize| whole.manifest.tried.get(tried).and_then(|name| name.split(" = ").next());
    let mut turned: Vec<usize> = Vec::new();
    while turned.len() < MOST {
        let now = missed_by(&turned);
        let free =
            (0..whole.manifest.tried.len()).filter(|one| turned.iter().all(|other| number(*one) != number(*other)));
        let with = |one: usize| [turned.as_slice(), &[one]].concat();
        let best = free.map(|one| (one, missed_by(&with(one)))).min_by(|one, other| one.1.total_cmp(&other.1));
        match best {
            Some((one, left)) if left < now * (1.0 - WORTH_IT) => turned.push(one),
            _ => break,
        }
    }
    turned
}

/// Where a goal shall come to: well inside of what is wanted, or, where it is not missed for sure, no farther away than it is.
fn wanted(one: &Judged) -> Interval {
    let Interval { low, high } = one.goal.wanted;
    let margin = MARGIN * (high - low);
    match one.verdict {
        Verdict::Missed => Interval { low: low + margin, high: high - margin },
        Verdict::Met | Verdict::NotSure(_) | Verdict::Doubtful(_) => {
            Interval { low: low.min(one.seen), high: high.max(one.seen) }
        }
    }
}
