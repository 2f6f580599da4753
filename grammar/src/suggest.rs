//! "Did you mean …?": the nearest of some words.

/// The candidate that `word` is most likely a misspelling of; the first of several equally near ones.
///
/// Short words must be nearer than long ones. Case does not count.
pub fn nearest<'word>(word: &str, candidates: impl IntoIterator<Item = &'word str>) -> Option<&'word str> {
    let word = word.to_lowercase();
    let allowed = match word.chars().count() {
        0..=2 => 0,
        3..=5 => 1,
        _ => 2,
    };
    let near = candidates.into_iter().filter(|candidate| candidate.len().abs_diff(word.len()) <= allowed);
    let near = near.map(|candidate| (distance(&word, &candidate.to_lowercase()), candidate));
    near.filter(|&(distance, _)| distance <= allowed)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// How many letters must be added, left out, changed or exchanged with the next one.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut above: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    let mut letter_above = None;
    for (line, letter) in left.chars().enumerate() {
        let mut next = vec![line + 1];
        let mut letter_before = None;
        for (column, &other) in right.iter().enumerate() {
            let at = |row: &[usize], column: usize| row.get(column).copied().unwrap_or(usize::MAX / 2);
            let changed = at(&row, column) + usize::from(letter != other);
            let mut best = changed.min(at(&row, column + 1) + 1).min(at(&next, column) + 1);
            if letter_above == Some(other) && letter_before == Some(letter) {
                best = best.min(at(&above, column.wrapping_sub(1)) + 1);
            }
            next.push(best);
            letter_before = Some(other);
        }
        above = std::mem::replace(&mut row, next);
        letter_above = Some(letter);
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_words_are_found() {
        let words = ["phase", "choose", "from", "def"];
        assert_eq!(nearest("phse", words), Some("phase"));
        assert_eq!(nearest("chosoe", words), Some("choose"));
        assert_eq!(nearest("form", words), Some("from"));
        assert_eq!(nearest("dfe", words), Some("def"));
        assert_eq!(nearest("Phase", words), Some("phase"));
        assert_eq!(nearest("other", words), None);
    }
}
