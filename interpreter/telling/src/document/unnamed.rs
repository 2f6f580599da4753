//! Sentences of authors that speak of a parameter by its letter, with what it stands for: `how far it is from the place`.

use std::collections::BTreeMap;

/// What a letter stands for.
#[derive(Clone, Debug)]
pub struct Meant {
    /// Its words in a sentence: `the place`, of one of several `place s`.
    pub phrase: String,
    /// What one such thing is called: `place`.
    pub noun: String,
    /// Whether it may stand behind another name for it: `the square s`. Players and things may not, since in `the card p plays` it is they
    /// who do something.
    pub may_be_named: bool,
}

/// Words behind which a single noun without an article has a letter as its name: `in direction d`.
const BEFORE_NAMED: [&str; 17] = [
    "of", "in", "on", "by", "with", "from", "at", "for", "behind", "beside", "under", "over", "whether", "if", "what",
    "where", "and",
];

/// Words that are no nouns.
const NO_NOUNS: [&str; 40] = [
    "of", "in", "on", "by", "with", "from", "at", "for", "to", "behind", "beside", "under", "over", "whether", "if",
    "what", "where", "and", "or", "which", "whom", "who", "that", "those", "these", "it", "all", "them", "one", "both",
    "is", "are", "than", "as", "when", "how", "but", "not", "next", "near",
];

/// The sentences with every letter replaced that has words of its own.
pub fn unnamed(text: &str, letters: &BTreeMap<String, Meant>) -> String {
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let mut at = 0;
    while at < words.len() {
        at = replaced(&mut words, at, letters);
    }
    words.join(" ")
}

/// Replaces the letter at a place, if one stands there; where to go on.
fn replaced(words: &mut Vec<String>, at: usize, letters: &BTreeMap<String, Meant>) -> usize {
    let Some((front, letter, behind)) = words.get(at).and_then(|word| parts(word)) else { return at + 1 };
    let Some(meant) = letters.get(letter) else { return at + 1 };
    let (front, behind) = (front.to_owned(), behind.to_owned());
    let before = |steps: usize| at.checked_sub(steps).and_then(|at| words.get(at)).map_or("", String::as_str);
    let (noun, article) = (before(1).to_owned(), before(2).to_lowercase());
    let one = meant.phrase.starts_with("the ");
    let named = front.is_empty() && is_named(&noun.to_lowercase(), &article, meant);
    if named && !one {
        // The author's words say which.
        return at + 1;
    }
    if !named {
        if let Some(word) = words.get_mut(at) {
            *word = format!("{front}{}{behind}", meant.phrase);
        }
        return at + 1;
    }
    words.remove(at);
    if let Some(word) = words.get_mut(at - 1) {
        let with_article = ["the", "a", "an", "this", "that", "each", "any", "every"].contains(&article.as_str());
        let own = noun.to_lowercase() == meant.noun;
        *word = match (with_article, own) {
            (true, _) => format!("{noun}{behind}"),
            (false, true) => format!("the {}{behind}", noun.to_lowercase()),
            (false, false) => format!("that {}{behind}", noun.to_lowercase()),
        };
    }
    at
}

/// A word in three, if it is a letter that stands alone: brackets before it, the letter, what is behind it.
fn parts(word: &str) -> Option<(&str, &str, &str)> {
    let start = word.find(|letter: char| !"(“\"".contains(letter))?;
    let (front, rest) = word.split_at_checked(start)?;
    let (letter, behind) = rest.split_at_checked(rest.chars().next()?.len_utf8())?;
    let alone = behind.chars().next().is_none_or(|next| !next.is_alphanumeric());
    (letter.chars().all(char::is_alphabetic) && alone).then_some((front, letter, behind))
}

/// Whether the word before a letter is what the letter is the name of: `tile t`, `in direction d`, `the square s`.
fn is_named(noun: &str, article: &str, meant: &Meant) -> bool {
    if noun.is_empty() || !noun.chars().all(char::is_alphabetic) || NO_NOUNS.contains(&noun) {
        return false;
    }
    let last = meant.noun.rsplit(' ').next().unwrap_or_default();
    let single = !noun.ends_with('s') && !noun.ends_with("ing");
    noun == last
        || single && BEFORE_NAMED.contains(&article)
        || single && meant.may_be_named && ["the", "a", "each", "any", "every"].contains(&article)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> String {
        let meant = |letter: &str, phrase: &str, noun: &str, may_be_named| {
            (letter.to_owned(), Meant { phrase: phrase.to_owned(), noun: noun.to_owned(), may_be_named })
        };
        let letters = BTreeMap::from([
            meant("f", "the pawn", "pawn", false),
            meant("p", "the player", "player", false),
            meant("s", "the place", "place", true),
            meant("e", "the edge", "edge", true),
            meant("x", "place x", "place", true),
        ]);
        unnamed(text, &letters)
    }

    #[test]
    fn letters_are_worded() {
        assert_eq!(
            told("f goes off, if f's way (not f) is free"),
            "the pawn goes off, if the pawn's way (not the pawn) is free"
        );
        assert_eq!(told("a stone of p's on s."), "a stone of the player's on the place.");
        assert_eq!(
            told("Whose cards p holds, or the card p plays."),
            "Whose cards the player holds, or the card the player plays."
        );
        assert_eq!(told("How far x is from y."), "How far place x is from y.");
    }

    #[test]
    fn what_has_a_noun_already_gets_no_second_one() {
        assert_eq!(told("What the pawn f shows if e is meant."), "What the pawn shows if the edge is meant.");
        assert_eq!(told("Whether pawn f fits, by edges of kind e."), "Whether the pawn fits, by edges of that kind.");
        assert_eq!(told("Whether the square s is free."), "Whether the square is free.");
        assert_eq!(told("Beside place x, or on x."), "Beside place x, or on place x.");
    }
}
