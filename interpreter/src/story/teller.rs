//! The story as lines: headings for phases, sentences beneath, boards where something moved.

use super::wrap::{capital, wrapped};
use super::{draw, line, seen_by};
use crate::instance::Instance;
use crate::model::{AreaId, AreaKind};
use crate::play::{Event, EventKind, Movement, Position, Viewer};

/// Tells one game to one viewer.
pub struct Teller {
    viewer: Viewer,
    /// How deep the phase at hand lies.
    depth: usize,
    /// Boards that something moved on since they were drawn.
    stale: Vec<AreaId>,
}

impl Teller {
    /// A story for this viewer.
    pub fn new(viewer: Viewer) -> Self {
        Self { viewer, depth: 0, stale: Vec::new() }
    }

    /// What happened up to a stop, and the boards if a phase ended in which something on them moved.
    pub fn tell(&mut self, events: &[Event], position: &Position) -> Vec<String> {
        let instance = position.game().instance();
        let mut lines = Vec::new();
        let mut turned = false;
        let moved_before = !self.stale.is_empty();
        let viewer = self.viewer;
        for event in events.iter().filter_map(|event| seen_by(event, viewer)) {
            match &event.kind {
                EventKind::PhaseBegan { phase, arguments, depth } => {
                    turned |= moved_before || !self.stale.is_empty();
                    self.heading(phase, arguments, *depth, &mut lines);
                }
                EventKind::Over { .. } => {
                    turned = true;
                    self.sentence(&event, instance, &mut lines);
                }
                EventKind::Moved { moves, .. } => {
                    self.note(moves, instance);
                    self.sentence(&event, instance, &mut lines);
                }
                EventKind::Chosen { .. }
                | EventKind::Joined { .. }
                | EventKind::Set { .. }
                | EventKind::Rolled { .. }
                | EventKind::DrawnByLot { .. }
                | EventKind::Shuffled { .. }
                | EventKind::Shown { .. }
                | EventKind::Triggered { .. } => self.sentence(&event, instance, &mut lines),
            }
        }
        if turned {
            self.boards(position, &mut lines);
        }
        lines
    }

    /// A remark of the script.
    pub fn say(&self, text: &str) -> Vec<String> {
        let mut lines = Vec::new();
        wrapped(&format!("» {text}"), self.indent(), &mut lines);
        lines
    }

    /// All boards that something moved on since they were drawn last.
    pub fn boards(&mut self, position: &Position, lines: &mut Vec<String>) {
        let view = position.view(self.viewer);
        for board in std::mem::take(&mut self.stale) {
            let drawn = draw(position.game().instance(), &view, board);
            lines.extend(drawn.into_iter().map(|line| format!("{}{line}", " ".repeat(self.indent()))));
        }
    }

    fn indent(&self) -> usize {
        2 * self.depth.min(10)
    }

    fn heading(&mut self, phase: &str, arguments: &[String], depth: usize, lines: &mut Vec<String>) {
        // The whole game is one phase; a heading for it would say nothing.
        self.depth = depth;
        if depth == 0 && phase == "play" {
            return;
        }
        if depth <= 1 {
            lines.push(String::new());
        }
        let arguments = if arguments.is_empty() { String::new() } else { format!(" ({})", arguments.join(", ")) };
        wrapped(&format!("{}{arguments}", capital(phase)), self.indent().saturating_sub(2), lines);
    }

    fn sentence(&self, event: &Event, instance: &Instance, lines: &mut Vec<String>) {
        if let Some(text) = line::sentence(event, &instance.players) {
            wrapped(&text, self.indent(), lines);
        }
    }

    /// Which boards a move changes; places of boards are worded with the name of the board in front.
    fn note(&mut self, moves: &[Movement], instance: &Instance) {
        for (index, area) in instance.model.areas.iter().enumerate() {
            let id = AreaId::from(index);
            if !matches!(area.kind, AreaKind::Board(_)) || self.stale.contains(&id) {
                continue;
            }
            let name = crate::words::called(&area.name, &area.notes, crate::words::Form::People);
            let on = |place: &str| place.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with(' '));
            if moves.iter().any(|movement| on(&movement.from) || on(&movement.to)) {
                self.stale.push(id);
            }
        }
    }
}
