//! Reading a file again after a change: declarations that stayed as they were are not read anew.

use std::collections::BTreeMap;

use super::Parsed;
use crate::span::FileId;
use crate::tree::Declaration;
use crate::tree::shift::Shift;
use crate::workers::Workers;

/// The declarations of a file as it was read last, by their texts.
#[derive(Clone, Debug, Default)]
pub struct Cache {
    known: BTreeMap<String, Known>,
    /// How many declarations were read anew the last time.
    pub(super) read: usize,
}

/// A declaration in which nothing is wrong; only its own text says what it is.
#[derive(Clone, Debug)]
struct Known {
    start: usize,
    declaration: Declaration,
}

impl Cache {
    /// How many declarations were read anew the last time.
    pub fn read_anew(&self) -> usize {
        self.read
    }

    /// The declaration with this text, as it stands at `start`. It is moved where it lies, which copies nothing unless somebody still has it.
    pub(super) fn get(&mut self, text: &str, start: usize) -> Option<Declaration> {
        let known = self.known.get_mut(text)?;
        if known.start != start {
            let at = |at: usize| u32::try_from(at).unwrap_or_default();
            known.declaration.shift(at(start).wrapping_sub(at(known.start)));
            known.start = start;
        }
        Some(known.declaration.clone())
    }

    /// Keeps a declaration that stands at `start`.
    pub(super) fn keep(&mut self, text: &str, start: usize, declaration: &Declaration) {
        self.known.insert(text.to_owned(), Known { start, declaration: declaration.clone() });
    }

    /// Forgets all declarations but these.
    pub(super) fn retain(&mut self, texts: &std::collections::BTreeSet<&str>) {
        self.known.retain(|text, _| texts.contains(text.as_str()));
    }
}

/// Reads a file as [`super::parse`] does, and keeps in `cache` what need not be read again after the next change. Declarations that are
/// new are given to the `workers`.
pub fn parse_again(cache: &mut Cache, file: FileId, text: &str, workers: &dyn Workers) -> Parsed {
    super::parse_by(file, text, Some(cache), workers)
}
