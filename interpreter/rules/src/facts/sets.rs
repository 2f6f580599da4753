//! Sets that cannot be empty, as far as the text alone tells.

use crate::model::{AreaKind, Binder, Expression, ExpressionKind, KindId, Model, OwnerSort, Shape, Sort, Type};

/// Whether a set certainly holds something.
pub fn never_empty(model: &Model, set: &Expression) -> bool {
    use ExpressionKind as E;
    // Deep unions are long lists: any part will do.
    let mut open = vec![set];
    while let Some(set) = open.pop() {
        let sure = match set.kind.as_ref() {
            E::Union(a, b) => {
                open.extend([a, b]);
                false
            }
            E::Players | E::Directions => true,
            E::Values(enumeration) => {
                model.enumerations.get(enumeration.index()).is_some_and(|enumeration| !enumeration.values.is_empty())
            }
            E::Board(area) => match model.areas.get(area.index()).map(|area| &area.kind) {
                Some(AreaKind::Board(board)) => !board.points.is_empty(),
                Some(AreaKind::Zone(_)) | None => false,
            },
            E::Family(area, owner) => match model.areas.get(area.index()).map(|area| &area.kind) {
                Some(AreaKind::Zone(zone)) => owner.is_some() || owners_exist(model, zone.owner),
                Some(AreaKind::Board(_)) | None => false,
            },
            E::Components(kind, _) => is_made(model, *kind),
            E::Range(a, b) => bounds(&a.of).zip(bounds(&b.of)).is_some_and(|((_, a), (b, _))| a <= b),
            E::Listed(list) => list.iter().any(|element| element.of.shape == Shape::One),
            E::Each { first, binders, value, keys: _ } => {
                let some = first.as_ref().is_none_or(at_least_one);
                some && never_empty_tuples(model, binders) && value.of.shape == Shape::One
            }
            E::Reach { from, .. } => {
                open.push(from);
                false
            }
            E::OneOrNothing(value) => value.of.shape == Shape::One,
            E::Local(_)
            | E::Constant(_)
            | E::Setting(_)
            | E::Variable(_)
            | E::Attribute(_)
            | E::Table(..)
            | E::Owner(_)
            | E::PlaceOf(_)
            | E::IndexOf(_)
            | E::ColumnOf(_)
            | E::RowOf(_)
            | E::Top(_)
            | E::Bottom(_)
            | E::Marked { .. }
            | E::BoxOf(..)
            | E::Zone { .. }
            | E::BoardPlace(..)
            | E::Call(..)
            | E::BuiltIn(..)
            | E::Not(_)
            | E::Negative(_)
            | E::And(..)
            | E::Or(..)
            | E::Arithmetic(..)
            | E::Compare(..)
            | E::Among { .. }
            | E::If { .. }
            | E::Any(..)
            | E::All(..)
            | E::CountTuples(_)
            | E::CountOf(_)
            | E::CountOn { .. }
            | E::Sum(..)
            | E::Most { .. }
            | E::First { .. }
            | E::Contents(_)
            | E::Only(_)
            | E::TooDeep { .. } => false,
        };
        if sure {
            return true;
        }
    }
    false
}

/// Whether there certainly is a tuple: no set can be empty, and nothing is asked of the elements that may fail for all.
pub fn never_empty_tuples(model: &Model, binders: &[Binder]) -> bool {
    binders.iter().all(|binder| match &binder.condition {
        None => never_empty(model, &binder.set),
        Some(condition) => is_marked(model, binder, condition),
    })
}

/// Whether the places of a board are asked for one of its marks and nothing else, and one of them bears it.
fn is_marked(model: &Model, binder: &Binder, condition: &Expression) -> bool {
    let (ExpressionKind::Board(of), ExpressionKind::Marked { board, mark, place }) =
        (binder.set.kind.as_ref(), condition.kind.as_ref())
    else {
        return false;
    };
    let asked = matches!(place.kind.as_ref(), ExpressionKind::Local(local) if *local == binder.local);
    let Some(AreaKind::Board(found)) = model.areas.get(board.index()).map(|area| &area.kind) else { return false };
    asked && of == board && found.marks.get(*mark).is_some_and(|mark| mark.on.contains(&true))
}

/// Whether a number is certainly 1 or more.
pub fn at_least_one(number: &Expression) -> bool {
    number.of.shape == Shape::One && bounds(&number.of).is_some_and(|(least, _)| least >= 1)
}

/// The least and the greatest of a number.
pub fn bounds(of: &Type) -> Option<(i32, i32)> {
    match of.sort {
        Sort::Number { least, greatest } => Some((least, greatest)),
        Sort::YesNo
        | Sort::Value { .. }
        | Sort::Player
        | Sort::Component { .. }
        | Sort::Place { .. }
        | Sort::Direction
        | Sort::Nothing => None,
    }
}

/// Whether a kind has a component, for each of its owners.
fn is_made(model: &Model, kind: KindId) -> bool {
    // Owners can own each other only without a circle, so the kinds bound this.
    let mut kind = kind;
    for _ in 0..=model.kinds.len() {
        let Some(found) = model.kinds.get(kind.index()) else { return false };
        if found.made.iter().all(|made| made.copies == 0) {
            return false;
        }
        match found.owner {
            OwnerSort::Kind(owner) => kind = owner,
            OwnerSort::Common | OwnerSort::Player | OwnerSort::Value(_) | OwnerSort::Board(_) => return true,
        }
    }
    false
}

fn owners_exist(model: &Model, owner: OwnerSort) -> bool {
    match owner {
        OwnerSort::Common | OwnerSort::Player | OwnerSort::Value(_) | OwnerSort::Board(_) => true,
        OwnerSort::Kind(kind) => is_made(model, kind),
    }
}
