//! What to try next: the mean so far, and more for what was seldom tried. In whole numbers, so that it is the same on every machine.

use crate::reward::ONE;

/// Binary digits behind the point.
const DIGITS: u32 = 16;

/// Up to so many visits the root is looked up.
const KNOWN: usize = 2_048;

/// One through the root of small numbers.
pub struct UpperBound {
    /// How much seldom tried options are favoured, as a reward.
    explore: u64,
    inverse_roots: Vec<u64>,
}

impl UpperBound {
    /// Works out the roots. Seldom tried options are favoured by so many hundredths of the greatest reward.
    pub fn new(explore: u32) -> Self {
        let inverse_roots = (0..KNOWN as u64).map(inverse_root).collect();
        Self { explore: u64::from(explore) * u64::from(ONE) / 100, inverse_roots }
    }

    /// The root of the logarithm of how often there was something to try; the same for all that was tried.
    pub fn spread(visits: u64) -> u64 {
        (natural_logarithm(visits.max(1)) << DIGITS).isqrt()
    }

    /// The most that something may be worth which was tried so often and gave so much altogether.
    pub fn of(&self, total: u64, visits: u64, spread: u64) -> u64 {
        let visits = visits.max(1);
        let known = usize::try_from(visits).ok().and_then(|visits| self.inverse_roots.get(visits)).copied();
        let inverse = known.unwrap_or_else(|| inverse_root(visits));
        total / visits + ((self.explore * spread * inverse) >> (2 * DIGITS))
    }
}

fn inverse_root(of: u64) -> u64 {
    ((1 << (2 * DIGITS)) / of.max(1)).isqrt()
}

/// With so many binary digits behind the point, at most a tenth too small.
fn natural_logarithm(of: u64) -> u64 {
    /// The natural logarithm of two.
    const OF_TWO: u64 = 45_426;
    let whole = of.ilog2();
    let behind = ((u128::from(of) << DIGITS) >> whole) as u64 - (1 << DIGITS);
    (((u64::from(whole) << DIGITS) + behind) * OF_TWO) >> DIGITS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_and_roots_are_near_the_true_ones() {
        for number in [1_u64, 2, 3, 7, 100, 12_345, 1 << 40, u64::MAX] {
            let found = natural_logarithm(number) as f64 / 65_536.0;
            assert!((found - (number as f64).ln()).abs() < 0.07, "{number}: {found}");
            let inverse = inverse_root(number) as f64 / 65_536.0;
            assert!((inverse - 1.0 / (number as f64).sqrt()).abs() < 0.001, "{number}: {inverse}");
        }
        assert!(UpperBound::spread(u64::MAX) < 1 << 20);
    }

    #[test]
    fn what_was_seldom_tried_is_favoured_and_what_is_better_too() {
        let bound = UpperBound::new(70);
        let spread = UpperBound::spread(100);
        assert!(bound.of(50_000, 10, spread) > bound.of(250_000, 50, spread));
        assert!(bound.of(90_000, 10, spread) > bound.of(50_000, 10, spread));
        let (plain, wanted) = (bound.of(0, 25, spread), 0.7 * 10_000.0 * (100_f64.ln() / 25.0).sqrt());
        assert!((plain as f64 - wanted).abs() < 60.0, "{plain} {wanted}");
    }
}
