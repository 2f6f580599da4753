//! The examples run, and say what they promise.
#![allow(dead_code, clippy::duplicate_mod, reason = "each is a program, too")]

#[path = "../examples/at_random.rs"]
mod at_random;
#[path = "../examples/one_step_ahead.rs"]
mod one_step_ahead;
#[path = "../examples/view_as_json.rs"]
mod view_as_json;

fn arguments(words: &[&str]) -> impl Iterator<Item = String> + use<> {
    words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>().into_iter()
}

fn game(name: &str) -> String {
    format!("{}/../games/{name}.rules", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_game_at_random_is_told_to_its_end() {
    let lines = at_random::run(arguments(&[])).expect("a game");
    assert!(lines.iter().any(|line| line.contains("wins")), "{lines:?}");
    let lines = at_random::run(arguments(&[&game("hot-dog"), "4", "7"])).expect("a game");
    assert!(lines.len() > 20, "{lines:?}");
    assert!(at_random::run(arguments(&["no-such.rules"])).is_err());
}

#[test]
fn looking_ahead_wins_more_often_than_not() {
    let line = one_step_ahead::run(arguments(&[])).expect("games");
    let won: u32 = line.split(' ').nth(2).and_then(|word| word.parse().ok()).expect("a number");
    assert!(won > 6, "{line}");
}

#[test]
fn the_small_game_is_that_of_the_readme() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md")).expect("the page");
    assert!(readme.contains(rulehound::STICKS));
}

#[test]
fn a_view_is_data() {
    let text = view_as_json::run(arguments(&[&game("hot-dog")])).expect("a view");
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert!(value["options"].as_array().is_some_and(|options| !options.is_empty()));
    assert!(value["view"]["places"].as_array().is_some_and(|places| !places.is_empty()));
}
