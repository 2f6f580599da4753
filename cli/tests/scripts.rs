//! `run`, `options`, `record`.

use crate::tool::{Folder, GAME};

const SCRIPT: &str = "\
game: a.rules
players: [Ann, Ben]
steps:
  - Ann: add 3
  - Ben: {n: 3}
  - Ann: \"3\"
  - expect: {total: 9, \"total + 1\": 10, deciders: Ben, offers: [add 1], over: no, phase: add}
  - refuse: {Ben: add 2, because: That would be more}
";

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.file("a.rules", GAME).file("a.yaml", SCRIPT);
    folder
}

/// Runs a script with these steps behind the usual ones.
fn with(name: &str, steps: &str) -> crate::tool::Ran {
    let folder = folder(name);
    folder.file("a.yaml", format!("{SCRIPT}{steps}"));
    folder.run("run a.yaml")
}

#[test]
fn a_story_is_told() {
    let ran =
        with("story", "  - say: One is left.\n  - Ben: add 1\n  - expect: {over: yes, winner: Ben, winners: [Ben]}\n");
    ran.prints("Ann: add 3");
    ran.prints("» One is left.");
    ran.prints("The game is over: Ben wins.");
}

/// A step for several players is answered seat by seat, however it is written.
#[test]
fn several_answers_of_a_step_come_in_the_order_of_the_seats() {
    let folder = folder("seats");
    folder.file("b.yaml", "game: a.rules\nplayers: [Ann, Ben]\nsteps:\n  - {Ben: add 1, Ann: add 3}\n  - expect: {total: 4, deciders: Ann}\n");
    folder.run("run b.yaml").prints("Ben: add 1");
}

#[test]
fn forced_answers_may_be_left_out() {
    with("forced", "  - Ann: add 1\n").complains(1, "the game is over");
}

#[test]
fn what_is_forbidden_says_why_although_something_else_is_forced() {
    with("forced-2", "  - Ben: add 3\n").complains(1, "because: That would be more than ten.");
}

#[test]
fn wrong_steps_are_underlined() {
    let offered = with("not-on-offer", "  - Ben: [add 1, add 7]\n");
    offered.complains(1, "game-over");
    let folder = folder("not-on-offer-2");
    folder.file("b.yaml", "game: a.rules\nsteps:\n  - Ann: add 7\n");
    let ran = folder.run("run b.yaml");
    ran.complains(1, "not-on-offer");
    ran.complains(1, "1. add 1");
    ran.complains(1, "b.yaml:3:10");
    folder.file("c.yaml", "game: a.rules\nsteps:\n  - Ben: add 1\n");
    folder.run("run c.yaml").complains(1, "not-decider");
    folder.file("d.yaml", "game: a.rules\nsteps:\n  - Zoe: add 1\n");
    folder.run("run d.yaml").complains(1, "unknown-player");
    folder.file("e.yaml", "game: a.rules\nsteps:\n  - Ann: add\n");
    folder.run("run e.yaml").complains(1, "ambiguous");
}

#[test]
fn expectations() {
    with("expect-1", "  - expect: {total: 8}\n").complains(1, "`total` is 9");
    with("expect-2", "  - expect: {total: 4 + 5, totl: 9}\n").complains(1, "totl");
    with("expect-3", "  - expect: {deciders: [Ann, Ben]}\n").complains(1, "`deciders` is Ben");
    with("expect-4", "  - expect: {winner: Ben}\n").complains(1, "not known yet");
    with("expect-5", "  - expect: {\"total +\": 8}\n").complains(1, "a.yaml:9");
}

#[test]
fn refusals() {
    with("refuse-1", "  - refuse: {Ben: add 1}\n").complains(1, "not-refused");
    with("refuse-2", "  - refuse: {Ben: add 2, because: It is late}\n").complains(1, "That would be more than ten.");
    with("refuse-3", "  - refuse: {Ben: fly}\n").complains(1, "not on offer at all");
    with("refuse-4", "  - refuse: {Ann: add 1, because: Ben decides}\n").prints("");
}

#[test]
fn chance_is_given_or_seeded() {
    let folder = Folder::new("chance");
    let steps = "game: hot-dog\nplayers: [Ann, Ben]\nsteps:\n";
    folder.file("missing.yaml", format!("{steps}  - Ann: opt out\n"));
    let ran = folder.run("run missing.yaml");
    ran.complains(1, "missing-chance");
    ran.complains(1, "what may come: Ann, Ben");
    folder.file(
        "unused.yaml",
        format!("{steps}  - draw: Ann\n  - roll: [3, 6]\n  - draw: {{Ann: 5, Ben: 4}}\n  - roll: 3\n"),
    );
    folder.run("run unused.yaml").complains(1, "unused-chance");
    folder.file("wrong.yaml", format!("{steps}  - draw: Ann\n  - roll: [3, 7]\n"));
    folder.run("run wrong.yaml").complains(1, "what may come: 1, 2, 3, 4, 5, 6");
    folder.file("kind.yaml", format!("{steps}  - roll: 3\n"));
    folder.run("run kind.yaml").complains(1, "wrong-chance");
    folder.file("seed.yaml", "game: hot-dog\nplayers: [Ann, Ben]\nseed: 7\nsteps: []\n");
    let seeded = folder.run("run seed.yaml");
    seeded.prints("Betting round");
    assert_eq!(seeded.out, folder.run("run seed.yaml").out);
}

const TRACK: &str = r#"
game "Track" ref "a test" doc "Two walkers and two dice."
players 2

type Kind = low, high
component Walker of each player doc "Who walks."
component Stone of each player { worth : 1..3  make n in 1..3 : worth = n }
component Die { kind : Kind  side : 1..6  used : yes or no  make k in Kind : kind = k }
track road 1..20 doc "Where they walk."
zone bag of each player : Stone seen by all doc "Where stones are."

phase play ref "a test" doc "All of it." {
  for d in Die { roll d.side }
  repeat { for p in players { do walk(p) } }
}

phase walk(p: player) ref "a test" doc "Walk by a die." {
  turn of p {
    choose d in Die where not d.used if none { win nobody }
    set d.used = yes
    move p.Walker to first s in ahead(p.Walker.place, d.side) else road(20)
  }
  win p
}
"#;

#[test]
fn a_script_may_begin_in_the_middle() {
    let folder = Folder::new("middle");
    folder.file("track.rules", TRACK).file(
        "a.yaml",
        "\
game: track.rules
players: [Ann, Ben]
position:
  zones: {road(12): {Walker of Ann: 1}, road(3): [Walker], Ann.bag: [\"3\", \"1\"], Ben.bag: {Stone 2: 1}, box: [Die low 4, Die high 5 used]}
phase: walk(Ann)
steps:
  - expect: {deciders: Ann, offers: [Die low 4], Ann.bag: [Stone 1, \"3\"], Ben.Walker.place: road 3}
  - Ann: {d: low}
  - expect: {Ann.Walker.place: road(16), winner: Ann, \"count Ben.bag\": 1}
",
    );
    folder.run("run a.yaml --story full").prints("Walk (Ann)");
    folder.file("b.yaml", folder.text("a.yaml").replace("Stone 2: 1", "Stone 2 of Ben: 2"));
    folder.run("run b.yaml").complains(1, "bad-position");
}

#[test]
fn hostile_scripts() {
    let folder = folder("hostile");
    for (name, text, words) in [
        ("empty", String::new(), "nothing in this file"),
        ("deep", "[".repeat(100_000), "bad-yaml"),
        ("bomb", "a: &a [x]\nb: &b [*a, *a]\n".to_owned(), "anchors"),
        ("twice", "game: a.rules\ngame: a.rules\n".to_owned(), "stands here twice"),
        ("keys", "game: a.rules\nstepz: []\n".to_owned(), "did you mean `steps`"),
        ("types", "game: {a: b}\n".to_owned(), "bad-step"),
        ("zero", "game: a\0b\n".to_owned(), "bad-yaml"),
        ("players", "game: a.rules\nplayers: 99999\n".to_owned(), "bad-step"),
        ("seats", "game: a.rules\nplayers: 9999\n".to_owned(), "wrong-table"),
        ("setting", "game: a.rules\nsettings: {x: 1}\n".to_owned(), "wrong-table"),
        ("variable", "game: a.rules\nposition: {variables: {total: 11}}\n".to_owned(), "bad-position"),
        ("zone", "game: a.rules\nposition: {zones: {nowhere: [x]}}\n".to_owned(), "unknown-place"),
        ("phase", "game: a.rules\nphase: fly(Ann)\n".to_owned(), "fly"),
        ("loop", "game: a.rules\nsteps: [{expect: {\"(((((\": 1}}]\n".to_owned(), "loop.yaml:2"),
    ] {
        folder.file(&format!("{name}.yaml"), text);
        folder.run(&format!("run {name}.yaml")).complains(1, words);
    }
}

#[test]
fn folders_are_searched() {
    let folder = folder("search");
    folder.file("deep/er/b.yml", SCRIPT).file("deep/no.txt", "x");
    folder.file("c.yaml", "game: a.rules\nsteps:\n  - Ann: add 9\n");
    let ran = folder.run("run . --quiet --allow-outside");
    assert_eq!(ran.code, 1, "{ran:#?}");
    assert!(ran.out.contains("2 passed, 1 failed") && ran.out.contains("FAILED ./c.yaml"), "{ran:#?}");
}

#[test]
fn events_are_json_lines() {
    let folder = folder("json");
    let ran = folder.run("run a.yaml --format json --view Ann");
    assert_eq!(ran.code, 0, "{ran:#?}");
    let lines: Vec<serde_json::Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON in each line")).collect();
    assert!(lines.iter().any(|line| line["step"] == 1 && line["kind"]["chosen"]["text"] == "add 3"), "{ran:#?}");
    folder.run("run a.yaml --view Zoe").complains(2, "nobody is called `Zoe`");
}

#[test]
fn hidden_things_stay_hidden() {
    let folder = Folder::new("hidden");
    folder.file("a.yaml", "game: hot-dog\nplayers: [Ann, Ben]\nseed: 3\nsteps: []\n");
    for view in ["Ann", "Ben", "nobody"] {
        let ran = folder.run(&format!("run a.yaml --view {view}"));
        ran.prints("draws a chip from the bag to the fist");
        ran.prints("Rolled: low die with");
    }
    folder.run("run a.yaml").prints("draws chip number");
}

#[test]
fn options_as_promised() {
    let folder = folder("options");
    let ran = folder.run("options a.yaml --why --format json");
    let shown: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(shown["decider"], "Ben");
    assert_eq!(shown["phase"], "add");
    assert_eq!(shown["options"][0]["bindings"]["n"], 1);
    assert_eq!(shown["refused"][0]["text"], "add 2");
    assert_eq!(shown["refused"][0]["because"], "That would be more than ten.");
    assert_eq!(shown["position"]["variables"]["total"], "9");
    folder.run("options a.yaml --why").prints("add 2: That would be more than ten.");
}

#[test]
fn all_reasons_for_which_something_is_forbidden_are_told() {
    let folder = Folder::new("options-reasons");
    let rules = r#"
game "Odd"
players Ann, Ben
phase play {
  turn of Ann {
    choose n in 1..3 as "take {n}"
      require n != 2 else "Not two."
      require n mod 2 = 1 else "Only odd numbers."
  }
  win nobody
}
"#;
    folder.file("odd.rules", rules).file("odd.yaml", "game: odd.rules\nsteps: []\n");
    folder.run("options odd.yaml --why").prints("take 2: Not two. Only odd numbers.\n");
}

#[test]
fn records_replay() {
    let folder = Folder::new("record");
    for seed in 1..=5 {
        folder.run(&format!("record hot-dog --seed {seed} --players 3 -o {seed}.yaml")).prints("");
    }
    folder.run("run . --quiet").prints("5 passed, 0 failed");
    folder.run("run 1.yaml").prints("The game is over");
    folder.run("record hot-dog --seed 1 -o 1.yaml").complains(4, "exists already");
    folder.run("record hot-dog --seed 2 --players 3 -o 1.yaml --force").prints("");
    assert_eq!(folder.text("1.yaml"), folder.text("2.yaml"));
}

#[test]
fn a_record_names_the_settings_of_its_game() {
    let folder = Folder::new("record-settings");
    folder.run("record greyhounds --set lap=12 --seed 1 -o r.yaml").prints("");
    assert!(folder.text("r.yaml").contains("\nsettings: {lap: 12}\n"), "{}", folder.text("r.yaml"));
    folder.run("run r.yaml --quiet").prints("");
}

/// The recorded games among the playthroughs are what `record` writes, word for word.
#[test]
fn recorded_playthroughs_are_what_record_writes() {
    let folder = Folder::new("recorded");
    let playthroughs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/playthroughs");
    for (game, count, seed, name) in [
        ("hot-dog", 2, 19, "two"),
        ("hot-dog", 3, 22, "three"),
        ("hot-dog", 4, 19, "four"),
        ("hot-dog-young", 2, 12, "two"),
        ("hot-dog-young", 3, 20, "three"),
        ("hot-dog-young", 4, 3, "four"),
    ] {
        let path = playthroughs.join(game).join(format!("full-game-of-{name}.yaml"));
        let ran = folder.run(&format!("record {game} --seed {seed} --players {count}"));
        assert_eq!(ran.out, std::fs::read_to_string(&path).expect("a playthrough"), "{}", path.display());
    }
}

#[test]
fn every_way_is_counted() {
    let folder = folder("perft");
    // One is left: there is one way to go on, and it ends the game.
    folder.run("perft a.yaml").prints("paths          1\nend positions  1\n");
    folder.file("b.yaml", "game: a.rules\nplayers: [Ann, Ben]\n");
    let first: serde_json::Value =
        serde_json::from_str(&folder.run("perft b.yaml --depth 1 --format json --list").out).expect("JSON");
    assert_eq!((&first["paths"], &first["ends"]), (&3.into(), &3.into()));
    assert_eq!(first["positions"][0]["variables"]["total"], "1");
    // Sums of 1, 2 and 3 that make ten: a Tribonacci number.
    folder.run("perft b.yaml").prints("paths          274\n");
    folder.run("perft b.yaml --depth 0").prints("paths          1\n");
    folder
        .run("perft b.yaml --depth 2 --each")
        .prints("1                    3            3            0\n2                    9            5            0\n");
    // Each turn is one decision here.
    folder.run("perft b.yaml --depth 3 --turns").prints("paths          27\n");
    let each: serde_json::Value =
        serde_json::from_str(&folder.run("perft b.yaml --depth 1 --format json --each").out).expect("JSON");
    assert_eq!(each["plies"][1], serde_json::json!({"after": 1, "paths": 3, "positions": 3, "over": 0}));
    folder.run("perft b.yaml --most 5").complains(2, "there are more than 5 positions");
    folder.run("perft none.yaml").complains(4, "none.yaml");
}

const TURNS: &str = r#"
game "Turns" doc "x"
players white, black
component Man of each player { king : yes or no untold  make 1 of king = no }
var n : 0..9 seen by all = 0 each one_turn doc "m"
phase play ref "1" doc "y" { repeat 2 { for p in players { do one_turn(p) } } win nobody }
phase one_turn(p: player) ref "1" doc "y" { turn of p { do step(p) } }
rule step(p: player) ref "1" doc "y" { choose k in 1..2  set n += k  if k = 1 { set p.Man.king = yes } }
"#;

/// What the script plays is over; the game is not.
#[test]
fn the_end_of_a_phase_is_not_the_end_of_the_game() {
    let folder = Folder::new("phase-over");
    folder.file("turns.rules", TURNS);
    folder
        .file("a.yaml", "game: turns.rules\nphase: one_turn(white)\nsteps:\n  - white: 1\n  - expect: {over: phase}\n");
    folder.run("run a.yaml").prints("The phase is over; the game is not.");
    folder.run("options a.yaml").prints("The phase is over; the game is not.");
    folder.run("why a.yaml").prints("the phase that the script plays is over, the game is not");
    let shown: serde_json::Value = serde_json::from_str(&folder.run("options a.yaml --format json").out).expect("JSON");
    assert_eq!((&shown["over"], &shown["phase_over"]), (&false.into(), &true.into()));
    let told = folder.run("run a.yaml --format json");
    assert!(told.out.contains("\"phase_over\"") && !told.out.contains("\"over\""), "{told:#?}");
    folder.file("b.yaml", format!("{}  - white: 1\n", folder.text("a.yaml")));
    folder.run("run b.yaml").complains(1, "the phase that the script plays is over, the game is not");
    folder.file("c.yaml", "game: turns.rules\nsteps:\n  - white: 1\n  - black: 1\n  - white: 2\n  - black: 2\n");
    folder.run("options c.yaml").prints("The game is over.");
    folder.run("why c.yaml").prints("the game is over");
}

/// Mistakes of a script are told at the script, and are no fault of the rules.
#[test]
fn what_a_script_lacks_is_told_at_the_script() {
    let folder = Folder::new("lacks");
    folder.file("turns.rules", TURNS);
    folder.file("turnless.yaml", "game: turns.rules\nphase: step(white)\nsteps:\n  - white: 1\n");
    let ran = folder.run("run turnless.yaml");
    ran.complains(1, "nobody is on turn in `step(white)`");
    ran.complains(1, "turnless.yaml:2:8");
    folder.file("reset.yaml", "game: turns.rules\nposition: {variables: {n: 5}}\nphase: one_turn(white)\n");
    let ran = folder.run("run reset.yaml");
    ran.complains(1, "`n` begins anew with each `one_turn`");
    ran.complains(1, "reset.yaml:2");
    folder.file("unset.yaml", "game: greyhounds-bookie\nplayers: 3\nseed: 1\nsteps:\n  - expect: {race: 1}\n");
    let ran = folder.run("run unset.yaml");
    ran.complains(1, "`race` has no value yet");
    ran.complains(1, "unset.yaml:5:14");
}

/// What nobody speaks of is part of a position too.
#[test]
fn positions_are_printed_whole() {
    let folder = Folder::new("whole");
    folder.file("turns.rules", TURNS).file("a.yaml", "game: turns.rules\nphase: one_turn(white)\n");
    let listed = folder.run("perft a.yaml --list --format json");
    let found: serde_json::Value = serde_json::from_str(&listed.out).expect("JSON");
    assert_ne!(found["positions"][0]["zones"], found["positions"][1]["zones"], "{listed:#?}");
    let position = &found["positions"][1];
    folder.file(
        "b.yaml",
        format!("game: turns.rules\nposition: {{zones: {}}}\nphase: one_turn(black)\n", position["zones"]),
    );
    let again: serde_json::Value = serde_json::from_str(&folder.run("options b.yaml --format json").out).expect("JSON");
    assert_eq!(again["position"]["zones"], position["zones"]);
    // An `as` text of a feature, and a place that is called otherwise at the table.
    let steps = "game: english-draughts.rules\nposition: {zones: {square b1: [Man crowned of black], square c6: [Man of white], \
                 square e6: Man king of white}}\nphase: one_turn(black)\n";
    let classic = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/classics/english-draughts.rules");
    folder.file("english-draughts.rules", std::fs::read(classic).expect("a classic")).file("c.yaml", steps);
    let first: serde_json::Value = serde_json::from_str(&folder.run("options c.yaml --format json").out).expect("JSON");
    folder.file(
        "d.yaml",
        format!("game: english-draughts.rules\nposition: {}\nphase: one_turn(black)\n", first["position"]),
    );
    assert_eq!(folder.run("options d.yaml --format json").out, folder.run("options c.yaml --format json").out);
    assert!(first["position"].to_string().contains("crown"), "{first}");
}

/// One run tells what is on offer at every stop.
#[test]
fn offers_of_every_stop() {
    let folder = folder("offers");
    let ran = folder.run("run a.yaml --format json --offers");
    let lines: Vec<serde_json::Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON in each line")).collect();
    let offers: Vec<&serde_json::Value> = lines.iter().filter(|line| line["kind"]["offers"].is_array()).collect();
    assert_eq!(offers.len(), 4, "{ran:#?}");
    assert_eq!(
        (&offers[0]["step"], &offers[0]["kind"]["offers"][0]["decider"]),
        (&serde_json::Value::Null, &"Ann".into())
    );
    assert_eq!(offers[0]["kind"]["offers"][0]["options"][2]["text"], "add 3");
    assert_eq!((&offers[3]["step"], &offers[3]["kind"]["offers"][0]["decider"]), (&3.into(), &"Ben".into()));
    assert_eq!(offers[3]["kind"]["offers"][0]["options"].as_array().map(Vec::len), Some(1));
    let seen = folder.run("run a.yaml --format json --offers --view Ben");
    let texts = |ran: &crate::tool::Ran| ran.out.matches("\"bindings\"").count();
    assert!(texts(&seen) > 0 && texts(&seen) < texts(&ran), "{seen:#?}");
    folder.run("run a.yaml --offers").complains(2, "needs `--format json`");
}

/// Ways that are exactly so long, and together with those that ended before.
#[test]
fn ways_of_one_length_are_counted_apart() {
    let folder = folder("perft-exactly");
    folder.file("b.yaml", "game: a.rules\nplayers: [Ann, Ben]\n");
    let ran = folder.run("perft b.yaml --depth 5");
    ran.prints("exactly 5 decisions\npaths          147\npositions      6\n\nwith those that ended before\npaths          157\n");
    let found: serde_json::Value =
        serde_json::from_str(&folder.run("perft b.yaml --depth 5 --format json").out).expect("JSON");
    assert_eq!(found["exactly"], serde_json::json!({"after": 5, "paths": 147, "positions": 6}));
    assert!(!folder.run("perft b.yaml").out.contains("exactly"));
}

/// Saying again what is on offer would tell how many answers others give in secret.
#[test]
fn offers_tell_nothing_of_secret_answers() {
    let folder = Folder::new("offers-in-secret");
    let sheets =
        |bets: &str| format!("game: greyhounds\nplayers: 3\nseed: 1\nsteps:\n  - Ann: [{bets}hand in the sheet]\n");
    let bet = "write a bet, bet to win, on red, 500 dollars, ";
    folder.file("one.yaml", sheets(bet));
    folder.file("two.yaml", sheets(&format!("{bet}write a bet, bet place, on blue, 500 dollars, ")));
    let seen = |name: &str| folder.run(&format!("run {name}.yaml --format json --offers --view Ben"));
    let (one, two) = (seen("one"), seen("two"));
    assert_eq!((one.code, two.code), (0, 0), "{one:#?}{two:#?}");
    assert_eq!(one.out, two.out);
    let all = |name: &str| folder.run(&format!("run {name}.yaml --format json --offers")).out;
    assert_ne!(all("one"), all("two"));
}
