//! Components that cannot be told apart, as far as what is asked of them says.

use std::collections::BTreeSet;

use crate::facts::effects::kinds_of;
use crate::facts::walk;
use crate::model::{
    Attribute, Binder, Comparison, Expression, ExpressionKind, Kind, KindId, LocalId, Model, OwnerSort,
};

/// Whether components of these kinds may be told apart.
pub fn differ(model: &Model, kinds: impl IntoIterator<Item = KindId>) -> bool {
    let kinds: Vec<_> = kinds.into_iter().filter_map(|kind| model.kinds.get(kind.index())).collect();
    kinds.len() > 1 || kinds.iter().any(|kind| !kind.attributes.is_empty() || !kind.plain)
}

/// Whether components of these kinds may be told apart as they are made.
pub fn differ_as_made(model: &Model, kinds: &[KindId]) -> bool {
    let made = |kind: &KindId| model.kinds.get(kind.index()).map(|kind| kind.made.as_slice()).unwrap_or_default();
    let mut lines = kinds
        .iter()
        .flat_map(|kind| made(kind).iter().filter(|made| made.copies > 0).map(move |one| (kind, &one.values)));
    lines.next().is_some_and(|first| lines.any(|other| other != first))
}

/// Whether those that pass the conditions of a name may be told apart: its own, and those of the sets it goes through.
pub fn passing_differ(model: &Model, binder: &Binder) -> bool {
    let kinds = kinds_of(&binder.set.of);
    let mut kinds = kinds.iter().filter_map(|kind| model.kinds.get(kind.index()).map(|found| (*kind, found)));
    match (kinds.next(), kinds.next()) {
        (None, _) => false,
        (Some((_, kind)), None) if kind.attributes.is_empty() => !kind.plain,
        (Some((id, kind)), None) => {
            let same = same_in_all(id, kind, binder);
            let owner = same.owner || kind.owner == OwnerSort::Common;
            !(kind.plain && owner && same.place) || tells_apart(kind, &same.cells)
        }
        (Some(_), Some(_)) => true,
    }
}

/// Whether two components may differ in some cell though these are the same: what changes may, and what is printed if it does in two lines.
fn tells_apart(kind: &Kind, fixed: &BTreeSet<usize>) -> bool {
    let cells = |attribute: &Attribute| attribute.first_cell..attribute.first_cell + attribute.cells;
    let loose = |attribute: &&Attribute| cells(attribute).any(|cell| !fixed.contains(&cell));
    if kind.attributes.iter().filter(loose).any(|attribute| !attribute.printed) {
        return true;
    }
    let made: Vec<_> = kind.made.iter().filter(|made| made.copies > 0).collect();
    made.iter().enumerate().any(|(at, one)| {
        let same = |other: &[i32]| fixed.iter().all(|cell| one.values.get(*cell) == other.get(*cell));
        made.iter().skip(at + 1).any(|other| same(&other.values) && one.values != other.values)
    })
}

/// What is the same in all that pass.
#[derive(Default)]
struct Same {
    cells: BTreeSet<usize>,
    owner: bool,
    place: bool,
}

fn same_in_all(id: KindId, kind: &Kind, binder: &Binder) -> Same {
    let mut same = Same::default();
    let mut next = Some(binder);
    while let Some(binder) = next {
        let mut open: Vec<&Expression> = binder.condition.iter().collect();
        while let Some(condition) = open.pop() {
            match condition.kind.as_ref() {
                ExpressionKind::And(left, right) => open.extend([left, right]),
                ExpressionKind::Compare(Comparison::Equal, left, right) => {
                    for (one, other) in [(left, right), (right, left)] {
                        if !names(other, binder.local) {
                            same.add(one, id, kind, binder.local);
                        }
                    }
                }
                ExpressionKind::Not(of) => same.add(of, id, kind, binder.local),
                _ => same.add(condition, id, kind, binder.local),
            }
        }
        same.owner |= matches!(binder.set.kind.as_ref(), ExpressionKind::Components(_, Some(_)));
        same.place |= matches!(binder.set.kind.as_ref(), ExpressionKind::Contents(_));
        next = inner(&binder.set);
    }
    same
}

impl Same {
    /// What is known to be the same of the component that a name holds.
    fn add(&mut self, known: &Expression, id: KindId, kind: &Kind, name: LocalId) {
        match known.kind.as_ref() {
            ExpressionKind::Owner(of) => self.owner |= is(of, name),
            ExpressionKind::PlaceOf(of) => self.place |= is(of, name),
            _ => self.cells.extend(cell_of(id, kind, name, known)),
        }
    }
}

fn is(expression: &Expression, name: LocalId) -> bool {
    matches!(expression.kind.as_ref(), ExpressionKind::Local(local) if *local == name)
}

/// The name of `each x in S where C`, in the place of which another goes through it.
pub fn inner(set: &Expression) -> Option<&Binder> {
    let ExpressionKind::Each { first: None, binders, keys, value } = set.kind.as_ref() else { return None };
    let ([binder], [], ExpressionKind::Local(local)) = (binders.as_slice(), keys.as_slice(), value.kind.as_ref())
    else {
        return None;
    };
    (*local == binder.local).then_some(binder)
}

/// The cell of a feature of the component that a name holds.
fn cell_of(id: KindId, kind: &Kind, name: LocalId, expression: &Expression) -> Option<usize> {
    let ExpressionKind::Attribute(cell) = expression.kind.as_ref() else { return None };
    let attribute = kind.attributes.get(cell.attribute).filter(|_| is(&cell.component, name) && cell.kind == id)?;
    match (attribute.index.as_slice(), cell.indices.as_slice()) {
        ([], []) => Some(attribute.first_cell),
        ([index], [at]) => {
            let ExpressionKind::Constant(at) = at.kind.as_ref() else { return None };
            usize::try_from(at.checked_sub(index.first())?).ok().map(|step| attribute.first_cell + step)
        }
        _ => None,
    }
}

/// Whether an expression depends on a name.
fn names(expression: &Expression, name: LocalId) -> bool {
    walk::deep(expression).any(|part| is(part, name))
}
