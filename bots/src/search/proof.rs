//! What imagined games teach: values on the way back, and what is proven.

use super::{MOST_PROVING, Search, Step};
use crate::reward::ONE;
use crate::tree::NOWHERE;

impl Search {
    /// Where the game is over in an open game, that is so whenever one comes there.
    pub(super) fn prove_end(&mut self) {
        // How much a lead is worth hangs on the greatest that was met so far.
        let proves = self.open && self.seats <= MOST_PROVING && self.judging.is_fixed();
        let at = self.at.first().copied().filter(|_| proves).unwrap_or(NOWHERE);
        if let Some(node) = self.tree.get_mut(at)
            && node.edges.is_empty()
            && node.told.is_empty()
        {
            node.exact = Some(self.rewards.clone().into_boxed_slice());
        }
    }

    /// Everybody on the way learns what it was worth, the last first.
    pub(super) fn back_up(&mut self) {
        for step in std::mem::take(&mut self.path).into_iter().rev() {
            let reward = self.rewards.get(step.seat).copied().unwrap_or(0);
            if let Some(edge) = self.edge_mut(step.node, step.key) {
                edge.visits = edge.visits.saturating_add(1);
                edge.total += u64::from(reward);
            }
            if self.open {
                self.prove(&step);
            }
        }
    }

    /// A node is proven by a child that wins, or by all children.
    fn prove(&mut self, step: &Step) {
        let exact = |child: u32| self.tree.get(child).and_then(|child| child.exact.as_ref());
        let of_seat = |rewards: &[u32]| rewards.get(step.seat).copied().unwrap_or(0);
        let Some(last) = exact(step.child) else { return };
        let proven = if of_seat(last) == ONE {
            Some(last.clone())
        } else {
            let Some(node) = self.tree.get(step.node) else { return };
            let all: Option<Vec<&Box<[u32]>>> = node.edges.iter().map(|edge| exact(edge.child)).collect();
            all.filter(|all| all.len() == step.count)
                .and_then(|all| {
                    all.into_iter().reduce(|one, other| if of_seat(other) > of_seat(one) { other } else { one })
                })
                .cloned()
        };
        if let (Some(proven), Some(node)) = (proven, self.tree.get_mut(step.node)) {
            node.exact = Some(proven);
        }
    }
}
