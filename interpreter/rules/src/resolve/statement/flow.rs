//! The order of play: `if`, loops, `turn of`, `leave`, `do`, `let`, `win`.

use rulehound_grammar::span::{Location, Span};
use rulehound_grammar::tree;

use super::super::convert::Wanted;
use super::super::names::RunnableName;
use super::super::types;
use super::super::{Reported, Resolved, Resolver};
use crate::model::{Binder, Block, Expression, ExpressionKind, Leave, Life, Sort, Statement, StatementKind, Win};

/// `repeat turn of p in …` is `repeat for p in … { turn of p { … } }`.
fn turn_of(binder: &Binder, name: Location, at: Location, body: Block) -> Block {
    let player =
        Expression { kind: Box::new(ExpressionKind::Local(binder.local)), of: types::one(Sort::Player), at: name };
    let around = body.at;
    Block { statements: vec![Statement { kind: StatementKind::Turn(player, body), at }], at: around }
}

/// `turn of p in players`: that is said of the turns of several.
pub(super) fn one_after_the_other(resolver: &mut Resolver<'_>, player: &tree::Expression) -> Resolved<()> {
    let tree::ExpressionKind::Binary(tree::BinaryOperator::In, name, _) = &*player.kind else { return Ok(()) };
    let tree::ExpressionKind::Name(name) = &*name.kind else { return Ok(()) };
    let p = &name.text;
    let message = "`turn of` is the turn of one player";
    let help = format!(
        "round and round the table is `repeat turn of {p} in S {{ … }}`; once for each is `for {p} in S {{ turn of {p} {{ … }} }}`"
    );
    Err(resolver.error_with_help("wrong-type", message, player.span, "this goes through several", help))
}

impl Resolver<'_> {
    pub(super) fn if_statement(
        &mut self,
        arms: &[(tree::Expression, tree::Block)],
        otherwise: Option<&tree::Block>,
    ) -> Resolved<StatementKind> {
        let arms: Vec<_> = arms
            .iter()
            .map(|(condition, block)| {
                let condition = self.condition(condition);
                let block = self.block(block);
                Ok((condition?, block))
            })
            .collect();
        let otherwise = self.optional_block(otherwise);
        Ok(StatementKind::If { arms: arms.into_iter().collect::<Resolved<Vec<_>>>()?, otherwise })
    }

    pub(super) fn repeat_for(
        &mut self,
        turn: Option<Span>,
        pick: &tree::Pick,
        condition: Option<&tree::Expression>,
        body: &tree::Block,
    ) -> Resolved<StatementKind> {
        // `while` is looked at before the next element is known, so it does not see the name.
        let condition = self.optional_condition(condition);
        self.scope.open();
        let binder = match turn {
            Some(_) => self.player_binder(pick),
            None => self.binder(pick, Life::Block),
        };
        let names = self.scope.close();
        let body = self.block_with(names, body);
        let body = match (turn, &binder) {
            (Some(turn), Ok(binder)) => {
                turn_of(binder, self.at(pick.name.span), self.at(turn.join(body.at.span)), body)
            }
            (Some(_) | None, _) => body,
        };
        Ok(StatementKind::RepeatFor { binder: binder?, condition: condition?, body })
    }

    pub(super) fn simultaneous(
        &mut self,
        pick: &tree::Pick,
        keys: &[tree::Key],
        body: &tree::Block,
        reveal: Option<&tree::Block>,
    ) -> Resolved<StatementKind> {
        self.scope.open();
        let binder = self.player_binder(pick);
        let keys = self.keys(keys);
        let names = self.scope.close();
        let body = self.block_with(names, body);
        let reveal = self.optional_block(reveal);
        Ok(StatementKind::Simultaneous { binder: binder?, keys: keys?, body, reveal })
    }

    fn player_binder(&mut self, pick: &tree::Pick) -> Resolved<Binder> {
        let binder = self.binder(pick, Life::Block)?;
        if binder.set.of.sort == Sort::Player {
            return Ok(binder);
        }
        let label = format!("this is {}", self.words(&binder.set.of));
        Err(self.error("wrong-type", "players are wanted here", binder.set.at.span, label))
    }

    pub(super) fn plan(
        &mut self,
        keys: &[tree::Key],
        body: &tree::Block,
        if_none: Option<&tree::Block>,
    ) -> Resolved<StatementKind> {
        let keys = self.keys(keys);
        let body = self.block(body);
        let if_none = self.optional_block(if_none);
        Ok(StatementKind::Plan { keys: keys?, body, if_none })
    }

    pub(super) fn leave(&mut self, leave: &tree::Leave) -> Resolved<StatementKind> {
        Ok(StatementKind::Leave(match leave {
            tree::Leave::Turn => Leave::Turn,
            tree::Leave::Plan => Leave::Plan,
            tree::Leave::Named(name) => {
                self.uses.of_runnable(self.at(name.span), &name.text, &self.names);
                match self.names.runnable(&name.text) {
                    Some(RunnableName::Runnable(id)) => {
                        Leave::Runnable(super::super::depths::left_here(self, id, name)?)
                    }
                    Some(RunnableName::Trigger(id)) => Leave::Trigger(id),
                    None => return Err(self.unknown_runnable(name, "phase, rule or trigger")),
                }
            }
        }))
    }

    pub(super) fn let_statement(&mut self, name: &tree::Name, value: &tree::Expression) -> Resolved<StatementKind> {
        match self.expression(value).and_then(|value| self.as_it_is(value)) {
            Ok(value) => {
                let local = self.bind(name, value.of.clone(), Life::Block);
                Ok(StatementKind::Let(local, value))
            }
            Err(Reported) => {
                self.bind_spoilt(name);
                Err(Reported)
            }
        }
    }

    pub(super) fn do_statement(
        &mut self,
        name: &tree::Name,
        arguments: Option<&[tree::Expression]>,
        span: Span,
    ) -> Resolved<StatementKind> {
        if name.text == "base"
            && let Some(base) = self.scope.base.clone()
        {
            let runnable = self.former_runnable(base.former)?;
            let targets =
                self.model.runnables.get(runnable.index()).map(|one| one.parameters.clone()).unwrap_or_default();
            let arguments = self.base_arguments(&base, &targets, arguments, span)?;
            let runnable = super::super::depths::runnable_here(self, runnable);
            return Ok(StatementKind::Do { runnable, arguments });
        }
        self.uses.of_runnable(self.at(name.span), &name.text, &self.names);
        let runnable = match self.names.runnable(&name.text) {
            Some(RunnableName::Runnable(id)) => id,
            Some(RunnableName::Trigger(_)) => {
                let help = format!(
                    "leave this line out: `{0}` happens by itself, whenever what it waits for is so. To do the same here, too, put what it does into a `rule`, and `do` that rule in both places",
                    name.text
                );
                return Err(self.error_with_help(
                    "wrong-type",
                    "a trigger cannot be carried out",
                    name.span,
                    "a trigger",
                    help,
                ));
            }
            None if arguments.is_none() => return Err(super::super::runnables::unknown_rule(self, name)),
            None => return Err(self.unknown_runnable(name, "phase or rule")),
        };
        if self.runnables.get(runnable.index()).is_some_and(|work| work.spoilt) {
            return Err(Reported);
        }
        let targets = self.model.runnables.get(runnable.index()).map(|one| one.parameters.clone()).unwrap_or_default();
        let arguments = self.call_arguments(&name.text, &targets, arguments.unwrap_or_default(), span)?;
        let runnable = super::super::depths::runnable_here(self, runnable);
        Ok(StatementKind::Do { runnable, arguments })
    }

    pub(super) fn win(&mut self, win: &tree::Win) -> Resolved<StatementKind> {
        Ok(StatementKind::Win(match win {
            tree::Win::Nobody => Win::Nobody,
            tree::Win::These(players) => {
                let players = self.expression(players)?;
                if players.of.sort != Sort::Player {
                    return Err(self.wanted_but(Wanted::Player, &players));
                }
                Win::These(players)
            }
            tree::Win::Ranked(pick, keys) => self.with_names(|this| {
                let binder = this.player_binder(pick);
                let keys = this.keys(keys);
                Ok(Win::Ranked(binder?, keys?))
            })?,
        }))
    }
}
