//! Numbers that are typed: which option of the list they mean, or which amount.

use std::collections::BTreeMap;

/// Of options that each name one amount the one with this amount, if it stands elsewhere in the list than at that number.
///
/// `1` may be the first option, `0 tricks`, or the second, `1 trick`; only who typed it knows.
///
/// Most options may be the same words with one amount each, `to 5`, `to 6` …; then others may stand beside them, whatever numbers they name.
pub fn other_meaning<'t>(number: usize, texts: impl Iterator<Item = &'t str>) -> Option<usize> {
    let texts: Vec<&str> = texts.collect();
    if let Some(family) = largest_family(&texts) {
        let found = family.into_iter().find(|at| texts.get(*at).copied().and_then(amount) == Some(Some(number)))?;
        return (found + 1 != number).then_some(found);
    }
    let amounts: Vec<Option<usize>> = texts.into_iter().map(amount).collect::<Option<_>>()?;
    let mut named: Vec<usize> = amounts.iter().flatten().copied().collect();
    let count = named.len();
    named.sort_unstable();
    named.dedup();
    let found = amounts.iter().position(|amount| *amount == Some(number))?;
    (named.len() == count && found + 1 != number).then_some(found)
}

/// The options that are the same words with one number each, if they are more than half of several.
fn largest_family(texts: &[&str]) -> Option<Vec<usize>> {
    let mut families: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, text) in texts.iter().enumerate() {
        if let Some(Some(_)) = amount(text) {
            let around: String = text.chars().filter(|sign| !sign.is_ascii_digit()).collect();
            families.entry(around).or_default().push(at);
        }
    }
    families.into_values().find(|family| family.len() > 2 && 2 * family.len() > texts.len())
}

/// The one number among the words; outer `None` if there are several.
fn amount(text: &str) -> Option<Option<usize>> {
    let numbers: Vec<&str> = text
        .split(|sign: char| !sign.is_alphanumeric())
        .filter(|word| word.starts_with(|sign: char| sign.is_ascii_digit()))
        .collect();
    match numbers.as_slice() {
        [] => Some(None),
        [one] => one.parse().ok().map(Some),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::other_meaning;

    fn meaning(number: usize, texts: &[&str]) -> Option<usize> {
        other_meaning(number, texts.iter().copied())
    }

    #[test]
    fn others_may_stand_beside_many_amounts() {
        let texts = ["pot 7", "to 5", "to 6", "to 7", "to 8"];
        assert_eq!(
            [1, 4, 5, 6, 7, 8, 9].map(|number| meaning(number, &texts)),
            [None, None, Some(1), Some(2), Some(3), Some(4), None]
        );
        let hand = ["7 of hearts", "9 of hearts", "3 of clubs", "7 of clubs"];
        assert_eq!([1, 3, 7].map(|number| meaning(number, &hand)), [None, None, None]);
    }

    #[test]
    fn an_amount_may_be_meant() {
        let bids = ["0 tricks", "1 trick", "2 tricks", "pass"];
        assert_eq!(meaning(1, &bids), Some(1));
        assert_eq!(meaning(2, &bids), Some(2));
        assert_eq!(meaning(4, &bids), None, "nobody takes four");
        assert_eq!(meaning(2, &["go 1", "go 2"]), None, "both mean the same");
        assert_eq!(meaning(2, &["from 1 to 2", "from 2 to 3"]), None, "places are no amounts");
        assert_eq!(meaning(3, &["red 3", "blue 3"]), None, "it does not tell them apart");
        assert_eq!(meaning(5, &["c5", "d5", "e2"]), None, "a coordinate is a name");
    }
}
