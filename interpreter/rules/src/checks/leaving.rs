//! `nothing-to-leave`: on every chain of calls from `play` what is left must be running. `leave-in-secret`: inside a `simultaneous`
//! only what lies inside can be left. `leave-twice`: what may run twice at once cannot be left by name.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rulehound_grammar::diagnostic::Diagnostic;

use crate::facts::calls::{self, Node, Step, Why};
use crate::facts::{Around, Left};
use crate::model::{RunnableId, Statement, StatementKind};

use super::game::Game;
use super::route::{Routes, labelled, labels};

/// All of them.
pub fn check(game: Game<'_>) -> Vec<Diagnostic> {
    let mut places: BTreeMap<Left, Vec<(Node, &Statement, Around)>> = BTreeMap::new();
    for (node, statement, around) in game.statements() {
        if let StatementKind::Leave(leave) = &statement.kind {
            places.entry(Left::from(*leave)).or_default().push((node, statement, around));
        }
    }
    let backwards = Backwards::new(game);
    let mut found = Vec::new();
    for (left, places) in places {
        check_one(game, &backwards, left, &places, &mut found);
    }
    found
}

fn check_one(
    game: Game<'_>,
    backwards: &Backwards,
    left: Left,
    places: &[(Node, &Statement, Around)],
    found: &mut Vec<Diagnostic>,
) {
    if let Left::Runnable(runnable) = left
        && let Some(way) = twice(game, runnable)
    {
        for (_, statement, _) in places {
            found.push(labelled(leave_twice(game, runnable, statement), labels(game, &way)));
        }
        return;
    }
    for (node, statement, around) in places {
        let here = Step { to: *node, why: Why::Do, at: statement.at, around: *around };
        if runs(left, *node, &here) {
            continue;
        }
        if around.secret {
            found.push(leave_in_secret(game, left, statement));
            continue;
        }
        match backwards.without(game, left, *node) {
            Some(Way { secret: true, steps }) => {
                found.push(labelled(leave_in_secret(game, left, statement), labels(game, &steps)));
            }
            Some(Way { secret: false, steps }) => {
                found.push(labelled(nothing_to_leave(game, left, statement), labels(game, &steps)));
            }
            None => {}
        }
    }
}

/// The graph of calls from the called to the callers.
#[derive(Clone, Debug, Default)]
struct Backwards {
    callers: BTreeMap<Node, Vec<(Node, Step)>>,
}

/// A way to a node on which something is not running.
#[derive(Clone, Debug)]
struct Way {
    /// It begins in the secret block of a `simultaneous`, else at `play`.
    secret: bool,
    /// Its steps.
    steps: Vec<(Node, Step)>,
}

impl Backwards {
    fn new(game: Game<'_>) -> Self {
        let mut callers: BTreeMap<Node, Vec<(Node, Step)>> = BTreeMap::new();
        for node in calls::nodes(game.model) {
            for step in game.facts.calls.steps(node) {
                callers.entry(step.to).or_default().push((node, *step));
            }
        }
        Self { callers }
    }

    /// A shortest way to a node on which this is not running. Looked for from the end, since what is left is mostly near.
    fn without(&self, game: Game<'_>, left: Left, node: Node) -> Option<Way> {
        let play: BTreeSet<_> = calls::clauses_of(game.model, game.model.play).into_iter().collect();
        let mut next: BTreeMap<Node, Option<(Node, Step)>> = BTreeMap::from([(node, None)]);
        let mut open = VecDeque::from([node]);
        while let Some(at) = open.pop_front() {
            if play.contains(&at) {
                return Some(Way { secret: false, steps: forward(&next, at) });
            }
            for (from, step) in self.callers.get(&at).into_iter().flatten() {
                if !game.facts.calls.reachable(*from) || runs(left, *from, step) || next.contains_key(from) {
                    continue;
                }
                next.insert(*from, Some((at, *step)));
                if !step.around.secret {
                    open.push_back(*from);
                    continue;
                }
                // Nothing is set off in secret; what is written there sets off triggers when all have decided.
                let steps = forward(&next, *from);
                if steps.iter().all(|(_, step)| step.why == Why::Do) {
                    return Some(Way { secret: true, steps });
                }
            }
        }
        None
    }
}

fn forward(next: &BTreeMap<Node, Option<(Node, Step)>>, from: Node) -> Vec<(Node, Step)> {
    let mut steps = Vec::new();
    let mut at = from;
    while let Some(Some((to, step))) = next.get(&at) {
        steps.push((at, *step));
        at = *to;
    }
    steps
}

/// Whether this is running when the step is made from that node. The body that holds a secret block runs outside it.
fn runs(left: Left, node: Node, step: &Step) -> bool {
    lexical(left, step.around) || (step.why != Why::End && !step.around.secret && is(left, node))
}

fn lexical(left: Left, around: Around) -> bool {
    match left {
        Left::Turn => around.turn,
        Left::Plan => around.plan,
        Left::Runnable(_) | Left::Trigger(_) => false,
    }
}

fn is(left: Left, node: Node) -> bool {
    match (left, node) {
        (Left::Runnable(left), Node::Clause(runnable, _)) => left == runnable,
        (Left::Trigger(left), Node::Trigger(trigger)) => left == trigger,
        (Left::Runnable(_), Node::Trigger(_)) | (Left::Trigger(_), Node::Clause(..)) | (Left::Turn | Left::Plan, _) => {
            false
        }
    }
}

/// A way from a clause of a rule to a clause of the same rule, while the first is running.
fn twice(game: Game<'_>, runnable: RunnableId) -> Option<Vec<(Node, Step)>> {
    let clauses: BTreeSet<_> = calls::clauses_of(game.model, runnable).into_iter().collect();
    let starts = clauses.iter().flat_map(|node| {
        let steps = game.facts.calls.steps(*node).iter().filter(|step| step.why != Why::End);
        steps.map(|step| (step.to, Some((*node, *step))))
    });
    let routes = Routes::new(game, starts, |node, _| !clauses.contains(&node));
    let inner = clauses.iter().find(|node| routes.reaches(**node))?;
    // The way ends at the outer clause, which may itself be reached: one round is enough to show.
    let mut way = Vec::new();
    for (from, step) in routes.way(*inner).into_iter().rev() {
        way.push((from, step));
        if clauses.contains(&from) {
            break;
        }
    }
    way.reverse();
    Some(way)
}

fn words(game: Game<'_>, left: Left) -> String {
    match left {
        Left::Turn => "`turn of`".to_owned(),
        Left::Plan => "`plan`".to_owned(),
        Left::Runnable(runnable) => format!("`{}`", game.runnable(runnable)),
        Left::Trigger(trigger) => format!("`{}`", game.trigger(trigger)),
    }
}

fn nothing_to_leave(game: Game<'_>, left: Left, statement: &Statement) -> Diagnostic {
    let what = words(game, left);
    Diagnostic::error(
        "nothing-to-leave",
        format!("no {what} need be running here"),
        statement.at,
        "nothing to leave on this way",
    )
    .with_help(format!("leave only what is running whenever this is reached; here it can be reached without {what}"))
}

fn leave_in_secret(game: Game<'_>, left: Left, statement: &Statement) -> Diagnostic {
    let what = words(game, left);
    let message = format!("{what} lies outside the `simultaneous`");
    Diagnostic::error("leave-in-secret", message, statement.at, "the others are still deciding")
        .with_help("leave something inside, note the wish in a variable of the player, and leave in `reveal`")
}

fn leave_twice(game: Game<'_>, runnable: RunnableId, statement: &Statement) -> Diagnostic {
    let name = game.runnable(runnable);
    Diagnostic::error(
        "leave-twice",
        format!("`{name}` may be running twice at once"),
        statement.at,
        "which of the two is left?",
    )
    .with_help("put what is to be left into a rule of its own, and leave that")
}
