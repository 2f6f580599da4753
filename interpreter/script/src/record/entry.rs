//! One thing that was decided, by a player or by chance.

use super::super::matching::{Found, find, numbered, same};
use rulehound_engine::instance::Instance;
use rulehound_engine::play::{Chance, ChanceKind, Offer};
use rulehound_engine::words::Owned;

/// An answer or an outcome, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Chance gave something.
    Chance {
        /// Which statement asked.
        kind: ChanceKind,
        /// Whose it was.
        owner: Option<usize>,
        /// The fewest words that say what came.
        outcome: String,
    },
    /// Somebody answered.
    Answer {
        /// Who.
        seat: usize,
        /// The option.
        text: String,
        /// Who was to decide then.
        deciders: Vec<usize>,
    },
}

impl Entry {
    /// The outcome of a chance stop.
    pub fn chance(chance: &Chance, outcome: usize) -> Self {
        let texts = numbered(chance.outcomes.iter().map(|outcome| outcome.text.as_str()));
        let full = || texts.get(outcome).cloned().unwrap_or_default();
        Self::Chance { kind: chance.kind, owner: chance.owner, outcome: shortest(&texts, outcome).unwrap_or_else(full) }
    }

    /// An answer, as people say it where a script that holds it is read so: `Ann's pawn` for `pawn of Ann`.
    pub fn answer(offer: &Offer, option: usize, deciders: Vec<usize>, instance: &Instance) -> Self {
        let described = offer.options.get(option).map(|option| option.text.as_str()).unwrap_or_default();
        let owned = Owned::new(instance);
        let said = owned.said(described);
        let is_read = said != described
            && owned.described(&said) == described
            && offer.options.iter().all(|option| !same(&option.text, &said));
        let text = if is_read { said } else { described.to_owned() };
        Self::Answer { seat: offer.seat, text, deciders }
    }
}

/// A text without the words that all of them share, if that still says which is meant.
fn shortest(texts: &[String], index: usize) -> Option<String> {
    let text = texts.get(index)?;
    let shared = |word: &str| texts.iter().all(|other| other.split_whitespace().any(|it| it == word));
    let short = text.split_whitespace().filter(|word| !shared(word)).collect::<Vec<_>>().join(" ");
    let means = find(&short, texts.iter().map(String::as_str));
    (texts.len() > 1 && means == Found::One(index)).then_some(short)
}
