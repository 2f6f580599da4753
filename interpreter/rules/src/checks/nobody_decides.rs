//! `nobody-decides`: on every chain of calls from `play` somebody must be on turn where there is something to choose.

use rulehound_grammar::diagnostic::Diagnostic;

use super::game::Game;
use super::route::Routes;

/// All of them.
pub fn check(game: Game<'_>) -> Vec<Diagnostic> {
    let routes = Routes::from_play(game, |_, step| !step.around.turn && !step.around.secret);
    let mut found = Vec::new();
    for (node, statement, around) in game.statements() {
        if statement.traits().asks && !around.turn && !around.secret && routes.reaches(node) {
            let here =
                Diagnostic::error("nobody-decides", "nobody is on turn here", game.head(statement), "who decides?")
                    .with_help("put it, and what hangs on it, into `turn of p { … }`; or into `simultaneous p in players { … }` if all decide at once");
            found.push(routes.show(game, node, here));
        }
    }
    found
}
