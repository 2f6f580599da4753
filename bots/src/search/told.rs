//! Who is told what in an imagined game: the trees go on with what their seats hear.

use super::{MOST_OUTCOMES, SILENT, Search, Step};
use crate::tree::NOWHERE;

impl Search {
    /// The tree of an open game goes on with the outcome.
    pub(super) fn chance_came(&mut self, outcome: usize, outcomes: usize) {
        if outcomes > 1 && self.open && outcomes <= MOST_OUTCOMES {
            for at in &mut self.at {
                if *at != NOWHERE {
                    *at = self.tree.after(*at, outcome as u64);
                }
            }
        } else if outcomes > MOST_OUTCOMES {
            // What comes behind is not proven by what came once.
            self.at.iter_mut().filter(|_| self.open).for_each(|at| *at = NOWHERE);
        }
    }

    /// The tree of who decided goes on; tells whether to where nobody was before.
    pub(super) fn step(&mut self, node: u32, key: u64, (seat, count): (usize, usize)) -> bool {
        let tree = self.tree_of(seat);
        let known = self.edge(node, key).map_or(NOWHERE, |edge| edge.child);
        let child = if known == NOWHERE { self.tree.grow() } else { known };
        if let Some(edge) = self.edge_mut(node, key) {
            edge.child = child;
        }
        if let Some(at) = self.at.get_mut(tree) {
            *at = child;
        }
        self.path.push(Step { node, key, seat, child, count });
        known == NOWHERE
    }

    /// The others are told of answers.
    pub(super) fn tell(&mut self) {
        let untold = std::mem::take(&mut self.untold);
        if self.open {
            return;
        }
        for (seat, key, aloud) in untold {
            let key = if aloud { key } else { SILENT };
            for other in (0..self.seats).filter(|other| *other != seat) {
                let tree = self.tree_of(other);
                if let Some(at) = self.at.get(tree).copied().filter(|at| *at != NOWHERE) {
                    let next = self.tree.after(at, key ^ (seat as u64).rotate_left(48));
                    if let Some(at) = self.at.get_mut(tree) {
                        *at = next;
                    }
                }
            }
        }
    }
}
