//! How a whole game reads in the short story that `run` and `play` tell, for each published game: the beginning of a random one, read by
//! eye before it is accepted, and how much shorter it is than the full one.

use std::path::Path;

use rulehound_interpreter::play::{Game, Log, Seeded, Stop, Viewer};
use rulehound_interpreter::story::{Length, Teller};
use rulehound_tests::load::{load, smallest};

/// The columns of a usual terminal.
const WIDTH: usize = 80;

/// So much of a story is read.
const LINES: usize = 70;

/// How many lines the full story of each of these games took when stories began to be shortened; a short one takes at most 40 % of them,
/// and of those that the full one takes now.
const LONG: [(&str, usize); 5] =
    [("backgammon", 4132), ("black-dog", 12_605), ("greyhounds", 1363), ("hot-dog", 346), ("spots", 4818)];

/// The story of a random game.
fn story(game: &Game, length: Length) -> Vec<String> {
    let mut teller = Teller::new(Viewer::All).within(WIDTH).undrawn().flowing().at_length(length);
    let mut log = Log::new();
    let mut position = game.start(&mut log).expect("it begins");
    let mut lines = teller.tell(&log.events, &position);
    let mut chance = Seeded::new(3, 0);
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
        lines.extend(teller.tell(&log.events, &position));
    }
    lines.extend(teller.pause(&position));
    lines
}

#[test]
fn stories_are_short_and_read_well() {
    for (name, long) in LONG {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../games/{name}.rules"));
        let model = load(&path).unwrap_or_else(|errors| panic!("{errors}"));
        let game = smallest(model);
        let (short, full) = (story(&game, Length::Short), story(&game, Length::Full));
        assert!(short.iter().all(|line| line.chars().count() <= WIDTH), "{name}");
        let lines = short.len();
        assert!(5 * lines <= 2 * long, "{name}: {lines} lines of {long}");
        assert!(5 * lines <= 2 * full.len(), "{name}: {lines} lines of {}", full.len());
        assert!(full.len() <= long, "{name}: the full story has grown to {} lines of {long}", full.len());
        let read: Vec<String> = short.into_iter().take(LINES).collect();
        let told = format!("{}\n\n---- {lines} lines; the full story has {}", read.join("\n"), full.len());
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false, snapshot_suffix => name }, {
            insta::assert_snapshot!("story", told);
        });
    }
}
