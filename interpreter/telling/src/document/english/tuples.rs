//! Definitions that give tuples.

use super::super::names::{and, definition_id};
use super::super::prose::{link, plain};
use super::English;
use rulehound_engine::words::definition_called;
use rulehound_rules::model::{Binder, DefinitionId, Expression, ExpressionKind, Tuple, Tuples};

/// `the square over and the square to, for every way of the man and …`.
pub fn together(english: &English<'_>, tuples: &Tuples) -> String {
    let values: Vec<String> = tuples.values.iter().map(|value| english.value(value)).collect();
    format!("{}, for {}", and(&values), english.every("every", &tuples.binders))
}

/// Where a value of tuples comes from: ` among the man's jumps`, said behind the last of them.
pub(super) fn among(english: &English<'_>, id: DefinitionId, arguments: &[Expression]) -> Option<String> {
    let tuple = tuple(english, id)?;
    if !tuple.is_last() {
        return Some(String::new());
    }
    let own = arguments.len().saturating_sub(tuple.number);
    let first = tuple.parts.first()?;
    Some(format!(" among {}", english.call(*first, arguments.get(..own).unwrap_or_default())))
}

/// All values of some tuples of which nothing is asked: `the man's jumps`.
pub(super) fn counted(english: &English<'_>, binders: &[Binder]) -> Option<String> {
    let [first, rest @ ..] = binders else { return None };
    let ExpressionKind::Call(id, arguments) = first.set.kind.as_ref() else { return None };
    let unnamed = |binder: &Binder| english.model.locals.get(binder.local.index()).is_some_and(|it| it.name.is_empty());
    let whole = tuple(english, *id)?.number == 0 && unnamed(first) && rest.iter().all(unnamed);
    whole.then(|| all_of(english, *id, arguments))
}

/// `jumps of the man`.
fn all_of(english: &English<'_>, id: DefinitionId, arguments: &[Expression]) -> String {
    if let Some(words) = english.in_authors_words(id, arguments) {
        return words;
    }
    let Some(definition) = english.model.definitions.get(id.index()) else { return "?".to_owned() };
    let words = link(&definition_id(english.model, id), &plain(&definition_called(definition)));
    let arguments: Vec<String> = arguments.iter().map(|one| english.value(one)).collect();
    if arguments.is_empty() { words } else { format!("{words} of {}", and(&arguments)) }
}

fn tuple<'m>(english: &English<'m>, id: DefinitionId) -> Option<&'m Tuple> {
    english.model.definitions.get(id.index())?.tuple.as_ref()
}
