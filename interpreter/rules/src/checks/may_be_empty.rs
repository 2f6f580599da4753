//! `may-be-empty`: a choice outside a plan that may find nothing, and does not say what happens then.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::fix::{Certainty, Fix};

use crate::facts::sets::{bounds, never_empty, never_empty_tuples};
use crate::model::{Choice, ExpressionKind, Meant, Model, Offered, Several, StatementKind};

use super::either::one_holds;
use super::game::Game;
use super::planning;

/// All of them.
pub fn check(game: Game<'_>) -> Vec<Diagnostic> {
    let plans = planning::inside(game);
    let mut found = Vec::new();
    for (node, statement, around) in game.statements() {
        let empty = if let StatementKind::Choose(choose) = &statement.kind {
            choose.if_none.is_none() && may_find_nothing(game.model, &choose.offered)
        } else if let StatementKind::ChooseOption { options, if_none } = &statement.kind {
            if_none.is_none()
                && options.iter().all(|option| may_find_nothing(game.model, &option.offered))
                && !one_is_allowed(game.model, options)
        } else {
            false
        };
        // Inside a plan an empty choice is a way that fails.
        if empty && !around.plan && !plans.reaches(node) {
            let label = "nothing may be left to choose";
            let message = "there may be nothing to choose here";
            found.push(
                Diagnostic::warning("may-be-empty", message, game.head(statement), label)
                    .with_help("say what happens then with `if none { … }`")
                    .with_fix(Fix::behind(statement.at, " if none { }", Certainty::Likely)),
            );
        }
    }
    found
}

fn may_find_nothing(model: &Model, offered: &Offered) -> bool {
    let too_few = match &offered.meant {
        Meant::Tuple(binders) => !never_empty_tuples(model, binders),
        Meant::Several(several) => may_find_too_few(model, several),
    };
    !offered.requirements.is_empty() || too_few
}

/// Whether there are two options of which one is always allowed: `require pot = 0` beside `require pot > 0`.
fn one_is_allowed(model: &Model, options: &[Choice]) -> bool {
    let alone =
        options.iter().filter_map(|option| match (&option.offered.meant, option.offered.requirements.as_slice()) {
            (Meant::Tuple(binders), [requirement]) if binders.is_empty() => Some(&requirement.condition),
            _ => None,
        });
    let alone: Vec<_> = alone.collect();
    alone.iter().enumerate().any(|(at, one)| alone.iter().skip(at + 1).any(|other| one_holds(model, one, other)))
}

fn may_find_too_few(model: &Model, several: &Several) -> bool {
    let Some((_, fewest)) = bounds(&several.least.of) else { return true };
    let set = several.binder.set.kind.as_ref();
    let sure = i32::from(never_empty(model, &several.binder.set)).max(size(model, set));
    let sure = if several.binder.condition.is_none() { sure } else { 0 };
    fewest > sure
}

/// How many elements a set certainly has, where the text alone tells.
fn size(model: &Model, set: &ExpressionKind) -> i32 {
    let known = if let ExpressionKind::Players = set {
        Some(i32::from(model.players.least))
    } else if let ExpressionKind::Components(kind, _) = set {
        model.kinds.get(kind.index()).and_then(|kind| i32::try_from(kind.fewest()).ok())
    } else if let ExpressionKind::Values(enumeration) = set {
        let values = model.enumerations.get(enumeration.index()).map(|enumeration| enumeration.values.len());
        values.and_then(|values| i32::try_from(values).ok())
    } else if let ExpressionKind::Range(a, b) = set {
        let range = bounds(&a.of).zip(bounds(&b.of));
        range.map(|((_, from), (to, _))| to.saturating_sub(from).saturating_add(1))
    } else {
        None
    };
    known.unwrap_or(0)
}
