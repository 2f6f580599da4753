//! Gathering facts along a graph that may have circles, without recursion.

use std::collections::{BTreeMap, BTreeSet};

/// The nodes reached from `roots`, each behind all it leads to (where the graph has no circle).
pub fn inner_first<K: Copy + Ord>(roots: impl IntoIterator<Item = K>, next: impl Fn(K) -> Vec<K>) -> Vec<K> {
    let mut seen = BTreeSet::new();
    let mut order = Vec::new();
    for root in roots {
        if !seen.insert(root) {
            continue;
        }
        let mut open = vec![(root, next(root).into_iter())];
        while let Some((node, rest)) = open.last_mut() {
            if let Some(to) = rest.next() {
                if seen.insert(to) {
                    open.push((to, next(to).into_iter()));
                }
            } else {
                order.push(*node);
                open.pop();
            }
        }
    }
    order
}

/// The nodes reached from `roots`, those included.
pub fn reached<K: Copy + Ord>(roots: impl IntoIterator<Item = K>, next: impl Fn(K) -> Vec<K>) -> BTreeSet<K> {
    inner_first(roots, next).into_iter().collect()
}

/// For each node its own fact joined with those of all it leads to. `join` adds the second to the first and tells whether
/// that changed anything.
pub fn gathered<K: Copy + Ord, T: Clone>(
    own: BTreeMap<K, T>,
    next: impl Fn(K) -> Vec<K>,
    join: impl Fn(&mut T, &T) -> bool,
) -> BTreeMap<K, T> {
    let order = inner_first(own.keys().copied().collect::<Vec<_>>(), &next);
    let mut all = own;
    loop {
        let mut changed = false;
        for node in &order {
            let Some(mut fact) = all.remove(node) else { continue };
            for to in next(*node) {
                if let Some(other) = all.get(&to) {
                    changed |= join(&mut fact, other);
                }
            }
            all.insert(*node, fact);
        }
        if !changed {
            return all;
        }
    }
}

/// A circle in the graph, if there is one: its nodes in order, beginning anywhere.
pub fn circle<K: Copy + Ord>(roots: impl IntoIterator<Item = K>, next: impl Fn(K) -> Vec<K>) -> Option<Vec<K>> {
    let mut seen = BTreeSet::new();
    for root in roots {
        if !seen.insert(root) {
            continue;
        }
        let mut on_way = BTreeSet::from([root]);
        let mut open = vec![(root, next(root).into_iter())];
        while let Some((node, rest)) = open.last_mut() {
            match rest.next() {
                Some(to) if on_way.contains(&to) => {
                    return Some(open.into_iter().map(|(node, _)| node).skip_while(|node| *node != to).collect());
                }
                Some(to) => {
                    if seen.insert(to) {
                        on_way.insert(to);
                        open.push((to, next(to).into_iter()));
                    }
                }
                None => {
                    on_way.remove(node);
                    open.pop();
                }
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(list: &'static [(u8, u8)]) -> impl Fn(u8) -> Vec<u8> {
        move |node| list.iter().filter(|(from, _)| *from == node).map(|(_, to)| *to).collect()
    }

    #[test]
    fn inner_nodes_come_first() {
        assert_eq!(inner_first([1], edges(&[(1, 2), (1, 3), (3, 2), (2, 4)])), [4, 2, 3, 1]);
    }

    #[test]
    fn circles_are_found_and_only_circles() {
        assert_eq!(circle([1], edges(&[(1, 2), (2, 3), (3, 4), (4, 2)])), Some(vec![2, 3, 4]));
        assert_eq!(circle([1], edges(&[(1, 2), (1, 3), (2, 4), (3, 4)])), None);
        assert_eq!(circle([1], edges(&[(1, 1)])), Some(vec![1]));
    }

    #[test]
    fn facts_go_round_circles() {
        let own = BTreeMap::from([(1, vec![1]), (2, vec![2]), (3, vec![3])]);
        let join = |all: &mut Vec<i32>, other: &Vec<i32>| {
            let new: Vec<i32> = other.iter().copied().filter(|one| !all.contains(one)).collect();
            all.extend(&new);
            all.sort_unstable();
            !new.is_empty()
        };
        let all = gathered(own, edges(&[(1, 2), (2, 3), (3, 2)]), join);
        assert_eq!(all.values().cloned().collect::<Vec<_>>(), [vec![1, 2, 3], vec![2, 3], vec![2, 3]]);
    }

    #[test]
    fn long_chains_need_no_stack() {
        let next = |node: u32| if node < 100_000 { vec![node + 1] } else { Vec::new() };
        assert_eq!(inner_first([0], next).len(), 100_001);
    }
}
