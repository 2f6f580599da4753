//! What was found out about decisions: nodes, and the options tried there.

/// A node that there is not.
pub const NOWHERE: u32 = u32::MAX;

/// An option that was on offer at a node.
#[derive(Clone, Debug)]
pub struct Edge {
    /// What tells it from the others.
    pub key: u64,
    /// Where it leads, if that was tried.
    pub child: u32,
    /// How often it was tried.
    pub visits: u32,
    /// How often it was on offer.
    pub available: u32,
    /// What all that gave to who decides.
    pub total: u64,
}

/// Where a seat stands as far as it knows.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// Who decides here, once that is known.
    pub seat: usize,
    /// The options that were on offer, by key.
    pub edges: Vec<Edge>,
    /// What else may happen here, by key: answers of others, chance.
    pub told: Vec<(u64, u32)>,
    /// What it is worth to each seat, if that is proven.
    pub exact: Option<Box<[u32]>>,
}

/// All nodes, in the order in which they were met.
#[derive(Default)]
pub struct Tree {
    nodes: Vec<Node>,
    edges: usize,
    most: (usize, usize),
}

impl Tree {
    /// No nodes; there will not be more than so many, with so many edges and ways besides.
    pub fn new(nodes: usize, edges: usize) -> Self {
        Self { most: (nodes, edges), ..Self::default() }
    }

    /// Forgets everything but the room it took.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.edges = 0;
    }

    /// A node.
    pub fn get(&self, node: u32) -> Option<&Node> {
        self.nodes.get(node as usize)
    }

    /// The same to change.
    pub fn get_mut(&mut self, node: u32) -> Option<&mut Node> {
        self.nodes.get_mut(node as usize)
    }

    /// One more node; [`NOWHERE`] if there are as many as there may be.
    pub fn grow(&mut self) -> u32 {
        if self.nodes.len() >= self.most.0 || self.edges >= self.most.1 {
            return NOWHERE;
        }
        self.nodes.push(Node::default());
        u32::try_from(self.nodes.len() - 1).unwrap_or(NOWHERE)
    }

    /// Sees to it that these options, in ascending order, are edges of a node. If there are as many as there may be, tells that it is not so.
    pub fn offer(&mut self, node: u32, keys: &[u64]) -> bool {
        let full = self.edges + keys.len() > self.most.1;
        let Some(found) = self.nodes.get_mut(node as usize) else { return false };
        let new = |key: u64| Edge { key, child: NOWHERE, visits: 0, available: 0, total: 0 };
        if found.edges.is_empty() && !full {
            found.edges.extend(keys.iter().copied().map(new));
            self.edges += keys.len();
            return true;
        }
        for key in keys {
            if let Err(at) = found.edges.binary_search_by_key(key, |edge| edge.key) {
                if full {
                    return false;
                }
                found.edges.insert(at, new(*key));
                self.edges += 1;
            }
        }
        true
    }

    /// Where something leads that happens at a node, which is none of its options; a new node if that has not happened there.
    pub fn after(&mut self, node: u32, key: u64) -> u32 {
        let Some(found) = self.get(node) else { return NOWHERE };
        match found.told.binary_search_by_key(&key, |(key, _)| *key) {
            Ok(at) => found.told.get(at).map_or(NOWHERE, |(_, child)| *child),
            Err(at) => {
                let child = self.grow();
                if let Some(found) = self.get_mut(node).filter(|_| child != NOWHERE) {
                    found.told.insert(at, (key, child));
                    self.edges += 1;
                }
                child
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{NOWHERE, Tree};

    #[test]
    fn there_are_no_more_nodes_and_edges_than_there_may_be() {
        let mut tree = Tree::new(2, 4);
        let root = tree.grow();
        assert!(tree.offer(root, &[1, 5, 9]));
        assert!(tree.offer(root, &[1, 5]) && tree.get(root).is_some_and(|node| node.edges.len() == 3));
        let child = tree.after(root, 7);
        assert_eq!((tree.after(root, 7), tree.nodes.len()), (child, 2));
        assert!(!tree.offer(child, &[3]));
        assert_eq!((tree.after(root, 8), tree.grow()), (NOWHERE, NOWHERE));
        tree.clear();
        assert_eq!(tree.grow(), root);
    }
}
