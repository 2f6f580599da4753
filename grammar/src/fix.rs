//! Corrections as data: an editor offers them, `check --fix` carries the sure ones out.

use serde::Serialize;

use crate::diagnostic::Diagnostic;
use crate::span::{FileId, Location, Span};

/// How sure it is that a correction is what was meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// It is another way to write the same; nothing else can have been meant.
    Sure,
    /// It is likely, and somebody should look at it.
    Likely,
}

/// A stretch of a file with what takes its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Edit {
    /// What is taken out; empty where something is only put in.
    pub at: Location,
    /// What is put in.
    pub text: String,
}

/// A correction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fix {
    /// What it does, as a request: "write `and`".
    pub title: String,
    /// What it changes.
    pub edits: Vec<Edit>,
    /// How sure it is.
    pub certainty: Certainty,
}

impl Fix {
    /// Writes something else in place of a stretch.
    pub fn replace(at: Location, text: impl Into<String>, certainty: Certainty) -> Self {
        let text = text.into();
        Self { title: format!("write `{}`", text.trim()), edits: vec![Edit { at, text }], certainty }
    }

    /// Takes a stretch out.
    pub fn remove(at: Location, words: &str, certainty: Certainty) -> Self {
        Self { title: format!("leave out `{words}`"), edits: vec![Edit { at, text: String::new() }], certainty }
    }

    /// Puts something in before a stretch.
    pub fn before(at: Location, text: impl Into<String>, certainty: Certainty) -> Self {
        let text = text.into();
        let start = Location { span: Span { end: at.span.start, ..at.span }, ..at };
        Self { title: format!("add `{}`", text.trim()), edits: vec![Edit { at: start, text }], certainty }
    }

    /// Puts something in behind a stretch.
    pub fn behind(at: Location, text: impl Into<String>, certainty: Certainty) -> Self {
        let text = text.into();
        let end = Location { span: Span { start: at.span.end, ..at.span }, ..at };
        Self { title: format!("add `{}`", text.trim()), edits: vec![Edit { at: end, text }], certainty }
    }
}

/// A text after the sure corrections of some findings; `None` if there are none. Of two that overlap the first counts.
pub fn corrected(file: FileId, text: &str, findings: &[Diagnostic]) -> Option<String> {
    let sure = findings.iter().flat_map(|one| &one.fixes).filter(|fix| fix.certainty == Certainty::Sure);
    let here = sure.filter(|fix| fix.edits.iter().all(|edit| edit.at.file == file));
    let mut edits: Vec<&Edit> = here.flat_map(|fix| &fix.edits).collect();
    edits.sort_by_key(|edit| edit.at.span);
    let mut result = String::with_capacity(text.len());
    let mut end = 0;
    let mut changed = false;
    for edit in edits {
        let (start, behind) = (edit.at.span.start as usize, edit.at.span.end as usize);
        if start < end || changed && start == end {
            continue;
        }
        result.push_str(text.get(end..start)?);
        result.push_str(&edit.text);
        // What is taken out between two blanks takes one of them along.
        let blank = edit.text.is_empty() && result.ends_with(' ') && text.get(behind..)?.starts_with(' ');
        end = behind + usize::from(blank);
        changed = true;
    }
    result.push_str(text.get(end..)?);
    changed.then_some(result)
}
