//! Which definitions, phases and rules say `deep` and come back to themselves.
//!
//! It is found by names alone, before anything is resolved. So a circle may hold more than it must, for instance where a name behind a point is
//! also that of a definition; whatever is in it is only counted with it.

use std::collections::{BTreeMap, BTreeSet};

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::fix::{Certainty, Fix};
use rulehound_grammar::span::{FileId, Location};
use rulehound_grammar::tree;

use crate::facts::spread;
use crate::limits::{DEEP, DEEP_BYTES};
use crate::merge::{Clause, Claused, Former, Group};
use crate::model::Deep;

/// The circles among all of one sort: those that bear a name, in order, and behind them the former ones.
#[derive(Debug, Default)]
pub struct Circles {
    /// For each in a circle the number of that circle.
    pub of: BTreeMap<usize, u32>,
    /// For each that says so how deep it may go.
    pub deep: BTreeMap<usize, Deep>,
    /// What is wrong.
    pub found: Vec<Diagnostic>,
}

/// Of definitions, or of phases and rules.
pub fn circles<T: Claused>(groups: &[&Group<T>], formers: &[Former<T>]) -> Circles {
    let mut circles = Circles::default();
    for (at, group) in groups.iter().enumerate() {
        if let Some((file, deep)) = said(&group.clauses) {
            let deep = circles.depth(file, deep);
            circles.deep.insert(at, deep);
        }
    }
    if circles.deep.is_empty() {
        return circles;
    }
    let edges = edges(groups, formers);
    let backward = turned_round(&edges);
    let next = |node: usize| edges.get(node).cloned().unwrap_or_default();
    let before = |node: usize| backward.get(node).cloned().unwrap_or_default();
    let mut number = 0;
    for at in circles.deep.keys().copied().collect::<Vec<_>>() {
        if circles.of.contains_key(&at) {
            continue;
        }
        let inside = spread::reached(next(at), next);
        if !inside.contains(&at) {
            circles.no_circle(at, groups);
            continue;
        }
        let back = spread::reached(before(at), before);
        circles.of.extend(inside.intersection(&back).map(|node| (*node, number)));
        number += 1;
    }
    circles.weigh(&bodies(groups, formers));
    circles
}

/// The greatest depth that a clause says, with the file of that clause.
fn said<T: Claused>(clauses: &[Clause<T>]) -> Option<(FileId, &tree::Deep)> {
    let said = clauses.iter().filter_map(|clause| Some((clause.item.file, clause.item.tree.deep()?)));
    said.max_by_key(|(_, deep)| deep.most)
}

/// Whose body names whom.
fn edges<T: Claused>(groups: &[&Group<T>], formers: &[Former<T>]) -> Vec<Vec<usize>> {
    let names: BTreeMap<&str, usize> = groups
        .iter()
        .enumerate()
        .filter_map(|(at, group)| Some((group.clauses.first()?.item.tree.name().text.as_str(), at)))
        .collect();
    let all = groups.iter().map(|group| &group.clauses).chain(formers.iter().map(|former| &former.clauses));
    let named = |clause: &Clause<T>| -> BTreeSet<usize> {
        let mentioned = clause.item.tree.mentioned();
        let base = clause.former.filter(|_| mentioned.contains(&"base")).map(|former| groups.len() + former);
        mentioned.iter().filter_map(|name| names.get(name).copied()).chain(base).collect()
    };
    all.map(|clauses| clauses.iter().flat_map(named).collect::<BTreeSet<_>>().into_iter().collect()).collect()
}

/// Whose name stands in whose body.
fn turned_round(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut backward = vec![Vec::new(); edges.len()];
    for (from, to) in edges.iter().enumerate() {
        for one in to {
            if let Some(before) = backward.get_mut(*one) {
                before.push(from);
            }
        }
    }
    backward
}

/// How many bytes all bodies of each are long.
fn bodies<T: Claused>(groups: &[&Group<T>], formers: &[Former<T>]) -> Vec<u64> {
    let all = groups.iter().map(|group| &group.clauses).chain(formers.iter().map(|former| &former.clauses));
    let length = |clause: &Clause<T>| {
        let body = clause.item.tree.body();
        u64::from(body.end.saturating_sub(body.start))
    };
    all.map(|clauses| clauses.iter().map(length).sum()).collect()
}

impl Circles {
    /// Looks that all that is in circles is not too much, each as often as it may be deep. What is too much is then only entered twice.
    fn weigh(&mut self, bodies: &[u64]) {
        let mut deepest: BTreeMap<u32, Deep> = BTreeMap::new();
        for (at, deep) in &self.deep {
            let Some(circle) = self.of.get(at) else { continue };
            let known = deepest.entry(*circle).or_insert(*deep);
            if deep.most > known.most {
                *known = *deep;
            }
        }
        let most = |circle: &u32| deepest.get(circle).map_or(1, |deep| u64::from(deep.most));
        let weight = |(at, circle): (&usize, &u32)| bodies.get(*at).map_or(0, |bytes| bytes * most(circle));
        let all: u64 = self.of.iter().map(weight).sum();
        let Some(deep) = deepest.values().max_by_key(|deep| deep.most).filter(|_| all > DEEP_BYTES) else { return };
        let message = format!("what comes back to itself holds {} KiB in all its depths", all >> 10);
        let help = format!(
            "{} KiB are allowed: say a smaller depth, or put what need not come back into rules of their own",
            DEEP_BYTES >> 10
        );
        self.found.push(Diagnostic::error("too-large", message, deep.at, "too much for so deep").with_help(help));
        self.deep.values_mut().for_each(|deep| deep.most = 2);
    }

    fn depth(&mut self, file: FileId, deep: &tree::Deep) -> Deep {
        let at = Location { file, span: deep.span };
        let most = u32::try_from(deep.most).unwrap_or(0);
        if !(2..=DEEP).contains(&most) {
            let message = format!("nothing may be {} deep within itself", deep.most);
            let help = format!("a depth lies between 2 and {DEEP}");
            self.found.push(Diagnostic::error("out-of-range", message, at, "how deep at most").with_help(help));
        }
        Deep { most: most.clamp(2, DEEP), at }
    }

    fn no_circle<T: Claused>(&mut self, node: usize, groups: &[&Group<T>]) {
        let Some(deep) = self.deep.remove(&node) else { return };
        let first = groups.get(node).and_then(|group| group.clauses.first());
        let name = first.map_or("", |clause| clause.item.tree.name().text.as_str());
        let message = format!("`{name}` never comes back to itself, so it needs no depth");
        let fix = Fix::remove(deep.at, "deep", Certainty::Sure);
        let found = Diagnostic::warning("unused", message, deep.at, "says nothing");
        self.found.push(found.with_help("leave `deep` out").with_fix(fix));
    }
}
