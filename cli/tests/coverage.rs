//! `run --coverage`.

use crate::tool::Folder;

const RULES: &str = "\
| Ten sticks.
game \"Sticks\"
players 2

var left: 0..10 seen by all = 10

phase play {
  repeat for p in players { do take(p) }
}

phase take(p: player) {
  turn of p {
    choose n in 1..3 as \"take {n}\" require n <= left else \"Only {left} are left.\"
    set left -= n
    if left = 5 { do half_way(p) }
    if left = 0 { win p }
  }
}

rule half_way(p: player) {
  set left -= 1
}
";

const SHORT: &str = "game: sticks.rules\nsteps:\n  - Ann: take 3\n  - Ben: take 3\n  - Ann: take 3\n";

/// Goes by way of half of the sticks.
const WHOLE: &str = "game: sticks.rules\nsteps:\n  - Ann: take 3\n  - Ben: take 2\n  - Ann: take 3\n  - Ben: take 1\n";

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.file("sticks.rules", RULES).file("scripts/short.yaml", SHORT);
    folder
}

#[test]
fn what_scripts_never_reach_is_told_by_its_line() {
    let ran = folder("coverage").run("run --coverage scripts/short.yaml");
    ran.prints("sticks.rules: 2 of 3 rules, ");
    ran.prints("1 of 1 requirement, 0 of 1 ending\n");
    ran.prints("  line 15, in take: `do half_way(p)` never ran\n");
    ran.prints("  line 16, in take: `win p` never ended a game\n");
    ran.prints("  line 20: `half_way(p: player)` never ran\n");
    assert!(!ran.out.contains("set left -= 1"), "it stands in a rule that never ran: {ran:#?}");
    assert!(!ran.out.contains("Ann"), "no story is told: {ran:#?}");
}

#[test]
fn a_folder_is_counted_together() {
    let folder = folder("coverage-together");
    folder.file("scripts/whole.yaml", WHOLE);
    let ran = folder.run("run --coverage scripts");
    ran.prints(
        "2 passed, 0 failed\nsticks.rules: 3 of 3 rules, 10 of 10 statements, 1 of 1 requirement, 1 of 1 ending\n",
    );
}

#[test]
fn a_script_that_fails_is_counted_as_far_as_it_goes() {
    let folder = folder("coverage-failing");
    folder.file("scripts/short.yaml", format!("{SHORT}  - Ben: take 2\n"));
    let ran = folder.run("run --coverage scripts");
    ran.complains(1, "Only 1 are left.");
    assert!(ran.out.contains("FAILED") && ran.out.contains("2 of 3 rules"), "{ran:#?}");
}

#[test]
fn programs_read_it() {
    let folder = folder("coverage-data");
    let ran = folder.run("run --coverage --format json --lcov all.info scripts");
    let data: serde_json::Value = serde_json::from_str(&ran.out).expect("one value");
    let file = &data["files"][0];
    assert_eq!(file["rules"], serde_json::json!({"met": 2, "all": 3}));
    let points = file["points"].as_array().expect("points");
    let half = points.iter().find(|point| point["written"] == "half_way(p: player)").expect("the rule");
    assert_eq!((&half["kind"], &half["line"], &half["times"]), (&"rules".into(), &20.into(), &0.into()));
    let text = folder.text("all.info");
    for line in [
        "SF:sticks.rules",
        "FN:20,half_way(p: player)",
        "FNDA:0,half_way(p: player)",
        "FNF:3",
        "FNH:2",
        "DA:14,3",
        "DA:21,0",
        "end_of_record",
    ] {
        assert!(text.lines().any(|other| other == line), "{line} in\n{text}");
    }
    let again = folder.run("run --coverage --lcov all.info scripts");
    again.complains(4, "it exists already; `--force` overwrites it");
    folder.run("run --coverage --lcov all.info --force scripts").prints("2 of 3 rules");
    // Where nothing was run, what was counted before stays.
    let ran = folder.run("run --coverage --lcov all.info --force none.yaml");
    ran.complains(4, "nothing was run, so `all.info` is not written");
    assert_eq!(folder.text("all.info"), text);
}

/// What comes back to itself is known once for each depth, but written once.
#[test]
fn what_comes_back_to_itself_is_counted_as_it_is_written() {
    let folder = Folder::new("coverage-deep");
    let rules = |deep: &str| {
        format!(
            "game \"Dolls\"\nplayers 2\nvar opened: 0..9 seen by all = 0\nphase play {{\n\
             \x20 for p in players {{ turn of p {{ do unpack(p) }} }}\n  win nobody\n}}\n\
             rule unpack(p: player) {deep} {{\n  choose {{\n    option \"stop\" {{ }}\n\
             \x20   option \"open\" {{\n      set opened += 1\n      do unpack(p)\n    }}\n  }}\n}}\n"
        )
    };
    folder
        .file("dolls.yaml", "game: dolls.rules\nsteps:\n  - Ann: open\n  - Ann: open\n  - Ann: stop\n  - Ben: stop\n");
    for deep in ["deep 3", "deep 7"] {
        folder.file("dolls.rules", rules(deep));
        let ran = folder.run("run --coverage dolls.yaml");
        ran.prints("dolls.rules: 2 of 2 rules, 7 of 7 statements, 2 of 2 options, 1 of 1 ending\n");
        assert!(!ran.out.contains("never"), "{ran:#?}");
    }
}

/// It is not on offer, and where there is no other the `if none` runs.
#[test]
fn a_way_through_a_plan_on_which_the_rules_fail_is_no_way() {
    for (spend, wrong) in
        [("set purse -= n", "-1 does not fit here"), ("set purse = purse - n - 0 / (4 - n)", "this divides by 0")]
    {
        let folder = Folder::new("coverage-purse");
        folder.file(
            "purse.rules",
            format!(
                "game \"Purse\"\nplayers 2\nvar purse: 0..5 seen by all = 3\nphase play {{\n\
                 \x20 for p in players {{ turn of p {{\n    plan {{\n      choose n in 1..4 as \"spend {{n}}\"\n\
                 \x20     {spend}\n    }} if none {{ say \"{{p}} is broke.\" }}\n  }} }}\n  win nobody\n}}\n"
            ),
        );
        folder.file("purse.yaml", "game: purse.rules\nsteps:\n  - refuse: {Ann: spend 4}\n  - Ann: spend 3\n");
        let ran = folder.run("run purse.yaml");
        ran.prints("Ben is broke.");
        ran.prints(wrong);
        folder.run("run --coverage purse.yaml").prints("7 of 7 statements, 1 of 1 if none, 1 of 1 ending\n");
    }
}
