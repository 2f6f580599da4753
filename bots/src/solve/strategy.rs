//! How to play in a game in which something is hidden: how likely each option is, by what one was told.

/// For each information set of a game tree the shares of its options, which together are 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Strategy {
    shares: Vec<Vec<f64>>,
}

impl Strategy {
    /// From weights for each set, none of them below 0; where all are 0 every option is as likely.
    pub fn of(weights: Vec<Vec<f64>>) -> Self {
        Self { shares: weights.into_iter().map(normalized).collect() }
    }

    /// How likely each option of a set is.
    pub fn at(&self, set: usize) -> &[f64] {
        self.shares.get(set).map_or(&[], Vec::as_slice)
    }
}

/// As shares of their sum.
pub(super) fn normalized(mut weights: Vec<f64>) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    let even = 1.0 / weights.len().max(1) as f64;
    weights.iter_mut().for_each(|weight| *weight = if sum > 0.0 { *weight / sum } else { even });
    weights
}
