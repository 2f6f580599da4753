//! One event as a sentence.

use super::wrap::{and, capital};
use rulehound_engine::play::{Event, EventKind, Movement};
use rulehound_engine::words::{is_person, is_plural, possessive};

/// The sentence for an event that its viewer sees; `None` if the event is told otherwise.
pub fn sentence(event: &Event, players: &[String]) -> Option<String> {
    let player = |seat: &usize| players.get(*seat).cloned().unwrap_or_else(|| "nobody".to_owned());
    Some(match &event.kind {
        EventKind::PhaseBegan { .. } => return None,
        EventKind::Chosen { seat, text, .. } if text.is_empty() => format!("{}: an unseen decision.", player(seat)),
        EventKind::Chosen { seat, text, .. } => format!("{}: {text}", player(seat)),
        // Of one alone the answer itself says it.
        EventKind::Joined { seats } if seats.len() < 2 => return None,
        EventKind::Joined { seats } if seats.len() == players.len() => "All have decided.".to_owned(),
        EventKind::Joined { seats } => format!("{} have decided.", and(&seats.iter().map(player).collect::<Vec<_>>())),
        EventKind::Moved { moves, drawn } => moved(moves, *drawn, players)?,
        EventKind::Set { what, mark, value, .. } => set(what, mark.as_deref(), value),
        EventKind::Rolled { what, .. } if what.is_empty() => "Something is rolled, unseen.".to_owned(),
        EventKind::Rolled { what, value, .. } => format!("Rolled, {what}: {value}."),
        EventKind::DrawnByLot { value, .. } if value.is_empty() => "Something is drawn by lot, unseen.".to_owned(),
        EventKind::DrawnByLot { value, .. } => format!("Drawn by lot: {value}."),
        EventKind::Shuffled { pile } => {
            format!("{} {} shuffled.", capital(pile), if is_plural(pile) { "are" } else { "is" })
        }
        EventKind::Shown { what, seen } => {
            let all = (0..players.len()).all(|seat| seen.by(seat));
            let seats: Vec<String> =
                (0..players.len()).filter(|seat| seen.by(*seat)).map(|seat| player(&seat)).collect();
            format!("Shown to {}: {what}.", if all { "all".to_owned() } else { and(&seats) })
        }
        EventKind::Triggered { trigger, doc, .. } => match doc {
            Some(doc) => format!("{}: {doc}", capital(trigger)),
            None => format!("{}.", capital(trigger)),
        },
        EventKind::PhaseOver {} => "The phase is over; nobody has won.".to_owned(),
        EventKind::Over { places } => over(places, players),
    })
}

/// `Ann's points: 3.`, `Face of Card: up.`; what a component has or has not: `Card: wounded.`
fn set(what: &str, mark: Option<&str>, value: &str) -> String {
    let marked = mark.and_then(|mark| Some((mark, what.strip_prefix(mark)?.strip_prefix(" of ")?)));
    match marked {
        Some((mark, thing)) if value == "yes" => format!("{}: {mark}.", capital(thing)),
        Some((mark, thing)) => format!("{}: not {mark}.", capital(thing)),
        None => format!("{}: {value}.", capital(what)),
    }
}

/// From so many places on they are listed in one sentence.
const MANY: usize = 3;

/// What moved, grouped by where from and where to.
fn moved(moves: &[Movement], drawn: bool, players: &[String]) -> Option<String> {
    let moves = &counted_together(moves);
    let mut ways: Vec<(&Movement, Vec<&Movement>)> = Vec::new();
    for movement in moves {
        let alike = |first: &Movement| {
            first.from == movement.from && first.to == movement.to && first.beneath == movement.beneath
        };
        match ways.iter_mut().find(|(first, _)| alike(first)) {
            Some((_, group)) => group.push(movement),
            None => ways.push((movement, vec![movement])),
        }
    }
    if let Some(sentence) = spread(&ways, drawn, players) {
        return Some(sentence);
    }
    let told = |(first, group): &(&Movement, Vec<&Movement>)| {
        if first.beneath { beneath(first, group, players) } else { way(&first.from, &first.to, group, drawn, players) }
    };
    let sentences: Vec<String> = ways.iter().map(told).collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// What is called the same and goes the same way, as one, whoever else may see it.
fn counted_together(moves: &[Movement]) -> Vec<Movement> {
    let mut told: Vec<Movement> = Vec::new();
    for movement in moves {
        let same = |other: &&mut Movement| {
            (&other.what, &other.from, &other.to, other.beneath)
                == (&movement.what, &movement.from, &movement.to, movement.beneath)
        };
        match told.iter_mut().find(same) {
            Some(other) => other.count = other.count.saturating_add(movement.count),
            None => told.push(movement.clone()),
        }
    }
    told
}

/// `Card 5 goes to the bottom of deck.`
fn beneath(first: &Movement, group: &[&Movement], players: &[String]) -> String {
    let what = capital(&with_owner(&counted_all(group, None), group, players));
    let from = if first.from == first.to { String::new() } else { format!(" from {}", first.from) };
    format!("{what} {}{from} to the bottom of {}.", goes(sum(group)), first.to)
}

fn sum(group: &[&Movement]) -> u32 {
    group.iter().fold(0, |sum, movement| sum.saturating_add(movement.count))
}

fn counted_all(group: &[&Movement], whose: Option<&String>) -> String {
    and(&group.iter().map(|movement| counted(movement, whose)).collect::<Vec<_>>())
}

/// `Ann's 12 × Pawn go from box to square b1, d1, f1, ...`: things of one sort that go to many places of one board.
fn spread(ways: &[(&Movement, Vec<&Movement>)], drawn: bool, players: &[String]) -> Option<String> {
    let (first, _) = ways.first().filter(|(first, _)| !drawn && !first.beneath && ways.len() >= MANY)?;
    let (from, what) = (&first.from, &first.what);
    let (board, _) = first.to.rsplit_once(' ')?;
    let mut points = Vec::new();
    for (other, group) in ways {
        let point = other.to.strip_prefix(board)?.strip_prefix(' ').filter(|point| !point.contains(' '))?;
        let same = |movement: &&Movement| movement.what == *what && movement.count == 1;
        if other.from != *from || !matches!(group.as_slice(), [only] if same(only)) {
            return None;
        }
        points.push(point.to_owned());
    }
    let owner = players.iter().find(|player| of(from, player).is_some());
    let bare = owner.and_then(|owner| Some((owner, without_owner(what, owner)?, of(from, owner)?)));
    Some(match bare {
        Some((owner, what, from)) => {
            format!(
                "{} {} × {what} go from {from} to {board} {}.",
                capital(&possessive(owner)),
                points.len(),
                and(&points)
            )
        }
        None => format!("{} × {what} go from {from} to {board} {}.", points.len(), and(&points)),
    })
}

/// `Ann draws a Card from bag to fist.`, `Ann's Pawn goes from road 1 to road 7.`
fn way(from: &str, to: &str, group: &[&Movement], drawn: bool, players: &[String]) -> String {
    let owner = |place: &str| players.iter().find(|player| of(place, player).is_some());
    let (from_owner, to_owner) = (owner(from), owner(to));
    let count = sum(group);
    // Whose things they are need not be said where the places say so.
    let shared = from_owner.filter(|_| from_owner == to_owner);
    let what = |whose: Option<&String>| counted_all(group, whose);
    let draws = |player: &str| {
        if is_person(player) { format!("{player} draws") } else { format!("Drawn by {player}:") }
    };
    match (drawn, shared, to_owner) {
        (true, Some(player), _) => {
            let (from, to) = (of(from, player).unwrap_or(from), of(to, player).unwrap_or(to));
            format!("{} {} from {from} to {to}.", draws(player), what(Some(player)))
        }
        (true, None, Some(player)) => {
            format!("{} {} from {from} to {}.", draws(player), what(Some(player)), of(to, player).unwrap_or(to))
        }
        (true, None, None) => format!("Drawn from {from} to {to}: {}.", what(None)),
        (false, Some(player), _) => {
            let (from, to) = (of(from, player).unwrap_or(from), of(to, player).unwrap_or(to));
            let things = what(Some(player));
            // `Ben's a Card` is no English, and `Ben's Card` would be the only one.
            if count == 1 && (things.starts_with("a ") || things.starts_with("an ")) {
                return format!("{} of {} goes from {from} to {to}.", capital(&things), possessive(player));
            }
            format!("{} {things} {} from {from} to {to}.", capital(&possessive(player)), goes(count))
        }
        (false, None, _) => {
            format!("{} {} from {from} to {to}.", capital(&with_owner(&what(None), group, players)), goes(count))
        }
    }
}

fn goes(count: u32) -> &'static str {
    if count == 1 { "goes" } else { "go" }
}

/// `Pawn of Ann` alone is better called `Ann's Pawn`.
fn with_owner(text: &str, group: &[&Movement], players: &[String]) -> String {
    if group.len() != 1 || !group.iter().all(|movement| movement.count == 1) {
        return text.to_owned();
    }
    let owned = players.iter().find_map(|player| Some((player, without_owner(text, player)?)));
    owned.map_or_else(|| text.to_owned(), |(player, bare)| format!("{} {bare}", possessive(player)))
}

fn counted(movement: &Movement, owner: Option<&String>) -> String {
    let what = owner.and_then(|owner| without_owner(&movement.what, owner)).unwrap_or(&movement.what);
    if movement.count == 1 {
        return what.to_owned();
    }
    let bare = what.strip_prefix("an ").or_else(|| what.strip_prefix("a ")).unwrap_or(what);
    format!("{} × {bare}", movement.count)
}

fn without_owner<'t>(text: &'t str, owner: &str) -> Option<&'t str> {
    text.strip_suffix(owner)?.strip_suffix(" of ")
}

/// `bag` of `Ann's bag`.
fn of<'p>(place: &'p str, player: &str) -> Option<&'p str> {
    place.strip_prefix(possessive(player).as_str())?.strip_prefix(' ')
}

/// Who came where.
pub fn over(places: &[Option<u32>], players: &[String]) -> String {
    let on = |wanted: Option<u32>| -> Vec<String> {
        places.iter().zip(players).filter(|(place, _)| **place == wanted).map(|(_, player)| player.clone()).collect()
    };
    let winners = on(Some(1));
    let mut ranks: Vec<u32> = places.iter().flatten().copied().filter(|place| *place > 1).collect();
    ranks.sort_unstable();
    ranks.dedup();
    let mut text = match winners.len() {
        0 => "The game is over: nobody wins.".to_owned(),
        1 if winners.iter().all(|winner| is_person(winner)) => format!("The game is over: {} wins.", and(&winners)),
        1 => format!("The game is over: the win goes to {}.", and(&winners)),
        count if count == players.len() => format!("The game is over: {} win together.", and(&winners)),
        _ => format!("The game is over: {} share the win.", and(&winners)),
    };
    if winners.len() + 1 < players.len() {
        for rank in ranks {
            text.push_str(&format!(" Place {rank}: {}.", and(&on(Some(rank)))));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulehound_engine::play::{Origin, Seen};

    fn check(what: &str, count: u32, from: &str, to: &str, drawn: bool, told: &str) {
        let movement = Movement {
            what: what.to_owned(),
            unseen: String::new(),
            count,
            from: from.to_owned(),
            to: to.to_owned(),
            places: [None; 2],
            beneath: false,
            seen: Seen::ALL,
        };
        let event = Event { kind: EventKind::Moved { moves: vec![movement], drawn }, origin: Origin::default() };
        let players = ["Ann".to_owned(), "Ben".to_owned()];
        assert_eq!(sentence(&event, &players).as_deref(), Some(told));
    }

    #[test]
    fn moves_are_told_with_their_owner() {
        check("a Token", 1, "Ann's bag", "Ann's fist", true, "Ann draws a Token from bag to fist.");
        check("Token 5 of Ann", 1, "Ann's fist", "Ann's row", false, "Ann's Token 5 goes from fist to row.");
        check("a Card", 1, "Ann's hand", "Ann's gift", false, "A Card of Ann's goes from hand to gift.");
        check("a Card", 3, "Ann's hand", "Ann's gift", false, "Ann's 3 × Card go from hand to gift.");
        check("Pawn of Ann", 1, "path 1", "path 7", false, "Ann's Pawn goes from path 1 to path 7.");
        check("a Card", 3, "deck", "Ben's hand", true, "Ben draws 3 × Card from deck to hand.");
        check("Stone", 2, "supply", "bank", false, "2 × Stone go from supply to bank.");
    }

    #[test]
    fn many_places_are_told_at_once() {
        let movement = |to: &str| Movement {
            what: "Pawn of Ann".to_owned(),
            unseen: String::new(),
            count: 1,
            from: "Ann's box".to_owned(),
            to: to.to_owned(),
            places: [None; 2],
            beneath: false,
            seen: Seen::ALL,
        };
        let told = |targets: &[&str]| {
            let moves: Vec<Movement> = targets.iter().map(|to| movement(to)).collect();
            moved(&moves, false, &["Ann".to_owned(), "Ben".to_owned()])
        };
        let three = "Ann's 3 × Pawn go from box to square a1, c1 and e1.";
        assert_eq!(told(&["square a1", "square c1", "square e1"]).as_deref(), Some(three));
        let two = "Ann's Pawn goes from Ann's box to square a1. Ann's Pawn goes from Ann's box to square c1.";
        assert_eq!(told(&["square a1", "square c1"]).as_deref(), Some(two));
        let boards = "Ann's Pawn goes from Ann's box to square a1. Ann's Pawn goes from Ann's box to square c1. \
                      Ann's Pawn goes from Ann's box to road 3.";
        assert_eq!(told(&["square a1", "square c1", "road 3"]).as_deref(), Some(boards));
    }

    #[test]
    fn what_a_component_has_is_told_of_it() {
        assert_eq!(set("wounded of card 3", Some("wounded"), "yes"), "Card 3: wounded.");
        assert_eq!(set("wounded of card 3", Some("wounded"), "no"), "Card 3: not wounded.");
        assert_eq!(set("Ann's ready", None, "yes"), "Ann's ready: yes.");
    }

    #[test]
    fn piles_are_shuffled() {
        let told = |pile: &str| {
            let kind = EventKind::Shuffled { pile: pile.to_owned() };
            sentence(&Event { kind, origin: Origin::default() }, &[])
        };
        assert_eq!(told("floods").as_deref(), Some("Floods are shuffled."));
        assert_eq!(told("deck").as_deref(), Some("Deck is shuffled."));
    }

    #[test]
    fn places_are_told() {
        let players = ["Ann".to_owned(), "Ben".to_owned(), "Cleo".to_owned()];
        assert_eq!(over(&[Some(1), Some(3), Some(1)], &players), "The game is over: Ann and Cleo share the win.");
        assert_eq!(
            over(&[Some(2), Some(1), Some(3)], &players),
            "The game is over: Ben wins. Place 2: Ann. Place 3: Cleo."
        );
        assert_eq!(over(&[None, None, None], &players), "The game is over: nobody wins.");
    }
}
