//! What is said of speed, of machine code, and of what is not proven.

use crate::tool::{Folder, GAME};

/// A game with something that only the interpreter plays: line 7.
const VEILED: &str = "game \"Veiled\" doc \"Play cards.\"
players 2
component Card of each player { value : 1..5 seen by owner  make v in 1..5 : value = v }
zone hand of each player : Card seen by all
phase play {
  for p in players { move each c in p.Card to p.hand  }
  repeat 4 { for p in players { turn of p { choose c in p.hand as \"play {c}\" if none { leave turn } move c to p.box } } }
  win nobody
}
";

#[test]
fn why_there_is_no_machine_code_is_told_with_its_line() {
    let folder = Folder::new("speed");
    folder.file("veiled.rules", VEILED).file("a.rules", GAME);
    let because = "no machine code: choosing among components with features of their own audience";
    let told = |command: &str| {
        let ran = folder.run(command);
        ran.prints(because);
        assert!(ran.out.contains("(veiled.rules:7:"), "{ran:#?}");
    };
    told("bench veiled.rules --seconds 0.01");
    told("simulate veiled.rules --games 40");
    told("check veiled.rules --speed");
    let ran = folder.run("bench veiled.rules --seconds 0.01 --format json");
    let counts: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert!(counts["noMachineCode"]["at"].as_str().is_some_and(|at| at.starts_with("veiled.rules:7:")), "{counts}");
    assert!(!folder.run("bench veiled.rules --seconds 0.01 --interpreter").out.contains("no machine code"));
    for command in ["bench a.rules --seconds 0.01", "simulate a.rules --games 40", "check a.rules --speed"] {
        assert!(!folder.run(command).out.contains("no machine code"), "{command}");
    }
    folder.run("check a.rules --speed").prints("% of all steps lead to a.rules:");
}

/// A game in which nearly all time goes into one definition.
const COUNTED: &str = "game \"Counted\" doc \"Count.\"
players 2
track road 1..40
component Pawn of each player { }
def ahead_of(p: player) = sum s in road : if any q in players : q.Pawn.place = s and q != p then 1 else 0
phase play {
  for p in players { move p.Pawn to road(1) }
  repeat 10 { for p in players { turn of p { choose n in 1..2 where ahead_of(p) < 40  move p.Pawn to road(n) } } }
  win nobody
}
";

#[test]
fn a_profile_names_what_costs_most() {
    let folder = Folder::new("profile");
    folder.file("counted.rules", COUNTED);
    let told = folder.run("bench counted.rules --seconds 0.01 --profile");
    let (statements, definitions) = told.out.split_once("and by definition").expect("both");
    let first = statements.split_once("by statement\n").expect("statements").1.lines().next().expect("a line");
    assert!(first.contains("play (counted.rules:8:") && first.contains("choose n in 1..2"), "{told:#?}");
    assert!(definitions.contains("`ahead_of` (counted.rules:5:"), "{told:#?}");
    let told = folder.run("bench counted.rules --seconds 0.01 --profile --format json");
    let told: serde_json::Value = serde_json::from_str(&told.out).expect("JSON");
    let steps = |of: &serde_json::Value| of["steps"].as_u64().expect("a number");
    let statements = told["profile"]["statements"].as_array().expect("a list");
    // Each step is one of exactly one statement.
    assert_eq!(statements.iter().map(steps).sum::<u64>(), steps(&told["profile"]));
    let definition = &told["profile"]["definitions"][0];
    assert_eq!(definition["name"], "ahead_of");
    assert!(2 * steps(definition) > steps(&told["profile"]), "{told}");
    folder.run("check counted.rules --speed").prints("`ahead_of` (counted.rules:5:");
}

#[test]
fn each_pass_can_be_left_out() {
    let folder = Folder::new("passes");
    folder.file("a.rules", GAME);
    folder.run("bench a.rules --seconds 0.01 --without fusion --without hoisting").prints("by machine code");
    let all = folder.run("bench a.rules --seconds 0.01 --ablation");
    for pass in ["places-as-bits", "fusion", "constant-evaluation", "unrolling"] {
        assert!(all.out.contains(&format!("without {pass} ")), "{all:#?}");
    }
    let ran = folder.run("bench a.rules --seconds 0.01 --ablation --format json");
    let told: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert!(told["playoutsPerSecondWithout"]["hoisting"].as_f64().is_some_and(|playouts| playouts > 0.0), "{told}");
    let unknown = folder.run("bench a.rules --without magic");
    assert_eq!(unknown.code, 2, "{unknown:#?}");
    assert!(unknown.err.contains("there is no such pass; there are places-as-bits, fusion"), "{unknown:#?}");
    let machine_code = folder.run("bench a.rules --without fusion --interpreter");
    assert_eq!(machine_code.code, 2, "{machine_code:#?}");
    let there_are = "`fusion` makes machine code faster; with `--interpreter` there are hoisting, memoisation";
    assert!(machine_code.err.contains(there_are), "{machine_code:#?}");
}

#[test]
fn the_interpreter_does_without_a_pass_of_its_own() {
    let folder = Folder::new("interpreting");
    folder.file("counted.rules", COUNTED);
    let steps = |how: &str| {
        let ran = folder.run(&format!("bench counted.rules --seconds 0.05 --interpreter --format json {how}"));
        let counts: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
        counts["stepsPerDecision"].as_f64().expect("a number")
    };
    // Each candidate asks for the same sum, and each place of that sum for the same players.
    let (without, with) = (steps("--without memoisation --without hoisting"), steps(""));
    assert!(without > 1.5 * with, "{without} and {with}");
    let all = folder.run("bench counted.rules --seconds 0.01 --interpreter --ablation");
    all.prints("without hoisting");
    all.prints("without memoisation");
    assert!(!all.out.contains("fusion"), "{all:#?}");
    let interpreter = folder.run("bench counted.rules --without memoisation");
    assert_eq!(interpreter.code, 2, "{interpreter:#?}");
    assert!(
        interpreter.err.contains("`memoisation` makes the interpreter faster; add `--interpreter`"),
        "{interpreter:#?}"
    );
}

#[test]
fn a_decision_takes_as_many_steps_whoever_plays() {
    let folder = Folder::new("steps");
    folder.file("a.rules", GAME);
    let steps = |how: &str| {
        let ran = folder.run(&format!("bench a.rules --seconds 0.1 --format json {how}"));
        let counts: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
        assert_eq!(counts["machineCode"], how.is_empty(), "{counts}");
        counts["stepsPerDecision"].as_f64().expect("a number")
    };
    let (interpreted, compiled) = (steps("--interpreter"), steps(""));
    assert!((compiled / interpreted - 1.0).abs() < 0.1, "{interpreted} and {compiled}");
}

/// Far more decisions than machine code is made of; the interpreter plays them.
#[test]
fn very_long_rules_are_played_by_the_interpreter() {
    let folder = Folder::new("bomb");
    let decisions = "choose { option \"a\" { } }\n".repeat(8_000);
    let text = format!(
        "game \"Bomb\" doc \"x\"\nplayers 2\nphase play {{ for p in players {{ turn of p {{ {decisions} }} }} win nobody }}\n"
    );
    folder.file("bomb.rules", text);
    folder.run("bench bomb.rules --seconds 0.01").prints("no machine code: a game of so many rules");
}

#[test]
fn what_is_not_proven_is_told_once_when_asked() {
    let folder = Folder::new("unproven");
    let text = |body: &str| {
        format!(
            "game \"g\" doc \"x\"\nplayers 2\ncomponent Stone\ncomponent Leaf\nzone pond : Stone seen by all\nzone tree : Leaf seen by all\ntrack road 1..5\n\
         var n : 0..5 seen by all = 0\nphase play {{\n{body}\nwin nobody }}\n"
        )
    };
    let told = |body: &str| {
        folder.file("g.rules", text(body));
        assert!(!folder.run("check g.rules").out.contains("not proven"));
        let ran = folder.run("check g.rules --verbose");
        assert_eq!(ran.code, 0, "{ran:#?}");
        ran.out
    };
    let nothing = told("set n = 3  move Stone to pond  move Leaf to road(n mod 5 + 1)");
    assert!(nothing.contains("not proven: nothing"), "{nothing}");
    let all = told(
        "set n += 1\nset n = n * 2\nmove Stone to road(n)\nmove Leaf to (if n = 2 then pond else tree)\nset n = 5 / n\nset n = 5 / (n + 1)",
    );
    for found in [
        "`by-zero` at g.rules:14:",
        "`range-left` at g.rules:10:1, g.rules:11:1, g.rules:12:",
        "`wrong-place` at g.rules:13:1",
    ] {
        assert!(all.contains(found), "{found}: {all}");
    }
}
