//! What is not as it was when its viewer looked last: both scenes hold what that viewer is told, and nothing else is compared.

use std::collections::{BTreeMap, BTreeSet};

use super::{Changed, Part, Piece, Scene, SeatScene, Spot, Standing, Value};
use crate::so::{begins_with_verb, denied, is_sentence, so};
use rulehound_engine::words::possessive;

/// What is seen of values and places that hold nothing.
const EMPTY: [&str; 4] = ["0", "no", "none", "nothing"];

impl Scene {
    /// The same with what is not as it was when this viewer saw another scene: places of boards that something left or came to, other places,
    /// values and dice.
    #[must_use]
    pub fn since(mut self, before: &Self) -> Self {
        for board in &mut self.boards {
            if let Some(then) = before.boards.iter().find(|then| then.area == board.area) {
                board.changed = changed(&then.standing, &board.standing);
            }
        }
        let mut found = differing(&parts(&before.common, &before.values), &parts(&self.common, &self.values), None);
        if looks(&before.dice) != looks(&self.dice) {
            found.push(Changed { what: Part::Dice, seat: None, name: "dice".to_owned() });
        }
        for seat in &self.seats {
            let then = before.seats.iter().find(|then| then.seat == seat.seat);
            let then = then.map(|then| parts(&then.spots, &then.values)).unwrap_or_default();
            found.extend(differing(&then, &parts(&seat.spots, &seat.values), Some(seat)));
        }
        self.changed = found;
        self
    }
}

/// What parts are called, and what is to be seen of each.
type Parts<'s> = BTreeMap<Part, (&'s str, String)>;

fn parts<'s>(spots: &'s [Spot], values: &'s [Value]) -> Parts<'s> {
    let spot = |spot: &'s Spot| (Part::Spot(spot.area, spot.index), (spot.name.as_str(), spot.lying.told()));
    let value = |value: &'s Value| (Part::Value(value.of), (value.name.as_str(), value.value.to_string()));
    spots.iter().map(spot).chain(values.iter().map(value)).collect()
}

/// What is not the same in both, or is missing in one.
fn differing(then: &Parts<'_>, now: &Parts<'_>, owner: Option<&SeatScene>) -> Vec<Changed> {
    let all: BTreeSet<Part> = then.keys().chain(now.keys()).copied().collect();
    // What is not shown as long as nothing was noted, or nothing lies there, is no news when it is shown.
    let seen = |parts: &Parts<'_>, part: Part| {
        parts.get(&part).map(|(_, seen)| seen.clone()).filter(|seen| !EMPTY.contains(&seen.as_str()))
    };
    let other = all.into_iter().filter(|part| seen(then, *part) != seen(now, *part));
    let told = |what: Part| {
        let (name, _) = now.get(&what).or_else(|| then.get(&what))?;
        let holds = now.get(&what).is_some_and(|(_, seen)| seen == "yes");
        let name = match owner {
            Some(owner) if begins_with_verb(name) => format!("that {} {}", owner.name, so(name, holds)),
            None if is_sentence(name) => format!("that {}", if holds { (*name).to_owned() } else { denied(name) }),
            Some(owner) if name.is_empty() => format!("what {} is", owner.name),
            Some(owner) => format!("{} {name}", possessive(&owner.name)),
            None => (*name).to_owned(),
        };
        Some(Changed { what, seat: owner.map(|owner| owner.seat), name })
    };
    other.filter_map(told).collect()
}

fn changed(then: &Standing, now: &Standing) -> BTreeSet<usize> {
    let at = |standing: &Standing, place: usize| standing.get(&place).map(|pieces| looks(pieces));
    let all: BTreeSet<usize> = then.keys().chain(now.keys()).copied().collect();
    all.into_iter().filter(|place| at(then, *place) != at(now, *place)).collect()
}

/// What stands somewhere but for its handles, which say nothing of another scene.
fn looks(pieces: &[Piece]) -> Vec<(String, Option<usize>, u32)> {
    let mut looks: Vec<_> = pieces.iter().map(|piece| (piece.words.clone(), piece.owner, piece.count)).collect();
    looks.sort();
    looks
}
