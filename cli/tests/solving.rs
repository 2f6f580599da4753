//! `solve` and `analyse`.

use crate::tool::folder;

/// Kuhn poker and tic-tac-toe as they are shipped.
const POKER: &str = include_str!("../../examples/classics/kuhn-poker.rules");
const NOUGHTS: &str = include_str!("../../examples/classics/tic-tac-toe.rules");
const HEARTS: &str = include_str!("../../examples/classics/hearts.rules");

fn games(name: &str) -> crate::tool::Folder {
    let folder = folder(name);
    folder.file("poker.rules", POKER);
    folder.file("noughts.rules", NOUGHTS);
    folder.file("hearts.rules", HEARTS);
    folder
}

#[test]
fn a_small_game_is_solved_and_told_in_sentences() {
    let folder = games("solved");
    let ran = folder.run("solve poker.rules --lead --list");
    ran.prints("With perfect play Ben is ahead by 0.0556 on average.");
    ran.prints("Ann draws the jack from the deck to the hand; Ben draws a card.");
    ran.prints("in 12 situations that somebody can be in");
    folder.run("solve poker.rules --lead --bot random").prints("how `random` plays could gain 0.4583 a game");
    let json = folder.run("solve poker.rules --lead --format json --bot random").out;
    let found: serde_json::Value = serde_json::from_str(&json).expect("data");
    assert_eq!(found["informationSets"], 12);
    assert!((found["bots"]["random"]["nashConv"].as_f64().expect("a number") - 11.0 / 12.0).abs() < 1e-9);
    let ran = folder.run("solve noughts.rules");
    ran.prints("With perfect play neither wins more than the other.");
    ran.prints("5478 positions were looked at.");
    ran.prints("5. square b2: even");
}

#[test]
fn of_an_option_it_is_told_who_wins_more_often_by_it() {
    let folder = folder("solved-shares");
    let option = |words: &str, one: &str, other: &str| {
        format!("option \"{words}\" {{ roll die  if die = 1 {{ win {one} }} else {{ win {other} }} }}")
    };
    let options = [option("one in four", "Ann", "Ben"), option("three in four", "Ben", "Ann")].join(" ");
    let play = format!("phase play {{ turn of Ann {{ choose {{ {options} }} }} }}");
    let rules = format!("game \"Lots\"\nplayers Ann, Ben\nvar die : 1..4 seen by all\n{play}\n");
    folder.file("lots.rules", &rules);
    let ran = folder.run("solve lots.rules");
    ran.prints("With perfect play Ann wins 75.00 % of games, ties counting half.");
    ran.prints("1. one in four: Ben wins 75.00 % of games");
    ran.prints("2. three in four: Ann wins 75.00 % of games");
    folder.file("lots.rules", rules.replace("turn of Ann", "turn of Ben"));
    let ran = folder.run("solve lots.rules");
    ran.prints("With perfect play Ben wins 75.00 % of games, ties counting half.");
    ran.prints("2. three in four: Ann wins 75.00 % of games");
}

#[test]
fn a_script_leads_to_what_is_solved() {
    let folder = games("solved-from");
    folder.file("late.yaml", "game: noughts.rules\nsteps:\n  - cross: a1\n  - nought: b1\n");
    let ran = folder.run("solve late.yaml");
    ran.prints("With perfect play cross wins.");
    ran.prints("square b2: cross wins");
    folder.file("wrong.yaml", "game: noughts.rules\nsteps:\n  - cross: z9\n");
    folder.run("solve wrong.yaml").complains(1, "z9");
}

#[test]
fn what_cannot_be_solved_is_refused_with_what_helps() {
    let folder = games("unsolved");
    folder.run("solve hearts.rules").complains(2, "4 players are at the table");
    folder.run("solve noughts.rules --most 100").complains(2, "more than 100 positions");
    folder.run("solve noughts.rules --lead").complains(2, "`win … by …`");
    folder.run("solve noughts.rules --bot mcts:10").complains(2, "nothing is hidden in this game");
    folder.run("solve poker.rules --bot strong").complains(2, "plays otherwise each time");
    folder.run("solve poker.rules --bot wise").complains(2, "there is no bot `wise`");
    for wrong in ["nan", "inf", "0"] {
        folder.run(&format!("solve poker.rules --within {wrong}")).complains(2, "above 0");
    }
    folder.run("solve poker.rules --lead --rounds 0").prints("With what was learned so far");
    folder.run("solve nowhere.rules").complains(4, "nowhere.rules");
}

#[test]
fn a_recorded_game_is_judged() {
    let folder = games("judged");
    let steps = ["cross: a1", "nought: b1", "cross: a2", "nought: c1", "cross: a3"];
    let steps: String = steps.iter().map(|step| format!("  - {step}\n")).collect();
    folder.file("game.yaml", format!("game: noughts.rules\nsteps:\n{steps}"));
    let ran = folder.run("analyse game.yaml");
    ran.prints("step 2, nought: square b1");
    ran.prints("Better:");
    ran.prints("nought  2 choices");
    assert_eq!(folder.run("analyse game.yaml").out, ran.out);
    let json: serde_json::Value =
        serde_json::from_str(&folder.run("analyse game.yaml --format json").out).expect("data");
    assert_eq!(json.as_array().map(Vec::len), Some(5));
    assert_eq!(json[1]["player"], "nought");
    folder.run("analyse noughts.rules").complains(1, "");
}

/// Luck moves what Ann can expect by 14 of a hundred once, and by 20 three times.
#[test]
fn the_greatest_turning_points_of_a_game_are_told() {
    let folder = folder("judged-turns");
    folder.file(
        "luck.rules",
        r#"
game "Luck"
players Ann, Ben
var chances : -100..200 seen by all = 50
var luck : -1..1 seen by all
var die : 1..100 seen by all
phase play {
  do lucky(14)
  repeat 3 { do lucky(20) }
  turn of Ann { choose { option "hope" { } option "pray" { } } }
  roll die
  if die <= chances { win Ann } else { win Ben }
}
rule lucky(much: 0..20) {
  turn of Ann { choose { option "hope" { } option "pray" { } } }
  roll luck
  set chances += luck * much
}
"#,
    );
    let rounds: String = [1, -1, 1, -1].map(|luck| format!("  - Ann: hope\n  - roll: {luck}\n")).concat();
    folder.file("luck.yaml", format!("game: luck.rules\nsteps:\n{rounds}  - Ann: hope\n  - roll: 3\n"));
    let ran = folder.run("analyse luck.yaml");
    for turn in ["step 3 to step 5: ", "step 5 to step 7: ", "step 7 to step 9: "] {
        ran.prints(turn);
    }
    assert_eq!(ran.out.matches(": what Ann could expect went from").count(), 3, "{ran:#?}");
}

/// Whoever plays cards that nobody sees is judged by what could be known.
#[test]
fn a_record_of_hidden_cards_is_judged() {
    let folder = games("judged-cards");
    folder.run("record poker.rules --seed 3 --output game.yaml").prints("");
    folder.run("analyse game.yaml --games 200 --all").prints("step 2, Ann");
}
