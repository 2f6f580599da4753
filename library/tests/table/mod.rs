//! The games that the tests play, through the library alone.

use std::path::{Path, PathBuf};

use rulehound::{Game, Position, Random, Rules, Seat};

/// All shipped games and classics, and the fixture with one of everything that may be hidden.
pub fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = rulehound_tests::load::rules_in(&root.join("games"));
    files.extend(rulehound_tests::load::rules_in(&root.join("examples/classics")));
    files.push(root.join("tests/fixtures/veils/veils.rules"));
    files
}

/// Rules that have nothing wrong with them.
pub fn read(path: &Path) -> Rules {
    Rules::read(path).unwrap_or_else(|wrong| panic!("{}: {wrong}", path.display()))
}

/// Every game with as few players as may play it, and with one more where more may.
pub fn games() -> Vec<(String, Game)> {
    let mut games = Vec::new();
    for path in files() {
        let rules = read(&path);
        let (least, most) = (*rules.seats().start(), *rules.seats().end());
        for count in least..=most.min(least + 1) {
            let game = rules.game().seats(count).build().expect("a table");
            games.push((format!("{} for {count}", rules.title()), game));
        }
    }
    assert!(games.len() > 30, "only {} games were found", games.len());
    games
}

/// The small game.
pub fn sticks() -> Game {
    Rules::from_text("sticks.rules", rulehound::STICKS).expect("rules").game().build().expect("a table")
}

/// Plays at random up to so many decisions, and looks at each position on the way.
pub fn play(game: &Game, seed: u64, most: usize, mut look: impl FnMut(&Position)) -> Position {
    let mut position = game.start(seed).expect("a beginning");
    let mut random = Random::new(seed);
    look(&position);
    for _ in 0..most {
        let Some(seat) = position.deciders().first().copied() else { break };
        let number = random.below(position.count(seat).expect("options"));
        match position.play_nth(seat, number) {
            Ok(()) => look(&position),
            // The fixture does not care how its games end.
            Err(rulehound::PlayError::Fault(_)) if game.rules().title() == "Veils" => break,
            Err(error) => panic!("{}: {error}", game.rules().title()),
        }
    }
    position
}

/// Everything a seat is shown and told, in one text: if two positions differ only in what it must not know, these are the same.
pub fn shown(position: &Position, seat: Seat) -> String {
    let refusals: Vec<String> = match position.refusals(seat) {
        Ok(refusals) => refusals.refused.iter().map(|refusal| format!("{refusal:?}")).collect(),
        Err(error) => vec![format!("{error:?}")],
    };
    let view = json(&position.view(seat).expect("a seat"));
    format!("{view}\n{}\n{:?}\n{refusals:?}", options(position, seat), position.question(seat))
}

/// What a seat is offered, with keys and values.
pub fn options(position: &Position, seat: Seat) -> String {
    match position.options(seat) {
        Ok(options) => json(&options),
        Err(error) => format!("{error:?}"),
    }
}

pub fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("JSON")
}
