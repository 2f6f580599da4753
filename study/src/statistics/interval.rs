//! Intervals for shares at a number of games that was fixed before.

use statrs::distribution::{ContinuousCDF, Normal};

/// From where to where something may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The least.
    pub low: f64,
    /// The most.
    pub high: f64,
}

impl Interval {
    /// Everything a share can be.
    pub const SHARE: Self = Self { low: 0.0, high: 1.0 };

    /// Whether a value lies in it.
    pub fn holds(self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Whether it lies within another.
    pub fn within(self, other: Self) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    /// Half of its width.
    pub fn half(self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// How many standard deviations to both sides hold so much of a normal distribution: 1.96 for 0.95.
pub fn quantile(sure: f64) -> f64 {
    Normal::standard().inverse_cdf(f64::midpoint(1.0, sure.clamp(0.0, 1.0 - 1e-12)))
}

/// How sure each of several statements must be, so that all together are 19 times out of 20.
pub fn each(of: usize) -> f64 {
    1.0 - (1.0 - super::SURE) / of.max(1) as f64
}

/// How likely a normal value lies at least so many standard deviations off, to either side.
pub fn tail(deviations: f64) -> f64 {
    2.0 * Normal::standard().sf(deviations.abs())
}

/// The interval of Wilson for a share of which so many of so many games were seen.
pub fn wilson(hits: u64, games: u64, sure: f64) -> Interval {
    if games == 0 {
        return Interval::SHARE;
    }
    let (n, z) = (games as f64, quantile(sure));
    let share = hits as f64 / n;
    let middle = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    // Rounding must not leave out what was seen.
    Interval { low: (middle - half).max(0.0).min(share), high: (middle + half).min(1.0).max(share) }
}

/// About how many games an interval of this half width takes for something that deviates so much in one game.
pub fn games_for(deviation: f64, half: f64, sure: f64) -> Option<u64> {
    let games = (quantile(sure) * deviation / half).powi(2).ceil();
    // Beyond that nobody plays.
    (half > 0.0 && games < 1e12).then_some(games as u64)
}

#[cfg(test)]
mod tests {
    use super::{games_for, quantile, tail, wilson};

    /// Values from tables, and of the interval worked out by hand.
    #[test]
    fn known_numbers() {
        assert!((quantile(0.95) - 1.959_964).abs() < 1e-6);
        assert!((tail(1.959_964) - 0.05).abs() < 1e-6);
        let half = wilson(50, 100, 0.95);
        assert!((half.low - 0.403_83).abs() < 1e-4 && (half.high - 0.596_17).abs() < 1e-4, "{half:?}");
        let none = wilson(0, 10, 0.95);
        assert!(none.low == 0.0 && (none.high - 0.277_54).abs() < 1e-4, "{none:?}");
        assert_eq!(games_for(0.5, 0.01, 0.95), Some(9_604));
        assert_eq!(games_for(0.5, 0.0, 0.95), None);
    }
}
