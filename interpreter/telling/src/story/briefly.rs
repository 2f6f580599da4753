//! An answer as it is told: what its options had to say in full goes without saying where the others are not read beside it.

use rulehound_engine::instance::Instance;
use rulehound_engine::words::{Form, article, called, possessive};
use rulehound_rules::model::{AreaKind, OwnerSort};

/// `from tree 12 to 14` instead of `from tree 12 to tree 14`, and of things of the player at `seat` not whose they are.
pub fn briefly(text: &str, seat: usize, instance: &Instance) -> String {
    let mut words = text.to_owned();
    for area in &instance.model.areas {
        if matches!(area.kind, AreaKind::Board(_)) {
            words = once(&words, &called(&area.name, &area.notes, Form::People));
        }
    }
    for kind in instance.model.kinds.iter().filter(|kind| kind.owner == OwnerSort::Player) {
        let noun = rulehound_engine::words::kind_noun(kind);
        for (other, player) in instance.players.iter().enumerate() {
            let full = format!("{noun} of {player}");
            let owned = match words.starts_with(&full) {
                _ if other != seat => format!("{} {noun}", possessive(player)),
                true => noun.clone(),
                false => format!("{} {noun}", article(&noun)),
            };
            words = words.replace(&full, &owned);
        }
    }
    words
}

/// The text with the name of a board only before the first of the places behind it that follow each other by `to`.
fn once(text: &str, board: &str) -> String {
    let named = format!("{board} ");
    let Some(first) = text.find(&named) else { return text.to_owned() };
    let (before, rest) = text.split_at(first + named.len());
    let place = rest.split(' ').next().unwrap_or_default();
    match rest.strip_prefix(place).and_then(|rest| rest.strip_prefix(&format!(" to {named}"))) {
        Some(there) if place.ends_with(|sign: char| sign.is_ascii_digit()) => format!("{before}{place} to {there}"),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::once;

    #[test]
    fn a_board_is_named_once() {
        assert_eq!(once("2 from tree 12 to tree 14", "tree"), "2 from tree 12 to 14");
        assert_eq!(once("2 from tree 12 to pond", "tree"), "2 from tree 12 to pond");
        assert_eq!(once("pawn tree a1 to tree b2", "tree"), "pawn tree a1 to b2");
    }
}
