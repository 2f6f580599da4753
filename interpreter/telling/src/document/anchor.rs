//! Where in a rule document it stands what runs.

use super::names::{runnable_id, trigger_id};
use rulehound_grammar::span::Location;
use rulehound_rules::model::{Block, Model, RunnableId, TriggerId};

/// The part of the document that tells the rule, phase or trigger in which a statement stands.
pub fn anchor(model: &Model, statement: Location) -> Option<String> {
    let holds = |body: &Block| {
        let (body, here) = (body.at, statement.span);
        body.file == statement.file && body.span.start <= here.start && here.end <= body.span.end
    };
    let clauses = model.runnables.iter().enumerate().flat_map(|(id, runnable)| {
        let clauses = runnable.clauses.iter().enumerate();
        clauses.map(move |(index, clause)| (RunnableId::from(id), index, clause))
    });
    let rule = clauses.filter(|(.., clause)| holds(&clause.body)).map(|(id, index, _)| runnable_id(model, id, index));
    let triggers = model.triggers.iter().enumerate().filter(|(_, trigger)| holds(&trigger.body));
    rule.chain(triggers.map(|(id, _)| trigger_id(model, TriggerId::from(id)))).next()
}
