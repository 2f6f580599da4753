//! What a `plan` must not do, with all it runs and sets off: chance (`chance-in-plan`), `turn of` and `simultaneous` (`turn-in-plan`), another
//! `plan` (`plan-in-plan`), `show` (`show-in-plan`), loops without a number (`endless-in-plan`), an inner `if none` that stays
//! (`stays-in-plan`). And `require-outside-plan`: a bare `require` needs a plan around it.

use rulehound_grammar::diagnostic::Diagnostic;

use crate::facts::Left;
use crate::facts::calls::{self, Node};
use crate::facts::stops::is_chance;
use crate::facts::walk::{self, Inside};
use crate::model::{Block, Opens, Rounds, Statement, StatementKind};

use super::game::Game;
use super::route::{Routes, Start};

/// All of them.
pub fn check(game: Game<'_>) -> Vec<Diagnostic> {
    let inside = inside(game);
    let outside = Routes::from_play(game, |_, step| !step.around.plan);
    let mut found = Vec::new();
    for (node, statement, around) in game.statements() {
        if (around.plan || inside.reaches(node))
            && let Some(finding) = forbidden(game, statement).or_else(|| stays(game, &inside, statement))
        {
            found.push(if around.plan { finding } else { inside.show(game, node, finding) });
        }
        if statement.traits().demands && !around.plan && (outside.reaches(node) || !inside.reaches(node)) {
            found.push(outside.show(game, node, require_outside(statement)));
        }
    }
    found
}

fn plan_starts(game: Game<'_>) -> Vec<Start> {
    let nodes = calls::nodes(game.model).into_iter();
    let steps = nodes.flat_map(|node| game.facts.calls.steps(node).iter().map(move |step| (node, *step)));
    steps.filter(|(_, step)| step.around.plan).map(|(node, step)| (step.to, Some((node, step)))).collect()
}

fn require_outside(statement: &Statement) -> Diagnostic {
    Diagnostic::error(
        "require-outside-plan",
        "there is no `plan` around this `require`",
        statement.at,
        "what should fail?",
    )
    .with_help("put the `require` behind the `choose` it belongs to, or a `plan { … }` around the whole")
}

fn forbidden(game: Game<'_>, statement: &Statement) -> Option<Diagnostic> {
    let error = |code, message: &str, help: &str| {
        Some(Diagnostic::error(code, message, game.head(statement), "runs inside a `plan`").with_help(help))
    };
    if is_chance(game.model, statement) {
        return error(
            "chance-in-plan",
            "there is no chance inside a `plan`",
            "roll, draw or shuffle before or behind it",
        );
    }
    let traits = statement.traits();
    match traits.opens {
        Opens::Turn => error(
            "turn-in-plan",
            "there is no `turn of` inside a `plan`",
            "one player plans; put the `turn of` around the `plan`",
        ),
        Opens::Secret => error(
            "turn-in-plan",
            "there is no `simultaneous` inside a `plan`",
            "put the `plan` into the `simultaneous`, or one behind the other",
        ),
        Opens::Plan => error(
            "plan-in-plan",
            "there is no `plan` inside a `plan`",
            "let one `plan` hold all that must be carried out",
        ),
        Opens::Nothing if traits.shows => {
            error("show-in-plan", "nothing is shown or said inside a `plan`", "let it stand behind the `plan`")
        }
        Opens::Nothing if matches!(traits.rounds, Rounds::Unbounded) => error(
            "endless-in-plan",
            "a loop inside a `plan` needs a greatest number",
            "say how often at most, such as `repeat 4`",
        ),
        Opens::Nothing => None,
    }
}

/// The `if none` of an inner `choose` must leave the plan.
fn stays(game: Game<'_>, inside: &Routes, statement: &Statement) -> Option<Diagnostic> {
    let block = if_none(statement)?;
    let exits = game.facts.flow.block(game.model, &game.facts.watching, block);
    let stays = exits.falls || exits.leaves.keys().any(|left| lies_inside(inside, *left));
    stays.then(|| {
        let at = game.head(statement);
        Diagnostic::error("stays-in-plan", "this `if none` must leave the `plan`", block.at, "goes on inside the plan")
            .with_label(at, "of this choice inside a `plan`")
            .with_help(
                "end it with `leave plan`, or leave it out: then a plan that comes here with nothing to choose fails",
            )
    })
}

/// Whether leaving this leads back into the plan: something that runs inside it.
fn lies_inside(inside: &Routes, left: Left) -> bool {
    inside.nodes().any(|node| match (left, node) {
        (Left::Runnable(left), Node::Clause(runnable, _)) => left == runnable,
        (Left::Trigger(left), Node::Trigger(trigger)) => left == trigger,
        (Left::Runnable(_), Node::Trigger(_)) | (Left::Trigger(_), Node::Clause(..)) | (Left::Turn | Left::Plan, _) => {
            false
        }
    })
}

/// The `if none` of a `choose`.
pub fn if_none(statement: &Statement) -> Option<&Block> {
    let decides = statement.traits().asks && !matches!(statement.kind, StatementKind::May(_));
    let blocks = walk::blocks(statement).into_iter().filter(|_| decides);
    blocks.filter(|(inside, _)| *inside == Inside::IfNone).map(|(_, block)| block).next()
}

/// What plans run.
pub fn inside(game: Game<'_>) -> Routes {
    Routes::new(game, plan_starts(game), |_, _| true)
}
