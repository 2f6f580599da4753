//! Views hold what the manual says who may know, no more and no less, at stops of random games: place by place, variable by variable, feature by
//! feature. Who may know what is said by the reference.

use std::path::Path;

use rulehound_interpreter::instance::Table;
use rulehound_interpreter::play::Game;
use rulehound_judges::reference::Reference;
use rulehound_tests::load::{load, load_text, rules_in, tables};
use rulehound_tests::playout::playout_for;
use rulehound_tests::secrecy::by_the_manual;

/// Plays `games` random games of every file of a folder, at the smallest and the largest table, and looks at every so manieth stop.
fn look_at(folder: &str, games: u64, stops: usize, every: usize) -> usize {
    let mut looks = 0;
    for path in rules_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)) {
        let Ok(model) = load(&path) else { continue };
        for table in tables(&model) {
            let game = Game::load(model.clone(), &table).expect("the table fits");
            let reference = Reference::new(game.instance());
            for stream in 0..games {
                let mut stop = 0;
                let looked = playout_for(&game, 61, stream, stops, &mut |position| {
                    stop += 1;
                    looks += usize::from(stop % every == 0);
                    if stop % every == 0 { by_the_manual(&reference, position).map(|_| ()) } else { Ok(()) }
                });
                // Fixtures may end in a fault of their own.
                if let Err(message) = looked
                    && message.contains("view")
                {
                    panic!("{}, {} players: {message}", path.display(), table.players.len());
                }
            }
        }
    }
    looks
}

#[test]
fn in_small_games_of_every_construct() {
    assert!(look_at("fixtures/reference", 2, 40, 2) > 500);
}

#[test]
fn in_single_points() {
    assert!(look_at("fixtures/points", 2, 30, 1) > 100);
}

#[test]
fn where_all_is_hidden_in_some_way() {
    assert!(look_at("fixtures/veils", 10, 40, 1) > 100);
}

#[test]
fn in_the_games() {
    assert!(look_at("../games", 1, 300, 29) > 100);
}

#[test]
fn in_the_classics() {
    assert!(look_at("../examples/classics", 1, 200, 29) > 50);
}

/// One of three is the wolf, and decides; the others wait. Behind that all three are asked because of something open.
const NIGHT: &str = r#"game "Night"
players Ann, Ben, Cleo
type Role = wolf, farmer
component Card { role : Role  make 1 of role = wolf  make 2 of role = farmer }
zone deck : Card seen by nobody
zone mine of each player : Card seen by owner
var moon : yes or no seen by all = yes
phase play {
  move all Card from box to deck
  for p in players { draw 1 from deck to p.mine }
  simultaneous p in players {
    if any c in p.mine : c.role = wolf { choose q in players except p as "eat {q}" } else { choose { option "wait" { } } }
  }
  simultaneous p in players {
    if moon { choose { option "howl" { } } }
  }
}
"#;

/// Every seat's question is one that may not be passed over though it has a single answer, where why it is asked is hidden, and only there.
#[test]
fn whom_a_single_answer_is_asked_because_of_something_hidden_is_not_passed_over() {
    let model = load_text(NIGHT).expect("rules");
    let game = Game::load(model, &Table::default()).expect("a table");
    let [mut waiting, mut howling] = [0; 2];
    for stream in 0..6 {
        playout_for(&game, 62, stream, 60, &mut |position| {
            for seat in position.deciders() {
                let offer = position.offer(seat).expect("no fault").expect("an offer");
                let single = offer.options.len() == 1;
                let howls = single && offer.options[0].text == "howl";
                assert_eq!(offer.secret, !howls, "{offer:?}");
                waiting += usize::from(single && !howls);
                howling += usize::from(howls);
            }
            Ok(())
        })
        .expect("no fault");
    }
    assert!(waiting >= 12 && howling >= 18, "{waiting} {howling}");
}
