//! Numbers that are typed: which option of the list they mean, or which amount.

/// Of options that each name one amount the one with this amount, if it stands elsewhere in the list than at that number.
///
/// `1` may be the first option, `0 tricks`, or the second, `1 trick`; only who typed it knows.
pub fn other_meaning<'t>(number: usize, texts: impl Iterator<Item = &'t str>) -> Option<usize> {
    let amounts: Vec<Option<usize>> = texts.map(amount).collect::<Option<_>>()?;
    let mut named: Vec<usize> = amounts.iter().flatten().copied().collect();
    let count = named.len();
    named.sort_unstable();
    named.dedup();
    let found = amounts.iter().position(|amount| *amount == Some(number))?;
    (named.len() == count && found + 1 != number).then_some(found)
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
