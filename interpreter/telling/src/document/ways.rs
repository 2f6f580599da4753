//! Whose way leads where on a board, in words.

use super::english::{English, Scope};
use super::prose::Prose;
use rulehound_rules::model::{AreaId, Model, Way};

/// What stands in its braces.
pub fn facts(model: &Model, id: AreaId) -> Vec<(String, Prose)> {
    let mut facts = Vec::new();
    for definition in &model.definitions {
        let Some(way) = definition.way.as_ref().filter(|way| !way.is_made()) else { continue };
        let Some(clause) = definition.clauses.first().filter(|_| model.board_of_way(way) == Some(id)) else { continue };
        let english = English::new(model, &Scope::new(clause.at, clause.body.at));
        let (name, words) = match way {
            Way::Facing { .. } => ("Forward", english.phrase(&clause.body)),
            Way::Back(_) => ("Runs the other way", format!("if {}", english.clause(&clause.body))),
            Way::Start(_) => ("Begins", format!("at {}", english.phrase(&clause.body))),
            Way::Place(_) => continue,
        };
        facts.push((name.to_owned(), Prose::read(&english.polished(&words))));
    }
    facts
}
