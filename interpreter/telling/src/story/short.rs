//! The short story: a turn, or an answer with what comes of it, is one paragraph.

use std::collections::BTreeSet;

use super::condensed::{condensed, together};
use super::joined::joined;
use super::line;
use super::spoken::spoken;
use crate::wrap::{capital, wrapped};
use rulehound_engine::instance::Instance;
use rulehound_engine::play::{Event, EventKind, Seen};

/// The most events of one paragraph; what comes after them begins another.
const MOST_EVENTS: usize = 200;

/// A story in paragraphs.
#[derive(Debug, Default)]
pub struct Short {
    /// Whose answers the paragraph at hand tells.
    speaker: Option<usize>,
    /// What is not told yet.
    events: Vec<Event>,
    /// The phase that has begun and of which nothing was told yet.
    run_in: String,
    /// Whose turn runs, and how deep it lies.
    turn: Option<(usize, usize)>,
    /// How deep the last heading lies.
    level: usize,
    /// The triggers whose sentence was told.
    known: BTreeSet<String>,
}

impl Short {
    /// A phase begins. What it is called if it has a heading of its own; else it is told in the paragraphs.
    pub fn phase(
        &mut self,
        phase: &str,
        arguments: &[(String, Seen)],
        depth: usize,
        told: (&Instance, usize, &mut Vec<String>),
    ) -> Option<String> {
        let (instance, width, lines) = told;
        if self.turn.is_some_and(|(_, turn)| depth > turn) {
            return None;
        }
        self.flush(instance, width, lines);
        self.turn = None;
        let words: Vec<&str> = arguments.iter().map(|(words, _)| words.as_str()).collect();
        if let [only] = words.as_slice()
            && let Some(seat) = instance.players.iter().position(|player| player == only)
        {
            self.turn = Some((seat, depth));
            self.speaker = Some(seat);
            return None;
        }
        let arguments = if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) };
        let heading = format!("{}{arguments}", capital(phase));
        if depth == 0 && phase == "play" {
            return None;
        }
        if depth <= 1 {
            self.run_in.clear();
            self.level = depth;
            return Some(heading);
        }
        self.run_in = heading;
        None
    }

    /// Something else has happened.
    pub fn event(&mut self, event: Event, instance: &Instance, width: usize, lines: &mut Vec<String>) {
        match &event.kind {
            // Answers that take effect together are told together.
            EventKind::Chosen { seat, text, .. }
                if !text.is_empty() && self.speaker != Some(*seat) && !self.joint() =>
            {
                self.flush(instance, width, lines);
                self.speaker = Some(*seat);
            }
            EventKind::Joined { seats } if seats.len() > 1 => {
                self.flush(instance, width, lines);
                self.speaker = None;
            }
            _ if self.events.len() >= MOST_EVENTS => self.flush(instance, width, lines),
            _ => {}
        }
        self.events.push(event);
    }

    /// Whether so far the paragraph tells answers that were given at the same time, and nothing that came of them.
    fn joint(&self) -> bool {
        let mut events = self.events.iter();
        events.next().is_some_and(|first| matches!(first.kind, EventKind::Joined { .. }))
            && events.all(|event| matches!(event.kind, EventKind::Chosen { .. }))
    }

    /// Ends the paragraph at hand.
    pub fn flush(&mut self, instance: &Instance, width: usize, lines: &mut Vec<String>) {
        let events = condensed(joined(std::mem::take(&mut self.events).into_iter()));
        self.speaker = self.speaker.or_else(|| only_speaker(&events));
        let clauses = self.clauses(&events, instance);
        let speaker = self.speaker.and_then(|seat| instance.players.get(seat));
        self.speaker = self.turn.map(|(seat, _)| seat);
        if clauses.is_empty() {
            return;
        }
        let mut text = match speaker {
            Some(player) => format!("{}: {}", capital(player), clauses.join("; ")),
            None => capital(&clauses.join("; ")),
        };
        if !text.ends_with(['.', '!', '?']) {
            text.push('.');
        }
        if !self.run_in.is_empty() {
            text = format!("{} – {text}", std::mem::take(&mut self.run_in));
        }
        wrapped(&text, 2 * self.level.min(1), width, lines);
    }

    fn clauses(&mut self, events: &[Event], instance: &Instance) -> Vec<String> {
        let answered =
            events.iter().any(|event| matches!(&event.kind, EventKind::Chosen { text, .. } if !text.is_empty()));
        let needed = |event: &Event| !answered || !matches!(event.kind, EventKind::Joined { .. });
        let spoken = events.iter().zip(spoken(events, instance, true));
        let told: Vec<&Event> =
            spoken.filter(|(event, spoken)| *spoken && needed(event)).map(|(event, _)| event).collect();
        let mut clauses = Vec::new();
        let mut rest = told.as_slice();
        while let Some((first, after)) = rest.split_first() {
            let run = rest.iter().take_while(|event| matches!(event.kind, EventKind::Moved { .. })).count();
            if run == 0 {
                for clause in self.clause(first, &instance.players) {
                    go_on(&mut clauses, clause, matches!(first.kind, EventKind::Shown { .. }));
                }
                rest = after;
            } else {
                let (moves, behind) = rest.split_at(run);
                clauses.extend(together(moves, &instance.players));
                rest = behind;
            }
        }
        clauses
    }

    fn clause(&mut self, event: &Event, players: &[String]) -> Vec<String> {
        match &event.kind {
            EventKind::Chosen { seat, text, .. } if self.speaker == Some(*seat) && !text.is_empty() => {
                vec![text.clone()]
            }
            EventKind::Triggered { trigger, doc: Some(doc), .. } => {
                let first = self.known.insert(trigger.clone());
                vec![if first { format!("{trigger}: {}", doc.trim_end_matches('.')) } else { trigger.clone() }]
            }
            _ => line::clauses(event, players),
        }
    }
}

/// What is shown to the same people goes on in the same clause: `shown to all: Ann's bet: red, Ann's stake: 500`.
fn go_on(clauses: &mut Vec<String>, clause: String, shown: bool) {
    if let (true, Some(last), Some((to, what))) = (shown, clauses.last_mut(), clause.split_once(": "))
        && last.split_once(": ").is_some_and(|(before, _)| before == to && before.starts_with("shown to "))
    {
        last.push_str(&format!(", {what}"));
        return;
    }
    clauses.push(clause);
}

/// Who answers, if nobody else does and all that is told comes after that.
fn only_speaker(events: &[Event]) -> Option<usize> {
    let mut seats = events.iter().filter_map(|event| match &event.kind {
        EventKind::Chosen { seat, .. } => Some(*seat),
        _ => None,
    });
    let first = seats.next()?;
    let begins = events.iter().find(|event| !matches!(event.kind, EventKind::Joined { .. }));
    let answers = begins.is_some_and(|event| matches!(event.kind, EventKind::Chosen { .. }));
    (answers && seats.all(|seat| seat == first)).then_some(first)
}
