//! `secret-read`: choices, plans and secret blocks read only what their player sees; audiences read only what all see
//! (`secret-audience`).

use rulehound_grammar::diagnostic::Diagnostic;

use crate::facts::walk::{self, Inside, Role};
use crate::model::{AreaKind, Audience, Block, Expression, Sort, Statement};

use super::deciding::{Deciding, within};
use super::game::Game;
use super::hidden::{Hidden, HiddenReads, Viewer};
use super::{planning, secret};

/// All of them.
pub fn check(game: Game<'_>) -> Vec<Diagnostic> {
    let reads = HiddenReads::new(game.model, game.facts, &Viewer::Somebody);
    let mut found = Vec::new();
    let plans = planning::inside(game);
    let deciding = Deciding::new(game);
    for (node, body) in game.bodies() {
        let look = Look { game, reads: &reads, in_plan: plans.reaches(node) };
        look.block(body, &deciding.viewer(node), &mut found);
    }
    for visit in secret::visits(game) {
        let mut own = visit.own;
        for statement in secret::secret_statements(visit.block) {
            own.learn(statement);
            let viewer = Viewer::Named(own.players().clone());
            walk::expressions(statement, &mut |_, e| {
                report(game, &reads, &viewer, e, "the player would learn it", &mut found)
            });
        }
    }
    audiences(game, &mut found);
    found
}

/// One way through a body.
#[derive(Clone, Copy)]
struct Look<'l, 'm> {
    game: Game<'m>,
    reads: &'l HiddenReads,
    in_plan: bool,
}

impl<'m> Look<'_, 'm> {
    fn block(self, block: &'m Block, viewer: &Viewer<'m>, found: &mut Vec<Diagnostic>) {
        for statement in &block.statements {
            self.statement(statement, viewer, found);
            for (inside, inner) in walk::blocks(statement) {
                let viewer = within(statement, inside, viewer);
                match inside {
                    // Looked at with the names that are the player's own.
                    Inside::Secret => {}
                    Inside::Plan => Self { in_plan: true, ..self }.block(inner, &viewer, found),
                    Inside::Turn | Inside::Way | Inside::IfNone | Inside::Arm | Inside::Round | Inside::Reveal => {
                        self.block(inner, &viewer, found)
                    }
                }
            }
        }
    }

    fn statement(self, statement: &'m Statement, viewer: &Viewer<'m>, found: &mut Vec<Diagnostic>) {
        let decision = statement.traits().asks;
        walk::expressions(statement, &mut |role, expression| {
            let asked = match role {
                Role::Offer | Role::Require | Role::Wording => decision || self.in_plan,
                Role::Work => self.in_plan,
            };
            if asked {
                report(self.game, self.reads, viewer, expression, "the player would learn it", found);
            }
        });
    }
}

fn report(
    game: Game<'_>,
    reads: &HiddenReads,
    viewer: &Viewer<'_>,
    expression: &Expression,
    why: &str,
    found: &mut Vec<Diagnostic>,
) {
    // Where one of them is wanted, it may be had without looking.
    let unseen = |hidden: &Hidden| match expression.of.sort {
        Sort::Component { .. } if hidden.through.is_none() => {
            format!(
                "to take one without looking write `draw 1 from {} to …` in place of this line and of what moves it; else ",
                game.model.written(hidden.at)
            )
        }
        _ => String::new(),
    };
    for hidden in reads.of(game.model, viewer, expression) {
        let message = format!("{} is hidden from the player who decides{}", hidden.what, through(&hidden));
        found.push(
            Diagnostic::error("secret-read", message, hidden.at, why)
                .with_label(hidden.declared, "declared here")
                .with_help(match asked_behind(game, expression) {
                    Some(asked) => asked,
                    None => format!(
                        "{}leave out what reads it, so that all may be chosen, and look once one is chosen, on a line behind: `if … {{ … }}`; how many there are may be asked, as all see that; or change who sees it with `seen by`",
                        unseen(&hidden)
                    ),
                }),
        );
    }
}

/// The longest condition that is written once more in advice.
const LONGEST_CONDITION: usize = 80;

/// What to write in place of a condition, if it is one.
fn asked_behind(game: Game<'_>, expression: &Expression) -> Option<String> {
    let condition = game.model.written(expression.at);
    let short = condition.len() <= LONGEST_CONDITION && !condition.contains('\n');
    (short && expression.of.sort == Sort::YesNo).then(|| {
        format!(
            "leave out the whole condition with its `where` or `require`, so that all may be chosen, and ask on a line behind it: `if {condition} {{ … }}`, with what follows from it between the braces; or change who sees it with `seen by`"
        )
    })
}

fn through(hidden: &Hidden) -> String {
    hidden.through.as_ref().map(|name| format!(", and `{name}` reads it")).unwrap_or_default()
}

fn audiences(game: Game<'_>, found: &mut Vec<Diagnostic>) {
    let mut audiences: Vec<&Audience> = game.model.variables.iter().map(|variable| &variable.audience).collect();
    audiences.extend(game.model.kinds.iter().flat_map(|kind| &kind.attributes).filter_map(|one| one.audience.as_ref()));
    for area in &game.model.areas {
        if let AreaKind::Zone(zone) = &area.kind {
            audiences.extend(zone.top.iter().chain([&zone.audience]));
        }
    }
    let told: Vec<&Expression> = audiences.into_iter().flat_map(walk::audience_expressions).collect();
    if told.is_empty() {
        return;
    }
    let reads = HiddenReads::new(game.model, game.facts, &Viewer::Always);
    for expression in told {
        for hidden in reads.of(game.model, &Viewer::Always, expression) {
            let message =
                format!("{} is not seen by all, and says who sees something{}", hidden.what, through(&hidden));
            found.push(
                Diagnostic::error("secret-audience", message, hidden.at, "everybody would learn it from what is shown")
                    .with_label(hidden.declared, "declared here")
                    .with_help("let an audience read only what is seen by all, or write `seen by all` of it where it is declared"),
            );
        }
    }
}
