//! Which of several players or things a rule is given, where the rule is run: `with your opponent as the taker`.

use super::super::prose::name;
use super::English;
use super::names::noun;
use rulehound_engine::words::{Form, spaced};
use rulehound_rules::model::{LocalId, RunnableId};

/// How what a rule is given by this name is called there, if its noun alone does not tell which of several it is: `the giver`. Whoever
/// decides there is spoken to, so nobody asks which that is.
pub(super) fn told_apart(english: &English<'_>, id: RunnableId, local: LocalId) -> Option<String> {
    let model = english.model;
    let clauses = model.runnables.get(id.index()).map_or(&[][..], |one| one.clauses.as_slice());
    let decides = |local: LocalId| clauses.iter().any(|clause| english.turns.decider(id, clause) == Some(local));
    if decides(local) {
        return None;
    }
    let called = |local: LocalId| noun(model, &model.locals.get(local.index())?.of);
    let own = called(local)?;
    let given = clauses.first().into_iter().flat_map(|clause| clause.parameters.iter().flatten().copied());
    let alike: Vec<LocalId> = given.filter(|other| called(*other).as_ref() == Some(&own)).collect();
    let words = spaced(&model.locals.get(local.index())?.name, Form::People);
    if words.chars().count() > 2 {
        return (alike.len() > 1).then(|| format!("the {words}"));
    }
    // A letter is said only where the noun does not do beside who is spoken to.
    (alike.iter().filter(|other| !decides(**other)).count() > 1).then(|| format!("{own} {}", name(&words)))
}
