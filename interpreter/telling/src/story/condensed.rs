//! Making what happened shorter: steps on the way, long lists and what befalls everybody alike are told in one.

use super::moves::{is_box, moved, of};
use rulehound_engine::play::{Event, EventKind, Movement, Noun, Seen};
use rulehound_engine::words::{plural, possessive};

/// From so many different things on, what comes out of a box is counted instead of listed.
const MANY_SORTS: usize = 4;

/// The name under which what befalls all players is told.
const ALL: &str = "Everybody";

/// The same events in fewer words.
pub fn condensed(events: Vec<Event>) -> Vec<Event> {
    let mut events = chained(settled(events));
    for event in &mut events {
        if let EventKind::Moved { moves, drawn: false } = &mut event.kind {
            *moves = counted(std::mem::take(moves));
        }
    }
    events
}

/// What was drawn by lot and then noted is told once.
fn settled(events: Vec<Event>) -> Vec<Event> {
    let mut told: Vec<Event> = Vec::new();
    for mut event in events {
        let lot = match (told.last().map(|last| &last.kind), &event.kind) {
            (Some(EventKind::DrawnByLot { value, .. }), EventKind::Set { value: same, .. }) => value == same,
            _ => false,
        };
        if lot && let EventKind::Set { value, .. } = &mut event.kind {
            value.push_str(", drawn by lot");
            told.pop();
        }
        told.push(event);
    }
    told
}

/// A thing that goes on from where it has just come goes all the way at once; nothing is told of what is back where it was.
fn chained(events: Vec<Event>) -> Vec<Event> {
    let mut told: Vec<Event> = Vec::new();
    for event in events {
        let Some(before) = alone(&event).and_then(|next| (0..told.len()).rev().find(|at| leads(&told, *at, next)))
        else {
            told.push(event);
            continue;
        };
        let next = alone(&event).cloned();
        if let (Some(next), Some(EventKind::Moved { moves, .. })) = (next, told.get_mut(before).map(|it| &mut it.kind))
        {
            for first in moves {
                let [_, to_the] = next.the;
                (first.to, first.places[1], first.the[1]) = (next.to.clone(), next.places[1], to_the);
            }
        }
        if told.get(before).and_then(alone).is_some_and(|whole| whole.from == whole.to) {
            told.remove(before);
        }
    }
    told
}

/// The movement of one thing by itself.
fn alone(event: &Event) -> Option<&Movement> {
    match &event.kind {
        EventKind::Moved { moves, .. } => match moves.as_slice() {
            [only] if only.count == 1 && !only.beneath => Some(only),
            _ => None,
        },
        _ => None,
    }
}

/// Whether the event there brought this thing to where it goes on from, and nobody has answered since.
fn leads(told: &[Event], at: usize, next: &Movement) -> bool {
    let first = told.get(at).and_then(alone);
    let rest = told.get(at + 1..).unwrap_or_default();
    let since = |event: &Event| match &event.kind {
        EventKind::Moved { moves, .. } => moves.iter().any(|one| one.what == next.what),
        EventKind::Chosen { .. } | EventKind::Joined { .. } | EventKind::Shuffled { .. } => true,
        _ => false,
    };
    first.is_some_and(|first| first.what == next.what && first.to == next.from) && !rest.iter().any(since)
}

/// Many different things of one kind that come out of a box are counted.
fn counted(moves: Vec<Movement>) -> Vec<Movement> {
    let alike = |one: &Movement, other: &Movement| {
        is_box(&one.from) && (&one.from, &one.to, &one.unseen) == (&other.from, &other.to, &other.unseen)
    };
    let mut told: Vec<Movement> = Vec::new();
    for movement in &moves {
        let sorts = moves.iter().filter(|other| alike(movement, other)).count();
        if sorts < MANY_SORTS {
            told.push(movement.clone());
        } else if !told.iter().any(|other| alike(movement, other)) {
            let count = moves.iter().filter(|other| alike(movement, other)).map(|other| other.count).sum();
            let noun = movement.unseen.split_once(' ').map_or("", |(_, noun)| noun);
            let noun = Noun { article: "", several: Some(plural(noun)) };
            told.push(Movement { count, noun, what: movement.unseen.clone(), ..movement.clone() });
        }
    }
    told
}

/// What these moves say, each player's in one if each does the same. Nothing if nobody's are told so.
pub fn everybody(run: &[&Event], players: &[String]) -> Option<Vec<String>> {
    let all: Vec<usize> = (0..players.len()).collect();
    let general: Vec<Option<(Movement, bool, usize)>> = run.iter().map(|event| of_somebody(event, players)).collect();
    let seats = |movement: &Movement, drawn: bool| -> Vec<usize> {
        let same = general.iter().flatten().filter(|(other, same, _)| other == movement && *same == drawn);
        same.map(|(.., seat)| *seat).collect()
    };
    let whole = |movement: &Movement, drawn: bool| players.len() > 1 && seats(movement, drawn) == all;
    let name = [ALL.to_owned()];
    let small = |clause: String| clause.replacen(ALL, "everybody", 1);
    let mut clauses = Vec::new();
    let mut any = false;
    for (event, general) in run.iter().zip(&general) {
        match general {
            Some((movement, drawn, seat)) if whole(movement, *drawn) => {
                any = true;
                // It is told with the first of them.
                if *seat == 0 {
                    clauses.extend(moved(std::slice::from_ref(movement), *drawn, &name).into_iter().map(small));
                }
            }
            Some(_) | None => clauses.extend(super::line::clauses(event, players)),
        }
    }
    any.then_some(clauses)
}

/// A movement by itself of what is somebody's, in everybody's name, and whose it is.
fn of_somebody(event: &Event, players: &[String]) -> Option<(Movement, bool, usize)> {
    let EventKind::Moved { moves, drawn } = &event.kind else { return None };
    let [only] = moves.as_slice() else { return None };
    let somebodys = |player: &String| of(&only.from, player).or_else(|| of(&only.to, player)).is_some();
    let seat = players.iter().position(somebodys)?;
    Some((of_all(only, players.get(seat)?), *drawn, seat))
}

/// The movement with everybody's name instead of this one.
fn of_all(movement: &Movement, player: &str) -> Movement {
    let place =
        |place: &str| of(place, player).map_or_else(|| place.to_owned(), |rest| format!("{} {rest}", possessive(ALL)));
    let what = |what: &str| {
        let bare = what.strip_suffix(player).filter(|bare| bare.ends_with(" of "));
        bare.map_or_else(|| what.to_owned(), |bare| format!("{bare}{ALL}"))
    };
    let noun = Noun { several: movement.noun.several.as_deref().map(what), ..movement.noun.clone() };
    Movement {
        what: what(&movement.what),
        noun,
        from: place(&movement.from),
        to: place(&movement.to),
        places: [None; 2],
        seen: Seen::ALL,
        ..movement.clone()
    }
}
