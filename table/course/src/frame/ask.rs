//! A question with its options: what each is about, as references to what lies on the table, and its words.

use std::collections::BTreeMap;

use rulehound_interpreter::amounts::{Amounts, amounts};
use rulehound_interpreter::document::anchor;
use rulehound_interpreter::model::PlaceClass;
use rulehound_interpreter::play::{PlayError, Position};
use rulehound_interpreter::scene::{About, Handle, Named, Scene, about};
use rulehound_interpreter::words::{Form, Nothing, Owned, Words};
use serde::Serialize;

/// A question that somebody is asked, as it is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Asked {
    /// The options that are told as one, since they differ by a number alone.
    amounts: Vec<Span>,
    /// The part of the rule document that asks.
    part: Option<String>,
    prompt: String,
    /// What the options are about; each stands here once.
    references: Vec<Reference>,
    /// For each option, the numbers of its references.
    rows: Vec<Vec<usize>>,
    /// Of the rulebook.
    section: Option<String>,
    /// Whether several are chosen at once.
    set: bool,
    /// The options, as they are called.
    words: Vec<String>,
}

impl Asked {
    /// How many options there are.
    pub fn options(&self) -> usize {
        self.words.len()
    }
}

/// Options in a row that differ by a number alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Span {
    /// What stands behind the number.
    after: String,
    /// What stands before it.
    before: String,
    /// The first option.
    first: usize,
    /// The greatest number.
    greatest: i32,
    /// The last option.
    last: usize,
    /// The number of the first option.
    least: i32,
    /// By how much the number goes up.
    step: i32,
}

impl From<Amounts> for Span {
    fn from(from: Amounts) -> Self {
        let greatest = from.greatest();
        let Amounts { first, last, before, after, least, step } = from;
        Self { after, before, first, greatest, last, least, step }
    }
}

/// What an option is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Reference {
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thing: Option<u32>,
    words: String,
}

/// What a seat is asked that sees this scene; `None` if it is not to decide.
pub fn asked(position: &Position, seat: usize, scene: &Scene) -> Result<Option<Asked>, PlayError> {
    let Some(offer) = position.offer(seat)? else { return Ok(None) };
    let about = about(position, seat)?;
    let owned = Owned::new(position.game().instance());
    let mut references = References { owned: &owned, all: Vec::new(), known: BTreeMap::new() };
    let places = places(position, scene);
    let options = about.iter().zip(&offer.options);
    let rows = options.map(|(option, offered)| references.row(option, &offered.text, &places)).collect();
    let words: Vec<String> = offer.options.iter().map(|option| owned.said(&option.text)).collect();
    Ok(Some(Asked {
        amounts: amounts(&offer, &words).into_iter().map(Span::from).collect(),
        part: anchor(&position.game().instance().model, offer.asked.at),
        rows,
        references: references.all,
        set: about.iter().any(|option| option.set),
        words,
        prompt: offer.asked.prompt,
        section: offer.asked.reference,
    }))
}

/// The references of a question, each once.
struct References<'o> {
    owned: &'o Owned,
    all: Vec<Reference>,
    /// Where each of them stands.
    known: BTreeMap<Reference, usize>,
}

impl References<'_> {
    /// An option: its references by their numbers, then the places that its words name besides, so that they can be pointed at, too.
    fn row(&mut self, option: &About, words: &str, places: &[Named]) -> Vec<usize> {
        let also = |place: &&Named| {
            !option.set && names(words, &place.words) && option.named.iter().all(|named| named.handle != place.handle)
        };
        let named = option.named.iter().chain(places.iter().filter(also));
        named.map(|named| self.number(named)).collect()
    }

    fn number(&mut self, named: &Named) -> usize {
        let mut reference = Reference { place: None, player: None, thing: None, words: named.words.clone() };
        match named.handle {
            Some(Handle::Place(place)) => reference.place = Some(place),
            Some(Handle::Thing(thing)) => {
                (reference.thing, reference.words) = (Some(thing), self.owned.said(&named.words));
            }
            Some(Handle::Player(seat)) => reference.player = Some(seat),
            None => {}
        }
        *self.known.entry(reference).or_insert_with_key(|reference| {
            self.all.push(reference.clone());
            self.all.len() - 1
        })
    }
}

/// The places of boards, as they are called.
fn places(position: &Position, scene: &Scene) -> Vec<Named> {
    let instance = position.game().instance();
    let words = Words::new(instance);
    let mut found = Vec::new();
    for board in &scene.boards {
        let here = (0..).zip(&instance.places).filter(|(_, place)| place.class == PlaceClass::Area(board.area));
        for ((number, _), handle) in here.zip(&board.places) {
            let called = words.place(number, Form::People, &Nothing);
            found.push(Named { name: String::new(), handle: Some(Handle::Place(*handle)), words: called });
        }
        found.extend(board.beside.iter().flatten().map(|beside| {
            let handle = Some(Handle::Place(beside.place));
            Named { name: String::new(), handle, words: beside.name.clone() }
        }));
    }
    found
}

/// Whether a text names a place: its whole words stand there.
fn names(text: &str, place: &str) -> bool {
    text.match_indices(place).any(|(at, found)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let behind = text.get(at + found.len()..).and_then(|behind| behind.chars().next());
        !before.is_some_and(char::is_alphanumeric) && !behind.is_some_and(char::is_alphanumeric) && !place.is_empty()
    })
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn places_are_named_by_whole_words() {
        assert!(names("4 from tree 12 to tree 16", "tree 16"));
        assert!(!names("4 from tree 12 to tree 16", "tree 1"));
        assert!(!names("the oaktree 1", "tree 1"));
        assert!(!names("skip", ""));
    }
}
