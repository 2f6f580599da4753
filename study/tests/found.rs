//! Studies find what is there, and nothing that is not: known numbers, planted faults, games without any; and parts are the same together as
//! the whole.
#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test that panics tells why")]

use std::sync::Arc;

use rulehound_interpreter::check::{Library, check};
use rulehound_interpreter::instance::{Table, default_names};
use rulehound_interpreter::model::Source;
use rulehound_interpreter::play::{Game, Seeded};
use rulehound_interpreter::script::SCRIPT_FILE;
use rulehound_study::statistics::{Moments, wilson};
use rulehound_study::{
    Broken, Finding, Forbidden, Kept, Machines, Manifest, Mismatch, Part, PartReader, PartWriter, Plan, Player,
    Question, Row, Series, Tables, Told, findings, is_told_apart, page, picked, tried,
};

/// One text.
struct Text<'t>(&'t str);

impl Library for Text<'_> {
    fn read(&mut self, name: &str, _: Option<&str>) -> Result<Source, String> {
        Ok(Source { name: name.to_owned(), text: self.0.to_owned() })
    }
}

fn game(rules: &str) -> Game {
    let checked = check("game.rules", &mut Text(rules));
    let model = checked.model.unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
    let players = if model.players.names.is_empty() { default_names(2) } else { Vec::new() };
    Game::load(Arc::new(model), &Table { players, ..Table::default() }).expect("a table")
}

/// A game with all that it takes to study it.
struct Study {
    game: Game,
    base: Option<Game>,
    tried: Vec<Game>,
    questions: Vec<Question>,
    plan: Plan,
    manifest: Manifest,
}

impl Study {
    fn of(rules: &str) -> Self {
        let game = game(rules);
        let manifest = Manifest {
            version: "test".to_owned(),
            title: game.instance().model.title.clone(),
            rules: game.hash().to_string(),
            base: None,
            players: game.instance().players.clone(),
            settings: Default::default(),
            seed: 1,
            bots: Vec::new(),
            machine_code: false,
            every: 10,
            tried: Vec::new(),
            forbidden: Vec::new(),
            questions: Vec::new(),
            closely: 2_000,
            most: 1_000,
            until: None,
        };
        let (levels, forbidden) = (Vec::new(), Vec::new());
        let plan =
            Plan { seed: 1, levels, every: 10, forbidden, most: 1_000, compared: false, tried: 0, closely: 2_000 };
        Self { game, base: None, tried: Vec::new(), questions: Vec::new(), plan, manifest }
    }

    fn asking(mut self, text: &str) -> Self {
        self.questions.push(Question::read(text, &self.game, SCRIPT_FILE).expect("a question"));
        self.manifest.questions.push(text.to_owned());
        self
    }

    fn with_bots(mut self, levels: &[&str]) -> Self {
        self.plan.levels = levels.iter().map(|level| level.parse().expect("a level")).collect();
        self.manifest.bots = levels.iter().map(|level| (*level).to_owned()).collect();
        self
    }

    fn without(mut self, what: &str) -> Self {
        self.plan.forbidden.push(Forbidden::read(what, &self.game.instance().model).expect("something to forbid"));
        self.manifest.forbidden.push(what.to_owned());
        self
    }

    fn beside(mut self, rules: &str) -> Self {
        let base = game(rules);
        self.manifest.base = Some(("the other".to_owned(), base.hash().to_string()));
        self.plan.compared = true;
        self.base = Some(base);
        self
    }

    fn table(&self) -> Table {
        Table { players: self.game.instance().players.clone(), ..Table::default() }
    }

    fn part(&self, from: u64, to: u64) -> Part {
        let (counted, _) = self.game.profiled();
        let (game, base, tried) = (self.game.clone(), self.base.clone(), self.tried.clone());
        let tables = Tables::new(game, base, tried, self.questions.clone());
        let mut player = Player::new(&self.plan, &tables, &counted, &Machines::make(&tables));
        let mut kept = Kept::default();
        for number in from..to {
            let series = self.plan.series(number).into_iter();
            let played: Vec<_> = series.map(|one| player.play(one, number, false).expect("no fault")).collect();
            kept.add(&self.plan, self.game.instance().seats(), &played);
        }
        Part::collect(self.manifest.clone(), (from, to), kept, counted.program())
    }
}

fn found(whole: &Part, key: &str) -> Finding {
    findings(whole).into_iter().find(|one| one.key == key).unwrap_or_else(|| panic!("nothing is found of {key}"))
}

#[track_caller]
fn says(finding: &Finding, words: &str) {
    assert!(finding.sentence.contains(words), "{words}\n{finding:#?}");
}

const TIC_TAC_TOE: &str = include_str!("../../examples/classics/tic-tac-toe.rules");

/// Random tic-tac-toe, worked out exactly by others: the first wins 58.5 %, the second 28.8 %, and 12.7 % are tied.
#[test]
fn random_tic_tac_toe_gives_its_known_numbers() {
    let whole = Study::of(TIC_TAC_TOE).part(0, 3_000);
    let random = whole.kept.of(Series::Random);
    assert_eq!(random.games, 3_000);
    for (hits, known) in [(random.won(0), 0.585), (random.won(1), 0.288), (random.nobody, 0.127)] {
        let share = wilson(hits, random.games, 0.999);
        assert!(share.holds(known) && share.half() < 0.035, "{share:?} and {known}");
    }
    let seats = found(&whole, "seats");
    says(&seats, "than an equal share of 50.0 %");
    assert!(!seats.sentence.contains("not told apart"), "{}", seats.sentence);
    says(
        &found(&whole, "rules"),
        "Random games reach every rule and statement, and every requirement refuses something.",
    );
}

#[test]
fn a_bot_is_found_to_play_better_than_chance() {
    let whole = Study::of(TIC_TAC_TOE).with_bots(&["mcts:40"]).part(0, 400);
    says(&found(&whole, "skill"), "each bot is shown to win more than an equal share of 50.0 %");
    says(&found(&whole, "tension"), "who is ahead changes ");
    assert!(picked(&whole).iter().any(|game| game.key == "comeback"));
}

/// Of twenty faces so many are good for whoever sits first.
fn lots(faces: u32) -> String {
    format!(
        "| A die decides.\ngame \"Lots\"\nplayers 2\nvar die: 1..20 seen by all\nphase play {{\n  roll die\n  \
         for p in players where seat(p) = 1 {{ if die <= {faces} {{ win p }} }}\n  \
         for p in players where seat(p) = 2 {{ win p }}\n}}\n"
    )
}

#[test]
fn a_bias_of_55_to_45_is_found() {
    let whole = Study::of(&lots(11)).part(0, 3_000);
    let seats = found(&whole, "seats");
    says(&seats, "Of the games that random players decide, ");
    says(&seats, "than an equal share of 50.0 %");
    let fair = found(&Study::of(&lots(10)).part(0, 3_000), "seats");
    says(&fair, "The seats of random players are not told apart");
    says(&fair, " games would tell a difference as large as the one seen");
}

/// Of a thousand studies of a fair game at most fifty say that it is not, also if somebody watches all the time.
#[test]
fn a_fair_game_is_hardly_ever_called_unfair() {
    let (mut fixed, mut watched, mut biased) = (0, 0, 0);
    for study in 0..1_000 {
        let mut generator = Seeded::new(7, study);
        let (mut first, mut better, mut early) = (0_u64, 0_u64, false);
        for game in 1..=400_u64 {
            first += u64::from(generator.below(2) == 0);
            better += u64::from(generator.below(20) < 12);
            early |= game % 10 == 0 && is_told_apart(game, &[first, game - first], true);
        }
        fixed += u32::from(is_told_apart(400, &[first, 400 - first], false));
        watched += u32::from(early);
        biased += u32::from(is_told_apart(400, &[better, 400 - better], false));
    }
    assert!(fixed <= 50 && watched <= 50, "{fixed} and {watched} of 1000 fair games are called unfair");
    assert!(fixed > 0 && biased > 900, "hardly anything is ever told apart: {fixed}, {biased}");
}

/// Giving up gives the game away, and the horn never sounds.
const FAULTY: &str = "\
| Whoever throws a six wins.
game \"Sixes\"
players 2
var die: 1..6 seen by all = 1
phase play {
  repeat for p in players { do one_turn(p) }
}
phase one_turn(p: player) {
  turn of p {
    choose {
      option \"throw\" { do throw(p) }
      option \"give up\" { win next(p) }
      option \"wait\" require die < 7 else \"There is no seven.\" { }
    }
  }
}
rule throw(p: player) {
  roll die
  if die = 6 { win p }
  if die > 6 { do sound_the_horn }
}
rule sound_the_horn { win nobody }
";

#[test]
fn a_dead_rule_and_a_dominated_option_are_named_with_their_line() {
    let whole = Study::of(FAULTY).without("give up").without("rule throw").part(0, 1_000);
    says(&found(&whole, "rules"), "`sound_the_horn` (game.rules, line 22) never runs in 1000 random games");
    let rules = found(&whole, "rules");
    let never = "`require die < 7 else \"There is no seven.\"` (game.rules, line 13) never refused anything";
    assert!(rules.lines.iter().any(|line| line == never), "{rules:#?}");
    let options = found(&whole, "options");
    says(&options, "taking `option \"give up\"` (one turn, line 12 of game.rules) costs most, -");
    says(&options, "taking `option \"throw\"` (one turn, line 11 of game.rules) brings most, +");
    let without = found(&whole, "without");
    says(&without, "A random player does better without “give up”: +");
    says(&without, "A random player does worse without “rule throw”: -");
    // The line that was named can be forbidden as such, and a rule that another one runs.
    for what in ["line 12", "rule sound_the_horn"] {
        let other = Study::of(FAULTY).without(what).part(0, 400);
        let word = if what == "line 12" { "better" } else { "worse" };
        says(&found(&other, "without"), &format!("A random player does {word} without “{what}”: "));
    }
    assert!(Forbidden::read("rule nothing", &Study::of(FAULTY).game.instance().model).is_err());
}

/// Who takes the black stone loses.
const STONES: &str = "\
| Whoever takes the black stone loses.
game \"Stones\"
players 2
type Colour = white, black
component Stone {
  colour: Colour
  make 3 of colour = white
  make 1 of colour = black
}
zone heap : Stone seen by all
zone taken of each player : Stone seen by all
phase play {
  move all from box to heap
  repeat for p in players {
    turn of p {
      choose s in heap as \"take {s}\"
      move s to p.taken
      if s.colour = black { win next(p) }
    }
  }
}
";

#[test]
fn a_component_is_forbidden() {
    let whole = Study::of(STONES).without("component Stone black").without("component Stone").part(0, 400);
    says(&found(&whole, "without"), "A random player does better without “component Stone black”: +");
    says(&found(&whole, "without"), "without “component Stone” is not told apart: +0.0 %");
    assert!(Forbidden::read("component Dragon", &Study::of(STONES).game.instance().model).is_err());
}

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
const PRIZES: &str = "| Bet, roll, and be rich.
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
            "prize(high) = 75 (here 100)",
            "prize(high) = 125 (here 100)",
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

/// What sets winners apart, by the rule that pays, and the same in the other game; what several rules call says nothing.
#[test]
fn points_are_told_by_where_they_come_from() {
    let study = Study::of(PRIZES).beside(&PRIZES.replace("n * 10", "n * 1000"));
    let whole = study.part(0, 600);
    let sources = found(&whole, "sources");
    assert_eq!(sources.title, "Where money comes from");
    says(&sources, "In money winners of random games are ");
    says(&sources, " by roll for prize: `do pay(p, prize(high))`");
    assert_eq!(sources.table[0], ["", "winners", "the others", "winners in the other", "the others in the other"]);
    let row = |name: &str| {
        sources.table.iter().find(|row| row[0] == name).unwrap_or_else(|| panic!("{name}: {:#?}", sources.table))
    };
    let number = |cell: &str| cell.split(' ').next().and_then(|word| word.parse::<f64>().ok()).expect("a number");
    let high = row("roll for prize: `do pay(p, prize(high))`");
    assert!(number(&high[1]) > number(&high[2]) + 40.0, "{high:?}");
    assert!((number(&high[3]) - number(&high[4])).abs() < 25.0, "there the bet decides: {high:?}");
    let lost = row("bet: `set p.money -= n * 10`");
    assert!(number(&lost[1]) < 0.0 && lost[3] == "–", "{lost:?}");
    assert!(number(&row("bet: `do pay(p, n * 1000)`")[3]) > 300.0);
    let choices = found(&whole, "choices");
    assert_eq!(choices.table, [vec!["open decisions", "a game", "options"], vec!["bet", "2.0", "2.0"]]);
    let (one, other) = (study.part(0, 200), study.part(200, 600));
    let merged = Part::merge(vec![other, one]).expect("all parts");
    assert_eq!((&merged.kept.flows, &merged.kept.decisions), (&whole.kept.flows, &whole.kept.decisions));
}

/// What a rule pays in secret counts once, and is told to nobody by it.
#[test]
fn money_in_secret_counts_once() {
    let rules = "| Give in secret.
game \"Gifts\"
players 2
var coins of each player : 0..99 seen by all = 10
phase play {
  simultaneous p in players {
    choose n in 1..2 as \"spend {n}\"
    set p.coins -= n
    choose m in 1..2 as \"and {m}\"
    set p.coins -= m
  }
  win p in players by best p.coins
}
";
    let whole = Study::of(rules).part(0, 200);
    let sum = |moments: Moments| moments.mean() * moments.count as f64;
    let spent: f64 = whole.kept.flows.each().map(|(_, flow)| sum(flow.winners) + sum(flow.others)).sum();
    let left = Study::of(rules).asking("sum p in players : p.coins").part(0, 200).kept.answers[0];
    assert!((20.0 * 200.0 + spent - sum(left)).abs() < 1e-6, "{spent} spent, {} left", sum(left));
}

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

/// What the same chance decides is told from what players do.
#[test]
fn luck_is_told_from_choices() {
    let dealt = "| The die has decided before anybody chooses.\ngame \"Dealt\"\nplayers 2\nvar die: 1..2 seen by all\nphase play {\n  roll die\n  for p in players where seat(p) = die { turn of p { choose n in 1..3 as \"say {n}\" } win p }\n}\n";
    says(&found(&Study::of(dealt).part(0, 300), "luck"), "Chance decides 100 % of who wins");
    let chosen = "| Nothing is drawn.\ngame \"Chosen\"\nplayers 2\nphase play {\n  for p in players where seat(p) = 1 {\n    turn of p { choose { option \"win\" { win p } option \"lose\" { win next(p) } } }\n  }\n}\n";
    says(&found(&Study::of(chosen).part(0, 300), "luck"), "the same players do not win more often");
}

#[test]
fn parts_are_the_same_together_as_the_whole() {
    let study = Study::of(FAULTY).with_bots(&["mcts:10"]).without("give up");
    let bytes =
        |whole: &Part| (serde_json::to_string(whole).expect("data"), page(whole, &findings(whole), Told::default()));
    let whole = bytes(&study.part(0, 80));
    for count in [1, 4, 8] {
        let width = 80 / count;
        // In whatever order they come, and through a file.
        let parts = (0..count).rev().map(|part| study.part(part * width, (part + 1) * width));
        let kept = parts.map(|part| serde_json::to_string(&part).expect("data"));
        let parts = kept.map(|text| serde_json::from_str(&text).expect("a part")).collect();
        assert!(bytes(&Part::merge(parts).expect("all parts")) == whole, "{count} parts give something else");
    }
}

/// Beyond the games that are looked into others are only counted; what both say goes together.
#[test]
fn games_that_nobody_looks_into_are_the_same() {
    let mut study = Study::of(FAULTY);
    let close = study.part(0, 60);
    (study.plan.closely, study.manifest.closely) = (20, 20);
    let far = study.part(0, 60);
    assert_eq!((close.kept.looked_into, far.kept.looked_into), (60, 20));
    assert_eq!((&close.kept.outcomes, &close.kept.blocks), (&far.kept.outcomes, &far.kept.blocks));
    assert_ne!(close.kept.chosen, far.kept.chosen);
    says(&found(&far, "rules"), "never runs in 20 random games");
}

#[test]
fn a_part_that_was_not_written_to_its_end_is_told() {
    let part = Study::of(FAULTY).part(0, 4);
    let mut writer = PartWriter::begin(Vec::new(), &part.manifest, 0).expect("a vector");
    let row =
        Row { series: Series::Random, number: 0, over: true, winners: vec![1], decisions: 3, free: 2, options: 4 };
    writer.add(&row).expect("a vector");
    let whole = writer.end(&part).expect("a vector");
    assert_eq!(PartReader::new(whole.as_slice()).part().expect("a part"), part);
    let mut rows = Vec::new();
    let read = PartReader::new(whole.as_slice()).rows(|row| {
        rows.push(row);
        Ok::<(), Broken>(())
    });
    assert!(read.is_ok() && rows == [row]);
    let lines: Vec<&[u8]> = whole.split_inclusive(|byte| *byte == b'\n').collect();
    for torn in [&lines[..0], &lines[..1], &lines[..2]] {
        let torn = torn.concat();
        assert!(matches!(PartReader::new(torn.as_slice()).part(), Err(Broken::Short)), "{torn:?}");
    }
    let half = &whole[..whole.len() - 10];
    assert!(matches!(PartReader::new(half).part(), Err(Broken::Wrong(_))));
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let study = Study::of(FAULTY);
    let merged = |parts: &[(u64, u64)]| Part::merge(parts.iter().map(|(from, to)| study.part(*from, *to)).collect());
    assert_eq!(merged(&[]), Err(Mismatch::Nothing));
    assert_eq!(merged(&[(0, 4), (6, 8)]), Err(Mismatch::Gap(4, 6)));
    assert_eq!(merged(&[(0, 4), (3, 8)]), Err(Mismatch::Overlap(3, 4)));
    assert_eq!(merged(&[(0, 4), (0, 4)]), Err(Mismatch::Overlap(0, 4)));
    let mut other = Study::of(&FAULTY.replace("die = 6", "die = 5"));
    let parts = vec![study.part(0, 4), other.part(4, 8)];
    assert_eq!(Part::merge(parts), Err(Mismatch::Other(4, 8, "the hash of the rules")));
    other = Study::of(FAULTY);
    other.manifest.seed = 2;
    let parts = vec![study.part(0, 4), other.part(4, 8)];
    assert_eq!(Part::merge(parts), Err(Mismatch::Other(4, 8, "the seed")));
}
