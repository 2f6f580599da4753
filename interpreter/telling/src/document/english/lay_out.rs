//! `lay out`: what lies where, a step for each sign of the picture.

use super::super::names::{and, area_id, lowered, plural, with_article};
use super::super::prose::link;
use super::English;
use super::names::board_noun;
use super::statement::{Sorted, Step, sorted};
use rulehound_engine::words::coordinates;
use rulehound_rules::model::{
    AreaId, AreaKind, Binder, Block, BoardShape, Destination, Expression, ExpressionKind, Model, Statement,
    StatementKind,
};

/// `Lay out the board:`, and what lies on which of its places.
pub(super) fn laid(english: &English<'_>, area: AreaId, body: &Block) -> Step {
    let name = english.model.areas.get(area.index()).map_or("board", |area| area.name.as_str());
    let words = format!("lay out the {}", link(&area_id(english.model, area), &lowered(name)));
    let steps = body.statements.iter().filter_map(|statement| sign(english, area, statement)).collect();
    sorted(Sorted::Plain, english.colon(&words), steps)
}

/// `Black's discs on squares d4 and e5.`
fn sign(english: &English<'_>, area: AreaId, statement: &Statement) -> Option<Step> {
    let StatementKind::For(selection, body) = &statement.kind else { return None };
    let [places] = selection.binders.as_slice() else { return None };
    let ExpressionKind::Listed(places) = places.set.kind.as_ref() else { return None };
    let [Statement { kind: StatementKind::Move(what, Destination { .. }), .. }] = body.statements.as_slice() else {
        return None;
    };
    let ExpressionKind::First { binders, .. } = what.kind.as_ref() else { return None };
    let [piece] = binders.as_slice() else { return None };
    let asked = Binder { condition: piece.condition.as_ref().and_then(written), ..piece.clone() };
    let (noun, source) = english.source(&asked.set);
    let (_, _, told) = english.parts(&asked);
    let things = match asked.set.kind.as_ref() {
        ExpressionKind::Components(_, Some(owner)) => {
            let noun = if places.len() > 1 { plural(&noun) } else { noun };
            format!("{} {noun}{told}", english.whose(owner))
        }
        _ => format!("{}{source}{told}", with_article(&noun)),
    };
    let text = format!("{things} on {}", on(english.model, area, places));
    Some(sorted(Sorted::Plain, english.sentence(&text), Vec::new()))
}

/// `square a1`, `squares a1 and h1`, `trees 1, 2 and 3`.
fn on(model: &Model, area: AreaId, places: &[Expression]) -> String {
    let board = match model.areas.get(area.index()).map(|area| &area.kind) {
        Some(AreaKind::Board(board)) => Some(board),
        Some(AreaKind::Zone(_)) | None => None,
    };
    let named = |place: &Expression| {
        let ExpressionKind::BoardPlace(_, number) = place.kind.as_ref() else { return None };
        let ExpressionKind::Constant(number) = number.kind.as_ref() else { return None };
        let board = board?;
        let point = usize::try_from(*number).ok()?.checked_sub(1).and_then(|index| board.points.get(index))?;
        Some(if matches!(board.shape, BoardShape::Grid { .. }) { coordinates(point) } else { number.to_string() })
    };
    let noun = board_noun(model, area);
    let noun = if places.len() > 1 { plural(&noun) } else { noun };
    format!("{noun} {}", and(&places.iter().filter_map(named).collect::<Vec<_>>()))
}

/// What the author asks of a piece, without that it does not stand on the board yet.
fn written(condition: &Expression) -> Option<Expression> {
    if let ExpressionKind::And(asked, _) = condition.kind.as_ref() { Some(asked.clone()) } else { None }
}
