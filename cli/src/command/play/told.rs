//! What has been told, for whoever wants to read it again.

use std::collections::VecDeque;

/// Lines of the story, each with how many answers and outcomes there were when it was told, so that what is taken back is forgotten.
pub struct Told {
    lines: VecDeque<(usize, String)>,
    most: usize,
}

impl Told {
    /// Nothing yet; the last so many lines will be kept.
    pub fn at_most(most: usize) -> Self {
        Self { lines: VecDeque::new(), most }
    }

    /// Keeps lines that are told after so many answers and outcomes.
    pub fn add(&mut self, lines: impl IntoIterator<Item = String>, after: usize) {
        self.lines.extend(lines.into_iter().map(|line| (after, line)));
        let old = self.lines.len().saturating_sub(self.most);
        self.lines.drain(..old);
    }

    /// Only so many answers and outcomes have been given: whatever was told later did not happen.
    pub fn take_back_to(&mut self, length: usize) {
        self.lines.retain(|(after, _)| *after <= length);
    }

    /// The last so many lines.
    pub fn last(&self, most: usize) -> Vec<String> {
        let old = self.lines.len().saturating_sub(most);
        self.lines.iter().skip(old).map(|(_, line)| line.clone()).collect()
    }

    /// How many lines are kept.
    pub fn count(&self) -> usize {
        self.lines.len()
    }
}
