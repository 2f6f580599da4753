//! What comes in a row and is better told in one sentence.

use super::moves::is_box;
use rulehound_engine::play::{Event, EventKind, Movement};

/// Events of which those in a row that say the same of several things, or several things of the same, are one.
pub fn joined(events: impl Iterator<Item = Event>) -> Vec<Event> {
    let mut row: Vec<Event> = Vec::new();
    for event in events {
        if !row.last_mut().is_some_and(|last| join(last, &event)) {
            row.push(event);
        }
    }
    row
}

/// Whether more of the same may come after the next chance.
pub fn goes_on(event: &Event) -> bool {
    matches!(event.kind, EventKind::Rolled { .. } | EventKind::Moved { drawn: true, .. })
}

/// Adds an event to the one before it, if they can be told together.
fn join(last: &mut Event, next: &Event) -> bool {
    match (&mut last.kind, &next.kind) {
        // What there is but one of was rolled again.
        (EventKind::Rolled { what, value, alone: false, .. }, EventKind::Rolled { what: same, value: more, .. })
            if what == same && !what.is_empty() =>
        {
            value.push_str(", ");
            value.push_str(more);
            true
        }
        // Nobody who does not see it is told how often.
        (EventKind::Rolled { what, .. }, EventKind::Rolled { what: same, .. }) => what.is_empty() && same.is_empty(),
        (EventKind::Moved { moves, drawn: true }, EventKind::Moved { moves: more, drawn: true }) => {
            let ways = |moves: &[Movement], other: &[Movement]| {
                moves.iter().all(|one| other.iter().all(|two| one.from == two.from && one.to == two.to))
            };
            let together = ways(moves, more) && ways(moves, moves);
            if together {
                more.iter().for_each(|movement| add(moves, movement));
            }
            together
        }
        (EventKind::Moved { moves, drawn: false }, EventKind::Moved { moves: more, drawn: false }) => {
            let all = || moves.iter().chain(more);
            let together = last.origin.exact.body == next.origin.exact.body
                && (all().all(|one| spreads(one, more)) || all().all(|one| gathers(one, more)));
            if together {
                moves.extend(more.iter().cloned());
            }
            together
        }
        (EventKind::Set { what, value, .. }, EventKind::Set { what: other, value: same, .. }) if value == same => {
            // `face of Tile red` and `face of Tile blue`.
            let (Some((feature, _)), Some((same, thing))) = (what.split_once(" of "), other.split_once(" of ")) else {
                return false;
            };
            let together = feature == same;
            if together {
                what.push_str(", ");
                what.push_str(thing);
            }
            together
        }
        _ => false,
    }
}

/// Whether as many things move as the first of these does, if to another place.
fn spreads(one: &Movement, others: &[Movement]) -> bool {
    others.first().is_some_and(|first| {
        one.count == first.count
            && (&one.what, &one.from, one.seen, one.beneath) == (&first.what, &first.from, first.seen, first.beneath)
    })
}

/// Whether as many things go to the box as the first of these does, if from another place.
fn gathers(one: &Movement, others: &[Movement]) -> bool {
    others.first().is_some_and(|first| {
        is_box(&one.to)
            && one.count == first.count
            && (&one.what, &one.to, one.seen, one.beneath) == (&first.what, &first.to, first.seen, first.beneath)
    })
}

/// Adds a movement to others between the same places; alike things are counted.
fn add(moves: &mut Vec<Movement>, movement: &Movement) {
    match moves.iter_mut().find(|other| other.what == movement.what && other.seen == movement.seen) {
        Some(other) => other.count = other.count.saturating_add(movement.count),
        None => moves.push(movement.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulehound_engine::play::{Noun, Origin, Seen};

    fn event(kind: EventKind) -> Event {
        Event { kind, origin: Origin::default(), turn: None }
    }

    fn rolled(what: &str, value: &str) -> Event {
        let (what, value) = (what.to_owned(), value.to_owned());
        event(EventKind::Rolled { alone: what == "coin", what, value, seen: Seen::ALL })
    }

    fn drawn(what: &str, to: &str) -> Event {
        let movement = Movement {
            what: what.to_owned(),
            unseen: "a Card".to_owned(),
            count: 1,
            from: "deck".to_owned(),
            to: to.to_owned(),
            noun: Noun::default(),
            the: [false; 2],
            places: [None; 2],
            beneath: false,
            seen: Seen::ALL,
        };
        event(EventKind::Moved { moves: vec![movement], drawn: true })
    }

    #[test]
    fn rolls_of_the_same_are_one() {
        let row = joined([rolled("Die", "3"), rolled("Die", "4"), rolled("coin", "heads")].into_iter());
        assert_eq!(row, [rolled("Die", "3, 4"), rolled("coin", "heads")]);
        // There is one coin alone.
        let twice = [rolled("coin", "heads"), rolled("coin", "tails")];
        assert_eq!(joined(twice.clone().into_iter()), twice);
    }

    #[test]
    fn draws_to_the_same_place_are_one() {
        let hand = "Ann's hand";
        let row = joined([drawn("Card 1", hand), drawn("Card 2", hand), drawn("Card 1", hand)].into_iter());
        let counts = |event: &Event| match &event.kind {
            EventKind::Moved { moves, .. } => {
                moves.iter().map(|movement| (movement.what.clone(), movement.count)).collect()
            }
            _ => Vec::new(),
        };
        assert_eq!(row.iter().map(counts).collect::<Vec<_>>(), [[("Card 1".to_owned(), 2), ("Card 2".to_owned(), 1)]]);
        assert_eq!(joined([drawn("Card 1", hand), drawn("Card 2", "Ben's hand")].into_iter()).len(), 2);
    }

    #[test]
    fn changes_of_one_feature_are_one() {
        let set = |what: &str, value: &str| {
            event(EventKind::Set {
                what: what.to_owned(),
                partly: None,
                mark: None,
                feature: None,
                named: false,
                again: false,
                value: value.to_owned(),
                seen: Seen::ALL,
                veiled: None,
            })
        };
        let row = joined([set("face of A", "up"), set("face of B", "up"), set("face of C", "down")].into_iter());
        assert_eq!(row, [set("face of A, B", "up"), set("face of C", "down")]);
    }
}
