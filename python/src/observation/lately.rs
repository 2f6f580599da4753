//! What a seat was told lately, as numbers.

use std::sync::Arc;

use rulehound::{EventKind, Position as Told};

use super::written::put;
use crate::class::Who;
use crate::layout::{EACH_TOLD, Layout, TOLD};

/// The last events that a seat was told, the latest first: which sort, who, from which place to which, and what was said of it.
pub fn events(layout: &Layout, history: &[Arc<Told>], seat: usize, out: &mut [f32]) {
    out.fill(0.0);
    let mut rows = out.chunks_mut(EACH_TOLD).take(TOLD);
    for position in history.iter().rev() {
        let Some(viewer) = position.game().seats().nth(seat) else { return };
        let who = Who { viewer: seat, seats: position.game().seats().len() };
        for event in position.events(viewer).unwrap_or_default().iter().rev() {
            let Some(row) = rows.next() else { return };
            event_row(layout, who, event, row);
        }
    }
}

fn event_row(layout: &Layout, who: Who, event: &rulehound::Event, row: &mut [f32]) {
    let (sort, seat, places, words) = match &event.kind {
        EventKind::PhaseBegan { phase, .. } => (0, None, [None, None], phase.as_str()),
        EventKind::Chosen { seat, text } => (1, Some(seat.index()), [None, None], text.as_deref().unwrap_or("")),
        EventKind::Joined { .. } => (2, None, [None, None], ""),
        EventKind::Moved { moves, .. } => {
            let first = moves.first();
            let id = |place: Option<&rulehound::Place>| place.map(|place| place.id());
            let from = first.and_then(|one| id(one.from_place.as_ref()));
            let to = first.and_then(|one| id(one.to_place.as_ref()));
            (3, None, [from, to], first.map_or("", |one| one.what.as_str()))
        }
        EventKind::Set { what, value } | EventKind::Rolled { what, value } => {
            put(row, 12, digest(value));
            (4, None, [None, None], what.as_str())
        }
        EventKind::DrawnByLot { value, .. } => (5, None, [None, None], value.as_str()),
        EventKind::Shuffled { pile } => (6, None, [None, None], pile.as_str()),
        EventKind::Shown { what, .. } => (7, None, [None, None], what.as_str()),
        EventKind::Said { words, .. } => (7, None, [None, None], words.as_str()),
        EventKind::Triggered { trigger, .. } => (0, None, [None, None], trigger.as_str()),
        _ => (2, None, [None, None], ""),
    };
    put(row, sort, 1.0);
    if let Some(seat) = seat {
        let turned = who.turned(i32::try_from(seat).unwrap_or(0));
        put(row, 8, (turned + 1) as f32 / who.seats.max(1) as f32);
    }
    let count = layout.columns_of.len().max(1) as f32;
    for (index, place) in [9, 10].into_iter().zip(places) {
        if let Some(place) = place {
            let place = layout.classes.seen_from(who.viewer, i32::try_from(place).unwrap_or(0));
            put(row, index, (place + 1) as f32 / count);
        }
    }
    put(row, 11, digest(words));
}

/// Words as a number from 0 to 1: the same for the same words, and for no others but by chance.
fn digest(words: &str) -> f32 {
    if words.is_empty() {
        return 0.0;
    }
    let hash = rulehound_interpreter::hash::hash(words.as_bytes());
    (hash >> 40) as f32 / (1u64 << 24) as f32
}
