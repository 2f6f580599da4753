//! `reach`: along any relation, and along joined places inside a set, which is done by marks.

use super::Lowering;
use crate::program::{Node, ReachCode};
use rulehound_rules::facts::joined::joined_inside;
use rulehound_rules::model::{Expression, LocalId, Shape};

/// `reach x from A to e`.
pub(super) fn lower(lowering: &mut Lowering<'_>, local: LocalId, from: &Expression, to: &Expression) -> Node {
    let from = lowering.expression(from);
    if let Some(inside) = joined_inside(local, to) {
        return Node::Flood(from, lowering.expression(inside));
    }
    let name = lowering.bind(local);
    let set = matches!(to.of.shape, Shape::Set { .. });
    Node::Reach(ReachCode { local: name, from, to: lowering.expression(to), set })
}
