//! What can stand at a place of a file that is being written.

use rulehound_grammar::{Expected, expected_at};

/// What could stand where `|` is.
fn at(text: &str) -> Expected {
    expected_at(text, text.find('|').unwrap_or(text.len()))
}

#[test]
fn words_fit_their_place() {
    assert_eq!(at("|").words, ["game"]);
    assert!(at("game \"A\"\n|").words.contains(&"players"));
    let statements = at("game \"A\" phase play {\n  |");
    assert!(statements.words.contains(&"choose") && !statements.words.contains(&"phase"), "{statements:?}");
    let value = at("game \"A\" phase play {\n  set a = |");
    assert!(value.value && value.words.contains(&"count") && !value.words.contains(&"choose"), "{value:?}");
    let moved = at("game \"A\" phase play {\n  move a |");
    assert!(moved.words.contains(&"to") && !moved.words.contains(&"of"), "{moved:?}");
    assert!(at("game \"A\" phase play {\n  set a.|").member);
    assert!(at("game \"A\" var a : |").of_type);
    assert!(at("game \"A\" var a : 0..3 seen by |").audience);
    assert!(at("game \"A\" phase play { do |").name);
}

#[test]
fn mistakes_before_do_not_matter() {
    let value = at("game \"A\" phase play {\n  set = 3\n  let = 5\n  set a = b + |");
    assert!(value.value, "{value:?}");
    let words = at("game \"A\" phase play {\n  set = 3\n  leave |");
    assert!(words.words.contains(&"turn") && words.name, "{words:?}");
}
