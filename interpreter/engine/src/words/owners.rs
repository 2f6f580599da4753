//! Whose things are, in sentences: people say `Ann's pawn`, where descriptions put the kind first (`pawn of Ann`).

use super::{kind_noun, possessive};
use crate::instance::Instance;
use rulehound_rules::model::OwnerSort;

/// How things of players are described and said, worked out once for many texts.
pub struct Owned(Vec<(String, String)>);

impl Owned {
    /// The kinds that belong to players, with everybody at the table.
    pub fn new(instance: &Instance) -> Self {
        let kinds = instance.model.kinds.iter().filter(|kind| kind.owner == OwnerSort::Player).map(kind_noun);
        let pairs = kinds.flat_map(|noun| {
            let pair = move |player: &String| (format!("{noun} of {player}"), format!("{} {noun}", possessive(player)));
            instance.players.iter().map(pair)
        });
        Self(pairs.collect())
    }

    /// A text as people say it: `Ann's pawn` for `pawn of Ann`.
    pub fn said(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, (described, said)| whole(&text, described, said))
    }

    /// What people say as it is described: `pawn of Ann` for `Ann's pawn`.
    pub fn described(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, (described, said)| whole(&text, said, described))
    }
}

/// A text as people say it: `Ann's pawn` for `pawn of Ann`.
pub fn by_owners(text: &str, instance: &Instance) -> String {
    Owned::new(instance).said(text)
}

/// A single thing as it is described, where somebody says first whose it is: `knight of white` for `white's knight`. `None` if the text
/// does not begin with one of these players.
pub fn turned(text: &str, players: &[String]) -> Option<String> {
    let text = text.trim();
    players.iter().find_map(|player| {
        let thing = text.strip_prefix(&possessive(player))?.strip_prefix(' ')?;
        Some(format!("{} of {player}", thing.trim_start()))
    })
}

/// The text with each of these words replaced where they stand whole.
fn whole(text: &str, from: &str, to: &str) -> String {
    let mut made = String::with_capacity(text.len());
    let mut rest = text;
    let mut before = None;
    while let Some(at) = rest.find(from) {
        let (head, tail) = rest.split_at(at);
        let behind = tail.strip_prefix(from).unwrap_or_default();
        let last = head.chars().next_back().or(before);
        let inside = |side: Option<char>| side.is_some_and(char::is_alphanumeric);
        made.push_str(head);
        made.push_str(if inside(last) || inside(behind.chars().next()) { from } else { to });
        before = from.chars().next_back();
        rest = behind;
    }
    made.push_str(rest);
    made
}

#[cfg(test)]
mod tests {
    use super::{turned, whole};

    #[test]
    fn a_thing_is_described_with_its_owner_last() {
        let players = ["Ann".to_owned(), "James".to_owned()];
        assert_eq!(turned("Ann's red pawn", &players).as_deref(), Some("red pawn of Ann"));
        assert_eq!(turned("James' pawn", &players).as_deref(), Some("pawn of James"));
        assert_eq!(turned("Anna's pawn", &players), None);
        assert_eq!(turned("pawn of Ann", &players), None);
    }

    #[test]
    fn only_whole_words_are_exchanged() {
        assert_eq!(whole("pawn of Ann on path 3", "pawn of Ann", "Ann's pawn"), "Ann's pawn on path 3");
        assert_eq!(whole("pawn of Anna", "pawn of Ann", "Ann's pawn"), "pawn of Anna");
        assert_eq!(whole("spawn of Ann", "pawn of Ann", "Ann's pawn"), "spawn of Ann");
        assert_eq!(whole("pawn of Ann, pawn of Ann", "pawn of Ann", "Ann's pawn"), "Ann's pawn, Ann's pawn");
    }
}
