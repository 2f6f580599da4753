//! Rules that would take for ever if anything were done twice, or more memory than there is.

use std::fmt::Write;

use rulehound_interpreter::check::{Library, check};
use rulehound_interpreter::instance::{Table, TableError};
use rulehound_interpreter::model::Source;
use rulehound_interpreter::play::Game;

/// One text, whatever is asked for.
struct Only(String);

impl Library for Only {
    fn read(&mut self, name: &str, _: Option<&str>) -> Result<Source, String> {
        Ok(Source { name: name.to_owned(), text: self.0.clone() })
    }
}

/// Each definition calls the next twice: done once each, 150 steps; done anew at each call, more than the age of the universe.
#[test]
fn definitions_that_call_each_other_twice_are_typed_once() {
    let mut text = "game \"Twice\" doc \"x\"\nplayers 2\n".to_owned();
    for step in 0..150 {
        let next = step + 1;
        writeln!(text, "def f{step}(p: player) doc \"x\" = max(f{next}(p), f{next}(p))").expect("a string takes all");
    }
    text.push_str("def f150(p: player) doc \"x\" = seat(p)\n");
    text.push_str("phase play ref \"1\" doc \"x\" { win p in players by best f0(p) }\n");
    let checked = check("twice.rules", &mut Only(text));
    assert!(checked.model.is_some(), "{:?}", checked.diagnostics);
}

/// Every move keeps a list of what moved for the trigger. A few have room in the scratch of a run, very many are refused.
#[test]
fn very_many_watched_moves_are_too_large() {
    let load = |moves: usize| {
        let mut text = "game \"Many\" doc \"x\"\nplayers 2\ncomponent Stone doc \"x\" { make 900 of }\n".to_owned();
        text.push_str("zone bag : Stone seen by all doc \"x\"\nvar n : 0..9 seen by all = 0 doc \"x\"\n");
        text.push_str("trigger counted ref \"1\" doc \"x\" after move s: Stone to bag { set n = 1 }\n");
        text.push_str("phase play ref \"1\" doc \"x\" {\n");
        text.push_str(&"move each s in Stone to bag\nmove all from bag to box\n".repeat(moves));
        text.push_str("win nobody\n}\n");
        let checked = check("many.rules", &mut Only(text));
        Game::load(checked.model.expect("the rules are sound").into(), &Table::default())
    };
    let game = load(5).expect("a few fit");
    assert!(game.program().layout.total < 20_000, "{}", game.program().layout.total);
    assert!(matches!(load(500), Err(TableError::TooLarge { .. })));
}
