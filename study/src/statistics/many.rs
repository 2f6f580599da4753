//! Many comparisons at once.

/// For each p value the least share of false finds among those that are at least as sure (Benjamini and Hochberg). Whoever takes what is at most
/// 0.05 finds one thing out of twenty that is none.
pub fn adjusted(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<(usize, f64)> = values.iter().copied().enumerate().collect();
    order.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    let mut found = vec![1.0; values.len()];
    let mut least: f64 = 1.0;
    for (rank, (index, value)) in order.iter().enumerate().rev() {
        least = least.min(value * values.len() as f64 / (rank + 1) as f64);
        if let Some(slot) = found.get_mut(*index) {
            *slot = least;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::adjusted;

    #[test]
    fn by_hand() {
        let found = adjusted(&[0.01, 0.9, 0.04, 0.02]);
        let wanted = [0.04, 0.9, 0.16 / 3.0, 0.04];
        assert!(found.iter().zip(wanted).all(|(one, other)| (one - other).abs() < 1e-12), "{found:?}");
        assert!(adjusted(&[]).is_empty());
    }
}
