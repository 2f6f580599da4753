//! The bootstrap: where a mean may be that hangs on games of one seed together. Blocks of games are drawn again, never single games.

use rulehound_interpreter::play::Seeded;

use super::Interval;

/// So often all blocks are drawn again.
const DRAWS: usize = 1_000;

/// Sums and counts, block by block.
pub type Blocks = [(f64, f64)];

/// The interval of a ratio of sums, from blocks that were drawn again with this seed: the middle part of what came out.
pub fn bootstrap(blocks: &Blocks, sure: f64, seed: u64) -> Option<Interval> {
    if blocks.len() < 2 {
        return None;
    }
    let mut generator = Seeded::new(seed, 0);
    let mut ratios: Vec<f64> = Vec::with_capacity(DRAWS);
    for _ in 0..DRAWS {
        let drawn = (0..blocks.len()).filter_map(|_| blocks.get(generator.below(blocks.len())));
        let (sum, count) = drawn.fold((0.0, 0.0), |(sum, count), block| (sum + block.0, count + block.1));
        if count > 0.0 {
            ratios.push(sum / count);
        }
    }
    ratios.sort_by(f64::total_cmp);
    let at = |share: f64| ratios.get(((ratios.len().saturating_sub(1)) as f64 * share).round() as usize).copied();
    Some(Interval { low: at((1.0 - sure) / 2.0)?, high: at(f64::midpoint(1.0, sure))? })
}

#[cfg(test)]
#[expect(clippy::expect_used, reason = "a test that panics tells why")]
mod tests {
    use super::bootstrap;

    /// Ten games that go alike are no more than one.
    #[test]
    fn games_of_one_block_count_as_one() {
        let single: Vec<(f64, f64)> = (0..100).map(|number| (f64::from(number % 2), 1.0)).collect();
        let tenfold: Vec<(f64, f64)> = (0..10).map(|number| (f64::from(number % 2) * 10.0, 10.0)).collect();
        let [single, tenfold] = [single, tenfold].map(|blocks| bootstrap(&blocks, 0.95, 1).expect("blocks"));
        assert!((single.half() - 0.098).abs() < 0.02, "{single:?}");
        assert!(tenfold.half() > 2.0 * single.half(), "{tenfold:?}");
        assert_eq!(bootstrap(&[(1.0, 1.0)], 0.95, 1), None);
    }
}
