//! Components without identity: kinds of which the rules only ever ask how many lie somewhere, and move so many.
//!
//! In: a program, and what is counted of it. Out: the kinds whose components nothing tells apart in a game that is played whole, so that their counters
//! are all there is to know of them. Conservative: whatever gives one component, or a set of them, and is not just counted or moved by number,
//! gives its kind an identity.

use std::collections::BTreeSet;

use rulehound_interpreter::model::KindId;
use rulehound_interpreter::program::{Instruction, MoveCode, MoveWhat, Node, NodeId, Program};

use crate::map::Counter;

/// The kinds that counters alone stand for.
pub fn without(program: &Program, counters: &[Counter]) -> BTreeSet<KindId> {
    // A search and secret runs take back what they did and look positions up, as do notes; those read where each component lies.
    let reads_all = program.notes.is_some() || !program.plans.is_empty() || !program.gatherings.is_empty();
    let ends = |node: &Node| matches!(node, Node::Top(_) | Node::Bottom(_));
    if reads_all || program.nodes.iter().any(ends) {
        return BTreeSet::new();
    }
    let by_number = by_number(program);
    let told_apart = told_apart(program, &by_number);
    let kinds = (0..program.ground.kinds.len()).map(KindId::from);
    let mut without: BTreeSet<KindId> = kinds
        .filter(|kind| !told_apart.contains(kind) && are_alike(program, *kind) && is_counted(program, counters, *kind))
        .collect();
    // What goes as all that lies at a place goes by number only if all of it does.
    while let Some(mixed) = mixed(program, &without) {
        without.retain(|kind| !mixed.contains(kind));
    }
    without
}

/// Whose components are counted where something is moved by number: the kind, and whether those of each owner for themselves.
pub fn moved(program: &Program) -> impl Iterator<Item = (KindId, bool)> {
    let kinds = unwatched(program).flat_map(|what| match what {
        MoveWhat::Some(_, set, ..) | MoveWhat::All(set, _) => kinds_of(program, *set),
        MoveWhat::One(..) | MoveWhat::Set(..) | MoveWhat::Each(..) | MoveWhat::Swap(..) => Vec::new(),
    });
    kinds.map(|kind| (kind, has_owners(program, kind)))
}

/// The moves of which nobody keeps what went where.
fn unwatched(program: &Program) -> impl Iterator<Item = &MoveWhat> {
    program.code.iter().filter_map(|instruction| {
        let Instruction::Move(MoveCode { what, list: None }) = instruction else { return None };
        Some(what)
    })
}

/// Whether components of a kind belong to players.
pub fn has_owners(program: &Program, kind: KindId) -> bool {
    program.ground.kinds.get(kind.index()).is_some_and(|ground| ground.owners > 1)
}

/// The expressions in whose place numbers serve: sets that are only counted, or of which so many are moved and nobody watches.
fn by_number(program: &Program) -> BTreeSet<NodeId> {
    let counted = program.nodes.iter().filter_map(|node| match node {
        Node::CountOn(set, _) => Some(*set).filter(|set| matches!(node_at(program, *set), Some(Node::Components(..)))),
        Node::CountOf(set) => Some(*set).filter(|set| matches!(node_at(program, *set), Some(Node::Contents(..)))),
        _ => None,
    });
    let moved = unwatched(program).filter_map(|what| match what {
        MoveWhat::Some(amount, set, ..) => match node_at(program, *set) {
            // If not all of several owners go, the first one's go first.
            Some(Node::Components(kind, owner)) => {
                (owner.is_some() || amount.is_none() || !has_owners(program, *kind)).then_some(*set)
            }
            _ => None,
        },
        MoveWhat::All(set, _) => Some(*set).filter(|set| matches!(node_at(program, *set), Some(Node::Contents(..)))),
        MoveWhat::One(..) | MoveWhat::Set(..) | MoveWhat::Each(..) | MoveWhat::Swap(..) => None,
    });
    counted.chain(moved).collect()
}

/// The kinds of which something looks at single components.
fn told_apart(program: &Program, by_number: &BTreeSet<NodeId>) -> BTreeSet<KindId> {
    let sets = (0..).map(NodeId).take(program.nodes.len()).filter(|id| !by_number.contains(id));
    let mut found: BTreeSet<KindId> = sets.flat_map(|id| kinds_of(program, id)).collect();
    for instruction in &program.code {
        if let Instruction::Draw(draw) = instruction {
            found.extend(&draw.kinds);
        }
    }
    found
}

/// The kinds of the components that a set of them is made of.
fn kinds_of(program: &Program, id: NodeId) -> Vec<KindId> {
    match node_at(program, id) {
        Some(Node::Components(kind, _)) => vec![*kind],
        Some(Node::Contents(_, kinds)) => kinds.to_vec(),
        _ => Vec::new(),
    }
}

fn node_at(program: &Program, id: NodeId) -> Option<&Node> {
    program.nodes.get(id.0 as usize)
}

/// Whether nothing printed, no state and no height tells those of one owner apart, and they come by owner.
fn are_alike(program: &Program, kind: KindId) -> bool {
    let Some(ground) = program.ground.kinds.get(kind.index()) else { return false };
    let all = program.ground.components.iter().filter(|it| it.kind == kind);
    let ranks: Vec<i32> = all.clone().map(|it| it.rank).collect();
    let each = ranks.len() / usize::try_from(ground.owners.max(1)).unwrap_or(1);
    let alike = ranks.chunks(each.max(1)).all(|some| some.iter().all(|rank| some.first() == Some(rank)));
    alike && ranks.is_sorted() && !ground.changes && all.clone().all(|it| it.height.is_none())
}

/// Whether those of each owner are counted for themselves, and all together where they have none.
fn is_counted(program: &Program, counters: &[Counter], kind: KindId) -> bool {
    let by_owner = has_owners(program, kind);
    counters.iter().any(|counter| counter.kind == kind && counter.by_owner == by_owner)
}

/// The kinds of something that is moved as a whole and of which only some are without identity.
fn mixed(program: &Program, without: &BTreeSet<KindId>) -> Option<Vec<KindId>> {
    unwatched(program).find_map(|what| {
        let MoveWhat::All(set, _) = what else { return None };
        let kinds = kinds_of(program, *set);
        let known = kinds.iter().filter(|kind| without.contains(kind)).count();
        (0 < known && known < kinds.len()).then_some(kinds)
    })
}
