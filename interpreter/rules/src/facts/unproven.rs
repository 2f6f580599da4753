//! What may go wrong in play as far as types tell: where a value may leave its range, a component may come to a place that does not take it,
//! a divisor may be 0. None of it need ever happen; a fault in play says so if it does.

use std::collections::BTreeSet;

use rulehound_grammar::span::Location;

use super::effects::{accepts, classes_of, homes_of, kinds_of};
use super::sets::bounds;
use super::walk;
use crate::model::{
    AreaKind, Arithmetic, Block, Expression, ExpressionKind, Index, Model, PlaceClass, Sort, Statement, StatementKind,
    Target, Type,
};
use crate::resolve::numbers::reckon;

/// Something that is not proven: the code of the fault that it may end in, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unproven {
    /// Where.
    pub at: Location,
    /// `range-left`, `wrong-place` or `by-zero`.
    pub code: &'static str,
}

/// All of a game, in the order of its text.
pub fn unproven(model: &Model) -> Vec<Unproven> {
    let mut found = BTreeSet::new();
    let clauses = model.runnables.iter().flat_map(|runnable| &runnable.clauses).map(|clause| &clause.body);
    let bodies: Vec<&Block> = clauses.chain(model.triggers.iter().map(|trigger| &trigger.body)).collect();
    for statement in bodies.iter().flat_map(|body| walk::statements(body)) {
        if let Some(code) = of_statement(model, statement) {
            found.insert(Unproven { at: statement.at, code });
        }
    }
    walk::all_expressions(model, &mut |_, expression| {
        for part in walk::deep(expression) {
            if let Some(code) = of_expression(model, part) {
                found.insert(Unproven { at: part.at, code });
            }
        }
    });
    found.into_iter().collect()
}

fn of_statement(model: &Model, statement: &Statement) -> Option<&'static str> {
    let leaves = match &statement.kind {
        StatementKind::Set { target, operator, value } => return set_leaves(model, target, *operator, value),
        StatementKind::Move(what, to) => !fits(model, &what.of, &to.place),
        StatementKind::MoveSome { components, to, .. } => !fits(model, &components.of, &to.place),
        StatementKind::Swap(one, other) => {
            let homes =
                |of: &Type| kinds_of(of).into_iter().flat_map(|kind| homes_of(model, kind)).collect::<BTreeSet<_>>();
            let lies = |of: &Type, places: BTreeSet<PlaceClass>| {
                kinds_of(of).into_iter().all(|kind| places.iter().all(|class| accepts(model, *class, kind)))
            };
            !(lies(&one.of, homes(&other.of)) && lies(&other.of, homes(&one.of)))
        }
        StatementKind::MoveEach(selection, to) => {
            let names = selection.binders.iter().filter_map(|binder| model.locals.get(binder.local.index()));
            names.into_iter().any(|local| !fits(model, &local.of, to))
        }
        StatementKind::Do { runnable, arguments } => {
            let parameters = model.runnables.get(runnable.index()).map(|it| it.parameters.as_slice());
            let outside = |(argument, of): (&Expression, &Type)| !lies_in(&argument.of, of);
            return arguments.iter().zip(parameters.unwrap_or_default()).any(outside).then_some("range-left");
        }
        StatementKind::Choose(_)
        | StatementKind::ChooseOption { .. }
        | StatementKind::May(_)
        | StatementKind::Require(_)
        | StatementKind::If { .. }
        | StatementKind::For(..)
        | StatementKind::Repeat { .. }
        | StatementKind::RepeatFor { .. }
        | StatementKind::Simultaneous { .. }
        | StatementKind::Plan { .. }
        | StatementKind::Turn(..)
        | StatementKind::Remember(_)
        | StatementKind::LayOut(..)
        | StatementKind::Leave(_)
        | StatementKind::Let(..)
        | StatementKind::MoveAll { .. }
        | StatementKind::DrawFrom { .. }
        | StatementKind::DrawOne(_)
        | StatementKind::Roll(_)
        | StatementKind::Shuffle(_)
        | StatementKind::Show { .. }
        | StatementKind::Win(_) => false,
    };
    leaves.then_some("wrong-place")
}

/// Whether every component of a type may lie at every place of an expression's type.
fn fits(model: &Model, of: &Type, to: &Expression) -> bool {
    let places = classes_of(&to.of);
    kinds_of(of).into_iter().all(|kind| places.iter().all(|class| accepts(model, *class, kind)))
}

fn set_leaves(
    model: &Model,
    target: &Target,
    operator: Option<Arithmetic>,
    value: &Expression,
) -> Option<&'static str> {
    let of = match target {
        Target::Variable(cell) => &model.variables.get(cell.variable.index())?.of,
        Target::Attribute(cell) => &model.kinds.get(cell.kind.index())?.attributes.get(cell.attribute)?.of,
    };
    let Some(sign) = operator else { return (!lies_in(&value.of, of)).then_some("range-left") };
    let wide = |(least, greatest): (i32, i32)| (i64::from(least), i64::from(greatest));
    let (least, greatest) = wide(bounds(of)?);
    let after = reckon(sign, (least, greatest), wide(bounds(&value.of)?))?;
    (after.0 < least || after.1 > greatest).then_some("range-left")
}

/// Whether every value of a type is one of another, as far as numbers and values of types go.
fn lies_in(of: &Type, other: &Type) -> bool {
    match (&of.sort, &other.sort) {
        (Sort::Number { least, greatest }, Sort::Number { least: low, greatest: high }) => {
            least >= low && greatest <= high
        }
        (Sort::Value { of, allowed }, Sort::Value { of: other, allowed: all }) => of == other && allowed.is_subset(all),
        (Sort::Component { kinds }, Sort::Component { kinds: all }) => kinds.is_subset(all),
        (Sort::Place { classes }, Sort::Place { classes: all }) => classes.is_subset(all),
        _ => true,
    }
}

fn of_expression(model: &Model, expression: &Expression) -> Option<&'static str> {
    let outside = match &*expression.kind {
        ExpressionKind::Variable(cell) => {
            indices_leave(&cell.indices, model.variables.get(cell.variable.index()).map(|it| it.index.as_slice()))
        }
        ExpressionKind::Attribute(cell) => {
            let kind = model.kinds.get(cell.kind.index());
            let attribute = kind.and_then(|kind| kind.attributes.get(cell.attribute));
            indices_leave(&cell.indices, attribute.map(|it| it.index.as_slice()))
        }
        ExpressionKind::Table(table, indices) => {
            indices_leave(indices, model.tables.get(table.index()).map(|it| it.index.as_slice()))
        }
        ExpressionKind::Zone { zone, indices, owner: _ } => {
            let index = model.areas.get(zone.index()).and_then(|area| match &area.kind {
                AreaKind::Zone(zone) => Some(zone.index.as_slice()),
                AreaKind::Board(_) => None,
            });
            indices_leave(indices, index)
        }
        ExpressionKind::BoardPlace(board, number) => {
            let count = model.areas.get(board.index()).map_or(0, |area| match &area.kind {
                // At the table where it is smallest.
                AreaKind::Board(board) => board.fewest(),
                AreaKind::Zone(_) => 0,
            });
            let most = i32::try_from(count).unwrap_or(i32::MAX);
            bounds(&number.of).is_some_and(|(least, greatest)| least < 1 || greatest > most)
        }
        ExpressionKind::Call(definition, arguments) => {
            let parameters = model.definitions.get(definition.index()).map(|it| it.parameters.as_slice());
            arguments.iter().zip(parameters.unwrap_or_default()).any(|(argument, of)| !lies_in(&argument.of, of))
        }
        ExpressionKind::Arithmetic(Arithmetic::Divided | Arithmetic::Modulo, _, by) => {
            return bounds(&by.of).filter(|(least, greatest)| (*least..=*greatest).contains(&0)).map(|_| "by-zero");
        }
        _ => false,
    };
    outside.then_some("range-left")
}

fn indices_leave(indices: &[Expression], declared: Option<&[Index]>) -> bool {
    indices.iter().zip(declared.unwrap_or_default()).any(|(value, index)| match index {
        Index::Range { least, greatest } => bounds(&value.of).is_some_and(|of| of.0 < *least || of.1 > *greatest),
        // At the table where it is shortest.
        Index::Upto { fewest, .. } => bounds(&value.of).is_some_and(|of| of.0 < 1 || of.1 > *fewest),
        Index::Value { least, greatest, .. } => match &value.of.sort {
            Sort::Value { allowed, .. } => allowed.iter().any(|one| one < least || one > greatest),
            _ => false,
        },
        Index::Player | Index::YesNo | Index::Direction => false,
    })
}
