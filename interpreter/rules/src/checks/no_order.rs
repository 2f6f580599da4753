//! `no-order`: the first of things that may differ and lie in no order, and all of them onto a pile.

use rulehound_grammar::diagnostic::Diagnostic;

use crate::facts::effects::{classes_of, held_by, kinds_of};
use crate::facts::stops::is_pile;
use crate::model::{Binder, Expression, ExpressionKind, KindId, Model, Selection, Statement, StatementKind};

use super::game::Game;

/// All of them.
pub fn check(game: Game<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (_, statement, _) in game.statements() {
        if let StatementKind::For(selection, _) | StatementKind::MoveEach(selection, _) = &statement.kind
            && let Some(binder) = unordered(game.model, selection)
        {
            found.push(
                Diagnostic::warning(
                    "no-order",
                    "the first of what lies in no order",
                    binder.set.at,
                    "has no order of its own",
                )
                .with_help("say what comes first with `by …`"),
            );
        }
    }
    for block in game.blocks() {
        let behind = block.statements.iter().skip(1).map(Some).chain([None]);
        let loose = |(statement, next): (&'_ Statement, Option<&Statement>)| {
            let StatementKind::MoveAll { from, to } = &statement.kind else { return false };
            let held = classes_of(&from.of).into_iter().flat_map(|class| held_by(game.model, class));
            let onto_pile = is_pile(game.model, &to.place) && !is_pile(game.model, from);
            onto_pile && differ(game.model, held) && !next.is_some_and(|next| shuffles(next, &to.place))
        };
        let loose = block.statements.iter().zip(behind).filter(|pair| loose(*pair));
        found.extend(loose.map(|(statement, _)| {
            let message = "what lies in no order goes onto a pile";
            Diagnostic::warning("no-order", message, statement.at, "in which order?")
                .with_help("use `for … by …` to say which comes first, or `shuffle` the pile in the next statement")
        }));
    }
    found
}

fn unordered<'m>(model: &Model, selection: &'m Selection) -> Option<&'m Binder> {
    if selection.first.is_none() || !selection.keys.is_empty() {
        return None;
    }
    let loose = |binder: &&Binder| {
        let set = binder.set.kind.as_ref();
        let on_pile = matches!(set, ExpressionKind::Contents(place) if is_pile(model, place));
        let loose = !on_pile && matches!(set, ExpressionKind::Contents(_) | ExpressionKind::Components(..));
        loose && differ(model, kinds_of(&binder.set.of))
    };
    selection.binders.iter().find(loose)
}

/// Whether a statement shuffles just this pile, so that the order before does not matter.
fn shuffles(statement: &Statement, pile: &Expression) -> bool {
    matches!(&statement.kind, StatementKind::Shuffle(shuffled) if same(shuffled, pile))
}

/// Whether two expressions certainly name the same pile, or the same owner or index of one.
fn same(one: &Expression, other: &Expression) -> bool {
    match (one.kind.as_ref(), other.kind.as_ref()) {
        (ExpressionKind::Constant(one), ExpressionKind::Constant(other)) => one == other,
        (ExpressionKind::Local(one), ExpressionKind::Local(other)) => one == other,
        (
            ExpressionKind::Zone { zone, owner, indices },
            ExpressionKind::Zone { zone: other_zone, owner: other_owner, indices: other_indices },
        ) => {
            let owners = match (owner, other_owner) {
                (Some(owner), Some(other)) => same(owner, other),
                (owner, other) => owner.is_none() && other.is_none(),
            };
            zone == other_zone && owners && indices.iter().zip(other_indices).all(|(one, other)| same(one, other))
        }
        _ => false,
    }
}

/// Whether components of these kinds may be told apart.
fn differ(model: &Model, kinds: impl IntoIterator<Item = KindId>) -> bool {
    let kinds: Vec<_> = kinds.into_iter().filter_map(|kind| model.kinds.get(kind.index())).collect();
    kinds.len() > 1 || kinds.iter().any(|kind| !kind.attributes.is_empty() || !kind.plain)
}
