//! A question with its options: what each is about, as references to what lies on the table, and its words.

use rulehound_interpreter::play::{PlayError, Position};
use rulehound_interpreter::scene::{About, Handle, Named, about};
use serde_json::{Value, json};

/// A question that somebody is asked.
pub struct Asked {
    /// How many options there are.
    pub options: usize,
    /// As it is sent: prompt, section, and the options, whose references stand once in a list of their own.
    pub told: Value,
}

/// What a seat is asked; `None` if it is not to decide.
pub fn asked(position: &Position, seat: usize) -> Result<Option<Asked>, PlayError> {
    let Some(offer) = position.offer(seat)? else { return Ok(None) };
    let about = about(position, seat)?;
    let mut references = References(Vec::new());
    let rows: Vec<Value> = about.iter().map(|option| references.row(option)).collect();
    let words: Vec<&str> = offer.options.iter().map(|option| option.text.as_str()).collect();
    let told = json!({
        "prompt": offer.asked.prompt,
        "section": offer.asked.reference,
        "set": about.iter().any(|option| option.set),
        "words": words,
        "rows": rows,
        "references": references.0,
    });
    Ok(Some(Asked { options: words.len(), told }))
}

/// The references of a question, each once.
struct References(Vec<Value>);

impl References {
    /// An option: its references by their numbers.
    fn row(&mut self, option: &About) -> Value {
        option.named.iter().map(|named| self.number(named)).collect()
    }

    fn number(&mut self, named: &Named) -> usize {
        let reference = match named.handle {
            Some(Handle::Place(place)) => json!({ "place": place, "words": named.words }),
            Some(Handle::Thing(thing)) => json!({ "thing": thing, "words": named.words }),
            Some(Handle::Player(seat)) => json!({ "player": seat, "words": named.words }),
            None => json!({ "words": named.words }),
        };
        self.0.iter().position(|known| *known == reference).unwrap_or_else(|| {
            self.0.push(reference);
            self.0.len() - 1
        })
    }
}
