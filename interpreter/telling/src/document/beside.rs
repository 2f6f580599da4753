//! What a rule needs in order to be understood stands beside it: the words of the rulebook that it uses, and examples of it.

use super::english::{English, Scope};
use super::example::{self, Example, GIVEN};
use super::names::{constant, definition_id, runnable_id, setting_id, spoken, table_id};
use super::prose::{Prose, link, plain};
use super::rule::{english, reading_order};
use super::tables::in_line;
use super::{Block, Book, Document, Section, met, terms};
use crate::wrap::capital;
use rulehound_rules::facts::walk;
use rulehound_rules::model::{
    Block as Body, DefinitionId, Expression, ExpressionKind, Model, SettingId, Sort, TableId,
};

/// What was told beside a rule already.
#[derive(Default)]
struct Told {
    words: Vec<DefinitionId>,
    settings: Vec<SettingId>,
    tables: Vec<TableId>,
}

/// Puts each word that the rulebook explains beside the rule that uses it first, in the author's sentence, with the tables it looks into;
/// and what the table may agree on.
pub fn words(book: &Book<'_>, document: &mut Document) {
    let mut told = Told::default();
    for id in reading_order(book.model) {
        let clauses = book.model.runnables.get(id.index()).map_or(&[][..], |one| one.clauses.as_slice());
        for (index, clause) in clauses.iter().enumerate() {
            let place = runnable_id(book.model, id, index);
            let entries = document.sections.iter_mut().filter(|part| part.id == "rules");
            let Some(entry) = entries.flat_map(|part| &mut part.sections).find(|entry| entry.id == place) else {
                continue;
            };
            beneath_lead(entry, explained(book, &english(book, id, clause), &clause.body, &mut told));
        }
    }
    let entries = document.sections.iter_mut().filter(|part| part.id == "triggers").flat_map(|part| &mut part.sections);
    for (entry, trigger) in entries.zip(&book.model.triggers) {
        let english = English::new(book.model, &Scope::new(trigger.at, trigger.body.at));
        beneath_lead(entry, explained(book, &english, &trigger.body, &mut told));
    }
}

fn beneath_lead(entry: &mut Section, blocks: Vec<Block>) {
    let at = entry.blocks.iter().take_while(|block| matches!(block, Block::Lead(_))).count();
    entry.blocks.splice(at..at, blocks);
}

fn explained(book: &Book<'_>, english: &English<'_>, body: &Body, told: &mut Told) -> Vec<Block> {
    let model = book.model;
    let mut blocks = Vec::new();
    let mut used = Used::default();
    walk::block_expressions(body, &mut |_, expression| used.look_into(model, expression));
    let (mut settings, mut tables) = (used.settings.clone(), used.tables.clone());
    for (id, of) in &used.words {
        let Some(found) = model.definitions.get(id.index()) else { continue };
        let mut inside = Used::default();
        found.clauses.iter().for_each(|clause| inside.look_into(model, &clause.body));
        settings.append(&mut inside.settings);
        if found.notes.reference.is_none() || told.words.contains(id) {
            continue;
        }
        let given = of.map(|of| super::prose::bare(&english.phrase(of)));
        let Some(sentence) = terms::sentences(book, found, given.as_deref()) else { continue };
        told.words.push(*id);
        tables.append(&mut inside.tables);
        blocks.push(entry(&definition_id(model, *id), &terms::title(model, *id), &sentence));
    }
    for id in tables {
        let Some(table) = model.tables.get(id.index()) else { continue };
        // What has no name of its own is how the rules are written, not what people speak of.
        let (Some(doc), Some(_), false) = (&table.notes.doc, &table.notes.called, told.tables.contains(&id)) else {
            continue;
        };
        told.tables.push(id);
        let rows = in_line(model, table).map_or_else(String::new, |rows| format!(" {rows}."));
        let name = capital(&spoken(&table.name, &table.notes));
        blocks.push(entry(&table_id(model, id), &name, &format!("{}{rows}", plain(doc))));
    }
    for id in settings {
        let Some(setting) = model.settings.get(id.index()) else { continue };
        // What is only played otherwise if somebody wants it is no part of the rule.
        if setting.of.sort == Sort::YesNo || told.settings.contains(&id) {
            continue;
        }
        told.settings.push(id);
        let doc = setting.notes.doc.as_deref().map_or_else(String::new, |doc| format!("{} ", plain(doc)));
        let usual = format!("{doc}Usually {}.", constant(model, &setting.of, setting.value));
        blocks.push(entry(&setting_id(model, id), &capital(&spoken(&setting.name, &setting.notes)), &usual));
    }
    blocks
}

fn entry(id: &str, name: &str, words: &str) -> Block {
    // A sentence that begins with the name needs it only once.
    let again = words.get(..name.len()).filter(|front| front.eq_ignore_ascii_case(name));
    let text = match again.and_then(|front| words.strip_prefix(front)) {
        Some(rest) => format!("{}{rest}", link(id, name)),
        None => format!("{}: {words}", link(id, name)),
    };
    Block::Paragraph(Prose::read(&text))
}

/// What an expression uses, in written order.
#[derive(Default)]
struct Used<'m> {
    /// Definitions, with what their clauses are told apart by.
    words: Vec<(DefinitionId, Option<&'m Expression>)>,
    settings: Vec<SettingId>,
    /// Tables that are looked into by something that differs.
    tables: Vec<TableId>,
}

impl<'m> Used<'m> {
    fn look_into(&mut self, model: &Model, expression: &'m Expression) {
        for one in walk::deep(expression) {
            match one.kind.as_ref() {
                ExpressionKind::Call(id, arguments) => {
                    let id = met::first_value(model, *id);
                    let selector = model.definitions.get(id.index()).and_then(|one| one.selector);
                    let of = selector.and_then(|at| arguments.get(at));
                    if self.words.iter().all(|(other, _)| *other != id) {
                        self.words.push((id, of.filter(|of| !is_constant(of))));
                    }
                }
                ExpressionKind::Setting(id) if !self.settings.contains(id) => self.settings.push(*id),
                ExpressionKind::Table(id, indices) if !indices.iter().all(is_constant) && !self.tables.contains(id) => {
                    self.tables.push(*id);
                }
                _ => {}
            }
        }
    }
}

fn is_constant(expression: &Expression) -> bool {
    matches!(expression.kind.as_ref(), ExpressionKind::Constant(_))
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
            super::Told::Heading(heading) => {
                Some(heading.split(" (").next().unwrap_or(heading)).filter(|one| *one != GIVEN)
            }
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
