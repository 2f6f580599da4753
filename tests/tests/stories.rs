//! How a whole game reads in the short story that `run` and `play` tell, for each published game: the beginning of a random one, read by
//! eye before it is accepted, and how much shorter it is than the full one.

use std::path::Path;

use rulehound_interpreter::play::{EventKind, Game, Log, Seeded, Stop, Viewer};
use rulehound_interpreter::story::{Length, Teller};
use rulehound_tests::load::{load, load_text, smallest};

/// The columns of a usual terminal.
const WIDTH: usize = 80;

/// So much of a story is read.
const LINES: usize = 70;

/// How many lines the full story of each of these games took when stories began to be shortened; a short one takes at most 40 % of them,
/// and of those that the full one takes now.
const LONG: [(&str, usize); 5] =
    [("backgammon", 4132), ("black-dog", 12_605), ("greyhounds", 1363), ("hot-dog", 346), ("spots", 4818)];

/// The story of a random game, and how often the rules said something in it.
fn story(game: &Game, length: Length) -> (Vec<String>, usize) {
    let mut teller = Teller::new(Viewer::All).within(WIDTH).undrawn().flowing().at_length(length);
    let mut log = Log::new();
    let mut position = game.start(&mut log).expect("it begins");
    let mut lines = teller.tell(&log.events, &position);
    let (mut chance, mut said) = (Seeded::new(3, 0), 0);
    loop {
        let mut log = Log::new();
        match position.stop() {
            Stop::Over => break,
            Stop::Chance => {
                let outcome = chance.pick_weight(&position.weights());
                position.resolve(outcome, &mut log).expect("no fault");
            }
            Stop::Decision => {
                let seat = position.deciders()[0];
                let offer = position.offer(seat).expect("no fault").expect("an offer");
                let option = chance.below(offer.options.len());
                position.apply(seat, offer.options[option].id, &mut log).expect("no fault");
            }
        }
        said += log.events.iter().filter(|event| matches!(event.kind, EventKind::Said { .. })).count();
        lines.extend(teller.tell(&log.events, &position));
    }
    lines.extend(teller.pause(&position));
    (lines, said)
}

#[test]
fn stories_are_short_and_read_well() {
    for (name, long) in LONG {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../games/{name}.rules"));
        let model = load(&path).unwrap_or_else(|errors| panic!("{errors}"));
        let game = smallest(model);
        let ((short, _), (full, said)) = (story(&game, Length::Short), story(&game, Length::Full));
        assert!(short.iter().all(|line| line.chars().count() <= WIDTH), "{name}");
        let lines = short.len();
        assert!(5 * lines <= 2 * long, "{name}: {lines} lines of {long}");
        assert!(5 * lines <= 2 * full.len(), "{name}: {lines} lines of {}", full.len());
        // What authors let their rules say has come since.
        let own = full.len() - said;
        assert!(own <= long, "{name}: the full story has grown to {own} lines of {long}");
        let read: Vec<String> = short.into_iter().take(LINES).collect();
        let told = format!("{}\n\n---- {lines} lines; the full story has {}", read.join("\n"), full.len());
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false, snapshot_suffix => name }, {
            insta::assert_snapshot!("story", told);
        });
    }
}

/// The story of rules under which everybody has but one option.
fn told(rules: &str, length: Length) -> String {
    let model = load_text(rules).unwrap_or_else(|errors| panic!("{errors}"));
    story(&smallest(model), length).0.join("\n")
}

#[test]
fn whose_thing_an_answer_moves_is_told_unless_it_is_the_own() {
    let rules = |whose: &str| {
        format!(
            r#"
game "Walk" ref "a test" doc "Walk."
players 2
component Pawn of each player {{ make 1 of }}
track road 1..5 doc "Where they walk."
phase play ref "a test" doc "Each moves one." {{
  for p in players {{ move 1 p.Pawn from p.box to road(1) }}
  for p in players {{ turn of p {{ choose a in {whose}.Pawn as "push {{a}}" }} }}
  win nobody
}}
"#
        )
    };
    for length in [Length::Short, Length::Full] {
        let others = told(&rules("other(p)"), length);
        assert!(others.contains("push Ben's pawn") && others.contains("push Ann's pawn"), "{others}");
        let own = told(&rules("p"), length);
        assert!(own.contains("push a pawn") && !own.contains("push Ann's pawn"), "{own}");
    }
}

#[test]
fn what_is_shown_and_given_away_later_is_told() {
    let rules = r#"
game "Gifts" ref "a test" doc "Give."
players 2
component Card as "card {n}" { n : 1..9  make k in 1..9 : n = k }
zone hand of each player : Card seen by all doc "Cards."
var price of each player : 0..9 seen by all = 0 doc "A price."
phase play ref "a test" doc "Gifts." {
  for p in players { for c in Card where c.n = 3 and p = first q in players { move c to p.hand } }
  do early()
  do late()
  win nobody
}
phase early() ref "a test" doc "First." {
  for p in players { turn of p { choose n in 4..4 as "take {n}"  set p.price = n } }
}
phase late() ref "a test" doc "Then." {
  for p in players { show p.price }
  for p in players where p = first q in players {
    turn of p { choose c in p.hand as "give {c}"  move c to other(p).hand }
  }
}
"#;
    let told = told(rules, Length::Short);
    // It was set in an earlier part of the game.
    assert!(told.contains("Shown to all: Ann's price: 4, Ben's price: 4."), "{told}");
    // Only what goes to nobody else goes without saying.
    assert!(told.contains("give card 3; card 3 goes from Ann's hand to Ben's hand."), "{told}");
}
