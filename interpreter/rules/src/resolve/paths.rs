//! Tracks, rings and grids of which there are several, and tracks whose length each table chooses: families of places with a number.

use rulehound_grammar::span::Span;
use rulehound_grammar::tree::{self, BoardShape as Shape, GridPlaces, PathPlaces};

use super::constants::{Known, evaluate, is_bound};
use super::convert::Wanted;
use super::{Reported, Resolved, Resolver};
use crate::merge::Item;
use crate::model::{
    Arithmetic, BoardShape, Expression, ExpressionKind, FamilyGrid, Index, KindId, Length, OwnerSort, Path, SettingId,
    Sort, Zone,
};

/// A sum that hangs on one setting at most.
type Linear = (Option<SettingId>, i64, i64);

/// Whether a board is one of several, or as long as a setting says; then it is no board of the model but a family of places.
pub(super) fn is_family(resolver: &mut Resolver<'_>, item: &Item<tree::Board>) -> bool {
    if let Shape::Grid { index, owner, .. } = &item.tree.shape {
        return index.is_some() || owner.is_some();
    }
    let Shape::Path { index, owner, places, .. } = &item.tree.shape else { return false };
    if index.is_some() || owner.is_some() {
        return true;
    }
    let PathPlaces::Range(_, last) = places else { return false };
    let Ok(last) = resolver.one_of(last, Wanted::Number) else { return false };
    is_bound(&last) && evaluate(&resolver.model, &last, &Known::new(), &resolver.work).is_none()
}

/// How the places of such a board lie.
pub(super) fn path(board: &tree::Board) -> Path {
    match board.shape {
        Shape::Path { closed: true, .. } => Path::Ring,
        Shape::Path { closed: false, .. } | Shape::Net { .. } => Path::Track,
        Shape::Grid { .. } => Path::Grid,
    }
}

/// Fills in indices, owner and kinds; says what such a board cannot have.
pub(super) fn declare(resolver: &mut Resolver<'_>, board: &tree::Board, zone: &mut Zone) -> Result<(), Reported> {
    let (Shape::Path { index, owner, .. } | Shape::Grid { index, owner, .. }) = &board.shape else { return Ok(()) };
    if let Some(mark) = board.marks.first() {
        let message = format!("`{}` cannot have marks, since it has no one row of places", board.name.text);
        let help = "ask for the number of the place: `s.index = 6`";
        resolver.error_with_help("wrong-type", message, mark.span, "a mark", help);
    }
    zone.owner = resolver.owner_sort(owner.as_ref())?;
    let before = resolver.written_indices(index.as_ref());
    let numbers = match &board.shape {
        Shape::Path { places, .. } => numbers(resolver, &board.name, places),
        Shape::Grid { places, except, .. } => family_grid(resolver, board.name.span, (places, except), zone),
        Shape::Net { .. } => Err(Reported),
    };
    zone.index = before?;
    zone.index.push(numbers?);
    let own = |kind: &KindId| zone.owner != OwnerSort::Kind(*kind);
    zone.holds = (0..resolver.model.kinds.len()).map(KindId::from).filter(own).collect();
    Ok(())
}

/// The numbers of the places of each grid, and how they lie.
fn family_grid(
    resolver: &mut Resolver<'_>,
    span: Span,
    (places, except): (&GridPlaces, &[tree::Name]),
    zone: &mut Zone,
) -> Resolved<Index> {
    let (board, _) = resolver.grid(places, except, span)?;
    if let (Some(_), GridPlaces::Sized(columns, _)) = (&board.chosen, places) {
        let message = "a grid of which there are several has one size at every table";
        let help = "write numbers here; a variant can replace it by a larger or smaller one";
        return Err(resolver.error_with_help("not-constant", message, columns.span, "each table chooses", help));
    }
    let BoardShape::Grid { columns, rows } = board.shape else { return Err(Reported) };
    let greatest = i32::try_from(board.points.len()).unwrap_or(i32::MAX);
    zone.grid = Some(FamilyGrid { columns, rows, points: board.points });
    Ok(Index::Range { least: 1, greatest })
}

/// The numbers of the places along the way.
fn numbers(resolver: &mut Resolver<'_>, name: &tree::Name, places: &PathPlaces) -> Resolved<Index> {
    let PathPlaces::Range(first, last) = places else {
        let message = format!("`{}` cannot be drawn, since there are several of it", name.text);
        return Err(resolver.error_with_help(
            "wrong-type",
            message,
            name.span,
            "several, or as long as a setting says",
            format!("write how many places it has: `track {} … 1..6`", name.text),
        ));
    };
    if resolver.fixed_number(first)? != 1 {
        let help = "write `1` here; with as many places as before the last number grows by as much";
        let message = "the places of a board count from 1";
        return Err(resolver.error_with_help("out-of-range", message, first.span, "must be 1", help));
    }
    let found = resolver.one_of(last, Wanted::Number)?;
    if let Some(greatest) = evaluate(&resolver.model, &found, &Known::new(), &resolver.work) {
        return at_least_one(resolver, greatest, last.span).map(|()| Index::Range { least: 1, greatest });
    }
    let Some((Some(setting), times, plus)) = linear(&found) else {
        let help = "a length is a number, or one setting with numbers added to it or times a number";
        return Err(resolver.error_with_help(
            "not-constant",
            "this cannot say how long it is",
            last.span,
            "not one setting",
            help,
        ));
    };
    let length = Length { setting, times: narrowed(times), plus: narrowed(plus) };
    let of = resolver.model.settings.get(setting.index()).map(|setting| &setting.of.sort);
    let Some(Sort::Number { least, greatest }) = of else { return Err(Reported) };
    let (one, other) = (length.at(*least), length.at(*greatest));
    let (fewest, greatest) = (one.min(other), one.max(other));
    at_least_one(resolver, fewest, last.span)?;
    Ok(Index::Upto { fewest, greatest, length })
}

fn at_least_one(resolver: &mut Resolver<'_>, fewest: i32, span: Span) -> Result<(), Reported> {
    if fewest >= 1 {
        return Ok(());
    }
    let help = "a board has at least one place, whatever a setting says: begin the setting with a greater number";
    let message = "this board may have no place";
    Err(resolver.error_with_help("out-of-range", message, span, format!("may be {fewest}"), help))
}

fn narrowed(value: i64) -> i32 {
    i32::try_from(value).unwrap_or(i32::MAX)
}

/// A setting times a number, plus a number; `None` if it is something else.
fn linear(expression: &Expression) -> Option<Linear> {
    let narrow = |value: i64| i32::try_from(value).ok().map(i64::from);
    match &*expression.kind {
        ExpressionKind::Constant(value) => Some((None, 0, i64::from(*value))),
        ExpressionKind::Setting(setting) => Some((Some(*setting), 1, 0)),
        ExpressionKind::Negative(inner) => linear(inner).map(|(setting, times, plus)| (setting, -times, -plus)),
        ExpressionKind::Arithmetic(sign, one, other) => {
            let ((a, times, plus), (b, more, added)) = (linear(one)?, linear(other)?);
            let setting = if a.is_some() && b.is_some() && a != b { return None } else { a.or(b) };
            let (times, plus) = match sign {
                Arithmetic::Plus => (times + more, plus + added),
                Arithmetic::Minus => (times - more, plus - added),
                Arithmetic::Times if a.is_none() => (plus * more, plus * added),
                Arithmetic::Times if b.is_none() => (times * added, plus * added),
                Arithmetic::Times | Arithmetic::Divided | Arithmetic::Modulo => return None,
            };
            Some((setting, narrow(times)?, narrow(plus)?))
        }
        _ => None,
    }
}
