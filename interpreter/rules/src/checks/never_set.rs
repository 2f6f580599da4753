//! `never-set`: a variable that is read must have a first value, or something must set it.

use rulehound_grammar::diagnostic::Diagnostic;

use crate::model::VariableId;

use super::game::Game;
use super::uses::Uses;

/// All of them.
pub fn check(game: Game<'_>, uses: &Uses) -> Vec<Diagnostic> {
    let variables = game.model.variables.iter().enumerate();
    variables
        .filter(|(at, variable)| variable.first.is_none() && !uses.written.contains(&VariableId::from(*at)))
        .filter_map(|(at, variable)| {
            let read = uses.read.get(&VariableId::from(at))?;
            let found =
                Diagnostic::error("never-set", format!("nothing ever sets `{}`", variable.name), *read, "read here");
            let help = format!("give it a first value, as in `var {} : … = 0`, or `set` it before", variable.name);
            Some(found.with_label(variable.at, "declared without a first value").with_help(help))
        })
        .collect()
}
