//! Which rule did something, in words.

use rulehound_grammar::span::{Location, line_and_column};
use serde::Serialize;

use super::{By, Game};
use crate::program::FrameOf;
use crate::words::{Form, spaced};
use rulehound_rules::model::Notes;

/// A phase, rule or trigger, with what it says of itself and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cause {
    /// `phase`, `rule` or `trigger`.
    pub sort: &'static str,
    /// What it is called at the table.
    pub rule: String,
    /// Its sentence.
    pub sentence: Option<String>,
    /// The section of the rulebook.
    pub section: Option<String>,
    /// The file.
    pub file: String,
    /// The line of the statement, from 1.
    pub line: usize,
}

impl Game {
    /// What did something; `None` if no rule did.
    pub fn cause(&self, by: By) -> Option<Cause> {
        let model = &self.instance().model;
        let frame = self.program().frames.get(by.body?.0 as usize)?;
        let (sort, name, own, shared): (_, _, &Notes, &Notes) = match frame.of {
            FrameOf::Clause(runnable, clause) => {
                let runnable = model.runnables.get(runnable.index())?;
                let own = runnable.clauses.get(clause).map_or(&runnable.notes, |clause| &clause.notes);
                (if runnable.phase { "phase" } else { "rule" }, &runnable.name, own, &runnable.notes)
            }
            FrameOf::Trigger(trigger) => {
                let trigger = model.triggers.get(trigger.index())?;
                ("trigger", &trigger.name, &trigger.notes, &trigger.notes)
            }
        };
        // Of what has no name at the table, its name in the file says most.
        let rule = if frame.name.trim().is_empty() { spaced(name, Form::People) } else { frame.name.clone() };
        let (file, line) = self.line_of(by.at);
        let sentence = own.doc.clone().or_else(|| shared.doc.clone());
        let section = own.reference.clone().or_else(|| shared.reference.clone());
        Some(Cause { sort, rule, sentence, section, file, line })
    }

    /// The file of a place in the rules, and its line from 1.
    pub fn line_of(&self, at: Location) -> (String, usize) {
        let source = self.instance().model.sources.get(usize::from(at.file.0));
        source.map_or_else(Default::default, |source| {
            (source.name.clone(), line_and_column(&source.text, at.span.start).0)
        })
    }
}
