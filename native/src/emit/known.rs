//! Sets that never change, and what it takes to list a set.

use rulehound_interpreter::model::{BuiltIn, KindId};
use rulehound_interpreter::program::{Node, NodeId};

use super::set::{Element, MOST, Visit};
use super::work::ROUND;
use super::{Emit, Emitter, Fun};
use crate::Pass;

/// How often the same may be written for elements that are known.
const MOST_COPIES: i32 = 16;

/// More elements than these are gone through by a loop: what is inside gains more from being written out.
const FEW: i32 = 4;

impl<'p> Emitter<'p> {
    /// The elements of a set, in order, if they never change and are so few that what is done with each can be written for itself.
    pub(super) fn few_known(&self, id: NodeId) -> Option<Vec<i32>> {
        let elements = self.known_elements(id, FEW as usize)?;
        let count = i32::try_from(elements.len()).ok()?;
        (count * self.copies <= MOST_COPIES && self.passes.has(Pass::Unrolling)).then_some(elements)
    }

    /// The elements of a set, in order, if they never change and are no more than `most`.
    pub(super) fn known_elements(&self, id: NodeId, most: usize) -> Option<Vec<i32>> {
        let few = |count: i64| usize::try_from(count).is_ok_and(|count| count <= most);
        let elements: Vec<i32> = match self.at(id) {
            Node::Span(first, count) if few(i64::from(*count)) => (*first..first.checked_add(*count)?).collect(),
            Node::Range(from, to) => {
                let (from, to) = (self.known(*from)?, self.known(*to)?);
                if !few((i64::from(to) - i64::from(from) + 1).max(0)) {
                    return None;
                }
                (from..=to).collect()
            }
            Node::Listed(values) => {
                let mut elements = Vec::new();
                for value in values {
                    let value = self.known(*value)?;
                    if !elements.contains(&value) {
                        elements.push(value);
                    }
                }
                elements
            }
            _ => return None,
        };
        (elements.len() <= most).then_some(elements)
    }

    /// Writes what is done with each element for itself: all that depends on it is then known.
    pub(super) fn each_known(&mut self, f: &mut Fun, elements: &[i32], visit: Visit<'_, 'p>) -> Emit {
        let before = self.copies;
        self.copies *= i32::try_from(elements.len()).unwrap_or(1).max(1);
        let mut written = Ok(());
        for value in elements {
            f.work += ROUND;
            let local = f.local();
            f.number(*value).set(local);
            written = written.and_then(|()| visit(self, f, Element { local, range: Some((*value, *value)) }));
        }
        self.copies = before;
        written
    }

    /// How many elements a set has at most, if that is known.
    pub(super) fn most_elements(&self, id: NodeId) -> Option<i64> {
        let count_of = |kind: &KindId| self.program.ground.kinds.get(kind.index()).map(|kind| i64::from(kind.count));
        match self.at(id) {
            Node::Span(_, count) => Some(i64::from(*count)),
            Node::Range(from, to) => {
                let (from, to) = (self.known(*from)?, self.known(*to)?);
                Some((i64::from(to) - i64::from(from) + 1).max(0))
            }
            Node::Listed(values) => i64::try_from(values.len()).ok(),
            Node::Components(kind, _) => count_of(kind),
            Node::Contents(_, kinds) => kinds.iter().map(count_of).sum(),
            Node::FamilyOf(code) => Some(i64::from(code.size)),
            Node::Union(left, right) => self.most_elements(*left)?.checked_add(self.most_elements(*right)?),
            Node::BuiltIn(BuiltIn::Around, _) | Node::Flood(..) => Some(i64::from(self.fixed.places)),
            Node::LoadSet(_) | Node::Each(_) | Node::Reach(_) | Node::If(..) | Node::Call(..) => None,
            // What is no set is one value, or none.
            _ => Some(1),
        }
    }

    /// What it takes to list a set beforehand, even if it is not gone through to its end.
    pub(super) fn listing(&self, id: NodeId) -> i32 {
        match self.at(id) {
            Node::Range(from, to) => match (self.known(*from), self.known(*to)) {
                (Some(from), Some(to)) => to.saturating_sub(from).clamp(0, MOST) / 4 + 1,
                _ => MOST / 4,
            },
            Node::Listed(values) => i32::try_from(values.len() * 2).unwrap_or(MOST),
            Node::FamilyOf(code) => code.size / 4 + 1,
            Node::Components(kind, owner) => {
                let ground = self.program.ground.kinds.get(kind.index());
                let owners = if owner.is_some() { ground.map_or(1, |kind| kind.owners.max(1)) } else { 1 };
                ground.map_or(0, |kind| kind.count / owners) + 1
            }
            Node::Contents(_, kinds) => 2 * self.looking(kinds) + 1,
            _ => 0,
        }
    }

    /// The value of an expression that never changes, if it is not none.
    pub(super) fn known(&self, id: NodeId) -> Option<i32> {
        match self.at(id) {
            Node::Constant(value) if *value > rulehound_interpreter::program::CLEARED => Some(*value),
            _ => None,
        }
    }
}
