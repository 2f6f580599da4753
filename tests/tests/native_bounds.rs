//! Where rules do very much, or fail, machine code gives up exactly where the interpreter finds a fault, or before.

use rulehound_interpreter::instance::{Table, default_names};
use rulehound_interpreter::play::{Game, Log};
use rulehound_tests::documents;
use rulehound_tests::native::{Apart, beside, from_stop_to_stop};

fn table(text: &str) -> Game {
    let table = Table { players: default_names(2), ..Table::default() };
    Game::load(documents::game(text), &table).expect("a table")
}

/// How a game goes: whether the interpreter comes to a decision, and whether machine code gave up where the interpreter went on.
fn both(text: &str) -> (bool, bool) {
    let game = table(text);
    let goes = game.start(&mut Log::silent()).is_ok();
    // What fails before its first stop has no machine code at all.
    let Ok(mut player) = from_stop_to_stop(&game) else { return (goes, true) };
    match beside(&game, &mut player, 1, 4) {
        Ok(()) => (goes, false),
        Err(Apart::GaveUp(_)) => (goes, true),
        Err(Apart::Differs(what)) => panic!("{what}"),
    }
}

/// Both lists of a loop within a loop lie on the stack of lists while it runs.
fn loops(first: u32, second: u32) -> String {
    format!(
        "game \"Loops\"\nplayers 2\nvar n : 0..9999999 seen by all = 0\n\
         phase play {{ for p in players {{ turn of p {{ choose {{ option \"on\" {{ do much }} }} }} }} win nobody }}\n\
         rule much {{ for x in 1..{first}, y in 1..{second} {{ set n = y * 1000 + x }} }}\n"
    )
}

#[test]
fn long_loops() {
    let short = both(&loops(30, 20));
    assert_eq!(short, (true, false));
    for (first, second) in [(300, 300), (900, 900), (1_100, 1_100), (2_000, 1_000), (4_000, 4_000)] {
        both(&loops(first, second));
    }
}

#[test]
fn what_fails_first_in_order() {
    let rules = |low: &str, high: &str| {
        format!(
            "game \"Order\"\nplayers 2\ncomponent Card {{ value : 0..9\n make 1 of value = 5\n make 1 of value = 0 }}\n\
             zone left : Card seen by all\nzone right : Card seen by all\n\
             phase play {{ for c in Card where c.value = 5 {{ move c to {high} }} for c in Card where c.value = 0 {{ move c to {low} }}\n\
             for p in players {{ turn of p {{ choose {{ option \"on\" {{ if any c in Card : 9 / c.value = 1 {{ win p }} }} }} }} }} win nobody }}\n"
        )
    };
    assert_eq!(both(&rules("right", "left")), (true, false), "the five is found before the nought is met");
    let game = table(&rules("left", "right"));
    let mut position = game.start(&mut Log::silent()).expect("a decision");
    assert!(position.apply(0, 0, &mut Log::silent()).is_err(), "the nought is met first");
    both(&rules("left", "right"));
}

/// A decision between pairs of numbers, of which a rule allows few or a set holds few.
fn pairs(most: u32, which: &str, requirement: &str) -> String {
    format!(
        "game \"Pairs\"\nplayers 2\nphase play {{ for p in players {{ turn of p {{\n\
         choose a in 1..{most}, b in 1..{most} {which} as \"{{a}} {{b}}\" {requirement} }} }} win nobody }}\n"
    )
}

#[test]
fn more_candidates_than_there_may_be() {
    let alike = "require a = b else \"They must be the same.\"";
    assert_eq!(both(&pairs(256, "", alike)), (true, false));
    assert_eq!(both(&pairs(300, "where a = b", "")), (true, false));
    let game = table(&pairs(300, "", alike));
    let position = game.start(&mut Log::silent());
    assert!(!position.is_ok_and(|position| position.count(0).is_ok()), "300 times 300 are too many to look at");
    both(&pairs(300, "", alike));
}

/// A plan of two decisions, of which the first option of the second is always good enough.
fn plan(most: u32, requirement: &str) -> String {
    format!(
        "game \"Plans\"\nplayers 2\nvar n : 0..999 seen by all = 0\n\
         phase play {{ for p in players {{ turn of p {{ plan by best n {{\n\
         choose a in 1..3 as \"{{a}}\"\n set n = a\n\
         choose b in 1..{most}, c in 1..{most} as \"{{b}} {{c}}\" require {requirement} else \"No.\"\n set n = a }} }} }} win nobody }}\n"
    )
}

#[test]
fn the_first_option_is_enough_only_where_listing_all_is_nothing() {
    assert_eq!(both(&plan(20, "b + c > 1")), (true, false));
    // Listing all would be more work than there is between two stops.
    let neither_begins = (false, false);
    assert_eq!(both(&plan(200, "(sum x in 1..200 : x + b) > b - c")), neither_begins);
    // What is the same for all candidates is worked out once.
    assert_eq!(both(&plan(200, "(sum x in 1..200 : x) > b - c")), (true, true));
    // A later option fails, and with it every way.
    assert_eq!(both(&plan(20, "60 / (b - 7) < 100")), neither_begins);
}

/// A list of options whose candidates count together.
fn listed(last: u32) -> String {
    format!(
        "game \"Lists\"\nplayers 2\nvar n : 0..9 seen by all = 0\n\
         phase play {{ repeat 4 {{ for p in players {{ turn of p {{ choose {{ option \"on\" {{ set n += 1 }} }} choose {{\n\
         option a in 1..128, b in 1..256 require a > b + 120 else \"No.\" {{ }}\n\
         option a in 1..128, b in 1..{last} require a > b + 120 else \"No.\" {{ }}\n\
         option \"neither\" {{ }} }} }} }} }} win nobody }}\n"
    )
}

#[test]
fn the_candidates_of_all_options_count_together() {
    assert_eq!(both(&listed(255)), (true, false));
    for last in [256, 257, 1_000] {
        both(&listed(last));
    }
}

/// A condition on all places that compares with what is always one, or fails.
fn compared(number: u32) -> String {
    format!(
        "game \"Ones\"\nplayers 2\ncomponent Bush {{ make 9 of }}\ngrid field 3 by 3 {{ }}\n\
         var n : 0..9 seen by all = {number}\ndef one(k: 0..9) = (5 - k) / (5 - k)\n\
         phase play {{ move 4 Bush from box to field(2)\n\
         if any s in field : count Bush on s = one(n) {{ win nobody }}\n\
         for p in players {{ turn of p {{ choose {{ option \"on\" {{ }} }} }} }} win nobody }}\n"
    )
}

#[test]
fn what_is_always_the_same_may_still_fail() {
    assert_eq!(both(&compared(4)), (true, false));
    assert_eq!(both(&compared(5)), (false, false), "neither begins: a division by zero");
}

/// Each of these rules runs the next from three places: written wherever it is run, the last would be there more than half a million times.
#[test]
fn rules_that_run_each_other() {
    let rules: String = (0..12).map(|n| format!("rule r{n} {{ do r{0}  do r{0}  do r{0} }}\n", n + 1)).collect();
    let text = format!(
        "game \"Rules\"\nplayers 2\nvar n : 0..9999999 seen by all = 0\n\
         phase play {{ for p in players {{ turn of p {{ choose {{ option \"on\" {{ set n += 1 }} }} }} }} if n > 9 {{ do r0 }} win nobody }}\n\
         {rules}rule r12 {{ set n += 1 }}\n"
    );
    assert_eq!(both(&text), (true, false));
}
