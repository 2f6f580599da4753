//! By which rule something happened: in full the first time, in short after that.

use std::collections::BTreeSet;

use crate::wrap::wrapped;
use rulehound_engine::play::{Cause, Event, EventKind, Game, Reason};
use rulehound_engine::program::FrameId;

/// How much deeper than what it explains an explanation stands.
const DEEPER: usize = 4;

/// Says which rule did what is told.
pub struct Because {
    /// The bodies that were told of in full.
    known: BTreeSet<FrameId>,
    /// How such lines look.
    shade: fn(&str) -> String,
    /// How wide they may be.
    width: usize,
}

impl Because {
    /// With nothing told yet.
    pub fn new(shade: fn(&str) -> String, width: usize) -> Self {
        Self { known: BTreeSet::new(), shade, width }
    }

    /// Adds what did this.
    pub fn event(&mut self, event: &Event, game: &Game, indent: usize, lines: &mut Vec<String>) {
        let by = event.origin.exact;
        let (Some(body), Some(cause)) = (by.body, game.cause(by)) else { return };
        let name = match &event.kind {
            // The line above is its name already.
            EventKind::PhaseBegan { .. } | EventKind::Triggered { .. } => cause.sort.to_owned(),
            _ => format!("by the {} \u{201c}{}\u{201d}", cause.sort, cause.rule),
        };
        let text = if self.known.insert(body) {
            let told = matches!(event.kind, EventKind::Triggered { .. });
            let sentence = cause.sentence.as_ref().filter(|_| !told).map(|sentence| format!(": {sentence}"));
            format!("{name}{}, {}{}", section(&cause), line(&cause), sentence.unwrap_or_default())
        } else {
            format!("{name}, line {}", cause.line)
        };
        self.add(&text, indent, lines);
    }

    /// Adds where a reason stands.
    pub fn reason(&self, reason: &Reason, game: &Game, indent: usize, lines: &mut Vec<String>) {
        self.add(&format!("by {}", self::reason(reason, game)), indent, lines);
    }

    fn add(&self, text: &str, indent: usize, lines: &mut Vec<String>) {
        let mut told = Vec::new();
        wrapped(text, indent + DEEPER, self.width, &mut told);
        lines.extend(told.iter().map(|line| (self.shade)(line)));
    }
}

/// `“name” (section), file line 7`: where a reason stands.
pub fn reason(reason: &Reason, game: &Game) -> String {
    let (file, line) = game.line_of(reason.at);
    let section = reason.reference.as_ref().map(|section| format!(" ({section})")).unwrap_or_default();
    format!("\u{201c}{}\u{201d}{section}, {file} line {line}", reason.rule)
}

/// `the rule “name” (section), file line 7`.
pub fn ruled(cause: &Cause) -> String {
    format!("the {} \u{201c}{}\u{201d}{}, {}", cause.sort, cause.rule, section(cause), line(cause))
}

fn section(cause: &Cause) -> String {
    cause.section.as_ref().map(|section| format!(" ({section})")).unwrap_or_default()
}

fn line(cause: &Cause) -> String {
    format!("{} line {}", cause.file, cause.line)
}
