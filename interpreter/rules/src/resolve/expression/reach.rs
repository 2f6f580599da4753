//! `reach x from A to e`: what can be reached from a set, step after step along any relation.

use rulehound_grammar::span::Span;
use rulehound_grammar::tree;

use super::super::types;
use super::super::{Reported, Resolved, Resolver};
use crate::model::{AreaKind, Expression, ExpressionKind, Life, Model, PlaceClass, Shape, Sort};

/// The closure stays among all that x can be: the values of a list, the components of the kinds and the places of the boards and zones in A.
pub(super) fn reach(
    resolver: &mut Resolver<'_>,
    name: &tree::Name,
    from: &tree::Expression,
    to: &tree::Expression,
    span: Span,
) -> Resolved<Expression> {
    let from = start(resolver, from);
    resolver.with_names(|resolver| {
        let Ok(from) = from else {
            resolver.bind_spoilt(name);
            let _ = resolver.expression(to);
            return Err(Reported);
        };
        let all = all_of(&resolver.model, &from.of.sort);
        let local = resolver.bind(name, types::one(all.clone()), Life::Expression);
        let to = led_to(resolver, to, &all)?;
        if !holds(&all, &to.of.sort) {
            let stays = resolver.words(&types::set(all, 1));
            let message = format!("`reach` goes on among {}, but this leads elsewhere", stays.replace("a set of ", ""));
            let label = format!("this is {}", resolver.words(&to.of));
            let help = "let both be of one kind or board, or begin with a set of all it may come to";
            return Err(resolver.error_with_help("wrong-type", message, to.at.span, label, help));
        }
        let of = types::set(all.clone(), types::cardinality(&resolver.model, &all));
        Ok(resolver.expression_at(ExpressionKind::Reach { local, from, to }, of, span))
    })
}

/// What is there first.
fn start(resolver: &mut Resolver<'_>, tree: &tree::Expression) -> Resolved<Expression> {
    let found = resolver.expression(tree)?;
    if is_place_of_board(&resolver.model, &found) {
        let label = format!("this is {}", resolver.words(&found.of));
        let help = "a single place is written in braces: `{s}`";
        return Err(resolver.error_with_help("wrong-type", "a set is wanted here", tree.span, label, help));
    }
    let set = resolver.as_set(found)?;
    if !matches!(set.of.sort, Sort::Number { .. } | Sort::Nothing) {
        return Ok(set);
    }
    let label = format!("this is {}", resolver.words(&set.of));
    let help = "numbers may go on without end; go through those that are meant with `repeat`";
    Err(resolver.error_with_help("wrong-type", "`reach` goes along things, not numbers", tree.span, label, help))
}

/// A zone stands for what lies there, as everywhere; of a board the place itself is likelier to be meant.
fn is_place_of_board(model: &Model, found: &Expression) -> bool {
    let board = |class: &PlaceClass| {
        let PlaceClass::Area(area) = class else { return false };
        matches!(model.areas.get(area.index()).map(|area| &area.kind), Some(AreaKind::Board(_)))
    };
    matches!((&found.of.sort, found.of.shape), (Sort::Place { classes }, Shape::One) if classes.iter().any(board))
}

/// What an element leads to. Among components a zone is what lies there.
fn led_to(resolver: &mut Resolver<'_>, tree: &tree::Expression, all: &Sort) -> Resolved<Expression> {
    let found = resolver.expression(tree)?;
    match (all, &found.of.sort) {
        (Sort::Component { .. }, Sort::Place { .. }) => resolver.as_set(found),
        _ => resolver.as_it_is(found),
    }
}

/// All there is of a sort.
fn all_of(model: &Model, sort: &Sort) -> Sort {
    match sort {
        Sort::Value { of, allowed: _ } => {
            let count = model.enumerations.get(of.index()).map_or(0, |found| found.values.len());
            Sort::Value { of: *of, allowed: (0..i32::try_from(count).unwrap_or(i32::MAX)).collect() }
        }
        Sort::Number { .. }
        | Sort::YesNo
        | Sort::Player
        | Sort::Component { .. }
        | Sort::Place { .. }
        | Sort::Direction
        | Sort::Nothing => sort.clone(),
    }
}

/// Whether every value of one sort is of the other.
fn holds(all: &Sort, sort: &Sort) -> bool {
    match (all, sort) {
        (_, Sort::Nothing) => true,
        (Sort::Value { of: all, .. }, Sort::Value { of, .. }) => all == of,
        (Sort::Component { kinds: all }, Sort::Component { kinds }) => kinds.is_subset(all),
        (Sort::Place { classes: all }, Sort::Place { classes }) => classes.is_subset(all),
        (all, sort) => all == sort,
    }
}
