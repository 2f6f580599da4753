//! What of an event a viewer sees.

use rulehound_engine::play::{Event, EventKind, Movement, Noun, Origin, Seen, Viewer};
use rulehound_engine::words::plural;

/// The event as this viewer at a table of so many seats sees it; `None` if there is nothing to see. Hidden words are replaced, not
/// marked.
pub fn seen_by(event: &Event, viewer: Viewer, seats: usize) -> Option<Event> {
    let sees = |seen: Seen| seen.by_viewer(viewer, seats);
    let kind = match &event.kind {
        // That a phase runs may itself tell of something hidden.
        EventKind::PhaseBegan { seen, .. } if !sees(*seen) => return None,
        // That they have decided is told once, however many answers it took.
        EventKind::Chosen { secret: true, seen, .. } if !sees(*seen) => return None,
        EventKind::Chosen { seat, seen, secret, .. } if !sees(*seen) => {
            // Who else sees the words may tell what they name.
            EventKind::Chosen { seat: *seat, text: String::new(), seen: Seen::only(*seat), secret: *secret }
        }
        EventKind::Joined { seats } if seats.len() == 1 && !seats.iter().any(|seat| sees(Seen::only(*seat))) => {
            let seat = seats.first().copied().unwrap_or_default();
            EventKind::Chosen { seat, text: String::new(), seen: Seen::only(seat), secret: true }
        }
        EventKind::Moved { moves, drawn } => EventKind::Moved { moves: movements(moves, sees), drawn: *drawn },
        // Even the name of what is set may say which of several hidden things it is.
        EventKind::Set { seen, .. } | EventKind::Shown { seen, .. } | EventKind::Said { seen, .. } if !sees(*seen) => {
            return None;
        }
        EventKind::Set { what, partly, mark, feature, named, again, value, seen, veiled } => {
            let open = partly.as_ref().filter(|(_, all)| !sees(*all)).map(|(open, _)| open.clone());
            let unseen = veiled.as_ref().filter(|veiled| !sees(veiled.seen)).map(|veiled| veiled.unseen.clone());
            EventKind::Set {
                partly: if open.is_some() { None } else { partly.clone() },
                veiled: if unseen.is_some() { None } else { veiled.clone() },
                what: open.unwrap_or_else(|| what.clone()),
                mark: mark.clone(),
                feature: feature.clone(),
                named: *named,
                again: *again,
                value: unseen.unwrap_or_else(|| value.clone()),
                seen: *seen,
            }
        }
        EventKind::Rolled { seen, .. } if !sees(*seen) => {
            EventKind::Rolled { what: String::new(), value: String::new(), alone: false, seen: Seen::NOBODY }
        }
        EventKind::DrawnByLot { seen, name, .. } if !sees(*seen) => {
            EventKind::DrawnByLot { name: name.clone(), value: String::new(), seen: Seen::NOBODY }
        }
        EventKind::PhaseBegan { phase, worded, arguments, depth, seen } => {
            let worded = worded.as_ref().filter(|(_, read)| sees(*read)).map(|(words, _)| words.clone());
            let known = arguments.iter().filter(|(_, seen)| worded.is_none() && sees(*seen));
            let arguments = known.cloned().collect();
            let phase = worded.unwrap_or_else(|| phase.clone());
            EventKind::PhaseBegan { phase, worded: None, arguments, depth: *depth, seen: *seen }
        }
        EventKind::Triggered { seen, .. } if !sees(*seen) => return None,
        seen @ (EventKind::Chosen { .. }
        | EventKind::Joined { .. }
        | EventKind::Rolled { .. }
        | EventKind::DrawnByLot { .. }
        | EventKind::Shuffled { .. }
        | EventKind::Shown { .. }
        | EventKind::Said { .. }
        | EventKind::Triggered { .. }
        | EventKind::PhaseOver {}
        | EventKind::Over { .. }) => seen.clone(),
    };
    Some(Event { kind, origin: Origin::open(event.origin.told(viewer, seats)), turn: event.turn })
}

/// Hidden components that look alike are one movement: how they fall into alike ones is hidden too. So is where among the others they
/// stand, which goes by what they are: they come last, in the order of their words.
fn movements(moves: &[Movement], sees: impl Fn(Seen) -> bool) -> Vec<Movement> {
    let (mut shown, hidden): (Vec<Movement>, Vec<Movement>) =
        moves.iter().cloned().partition(|movement| sees(movement.seen));
    let mut veiled: Vec<Movement> = Vec::new();
    for movement in hidden {
        // Who sees it may tell whose it is.
        let hidden =
            Movement { what: movement.unseen.clone(), noun: unseen(&movement), seen: Seen::NOBODY, ..movement };
        match veiled.iter_mut().find(|other| Movement { count: hidden.count, ..(*other).clone() } == hidden) {
            Some(other) => other.count = other.count.saturating_add(hidden.count),
            None => veiled.push(hidden),
        }
    }
    veiled.sort_by(|one, other| {
        let words = |movement: &Movement| (movement.what.clone(), movement.from.clone(), movement.to.clone());
        words(one).cmp(&words(other)).then(one.beneath.cmp(&other.beneath))
    });
    shown.extend(veiled);
    shown
}

/// How the words stand in a sentence that tell only the kind; they have their article.
fn unseen(movement: &Movement) -> Noun {
    let bare = movement.unseen.split_once(' ').map_or("", |(_, noun)| noun);
    Noun { article: "", several: (!bare.is_empty()).then(|| plural(bare)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn movement(what: &str, seen: Seen) -> Movement {
        Movement {
            what: what.to_owned(),
            unseen: "a Card".to_owned(),
            count: 1,
            from: "deck".to_owned(),
            to: "Ann's hand".to_owned(),
            noun: Noun::default(),
            the: [false; 2],
            places: [None; 2],
            beneath: false,
            seen,
        }
    }

    #[test]
    fn hidden_components_fall_together() {
        let moves = vec![movement("Card 1", Seen::only(0)), movement("Card 2", Seen::only(0))];
        let event = Event { kind: EventKind::Moved { moves, drawn: true }, origin: Origin::default(), turn: None };
        let shown = |viewer| match seen_by(&event, viewer, 2).map(|event| event.kind) {
            Some(EventKind::Moved { moves, .. }) => {
                moves.into_iter().map(|movement| (movement.what, movement.count)).collect::<Vec<_>>()
            }
            _ => Vec::new(),
        };
        assert_eq!(shown(Viewer::Seat(0)), [("Card 1".to_owned(), 1), ("Card 2".to_owned(), 1)]);
        assert_eq!(shown(Viewer::Seat(1)), [("a Card".to_owned(), 2)]);
        assert_eq!(shown(Viewer::Nobody), [("a Card".to_owned(), 2)]);
    }

    #[test]
    fn what_all_at_the_table_see_is_open() {
        let kind = EventKind::Set {
            what: "bid".to_owned(),
            partly: None,
            mark: None,
            feature: None,
            named: false,
            again: false,
            value: "3".to_owned(),
            seen: Seen(0b11),
            veiled: None,
        };
        let event = Event { kind, origin: Origin::default(), turn: None };
        assert_eq!(seen_by(&event, Viewer::Nobody, 2), Some(event.clone()));
        assert_eq!(seen_by(&event, Viewer::Nobody, 3), None);
    }

    #[test]
    fn how_many_answers_were_given_in_secret_is_hidden() {
        let event = |kind| Event { kind, origin: Origin::default(), turn: None };
        let answer = event(EventKind::Chosen { seat: 0, text: "3".to_owned(), seen: Seen::only(0), secret: true });
        assert_eq!(seen_by(&answer, Viewer::Seat(0), 2), Some(answer.clone()));
        assert_eq!(seen_by(&answer, Viewer::Seat(1), 2), None);
        // Of one alone it is told that there was something to decide.
        let joined = event(EventKind::Joined { seats: vec![0] });
        assert_eq!(seen_by(&joined, Viewer::Seat(0), 2), Some(joined.clone()));
        let unseen = EventKind::Chosen { seat: 0, text: String::new(), seen: Seen::only(0), secret: true };
        assert_eq!(seen_by(&joined, Viewer::Seat(1), 2), Some(event(unseen)));
    }

    #[test]
    fn whoever_sees_a_component_is_told_which_one_changed() {
        let kind = EventKind::Set {
            what: "face of Card 3".to_owned(),
            partly: Some(("face of Card".to_owned(), Seen::only(0))),
            mark: None,
            feature: None,
            named: false,
            again: false,
            value: "up".to_owned(),
            seen: Seen::ALL,
            veiled: None,
        };
        let event = Event { kind, origin: Origin::default(), turn: None };
        let told = |viewer| match seen_by(&event, viewer, 2).map(|event| event.kind) {
            Some(EventKind::Set { what, .. }) => what,
            _ => String::new(),
        };
        assert_eq!([told(Viewer::Seat(0)), told(Viewer::All)], ["face of Card 3", "face of Card 3"]);
        assert_eq!([told(Viewer::Seat(1)), told(Viewer::Nobody)], ["face of Card", "face of Card"]);
    }

    #[test]
    fn hidden_values_are_not_even_named() {
        let kind = EventKind::Set {
            what: "bid".to_owned(),
            partly: None,
            mark: None,
            feature: None,
            named: false,
            again: false,
            value: "3".to_owned(),
            seen: Seen::only(1),
            veiled: None,
        };
        let event = Event { kind, origin: Origin::default(), turn: None };
        assert_eq!(seen_by(&event, Viewer::Seat(0), 2), None);
        assert_eq!(seen_by(&event, Viewer::Seat(1), 2), Some(event));
    }
}
