//! Playouts: everybody draws lots, and every legal option is as likely. That machine code plays them as the interpreter does is seen in
//! `native.rs`.

use std::path::Path;
use std::sync::Arc;

use rulehound_interpreter::instance::Table;
use rulehound_interpreter::play::{Game, Generators, Playout, Seeded, Stop};
use rulehound_native::{Entry, Native, Pass, Passes};
use rulehound_tests::load::{load, load_text};

const GAMES: u64 = 6_000;

/// How often each of six players is chosen, of whom the rules allow the second, third and fifth: by the interpreter and by machine code.
fn chosen(statements: &str) -> [[u64; 6]; 2] {
    let text = format!(
        "game \"Lots\"\nplayers 6\nvar last : player or none seen by all = none\n\
         def dear(q: player) = all a in 1..10, b in 1..10 : a + b > 0\n\
         def one = first q in players\n\
         def allowed(q: player) = dear(q) and q in {{next(one), next(one, 2), next(one, 4)}}\n\
         phase play {{ turn of one {{ {statements} }} }}\n"
    );
    let game =
        Game::load(load_text(&text).unwrap_or_else(|errors| panic!("{errors}")), &Table::default()).expect("a table");
    let native = Native::new(&game).expect("machine code");
    let mut player = native.player().expect("memory");
    let mut counts = [[0; 6]; 2];
    for stream in 0..GAMES {
        let (mut chance, mut players) = (Seeded::new(1, stream), Seeded::new(2, stream));
        let by_machine = player.playout(chance.clone(), players.clone(), 100).expect("machine code plays it");
        let played = game.playout(Generators { chance: &mut chance, players: &mut players }, 100).expect("no fault");
        for (counts, playout) in counts.iter_mut().zip([played, by_machine]) {
            let winners = playout.outcome.expect("it ends").winners().to_vec();
            assert_eq!((winners.len(), playout.decisions), (1, 1));
            counts[winners[0]] += 1;
        }
    }
    counts
}

/// Three legal options of 6,000 games: 2,000 each, give or take five standard deviations (37).
fn must_be_even(counts: [[u64; 6]; 2]) {
    for counts in counts {
        let expected = [0, GAMES / 3, GAMES / 3, 0, GAMES / 3, 0];
        let even =
            counts.iter().zip(expected).all(|(count, expected)| count.abs_diff(expected) <= expected * 5 * 37 / 2_000);
        assert!(even, "{counts:?}, not {expected:?}");
    }
}

#[test]
fn each_allowed_candidate_is_as_likely() {
    must_be_even(chosen("choose q in players require allowed(q) else \"Not that one.\" win q"));
    must_be_even(chosen("choose q in players where allowed(q) win q"));
}

/// Whatever may be chosen stands in one list, and all of it is as likely: names, sets and plain words.
#[test]
fn each_candidate_of_all_options_is_as_likely() {
    let second = "option \"the second\" require dear(one) { win next(one) }";
    let named = "require allowed(q) and q != next(one) else \"Not that one.\" { win q }";
    must_be_even(chosen(&format!("choose {{ {second} option q in players {named} }}")));
    let sets = "option 1 of s in players require all q in s : allowed(q) and q != next(one) { win s }";
    must_be_even(chosen(&format!(
        "choose {{ {sets} {second} option q in players where dear(q) and q = one require no {{ }} }}"
    )));
    must_be_even(chosen(
        "plan { choose { option q in players where q != next(one) { set last = q require allowed(q) else \"No.\" }
         option \"the second\" { set last = next(one) } } } win last",
    ));
}

#[test]
fn each_way_through_a_plan_is_as_likely() {
    must_be_even(chosen(
        "plan { choose q in players set last = q require allowed(q) else \"Not that one.\" } win last",
    ));
}

#[test]
fn where_nothing_is_allowed_it_goes_on_as_the_rules_say() {
    let counts = chosen(
        "choose q in players require allowed(q) and not dear(q) else \"No.\" if none { choose r in players where allowed(r) win r } win q",
    );
    must_be_even(counts);
}

fn classic(name: &str) -> Game {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../examples/classics/{name}.rules"));
    Game::load(load(&path).unwrap_or_else(|errors| panic!("{errors}")), &Table::default()).expect("a table")
}

/// What takes a few steps is looked at for all candidates at once; only what takes many is left to lots.
#[test]
fn only_what_is_dear_to_find_out_is_left_to_lots() {
    let dear = |name| classic(name).program().choices.iter().filter(|choice| choice.dear).count();
    assert_eq!(["tic-tac-toe", "four-in-a-row", "kalah", "hex"].map(dear), [0, 0, 0, 0]);
    assert_eq!(["othello", "english-draughts", "nine-mens-morris"].map(dear), [1, 1, 2]);
}

/// So that it can be measured what lots are worth, they can be left out: then all that is legal is looked at.
#[test]
fn lots_can_be_left_out() {
    let native =
        Native::with(&classic("nine-mens-morris"), &Passes::without([Pass::Lots]), Entry::Games).expect("machine code");
    let mut player = native.player().expect("memory");
    for stream in 0..5 {
        let (chance, players) = (Seeded::new(1, stream), Seeded::new(2, stream));
        let playout = player.playout(chance.clone(), players.clone(), 1_000).expect("machine code plays it");
        let course = player.random(chance, Some(players), 1_000).expect("machine code plays it");
        assert_eq!((playout.outcome, playout.decisions), (course.outcome, course.decisions));
    }
}

/// A fault of the rules is one in a playout too, and decisions are counted up to as many as there may be.
#[test]
fn playouts_end_with_faults_and_bounds() {
    let game = classic("chess");
    let (mut chance, mut players) = (Seeded::new(1, 1), Seeded::new(1, 2));
    let played = game.playout(Generators { chance: &mut chance, players: &mut players }, 7).expect("no fault");
    assert_eq!(played, Playout { outcome: None, decisions: 7, stops: 7, steps: played.steps });
    let text = "game \"Empty\"\nplayers 1\nphase play { turn of first p in players { choose n in 1..3 where n > 3 win first p in players } }\n";
    let model: Arc<_> = load_text(text).unwrap_or_else(|errors| panic!("{errors}"));
    let game = Game::load(model, &Table::default()).expect("a table");
    let fault =
        game.playout(Generators { chance: &mut chance, players: &mut players }, 7).expect_err("nothing to choose");
    assert_eq!(fault.code, "empty-choice");
    assert!(game.start(&mut rulehound_interpreter::play::Log::silent()).is_err_and(|same| same.code == fault.code));
    assert_eq!(
        classic("hex").start(&mut rulehound_interpreter::play::Log::silent()).expect("begins").stop(),
        Stop::Decision
    );
}

/// Nobody is asked where nothing is legal: a bounded playout goes on to the decision after the last, with the chance before it, by both.
#[test]
fn a_bound_is_met_where_somebody_is_asked() {
    let text = "game \"Nobody is asked\"\nplayers 1\ncomponent Bead { make 3 of }\nzone heap : Bead seen by nobody\n\
                rule nothing { choose q in players where no if none { } }\n\
                phase play {\n  move each b in Bead to heap\n  repeat 4 {\n    turn of first p in players {\n      \
                choose n in 1..2\n      draw b in heap\n      do nothing\n      draw c in heap\n    }\n  }\n}\n";
    let model: Arc<_> = load_text(text).unwrap_or_else(|errors| panic!("{errors}"));
    let game = Game::load(model, &Table::default()).expect("a table");
    let native = Native::new(&game).expect("machine code");
    let mut player = native.player().expect("memory");
    for bound in 0..6 {
        let (mut chance, mut players) = (Seeded::new(1, 1), Seeded::new(1, 2));
        let by_machine = player.playout(chance.clone(), players.clone(), bound).expect("machine code plays it");
        let played = game.playout(Generators { chance: &mut chance, players: &mut players }, bound).expect("no fault");
        let decisions = bound.min(4);
        assert_eq!((played.decisions, played.stops), (decisions, 3 * decisions + u64::from(bound >= 4)), "{bound}");
        assert_eq!(by_machine, Playout { steps: 0, ..played });
    }
}
