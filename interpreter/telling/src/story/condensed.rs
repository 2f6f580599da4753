//! Making what happened shorter: steps on the way, long lists and what befalls everybody alike are told in one.

use std::collections::BTreeSet;

use super::moves::{is_box, moved, of, whose};
use super::zones::to_one_zone;
use rulehound_engine::instance::Instance;
use rulehound_engine::play::{Event, EventKind, Movement, Noun, Seen};
use rulehound_engine::words::{plural, possessive};

/// From so many different things on, what comes out of a box is counted instead of listed.
const MANY_SORTS: usize = 4;

/// The name under which what befalls all players is told.
const ALL: &str = "Everybody";

/// The same events in fewer words.
pub fn condensed(events: Vec<Event>, instance: &Instance) -> Vec<Event> {
    to_one_zone(in_few_words(events, &instance.players), instance)
}

fn in_few_words(events: Vec<Event>, players: &[String]) -> Vec<Event> {
    let mut events = passed_on(chained(from_everybody(last_values(settled(events)), players)));
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

/// Of what gets another value before anybody answers, only the last value is told.
fn last_values(mut events: Vec<Event>) -> Vec<Event> {
    let mut later: BTreeSet<String> = BTreeSet::new();
    let mut told = Vec::new();
    while let Some(event) = events.pop() {
        match &event.kind {
            // What gets the value that it has is not told; what it got before that is.
            EventKind::Set { what, again: true, .. } if !later.contains(what) => {}
            EventKind::Set { what, .. } if !later.insert(what.clone()) => continue,
            EventKind::Chosen { .. } | EventKind::Joined { .. } => later.clear(),
            _ => {}
        }
        told.push(event);
    }
    told.reverse();
    told
}

/// What goes from such a place of each player to the same place, one after the other, is one movement.
fn from_everybody(events: Vec<Event>, players: &[String]) -> Vec<Event> {
    let way = |event: &Event| -> Option<(String, String)> {
        let EventKind::Moved { moves, drawn: false } = &event.kind else { return None };
        let first = moves.first()?;
        let (_, zone) = whose(&first.from, players)?;
        let same = |one: &Movement| (&one.from, &one.to, one.beneath) == (&first.from, &first.to, false);
        moves.iter().all(same).then(|| (zone.to_owned(), first.to.clone()))
    };
    let mut told: Vec<Event> = Vec::new();
    for event in events {
        let here = way(&event);
        let goes_on = here.is_some() && told.last().is_some_and(|last| follows(last, here.as_ref(), players));
        match (told.last_mut().map(|last| &mut last.kind), event) {
            (Some(EventKind::Moved { moves, .. }), Event { kind: EventKind::Moved { moves: more, .. }, .. })
                if goes_on =>
            {
                moves.extend(more);
            }
            (_, event) => told.push(event),
        }
    }
    told
}

/// Whether all that moves there comes from such a zone of some player and goes to that place.
fn follows(event: &Event, way: Option<&(String, String)>, players: &[String]) -> bool {
    let (EventKind::Moved { moves, drawn: false }, Some((zone, to))) = (&event.kind, way) else { return false };
    let same = |one: &Movement| {
        one.to == *to && !one.beneath && whose(&one.from, players).is_some_and(|(_, other)| other == zone)
    };
    !moves.is_empty() && moves.iter().all(same)
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

/// What is taken somewhere together and goes on from there at once, all of it, goes all the way: seeds that are sown.
fn passed_on(events: Vec<Event>) -> Vec<Event> {
    let mut told: Vec<Event> = Vec::new();
    for mut event in events {
        let first = told.last().and_then(|last| taken(last, &event)).cloned();
        if let (Some(first), EventKind::Moved { moves, .. }) = (first, &mut event.kind) {
            told.pop();
            for one in moves {
                (one.from, one.places[0], one.the[0]) = (first.from.clone(), first.places[0], first.the[0]);
            }
        }
        told.push(event);
    }
    told
}

/// The movement there, if it brought exactly what moves on here, and that is known to be the same.
fn taken<'e>(last: &'e Event, next: &Event) -> Option<&'e Movement> {
    let (EventKind::Moved { moves, drawn: false }, EventKind::Moved { moves: on, drawn: false }) =
        (&last.kind, &next.kind)
    else {
        return None;
    };
    let [first] = moves.as_slice() else { return None };
    let same = |one: &Movement| {
        (&one.what, &one.from, one.beneath, one.seen) == (&first.what, &first.to, false, first.seen)
            && one.what != one.unseen
            && one.to != first.from
    };
    let count = on.iter().fold(0, |sum: u32, one| sum.saturating_add(one.count));
    (!first.beneath && count == first.count && on.iter().all(same)).then_some(first)
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

/// Whether the event there brought this thing to where it goes on from, and nobody has answered since. Of what is not seen nobody knows
/// whether it is the same.
fn leads(told: &[Event], at: usize, next: &Movement) -> bool {
    let first = told.get(at).and_then(alone);
    let rest = told.get(at + 1..).unwrap_or_default();
    let since = |event: &Event| match &event.kind {
        EventKind::Moved { moves, .. } => moves.iter().any(|one| one.what == next.what),
        EventKind::Chosen { .. } | EventKind::Joined { .. } | EventKind::Shuffled { .. } => true,
        _ => false,
    };
    let known = next.what != next.unseen;
    // What was drawn and is put back all have learned of.
    let drawn = told.get(at).is_some_and(|event| matches!(event.kind, EventKind::Moved { drawn: true, .. }));
    let goes_on =
        |first: &Movement| first.what == next.what && first.to == next.from && !(drawn && first.from == next.to);
    known && first.is_some_and(goes_on) && !rest.iter().any(since)
}

/// Many different things of one kind that come out of a box are counted.
fn counted(moves: Vec<Movement>) -> Vec<Movement> {
    let alike =
        |one: &Movement, other: &Movement| (&one.from, &one.to, &one.unseen) == (&other.from, &other.to, &other.unseen);
    let mut groups: Vec<Vec<Movement>> = Vec::new();
    for movement in moves {
        let same = |group: &&mut Vec<Movement>| group.first().is_some_and(|first| alike(first, &movement));
        match groups.iter_mut().find(same) {
            Some(group) => group.push(movement),
            None => groups.push(vec![movement]),
        }
    }
    groups.into_iter().flat_map(counted_group).collect()
}

fn counted_group(group: Vec<Movement>) -> Vec<Movement> {
    match group.first() {
        Some(first) if group.len() >= MANY_SORTS && is_box(&first.from) => {
            let count = group.iter().fold(0, |sum: u32, movement| sum.saturating_add(movement.count));
            let noun = first.unseen.split_once(' ').map_or("", |(_, noun)| noun);
            let noun = Noun { article: "", several: Some(plural(noun)) };
            vec![Movement { count, noun, what: first.unseen.clone(), ..first.clone() }]
        }
        Some(_) | None => group,
    }
}

/// What these moves say; what each player does alike is said once, with the first of them.
pub fn together(run: &[&Event], players: &[String]) -> Vec<String> {
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
    for (event, general) in run.iter().zip(&general) {
        match general {
            Some((movement, drawn, seat)) if whole(movement, *drawn) => {
                if *seat == 0 {
                    clauses.extend(moved(std::slice::from_ref(movement), *drawn, &name).into_iter().map(small));
                }
            }
            Some(_) | None => clauses.extend(super::line::clauses(event, players)),
        }
    }
    clauses
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

#[cfg(test)]
mod tests {
    use super::*;
    use rulehound_engine::play::Origin;

    fn movement(what: &str, from: &str, to: &str) -> Movement {
        Movement {
            what: what.to_owned(),
            unseen: "a card".to_owned(),
            count: 1,
            noun: Noun::default(),
            from: from.to_owned(),
            to: to.to_owned(),
            the: [false; 2],
            places: [None; 2],
            beneath: false,
            seen: Seen::ALL,
        }
    }

    fn event(moves: Vec<Movement>) -> Event {
        Event { kind: EventKind::Moved { moves, drawn: false }, origin: Origin::default(), turn: None }
    }

    fn told(events: Vec<Event>) -> String {
        let players = ["Ann".to_owned(), "Ben".to_owned()];
        let events = in_few_words(events, &players);
        together(&events.iter().collect::<Vec<_>>(), &players).join("; ")
    }

    #[test]
    fn what_goes_on_goes_all_the_way_if_it_is_known_to_be_the_same() {
        let ways =
            |what| vec![event(vec![movement(what, "deck", "tray")]), event(vec![movement(what, "tray", "heap")])];
        assert_eq!(told(ways("card 5")), "card 5 goes from deck to heap");
        assert_eq!(told(ways("a card")), "a card goes from deck to tray; a card goes from tray to heap");
        let back =
            vec![event(vec![movement("card 5", "deck", "tray")]), event(vec![movement("card 5", "tray", "deck")])];
        assert_eq!(told(back), "");
    }

    #[test]
    fn what_is_taken_and_laid_out_goes_all_the_way() {
        let seeds = |count, from, to| Movement { count, ..movement("seed", from, to) };
        let sown = vec![seeds(1, "hand", "pit 5"), seeds(1, "hand", "pit 6")];
        let all = told(vec![event(vec![seeds(2, "pit 4", "hand")]), event(sown.clone())]);
        assert_eq!(all, "2 × seed go from pit 4 to pits 5 and 6");
        let some = told(vec![event(vec![seeds(3, "pit 4", "hand")]), event(sown)]);
        assert_eq!(some, "3 × seed go from pit 4 to hand; 2 × seed go from hand to pits 5 and 6");
    }

    #[test]
    fn what_every_player_gives_is_told_at_once() {
        let front = |what, player| event(vec![movement(what, &format!("{player} front"), "Ben's tricks")]);
        let laid = event(vec![movement("card 7", "Ben's hand", "Ben's front")]);
        let told = told(vec![laid, front("card 5", "Ann's"), front("card 7", "Ben's")]);
        assert_eq!(told, "Ben's card 7 goes from the hand to the front; cards 5 and 7 go to Ben's tricks");
    }

    #[test]
    fn what_all_do_is_told_once() {
        let own = |player: &str| event(vec![movement("a card", &format!("{player} hand"), &format!("{player} gift"))]);
        let other = event(vec![movement("card 5", "deck", "heap")]);
        let all = vec![own("Ann's"), other.clone(), own("Ben's")];
        assert_eq!(told(all), "a card of everybody's goes from the hand to the gift; card 5 goes from deck to heap");
        assert_eq!(
            told(vec![own("Ann's"), other]),
            "a card of Ann's goes from the hand to the gift; card 5 goes from deck to heap"
        );
    }

    #[test]
    fn long_lists_out_of_a_box_are_counted() {
        let cards = |from| {
            let card = |number: i32| movement(&format!("card {number}"), from, "deck");
            told(vec![event((1..=4).map(card).collect())])
        };
        assert_eq!(cards("box"), "4 cards go to deck");
        assert_eq!(cards("heap"), "cards 1, 2, 3 and 4 go from heap to deck");
    }

    #[test]
    fn what_is_set_again_after_an_answer_was_set_before_it() {
        let event = |kind| Event { kind, origin: Origin::default(), turn: None };
        let set = |value: &str| {
            event(EventKind::Set {
                what: "points".to_owned(),
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
        let answer = event(EventKind::Chosen { seat: 0, text: "go on".to_owned(), seen: Seen::ALL, secret: false });
        let told = |events: Vec<Event>| {
            let value = |event: Event| match event.kind {
                EventKind::Set { value, .. } => Some(value),
                _ => None,
            };
            last_values(events).into_iter().filter_map(value).collect::<Vec<String>>()
        };
        assert_eq!(told(vec![set("1"), set("2")]), ["2"]);
        assert_eq!(told(vec![set("1"), set("2"), answer, set("3"), set("4")]), ["2", "4"]);
    }
}
