//! Greyhounds: money is neither made nor lost, and nobody learns of a bet but the bookie.

use std::path::Path;

use rulehound_interpreter::instance::{Table, default_names};
use rulehound_interpreter::play::{Game, Holding, Log, Position, Viewer};
use rulehound_tests::compare::{Course, Ending, compare};
use rulehound_tests::load::load;
use rulehound_tests::parallel::in_parallel;
use rulehound_tests::playout::playout;
use rulehound_tests::secrecy::{shown, told, until};

const GAMES: [&str; 2] = ["greyhounds", "greyhounds-bookie"];

fn table(players: usize) -> Table {
    Table { players: default_names(players), ..Table::default() }
}

fn game(name: &str, players: usize) -> Game {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games").join(format!("{name}.rules"));
    let model = load(&path).unwrap_or_else(|errors| panic!("{errors}"));
    Game::load(model, &table(players)).expect("the table fits")
}

/// Where the cells of a variable lie among the declared ones: behind whether the game is over and the places, in written order.
fn cells(game: &Game, name: &str) -> std::ops::Range<usize> {
    let instance = game.instance();
    let mut at = 1 + instance.seats();
    for variable in &instance.model.variables {
        let size = instance.owners(variable.owner).len() * instance.family_size(&variable.index);
        if variable.name == name {
            return at..at + size;
        }
        at += size;
    }
    panic!("no variable `{name}`")
}

/// All money there is: that of the players and, if there is one, that of the bank.
fn money(position: &Position, cells: &[std::ops::Range<usize>]) -> i32 {
    let declared = position.declared();
    cells.iter().map(|cells| declared[cells.clone()].iter().sum::<i32>()).sum()
}

/// Plays games and shows every position.
fn play_many(game: &Game, games: u64, look: &(dyn Fn(&Position) -> Result<(), String> + Sync)) {
    in_parallel(usize::try_from(games).expect("few"), |stream| {
        let played = playout(game, 17, stream as u64, &mut |position| look(position));
        played.unwrap_or_else(|message| panic!("{message}"));
    });
}

/// The money of the players and the bank is the same in every position.
fn money_stays(name: &str, players: usize, games: u64) {
    let game = game(name, players);
    let banked = name == "greyhounds";
    let names: &[&str] = if banked { &["money", "bank"] } else { &["money"] };
    let cells: Vec<_> = names.iter().map(|name| cells(&game, name)).collect();
    let start = i32::try_from(players).expect("few") * 6_000;
    // The bookie has 6000 for every player; at the first stop the lot has not yet said who that is.
    let whole = if banked { start } else { 2 * start - 6_000 };
    play_many(&game, games, &|position| match money(position, &cells) {
        found if found == whole => Ok(()),
        found if !banked && found == start && position.chance().is_some_and(|chance| chance.of == "b") => Ok(()),
        found => Err(format!("there are {found} dollars and not {whole}")),
    });
}

#[test]
fn three_players_and_the_bank_keep_the_money() {
    money_stays("greyhounds", 3, 500);
}

#[test]
fn four_players_and_the_bank_keep_the_money() {
    money_stays("greyhounds", 4, 500);
}

#[test]
fn three_players_with_a_bookie_keep_the_money() {
    money_stays("greyhounds-bookie", 3, 200);
}

#[test]
fn four_players_with_a_bookie_keep_the_money() {
    money_stays("greyhounds-bookie", 4, 200);
}

#[test]
#[ignore = "takes a minute"]
fn two_thousand_games_of_each_keep_the_money() {
    money_stays("greyhounds", 3, 2_000);
    money_stays("greyhounds", 4, 2_000);
    money_stays("greyhounds-bookie", 3, 2_000);
    money_stays("greyhounds-bookie", 4, 2_000);
}

/// Lets every decider of this block answer: one seat by these numbers of options, the others always by the first.
fn answer(start: &Position, special: usize, options: &[usize]) -> (Position, Log) {
    let (mut position, mut log) = (start.clone(), Log::new());
    let mut left = options.iter();
    for seat in start.deciders() {
        while position.deciders().contains(&seat) && log.events.is_empty() {
            let forced = position.count(seat).expect("an offer") == 1;
            let option = if seat == special && !forced { left.next().copied().unwrap_or(0) } else { 0 };
            position.apply(seat, option, &mut log).expect("no fault");
        }
    }
    (position, log)
}

/// What each seat sees and hears after one answer and after another of the same seat: whether that is the same.
fn alike(start: &Position, special: usize, one: &[usize], other: &[usize]) -> Vec<bool> {
    let seats = start.game().instance().seats();
    let ((one, one_log), (other, other_log)) = (answer(start, special, one), answer(start, special, other));
    assert_ne!(one.declared(), other.declared(), "the answers differ");
    let same =
        |seat| shown(&one, seat) == shown(&other, seat) && told(&one_log, seat, seats) == told(&other_log, seat, seats);
    (0..seats).map(same).collect()
}

/// Sheets by the numbers of their options where there is more than one: 1500 dollars on red to win; three bets of 500 dollars; and a
/// single one of 500 dollars.
const SHORT: [usize; 4] = [0, 0, 2, 1];
const LONG: [usize; 11] = [2, 1, 0, 0, 0, 0, 3, 0, 0, 2, 0];
const CHEAP: [usize; 4] = [0, 0, 0, 1];

#[test]
fn only_the_bookie_sees_the_bets() {
    for (name, players) in [("greyhounds", 3), ("greyhounds", 4), ("greyhounds-bookie", 3), ("greyhounds-bookie", 4)] {
        let with_bookie = name != "greyhounds";
        for stream in 0..10 {
            let game = game(name, players);
            let start = until(&game, stream, "bets");
            let bettors = start.deciders();
            assert_eq!(bettors.len(), if with_bookie { players - 1 } else { players });
            for special in &bettors {
                let same_stakes = alike(&start, *special, &SHORT, &LONG);
                let other_stakes = alike(&start, *special, &SHORT, &CHEAP);
                for seat in 0..players {
                    let told = format!("{name}: seat {seat} and the bets of {special}");
                    let is_bookie = !bettors.contains(&seat);
                    assert_eq!(same_stakes[seat], seat != *special && !is_bookie, "{told}");
                    // The bookie takes the money at once, and all see how much of it.
                    assert_eq!(other_stakes[seat], same_stakes[seat] && !with_bookie, "{told} for less");
                }
                assert_eq!(paid(&game, &start, *special, &SHORT), if with_bookie { 1_500 } else { 0 });
                assert_eq!(paid(&game, &start, *special, &CHEAP), if with_bookie { 500 } else { 0 });
            }
        }
    }
}

/// What a seat has paid once all have handed in their sheets.
fn paid(game: &Game, start: &Position, seat: usize, options: &[usize]) -> i32 {
    let at = cells(game, "money").start + seat;
    start.declared()[at] - answer(start, seat, options).0.declared()[at]
}

/// A card set aside, and in the bookie game the sets for the first two races, are seen by nobody else, not by the bookie either.
#[test]
fn nobody_sees_the_cards_of_another() {
    for players in 3..=4 {
        for (name, phase, one, other) in [
            ("greyhounds", "set one aside", [0].as_slice(), [4].as_slice()),
            ("greyhounds-bookie", "choose sets", &[0, 0, 0, 0, 0], &[1, 1, 0, 1, 0]),
        ] {
            for stream in 0..5 {
                let start = until(&game(name, players), stream, phase);
                for special in start.deciders() {
                    let alike = alike(&start, special, one, other);
                    let expected: Vec<bool> = (0..players).map(|seat| seat != special).collect();
                    assert_eq!(alike, expected, "{name}, {phase}: what seat {special} has done");
                }
            }
        }
    }
}

/// In the bookie game nobody gets stuck, and all sets are sets of five that add up to 50 at most.
#[test]
fn sets_of_the_bookie_game_can_be_completed() {
    let game = game("greyhounds-bookie", 4);
    for stream in 0..40 {
        let start = until(&game, stream, "rank dogs");
        let view = start.view(Viewer::All).expect("a viewer");
        let held = |place: &str| -> Vec<u32> {
            let holding = view.places.iter().find(|(name, _)| name == place).map(|(_, holding)| holding);
            let Some(Holding::Seen(found)) = holding else { panic!("{place} is seen") };
            let value = |words: &String| words.split(' ').nth(1).and_then(|value| value.parse().ok()).expect("a value");
            found.iter().map(|(words, _)| value(words)).collect()
        };
        for player in &game.instance().players {
            for place in ["row", "pack(2)"] {
                let cards = held(&format!("{player}.{place}"));
                assert_eq!(cards.len(), 5, "{player}.{place}: {cards:?}");
                assert!(cards.iter().sum::<u32>() <= 50, "{player}.{place}: {cards:?}");
            }
            assert_eq!(held(&format!("{player}.pack(3)")).len(), 6);
            assert_eq!(held(&format!("{player}.spare")).len(), 4);
        }
    }
}

/// The reference comes through to the end, and does not give up at the sets of cards.
#[test]
fn the_reference_agrees_to_the_end() {
    for name in GAMES {
        for players in 3..=4 {
            let game = game(name, players);
            for stream in 100..101 {
                let course = Course { seed: 2, stream, stops: 2_000 };
                let ending = compare(&game.instance().model, &table(players), course);
                assert_eq!(ending.map_err(|difference| difference.to_string()), Ok(Ending::Over), "{name}");
            }
        }
    }
}
