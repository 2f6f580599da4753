//! `wrong-place`: all is moved out of a box in which something always lies that may not lie where it goes, such as dice.

use std::collections::BTreeSet;

use rulehound_grammar::diagnostic::Diagnostic;

use crate::facts::effects::{accepts, classes_of, held_by, movement};
use crate::model::{Kind, KindId, Model, Moves, PlaceClass, Statement, StatementKind};

use super::game::Game;

/// All of them.
pub fn check(game: Game<'_>) -> Vec<Diagnostic> {
    let model = game.model;
    let statements = game.statements();
    let leave: BTreeSet<(KindId, PlaceClass)> = statements
        .iter()
        .filter_map(|(_, statement, _)| movement(model, statement))
        .flat_map(|moved| {
            moved.kinds.into_iter().flat_map(move |kind| moved.from.clone().into_iter().map(move |from| (kind, from)))
        })
        .collect();
    let mut found = Vec::new();
    for (_, statement, _) in statements {
        let Some((from, to)) = out_of_a_box(statement) else { continue };
        let stays =
            |kind: &KindId| !leave.contains(&(*kind, from)) && !to.iter().any(|class| accepts(model, *class, *kind));
        let lying = held_by(model, from).into_iter().filter(stays);
        let Some(stays) = lying.filter_map(|kind| made(model, kind)).next() else { continue };
        found.push(told(game, statement, stays, from, &to));
    }
    found
}

/// Out of which boxes all is moved, and where to.
fn out_of_a_box(statement: &Statement) -> Option<(PlaceClass, BTreeSet<PlaceClass>)> {
    let StatementKind::MoveAll { .. } = statement.kind else { return None };
    let Moves { from: Some(from), to: Some(to), .. } = statement.traits().moves? else { return None };
    let (from, to) = (classes_of(&from.of), classes_of(&to.of));
    let [from @ PlaceClass::Box(_)] = from.into_iter().collect::<Vec<_>>()[..] else { return None };
    (!to.is_empty()).then_some((from, to))
}

fn made(model: &Model, kind: KindId) -> Option<&Kind> {
    model.kinds.get(kind.index()).filter(|kind| kind.fewest() > 0)
}

fn told(
    game: Game<'_>,
    statement: &Statement,
    stays: &Kind,
    from: PlaceClass,
    to: &BTreeSet<PlaceClass>,
) -> Diagnostic {
    let message = format!("`{}` lies in this box, too, and cannot lie there", stays.name);
    let written = game.model.written(statement.at).trim_end().strip_prefix("move all from ");
    let help = match (goes(game.model, from, to), written) {
        (Some(kind), Some(rest)) => {
            format!("move only what may lie there, by its kind: `move all {} from {rest}`", kind.name)
        }
        _ => "move only what may lie there, by its kind".to_owned(),
    };
    let found = Diagnostic::error("wrong-place", message, game.head(statement), "all that lies in the box");
    found.with_label(stays.at, "nothing moves it out of the box").with_help(help)
}

/// A kind that may lie in both.
fn goes<'m>(model: &'m Model, from: PlaceClass, to: &BTreeSet<PlaceClass>) -> Option<&'m Kind> {
    let fits = |kind: &KindId| to.iter().any(|class| accepts(model, *class, *kind));
    held_by(model, from).into_iter().find(fits).and_then(|kind| model.kinds.get(kind.index()))
}
