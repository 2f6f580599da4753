//! What a rule needs in order to be understood stands beside it: the words of the rulebook that it uses, and examples of it.

use super::example::{self, Example, GIVEN};
use super::names::{definition_id, runnable_id};
use super::prose::{Prose, link, plain};
use super::rule::reading_order;
use super::{Block, Book, Document, Section, Told, terms};
use crate::wrap::capital;
use rulehound_engine::words::definition_called;
use rulehound_rules::facts::walk;
use rulehound_rules::model::{Block as Body, DefinitionId, ExpressionKind, Model};

/// Puts each word that the rulebook explains beside the rule that uses it first, in the author's sentence.
pub fn words(book: &Book<'_>, document: &mut Document) {
    let mut told = Vec::new();
    for id in reading_order(book.model) {
        let clauses = book.model.runnables.get(id.index()).map_or(&[][..], |one| one.clauses.as_slice());
        for (index, clause) in clauses.iter().enumerate() {
            let place = runnable_id(book.model, id, index);
            let entries = document.sections.iter_mut().filter(|part| part.id == "rules");
            let Some(entry) = entries.flat_map(|part| &mut part.sections).find(|entry| entry.id == place) else {
                continue;
            };
            let explained = explained(book, &clause.body, &mut told);
            let at = entry.blocks.iter().take_while(|block| matches!(block, Block::Lead(_))).count();
            entry.blocks.splice(at..at, explained);
        }
    }
}

fn explained(book: &Book<'_>, body: &Body, told: &mut Vec<DefinitionId>) -> Vec<Block> {
    let mut blocks = Vec::new();
    for id in used(book.model, body) {
        let Some(found) = book.model.definitions.get(id.index()) else { continue };
        if found.notes.reference.is_none() || told.contains(&id) {
            continue;
        }
        let Some(sentence) = terms::sentences(book, found) else { continue };
        told.push(id);
        let name = capital(&plain(&definition_called(found)));
        blocks.push(Block::Paragraph(Prose::read(&format!(
            "{}: {sentence}",
            link(&definition_id(book.model, id), &name)
        ))));
    }
    blocks
}

/// The definitions that a body calls, in written order.
fn used(model: &Model, body: &Body) -> Vec<DefinitionId> {
    let mut found = Vec::new();
    walk::block_expressions(body, &mut |_, expression| {
        let calls = walk::deep(expression).into_iter().filter_map(|one| match one.kind.as_ref() {
            ExpressionKind::Call(id, _) => Some(first_value(model, model.written_definition(*id))),
            _ => None,
        });
        for id in calls {
            if !found.contains(&id) {
                found.push(id);
            }
        }
    });
    found
}

/// Of a further value of tuples the definition as it is written.
fn first_value(model: &Model, id: DefinitionId) -> DefinitionId {
    let tuple = model.definitions.get(id.index()).and_then(|one| one.tuple.as_ref());
    tuple.and_then(|tuple| tuple.parts.first().copied()).unwrap_or(id)
}

/// Puts each example beside a rule of the same section of the rulebook; those that are left have a part of their own.
pub fn examples(document: &mut Document, examples: &[Example]) {
    let mut left = Section::new("examples", "Worked examples");
    for (number, one) in examples.iter().enumerate() {
        let rules = document.sections.iter_mut().filter(|part| matches!(part.id.as_str(), "rules" | "triggers"));
        let same = |entry: &&mut Section| entry.reference.is_some() && entry.reference == one.reference;
        let mut entries: Vec<&mut Section> = rules.flat_map(|part| &mut part.sections).filter(same).collect();
        // Of several the one with which the example begins.
        let begins = one.told.iter().find_map(|told| match told {
            Told::Heading(heading) => Some(heading.split(" (").next().unwrap_or(heading)).filter(|one| *one != GIVEN),
            _ => None,
        });
        let at = entries.iter().position(|entry| Some(entry.heading.as_str()) == begins).unwrap_or(0);
        match entries.get_mut(at) {
            Some(entry) => entry.blocks.push(Block::Example {
                id: example::id(number),
                title: one.title.clone(),
                told: one.told.clone(),
            }),
            None => left.sections.push(example::alone(number, one)),
        }
    }
    if !left.is_empty() {
        let at = document.sections.iter().position(|part| part.id == "index").unwrap_or(document.sections.len());
        left.blocks.push(example::played());
        document.sections.insert(at, left);
    }
}
