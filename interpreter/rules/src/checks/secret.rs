//! What the secret block of a `simultaneous` must not do, with every rule it runs: chance (`chance-in-secret`), `turn of` and another
//! `simultaneous` (`turn-in-secret`), `win` (`win-in-secret`), `show` (`show-in-secret`), what an `after` watches (`watched-in-secret`),
//! decisions without a greatest number (`endless-in-secret`), writes that are not the player's own (`shared-write`).

use std::collections::{BTreeMap, BTreeSet};

use rulehound_grammar::diagnostic::{Diagnostic, Label};

use crate::facts::calls::{self, Node};
use crate::facts::stops::is_chance;
use crate::facts::walk::{self, Inside};
use crate::model::{Binder, Block, Expression, ExpressionKind, Opens, Rounds, Statement, StatementKind, Watch};

use super::game::Game;
use super::own::Own;
use super::shared_write;

/// All of them.
pub fn check(game: Game<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for visit in visits(game) {
        check_block(game, visit.block, visit.own, &visit.way, &mut found);
    }
    found
}

/// A secret block, or a body that one runs, with what is known to be the player's own.
#[derive(Clone, Debug)]
pub struct Visit<'m> {
    /// What is run.
    pub block: &'m Block,
    /// What is the player's own when it begins.
    pub own: Own,
    /// How it is reached, outermost first.
    pub way: Vec<Label>,
}

/// All code that runs in secret, once each: what several callers pass on counts as own only if it is with all of them.
pub fn visits(game: Game<'_>) -> Vec<Visit<'_>> {
    let mut found = Vec::new();
    let mut reached: BTreeMap<Node, (Own, Vec<Label>)> = BTreeMap::new();
    for (_, statement, _) in game.statements() {
        let StatementKind::Simultaneous { binder, body, .. } = &statement.kind else { continue };
        let own = Own::of_player(binder.local);
        let way = vec![Label { at: game.head(statement), text: secret_label(game, binder) }];
        pass_on(game, body, own.clone(), &way, &mut reached);
        found.push(Visit { block: body, own, way });
    }
    // Callers first, so that each body is gone through once.
    for node in game.facts.calls.inner_first().iter().rev() {
        let (Some((own, way)), Some(block)) = (reached.get(node).cloned(), calls::body(game.model, *node)) else {
            continue;
        };
        pass_on(game, block, own.clone(), &way, &mut reached);
        found.push(Visit { block, own, way });
    }
    found
}

fn secret_label(game: Game<'_>, binder: &Binder) -> String {
    let name = game.model.locals.get(binder.local.index()).map_or("p", |local| local.name.as_str());
    format!("every `{name}` decides in secret here")
}

fn pass_on(
    game: Game<'_>,
    block: &Block,
    mut own: Own,
    way: &[Label],
    reached: &mut BTreeMap<Node, (Own, Vec<Label>)>,
) {
    for statement in secret_statements(block) {
        own.learn(statement);
        let StatementKind::Do { arguments, .. } = &statement.kind else { continue };
        for node in calls::called(game.model, statement) {
            let passed = own.passed(arguments, &game.parameters(node));
            match reached.get_mut(&node) {
                Some((known, _)) => known.keep(&passed),
                None => {
                    let label = Label { at: statement.at, text: format!("`{}` is run here", game.name(node)) };
                    let way = way.iter().cloned().chain([label]).collect();
                    reached.insert(node, (passed, way));
                }
            }
        }
    }
}

/// The statements of a secret block; those of an inner `simultaneous`, which is refused, are visited on their own.
pub fn secret_statements(block: &Block) -> Vec<&Statement> {
    let mut found = Vec::new();
    for statement in &block.statements {
        found.push(statement);
        for (inside, inner) in walk::blocks(statement) {
            if inside != Inside::Secret {
                found.extend(secret_statements(inner));
            }
        }
    }
    found
}

fn check_block(game: Game<'_>, block: &Block, mut own: Own, way: &[Label], found: &mut Vec<Diagnostic>) {
    for statement in secret_statements(block) {
        own.learn(statement);
        let finding = forbidden(game, statement, &own)
            .or_else(|| watched(game, statement))
            .or_else(|| endless(game, statement))
            .or_else(|| shared_write::check(game, statement, &own));
        if let Some(mut finding) = finding {
            finding.others.extend(way.iter().cloned());
            found.push(finding);
        }
    }
}

fn forbidden(game: Game<'_>, statement: &Statement, own: &Own) -> Option<Diagnostic> {
    let error = |code, message: &str, help: &str| {
        Some(Diagnostic::error(code, message, game.head(statement), "runs in secret").with_help(help))
    };
    if is_chance(game.model, statement) {
        let before = before_all_decide(game, statement, own).unwrap_or_else(|| "roll or draw".to_owned());
        let help =
            format!("{before} on a line before `simultaneous`; or behind its closing brace, in `reveal {{ … }}`");
        return error("chance-in-secret", "there is no chance inside `simultaneous`", &help);
    }
    let traits = statement.traits();
    match traits.opens {
        Opens::Turn => error(
            "turn-in-secret",
            "there is no `turn of` inside `simultaneous`",
            "everybody decides for themselves there; take the `turn of` out",
        ),
        Opens::Secret => error(
            "turn-in-secret",
            "there is no `simultaneous` inside `simultaneous`",
            "put the second one behind the first, or into its `reveal`",
        ),
        Opens::Plan | Opens::Nothing if traits.wins => error(
            "win-in-secret",
            "nobody can win inside `simultaneous`",
            "leave it out here, and look when all have decided: behind the closing brace of `simultaneous` write `reveal { for p in players { if … { win p } } }`; ask there for what was kept in a variable, since names of what was chosen end with that brace",
        ),
        Opens::Plan | Opens::Nothing if traits.shows => {
            error("show-in-secret", "nothing is shown or said inside `simultaneous`", "let it stand in `reveal`")
        }
        Opens::Plan | Opens::Nothing => None,
    }
}

/// How it is written for everybody, if it hangs on nothing but who decides.
fn before_all_decide(game: Game<'_>, statement: &Statement, own: &Own) -> Option<String> {
    let player = own.players().first().and_then(|player| game.model.locals.get(player.index()))?;
    let mut alone = true;
    walk::expressions(statement, &mut |_, expression| {
        let others =
            |part: &Expression| matches!(&*part.kind, ExpressionKind::Local(name) if !own.players().contains(name));
        alone &= !walk::deep(expression).any(others);
    });
    let written = game.model.written(game.head(statement));
    alone.then(|| format!("write `for {} in players {{ {written} }}`", player.name))
}

/// Nothing that an `after` watches: it would run while the others are still deciding.
fn watched(game: Game<'_>, statement: &Statement) -> Option<Diagnostic> {
    let model = game.model;
    let ends = calls::called(model, statement).into_iter().flat_map(|node| match node {
        Node::Clause(runnable, clause) => calls::after_clause(model, &game.facts.watching, runnable, clause),
        Node::Trigger(_) => Vec::new(),
    });
    let triggers: BTreeSet<_> = game.facts.watching.after_move(model, statement).into_iter().chain(ends).collect();
    let trigger = model.triggers.get(triggers.first()?.index())?;
    let watches = match &trigger.watch {
        Watch::Move { .. } => "watches such a move",
        Watch::Rule { .. } => "watches the end of this",
        Watch::When { .. } => "watches this",
    };
    let message = format!("`{}` {watches}, which nobody may see yet", trigger.name);
    Some(
        Diagnostic::error("watched-in-secret", message, game.head(statement), "happens in secret")
            .with_label(trigger.at, "this would run while others are still deciding")
            .with_help("do it in `reveal`, or let the trigger watch something else"),
    )
}

/// Nobody must be able to go on deciding for ever, unseen.
fn endless(game: Game<'_>, statement: &Statement) -> Option<Diagnostic> {
    let facts = game.facts;
    let traits = statement.traits();
    let unbounded = matches!(traits.rounds, Rounds::Unbounded);
    let endless =
        unbounded && (traits.asks || facts.stops.may_stop(game.model, &facts.watching, &facts.calls, statement));
    endless.then(|| {
        Diagnostic::error(
            "endless-in-secret",
            "this may be decided again and again",
            game.head(statement),
            "no greatest number",
        )
        .with_help("say how often at most, such as `repeat 3`")
    })
}
