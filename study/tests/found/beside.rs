//! A variant beside its game, and what is asked of both.

use super::planted::FAULTY;
use super::tools::{Study, found, says};
use rulehound_study::Part;

/// Bots play the game to compare with, too.
#[test]
fn bots_are_set_beside_those_of_the_other_game() {
    let quick = FAULTY.replace("if die = 6 { win p }", "if die >= 3 { win p }");
    let whole = Study::of(&quick).beside(FAULTY).with_bots(&["mcts:5"]).part(0, 200);
    let beside = found(&whole, "variant");
    let row = beside.table.iter().find(|row| row[0] == "mcts:5 bots: decisions of a game").expect("a row for bots");
    assert!(row[1] == "yes" && row[4].starts_with('-'), "{row:?}");
}

#[test]
fn a_variant_is_told_apart_from_its_game_by_the_same_seeds() {
    let quick = FAULTY.replace("if die = 6 { win p }", "if die >= 3 { win p }");
    let whole = Study::of(&quick).beside(FAULTY).part(0, 400);
    let beside = found(&whole, "variant");
    says(&beside, "Games are shorter: ");
    assert_eq!(beside.title, "Beside the other");
    assert!(beside.shown && beside.table[1][4].starts_with('-') && beside.table[1][1] == "yes", "{:?}", beside.table);
    let same = found(&Study::of(FAULTY).beside(FAULTY).part(0, 50), "variant");
    says(&same, "Games are exactly as long. No seat is shown to win more or less. The same players win every game.");
    assert!(!same.shown && same.table[1][1] == "the same", "{:?}", same.table);
}

/// What an option is worth in each game, and what is on offer in one of them alone.
#[test]
fn options_are_set_beside_those_of_the_other_game() {
    let rules = |bold: &str, more: &str| {
        format!(
            "| Be bold or calm.\ngame \"Nerves\"\nplayers 2\nvar score of each player : 0..9 seen by all = 0\nvar die: 1..6 seen by all\nphase play {{\n  for p in players {{ turn of p {{ choose {{\n    option \"bold\" {{ roll die  if die >= {bold} {{ set p.score = 9 }} }}\n    option \"calm\" {{ set p.score = 3 }}\n{more}  }} }} }}\n  win p in players by best p.score\n}}\n"
        )
    };
    let (daring, timid) = (rules("2", ""), rules("6", "    option \"asleep\" { }\n"));
    let study = Study::of(&daring).beside(&timid);
    let whole = study.part(0, 1_000);
    let beside = found(&whole, "variant");
    says(&beside, " To random players taking `option \"calm\"` (play) is worth less: +");
    let row = beside.table.iter().find(|row| row[0] == "taking `option \"bold\"` (play)").expect("a row for it");
    assert!(row[2].starts_with('-') && row[3].starts_with('+') && row[1] == "yes", "{row:?}");
    assert!(
        beside.lines.iter().any(|line| line == "On offer in the other alone: `option \"asleep\"` (play)."),
        "{:?}",
        beside.lines
    );
    // Beside itself nothing is told, however many options there are.
    let same = found(&Study::of(&daring).beside(&daring).part(0, 200), "variant");
    assert!(same.table.iter().all(|row| !row[0].starts_with("taking")) && same.lines.len() == 2, "{same:?}");
    let (one, other) = (study.part(0, 300), study.part(300, 1_000));
    assert_eq!(Part::merge(vec![other, one]).expect("all parts").kept.base_chosen, whole.kept.base_chosen);
}

/// What is asked of the ends of games: by the interpreter and by machine code, of the game and of the one beside it.
#[test]
fn the_ends_of_games_are_asked() {
    let rules = |most: u8| {
        format!(
            "| Roll, and that is your score.\ngame \"Scores\"\nplayers 2\nvar score of each player : 0..9 seen by all = 0\nvar die: 1..{most} seen by all\nphase play {{\n  for p in players {{ roll die  set p.score = die }}\n  win p in players by best p.score\n}}\n"
        )
    };
    let mut study = Study::of(&rules(8))
        .beside(&rules(4))
        .asking("sum p in players : p.score")
        .asking("any p in players : p.score = 0");
    study.plan.closely = 50;
    let whole = study.part(0, 400);
    let answers = &whole.kept.answers;
    assert_eq!((answers[0].count, answers[0].ends()), (400, Some((2, 16))));
    assert!((answers[0].mean() - 9.0).abs() < 1.0 && (whole.kept.base_answers[0].mean() - 5.0).abs() < 0.6);
    assert_eq!(answers[1].ends(), Some((0, 0)), "a yes counts 1, a no 0");
    says(&found(&whole, "variant"), " `sum p in players : p.score` is more: ");
    says(&found(&whole, "asked"), "At the end of random games 2 things were asked; `sum p in players : p.score` is ");
    // Looked into or only counted: the same games.
    study.plan.closely = 400;
    assert_eq!(study.part(0, 400).kept.answers, *answers);
    let (one, other) = (study.part(0, 100), study.part(100, 400));
    assert_eq!(Part::merge(vec![other, one]).expect("all parts").kept.answers, *answers);
}
