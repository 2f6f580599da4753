//! Long rules: what the loading bench measures is a clean game that can be put on a table and played.

use rulehound_interpreter::check::{Library, check};
use rulehound_interpreter::instance::Table;
use rulehound_interpreter::model::Source;
use rulehound_interpreter::play::Game;
use rulehound_tests::playout::playout;
use rulehound_tests::synthetic;

struct Text(String);

impl Library for Text {
    fn read(&mut self, name: &str, _from: Option<&str>) -> Result<Source, String> {
        Ok(Source { name: name.to_owned(), text: self.0.clone() })
    }
}

fn clean(bytes: usize) -> Game {
    let text = synthetic::rules(bytes);
    assert!(text.len().abs_diff(bytes) < bytes / 4 + 6_000, "{} instead of {bytes}", text.len());
    let checked = check("long.rules", &mut Text(text));
    assert_eq!(checked.diagnostics, [], "the rules are clean");
    Game::load(checked.model.expect("a game").into(), &Table::default()).expect("it fits")
}

#[test]
fn long_rules_are_clean_and_played_to_the_end() {
    let game = clean(100_000);
    let mut answers = 0;
    playout(&game, 1, 0, &mut |position| {
        answers += position.deciders().len();
        Ok(())
    })
    .unwrap_or_else(|message| panic!("{message}"));
    assert!(answers > 40, "{answers}");
}

/// Nothing on the way grows beyond a limit before the file does.
#[test]
fn a_file_of_almost_a_mebibyte_is_a_game() {
    let game = clean(1_000_000);
    assert!(game.instance().model.runnables.len() > 500);
}
