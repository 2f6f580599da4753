//! One event as clauses and as a sentence.

use super::moves::moved;
use crate::so::{denied, so, so_of_several};
use crate::wrap::{and, capital};
use rulehound_engine::play::{Event, EventKind};
use rulehound_engine::words::{is_person, is_plural, plural, possessive};

/// What others are told of a decision of which nothing is to be known.
pub const UNSEEN: &str = "an unseen decision";

/// A name of so many letters is a word that says what for.
const LEAST_WORD: usize = 3;

/// The sentence for an event that its viewer sees; `None` if the event is told otherwise.
pub fn sentence(event: &Event, players: &[String]) -> Option<String> {
    let clauses = clauses(event, players);
    let answer = matches!(&event.kind, EventKind::Chosen { text, .. } if !text.is_empty());
    let stopped = |clause: &String| {
        let end = if answer || clause.ends_with(['.', '!', '?']) { "" } else { "." };
        format!("{}{end}", if answer { clause.clone() } else { capital(clause) })
    };
    (!clauses.is_empty()).then(|| clauses.iter().map(stopped).collect::<Vec<_>>().join(" "))
}

/// What happened in clauses that begin small and have no full stop; none if the event is told otherwise.
pub fn clauses(event: &Event, players: &[String]) -> Vec<String> {
    let player = |seat: &usize| players.get(*seat).cloned().unwrap_or_else(|| "nobody".to_owned());
    let clause = match &event.kind {
        EventKind::PhaseBegan { .. } => return Vec::new(),
        // Of one alone the answer itself says it.
        EventKind::Joined { seats } if seats.len() < 2 => return Vec::new(),
        EventKind::Moved { moves, drawn } => return moved(moves, *drawn, players),
        EventKind::Chosen { seat, text, .. } if text.is_empty() => format!("{}: {UNSEEN}", player(seat)),
        EventKind::Chosen { seat, text, .. } => format!("{}: {text}", player(seat)),
        EventKind::Joined { seats } if seats.len() == players.len() => "all have decided".to_owned(),
        EventKind::Joined { seats } => format!("{} have decided", and(&seats.iter().map(player).collect::<Vec<_>>())),
        EventKind::Set { what, mark: None, feature: Some(feature), value, .. } => {
            featured(what, feature, value, players)
        }
        EventKind::Set { what, mark, value, .. } => set(what, mark.as_deref(), value, players),
        EventKind::Rolled { what, .. } if what.is_empty() => "something is rolled, unseen".to_owned(),
        EventKind::Rolled { what, value, .. } => rolled(what, value),
        EventKind::DrawnByLot { value, .. } if value.is_empty() => "something is drawn by lot, unseen".to_owned(),
        EventKind::DrawnByLot { name, value, .. } if name.chars().count() >= LEAST_WORD => {
            format!("{}: {value}, drawn by lot", name.replace('_', " "))
        }
        EventKind::DrawnByLot { value, .. } => format!("drawn by lot: {value}"),
        EventKind::Shuffled { pile, the } => {
            let article = if *the { "the " } else { "" };
            format!("{article}{pile} {} shuffled", if is_plural(pile) { "are" } else { "is" })
        }
        EventKind::Shown { what, seen } => {
            let all = (0..players.len()).all(|seat| seen.by(seat));
            let seats: Vec<String> =
                (0..players.len()).filter(|seat| seen.by(*seat)).map(|seat| player(&seat)).collect();
            format!("shown to {}: {what}", if all { "all".to_owned() } else { and(&seats) })
        }
        EventKind::Said { words, .. } => words.clone(),
        EventKind::Triggered { trigger, doc, .. } => match doc {
            Some(doc) => format!("{trigger}: {doc}"),
            None => trigger.clone(),
        },
        EventKind::PhaseOver {} => "the phase is over; the game is not".to_owned(),
        EventKind::Over { places } => over(places, players),
    };
    vec![clause]
}

/// `the dice show 4 and 1`, `the die in Ann's yard shows 6`, `rolled: low die with two`.
fn rolled(what: &str, value: &str) -> String {
    let values: Vec<String> = value.split(", ").map(str::to_owned).collect();
    // `die in Ann's cup`.
    let (die, place) = what.split_at(what.find(" in ").unwrap_or(what.len()));
    match (values.as_slice(), value.strip_suffix(')').and_then(|value| value.split_once(" ("))) {
        // The words that the kind has for its components say what came.
        ([_], Some((_, called))) => format!("rolled: {called}"),
        ([_], None) if die.contains(' ') => format!("{what} shows {value}"),
        ([_], None) => format!("the {what} shows {value}"),
        _ if die.contains(' ') => format!("{what}: {value}"),
        _ => format!("the {}{place} show {}", plural(die), and(&values)),
    }
}

/// `card 3 and card 5: face up` of `face of card 3, card 5`; `bridge 2: no builder`.
fn featured(what: &str, feature: &str, value: &str, players: &[String]) -> String {
    let things = what.strip_prefix(feature).and_then(|rest| rest.strip_prefix(" of "));
    match (things, value) {
        (None, _) => set(what, None, value, players),
        (Some(things), _) => {
            let things: Vec<String> = things.split(", ").map(str::to_owned).collect();
            let held = if value == "none" { format!("no {feature}") } else { format!("{feature} {value}") };
            format!("{}: {held}", and(&things))
        }
    }
}

/// `Ann's points: 3`, `face of card: up`; what is so or not so: `card 3 is wounded`, `Ann is not protected`.
fn set(what: &str, mark: Option<&str>, value: &str, players: &[String]) -> String {
    if mark == Some(what) {
        // Of nothing else: `hearts are broken`.
        return if value == "yes" { what.to_owned() } else { denied(what) };
    }
    let marked = mark.and_then(|mark| {
        let component = || what.strip_prefix(mark)?.strip_prefix(" of ");
        let player = || {
            let owner = what.strip_suffix(mark)?;
            owner.strip_suffix("'s ").or_else(|| owner.strip_suffix("' "))
        };
        Some((mark, component().or_else(player)?))
    });
    match marked {
        // `Ann is protected`, `wolves are not tied`, `Ann cannot castle`; or its value is what it is.
        Some((mark, thing)) => {
            let (said, holds) = if matches!(value, "yes" | "no") { (mark, value == "yes") } else { (value, true) };
            let many = !is_person(thing) && is_plural(thing);
            format!("{} {}", owned(thing, players), if many { so_of_several(said, holds) } else { so(said, holds) })
        }
        None => format!("{what}: {value}"),
    }
}

/// `white's man` for `man of white`.
fn owned(thing: &str, players: &[String]) -> String {
    let of = |player: &String| {
        let thing = thing.strip_suffix(player.as_str())?.strip_suffix(" of ")?;
        Some(format!("{} {thing}", possessive(player)))
    };
    players.iter().find_map(of).unwrap_or_else(|| thing.to_owned())
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
    // That whoever has not won is behind the winners goes without saying.
    let told = ranks.len() > 1 || winners.len() + on(ranks.first().copied()).len() < players.len();
    if winners.len() + 1 < players.len() && told {
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

    #[test]
    fn what_is_so_or_not_so_is_told_of_it() {
        let set = |what, mark, value| super::set(what, mark, value, &["white".to_owned()]);
        assert_eq!(set("wounded of card 3", Some("wounded"), "yes"), "card 3 is wounded");
        assert_eq!(set("wounded of card 3", Some("wounded"), "no"), "card 3 is not wounded");
        assert_eq!(set("Ann's protected", Some("protected"), "yes"), "Ann is protected");
        assert_eq!(set("James' protected", Some("protected"), "no"), "James is not protected");
        assert_eq!(set("Ann's has passed", Some("has passed"), "yes"), "Ann has passed");
        assert_eq!(set("Ann's can castle", Some("can castle"), "no"), "Ann cannot castle");
        assert_eq!(set("hearts are broken", Some("hearts are broken"), "yes"), "hearts are broken");
        assert_eq!(set("broken", Some("broken"), "no"), "not broken");
        assert_eq!(set("Ann's state", Some("state"), "asleep"), "Ann is asleep");
        assert_eq!(set("Ann's points", None, "3"), "Ann's points: 3");
        assert_eq!(set("crowned of man of white", Some("crowned"), "yes"), "white's man is crowned");
    }

    #[test]
    fn features_are_told_of_their_things() {
        let featured = |what, feature, value| super::featured(what, feature, value, &[]);
        assert_eq!(featured("face of card 3, card 5", "face", "up"), "card 3 and card 5: face up");
        assert_eq!(featured("builder of bridge 2", "builder", "none"), "bridge 2: no builder");
    }

    #[test]
    fn what_is_drawn_by_lot_has_a_name() {
        let told = |name: &str| {
            let kind = EventKind::DrawnByLot { name: name.to_owned(), value: "Ben".to_owned(), seen: Seen::ALL };
            sentence(&Event { kind, origin: Origin::default(), turn: None }, &[])
        };
        assert_eq!(told("starter").as_deref(), Some("Starter: Ben, drawn by lot."));
        assert_eq!(told("p").as_deref(), Some("Drawn by lot: Ben."));
    }

    #[test]
    fn rolls_are_told_as_dice_show_them() {
        assert_eq!(rolled("die", "4, 1"), "the dice show 4 and 1");
        assert_eq!(rolled("die", "4"), "the die shows 4");
        assert_eq!(rolled("die in Ann's yard", "6"), "the die in Ann's yard shows 6");
        assert_eq!(rolled("die in Ann's cup", "6, 1"), "the dice in Ann's cup show 6 and 1");
        assert_eq!(rolled("side of low die", "4 (low die with two)"), "rolled: low die with two");
    }

    #[test]
    fn piles_are_shuffled() {
        let told = |pile: &str| {
            let kind = EventKind::Shuffled { pile: pile.to_owned(), the: !pile.contains(' ') };
            sentence(&Event { kind, origin: Origin::default(), turn: None }, &[])
        };
        assert_eq!(told("floods").as_deref(), Some("The floods are shuffled."));
        assert_eq!(told("deck").as_deref(), Some("The deck is shuffled."));
        assert_eq!(told("Ann's deck").as_deref(), Some("Ann's deck is shuffled."));
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
