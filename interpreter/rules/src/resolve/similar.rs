//! The nearest name, for "did you mean".

/// The candidate nearest to `name`, if one is near enough to be a slip of the pen.
pub fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // Comparing takes time in proportion to both lengths; nobody mistypes a name of a hundred signs by a few.
    if name.len() > 100 {
        return None;
    }
    // A name of one or two signs is near to everything; only its letter case can be a slip.
    let allowed = name.chars().count() / 3;
    let written = lower(name);
    // Names that are too long or too short are most names; they need not be compared sign by sign.
    let near = candidates.filter(|candidate| candidate.len() <= 100 && *candidate != name).filter_map(|candidate| {
        let other = lower(candidate);
        (written.len().abs_diff(other.len()) <= allowed).then(|| (distance(&written, &other), candidate))
    });
    near.filter(|(distance, _)| *distance <= allowed).min().map(|(_, candidate)| candidate)
}

fn lower(name: &str) -> Vec<char> {
    name.chars().flat_map(char::to_lowercase).collect()
}

/// How many signs must be put in, left out, changed or swapped with their neighbour.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let at = |row: &[usize], index: usize| row.get(index).copied().unwrap_or(usize::MAX / 2);
            let mut least = (at(&last, j) + usize::from(x != y)).min(at(&last, j + 1) + 1).min(at(&row, j) + 1);
            let swapped = i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x);
            if swapped {
                least = least.min(at(&before, j - 1) + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut last, row);
    }
    last.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_slips_of_the_pen() {
        let slips = |a, b| distance(&lower(a), &lower(b));
        assert_eq!(slips("barrel", "barel"), 1);
        assert_eq!(slips("barrel", "brarel"), 1);
        assert_eq!(slips("Barrel", "barrel"), 0);
    }

    #[test]
    fn leaves_far_names_alone() {
        assert_eq!(nearest("barel", ["road", "barrel"].into_iter()), Some("barrel"));
        assert_eq!(nearest("bag", ["fist", "row"].into_iter()), None);
    }
}
