//! `nobody-decides`: on every chain of calls from `play` somebody must be on turn where there is something to choose.

use rulehound_grammar::diagnostic::Diagnostic;

use crate::model::{Statement, StatementKind};

use super::game::Game;
use super::route::Routes;

/// All of them.
pub fn check(game: Game<'_>) -> Vec<Diagnostic> {
    let routes = Routes::from_play(game, |_, step| !step.around.turn && !step.around.secret);
    let mut found = Vec::new();
    for (node, statement, around) in game.statements() {
        if is_decision(statement) && !around.turn && !around.secret && routes.reaches(node) {
            let here =
                Diagnostic::error("nobody-decides", "nobody is on turn here", game.head(statement), "who decides?")
                    .with_help("put it into `turn of p { … }`, or into `simultaneous` if all decide at once");
            found.push(routes.show(game, node, here));
        }
    }
    found
}

/// Whether somebody is asked.
pub fn is_decision(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Choose(_)
        | StatementKind::ChooseSeveral(_)
        | StatementKind::ChooseOption { .. }
        | StatementKind::May(_) => true,
        StatementKind::Require(_)
        | StatementKind::If { .. }
        | StatementKind::For(..)
        | StatementKind::Repeat { .. }
        | StatementKind::RepeatFor { .. }
        | StatementKind::Simultaneous { .. }
        | StatementKind::Plan { .. }
        | StatementKind::Turn(..)
        | StatementKind::Leave(_)
        | StatementKind::Let(..)
        | StatementKind::MoveEach(..)
        | StatementKind::MoveAll { .. }
        | StatementKind::MoveSome { .. }
        | StatementKind::Move(..)
        | StatementKind::DrawFrom { .. }
        | StatementKind::DrawOne(_)
        | StatementKind::Roll(_)
        | StatementKind::Shuffle(_)
        | StatementKind::Set { .. }
        | StatementKind::Show { .. }
        | StatementKind::Do { .. }
        | StatementKind::Win(_) => false,
    }
}
