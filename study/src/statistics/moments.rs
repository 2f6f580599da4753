//! Means and spreads of whole numbers, added up exactly, so that parts of a study give the same together as the whole.

use serde::{Deserialize, Serialize};

use super::{Interval, quantile};

/// What is kept of numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moments {
    /// How many there are.
    pub count: u64,
    sum: i128,
    squares: i128,
    /// The least and the most of them.
    ends: Option<(i64, i64)>,
}

impl Moments {
    /// Takes a number in.
    pub fn add(&mut self, value: i64) {
        self.add_times(value, 1);
    }

    /// Takes a number in so many times.
    pub fn add_times(&mut self, value: i64, times: u64) {
        if times == 0 {
            return;
        }
        self.count += times;
        let (value_exact, times) = (i128::from(value), i128::from(times));
        self.sum += value_exact * times;
        self.squares += value_exact * value_exact * times;
        self.ends = Some(self.ends.map_or((value, value), |(least, most)| (least.min(value), most.max(value))));
    }

    /// Takes in all that others have taken in.
    pub fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
        self.ends = match (self.ends, other.ends) {
            (Some(one), Some(other)) => Some((one.0.min(other.0), one.1.max(other.1))),
            (one, other) => one.or(other),
        };
    }

    /// The mean; nothing of nothing is 0.
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum as f64 / self.count as f64 }
    }

    /// How far the numbers lie from their mean: their standard deviation.
    pub fn spread(&self) -> f64 {
        let count = i128::from(self.count);
        if count < 2 {
            return 0.0;
        }
        // Exact up to here, so that numbers far from zero lose nothing.
        let variance = (count * self.squares - self.sum * self.sum) as f64 / (count * (count - 1)) as f64;
        variance.max(0.0).sqrt()
    }

    /// The least and the most of them.
    pub fn ends(&self) -> Option<(i64, i64)> {
        self.ends
    }

    /// Where the mean of all games may be that could be played.
    pub fn interval(&self, sure: f64) -> Interval {
        let half =
            if self.count < 2 { f64::INFINITY } else { quantile(sure) * self.spread() / (self.count as f64).sqrt() };
        Interval { low: self.mean() - half, high: self.mean() + half }
    }
}

#[cfg(test)]
#[expect(clippy::indexing_slicing, reason = "a test that panics tells why")]
mod tests {
    use super::Moments;

    #[test]
    fn parts_give_the_same_together_as_the_whole() {
        let numbers: Vec<i64> = (0..100).map(|number| number * number % 37 - 1_000_000_000).collect();
        let of = |numbers: &[i64]| {
            let mut moments = Moments::default();
            numbers.iter().for_each(|number| moments.add(*number));
            moments
        };
        let mut parts = of(&numbers[..33]);
        parts.merge(&of(&numbers[33..]));
        assert_eq!(parts, of(&numbers));
        let mean = numbers.iter().sum::<i64>() as f64 / 100.0;
        let variance = numbers.iter().map(|number| (*number as f64 - mean).powi(2)).sum::<f64>() / 99.0;
        assert!((parts.mean() - mean).abs() < 1e-6 && (parts.spread() - variance.sqrt()).abs() < 1e-6);
    }
}
