//! What is wrong with a text, as plain data. Terminal, editor and JSON all start from this.

use serde::Serialize;

use crate::fix::{Certainty, Fix};
use crate::span::Location;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The game cannot be played.
    Error,
    /// The game can be played, but something is likely to be wrong.
    Warning,
}

/// An underlined stretch with a few words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Label {
    /// What is underlined.
    pub at: Location,
    /// What to say about it; lower case, no final period.
    pub text: String,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// A code in words, such as `unknown-name`.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// One line; lower case, no final period, names of the game in backticks.
    pub message: String,
    /// The place where it shows.
    pub primary: Label,
    /// Other places that matter, such as a first declaration.
    pub others: Vec<Label>,
    /// What to do about it.
    pub help: Option<String>,
    /// Corrections, the best first.
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    /// An error at `at`, with `label` under the underlined stretch.
    pub fn error(code: &'static str, message: impl Into<String>, at: Location, label: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message, at, label)
    }

    /// A warning at `at`, with `label` under the underlined stretch.
    pub fn warning(code: &'static str, message: impl Into<String>, at: Location, label: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message, at, label)
    }

    fn new(
        severity: Severity,
        code: &'static str,
        message: impl Into<String>,
        at: Location,
        label: impl Into<String>,
    ) -> Self {
        let primary = Label { at, text: label.into() };
        Self { code, severity, message: message.into(), primary, others: Vec::new(), help: None, fixes: Vec::new() }
    }

    /// With one line of advice.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// With a correction.
    #[must_use]
    pub fn with_fix(mut self, fix: Fix) -> Self {
        self.fixes.push(fix);
        self
    }

    /// Asks whether a name was meant that is nearly the one underlined.
    #[must_use]
    pub fn did_you_mean(self, near: &str) -> Self {
        let fix = Fix::replace(self.primary.at, near, Certainty::Likely);
        self.with_help(format!("did you mean `{near}`?")).with_fix(fix)
    }

    /// With another place that matters.
    #[must_use]
    pub fn with_label(mut self, at: Location, text: impl Into<String>) -> Self {
        self.others.push(Label { at, text: text.into() });
        self
    }
}
