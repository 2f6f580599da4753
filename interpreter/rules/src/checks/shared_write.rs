//! `shared-write`: inside a `simultaneous` a player writes only what is the player's own, so that no answer can depend on who was first.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::Location;

use crate::facts::effects;
use crate::model::{Expression, Model, Moved, Moves, Statement, StatementKind, Target};

use super::game::Game;
use super::own::Own;

/// The first thing that a statement writes and that is not the player's own.
pub fn check(game: Game<'_>, statement: &Statement, own: &Own) -> Option<Diagnostic> {
    let traits = statement.traits();
    if let Some(moves) = traits.moves {
        return moved(own, moves);
    }
    if let Some(target) = traits.writes {
        return written(game.model, own, target, statement.at);
    }
    if traits.remembers {
        return Some(error("which positions were noted is not the player's own", statement.at, "written in secret"));
    }
    let StatementKind::Do { runnable, .. } = &statement.kind else { return None };
    let fresh = effects::fresh_variables(game.model, *runnable).into_iter().next()?;
    let variable = game.model.variables.get(fresh.index())?;
    let message = format!("`{}` begins afresh for everybody here", variable.name);
    let found = error(message, statement.at, "gives the first value to all");
    Some(found.with_label(variable.at, "declared here"))
}

fn moved(own: &Own, moves: Moves<'_>) -> Option<Diagnostic> {
    let Moves { what, from, to } = moves;
    if let (Some(from), Some(to)) = (from, to) {
        return ends(own, from, to);
    }
    let taken = match what {
        Moved::These(what) => components(own, what),
        Moved::Both(one, other) => components(own, one).or_else(|| components(own, other)),
        Moved::Each(selection) => {
            let sets = selection.binders.iter().map(|binder| &binder.set);
            sets.filter(|set| !effects::kinds_of(&set.of).is_empty()).find_map(|set| components(own, set))
        }
        Moved::AllThere => None,
    };
    taken.or_else(|| destination(own, to?))
}

fn ends(own: &Own, from: &Expression, to: &Expression) -> Option<Diagnostic> {
    if !own.is_zone(from) {
        let message = "only what lies in the player's own zones can be moved in secret";
        return Some(error(message, from.at, "not certainly a zone of the player"));
    }
    destination(own, to)
}

fn components(own: &Own, what: &Expression) -> Option<Diagnostic> {
    (!own.holds(what)).then(|| {
        let message = "only what lies in the player's own zones can be moved in secret";
        error(message, what.at, "not certainly out of a zone of the player")
    })
}

fn destination(own: &Own, to: &Expression) -> Option<Diagnostic> {
    (!own.may_receive(to)).then(|| {
        let message = "in secret things go only to the player's own zones or to the box";
        error(message, to.at, "not certainly a zone of the player")
    })
}

fn written(model: &Model, own: &Own, target: &Target, at: Location) -> Option<Diagnostic> {
    match target {
        Target::Variable(cell) => {
            if cell.owner.as_ref().is_some_and(|owner| own.is_player(owner)) {
                return None;
            }
            let variable = model.variables.get(cell.variable.index())?;
            let message = format!("`{}` is not the player's own", variable.name);
            Some(error(message, at, "written in secret").with_label(variable.at, "declared here"))
        }
        Target::Attribute(cell) => (!own.holds(&cell.component)).then(|| {
            let message = "only components in the player's own zones can be changed in secret";
            error(message, cell.component.at, "not certainly in a zone of the player")
        }),
    }
}

fn error(message: impl Into<String>, at: Location, label: &str) -> Diagnostic {
    Diagnostic::error("shared-write", message, at, label).with_help(
        "all decide at once here, so only note what each decided, and do it later. Above the phase: `var choice of each player : 0..9 seen by owner = 0`. In place of this line: `set p.choice = n`. Behind the closing brace of `simultaneous`: `reveal { for p in players { … } }`, with this line in it and `p.choice` in place of what was chosen",
    )
}
