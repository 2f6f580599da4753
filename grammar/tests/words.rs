//! Words that are nearly another, and where something stands, as messages tell it.

use rulehound_grammar::span::line_and_column;
use rulehound_grammar::suggest::nearest;

/// Up to two letters nothing may differ, up to five one, beyond two; of words equally near the first is meant.
#[test]
fn the_longer_a_word_the_more_may_differ() {
    for (word, meant, allowed) in [("of", "or", 0), ("top", "tap", 1), ("phase", "phbse", 1), ("choose", "chbbse", 2)] {
        let differ = word.chars().zip(meant.chars()).filter(|(one, other)| one != other).count();
        assert_eq!(nearest(word, [meant]).is_some(), differ <= allowed, "{word} {meant}");
        assert_eq!(nearest(word, [word]), Some(word));
    }
    let too_far =
        [("o", "a"), ("top", "tub"), ("phase", "phbbe"), ("choose", "bbbose"), ("top", "t"), ("phase", "phases go")];
    for (word, other) in too_far {
        assert_eq!(nearest(word, [other]), None, "{word} {other}");
    }
    assert_eq!(nearest("mive", ["move", "give"]), Some("move"));
    assert_eq!(nearest("mive", ["give", "move"]), Some("give"));
    assert_eq!(nearest("muve", ["give", "move"]), Some("move"));
}

#[test]
fn columns_count_signs_however_many_bytes_they_take() {
    let text = "é→x\n\u{1f436}y ñz";
    let at = |sign: char| line_and_column(text, u32::try_from(text.find(sign).unwrap_or_default()).unwrap_or_default());
    assert_eq!(['é', '→', 'x', 'y', 'ñ', 'z'].map(at), [(1, 1), (1, 2), (1, 3), (2, 2), (2, 4), (2, 5)]);
    assert_eq!(line_and_column(text, 1), (1, 1), "inside of a sign is where it begins");
    assert_eq!(line_and_column(text, 1_000), (2, 6), "behind the end is the end");
}

/// As few words as can be are taken from authors: words that no name may be, wherever it stands. The manual lists them all.
#[test]
fn few_words_cannot_be_names() {
    // `swap` has the colour of a word, and may be a name all the same.
    let words: Vec<&str> = rulehound_grammar::lexemes::keywords().filter(|word| *word != "swap").collect();
    assert!(words.len() < 90, "{} words are reserved", words.len());
    let manual = include_str!("../../docs/language.md");
    let listed =
        manual.split("These words cannot be names").nth(1).and_then(|rest| rest.split("Some more names").next());
    let listed: Vec<&str> = listed.into_iter().flat_map(|list| list.split('`').skip(1).step_by(2)).collect();
    let listed: Vec<&str> = listed.into_iter().filter(|word| *word != "reserved-word").collect();
    assert_eq!(listed, words);
}
