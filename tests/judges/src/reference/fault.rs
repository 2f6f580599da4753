//! The rules misbehaved, seen by the reference.

use rulehound_grammar::span::Location;

/// A fault: a code of the engine's list, or [`GAVE_UP`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// In words: `range-left`, `none-used`, …
    pub code: &'static str,
    /// What happened.
    pub message: String,
    /// Where in the rules.
    pub at: Location,
    /// The codes of what others who decide at the same time meet.
    pub besides: Vec<&'static str>,
}

/// The reference itself does not want to go on: it has no memory, so it tires long before the engine. Says nothing about the rules.
pub const GAVE_UP: &str = "reference-gave-up";

/// An input that does not fit the question. A mistake of whoever asks, not of the rules.
pub const BAD_INPUT: &str = "bad-input";

impl Fault {
    /// A fault at a place of the rules.
    pub fn new(code: &'static str, message: impl Into<String>, at: Location) -> Self {
        Self { code, message: message.into(), at, besides: Vec::new() }
    }

    /// Whether it ends a whole search; every other fault only ends the path it is met on.
    pub(super) fn ends_search(&self) -> bool {
        const LIMITS: [&str; 8] = [
            "budget",
            "plan-too-wide",
            "choice-too-wide",
            "secret-read",
            "too-many-notes",
            "too-deep",
            GAVE_UP,
            BAD_INPUT,
        ];
        LIMITS.contains(&self.code)
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}: {}", self.code, self.message)
    }
}

impl std::error::Error for Fault {}
