//! `unreachable`: phases, rules and triggers that never run, and statements behind what always leaves.

use rulehound_grammar::diagnostic::Diagnostic;

use crate::facts::calls::{self, Node};
use crate::facts::walk;
use crate::model::{Block, Model, Runnable, RunnableId};

use super::game::{Game, line};
use super::uses::Uses;

/// All of them.
pub fn check(game: Game<'_>, uses: &Uses) -> Vec<Diagnostic> {
    // Behind a call beyond the greatest depth nothing goes on; what is written goes on there all the same.
    let bodies = game.bodies().into_iter().filter(|(node, _)| !is_copy(game.model, *node));
    let blocks = bodies.flat_map(|(_, body)| {
        let inner = walk::statements(body).into_iter().flat_map(walk::blocks).map(|(_, block)| block);
        std::iter::once(body).chain(inner)
    });
    let mut found: Vec<_> = blocks.filter_map(|block| behind(game, block)).collect();
    for (at, runnable) in game.model.runnables.iter().enumerate() {
        let id = RunnableId::from(at);
        // What nobody runs at all is told of as unused.
        let called = runnable.is_written() && uses.runnables.contains(&id);
        if called && !runs(game, id) {
            let message = format!("`{}` never runs", runnable.name);
            found.push(
                Diagnostic::warning("unreachable", message, runnable.at, "only what never runs itself runs this")
                    .with_help("run it on some way that begins at `play`, or take it out"),
            );
        }
    }
    for (at, trigger) in game.model.triggers.iter().enumerate() {
        if !game.facts.calls.reachable(Node::Trigger(at.into())) {
            let message = format!("nothing sets off `{}`", trigger.name);
            found.push(
                Diagnostic::warning("unreachable", message, trigger.at, "no effect fits what it watches")
                    .with_help("let it watch something that happens, or take it out"),
            );
        }
    }
    found
}

fn runs(game: Game<'_>, runnable: RunnableId) -> bool {
    clauses(game.model, runnable).into_iter().any(|node| game.facts.calls.reachable(node))
}

fn clauses(model: &Model, runnable: RunnableId) -> Vec<Node> {
    let all = (0..model.runnables.len()).map(RunnableId::from);
    let same = all.filter(|id| model.written_runnable(*id) == runnable);
    same.flat_map(|id| calls::clauses_of(model, id)).collect()
}

fn is_copy(model: &Model, node: Node) -> bool {
    match node {
        Node::Clause(runnable, _) => model.runnables.get(runnable.index()).is_some_and(Runnable::is_copy),
        Node::Trigger(_) => false,
    }
}

/// The first statement of a block that stands behind one without an end.
fn behind(game: Game<'_>, block: &Block) -> Option<Diagnostic> {
    let ends = |at: &usize| {
        let statement = block.statements.get(*at);
        statement.is_some_and(|one| !game.facts.flow.statement(game.model, &game.facts.watching, one).falls)
    };
    let last = (0..block.statements.len()).find(ends)?;
    let (last, next) = (block.statements.get(last)?, block.statements.get(last + 1)?);
    Some(
        Diagnostic::warning("unreachable", "this is never reached", line(game.model, next.at), "never reached")
            .with_label(game.head(last), "nothing goes on behind this")
            .with_help("take it out, or put it before"),
    )
}
