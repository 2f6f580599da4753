//! The short story: a turn, or an answer with what comes of it, is one paragraph.

use std::collections::{BTreeMap, BTreeSet};

use super::away::put_away;
use super::briefly::briefly;
use super::condensed::{condensed, together};
use super::joined::joined;
use super::line::{self, UNSEEN};
use super::spoken::{names, spoken};
use crate::wrap::{capital, wrapped};
use rulehound_engine::instance::Instance;
use rulehound_engine::play::{Event, EventKind, Seen};
use rulehound_engine::words::possessive;

/// The most events of one paragraph; what comes after them begins another.
const MOST_EVENTS: usize = 200;

/// What comes of an answer and has no more signs goes on in the line of the answers before it.
const FEW_SIGNS: usize = 45;

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
    /// What got which value since the last heading.
    values: BTreeMap<String, String>,
    /// The answers of the line at hand, and who gave them.
    line: (String, BTreeSet<usize>),
    /// The part of the game that was named last within a paragraph, and who has answered in it.
    begun: (String, BTreeSet<usize>),
    /// Who answered first in this part of the game.
    first: Option<usize>,
    /// From where to where something was drawn last since the last heading.
    drawn: String,
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
        // Whose turn it was does nothing of what comes now.
        (self.turn, self.speaker) = (None, None);
        let words: Vec<&str> = arguments.iter().map(|(words, _)| words.as_str()).collect();
        if let [only] = words.as_slice()
            && let Some(seat) = instance.players.iter().position(|player| player == only)
        {
            self.turn = Some((seat, depth));
            self.speaker = Some(seat);
            return None;
        }
        self.end_line(width, lines);
        self.values.clear();
        let arguments = if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) };
        let heading = format!("{}{arguments}", capital(phase));
        if depth == 0 && phase == "play" {
            return None;
        }
        if depth <= 1 {
            self.run_in.clear();
            self.drawn.clear();
            self.level = depth;
            self.begun.0.clear();
            self.first = None;
            return Some(heading);
        }
        self.run_in = heading;
        None
    }

    /// Something else has happened.
    pub fn event(&mut self, event: Event, instance: &Instance, width: usize, lines: &mut Vec<String>) {
        match &event.kind {
            EventKind::Chosen { seat, text, .. } if self.speaker != Some(*seat) => {
                // That all have decided is said with the first answer.
                if !self.events.iter().all(|event| matches!(event.kind, EventKind::Joined { .. })) {
                    self.flush(instance, width, lines);
                }
                // What is not seen is told by what comes of it, whose names say who it was.
                self.speaker = (!text.is_empty()).then_some(*seat);
            }
            // What the rules have done since the last answer stands between the two.
            EventKind::Chosen { seat, text, .. }
                if self.turn.is_none() && nobodys(&self.events, *seat, &instance.players).is_some() =>
            {
                self.flush(instance, width, lines);
                self.speaker = (!text.is_empty()).then_some(*seat);
            }
            EventKind::Joined { seats } if seats.len() > 1 => {
                self.flush(instance, width, lines);
                self.speaker = None;
            }
            EventKind::Said { words, .. } => {
                self.end(instance, width, lines);
                self.said(words, width, lines);
                return;
            }
            // Another one's turn has begun, though that one has not answered yet.
            EventKind::Moved { .. }
            | EventKind::Set { .. }
            | EventKind::Rolled { .. }
            | EventKind::DrawnByLot { .. }
            | EventKind::Shuffled { .. }
            | EventKind::Shown { .. }
            | EventKind::Triggered { .. }
                if self.turn.is_none()
                    && event.turn.is_some_and(|seat| self.speaker.is_some_and(|speaker| speaker != seat)) =>
            {
                self.flush(instance, width, lines);
                self.speaker = event.turn;
            }
            _ if self.events.len() >= MOST_EVENTS => self.flush(instance, width, lines),
            _ => {}
        }
        self.events.push(event);
    }

    /// Ends the paragraph at hand and the line that it may go on in.
    pub fn end(&mut self, instance: &Instance, width: usize, lines: &mut Vec<String>) {
        self.flush(instance, width, lines);
        self.end_line(width, lines);
    }

    /// What the rules say is a line of its own.
    fn said(&mut self, words: &str, width: usize, lines: &mut Vec<String>) {
        let mut text = capital(words);
        if !text.ends_with(['.', '!', '?', '…']) {
            text.push('.');
        }
        if !self.run_in.is_empty() {
            text = format!("{} – {text}", std::mem::take(&mut self.run_in));
        }
        wrapped(&text, 2 * self.level.min(1), width, lines);
    }

    /// Ends the paragraph at hand.
    fn flush(&mut self, instance: &Instance, width: usize, lines: &mut Vec<String>) {
        let mut events = std::mem::take(&mut self.events);
        let speaker = self.speaker.or_else(|| only_speaker(&events)).filter(|_| self.turn.is_none());
        let behind = speaker.and_then(|seat| nobodys(&events, seat, &instance.players)).map(|at| events.split_off(at));
        self.paragraph(events, instance, width, lines);
        if let Some(behind) = behind {
            self.speaker = None;
            self.paragraph(behind, instance, width, lines);
        }
    }

    /// Tells events together. What is nothing but an answer goes on in one line with what others answer to it.
    fn paragraph(&mut self, events: Vec<Event>, instance: &Instance, width: usize, lines: &mut Vec<String>) {
        let events = condensed(joined(events.into_iter()), instance);
        self.speaker = self.speaker.or_else(|| only_speaker(&events));
        let (clauses, answers) = self.clauses(&events, instance);
        let speaker = self.speaker;
        self.speaker = self.turn.map(|(seat, _)| seat);
        if clauses.is_empty() {
            return;
        }
        let player = speaker.and_then(|seat| instance.players.get(seat));
        // Whose turn it is needs not be said before what becomes of that player's things.
        let says = |player: &&String| clauses.first().is_some_and(|clause| clause.starts_with(&possessive(player)));
        let player = player.filter(|player| answers > 0 || !says(player));
        let mut text = match player {
            Some(player) => {
                // Whoever speaks needs no name to draw, as long as nobody else was named.
                let draws = format!("{player} draws ");
                let others =
                    |clause: &str| instance.players.iter().any(|one| one != player && begins_with(clause, one));
                let mut alone = true;
                let own = |clause: &String| {
                    alone &= !others(clause);
                    match clause.strip_prefix(&draws).filter(|_| alone) {
                        Some(rest) => format!("draws {rest}"),
                        None => clause.clone(),
                    }
                };
                format!("{}: {}", capital(player), clauses.iter().map(own).collect::<Vec<_>>().join("; "))
            }
            None => capital(&clauses.join("; ")),
        };
        if !text.ends_with(['.', '!', '?']) {
            text.push('.');
        }
        let light = answers == clauses.len();
        let long = text.chars().count() > FEW_SIGNS;
        let goes_on = speaker.is_some_and(|seat| self.first != Some(seat) && !self.line.1.contains(&seat))
            && self.run_in.is_empty()
            && (light || !long);
        if !goes_on {
            self.end_line(width, lines);
        }
        let begins = std::mem::take(&mut self.run_in);
        // Lines begin with whoever began.
        if !begins.is_empty() || self.first.is_none() {
            self.first = speaker;
        }
        if !begins.is_empty() {
            // One player alone who goes on in the same way.
            let same = begins == self.begun.0 && speaker.is_some_and(|seat| self.begun.1 == BTreeSet::from([seat]));
            if !same {
                text = format!("{begins} – {text}");
                self.begun = (begins, BTreeSet::new());
            }
        }
        self.begun.1.extend(speaker);
        let (line, seats) = &mut self.line;
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&text);
        seats.extend(speaker);
        if speaker.is_none() || (!light && long) {
            self.end_line(width, lines);
        }
    }

    fn end_line(&mut self, width: usize, lines: &mut Vec<String>) {
        let (line, _) = std::mem::take(&mut self.line);
        if !line.is_empty() {
            wrapped(&line, 2 * self.level.min(1), width, lines);
        }
    }

    /// What is told, in clauses, and how many of them are answers.
    fn clauses(&mut self, events: &[Event], instance: &Instance) -> (Vec<String>, usize) {
        let answered =
            events.iter().any(|event| matches!(&event.kind, EventKind::Chosen { text, .. } if !text.is_empty()));
        let needed = |event: &Event| !answered || !matches!(event.kind, EventKind::Joined { .. });
        let spoken = events.iter().zip(spoken(events, instance, true));
        let told: Vec<&Event> =
            spoken.filter(|(event, spoken)| self.is_new(event) && *spoken && needed(event)).map(|it| it.0).collect();
        let answers = told.iter().filter(|event| matches!(event.kind, EventKind::Chosen { .. })).count();
        let mut clauses = Vec::new();
        let mut rest = told.as_slice();
        while let Some((first, after)) = rest.split_first() {
            let run = rest.iter().take_while(|event| matches!(event.kind, EventKind::Moved { .. })).count();
            if run == 0 {
                for clause in self.clause(first, instance) {
                    go_on(&mut clauses, clause, &first.kind);
                }
                rest = after;
            } else {
                let (moves, behind) = rest.split_at(run);
                self.moved(moves, instance, &mut clauses);
                rest = behind;
            }
        }
        (clauses, answers)
    }

    /// What moved. Where several put things away that is one clause, and what is drawn on the same way again is told without the way.
    fn moved(&mut self, moves: &[&Event], instance: &Instance, clauses: &mut Vec<String>) {
        let away = put_away(moves, instance);
        let told: Vec<&Event> = moves.iter().zip(&away).filter(|(_, away)| away.is_none()).map(|(it, _)| *it).collect();
        for clause in together(&told, &instance.players) {
            let Some((what, way)) = clause.split_once(" from ").filter(|_| is_draw(&clause, &instance.players)) else {
                clauses.push(clause);
                continue;
            };
            let again = self.drawn == way;
            way.clone_into(&mut self.drawn);
            clauses.push(if again { what.to_owned() } else { clause });
        }
        clauses.extend(away.into_iter().flatten().filter(|clause| !clause.is_empty()));
    }

    /// Whether something is told that was not told since this part of the game began: a value that was seen needs not be shown.
    fn is_new(&mut self, event: &Event) -> bool {
        match &event.kind {
            EventKind::Set { what, value, .. } => {
                self.values.insert(what.clone(), value.clone());
                true
            }
            EventKind::Shown { what, .. } => {
                let known = what.split_once(": ").and_then(|(what, value)| Some(self.values.get(what)? == value));
                known != Some(true)
            }
            _ => true,
        }
    }

    fn clause(&mut self, event: &Event, instance: &Instance) -> Vec<String> {
        match &event.kind {
            EventKind::Chosen { seat, text, .. } if self.speaker == Some(*seat) && !text.is_empty() => {
                vec![briefly(text, *seat, instance)]
            }
            EventKind::Chosen { seat, .. } if self.speaker == Some(*seat) => vec![UNSEEN.to_owned()],
            EventKind::Triggered { trigger, doc: Some(doc), .. } => {
                let first = self.known.insert(trigger.clone());
                vec![if first { format!("{trigger}: {}", doc.trim_end_matches('.')) } else { trigger.clone() }]
            }
            _ => line::clauses(event, &instance.players),
        }
    }
}

/// Whether a clause begins with a player's name.
fn begins_with(clause: &str, player: &str) -> bool {
    clause.strip_prefix(player).is_some_and(|rest| rest.starts_with([' ', '\'']))
}

/// Whether a clause tells that a player draws.
fn is_draw(clause: &str, players: &[String]) -> bool {
    let draws = |player: &String| clause.strip_prefix(player.as_str()).is_some_and(|rest| rest.starts_with(" draws "));
    players.iter().any(draws)
}

/// What is shown to the same people goes on in the same clause, and so does what is rolled:
/// `shown to all: Ann's bet: red, Ann's stake: 500`, `rolled: low die with two and high die with one`.
fn go_on(clauses: &mut Vec<String>, clause: String, kind: &EventKind) {
    let between = match kind {
        EventKind::Shown { .. } => ", ",
        EventKind::Rolled { .. } => " and ",
        _ => return clauses.push(clause),
    };
    if let (Some(last), Some((to, what))) = (clauses.last_mut(), clause.split_once(": "))
        && last.split_once(": ").is_some_and(|(before, _)| before == to)
        && (to.starts_with("shown to ") || to == "rolled")
    {
        last.push_str(&format!("{between}{what}"));
        return;
    }
    clauses.push(clause);
}

/// Where what the rules do between turns begins behind an answer, if it is about others, too: that is no part of what the player did.
fn nobodys(events: &[Event], seat: usize, players: &[String]) -> Option<usize> {
    let last = events.iter().rposition(|event| matches!(event.kind, EventKind::Chosen { .. }))?;
    let inside = events.iter().rposition(|event| event.turn.is_some()).unwrap_or(0);
    let begins = last.max(inside) + 1;
    let others = |text: &str| players.iter().enumerate().any(|(other, player)| other != seat && names(text, player));
    let about_others = |event: &Event| match &event.kind {
        EventKind::Moved { moves, .. } => {
            moves.iter().any(|one| [&one.what, &one.from, &one.to].into_iter().any(|words| others(words)))
        }
        EventKind::Set { what, value, .. } | EventKind::Rolled { what, value, .. } => others(what) || others(value),
        EventKind::DrawnByLot { value, .. } => others(value),
        EventKind::Shown { what, .. } => others(what),
        EventKind::PhaseBegan { .. }
        | EventKind::Chosen { .. }
        | EventKind::Joined { .. }
        | EventKind::Shuffled { .. }
        | EventKind::Said { .. }
        | EventKind::Triggered { .. }
        | EventKind::PhaseOver {}
        | EventKind::Over { .. } => false,
    };
    events.get(begins..)?.iter().any(about_others).then_some(begins)
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
