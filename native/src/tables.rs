//! Fixed tables in memory: each content lies there once.

use std::collections::BTreeMap;

/// Tables so far.
#[derive(Default)]
pub struct Tables {
    first: u32,
    bytes: Vec<u8>,
    known: BTreeMap<Vec<u8>, u32>,
}

impl Tables {
    /// No tables; they will lie from this byte on.
    pub fn at(first: u32) -> Self {
        Self { first, ..Self::default() }
    }

    /// Where a table of words lies.
    pub fn words(&mut self, words: &[i32]) -> u32 {
        self.add(words.iter().flat_map(|word| word.to_le_bytes()).collect())
    }

    /// Where a table of bytes lies.
    pub fn bytes(&mut self, bytes: impl IntoIterator<Item = bool>) -> u32 {
        self.add(bytes.into_iter().map(u8::from).collect())
    }

    /// Where a table of small numbers lies.
    pub fn numbers(&mut self, numbers: Vec<u8>) -> u32 {
        self.add(numbers)
    }

    /// Room for so many words that are not known yet.
    pub fn later(&mut self, count: usize) -> u32 {
        self.bytes.resize(self.bytes.len().next_multiple_of(8), 0);
        let at = self.first + u32::try_from(self.bytes.len()).unwrap_or(0);
        self.bytes.resize(self.bytes.len() + count * 4, 0);
        at
    }

    /// Now they are known.
    pub fn fill(&mut self, at: u32, words: &[i32]) {
        let start = (at - self.first) as usize;
        if let Some(room) = self.bytes.get_mut(start..start + words.len() * 4) {
            for (slot, word) in room.chunks_exact_mut(4).zip(words) {
                slot.copy_from_slice(&word.to_le_bytes());
            }
        }
    }

    fn add(&mut self, content: Vec<u8>) -> u32 {
        if let Some(at) = self.known.get(&content) {
            return *at;
        }
        self.bytes.resize(self.bytes.len().next_multiple_of(8), 0);
        let at = self.first + u32::try_from(self.bytes.len()).unwrap_or(0);
        self.bytes.extend_from_slice(&content);
        self.known.insert(content, at);
        at
    }

    /// Where the first byte lies, and all of them.
    pub fn finish(mut self) -> (u32, Vec<u8>) {
        self.bytes.resize(self.bytes.len().next_multiple_of(8) + 64, 0);
        (self.first, self.bytes)
    }
}
