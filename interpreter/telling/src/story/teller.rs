//! The story as lines: headings for phases, sentences beneath, boards where something moved.

use std::borrow::Cow;

use super::because::Because;
use super::briefly::briefly;
use super::joined::{goes_on, joined};
use super::short::Short;
use super::spoken::{is_unseen, spoken};
use super::{WIDTH, line, seen_by};
use crate::scene::{BoardScene, Scene};
use crate::table::draw_again;
use crate::wrap::{and, capital, wrapped};
use rulehound_engine::instance::Instance;
use rulehound_engine::play::{Event, EventKind, Game, Movement, Position, Seen, Stop, Viewer};
use rulehound_engine::words::{Form, Nothing, Words, by_owners, called};
use rulehound_rules::model::{AreaId, AreaKind};
use rulehound_script::Refused;

/// How much of what happens is told.
#[derive(Clone, Copy, Debug)]
pub enum Length {
    /// A turn, or an answer with what comes of it, in one paragraph; what goes without saying is left out.
    Short,
    /// Everything, each thing in a line of its own.
    Full,
    /// The same, and beneath each line by which rule it happened, in lines that this may make look different.
    Explained(fn(&str) -> String),
}

/// Tells one game to one viewer; a short story if nothing else is asked for.
pub struct Teller {
    viewer: Viewer,
    /// How wide lines may be.
    width: usize,
    /// How deep the phase at hand lies.
    depth: usize,
    /// The phase whose heading was told last, if nothing was told since.
    begun: Option<String>,
    /// Boards that something moved on since they were drawn.
    stale: Vec<AreaId>,
    /// Whether they are drawn only when the game is over.
    sparing: bool,
    /// Whether they are never drawn.
    undrawn: bool,
    /// What was rolled or drawn last, if more may come that is told together with it.
    held: Option<Event>,
    /// A decision whose answer is not seen, until it shows whether what comes next tells of it.
    unseen: Option<Event>,
    /// Says by which rule each thing happened, if that is asked for.
    because: Option<Because>,
    /// Tells in paragraphs, unless each thing is to have a line of its own.
    short: Option<Short>,
    /// Whether a paragraph goes on over stops.
    flowing: bool,
}

impl Teller {
    /// A story for this viewer.
    pub fn new(viewer: Viewer) -> Self {
        Self {
            viewer,
            width: WIDTH,
            depth: 0,
            begun: None,
            stale: Vec::new(),
            sparing: false,
            undrawn: false,
            held: None,
            unseen: None,
            because: None,
            short: Some(Short::default()),
            flowing: false,
        }
    }

    /// At this length.
    #[must_use]
    pub fn at_length(mut self, length: Length) -> Self {
        self.set_length(length);
        self
    }

    /// Goes on at this length.
    pub fn set_length(&mut self, length: Length) {
        (self.short, self.because) = match length {
            Length::Short => (Some(self.short.take().unwrap_or_default()), None),
            Length::Full => (None, None),
            Length::Explained(shade) => (None, Some(Because::new(shade, self.width))),
        };
    }

    /// For somebody who reads the story as a whole: a paragraph goes on over stops, until [`pause`](Self::pause) or [`boards`](Self::boards) ends it.
    #[must_use]
    pub fn flowing(self) -> Self {
        Self { flowing: true, ..self }
    }

    /// In lines of this width.
    #[must_use]
    pub fn within(self, width: usize) -> Self {
        Self { width, ..self }
    }

    /// Without drawings before the end, for those who see the table anyway.
    #[must_use]
    pub fn sparing(self) -> Self {
        Self { sparing: true, ..self }
    }

    /// Without any drawings, for those who draw better.
    #[must_use]
    pub fn undrawn(self) -> Self {
        Self { undrawn: true, sparing: true, ..self }
    }

    /// What happened up to a stop, and the boards if a phase ended in which something on them moved.
    pub fn tell(&mut self, events: &[Event], position: &Position) -> Vec<String> {
        let seats = position.game().instance().seats();
        if self.short.is_some() {
            let seen = events.iter().filter_map(|event| seen_by(event, self.viewer, seats)).collect();
            return self.tell_short(seen, position);
        }
        let seen = events.iter().filter_map(|event| seen_by(event, self.viewer, seats));
        let mut events = joined(self.held.take().into_iter().chain(seen));
        if position.stop() == Stop::Chance {
            self.held = events.pop_if(|event| goes_on(event));
        }
        // What comes of a decision may come after chance.
        self.told(&events, position, position.stop() == Stop::Chance)
    }

    /// Tells what was held back, since somebody is asked or nothing more comes.
    pub fn pause(&mut self, position: &Position) -> Vec<String> {
        let held: Vec<Event> = self.held.take().into_iter().collect();
        let mut lines = self.told(&held, position, false);
        if let Some(short) = &mut self.short {
            short.end(position.game().instance(), self.width, &mut lines);
        }
        lines
    }

    fn tell_short(&mut self, events: Vec<Event>, position: &Position) -> Vec<String> {
        let instance = position.game().instance();
        let Some(mut short) = self.short.take() else { return Vec::new() };
        let mut lines = Vec::new();
        // Boards are drawn where a part of the game ends, unless something on them moves after that.
        let mut drawn_at = None;
        for event in events {
            match &event.kind {
                EventKind::PhaseBegan { phase, arguments, depth, .. } => {
                    let told = (instance, self.width, &mut lines);
                    if let Some(heading) = short.phase(phase, arguments, *depth, told) {
                        drawn_at =
                            drawn_at.or_else(|| (!self.stale.is_empty() && !self.sparing).then_some(lines.len()));
                        lines.push(String::new());
                        wrapped(&heading, 0, self.width, &mut lines);
                    }
                }
                EventKind::Over { .. } | EventKind::PhaseOver {} => {
                    short.end(instance, self.width, &mut lines);
                    drawn_at = Some(lines.len());
                    self.sentence(&event, instance, &mut lines);
                }
                EventKind::Moved { moves, .. } => {
                    if self.note(moves, position.game()) && drawn_at.is_some() {
                        drawn_at = Some(usize::MAX);
                    }
                    short.event(event, instance, self.width, &mut lines);
                }
                EventKind::Chosen { .. }
                | EventKind::Joined { .. }
                | EventKind::Set { .. }
                | EventKind::Rolled { .. }
                | EventKind::DrawnByLot { .. }
                | EventKind::Shuffled { .. }
                | EventKind::Shown { .. }
                | EventKind::Said { .. }
                | EventKind::Triggered { .. } => short.event(event, instance, self.width, &mut lines),
            }
        }
        if !self.flowing && position.stop() != Stop::Chance {
            short.end(instance, self.width, &mut lines);
        }
        self.short = Some(short);
        self.insert_boards(drawn_at, position, &mut lines);
        lines
    }

    /// Draws the boards at that line.
    fn insert_boards(&mut self, at: Option<usize>, position: &Position, lines: &mut Vec<String>) {
        if let Some(at) = at {
            let mut drawing = Vec::new();
            self.draw_boards(position, &mut drawing);
            let after = lines.split_off(at.min(lines.len()));
            lines.extend(drawing);
            lines.extend(after);
        }
    }

    fn told(&mut self, events: &[Event], position: &Position, goes_on: bool) -> Vec<String> {
        let instance = position.game().instance();
        let mut lines = Vec::new();
        let mut events = Cow::Borrowed(events);
        if let Some(unseen) = self.unseen.take() {
            events.to_mut().insert(0, unseen);
        }
        if goes_on {
            self.unseen = events.to_mut().pop_if(|event| is_unseen(event));
        }
        // Where boards are drawn: where a phase ends, unless something on them moves after that, which the drawing would show already.
        let mut drawn_at = None;
        for (event, spoken) in events.iter().zip(spoken(&events, instance, false)) {
            let before = lines.len();
            match &event.kind {
                // What a variant's phase does as the one it replaces did needs no heading of its own.
                EventKind::PhaseBegan { phase, .. } if self.begun.as_ref() == Some(phase) => {}
                EventKind::PhaseBegan { phase, arguments, depth, .. } => {
                    drawn_at = drawn_at.or_else(|| (!self.stale.is_empty() && !self.sparing).then_some(lines.len()));
                    self.heading(phase, arguments, *depth, &mut lines);
                }
                EventKind::Over { .. } | EventKind::PhaseOver {} => {
                    drawn_at = Some(lines.len());
                    self.sentence(event, instance, &mut lines);
                }
                EventKind::Moved { moves, .. } => {
                    if spoken {
                        self.sentence(event, instance, &mut lines);
                    }
                    if self.note(moves, position.game()) && drawn_at.is_some() {
                        drawn_at = Some(usize::MAX);
                    }
                }
                EventKind::Chosen { .. }
                | EventKind::Joined { .. }
                | EventKind::Set { .. }
                | EventKind::Rolled { .. }
                | EventKind::DrawnByLot { .. }
                | EventKind::Shuffled { .. }
                | EventKind::Shown { .. }
                | EventKind::Said { .. }
                | EventKind::Triggered { .. } => {
                    if spoken {
                        self.sentence(event, instance, &mut lines);
                    }
                }
            }
            let indent = self.indent();
            if let Some(because) = self.because.as_mut().filter(|_| lines.len() > before) {
                because.event(event, position.game(), indent, &mut lines);
            }
        }
        self.insert_boards(drawn_at, position, &mut lines);
        lines
    }

    /// A remark of the script. Whoever wrote it sees everything, so where anything is hidden it may tell what this viewer must not know.
    pub fn say(&mut self, text: &str, position: &Position) -> Vec<String> {
        let mut lines = self.pause(position);
        if self.viewer != Viewer::All && !position.game().is_open() {
            return lines;
        }
        wrapped(&format!("» {text}"), self.indent(), self.width, &mut lines);
        lines
    }

    /// What a script shows to be forbidden; only that player knows what is on offer.
    pub fn refused(&mut self, refused: &Refused<'_>, position: &Position) -> Vec<String> {
        let Refused { seat, option, why, reasons } = *refused;
        let mut lines = self.pause(position);
        let known = match self.viewer {
            Viewer::All => true,
            Viewer::Seat(viewer) => viewer == seat,
            Viewer::Nobody => false,
        };
        if let Some(player) = position.game().instance().players.get(seat).filter(|_| known) {
            let option = by_owners(option, position.game().instance());
            let line = format!("{} may not “{option}”: {why}", capital(player));
            wrapped(&line, self.indent(), self.width, &mut lines);
            let indent = self.indent();
            if let Some(because) = &self.because {
                reasons.iter().for_each(|reason| because.reason(reason, position.game(), indent, &mut lines));
            }
        }
        lines
    }

    /// All boards that something moved on since they were drawn last.
    pub fn boards(&mut self, position: &Position, lines: &mut Vec<String>) {
        lines.extend(self.pause(position));
        self.draw_boards(position, lines);
    }

    fn draw_boards(&mut self, position: &Position, lines: &mut Vec<String>) {
        if self.stale.is_empty() {
            return;
        }
        let scene = Scene::of(position, self.viewer);
        // Drawings stand two columns to the right.
        let room = if self.width < WIDTH { self.width.saturating_sub(2) } else { self.width };
        for board in std::mem::take(&mut self.stale) {
            if self.undrawn {
                continue;
            }
            let Some(board) = scene.board(board) else { continue };
            // A story is the same for all who hear it.
            let board = BoardScene { turned: false, ..board.clone() };
            let drawn = draw_again(position.game().instance(), &board, room);
            lines.extend(drawn.into_iter().map(|line| format!("  {line}").trim_end().to_owned()));
        }
    }

    /// Who is to decide where the story ends before the game does.
    pub fn next(&self, position: &Position) -> Vec<String> {
        let players = &position.game().instance().players;
        let deciders: Vec<String> =
            position.deciders().into_iter().filter_map(|seat| players.get(seat).cloned()).collect();
        let mut lines = Vec::new();
        if position.stop() == Stop::Decision {
            wrapped(&format!("It is for {} to decide.", and(&deciders)), self.indent(), self.width, &mut lines);
        }
        lines
    }

    fn indent(&self) -> usize {
        2 * self.depth.min(10)
    }

    fn heading(&mut self, phase: &str, arguments: &[(String, Seen)], depth: usize, lines: &mut Vec<String>) {
        // The whole game is one phase; a heading for it would say nothing.
        self.depth = depth;
        self.begun = Some(phase.to_owned());
        if depth == 0 && phase == "play" {
            return;
        }
        if depth <= 1 {
            lines.push(String::new());
        }
        let words: Vec<&str> = arguments.iter().map(|(words, _)| words.as_str()).collect();
        let arguments = if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) };
        wrapped(&format!("{}{arguments}", capital(phase)), self.indent().saturating_sub(2), self.width, lines);
    }

    fn sentence(&mut self, event: &Event, instance: &Instance, lines: &mut Vec<String>) {
        self.begun = None;
        let mut event = Cow::Borrowed(event);
        if let EventKind::Chosen { seat, text, .. } = &event.kind {
            let text = briefly(text, *seat, instance);
            if let EventKind::Chosen { text: told, .. } = &mut event.to_mut().kind {
                *told = text;
            }
        }
        if let Some(text) = line::sentence(&event, &instance.players) {
            wrapped(&text, self.indent(), self.width, lines);
        }
    }

    /// Which boards a move changes, and whether it changes one; places of boards are worded with the name of the board in front.
    fn note(&mut self, moves: &[Movement], game: &Game) -> bool {
        let (mut changes, instance) = (false, game.instance());
        for (index, area) in instance.model.areas.iter().enumerate() {
            if !matches!(area.kind, AreaKind::Board(_)) {
                continue;
            }
            let name = called(&area.name, &area.notes, Form::People);
            let beside = beside(game, AreaId::from(index));
            let on = |place: &str| {
                place.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with(' '))
                    || beside.iter().any(|name| *name == place)
            };
            if moves.iter().any(|movement| on(&movement.from) || on(&movement.to)) {
                changes = true;
                let id = AreaId::from(index);
                if !self.stale.contains(&id) {
                    self.stale.push(id);
                }
            }
        }
        changes
    }
}

/// What the places are called that lie beside a board on paper.
fn beside(game: &Game, board: AreaId) -> Vec<String> {
    let words = Words::new(game.instance());
    let places = game.beside(board).iter().flatten();
    places.map(|place| words.place(*place, Form::People, &Nothing)).collect()
}
