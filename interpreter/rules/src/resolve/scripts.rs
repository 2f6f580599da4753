//! Expressions of scripts, resolved against a finished game.

use std::borrow::Cow;

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::FileId;
use rulehound_grammar::tree::{self, ExpressionKind as Tree};

use super::names::{Names, RunnableName};
use super::{Reported, Resolver};
use crate::model::{Expression, Local, Model, RunnableId};

/// An expression with the names it binds.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// The expression.
    pub expression: Expression,
    /// The names it binds; their numbers continue behind those of the model.
    pub locals: Vec<Local>,
}

/// A phase or rule with its values.
#[derive(Clone, Debug)]
pub struct Call {
    /// Which.
    pub runnable: RunnableId,
    /// Values for all its parameters.
    pub arguments: Vec<Expression>,
    /// The names the values bind; their numbers continue behind those of the model.
    pub locals: Vec<Local>,
}

/// Resolves any expression of the language against a finished model. The names of the players at the table are constants.
///
/// # Errors
/// Everything that is wrong with it, located in `file`.
pub fn resolve_expression(
    model: &Model,
    tree: &tree::Expression,
    players: &[String],
    file: FileId,
) -> Result<Resolved, Vec<Diagnostic>> {
    let mut resolver = resolver(model, players, file);
    let expression = resolver.expression(tree).and_then(|expression| resolver.as_it_is(expression));
    match expression {
        Ok(expression) => Ok(Resolved { expression, locals: resolver.locals }),
        Err(Reported) => Err(resolver.diagnostics),
    }
}

/// Resolves `name(a, b)` or a bare `name` as a phase or rule to run.
///
/// # Errors
/// Everything that is wrong with it, located in `file`.
pub fn resolve_call(
    model: &Model,
    tree: &tree::Expression,
    players: &[String],
    file: FileId,
) -> Result<Call, Vec<Diagnostic>> {
    let mut resolver = resolver(model, players, file);
    match resolver.script_call(tree) {
        Ok((runnable, arguments)) => Ok(Call { runnable, arguments, locals: resolver.locals }),
        Err(Reported) => Err(resolver.diagnostics),
    }
}

fn resolver<'a>(model: &'a Model, players: &[String], file: FileId) -> Resolver<'a> {
    let mut resolver = Resolver::new(Cow::Borrowed(model), Names::of(model), model.locals.len());
    resolver.scope.table = players.to_vec();
    resolver.file = file;
    resolver
}

impl Resolver<'_> {
    fn script_call(&mut self, tree: &tree::Expression) -> super::Resolved<(RunnableId, Vec<Expression>)> {
        let (name, arguments): (&tree::Name, &[tree::Expression]) = match &*tree.kind {
            Tree::Name(name) => (name, &[]),
            Tree::Call(callee, arguments) => match &*callee.kind {
                Tree::Name(name) => (name, arguments),
                _ => {
                    return Err(self.error(
                        "wrong-arguments",
                        "a phase or rule is wanted here",
                        tree.span,
                        "not a name",
                    ));
                }
            },
            _ => return Err(self.error("wrong-arguments", "a phase or rule is wanted here", tree.span, "not a name")),
        };
        let Some(RunnableName::Runnable(id)) = self.names.runnable(&name.text) else {
            return Err(self.unknown_runnable(name, "phase or rule"));
        };
        let targets = self.model.runnables.get(id.index()).map(|one| one.parameters.clone()).unwrap_or_default();
        let arguments = self.call_arguments(&name.text, &targets, arguments, tree.span)?;
        Ok((id, arguments))
    }
}
