//! Parts of expressions that are asked for again and again with the same answer.

use super::{Addr, MOST_ARGUMENTS, NodeId};

/// A pattern: expressions that go through a set and give one value. To work one out costs more than to look up what it gave.
macro_rules! goes_through_a_set {
    () => {
        $crate::program::Node::Any(..)
            | $crate::program::Node::All(..)
            | $crate::program::Node::CountTuples(_)
            | $crate::program::Node::CountOf(_)
            | $crate::program::Node::CountOn(..)
            | $crate::program::Node::Sum(..)
            | $crate::program::Node::Most(_)
            | $crate::program::Node::First(_)
    };
}

pub(crate) use goes_through_a_set;

/// Expressions in a loop that do not depend on the name that the loop goes through: while the declared part of the position stays the same,
/// what they give depends on nothing but some other names.
#[derive(Clone, Debug, Default)]
pub struct Invariants {
    /// For each expression one more than the number of its names; 0 if it is not one of these.
    at: Vec<u32>,
    /// The names it reads.
    names: Vec<Vec<Addr>>,
}

impl Invariants {
    /// None among so many expressions.
    pub fn new(nodes: usize) -> Self {
        Self { at: vec![0; nodes], names: Vec::new() }
    }

    /// Adds an expression that reads these names, at most [`MOST_ARGUMENTS`].
    pub fn add(&mut self, id: NodeId, names: &[Addr]) {
        let known = self.names.iter().position(|known| known == names);
        let number = known.unwrap_or(self.names.len());
        if known.is_none() {
            self.names.push(names.iter().copied().take(MOST_ARGUMENTS).collect());
        }
        if let (Some(at), Ok(number)) = (self.at.get_mut(id.0 as usize), u32::try_from(number + 1)) {
            *at = number;
        }
    }

    /// The names that an expression reads, if it is one of these.
    pub fn names(&self, id: NodeId) -> Option<&[Addr]> {
        let number = self.at.get(id.0 as usize)?.checked_sub(1)?;
        self.names.get(number as usize).map(Vec::as_slice)
    }

    /// All of these, in the order of expressions, with the names they read.
    pub fn all(&self) -> impl Iterator<Item = (NodeId, &[Addr])> {
        (0..).map(NodeId).zip(&self.at).filter_map(|(id, _)| self.names(id).map(|names| (id, names)))
    }
}
