//! `asking-tells`: everybody sees who decides. Where that depends on what not all see, it gives that away: the players of a `simultaneous`,
//! the player of a `turn of`, and both wherever a condition decides whether they are come to at all.

use rulehound_grammar::diagnostic::Diagnostic;

use crate::facts::walk::{self, Inside};
use crate::facts::{calls, spread};
use crate::model::{Binder, Block, Expression, ExpressionKind, Key, Statement, StatementKind};

use super::game::Game;
use super::hidden::Hidden;

/// All of them.
pub fn check(game: Game<'_>) -> Vec<Diagnostic> {
    let look = Look { game };
    let mut found = Vec::new();
    for (node, body) in game.bodies() {
        let mut watched = None;
        if let calls::Node::Trigger(trigger) = node
            && let Some(trigger) = game.model.triggers.get(trigger.index())
        {
            walk::watch_expressions(&trigger.watch, &mut |_, expression| {
                watched = watched.take().or_else(|| look.hidden(expression));
            });
        }
        look.block(body, watched.as_ref(), &mut found);
    }
    found
}

#[derive(Clone, Copy)]
struct Look<'m> {
    game: Game<'m>,
}

impl Look<'_> {
    fn hidden(self, expression: &Expression) -> Option<Hidden> {
        self.game.not_seen_by_all(expression)
    }

    fn first<'e>(self, expressions: impl IntoIterator<Item = &'e Expression>) -> Option<Hidden> {
        expressions.into_iter().find_map(|expression| self.hidden(expression))
    }

    /// `under` is the hidden thing that decides whether this block runs. What comes back decides whether anything runs behind it, since
    /// something is left inside.
    fn block(self, block: &Block, under: Option<&Hidden>, found: &mut Vec<Diagnostic>) -> Option<Hidden> {
        let mut under = under.cloned();
        let mut left = None;
        for statement in &block.statements {
            let here = self.decides(statement);
            if let Some(hidden) = self.asks_whom(statement).as_ref().or(under.as_ref())
                && self.asks(statement)
            {
                found.push(self.warning(statement, hidden));
            }
            let inside = under.clone().or_else(|| here.clone());
            for (kind, inner) in walk::blocks(statement) {
                // What happens in a secret block nobody else sees.
                if kind != Inside::Secret {
                    left = left.or(self.block(inner, inside.as_ref(), found));
                }
            }
            // What stands behind runs only if this was not left.
            left = left.or(here.filter(|_| leaves(statement)));
            under = under.or_else(|| left.clone());
        }
        left
    }

    /// Something hidden that decides which blocks of a statement run, and how often.
    fn decides(self, statement: &Statement) -> Option<Hidden> {
        match &statement.kind {
            StatementKind::If { arms, .. } => self.first(arms.iter().map(|(condition, _)| condition)),
            StatementKind::For(selection, _) => {
                let bound = selection.binders.iter().find_map(|binder| self.of_binder(binder, &selection.keys));
                bound.or_else(|| self.first(&selection.first))
            }
            StatementKind::Repeat { times, condition, .. } => self.first(times.iter().chain(condition)),
            StatementKind::RepeatFor { binder, condition, .. } => {
                self.of_binder(binder, &[]).or_else(|| self.first(condition))
            }
            StatementKind::Choose(_)
            | StatementKind::ChooseOption { .. }
            | StatementKind::May(_)
            | StatementKind::Require(_)
            | StatementKind::Simultaneous { .. }
            | StatementKind::Plan { .. }
            | StatementKind::Turn(..)
            | StatementKind::LayOut(..)
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
            | StatementKind::Swap(..)
            | StatementKind::Set { .. }
            | StatementKind::Remember(_)
            | StatementKind::Show { .. }
            | StatementKind::Do { .. }
            | StatementKind::Win(_) => None,
        }
    }

    /// How many lie somewhere all see: only which of them, and in which order, may tell.
    fn of_binder(self, binder: &Binder, keys: &[Key]) -> Option<Hidden> {
        let counted = matches!(binder.set.kind.as_ref(), ExpressionKind::Contents(_));
        let set = (!counted || binder.condition.is_some()).then_some(&binder.set);
        self.first(
            set.into_iter().chain(&binder.from).chain(&binder.condition).chain(keys.iter().map(|key| &key.value)),
        )
    }

    /// Something hidden that decides whom a statement asks.
    fn asks_whom(self, statement: &Statement) -> Option<Hidden> {
        match &statement.kind {
            StatementKind::Simultaneous { binder, keys, .. } => self.of_binder(binder, keys),
            StatementKind::Turn(player, _) => self.hidden(player),
            // Which clause runs depends on the values.
            StatementKind::Do { arguments, .. } if calls::called(self.game.model, statement).len() > 1 => {
                self.first(arguments)
            }
            StatementKind::Choose(_)
            | StatementKind::ChooseOption { .. }
            | StatementKind::May(_)
            | StatementKind::Require(_)
            | StatementKind::If { .. }
            | StatementKind::For(..)
            | StatementKind::Repeat { .. }
            | StatementKind::RepeatFor { .. }
            | StatementKind::Plan { .. }
            | StatementKind::LayOut(..)
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
            | StatementKind::Swap(..)
            | StatementKind::Set { .. }
            | StatementKind::Remember(_)
            | StatementKind::Show { .. }
            | StatementKind::Do { .. }
            | StatementKind::Win(_) => None,
        }
    }

    /// Whether a statement itself, or what it calls, asks somebody who was not asked before.
    fn asks(self, statement: &Statement) -> bool {
        let called = calls::called(self.game.model, statement);
        let reached = spread::reached(called, |node| self.game.facts.calls.next(node));
        let bodies = reached.into_iter().filter_map(|node| calls::body(self.game.model, node));
        asks_itself(statement) || bodies.flat_map(walk::statements).any(asks_itself)
    }

    fn warning(self, statement: &Statement, hidden: &Hidden) -> Diagnostic {
        let through = hidden.through.as_ref().map(|name| format!(" (`{name}` reads it)")).unwrap_or_default();
        let message = format!("who is asked here tells of {}{through}, which not all see", hidden.what);
        Diagnostic::warning("asking-tells", message, self.game.head(statement), "everybody sees who decides here")
            .with_label(hidden.at, "read here")
            .with_label(hidden.declared, "declared here")
            .with_help("ask everybody: take out the condition that reads it, and put it behind the option that only some may take, as in `option \"…\" require … { … }`; or note what has been shown in a variable that is `seen by all`, and read that")
    }
}

fn asks_itself(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::Turn(..) | StatementKind::Simultaneous { .. })
}

fn leaves(statement: &Statement) -> bool {
    let inner = walk::blocks(statement).into_iter().flat_map(|(_, block)| walk::statements(block));
    inner.into_iter().any(|inner| matches!(inner.kind, StatementKind::Leave(_)))
}
