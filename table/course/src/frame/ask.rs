//! A question with its options: what each is about, as references to what lies on the table, and its words.

use std::collections::BTreeMap;

use rulehound_interpreter::document::anchor;
use rulehound_interpreter::model::PlaceClass;
use rulehound_interpreter::play::{PlayError, Position, Viewer};
use rulehound_interpreter::scene::{About, Handle, Named, Scene, about};
use rulehound_interpreter::words::{Form, Nothing, Owned, Words};
use serde_json::{Value, json};

/// A question that somebody is asked.
pub struct Asked {
    /// How many options there are.
    pub options: usize,
    /// As it is sent: prompt, section of the rulebook, part of the rule document, and the options, whose references stand once in a list of their own.
    pub told: Value,
}

/// What a seat is asked; `None` if it is not to decide.
pub fn asked(position: &Position, seat: usize) -> Result<Option<Asked>, PlayError> {
    let Some(offer) = position.offer(seat)? else { return Ok(None) };
    let about = about(position, seat)?;
    let owned = Owned::new(position.game().instance());
    let mut references = References { owned: &owned, all: Vec::new(), known: BTreeMap::new() };
    let places = places(position, seat);
    let options = about.iter().zip(&offer.options);
    let rows: Vec<Value> = options.map(|(option, offered)| references.row(option, &offered.text, &places)).collect();
    let words: Vec<String> = offer.options.iter().map(|option| owned.said(&option.text)).collect();
    let told = json!({
        "prompt": offer.asked.prompt,
        "section": offer.asked.reference,
        "part": anchor(&position.game().instance().model, offer.asked.at),
        "set": about.iter().any(|option| option.set),
        "words": words,
        "rows": rows,
        "references": references.all,
    });
    Ok(Some(Asked { options: words.len(), told }))
}

/// The references of a question, each once.
struct References<'o> {
    owned: &'o Owned,
    all: Vec<Value>,
    /// Where each of them stands.
    known: BTreeMap<String, usize>,
}

impl References<'_> {
    /// An option: its references by their numbers, then the places that its words name besides, so that they can be pointed at, too.
    fn row(&mut self, option: &About, words: &str, places: &[Named]) -> Value {
        let also = |place: &&Named| {
            !option.set && names(words, &place.words) && option.named.iter().all(|named| named.handle != place.handle)
        };
        let named = option.named.iter().chain(places.iter().filter(also));
        named.map(|named| self.number(named)).collect()
    }

    fn number(&mut self, named: &Named) -> usize {
        let reference = match named.handle {
            Some(Handle::Place(place)) => json!({ "place": place, "words": named.words }),
            Some(Handle::Thing(thing)) => json!({ "thing": thing, "words": self.owned.said(&named.words) }),
            Some(Handle::Player(seat)) => json!({ "player": seat, "words": named.words }),
            None => json!({ "words": named.words }),
        };
        *self.known.entry(reference.to_string()).or_insert_with(|| {
            self.all.push(reference);
            self.all.len() - 1
        })
    }
}

/// The places of boards, as they are called.
fn places(position: &Position, seat: usize) -> Vec<Named> {
    let instance = position.game().instance();
    let words = Words::new(instance);
    let scene = Scene::of(position, Viewer::Seat(seat));
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
