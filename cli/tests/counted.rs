//! Games of a study that nobody looks into.

use crate::tool::folder;

/// How many games are compared: to look into each of them is slow.
const GAMES: u32 = 120;

/// What nobody looks into is played by machine code, and must be the same games.
fn counts_what_it_looks_into(folder_name: &str, game: &str) {
    let folder = folder(folder_name);
    for (out, closely) in [("closely", GAMES), ("counted", 1)] {
        let study = format!("study {game} --games {GAMES} --bots none --closely {closely} --out {out}");
        folder.run(&study).prints("the page is");
    }
    let [closely, counted] = ["closely", "counted"].map(|out| {
        let path = folder.0.join(out).join("games.parquet");
        std::fs::read(path).expect("a table")
    });
    assert!(!closely.is_empty(), "{game}");
    assert_eq!(closely, counted, "{game}");
}

#[test]
fn games_that_are_only_counted_are_those_that_are_looked_into() {
    counts_what_it_looks_into("study-closely", "a.rules");
    counts_what_it_looks_into("study-closely-drawn", "hot-dog");
}

#[test]
fn searched_games_that_are_only_counted_are_those_that_are_looked_into() {
    counts_what_it_looks_into("study-closely-searched", "backgammon-shepherd --set target=5 --set gammons_multiply=no");
}

#[test]
fn games_with_settings_that_are_only_counted_are_those_that_are_looked_into() {
    // Other settings are tried in games that are looked into only; what the table has set is not tried.
    let greyhounds = "greyhounds --set lap=30 --set ties_of_1985=no --set ties_by_third=no";
    counts_what_it_looks_into("study-closely-set", greyhounds);
}
