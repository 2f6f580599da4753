//! How long each test takes, so that the short ones are run first.

use std::collections::BTreeMap;
use std::path::Path;

use crate::suite::Tests;

/// Seconds by program and test.
pub struct Times(BTreeMap<String, f64>);

impl Times {
    /// As measured before, or measured now without any fault.
    ///
    /// # Errors
    ///
    /// A sentence if the file cannot be written.
    pub fn of(programs: &[Tests], kept: &Path) -> Result<Self, String> {
        if let Ok(text) = std::fs::read_to_string(kept) {
            return Ok(Self(text.lines().filter_map(line).collect()));
        }
        eprintln!("every test is timed once; this takes as long as all tests take");
        let times: BTreeMap<String, f64> = programs.iter().flat_map(Tests::times).collect();
        let text: String = times.iter().map(|(test, seconds)| format!("{seconds}\t{test}\n")).collect();
        std::fs::write(kept, text).map_err(|error| format!("{}: {error}", kept.display()))?;
        Ok(Self(times))
    }

    /// The tests of a program that take longer.
    #[must_use]
    pub fn longer(&self, program: &str, seconds: f64) -> Vec<&str> {
        let of_program =
            self.0.iter().filter_map(|(test, took)| Some((test.strip_prefix(program)?.strip_prefix(' ')?, *took)));
        of_program.filter(|(_, took)| *took > seconds).map(|(test, _)| test).collect()
    }
}

fn line(line: &str) -> Option<(String, f64)> {
    let (seconds, test) = line.split_once('\t')?;
    Some((test.to_owned(), seconds.parse().ok()?))
}
