//! Which events need words of their own.

use super::moves::of;
use rulehound_engine::instance::Instance;
use rulehound_engine::play::{Event, EventKind, Movement};
use rulehound_engine::words::{plural, possessive};
use rulehound_rules::model::{AreaKind, PlaceClass};

/// For each of these events in a row whether it is told, or what is told around it says it already. If it is to be `brief`, what becomes of
/// a thing that was just named goes without saying, unless it comes to a place of a board.
pub fn spoken(events: &[Event], instance: &Instance, brief: bool) -> Vec<bool> {
    // Those of whom it is said together that they have decided; what is not seen of it needs no words of its own.
    let mut decided: &[usize] = &[];
    // An answer that says itself where something goes.
    let mut said: Option<(usize, &str)> = None;
    // All that somebody answered since something else was told.
    let mut answers: Vec<&str> = Vec::new();
    let mut spoken = Vec::with_capacity(events.len());
    for (index, event) in events.iter().enumerate() {
        spoken.push(match &event.kind {
            EventKind::Chosen { seat, text, .. } if text.is_empty() && decided.contains(seat) => false,
            EventKind::Chosen { seat, text, .. }
                if text.is_empty() && says(events.get(index + 1..), instance.players.get(*seat)) =>
            {
                false
            }
            EventKind::Moved { moves, .. } => {
                let decider = |(seat, said)| (instance.players.get(seat).map_or("", String::as_str), said);
                let told = said.map(decider).is_some_and(|(player, said)| {
                    tells(player, said, moves)
                        || (brief && (leaves(player, said, moves, instance) || comes(player, said, moves)))
                });
                if told {
                    said = None;
                } else {
                    answers.clear();
                }
                !told
            }
            EventKind::Joined { seats } => {
                decided = if seats.len() > 1 { seats } else { &[] };
                true
            }
            EventKind::Chosen { seat, text, .. } => {
                if said.is_none_or(|(before, _)| before != *seat) {
                    answers.clear();
                }
                said = Some((*seat, text));
                answers.push(text);
                true
            }
            // What was so before, and what an answer has set, goes without saying.
            EventKind::Set { again: true, .. } if brief => false,
            EventKind::Set { mark: None, value, named, .. }
                if brief && answers.iter().any(|text| sets(text, value, *named)) =>
            {
                false
            }
            EventKind::Set { .. } if brief => true,
            // What was rolled lies before all.
            EventKind::Rolled { value, .. } if brief => {
                answers.clear();
                said = Some((usize::MAX, value));
                true
            }
            EventKind::Set { .. }
            | EventKind::Rolled { .. }
            | EventKind::DrawnByLot { .. }
            | EventKind::Shuffled { .. }
            | EventKind::Shown { .. }
            | EventKind::Said { .. }
            | EventKind::Triggered { .. } => {
                said = None;
                answers.clear();
                true
            }
            EventKind::PhaseBegan { .. } | EventKind::PhaseOver {} | EventKind::Over { .. } => true,
        });
    }
    spoken
}

/// Whether an answer names where the one move that follows it ends, and where it begins or what moves: then the move needs no sentence
/// of its own. That players take their things out of their own boxes goes without saying.
fn tells(player: &str, said: &str, moves: &[Movement]) -> bool {
    let names = |words: &str| names(said, words);
    let out_of_own_box = |only: &Movement| {
        only.from == format!("{} box", possessive(player)) && only.what.ends_with(&format!(" of {player}"))
    };
    let begins = |only: &Movement| names(&only.from) || names(&only.what) || out_of_own_box(only);
    matches!(moves, [only] if only.count == 1 && names(&only.to) && begins(only))
}

/// Whether an answer says itself what was set to this value: it names it, and if that is a number, what was set is what a name stands for.
fn sets(said: &str, value: &str, named: bool) -> bool {
    let word = value.len() > 1 && value != "none" && value.parse::<i32>().is_err();
    (named && names(said, value)) || (word && (names(said, value) || names(said, &plural(value))))
}

/// Whether the things that move were named in what was just said, and go to no place of a board or of somebody else.
fn leaves(player: &str, said: &str, moves: &[Movement], instance: &Instance) -> bool {
    !moves.is_empty() && moves.iter().all(|one| leaves_alone(player, said, one, instance))
}

/// Whether an answer names where a player's own thing goes that comes from a place of that player.
fn comes(player: &str, said: &str, moves: &[Movement]) -> bool {
    let own = |only: &Movement| only.what.ends_with(&format!(" of {player}")) && of(&only.from, player).is_some();
    matches!(moves, [only] if only.count == 1 && own(only) && names(said, &only.to))
}

fn leaves_alone(player: &str, said: &str, only: &Movement, instance: &Instance) -> bool {
    let others = instance.players.iter().any(|other| other != player && of(&only.to, other).is_some());
    let on_board = only.places[1].and_then(|place| instance.place(place)).is_some_and(|place| match place.class {
        PlaceClass::Area(id) => {
            instance.model.areas.get(id.index()).is_some_and(|area| matches!(area.kind, AreaKind::Board(_)))
        }
        PlaceClass::Box(_) => false,
    });
    only.count == 1 && !on_board && !others && names(said, &only.what)
}

/// Whether a text holds these words whole.
pub fn names(said: &str, words: &str) -> bool {
    said.match_indices(words).any(|(at, _)| {
        let whole = |side: Option<char>| side.is_none_or(|side| !side.is_alphanumeric());
        let (before, after) = (said.get(..at), said.get(at + words.len()..));
        whole(before.and_then(|text| text.chars().next_back())) && whole(after.and_then(|text| text.chars().next()))
    })
}

/// Whether this is a decision whose answer is not seen.
pub fn is_unseen(event: &Event) -> bool {
    matches!(&event.kind, EventKind::Chosen { text, .. } if text.is_empty())
}

/// Whether what follows tells that a player has just decided, and as much of it as may be known: a thing of that player goes somewhere or
/// changes before anybody else decides.
fn says(following: Option<&[Event]>, player: Option<&String>) -> bool {
    let (Some(following), Some(player)) = (following, player) else { return false };
    let owner = format!("{} ", possessive(player));
    for event in following {
        let says = match &event.kind {
            EventKind::Moved { moves, .. } => {
                moves.iter().any(|one| one.from.starts_with(&owner) || one.to.starts_with(&owner))
            }
            EventKind::Set { what, .. } | EventKind::Rolled { what, .. } => what.starts_with(&owner),
            EventKind::Shown { .. }
            | EventKind::Said { .. }
            | EventKind::DrawnByLot { .. }
            | EventKind::Shuffled { .. } => false,
            EventKind::PhaseBegan { .. }
            | EventKind::Chosen { .. }
            | EventKind::Joined { .. }
            | EventKind::Triggered { .. }
            | EventKind::PhaseOver {}
            | EventKind::Over { .. } => return false,
        };
        if says {
            return true;
        }
    }
    false
}
