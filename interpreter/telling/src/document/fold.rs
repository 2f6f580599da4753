//! What a reader needs at once stays in sight; the exact steps, of which an author's sentence is the short form, are folded away.

use super::{Block, Document, Section};

/// The parts whose entries have an author's sentence and exact steps.
const PARTS: [&str; 3] = ["rules", "triggers", "words"];

/// Folds the steps and remarks of every entry that begins with its author's sentence.
pub fn fold(document: &mut Document) {
    let parts = document.sections.iter_mut().filter(|part| PARTS.contains(&part.id.as_str()));
    parts.flat_map(|part| &mut part.sections).for_each(entry);
}

fn entry(section: &mut Section) {
    // A word without a sentence of its author is nothing that people speak of; a rule without one has only its steps.
    let word = section.id.starts_with("word-");
    if !word && !matches!(section.blocks.first(), Some(Block::Lead(_))) {
        return;
    }
    let blocks = std::mem::take(&mut section.blocks);
    let exact =
        |block: &Block| matches!(block, Block::Steps(_) | Block::Facts(_)) || word && matches!(block, Block::List(_));
    let (exact, open): (Vec<Block>, Vec<Block>) = blocks.into_iter().partition(exact);
    section.blocks = open;
    if !exact.is_empty() {
        // What was taken on trust stays last, since it speaks of both.
        let at = section.blocks.iter().position(|block| matches!(block, Block::Trust(_)));
        section.blocks.insert(at.unwrap_or(section.blocks.len()), Block::Exactly(exact));
    }
}
