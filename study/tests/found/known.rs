//! Known numbers, and games in which nothing is to be found.

use super::tools::{Study, found, says};
use rulehound_interpreter::play::Seeded;
use rulehound_study::statistics::wilson;
use rulehound_study::{Series, is_told_apart, picked};

const TIC_TAC_TOE: &str = include_str!("../../../examples/classics/tic-tac-toe.rules");

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

/// What the same chance decides is told from what players do.
#[test]
fn luck_is_told_from_choices() {
    let dealt = "| The die has decided before anybody chooses.\ngame \"Dealt\"\nplayers 2\nvar die: 1..2 seen by all\nphase play {\n  roll die\n  for p in players where seat(p) = die { turn of p { choose n in 1..3 as \"say {n}\" } win p }\n}\n";
    says(&found(&Study::of(dealt).part(0, 300), "luck"), "Chance decides 100 % of who wins");
    let chosen = "| Nothing is drawn.\ngame \"Chosen\"\nplayers 2\nphase play {\n  for p in players where seat(p) = 1 {\n    turn of p { choose { option \"win\" { win p } option \"lose\" { win next(p) } } }\n  }\n}\n";
    says(&found(&Study::of(chosen).part(0, 300), "luck"), "the same players do not win more often");
}
