//! `simulate --report` and `--expect`.

use crate::tool::Folder;

/// Whoever goes first wins six games of ten; together they always have seven points.
const RULES: &str = "\
| Who is drawn wins.
game \"Lots\"
players 2

var die: 1..10 seen by all
var points of each player: 0..7 seen by all = 0

phase play {
  roll die
  for p in players where seat(p) = 1 { if die <= 6 { do reward(p) } }
  for p in players where seat(p) = 2 { do reward(p) }
}

rule reward(p: player) {
  set p.points = 7
  win p
}
";

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.file("lots.rules", RULES);
    folder
}

#[test]
fn expressions_are_told_with_mean_and_spread() {
    let folder = folder("report");
    let ran = folder.run("simulate lots.rules --games 400 --report \"sum p in players : p.points\" --report \"die\" --report \"die = 3\"");
    ran.prints("sum p in players : p.points: 7.00 on average (7.00 to 7.00), spread 0.00, from 7 to 7\n");
    ran.prints("die: 5.");
    ran.prints("from 1 to 10\n");
    ran.prints("die = 3: 0.");
    let ran = folder.run("simulate lots.rules --games 400 --format json --report die");
    let data: serde_json::Value = serde_json::from_str(&ran.out).expect("one value");
    let (report, mean) = (&data["reports"][0], data["reports"][0]["mean"].as_f64().expect("a mean"));
    assert_eq!((&report["report"], &report["games"], &report["max"]), (&"die".into(), &400.into(), &10.into()));
    // Ten values of the same likelihood have a spread of 2.87.
    assert!((mean - 5.5).abs() < 0.6 && (report["spread"].as_f64().expect("a spread") - 2.87).abs() < 0.3, "{report}");
}

#[test]
fn a_goal_is_met_or_missed() {
    let folder = folder("expect");
    let simulate = |goal: &str| folder.run(&format!("simulate lots.rules --games 3000 --expect \"{goal}\""));
    simulate("win share of first 55..65 %").prints("met: win share of first 55..65 %; it is ");
    simulate("ties 0..1 %").prints("met: ties 0..1 %; it is 0.0 % (0.0 to 0.1)");
    simulate("mean of die 5..6").prints("met: mean of die 5..6; it is 5.");
    simulate("length 0..0").prints("met: length 0..0; it is 0.0 (0.0 to 0.0)");
    let missed = simulate("win share of first 45..55 %");
    assert_eq!(missed.code, 1, "{missed:#?}");
    assert!(missed.out.contains("not met: win share of first 45..55 %; it is "), "{missed:#?}");
    let doubtful = folder.run("simulate lots.rules --games 50 --expect \"win share of last 39..41 %\"");
    assert!(doubtful.out.contains("games would tell for sure"), "{doubtful:#?}");
}

#[test]
fn of_games_that_are_broken_off_no_end_is_told() {
    let folder = Folder::new("broken-off");
    let go = "choose n in 1..2 as \"go {n}\"  set total += 1  if total = 6 { win p }";
    let rules = |head: &str| {
        let play = format!("phase play {{ {head} repeat turn of p in players {{ {go} }} }}");
        format!("game \"Six\"\nplayers Ann, Ben\nvar total : 0..9 seen by all = 0\n{play}\n")
    };
    folder.file("six.rules", rules(""));
    folder.run("simulate six.rules --games 5 --most 3 --report total").prints("total: no game has ended\n");
    folder.run("simulate six.rules --games 5 --report total").prints("total: 6.00 on average");
    // Of games of which some are broken off the others alone count.
    folder.file("some.rules", rules("turn of Ann { choose { option \"stop\" { win Ann } option \"go\" { } } }"));
    let ran = folder.run("simulate some.rules --games 40 --most 3 --report total");
    ran.prints("not finished: ");
    ran.prints("total: 0.00 on average (0.00 to 0.00), spread 0.00, from 0 to 0\n");
}

#[test]
fn games_that_nobody_wins_are_ties() {
    let folder = Folder::new("ties");
    let head = "game \"T\"\nplayers 2\nvar die : 1..2 seen by all\n";
    let alone = "win p in players by best seat(p)";
    for (name, end) in [
        ("nobody.rules", format!("if die = 1 {{ win nobody }} {alone}")),
        ("shared.rules", format!("if die = 1 {{ win p in players by best 1 }} {alone}")),
    ] {
        folder.file(name, format!("{head}phase play {{ roll die {end} }}\n"));
        folder.run(&format!("simulate {name} --games 400 --expect \"ties 35..65 %\"")).prints("\nmet: ties 35..65 %");
    }
}

#[test]
fn what_is_no_question_and_no_goal_is_told() {
    let folder = folder("unasked");
    folder.run("simulate lots.rules --report dye").complains(2, "`die`");
    folder.run("simulate lots.rules --report players").complains(2, "is no number");
    folder.run("simulate lots.rules --expect \"fun 1..2\"").complains(2, "`win share of first`");
    folder.run("simulate lots.rules --expect \"mean of dye 1..2\"").complains(2, "`die`");
}
