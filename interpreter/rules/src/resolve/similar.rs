//! The nearest name, for "did you mean".

use crate::limits::{Budget, NEAR_STEPS};

/// About how many steps it takes to look at one thing that may be meant.
const STEPS_FOR_ONE: u64 = 100;

/// Looks for names that are meant, until all looking together has become too much: where thousands of names are unknown, nobody reads what
/// each of them may mean.
pub struct Near(Budget);

impl Near {
    /// With nothing looked for yet.
    pub fn new() -> Self {
        Self(Budget::new(NEAR_STEPS))
    }

    /// The candidate nearest to `name`, if one is near enough to be a slip of the pen.
    pub fn name<'a>(&self, name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
        // Comparing takes time in proportion to both lengths; nobody mistypes a name of a hundred signs by a few.
        if name.len() > 100 {
            return None;
        }
        // A name of one or two signs is near to everything; only its letter case can be a slip.
        let allowed = name.chars().count() / 3;
        let written = lower(name);
        let mut nearest = None;
        for candidate in candidates {
            self.0.spend(1 + candidate.len() as u64)?;
            // Names that are too long or too short are most names; they need not be compared sign by sign.
            if candidate.len().abs_diff(name.len()) > 3 * allowed || candidate == name {
                continue;
            }
            let other = lower(candidate);
            if written.len().abs_diff(other.len()) > allowed {
                continue;
            }
            self.0.spend((written.len() * other.len()) as u64)?;
            let found = (distance(&written, &other), candidate);
            if found.0 <= allowed && nearest.is_none_or(|nearest| found < nearest) {
                nearest = Some(found);
            }
        }
        nearest.map(|(_, candidate)| candidate)
    }

    /// Whether so many things may be looked at, all of them, for what somebody may have meant.
    pub fn may_look_at(&self, things: usize) -> bool {
        self.0.spend(STEPS_FOR_ONE * things as u64).is_some()
    }
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

    fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
        Near::new().name(name, candidates)
    }

    #[test]
    fn what_is_looked_for_comes_to_its_end() {
        let (near, names) = (Near::new(), vec!["barrels"; 1_000]);
        let found = (0..2_000).filter(|_| near.name("barrel", names.iter().copied()).is_some()).count();
        assert!((100..1_900).contains(&found), "{found}");
        assert_eq!(near.name("barrel", ["barrels"].into_iter()), None);
    }

    #[test]
    fn leaves_far_names_alone() {
        assert_eq!(nearest("barel", ["road", "barrel"].into_iter()), Some("barrel"));
        assert_eq!(nearest("bag", ["fist", "row"].into_iter()), None);
    }
}
