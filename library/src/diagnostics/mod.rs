//! What is wrong with rules: data for programs, and text for people.

pub(crate) mod places;
pub(crate) mod render;
mod shown;

use std::fmt;
use std::sync::Arc;

use rulehound_grammar::diagnostic::{Diagnostic, Label as Underlined};
use rulehound_grammar::span::{Location, line_and_column};
use rulehound_interpreter::model::Source;
use serde::Serialize;

use places::Places;
use render::Texts;

/// The most findings that are written out.
const MOST: usize = 50;

/// How wide findings are written.
const WIDTH: usize = 100;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The game cannot be played.
    Error,
    /// The game can be played, but something is likely to be wrong.
    Warning,
}

/// A stretch of a text.
///
/// ```
/// let wrong = rulehound::Rules::from_text("x.rules", "game \"X\"\nplayers 2\nzone heap : Stick").unwrap_err();
/// let unknown = wrong.iter().find(|finding| finding.code == "unknown-type").unwrap();
/// let place = unknown.place.as_ref().unwrap();
/// assert_eq!((place.file.as_str(), place.line), ("x.rules", 3));
/// assert_eq!(place.to_string(), "x.rules:3:13");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct TextPlace {
    /// The file, by the name it was given.
    pub file: String,
    /// The line where it begins, from 1.
    pub line: usize,
    /// The column where it begins, from 1, in characters.
    pub column: usize,
    /// The line where it ends.
    pub end_line: usize,
    /// The column behind its last character.
    pub end_column: usize,
}

impl TextPlace {
    pub(crate) fn of(at: Location, sources: &[Source]) -> Option<Self> {
        let source = sources.get(usize::from(at.file.0))?;
        let (line, column) = line_and_column(&source.text, at.span.start);
        let (end_line, end_column) = line_and_column(&source.text, at.span.end);
        Some(Self { file: source.name.clone(), line, column, end_line, end_column })
    }
}

impl fmt::Display for TextPlace {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// A place with a few words about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Label {
    /// What is meant; `None` where there is no text, as of a file that is missing.
    pub place: Option<TextPlace>,
    /// What to say about it.
    pub text: String,
}

/// One finding about rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// A code in words, such as `unknown-name`; it stays the same from release to release.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, on one line.
    pub message: String,
    /// Where it shows; `None` where there is no text, as of a file that is missing.
    pub place: Option<TextPlace>,
    /// What to say about that place.
    pub label: String,
    /// Other places that matter, such as a first declaration.
    pub others: Vec<Label>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Finding {
    fn of(found: &Diagnostic, places: &Places<'_>) -> Self {
        let label = |label: &Underlined| Label { place: places.told(label.at), text: label.text.clone() };
        let primary = label(&found.primary);
        Self {
            code: found.code,
            severity: match found.severity {
                rulehound_grammar::diagnostic::Severity::Error => Severity::Error,
                rulehound_grammar::diagnostic::Severity::Warning => Severity::Warning,
            },
            message: found.message.clone(),
            place: primary.place,
            label: primary.text,
            others: found.others.iter().map(label).collect(),
            help: found.help.clone(),
        }
    }
}

/// Everything that was found about rules, in the order of their texts.
///
/// Written with `{}` it renders itself for people, each finding underlined in its line, plain and without colours. For programs there are the
/// [findings](Self::iter); they can be serialised.
///
/// ```
/// use rulehound::{Rules, Severity};
///
/// let wrong = Rules::from_text("sticks.rules", "game \"Sticks\"\nplayers 2\nzone heap : Stick").unwrap_err();
/// let unknown = wrong.iter().find(|finding| finding.code == "unknown-type").unwrap();
/// assert_eq!(unknown.severity, Severity::Error);
/// assert_eq!(unknown.place.as_ref().unwrap().to_string(), "sticks.rules:3:13");
/// let text = wrong.to_string();
/// assert!(text.contains("3 │ zone heap : Stick"), "{text}");
/// ```
#[derive(Clone)]
pub struct Diagnostics {
    findings: Vec<Finding>,
    raw: Vec<Diagnostic>,
    sources: Arc<[Source]>,
}

impl Diagnostics {
    pub(crate) fn new(raw: Vec<Diagnostic>, sources: Arc<[Source]>) -> Self {
        let places = Places::of(&raw, Texts { sources: &sources, script: None });
        let findings = raw.iter().map(|one| Finding::of(one, &places)).collect();
        Self { findings, raw, sources }
    }

    /// The findings one by one.
    pub fn iter(&self) -> std::slice::Iter<'_, Finding> {
        self.findings.iter()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.findings.len()
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.findings.is_empty()
    }

    /// Written out in lines of this width, at least 20, with the colours of terminals or without. The texts hold nothing else that acts on a
    /// terminal.
    pub fn render(&self, width: usize, colour: bool) -> String {
        let texts = Texts { sources: &self.sources, script: None };
        let all = self.raw.iter().take(MOST).map(|one| render::render(one, texts, width.max(20), colour));
        let mut text = all.collect::<Vec<_>>().join("\n\n");
        if self.raw.len() > MOST {
            text.push_str(&format!("\n\n… and {} more", self.raw.len() - MOST));
        }
        text
    }
}

impl<'d> IntoIterator for &'d Diagnostics {
    type Item = &'d Finding;
    type IntoIter = std::slice::Iter<'d, Finding>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.render(WIDTH, false))
    }
}

impl fmt::Debug for Diagnostics {
    /// As it is written: whoever unwraps a result reads what is wrong.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "\n{self}")
    }
}

impl std::error::Error for Diagnostics {}

impl Serialize for Diagnostics {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&self.findings)
    }
}
