//! `no-order`: the first of things that may differ and lie in no order, and all of them onto a pile.

use std::collections::BTreeSet;

use rulehound_grammar::diagnostic::Diagnostic;

use crate::facts::effects::{classes_of, held_by, kinds_of};
use crate::facts::stops::is_pile;
use crate::facts::walk;
use crate::model::{
    Binder, Destination, Expression, ExpressionKind, KindId, Model, Selection, Statement, StatementKind,
};

use super::alike::{differ, differ_as_made, inner, passing_differ};
use super::game::Game;

/// All of them.
pub fn check(game: Game<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (_, statement, _) in game.statements() {
        if let StatementKind::For(selection, _) | StatementKind::MoveEach(selection, _) = &statement.kind
            && let Some(binder) = unordered(game.model, selection)
        {
            found.push(loose_first(binder).with_help("say what comes first with `by …`"));
        }
    }
    found.extend(game.statements().into_iter().filter_map(|(_, statement, _)| some_moved(game.model, statement)));
    walk::all_expressions(game.model, &mut |_, expression| {
        let parts = walk::deep(expression);
        found.extend(parts.filter_map(|part| some_of(game.model, part)).map(|binder| {
            let help = "say which they are with `first … of … by …`, or let somebody `choose` them";
            loose_first(binder).with_help(help)
        }));
    });
    for block in game.blocks() {
        let behind = block.statements.iter().skip(1).map(Some).chain([None]);
        let loose = |(statement, next): (&'_ Statement, Option<&Statement>)| {
            let Some((held, from, to)) = goes(game.model, statement) else { return false };
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

/// What goes as a whole: its kinds, where from and where to.
fn goes<'m>(model: &Model, statement: &'m Statement) -> Option<(BTreeSet<KindId>, &'m Expression, &'m Destination)> {
    if let StatementKind::MoveAll { from, to } = &statement.kind {
        let held = classes_of(&from.of).into_iter().flat_map(|class| held_by(model, class));
        return Some((held.collect(), from, to));
    }
    let StatementKind::MoveSome { amount: None, components, from, to } = &statement.kind else { return None };
    Some((kinds_of(&components.of), from, to))
}

fn loose_first(binder: &Binder) -> Diagnostic {
    let message = "the first of what lies in no order";
    Diagnostic::warning("no-order", message, binder.set.at, "has no order of its own")
}

/// `move 3 Card from deck`, where the cards may differ and lie in no order.
fn some_moved(model: &Model, statement: &Statement) -> Option<Diagnostic> {
    let StatementKind::MoveSome { amount: Some(_), components, from, .. } = &statement.kind else { return None };
    let held: BTreeSet<KindId> = classes_of(&from.of).into_iter().flat_map(|class| held_by(model, class)).collect();
    let moved: Vec<KindId> = kinds_of(&components.of).intersection(&held).copied().collect();
    // What lies in one of many places of a sort is mostly sorted by them.
    let sorted = matches!(from.kind.as_ref(), ExpressionKind::Zone { indices, .. } if !indices.is_empty());
    // Of what all see people take what they like, if it matters at all; nobody can do that where it is hidden.
    let is_hidden = |class| model.zone(class).is_some_and(|(_, zone)| !zone.audience.is_open());
    let hidden = classes_of(&from.of).into_iter().any(is_hidden);
    // Dice and pawns, of which it matters what became of them, are mostly taken as they come.
    (hidden && !sorted && !is_pile(model, from) && differ_as_made(model, &moved)).then(|| {
        let message = "these differ and lie in no order, and nothing says which of them go";
        Diagnostic::warning("no-order", message, statement.at, "which of them?").with_help(
            "`draw` takes some by chance; else say which with `move first … of … by …`, or let somebody `choose` them",
        )
    })
}

fn unordered<'m>(model: &Model, selection: &'m Selection) -> Option<&'m Binder> {
    if selection.first.is_none() || !selection.keys.is_empty() {
        return None;
    }
    selection.binders.iter().find(|binder| loose(model, binder))
}

/// What `2 of x in S` takes some of, where it matters which.
fn some_of<'m>(model: &Model, expression: &'m Expression) -> Option<&'m Binder> {
    let ExpressionKind::Each { first: Some(_), binders, keys, value: _ } = expression.kind.as_ref() else {
        return None;
    };
    binders.iter().find(|binder| keys.is_empty() && loose(model, binder))
}

/// Whether a name goes through components that lie in no order and may differ.
fn loose(model: &Model, binder: &Binder) -> bool {
    let mut set = &binder.set;
    while let Some(inner) = inner(set) {
        set = &inner.set;
    }
    let loose = match set.kind.as_ref() {
        ExpressionKind::Contents(place) => !is_pile(model, place),
        ExpressionKind::Components(..) => true,
        _ => false,
    };
    loose && passing_differ(model, binder)
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
