//! What several players put away, each where nobody looks: what lay open before needs not be listed again.

use super::moves::{is_box, whose, with_article};
use crate::wrap::and;
use rulehound_engine::instance::Instance;
use rulehound_engine::play::{Event, EventKind, Movement};
use rulehound_engine::words::{plural, possessive};
use rulehound_rules::model::{AreaKind, AudienceKind, PlaceClass};

/// From which zone to which, and what is put away there.
type Way = (String, String, String);

/// For each of these movements in a row the clause that is told instead: one for all players who put the same away, nothing for the others of
/// them; `None` where it is told as it is.
pub fn put_away(run: &[&Event], instance: &Instance) -> Vec<Option<String>> {
    let ways: Vec<Option<(usize, Way)>> = run.iter().map(|event| way(event, instance)).collect();
    let seats = |way: &Way| -> Vec<usize> {
        let mut seats: Vec<usize> =
            ways.iter().flatten().filter(|(_, other)| other == way).map(|(seat, _)| *seat).collect();
        seats.sort_unstable();
        seats.dedup();
        seats
    };
    let told = |(at, way): (usize, &Option<(usize, Way)>)| {
        let (_, way) = way.as_ref()?;
        let seats = seats(way);
        let first = ways.iter().position(|other| other.as_ref().is_some_and(|(_, other)| other == way));
        (seats.len() > 1).then(|| if first == Some(at) { clause(&seats, way, instance) } else { String::new() })
    };
    ways.iter().enumerate().map(told).collect()
}

/// `Ann's and Ben's chips go from the row to the bag`.
fn clause(seats: &[usize], (from, to, what): &Way, instance: &Instance) -> String {
    let players = &instance.players;
    let names: Vec<String> = seats.iter().filter_map(|seat| players.get(*seat)).map(|name| possessive(name)).collect();
    let owners = if seats.len() == players.len() { "everybody's".to_owned() } else { and(&names) };
    format!("{owners} {} go from {} to {}", plural(what), with_article(from), with_article(to))
}

/// Whose things go from an own zone to one that nobody looks into.
fn way(event: &Event, instance: &Instance) -> Option<(usize, Way)> {
    let EventKind::Moved { moves, drawn: false } = &event.kind else { return None };
    let one = |movement: &Movement| {
        let (seat, from) = whose(&movement.from, &instance.players)?;
        let (same, to) = whose(&movement.to, &instance.players)?;
        let (_, what) = movement.unseen.split_once(' ')?;
        let hidden = seat == same && !is_box(&movement.from) && !movement.beneath && is_closed(movement, instance);
        hidden.then(|| (seat, (from.to_owned(), to.to_owned(), what.to_owned())))
    };
    let first = one(moves.first()?)?;
    moves.iter().all(|movement| one(movement).as_ref() == Some(&first)).then_some(first)
}

/// Whether nobody sees what lies where this goes.
fn is_closed(movement: &Movement, instance: &Instance) -> bool {
    let class = movement.places[1].and_then(|place| instance.place(place)).map(|place| place.class);
    let Some(PlaceClass::Area(id)) = class else { return false };
    instance.model.areas.get(id.index()).is_some_and(|area| match &area.kind {
        AreaKind::Zone(zone) => zone.top.is_none() && matches!(zone.audience.kind, AudienceKind::Nobody),
        AreaKind::Board(_) => false,
    })
}
