//! `no-order`: the first of things that may differ and lie in no order, and all of them onto a pile.

use rulehound_grammar::diagnostic::Diagnostic;

use crate::facts::effects::{classes_of, held_by, kinds_of};
use crate::facts::stops::is_pile;
use crate::model::{Binder, ExpressionKind, KindId, Model, Selection, StatementKind};

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
        if let StatementKind::MoveAll { from, to } = &statement.kind {
            let held = classes_of(&from.of).into_iter().flat_map(|class| held_by(game.model, class));
            let pile = is_pile(game.model, &to.place) && !is_pile(game.model, from);
            if pile && differ(game.model, held) {
                found.push(
                    Diagnostic::warning(
                        "no-order",
                        "what lies in no order goes onto a pile",
                        statement.at,
                        "in which order?",
                    )
                    .with_help("use `for … by …` to say which comes first, or `shuffle` the pile afterwards"),
                );
            }
        }
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

/// Whether components of these kinds may be told apart.
fn differ(model: &Model, kinds: impl IntoIterator<Item = KindId>) -> bool {
    let kinds: Vec<_> = kinds.into_iter().filter_map(|kind| model.kinds.get(kind.index())).collect();
    kinds.len() > 1 || kinds.iter().any(|kind| !kind.attributes.is_empty() || !kind.plain)
}
