//! How much work the machine does at most between two stops: every loop at its greatest size, an unbounded `repeat` once between
//! stops, no search of plans. A number to compare games by, not a time.

use std::collections::BTreeMap;

use crate::model::{Block, Choose, Expression, Meant, Model, Offered, Rounds, Statement, StatementKind};

use super::Facts;
use super::calls::{self, Node};
use super::costs::{Costs, size, tuples};
use super::sets::bounds;
use super::stops::stops_itself;
use super::walk::{self, Inside};

/// The greatest work between two stops, beginning and end of the game being stops too.
pub fn greatest_work(model: &Model, facts: &Facts) -> u64 {
    let mut work = Work { model, facts, costs: Costs::new(model), nodes: BTreeMap::new() };
    for node in facts.calls.inner_first() {
        let stretch = calls::body(model, *node).map_or(Stretch::of(0), |body| work.block(body));
        let ends = work.ends(*node);
        work.nodes.insert(*node, stretch.then(ends));
    }
    let play = calls::clauses_of(model, model.play).into_iter();
    play.map(|node| work.node(node).greatest()).max().unwrap_or(0)
}

/// The work of something that may stop in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stretch {
    /// From its beginning to its end; `None` if there always is a stop in between.
    through: Option<u64>,
    /// Up to the first stop, and behind the last one, if it may stop.
    ends: Option<(u64, u64)>,
    /// Between two stops inside.
    inside: u64,
}

impl Stretch {
    fn of(work: u64) -> Self {
        Self { through: Some(work), ends: None, inside: 0 }
    }

    fn stop() -> Self {
        Self { through: None, ends: Some((0, 0)), inside: 0 }
    }

    fn greatest(self) -> u64 {
        let (before, after) = self.ends.unwrap_or_default();
        self.through.unwrap_or(0).max(before).max(after).max(self.inside)
    }

    fn then(self, next: Self) -> Self {
        let plus = |a: Option<u64>, b: Option<u64>| a.zip(b).map(|(a, b)| a.saturating_add(b));
        let before = [self.ends.map(|ends| ends.0), plus(self.through, next.ends.map(|ends| ends.0))];
        let after = [next.ends.map(|ends| ends.1), plus(self.ends.map(|ends| ends.1), next.through)];
        let most = |list: [Option<u64>; 2]| list.into_iter().flatten().max();
        let joint = plus(self.ends.map(|ends| ends.1), next.ends.map(|ends| ends.0)).unwrap_or(0);
        Self {
            through: plus(self.through, next.through),
            ends: most(before).zip(most(after)),
            inside: self.inside.max(next.inside).max(joint),
        }
    }

    /// One or the other.
    fn or(self, other: Self) -> Self {
        let ends = match (self.ends, other.ends) {
            (Some(a), Some(b)) => Some((a.0.max(b.0), a.1.max(b.1))),
            (ends, None) | (None, ends) => ends,
        };
        Self { through: self.through.max(other.through), ends, inside: self.inside.max(other.inside) }
    }

    /// So many times in a row, or not at all.
    fn times(self, rounds: u64) -> Self {
        let rest = |work: u64| {
            self.through.map_or(work, |round| work.saturating_add(round.saturating_mul(rounds.saturating_sub(1))))
        };
        let around = self.ends.map_or(0, |ends| rest(ends.1).saturating_add(ends.0));
        Self {
            through: Some(self.through.map_or(0, |round| round.saturating_mul(rounds))),
            ends: self.ends.map(|ends| (rest(ends.0), rest(ends.1))),
            inside: self.inside.max(around),
        }
    }
}

struct Work<'m> {
    model: &'m Model,
    facts: &'m Facts,
    costs: Costs<'m>,
    nodes: BTreeMap<Node, Stretch>,
}

impl Work<'_> {
    fn node(&self, node: Node) -> Stretch {
        self.nodes.get(&node).copied().unwrap_or(Stretch::of(0))
    }

    fn ends(&self, node: Node) -> Stretch {
        let Node::Clause(runnable, clause) = node else { return Stretch::of(0) };
        let triggers = calls::after_clause(self.model, &self.facts.watching, runnable, clause);
        triggers.into_iter().fold(Stretch::of(0), |all, one| all.then(self.node(Node::Trigger(one)).times(1)))
    }

    fn block(&self, block: &Block) -> Stretch {
        block.statements.iter().fold(Stretch::of(0), |all, one| all.then(self.statement(one)))
    }

    fn statement(&self, statement: &Statement) -> Stretch {
        let own = Stretch::of(self.own_work(statement));
        let own = if stops_itself(self.model, statement) { own.then(Stretch::stop()) } else { own };
        let inner = |wanted: &[Inside]| {
            let blocks = walk::blocks(statement).into_iter().filter(|(inside, _)| wanted.contains(inside));
            blocks.map(|(_, block)| self.block(block)).reduce(Stretch::or)
        };
        let all = [Inside::Way, Inside::IfNone, Inside::Arm, Inside::Round, Inside::Secret, Inside::Plan, Inside::Turn];
        let body = inner(&all).map_or(Stretch::of(0), |body| body.times(self.rounds(statement)));
        let reveal = inner(&[Inside::Reveal]).unwrap_or(Stretch::of(0));
        let called = calls::called(self.model, statement).into_iter().map(|node| self.node(node)).reduce(Stretch::or);
        let set_off = self.set_off(statement);
        own.then(body).then(reveal).then(called.unwrap_or(Stretch::of(0))).then(set_off)
    }

    fn set_off(&self, statement: &Statement) -> Stretch {
        let moved = self.facts.watching.after_move(self.model, statement);
        let whens = self.facts.calls.with_following(self.facts.watching.whens(self.model, statement));
        moved.into_iter().chain(whens).fold(Stretch::of(0), |all, one| all.then(self.node(Node::Trigger(one)).times(1)))
    }

    /// How often the blocks of a statement run at most; once between stops where there is no bound.
    fn rounds(&self, statement: &Statement) -> u64 {
        match statement.traits().rounds {
            Rounds::Tuples(selection) => {
                let first = selection.first.as_ref().map_or(u64::MAX, greatest);
                tuples(&selection.binders).min(first)
            }
            Rounds::AtMost(times) => greatest(times),
            Rounds::Elements(binder) => size(&binder.set),
            Rounds::Once | Rounds::Unbounded => 1,
        }
    }

    /// What the expressions cost that stand in what may be chosen.
    fn offered_work(&self, offered: &Offered) -> u64 {
        let tuple = if let Meant::Tuple(binders) = &offered.meant { tuples(binders) } else { 1 };
        let mut work = 0_u64;
        walk::visit_offered(offered, &mut |_, e| work = work.saturating_add(self.costs.times(e, tuple)));
        work
    }

    /// What the expressions of a statement cost; those behind bound names once for each tuple.
    fn own_work(&self, statement: &Statement) -> u64 {
        let mut work = 1_u64;
        if let StatementKind::Choose(Choose { offered, if_none: _ }) = &statement.kind {
            return work.saturating_add(self.offered_work(offered));
        }
        if let StatementKind::ChooseOption { options, if_none: _ } = &statement.kind {
            return options.iter().fold(work, |all, option| all.saturating_add(self.offered_work(&option.offered)));
        }
        let mut tuple = 1;
        if let StatementKind::For(selection, _) | StatementKind::MoveEach(selection, _) = &statement.kind {
            tuple = tuples(&selection.binders);
        }
        walk::expressions(statement, &mut |_, e| work = work.saturating_add(self.costs.times(e, tuple)));
        work
    }
}

fn greatest(number: &Expression) -> u64 {
    bounds(&number.of).map_or(1, |(_, greatest)| u64::try_from(greatest).unwrap_or(0))
}
