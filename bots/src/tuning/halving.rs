//! Successive halving (Karnin, Koren and Somekh 2013): all candidates play a few games, the better half plays twice as many, and so on.

use rulehound_interpreter::play::Seeded;

use super::Tuning;

/// A candidate with what its games brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tried {
    /// The candidate.
    pub tuning: Tuning,
    /// How many games it has played.
    pub games: u64,
    /// What they brought altogether, each from 0 to [`ONE`](crate::ONE).
    pub points: u64,
}

/// A contest of ways to search.
#[derive(Clone, Debug)]
pub struct Halving {
    /// Those that still play, the best of the last round first.
    pub left: Vec<Tried>,
    /// How many games each of them plays in the round to come.
    pub games: u64,
    /// Those that play no more, the last to leave first.
    pub out: Vec<Tried>,
}

impl Halving {
    /// So many candidates at most, the first round with so many games each. The first half are the first of these; chance chooses the others.
    pub fn new(mut all: Vec<Tuning>, most: usize, games: u64, chance: &mut Seeded) -> Self {
        let sure = all.len().min(most.div_ceil(2));
        for at in sure..all.len().min(most) {
            let other = at + chance.below(all.len() - at);
            all.swap(at, other);
        }
        all.truncate(most);
        let left = all.into_iter().map(|tuning| Tried { tuning, games: 0, points: 0 }).collect();
        Self { left, games, out: Vec::new() }
    }

    /// Whether a single one is left, or none was there.
    pub fn is_over(&self) -> bool {
        self.left.len() <= 1
    }

    /// A round was played: what it brought each of those that are left, in their order. The worse half leaves; of equal ones the later.
    pub fn played(&mut self, points: &[u64]) {
        for (tried, points) in self.left.iter_mut().zip(points) {
            tried.games += self.games;
            tried.points += points;
        }
        // Nobody has played more games than another of the same round.
        self.left.sort_by_key(|tried| std::cmp::Reverse(tried.points));
        let kept = self.left.len().div_ceil(2);
        let mut leaving = self.left.split_off(kept);
        leaving.append(&mut self.out);
        self.out = leaving;
        self.games *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_half_goes_on_with_twice_as_many_games() {
        let all: Vec<Tuning> = (0..9).map(|explore| Tuning { explore, ..Tuning::default() }).collect();
        let mut contest = Halving::new(all, 8, 10, &mut Seeded::new(1, 0));
        let explores = |list: &[Tried]| list.iter().map(|tried| tried.tuning.explore).collect::<Vec<_>>();
        assert_eq!(explores(contest.left.get(..4).unwrap_or_default()), [0, 1, 2, 3]);
        assert_eq!(contest.left.len(), 8);
        let mut rounds = 0;
        while !contest.is_over() {
            // The more it explores the better, in this game.
            let points: Vec<u64> = contest.left.iter().map(|tried| u64::from(tried.tuning.explore)).collect();
            contest.played(&points);
            rounds += 1;
        }
        let greatest = explores(&contest.out).into_iter().chain(explores(&contest.left)).max();
        assert_eq!((rounds, greatest), (3, explores(&contest.left).first().copied()));
        assert_eq!(contest.left.first().map(|tried| tried.games), Some(10 + 20 + 40));
        assert_eq!(contest.out.len(), 7);
        assert!(Halving::new(Vec::new(), 8, 10, &mut Seeded::new(1, 0)).is_over());
    }
}
