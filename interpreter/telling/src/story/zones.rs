//! Many kinds of things that come out of a box, each to a place of its own of one zone: that they go to that zone says enough.

use super::moves::is_box;
use rulehound_engine::instance::Instance;
use rulehound_engine::play::{Event, EventKind, Movement};
use rulehound_engine::words::{Form, called};
use rulehound_rules::model::{AreaId, AreaKind, OwnerSort, PlaceClass};

/// From so many movements on they are told as one.
const MANY: usize = 3;

/// Where many movements in a row fill one zone out of a box, they are one movement.
pub fn to_one_zone(events: Vec<Event>, instance: &Instance) -> Vec<Event> {
    let mut told = Vec::with_capacity(events.len());
    let mut run: Vec<Event> = Vec::new();
    let mut zone = None;
    for event in events {
        let here = fills(&event, instance);
        if here.is_none() || here != zone {
            finish(&mut run, zone, instance, &mut told);
        }
        zone = here;
        match here {
            Some(_) => run.push(event),
            None => told.push(event),
        }
    }
    finish(&mut run, zone, instance, &mut told);
    told
}

/// The zone of which things out of a box fill places.
fn fills(event: &Event, instance: &Instance) -> Option<AreaId> {
    let EventKind::Moved { moves, drawn: false } = &event.kind else { return None };
    let zone = |movement: &Movement| match instance.place(movement.places[1]?)?.class {
        PlaceClass::Area(id) if is_box(&movement.from) && !movement.beneath => Some(id),
        PlaceClass::Area(_) | PlaceClass::Box(_) => None,
    };
    let id = zone(moves.first()?)?;
    let area = instance.model.areas.get(id.index())?;
    let of_many = match &area.kind {
        AreaKind::Zone(zone) => zone.owner == OwnerSort::Common && !zone.index.is_empty(),
        AreaKind::Board(_) => false,
    };
    (of_many && moves.iter().all(|movement| zone(movement) == Some(id))).then_some(id)
}

fn finish(run: &mut Vec<Event>, zone: Option<AreaId>, instance: &Instance, told: &mut Vec<Event>) {
    let area = zone.and_then(|zone| instance.model.areas.get(zone.index())).filter(|_| run.len() >= MANY);
    let (Some(area), Some(first)) = (area, run.first()) else {
        told.append(run);
        return;
    };
    let name = called(&area.name, &area.notes, Form::People);
    let (mut whole, mut all) = (first.clone(), Vec::new());
    for event in run.drain(..) {
        if let EventKind::Moved { moves, .. } = event.kind {
            let [from_the, _] = moves.first().map_or([false; 2], |first| first.the);
            let into = |movement| Movement { to: name.clone(), the: [from_the, true], places: [None; 2], ..movement };
            all.extend(moves.into_iter().map(into));
        }
    }
    whole.kind = EventKind::Moved { moves: all, drawn: false };
    told.push(whole);
}
