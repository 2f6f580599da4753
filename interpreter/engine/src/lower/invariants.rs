//! Loop-invariant code: which expressions in a loop are worked out for each element and do not depend on it.
//!
//! In: a program. Out: its [`Invariants`]. Of expressions within each other only the largest in a loop is noted, and only those that are
//! work: they go through a set. What gives a component is left alone, and what asks for the first of some: which of those that are
//! alike comes first depends on which of them have names.

use std::collections::BTreeSet;

use crate::program::{Addr, Invariants, MOST_ARGUMENTS, MeantCode, Node, NodeId, Program, WayCode, goes_through_a_set};
use rulehound_rules::model::BuiltIn;

/// More names than these are not told apart: what reads so many is seldom asked twice.
const MOST_NAMES: usize = 4 * MOST_ARGUMENTS;

/// The names that an expression reads and does not bind itself, in order; `None` if what it gives depends on more than these.
type Reads = Option<Vec<Addr>>;

/// What stands in loops and need not.
pub(super) fn invariants(program: &Program) -> Invariants {
    let reads = reads(&program.nodes);
    let mut found = Finding { program, reads: &reads, invariants: Invariants::new(program.nodes.len()) };
    for node in &program.nodes {
        node.parts(&mut |part, name| {
            if let Some(name) = name {
                found.part(part, &[name]);
            }
        });
    }
    program.choices.iter().flat_map(|choice| &choice.ways).for_each(|way| found.way(way));
    for when in &program.whens {
        when.binder.iter().for_each(|(name, _)| found.part(when.condition, &[*name]));
    }
    found.invariants
}

struct Finding<'p> {
    program: &'p Program,
    reads: &'p [Reads],
    invariants: Invariants,
}

impl Finding<'_> {
    /// The requirements of a decision are asked for each candidate, and the condition of a name for each element.
    fn way(&mut self, way: &WayCode) {
        let mut names: Vec<Addr> = way.meant.names().iter().map(|named| named.binder.local).collect();
        for named in way.meant.names() {
            named.binder.condition.iter().for_each(|condition| self.part(*condition, &[named.binder.local]));
        }
        if let MeantCode::Several { set, .. } = &way.meant {
            names = vec![*set];
        }
        if !names.is_empty() {
            way.requirements.iter().for_each(|requirement| self.part(requirement.condition, &names));
        }
    }

    /// A part of a loop over these names, and the parts of it that are in no other loop.
    fn part(&mut self, id: NodeId, names: &[Addr]) {
        let Some(node) = self.program.nodes.get(id.0 as usize) else { return };
        if let (true, Some(Some(read))) = (matches!(node, goes_through_a_set!()), self.reads.get(id.0 as usize))
            && read.len() <= MOST_ARGUMENTS
            && !names.iter().any(|name| read.contains(name))
        {
            self.invariants.add(id, read);
            return;
        }
        node.parts(&mut |part, inner| {
            if inner.is_none() {
                self.part(part, names);
            }
        });
    }
}

/// What every expression reads; parts have smaller numbers than what they are parts of.
fn reads(nodes: &[Node]) -> Vec<Reads> {
    let mut reads: Vec<Reads> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let read = if depends_on_more(node) { None } else { of_parts(node, &reads) };
        reads.push(read.filter(|read| read.len() <= MOST_NAMES).map(|read| read.into_iter().collect()));
    }
    reads
}

fn of_parts(node: &Node, known: &[Reads]) -> Option<BTreeSet<Addr>> {
    let (mut read, mut bound, mut whole) = (BTreeSet::new(), Vec::new(), true);
    if let Node::Load(name) = node {
        read.insert(*name);
    }
    node.parts(&mut |part, name| {
        bound.extend(name);
        match known.get(part.0 as usize) {
            Some(Some(names)) => read.extend(names),
            Some(None) | None => whole = false,
        }
    });
    bound.iter().for_each(|name| {
        read.remove(name);
    });
    whole.then_some(read)
}

/// Whether what an expression gives depends on more than the declared part of a position and on names that hold one value.
fn depends_on_more(node: &Node) -> bool {
    match node {
        Node::LoadSet(_) | Node::BuiltIn(BuiltIn::Noted, _) | Node::Only(_) => true,
        Node::First(first) => first.binders.iter().any(|binder| binder.components),
        Node::Each(each) => each.first.is_some() && each.binders.iter().any(|binder| binder.components),
        _ => false,
    }
}
