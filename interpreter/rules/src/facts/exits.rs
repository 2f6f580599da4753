//! How a block can end: at its end, by a `leave`, or not at all; and which of these ways meet nothing that may stop.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{
    Block, Expression, ExpressionKind, Leave, Model, Repeat, RunnableId, Statement, StatementKind, TriggerId,
};

use super::calls::{self, Calls, Node};
use super::sets;
use super::stops::{Stops, stops_itself};
use super::walk::{self, Inside};
use super::watch::Watching;

/// What can be left, in an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Left {
    /// The `turn of` around.
    Turn,
    /// The `plan` around.
    Plan,
    /// A phase or rule.
    Runnable(RunnableId),
    /// The body of a trigger.
    Trigger(TriggerId),
}

impl From<Leave> for Left {
    fn from(leave: Leave) -> Self {
        match leave {
            Leave::Turn => Self::Turn,
            Leave::Plan => Self::Plan,
            Leave::Runnable(runnable) => Self::Runnable(runnable),
            Leave::Trigger(trigger) => Self::Trigger(trigger),
        }
    }
}

/// The ways out of a statement or block. Too many ways may be listed, never too few.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exits {
    /// It can come to its end.
    pub falls: bool,
    /// It can come to its end without meeting anything that may stop.
    pub falls_quietly: bool,
    /// What it can leave; `true` where it can do so without meeting anything that may stop.
    pub leaves: BTreeMap<Left, bool>,
}

impl Exits {
    fn through() -> Self {
        Self { falls: true, falls_quietly: true, leaves: BTreeMap::new() }
    }

    /// One way or the other.
    fn or(&mut self, other: Self) {
        self.falls |= other.falls;
        self.falls_quietly |= other.falls_quietly;
        for (left, quietly) in other.leaves {
            *self.leaves.entry(left).or_default() |= quietly;
        }
    }

    /// First this, then the other.
    fn then(&mut self, other: Self) {
        let quietly = self.falls_quietly;
        if self.falls {
            self.falls = other.falls;
            self.falls_quietly &= other.falls_quietly;
            for (left, also) in other.leaves {
                *self.leaves.entry(left).or_default() |= quietly && also;
            }
        }
    }

    /// Leaving this ends here.
    fn catch(&mut self, left: Left) {
        if let Some(quietly) = self.leaves.remove(&left) {
            self.falls = true;
            self.falls_quietly |= quietly;
        }
    }

    /// Something that may stop comes first.
    fn noisy(mut self) -> Self {
        self.falls_quietly = false;
        self.leaves.values_mut().for_each(|quietly| *quietly = false);
        self
    }
}

/// The ways out of all bodies.
#[derive(Clone, Debug)]
pub struct Flow {
    stops: Stops,
    nodes: BTreeMap<Node, Exits>,
    follow: BTreeMap<TriggerId, BTreeSet<TriggerId>>,
}

impl Flow {
    /// Of a game. Where bodies run in a circle (which is refused) the answers for them mean nothing.
    pub fn new(model: &Model, watching: &Watching, calls: &Calls, stops: &Stops) -> Self {
        let mut flow = Self { stops: stops.clone(), nodes: BTreeMap::new(), follow: calls.following().clone() };
        for node in calls.inner_first() {
            let Some(body) = calls::body(model, *node) else { continue };
            let mut exits = flow.block(model, watching, body);
            exits.catch(match *node {
                Node::Clause(runnable, _) => Left::Runnable(runnable),
                Node::Trigger(trigger) => Left::Trigger(trigger),
            });
            flow.nodes.insert(*node, exits);
        }
        flow
    }

    /// The ways out of a body; its own `leave` is its end.
    pub fn node(&self, node: Node) -> Exits {
        self.nodes.get(&node).cloned().unwrap_or_else(Exits::through)
    }

    /// The ways out of a block.
    pub fn block(&self, model: &Model, watching: &Watching, block: &Block) -> Exits {
        let mut exits = Exits::through();
        for statement in &block.statements {
            exits.then(self.statement(model, watching, statement));
        }
        exits
    }

    /// The ways out of a statement.
    pub fn statement(&self, model: &Model, watching: &Watching, statement: &Statement) -> Exits {
        let inner = |block: &Block| self.block(model, watching, block);
        match &statement.kind {
            StatementKind::Choose(choose) => choice(choose.if_none.as_ref().map(inner)),
            StatementKind::ChooseOption { options, if_none } => {
                one_of(options.iter().map(|option| &option.body).chain(if_none).map(inner)).noisy()
            }
            StatementKind::May(may) => {
                let mut exits = inner(&may.body);
                // Done once there is no "not done"; asked again there always is one.
                match (&may.if_none, &may.repeat) {
                    (Some(block), Repeat::Once) => exits.or(inner(block)),
                    (Some(block), Repeat::Often | Repeat::AtMost(_)) => {
                        exits.or(inner(block));
                        exits.or(Exits::through());
                    }
                    (None, Repeat::Once | Repeat::Often | Repeat::AtMost(_)) => exits.or(Exits::through()),
                }
                exits.noisy()
            }
            StatementKind::If { arms, .. } if arms.first().is_some_and(|(asked, _)| goes_too_deep(asked)) => {
                Exits::default()
            }
            StatementKind::If { arms, otherwise } => {
                let mut exits = one_of(arms.iter().map(|(_, block)| inner(block)));
                exits.or(otherwise.as_ref().map_or_else(Exits::through, inner));
                exits
            }
            StatementKind::For(selection, body) => {
                let some = selection.first.is_none() && sets::never_empty_tuples(model, &selection.binders);
                round(inner(body), some)
            }
            StatementKind::Repeat { times, condition, body } => {
                let unbounded = times.is_none() && condition.is_none();
                again(inner(body), unbounded, times.as_ref().is_none_or(sets::at_least_one))
            }
            StatementKind::RepeatFor { binder, condition, body } => {
                let somebody = sets::never_empty_tuples(model, std::slice::from_ref(binder));
                again(inner(body), somebody && condition.is_none(), true)
            }
            StatementKind::Simultaneous { .. } => self.simultaneous(model, watching, statement),
            StatementKind::Plan { body, if_none, keys: _ } => {
                let mut exits = inner(body);
                exits.catch(Left::Plan);
                if let Some(block) = if_none {
                    exits.or(inner(block));
                }
                exits
            }
            StatementKind::Turn(_, body) => {
                let mut exits = inner(body);
                exits.catch(Left::Turn);
                exits
            }
            StatementKind::LayOut(_, body) => inner(body),
            StatementKind::Leave(leave) => {
                Exits { leaves: BTreeMap::from([(Left::from(*leave), true)]), ..Exits::default() }
            }
            StatementKind::Win(_) => Exits::default(),
            StatementKind::Do { .. } => self.doing(model, watching, statement),
            StatementKind::Require(_) | StatementKind::Let(..) | StatementKind::Show { .. } => Exits::through(),
            StatementKind::MoveEach(..)
            | StatementKind::MoveAll { .. }
            | StatementKind::MoveSome { .. }
            | StatementKind::Move(..)
            | StatementKind::DrawFrom { .. }
            | StatementKind::DrawOne(_)
            | StatementKind::Roll(_)
            | StatementKind::Shuffle(_)
            | StatementKind::Swap(..)
            | StatementKind::Remember(_)
            | StatementKind::Set { .. } => self.effect(model, watching, statement),
        }
    }

    /// What may stop counts as stopping here; how often it does is left to the budget of a run.
    fn doing(&self, model: &Model, watching: &Watching, statement: &Statement) -> Exits {
        one_of(calls::called(model, statement).into_iter().map(|node| {
            let mut exits = self.node(node);
            self.add_ends(model, watching, node, &mut exits);
            if self.stops.node(node) { exits.noisy() } else { exits }
        }))
    }

    /// What is left inside a `simultaneous` lies inside.
    fn simultaneous(&self, model: &Model, watching: &Watching, statement: &Statement) -> Exits {
        let mut exits = Exits::through();
        for (inside, block) in walk::blocks(statement) {
            if inside == Inside::Reveal {
                exits.then(self.block(model, watching, block));
            }
        }
        exits.noisy()
    }

    /// An effect comes to its end, unless a trigger that it may set off leaves.
    fn effect(&self, model: &Model, watching: &Watching, statement: &Statement) -> Exits {
        let mut exits = Exits::through();
        let whens = calls::with_following(&self.follow, watching.whens(model, statement));
        for trigger in watching.after_move(model, statement).into_iter().chain(whens) {
            // That something happened by itself is no way that could be gone for ever.
            exits.or(self.node(Node::Trigger(trigger)).noisy());
        }
        if stops_itself(model, statement) { exits.noisy() } else { exits }
    }

    /// The triggers behind the end of a rule may leave too.
    fn add_ends(&self, model: &Model, watching: &Watching, node: Node, exits: &mut Exits) {
        let Node::Clause(runnable, clause) = node else { return };
        if exits.falls {
            for trigger in calls::after_clause(model, watching, runnable, clause) {
                exits.or(self.node(Node::Trigger(trigger)));
            }
        }
    }
}

/// Whether nothing goes on behind what is asked.
fn goes_too_deep(asked: &Expression) -> bool {
    matches!(*asked.kind, ExpressionKind::TooDeep { .. })
}

fn one_of(ways: impl Iterator<Item = Exits>) -> Exits {
    let mut exits = Exits::default();
    ways.for_each(|way| exits.or(way));
    exits
}

/// A `choose` that binds names: behind it goes on what chose, and what its `if none` lets go on.
fn choice(if_none: Option<Exits>) -> Exits {
    let mut exits = Exits::through();
    if_none.into_iter().for_each(|other| exits.or(other));
    exits.noisy()
}

/// A `repeat`: without any bound it has no end of its own. If a round may stop, the loop may, unless it is known that there
/// may be no round at all.
fn again(mut body: Exits, unbounded: bool, rounds: bool) -> Exits {
    let quiet = !rounds || body.falls_quietly || body.leaves.values().any(|quietly| *quietly);
    if unbounded {
        (body.falls, body.falls_quietly) = (false, false);
    } else {
        body.or(Exits::through());
        body.falls_quietly = quiet;
    }
    body
}

/// A loop that runs at least once, or perhaps not at all.
fn round(mut body: Exits, at_least_once: bool) -> Exits {
    if !at_least_once {
        body.or(Exits::through());
    }
    body
}
