//! Files with small mistakes in them, as people and enemies make them, and what becomes of each.
//!
//! A [`Corpus`] holds good files; [`mutant`] makes a bad one out of one of them, the same for the same number; [`try_mutant`] does with
//! it whatever the program would: reads, checks, prints, documents, plays, saves. Whatever it is, it must be refused with a place or
//! accepted, in bounded time and memory.

mod change;
mod corpus;
mod tokens;
mod tried;

pub use corpus::{Corpus, Sort};
pub use tried::{Outcome, try_mutant};

use rulehound_interpreter::play::Seeded;

/// A damaged file.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// What kind of file.
    pub sort: Sort,
    /// Where the good one stands.
    pub path: std::path::PathBuf,
    /// The damaged text; of a save the bytes.
    pub bytes: Vec<u8>,
    /// Its number, to make it again.
    pub number: u64,
}

/// Mutant `number` of a corpus.
pub fn mutant(corpus: &Corpus, number: u64) -> Mutant {
    let mut chance = Seeded::new(20_261_122, number);
    let (sort, path, good) = corpus.pick(&mut chance);
    let bytes = match sort {
        Sort::Save => change::bytes(good, &mut chance),
        Sort::Rules | Sort::Script => {
            let text = String::from_utf8_lossy(good);
            change::text(&text, &corpus.another(sort, &mut chance), &mut chance).into_bytes()
        }
    };
    Mutant { sort, path: path.to_owned(), bytes, number }
}
