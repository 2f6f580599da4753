//! Rules that would take for ever if anything were done twice.

use std::fmt::Write;

use rulehound_interpreter::check::{Library, check};
use rulehound_interpreter::model::Source;

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
