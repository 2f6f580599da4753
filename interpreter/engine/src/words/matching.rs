//! Finding what somebody means among what there is: in scripts, at the table, in questions.
//!
//! The same text wins, then equal words, whatever their case and blanks (`_` is one), then what begins with the words given, then what has the
//! same words in another order. Else every word given must be among the words of what is meant: `double` is enough for `Chip double of Ann`.

/// Of a longer text only so many words are looked for.
const MOST_WORDS: usize = 40;

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Exactly one, by its index.
    One(usize),
    /// Nothing.
    Nothing,
    /// Several that the words fit equally well.
    Several(Vec<usize>),
}

/// The texts, with ` (2)`, ` (3)` behind what stands there again, so that each can be meant.
pub fn numbered<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut seen = std::collections::BTreeMap::new();
    let mut number = |text: &'a str| {
        let count: &mut usize = seen.entry(text).or_default();
        *count += 1;
        if *count == 1 { text.to_owned() } else { format!("{text} ({count})") }
    };
    texts.map(&mut number).collect()
}

/// Looks for `given` among texts.
pub fn find<'a>(given: &str, texts: impl Iterator<Item = &'a str> + Clone) -> Found {
    let wanted = normal(given);
    let fits: [&dyn Fn(&str) -> bool; 5] = [
        &|text| text == given,
        &|text| normal(text) == wanted,
        &|text| begins_with(text, given),
        &|text| has_words(text, given),
        &|text| holds_words(text, given),
    ];
    let found =
        fits.iter().map(|fits| indices(texts.clone(), fits)).find(|found| !found.is_empty()).unwrap_or_default();
    match found.as_slice() {
        [] => Found::Nothing,
        [one] => Found::One(*one),
        _ => Found::Several(found),
    }
}

fn indices<'a>(texts: impl Iterator<Item = &'a str>, fits: impl Fn(&str) -> bool) -> Vec<usize> {
    texts.enumerate().filter(|(_, text)| fits(text)).map(|(index, _)| index).collect()
}

/// What parts words: blanks, and `_`, which stands for them in names of the rules.
fn is_blank(sign: char) -> bool {
    sign.is_whitespace() || sign == '_'
}

/// Without regard to case and runs of blanks; a name of the rules is the noun that people read for it (`RedDragon` is `red dragon`).
pub fn normal(text: &str) -> String {
    let mut words = String::with_capacity(text.len() + 2);
    for word in text.split(is_blank).filter(|word| !word.is_empty()) {
        if !words.is_empty() {
            words.push(' ');
        }
        super::noun::push_noun(&mut words, word);
    }
    words
}

/// Whether two texts are the same without regard to case and runs of blanks.
pub fn same(one: &str, other: &str) -> bool {
    normal(one) == normal(other)
}

/// Whether the first words of `text` are those of `given`.
fn begins_with(text: &str, given: &str) -> bool {
    let given = words(given);
    !given.is_empty() && words(text).starts_with(&given)
}

/// Whether two texts have the same words in any order: of several things it does not matter which is named first, nor whether `and` stands
/// before the last.
fn has_words(text: &str, given: &str) -> bool {
    let given = sorted(joined_words(given));
    !given.is_empty() && sorted(joined_words(text)) == given
}

/// The words without what joins several things.
fn joined_words(text: &str) -> Vec<String> {
    words(text).into_iter().filter(|word| word != "and").collect()
}

fn sorted(mut words: Vec<String>) -> Vec<String> {
    words.sort_unstable();
    words
}

/// Whether every word of `given`, as often as it stands there, is among the words of `text`.
pub fn holds_words(text: &str, given: &str) -> bool {
    let mut words = words(text);
    let given = self::words(given);
    !given.is_empty()
        && given.iter().all(|word| {
            let found = words.iter().position(|other| other == word);
            found.map(|index| words.swap_remove(index)).is_some()
        })
}

/// Whether `text` has the words of `given` in any order, and no others but in front of them.
pub fn ends_in(text: &str, given: &str) -> bool {
    let (mut text, given) = (joined_words(text), joined_words(given));
    let Some(before) = text.len().checked_sub(given.len()) else { return false };
    sorted(text.split_off(before)) == sorted(given)
}

/// The texts that share most words with what is given, of those words that not all of them have; none if there is no such word.
pub fn nearest<'a>(given: &str, texts: impl Iterator<Item = &'a str>) -> Vec<usize> {
    let texts: Vec<Vec<String>> = texts.map(words).collect();
    let mut wanted = words(given);
    wanted.truncate(MOST_WORDS);
    wanted.retain(|word| !texts.iter().all(|text| text.contains(word)));
    let shared: Vec<usize> = texts.iter().map(|text| shared(&wanted, text)).collect();
    let most = shared.iter().copied().max().unwrap_or(0);
    shared.iter().enumerate().filter(|(_, count)| most > 0 && **count == most).map(|(index, _)| index).collect()
}

/// How many of the words stand in a text, each as often as it stands there.
fn shared(wanted: &[String], text: &[String]) -> usize {
    let mut left: Vec<&String> = text.iter().collect();
    let mut take = |word: &String| left.iter().position(|other| *other == word).map(|index| left.swap_remove(index));
    wanted.iter().filter(|word| take(word).is_some()).count()
}

fn words(text: &str) -> Vec<String> {
    let bare =
        |word: &str| word.trim_matches(|sign: char| matches!(sign, ',' | '.' | ';' | ':' | '!' | '?')).to_owned();
    normal(text).split(' ').map(bare).filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(given: &str, texts: &[&str], found: Found) {
        assert_eq!(find(given, texts.iter().copied()), found);
    }

    #[test]
    fn equal_words_win() {
        check("RED  card", &["red card", "big red card"], Found::One(0));
    }

    #[test]
    fn a_low_line_is_a_blank() {
        check("throne_room", &["throne room", "big throne room"], Found::One(0));
        check("throne room", &["big_throne_room", "throne_room"], Found::One(1));
        check("throne_room", &["big throne room"], Found::One(0));
    }

    #[test]
    fn some_words_are_enough() {
        check("red", &["Card number 5 of Ann", "Card red of Ann"], Found::One(1));
        check("5", &["Card number 15 of Ann", "Card number 5 of Ann"], Found::One(1));
    }

    #[test]
    fn the_beginning_wins() {
        check("3 from 7", &["3 from 17 to 7", "3 from 7 to 17"], Found::One(1));
        check("card", &["red Card", "Card 1", "Card 2"], Found::Several(vec![1, 2]));
    }

    #[test]
    fn of_several_any_may_come_first() {
        let texts = ["burn penny, weed", "burn penny, weed, crown", "burn penny"];
        check("burn weed, penny", &texts, Found::One(0));
        check("weed, penny", &texts, Found::Several(vec![0, 1]));
    }

    #[test]
    fn a_word_counts_as_often_as_it_stands_there() {
        check("1 1", &["Tile 1 2", "Tile 1 1"], Found::One(1));
    }

    #[test]
    fn what_stands_in_front_need_not_be_said() {
        assert!(ends_in("lay card 1, card 2 and card 3", "card 3, card 1, card 2"));
        assert!(ends_in("lay card 1 and card 2", "lay card 1, card 2"));
        assert!(!ends_in("lay card 1, card 2 and card 3", "card 1, card 2"));
        assert!(!ends_in("card 1", "card 1, card 2"));
    }

    #[test]
    fn the_nearest_share_most_words() {
        let texts = ["tiger a2 to a3", "tiger a2 to a4", "goat b1 to a3", "goat b1 to c3"];
        assert_eq!(nearest("a2 to a5", texts.into_iter()), [0, 1]);
        assert_eq!(nearest("goat b2 to a3", texts.into_iter()), [2]);
        assert_eq!(nearest("somewhere to", texts.into_iter()), []);
        assert_eq!(nearest("a2", std::iter::empty()), []);
    }

    #[test]
    fn what_fits_several_is_said() {
        check("card", &["Card 1", "Card 2"], Found::Several(vec![0, 1]));
        check("", &["Card 1", "Card 2"], Found::Nothing);
    }
}
