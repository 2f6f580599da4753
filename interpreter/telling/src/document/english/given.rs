//! Which of several players or things a rule is given, where the rule is run: `with your opponent as the taker`.

use super::super::prose::name;
use super::English;
use super::names::noun;
use rulehound_engine::words::{Form, spaced};
use rulehound_rules::model::{Clause, LocalId, RunnableId};

/// How what a rule is given by this name is called there, if its noun alone does not tell which of several it is: `the giver`. Whoever
/// decides there is spoken to, so nobody asks which that is.
pub(super) fn told_apart(english: &English<'_>, id: RunnableId, local: LocalId) -> Option<String> {
    let model = english.model;
    let clauses = model.runnables.get(id.index()).map_or(&[][..], |one| one.clauses.as_slice());
    if clauses.iter().any(|clause| english.turns.decider(id, clause) == Some(local)) {
        return None;
    }
    let own = model.locals.get(local.index())?;
    let called = noun(model, &own.of)?;
    let given =
        |clause: &Clause| clause.parameters.iter().flatten().filter_map(|id| model.locals.get(id.index())).collect();
    let beside: Vec<_> = clauses.first().map(given).unwrap_or_default();
    if beside.iter().filter(|one| noun(model, &one.of).as_ref() == Some(&called)).count() < 2 {
        return None;
    }
    let words = spaced(&own.name, Form::People);
    Some(if words.chars().count() > 2 { format!("the {words}") } else { format!("{called} {}", name(&words)) })
}
