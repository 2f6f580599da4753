//! Studies find what is there, and nothing that is not: known numbers, planted faults, games without any; and parts are the same together as
//! the whole.
#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test that panics tells why")]

use std::sync::Arc;

use rulehound_interpreter::check::{Library, check};
use rulehound_interpreter::instance::{Table, default_names};
use rulehound_interpreter::model::Source;
use rulehound_interpreter::play::{Game, Seeded};
use rulehound_study::statistics::wilson;
use rulehound_study::{
    Finding, Forbidden, Manifest, Mismatch, Part, Plan, Player, Series, findings, is_told_apart, page, picked,
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
            forbidden: Vec::new(),
            most: 1_000,
            until: None,
        };
        let plan = Plan { seed: 1, levels: Vec::new(), every: 10, forbidden: Vec::new(), most: 1_000, compared: false };
        Self { game, base: None, plan, manifest }
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

    fn part(&self, from: u64, to: u64) -> Part {
        let (counted, _) = self.game.profiled();
        let mut player = Player::new(&self.plan, &self.game, &counted, self.base.as_ref());
        let mut played = Vec::new();
        for number in from..to {
            for series in self.plan.series(number) {
                played.push(player.play(series, number, false).expect("no fault"));
            }
        }
        Part::collect(self.manifest.clone(), (from, to), played, counted.program())
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
    let games = whole.kept.of(Series::Random).count() as u64;
    let share = |test: &dyn Fn(&[usize]) -> bool| {
        let hits = whole.kept.of(Series::Random).filter(|row| test(&row.winners)).count() as u64;
        wilson(hits, games, 0.999)
    };
    assert_eq!(games, 3_000);
    for (share, known) in [
        (share(&|winners| winners == [0]), 0.585),
        (share(&|winners| winners == [1]), 0.288),
        (share(&|winners| winners.is_empty()), 0.127),
    ] {
        assert!(share.holds(known) && share.half() < 0.035, "{share:?} and {known}");
    }
    let seats = found(&whole, "seats");
    says(&seats, "than an equal share of 50.0 %");
    assert!(!seats.sentence.contains("not told apart"), "{}", seats.sentence);
    says(&found(&whole, "rules"), "Random games reach every rule, and every requirement refuses something.");
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
    says(&options, "taking `option \"give up\"` (game.rules, line 12) costs most, -");
    says(&options, "taking `option \"throw\"` (game.rules, line 11) brings most, +");
    let without = found(&whole, "without");
    says(&without, "A random player does better without “give up”: +");
    says(&without, "A random player does worse without “rule throw”: -");
    assert!(Forbidden::read("rule nothing", &Study::of(FAULTY).game.instance().model).is_err());
}

#[test]
fn a_variant_is_told_apart_from_its_game_by_the_same_seeds() {
    let quick = FAULTY.replace("if die = 6 { win p }", "if die >= 3 { win p }");
    let whole = Study::of(&quick).beside(FAULTY).part(0, 400);
    says(&found(&whole, "variant"), "Games are shorter than those of the other with the same seeds: -");
    let same = Study::of(FAULTY).beside(FAULTY).part(0, 50);
    says(&found(&same, "variant"), "The length of games is not told apart from that of the other: +0.0 decisions");
}

/// What the same chance decides is told from what players do.
#[test]
fn luck_is_told_from_choices() {
    let dealt = "| The die has decided before anybody chooses.\ngame \"Dealt\"\nplayers 2\nvar die: 1..2 seen by all\nphase play {\n  roll die\n  for p in players where seat(p) = die { turn of p { choose n in 1..3 as \"say {n}\" } win p }\n}\n";
    says(&found(&Study::of(dealt).part(0, 300), "luck"), "Chance decides 100 % of who wins");
    let chosen = "| Nothing is drawn.\ngame \"Chosen\"\nplayers 2\nphase play {\n  for p in players where seat(p) = 1 {\n    turn of p { choose { option \"win\" { win p } option \"lose\" { win next(p) } } }\n  }\n}\n";
    says(&found(&Study::of(chosen).part(0, 300), "luck"), "games do not end more alike");
}

#[test]
fn parts_are_the_same_together_as_the_whole() {
    let study = Study::of(FAULTY).with_bots(&["mcts:10"]).without("give up");
    let bytes = |whole: &Part| (serde_json::to_string(whole).expect("data"), page(whole, &findings(whole), &[]));
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
