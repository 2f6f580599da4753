//! How near a condition is to holding: half of the dice, four of six dogs.
//!
//! The value of a fuzzy condition (Schiffel and Thielscher, Fluxplayer: a successful general game player, AAAI 2007): of what is joined by `and`
//! and of `all` the mean, of what is joined by `or` and of `any` the greatest, of numbers that are compared how much of the way they have come.

use rulehound_rules::model::{Comparison, Sort};

use super::{Machine, Try};
use crate::program::{ArgumentCode, BinderCode, CLEARED, Node, NodeId};

/// What a condition is worth that holds.
pub const HOLDS: i64 = 1_000;

/// How near a condition is to holding, from 0 to [`HOLDS`], which only a condition that holds reaches.
///
/// # Errors
/// A fault of what it asks.
pub fn degree(machine: &mut Machine<'_>, id: NodeId) -> Try<i64> {
    machine.burn(1)?;
    match machine.at(id) {
        Node::Holds(of) => degree(machine, *of),
        Node::Not(of) => match machine.at(*of) {
            Node::Compare(sign, left, right) if is_number(machine, *left) || is_number(machine, *right) => {
                compared(machine, sign.contrary(), *left, *right)
            }
            Node::CompareWith(sign, left, right) if is_number(machine, *left) => {
                let left = machine.value(*left)?;
                Ok(way(sign.contrary(), left, *right))
            }
            _ => crisp(machine, id),
        },
        Node::And(..) => {
            let (mut sum, mut count) = (0, 0);
            joined(machine, id, &mut sum, &mut count)?;
            Ok(mean(sum, count))
        }
        Node::Or(left, right) => {
            let left = degree(machine, *left)?;
            if left == HOLDS { Ok(left) } else { Ok(left.max(degree(machine, *right)?)) }
        }
        Node::Compare(sign, left, right) if is_number(machine, *left) || is_number(machine, *right) => {
            compared(machine, *sign, *left, *right)
        }
        Node::CompareWith(sign, left, right) if is_number(machine, *left) => {
            let left = machine.value(*left)?;
            Ok(way(*sign, left, *right))
        }
        Node::Any(binders, body) => {
            let mut greatest = 0;
            each(machine, binders, *body, &mut |degree| greatest = greatest.max(degree))?;
            Ok(greatest)
        }
        Node::All(binders, body) => {
            let (mut sum, mut count) = (0, 0);
            each(machine, binders, *body, &mut |degree| {
                sum += degree;
                count += 1;
            })?;
            Ok(mean(sum, count))
        }
        Node::Call(definition, arguments) => called(machine, *definition, arguments, id),
        _ => crisp(machine, id),
    }
}

/// A machine may do so much work from now on.
pub fn allow(machine: &mut Machine<'_>, steps: u64) {
    machine.fuel = steps;
}

/// Holds or does not.
fn crisp(machine: &mut Machine<'_>, id: NodeId) -> Try<i64> {
    Ok(if machine.holds(id)? { HOLDS } else { 0 })
}

/// The mean of so many; only if all hold it is that of what holds.
fn mean(sum: i64, count: i64) -> i64 {
    if count == 0 { HOLDS } else { sum / count }
}

/// Adds up all that `and` joins. What stands behind something that does not hold may not be asked, so a fault there is no way at all.
fn joined(machine: &mut Machine<'_>, id: NodeId, sum: &mut i64, count: &mut i64) -> Try<()> {
    match machine.at(id) {
        Node::And(left, right) => {
            let before = (*sum, *count);
            joined(machine, *left, sum, count)?;
            if *sum - before.0 == HOLDS * (*count - before.1) {
                return joined(machine, *right, sum, count);
            }
            let depth = machine.depth;
            let right = degree(machine, *right);
            machine.depth = depth;
            *sum += right.unwrap_or(0);
            *count += 1;
            Ok(())
        }
        _ => {
            *sum += degree(machine, id)?;
            *count += 1;
            Ok(())
        }
    }
}

fn each<'p>(machine: &mut Machine<'p>, binders: &'p [BinderCode], body: NodeId, take: &mut dyn FnMut(i64)) -> Try<()> {
    machine.tuples(binders, &mut |machine| {
        take(degree(machine, body)?);
        Ok(true)
    })
}

/// A definition: how near what it says is.
fn called<'p>(machine: &mut Machine<'p>, definition: u32, arguments: &'p [ArgumentCode], id: NodeId) -> Try<i64> {
    let declared = machine.program.instance.model.definitions.get(definition as usize);
    let code = machine.program.definitions.get(definition as usize);
    let (Some(code), true) = (code, declared.is_some_and(|it| it.of.sort == Sort::YesNo && it.within.is_none())) else {
        return crisp(machine, id);
    };
    let Some(values) = machine.passed(arguments)? else { return Ok(0) };
    let body = machine.bind_definition(code, &values, id)?;
    let degree = degree(machine, body);
    machine.depth -= 1;
    degree
}

fn compared(machine: &mut Machine<'_>, sign: Comparison, left: NodeId, right: NodeId) -> Try<i64> {
    let (left, right) = (machine.value(left)?, machine.value(right)?);
    Ok(way(sign, left, right))
}

/// How much of the way from nothing to where the comparison holds two numbers have come.
fn way(sign: Comparison, left: i32, right: i32) -> i64 {
    if sign.holds(left, right) {
        return HOLDS;
    }
    // None is no number, and neither is what was never given.
    if left.min(right) <= CLEARED {
        return 0;
    }
    let (left, right) = (i64::from(left), i64::from(right));
    let wanted = match sign {
        Comparison::Greater => right + 1,
        Comparison::Less => right - 1,
        Comparison::Equal | Comparison::AtLeast | Comparison::AtMost => right,
        Comparison::Unequal => return 0,
    };
    let whole = left.abs().max(wanted.abs()).max(1);
    ((whole - (wanted - left).abs()).max(0) * HOLDS / whole).min(HOLDS - 1)
}

/// Whether an expression gives a number, of which more or less can be said.
fn is_number(machine: &Machine<'_>, id: NodeId) -> bool {
    let model = &machine.program.instance.model;
    let of = match machine.at(id) {
        Node::Plain(_, variable) => model.variables.get(*variable as usize).map(|it| &it.of.sort),
        Node::Cell(cell) => model.variables.get(cell.variable as usize).map(|it| &it.of.sort),
        Node::Call(definition, _) => model.definitions.get(*definition as usize).map(|it| &it.of.sort),
        Node::Table(table, _) => model.tables.get(*table as usize).map(|it| &it.of.sort),
        Node::Most(_)
        | Node::Sum(..)
        | Node::CountTuples(_)
        | Node::CountOf(_)
        | Node::CountOn(..)
        | Node::Arithmetic(..)
        | Node::Negative(_)
        | Node::IndexOf(_)
        | Node::ColumnOf(_)
        | Node::RowOf(_) => return true,
        _ => return false,
    };
    matches!(of, Some(Sort::Number { .. }))
}
