//! Intervals for shares that hold at every number of games at once, so that somebody may watch and stop whenever there is enough.
//!
//! The mixture of Robbins: for any share that is the true one, the likelihood of the games under a beta prior, over their likelihood under that share, is
//! twenty or more at some time in at most one of twenty studies (Ville). The interval holds the shares for which it is less now.

use statrs::function::beta::ln_beta;

use super::Interval;

/// So often the interval is halved when its ends are looked for: beyond that they no longer change.
const HALVINGS: usize = 60;

/// The interval for a share of which so many of so many games were seen, at whatever time somebody looks.
pub fn sequence(hits: u64, games: u64, sure: f64) -> Interval {
    let (hits, misses) = (hits as f64, games.saturating_sub(hits) as f64);
    if hits + misses == 0.0 {
        return Interval::SHARE;
    }
    let mixture = ln_beta(0.5 + hits, 0.5 + misses) - ln_beta(0.5, 0.5);
    let most = -(1.0 - sure).ln();
    let fits = |share: f64| mixture - powered(share, hits) - powered(1.0 - share, misses) < most;
    let seen = hits / (hits + misses);
    // The share that was seen fits best, and the farther from it the worse.
    let end = |outer: f64| {
        let (mut inside, mut outside) = (seen, outer);
        if fits(outside) {
            return outer;
        }
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(inside, outside);
            if fits(middle) { inside = middle } else { outside = middle }
        }
        outside
    };
    Interval { low: end(0.0), high: end(1.0) }
}

/// `times * ln(share)`; nothing is nothing, however unlikely.
fn powered(share: f64, times: f64) -> f64 {
    if times == 0.0 { 0.0 } else { times * share.ln() }
}

#[cfg(test)]
mod tests {
    use super::super::wilson;
    use super::sequence;

    #[test]
    fn it_is_wider_than_where_the_number_of_games_is_fixed_and_grows_narrower() {
        let mut before = 1.0;
        for games in [10, 100, 1_000, 10_000, 1_000_000] {
            let (watched, fixed) = (sequence(games / 5, games, 0.95), wilson(games / 5, games, 0.95));
            assert!(fixed.half() < watched.half() && watched.half() < 3.0 * fixed.half(), "{games}: {watched:?}");
            assert!(watched.holds(0.2) && watched.half() < before);
            before = watched.half();
        }
    }

    #[test]
    fn its_ends_reach_what_is_always_and_never_so() {
        assert_eq!(sequence(0, 0, 0.95).half(), 0.5);
        assert_eq!(sequence(0, 50, 0.95).low, 0.0);
        assert_eq!(sequence(50, 50, 0.95).high, 1.0);
        assert!(sequence(50, 50, 0.95).low > 0.85);
    }
}
