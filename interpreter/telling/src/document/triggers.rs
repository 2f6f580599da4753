//! What happens by itself, in the order in which it acts.

use super::english::{English, Scope};
use super::names::{runnable, runnable_id, spoken, trigger_id, with_article};
use super::overview::trust;
use super::prose::{Prose, capital, link};
use super::rule::{links, set_off, told};
use super::{Block, Book, Section};
use rulehound_rules::model::{Model, Notes, Trigger, TriggerId, Watch, WatchedArgument, WatchedPlace};

/// The name of a trigger as a heading.
pub fn title(trigger: &Trigger) -> String {
    capital(&spoken(&trigger.name, &Notes { called: trigger.notes.called.clone(), ..Notes::default() }))
}

/// The section.
pub fn triggers(book: &Book<'_>) -> Section {
    let mut section = Section::new("triggers", "What happens by itself");
    for (index, trigger) in book.model.triggers.iter().enumerate() {
        section.sections.push(one(book, TriggerId::from(index), trigger));
    }
    if !section.is_empty() {
        let words = "These rules act by themselves, wherever in the game it is. If several act at once, they act in this order.";
        section.blocks.push(Block::Paragraph(Prose::of_author(words)));
    }
    section
}

fn one(book: &Book<'_>, id: TriggerId, trigger: &Trigger) -> Section {
    let model = book.model;
    let english = English::new(model, &Scope::new(trigger.at, trigger.body.at)).knowing(book.turns.clone());
    let mut section = Section::new(trigger_id(model, id), title(trigger));
    section.reference = trigger.notes.reference.clone();
    section.at = Some(trigger.at);
    section.blocks.extend(trigger.notes.doc.as_ref().map(|doc| Block::Lead(Prose::of_author(doc))));
    section.blocks.push(Block::Facts(vec![("When".to_owned(), Prose::read(&when(model, &english, &trigger.watch)))]));
    section.blocks.extend(told(&english.steps(&trigger.body)));
    let fired = set_off(book, &trigger.body, Vec::new());
    if !fired.is_empty() {
        section.blocks.push(Block::Facts(vec![("May set off".to_owned(), Prose::read(&links(model, &fired)))]));
    }
    section.blocks.extend(trust(trigger.notes.assume.as_ref()));
    section
}

/// What sets it off.
pub fn when(model: &Model, english: &English<'_>, watch: &Watch) -> String {
    let words = match watch {
        Watch::Move { component, kind, owner, from, to, condition } => {
            let noun = english.names.bare(*component);
            let noun = if noun == "it" {
                let (words, _) = super::names::kind(model, *kind);
                words
            } else {
                noun
            };
            let owner = owner.as_ref().map_or_else(String::new, |owner| format!(" of {}", english.phrase(owner)));
            let place = |word: &str, watched: &Option<WatchedPlace>| {
                watched.as_ref().map_or_else(String::new, |watched| {
                    let place = english.place_or_set(&watched.place, watched.local);
                    format!(" {word} {place}")
                })
            };
            let condition = condition.as_ref().map_or_else(String::new, |one| format!(", if {}", english.clause(one)));
            let subject = if noun.starts_with("the ") { noun } else { with_article(&noun) };
            format!("each time {subject}{owner} has moved{}{}{condition}", place("from", from), place("to", to))
        }
        Watch::Rule { runnable: id, arguments, condition } => {
            let name = link(&runnable_id(model, *id, 0), &runnable(model, *id));
            // The only thing that a rule is given needs no mention, unless it must be a certain one.
            let given: Vec<String> = arguments
                .iter()
                .filter_map(|argument| match argument {
                    WatchedArgument::Bound(_) if arguments.len() == 1 => None,
                    WatchedArgument::Bound(local) => Some(english.names.phrase(*local)),
                    WatchedArgument::Equal(value) => Some(english.phrase(value)),
                })
                .collect();
            let equal = if given.is_empty() { String::new() } else { format!(" for {}", super::names::and(&given)) };
            let condition = condition.as_ref().map_or_else(String::new, |one| format!(", if {}", english.clause(one)));
            format!("each time {name}{equal} has ended{condition}")
        }
        Watch::When { binder, condition } => {
            let each = binder.as_ref().map_or_else(String::new, |binder| {
                format!(", for {},", english.every_of(std::slice::from_ref(binder)))
            });
            format!("as soon as{each} {}", english.clause(condition))
        }
    };
    format!("{}.", capital(&english.polished(&words)))
}
