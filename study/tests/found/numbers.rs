//! Other numbers in the rules, alone and together.

use super::planted::STONES;
use super::tools::{Study, found, says};
use rulehound_interpreter::instance::Table;
use rulehound_interpreter::play::Game;
use rulehound_study::{Goal, Recipe, Told, Tried, choose, findings, page, together, tried};

/// With what is tried of a game, and the names of that.
fn trying(mut study: Study) -> (Study, Vec<String>) {
    let found = tried(&study.game.instance().model, &study.table());
    let (names, games): (Vec<String>, Vec<Game>) = found.into_iter().map(|one| (one.name, one.game)).unzip();
    (study.plan.tried, study.manifest.tried, study.tried) = (games.len(), names.clone(), games);
    (study, names)
}

/// A goal of two games lasts twice as long; who wins it stays the same.
#[test]
fn other_settings_are_told_apart() {
    let rules =
        STONES.replace("players 2", "players 2\nsetting rounds : 1..3 = 1\nvar played : 0..3 seen by all = 0").replace(
            "if s.colour = black { win next(p) }",
            "if s.colour = black { set played += 1 }\n      if played >= rounds { win next(p) }",
        );
    let study = Study::of(&rules.replace("make 1 of colour = black", "make 3 of colour = black"));
    let fixed = Table { settings: [("rounds".to_owned(), "3".to_owned())].into(), ..study.table() };
    assert!(tried(&study.game.instance().model, &fixed).is_empty(), "what the table has set stays");
    let (study, names) = trying(study);
    assert_eq!(names, ["rounds = 2 (here 1)"], "one less is not allowed");
    let whole = study.part(0, 400);
    says(&found(&whole, "settings"), "What changes the length of a game most is `rounds = 2 (here 1)`: +");
}

/// Whoever rolls high has a prize; a bet pays, too. Seats are numbered by a table, which nobody wants to see otherwise.
pub const PRIZES: &str = "| Bet, roll, and be rich.
game \"Prizes\"
players 2
type Side = low, high
type Chair = near, far
table prize(Side) { low : -20  high : 100 }
table number(Chair) { near : 1  far : 2 }
var money of each player : -9999..9999 seen by all = 200
var die : 1..6 seen by all

| Money changes hands.
rule pay(p: player, n: -9999..9999) { set p.money += n }

| A bet may be lost.
rule bet(p: player) {
  choose n in 1..2 as \"bet {n}\"
  roll die
  if die > 3 { do pay(p, n * 10) } else { set p.money -= n * 10 }
}

| The die decides the prize.
rule roll_for_prize(p: player) {
  roll die
  if die > 3 { do pay(p, prize(high)) } else { do pay(p, prize(low)) }
}

phase play {
  for p in players { turn of p { do bet(p) } }
  for p in players { do roll_for_prize(p) }
  if number(near) = 1 { win p in players by best p.money }
}
";

/// Tables and first values are tried as settings are, and tell what they make of whatever was asked.
#[test]
fn other_numbers_are_told_apart() {
    let (mut study, names) = trying(Study::of(PRIZES).asking("max p in players : p.money else 0 as the richest"));
    assert_eq!(
        names,
        [
            "prize(low) = -15 (here -20)",
            "prize(low) = -25 (here -20)",
            "prize(high) = 80 (here 100)",
            "prize(high) = 120 (here 100)",
            "money at the beginning = 150 (here 200)",
            "money at the beginning = 250 (here 200)"
        ]
    );
    let whole = study.part(0, 300);
    let settings = found(&whole, "settings");
    says(
        &settings,
        "What changes the richest most is `money at the beginning = 250 (here 200)`: +50.0 (+50.0 to +50.0).",
    );
    assert_eq!(settings.table[0], ["with", "the richest"], "nothing changes how long it takes");
    assert!(settings.table[3][1].starts_with('-') && settings.table[4][1].starts_with('+'), "{:?}", settings.table);
    // Looked into or only counted: the same games.
    study.plan.closely = 0;
    assert_eq!(study.part(0, 300).kept.tried, whole.kept.tried);
}

/// Numbers that bring missed goals nearer together are chosen by what each does alone, and not twice the same.
#[test]
fn missed_goals_are_brought_nearer_together() {
    let (study, names) = trying(Study::of(PRIZES).asking("max p in players : p.money else 0 as the richest"));
    let whole = study.part(0, 300);
    let seen = whole.kept.answers[0].mean();
    let goals = |text: String| {
        let goal = Goal::read(&text, &["Ann".to_owned(), "Ben".to_owned()]).expect("a goal");
        let interval = whole.kept.answers[0].interval(0.95);
        vec![goal.judge(seen, 300, interval, |_| interval)]
    };
    let names = |chosen: Vec<usize>| chosen.iter().map(|one| names[*one].as_str()).collect::<Vec<_>>();
    // By 60: fifty at the beginning, and more by the prize.
    let far = names(choose(&whole, &goals(format!("mean of the richest {}..{}", seen + 60.0, seen + 70.0))));
    assert_eq!(far, ["money at the beginning = 250 (here 200)", "prize(high) = 120 (here 100)"]);
    let near = names(choose(&whole, &goals(format!("mean of the richest {}..{}", seen + 40.0, seen + 60.0))));
    assert_eq!(near, ["money at the beginning = 250 (here 200)"]);
    let met = goals(format!("mean of the richest {}..{}", seen - 9.0, seen + 9.0));
    assert!(choose(&whole, &met).is_empty(), "nothing is missed");
    let rules = study.game.instance().model.clone();
    let (all, table) = (tried(&rules, &study.table()), study.table());
    let both: Vec<&Tried> = all.iter().filter(|one| far.contains(&one.name.as_str())).collect();
    let game = together(&rules, &table, &both).expect("rules with both");
    let richest = Study { game, ..Study::of(PRIZES) }.asking("max p in players : p.money else 0").part(0, 300);
    let gained = richest.kept.answers[0].mean() - seen;
    assert!((60.0..70.0).contains(&gained), "{gained}");
    // Pages say so.
    let recipe = Recipe { turned: far.iter().map(|one| (*one).to_owned()).collect(), games: 300, goals: met };
    let text = page(&whole, &findings(&whole), Told { goals: &recipe.goals, recipe: Some(&recipe), ..Told::default() });
    assert!(
        text.contains(
            "Together, played in 300 random games, <code>money at the beginning = 250 (here 200)</code> and "
        ),
        "{text}"
    );
}

/// Numbers that break the rules end no study.
#[test]
fn numbers_that_break_the_rules_are_told() {
    let rules = PRIZES.replace(
        "var money of each player : -9999..9999 seen by all = 200",
        "var money of each player : 0..280 seen by all = 150",
    );
    let (study, names) = trying(Study::of(&rules.replace("high : 100", "high : 104")));
    let whole = study.part(0, 300);
    let broken = format!("With `{}` only ", names[3]);
    let settings = found(&whole, "settings");
    assert!(settings.lines.iter().any(|line| line.starts_with(&broken)), "{names:?} {:?}", settings.lines);
}
