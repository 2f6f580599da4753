//! Rules that are wrong in thousands of places are told so in time: what one mistake costs does not grow with the file.

use std::time::{Duration, Instant};

use rulehound_interpreter::check::{Library, check};
use rulehound_interpreter::model::Source;

/// How large the part of a file is that is repeated, in bytes.
const SIZE: usize = 100_000;

/// How a file begins, and what is repeated with a number in place of `#`.
const FULL: [(&str, &str); 5] = [
    (ALONE, "def a# = b#\n"),
    (ALONE, "rule q# { do r# }\n"),
    (ALONE, "component C#\nzone z# : D# seen by all\n"),
    (VARIANT, "replace def b# = 1\n"),
    (VARIANT, "remove def a#\ndef c# = a#\n"),
];

const ALONE: &str = "game \"Alone\"\nplayers 2\n";
const VARIANT: &str = "game \"Variant\" extends \"there.rules\"\n";

/// The game, and the one it changes.
struct Two(String, String);

impl Library for Two {
    fn read(&mut self, name: &str, from: Option<&str>) -> Result<Source, String> {
        let text = if from.is_some() { &self.1 } else { &self.0 };
        Ok(Source { name: name.to_owned(), text: text.clone() })
    }
}

fn repeated(unit: &str) -> String {
    (0..SIZE / unit.len()).map(|number| unit.replace('#', &number.to_string())).collect()
}

#[test]
fn thousands_of_mistakes_are_told_in_time() {
    let parent = format!("game \"There\"\nplayers 2\n{}", repeated("def a# = 1\n"));
    for (heading, unit) in FULL {
        let text = format!("{heading}{}", repeated(unit));
        let begun = Instant::now();
        let checked = check("many.rules", &mut Two(text, parent.clone()));
        let time = begun.elapsed();
        assert!(checked.model.is_none(), "{heading}{unit}");
        // Only a slow machine needs as much; it would be a minute and more if each went through all.
        assert!(time < Duration::from_secs(8), "{heading}{unit} took {time:?}");
    }
}
