//! The rules misbehaved while playing. Neither a refused choice nor a mistake of the engine.

use rulehound_grammar::span::Location;
use serde::Serialize;

/// A fault; the run is undone and the position is as before the answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// A code in words: `empty-choice`, `choice-too-wide`, `range-left`, `by-zero`, `not-in-set`, `none-used`, `unset`, `wrong-place`,
    /// `secret-read`, `plan-too-wide`, `budget`, `too-large`, `nobody-decides`, `too-deep`.
    pub code: &'static str,
    /// One line; lower case, no final period, names in backticks.
    pub message: String,
    /// Where in the rules.
    pub at: Location,
    /// The rules that were running, the innermost first, each with the place it stands at.
    pub chain: Vec<(String, Location)>,
}

impl Fault {
    /// The places of the chain to be told of, each once: what comes back to itself stands in one place many times.
    pub fn places(&self) -> impl Iterator<Item = &(String, Location)> {
        let before = |at: usize| self.chain.iter().take(at);
        let first = move |(at, one): &(usize, &(String, Location))| before(*at).all(|other| other != *one);
        self.chain.iter().enumerate().filter(first).map(|(_, one)| one).filter(|(_, at)| *at != self.at)
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}: {}", self.code, self.message)
    }
}

impl std::error::Error for Fault {}
