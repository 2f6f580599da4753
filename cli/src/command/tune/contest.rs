//! Games between ways to search: which is best, and how it does in the end.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::ProgressBar;
use rayon::prelude::*;
use rulehound_bots::{Bot, Halving, Level, ONE, Tuning};
use rulehound_interpreter::play::{Fault, Game, Outcome, Seeded};
use rulehound_study::statistics::wilson;

use crate::bot::{Generators, play};
use crate::many;
use crate::thinkers::Thinkers;

/// The most ways to search that are tried.
const MOST_TRIED: usize = 16;

/// So many times the games of the first round decide in the end whether it is written down.
const AT_THE_END: u64 = 10;

/// 19 times out of 20.
const SURE: f64 = 0.95;

/// How the best way did in new games.
pub struct Verdict {
    pub games: u64,
    points: u64,
    seats: usize,
}

impl Verdict {
    pub fn share(&self) -> f64 {
        self.points as f64 / (self.games * u64::from(ONE)).max(1) as f64
    }

    /// A share of points varies no more than one of wins.
    pub fn ends(&self) -> (f64, f64) {
        let interval = wilson(self.points / u64::from(ONE), self.games, SURE);
        (interval.low, interval.high)
    }

    pub fn even(&self) -> f64 {
        1.0 / self.seats as f64
    }

    pub fn is_better(&self) -> bool {
        self.ends().0 > self.even()
    }

    pub fn told(&self, iterations: u64) -> String {
        let (low, high) = self.ends();
        let per = |share: f64| (share * 100.0).round();
        format!(
            "{} % (between {} and {}) in {} games of {iterations} imagined games a move, where {} % would be even",
            per(self.share()),
            per(low),
            per(high),
            self.games,
            per(self.even())
        )
    }
}

/// Games between one way to search and the usual one.
pub struct Contest<'g> {
    pub game: &'g Game,
    pub iterations: u64,
    pub seed: u64,
    pub most: u64,
}

impl Contest<'_> {
    /// Round after round, and in the end the best in new games.
    pub fn held(&self, games: u64) -> Result<(Halving, Option<Verdict>), Fault> {
        let all = Tuning::all(self.game, Bot::new(self.game).breaks_off());
        let mut halving = Halving::new(all, MOST_TRIED, games, &mut Seeded::new(self.seed, 0));
        let bar = many::bar(planned(halving.left.len(), games));
        let mut first = 0;
        while !halving.is_over() {
            let candidates: Vec<Tuning> = halving.left.iter().map(|tried| tried.tuning).collect();
            let points = self.points(&candidates, first, halving.games, &bar)?;
            first += halving.games;
            halving.played(&points);
        }
        let best = halving.left.first().map(|tried| tried.tuning);
        let games = games * AT_THE_END;
        let verdict = match best {
            Some(best) => {
                let points = self.points(&[best], first, games, &bar)?.into_iter().sum();
                Some(Verdict { games, points, seats: self.game.instance().seats() })
            }
            None => None,
        };
        bar.finish_and_clear();
        Ok((halving, verdict))
    }

    /// What so many games bring each candidate, sitting alone among usual bots, seat after seat. All play under the same chance.
    fn points(&self, candidates: &[Tuning], first: u64, games: u64, bar: &ProgressBar) -> Result<Vec<u64>, Fault> {
        let seats = self.game.instance().seats();
        let level = vec![Level::Iterations(self.iterations); seats];
        let thinkers = |_| Mutex::new(None::<Thinkers>);
        let thinkers: Vec<Mutex<Option<Thinkers>>> = (0..rayon::current_num_threads().max(1)).map(thinkers).collect();
        let broken = AtomicBool::new(false);
        let played: Vec<(usize, u64)> = (0..candidates.len())
            .flat_map(|candidate| (first..first + games).map(move |number| (candidate, number)))
            .collect();
        let brought: Vec<Result<(usize, u64), Fault>> = played
            .into_par_iter()
            .map(|(candidate, number)| {
                if broken.load(Ordering::Relaxed) {
                    return Ok((candidate, 0));
                }
                let mine = thinkers.get(rayon::current_thread_index().unwrap_or(0)).map(Mutex::lock);
                let mut mine = mine.and_then(Result::ok);
                let mut own = None;
                let slot = mine.as_deref_mut().unwrap_or(&mut own);
                let thinkers = slot.get_or_insert_with(|| Thinkers::searching(self.game, level.clone()));
                let seat = usize::try_from(number % seats as u64).unwrap_or(0);
                thinkers.let_one_search(self.game, seat, candidates.get(candidate).copied().unwrap_or_default());
                let mut generators = Generators::new(self.seed, number / seats as u64);
                let course = play(self.game, &mut generators, Some(thinkers), self.most, false);
                bar.inc(1);
                let course = course.inspect_err(|_| broken.store(true, Ordering::Relaxed))?;
                let outcome = course.position.outcome().filter(|_| course.over);
                Ok((candidate, points(outcome.as_ref(), seat, seats)))
            })
            .collect();
        let mut points = vec![0; candidates.len()];
        for brought in brought {
            let (candidate, more) = brought?;
            if let Some(points) = points.get_mut(candidate) {
                *points += more;
            }
        }
        Ok(points)
    }
}

/// What a game brings a seat: a win is shared by all who win, and by all who sit there if nobody does.
fn points(outcome: Option<&Outcome>, seat: usize, seats: usize) -> u64 {
    let winners = outcome.map(Outcome::winners).unwrap_or_default();
    match winners.len() {
        0 => u64::from(ONE) / seats as u64,
        count if winners.contains(&seat) => u64::from(ONE) / count as u64,
        _ => 0,
    }
}

/// How many games are played altogether.
fn planned(candidates: usize, games: u64) -> u64 {
    let (mut left, mut each, mut all) = (candidates as u64, games, games * AT_THE_END);
    while left > 1 {
        all += left * each;
        (left, each) = (left.div_ceil(2), each * 2);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_are_as_many_as_planned() {
        assert_eq!(planned(16, 20), 16 * 20 + 8 * 40 + 4 * 80 + 2 * 160 + 200);
        assert_eq!(planned(1, 20), 200);
        assert_eq!(planned(5, 1), 5 + 3 * 2 + 2 * 4 + 10);
    }

    #[test]
    fn points_are_shared() {
        let of = |places: &[Option<u32>], seat| {
            let outcome = Outcome { places: places.to_vec(), keys: vec![Vec::new(); places.len()] };
            points(Some(&outcome), seat, places.len())
        };
        let one = u64::from(ONE);
        assert_eq!(
            [of(&[Some(1), Some(2)], 0), of(&[Some(1), Some(2)], 1), of(&[Some(1), Some(1)], 1)],
            [one, 0, one / 2]
        );
        assert_eq!([of(&[None, None, None, None], 2), points(None, 0, 2)], [one / 4, one / 2]);
    }
}
