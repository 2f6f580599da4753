//! Statements.

mod choices;
mod effects;
mod flow;
mod lay_out;
mod rolling;

use rulehound_grammar::tree::{self, StatementKind as Tree};

use super::scope::Bound;
use super::{MOST_DEPTH, Resolved, Resolver};
use crate::model::{Block, Life, Repeat, Requirement, Selection, Statement, StatementKind};

impl Resolver<'_> {
    /// A block with names of its own. Statements that are wrong are left out; then there will be no model.
    pub(super) fn block(&mut self, block: &tree::Block) -> Block {
        let at = self.at(block.span);
        if self.depth >= MOST_DEPTH {
            self.error("too-deep", "this block lies too deep in others", block.span, "here");
            return Block { statements: Vec::new(), at };
        }
        self.depth += 1;
        self.scope.open();
        let found: Vec<_> = block.statements.iter().map(|statement| self.statement(statement)).collect();
        self.scope.close();
        self.depth -= 1;
        Block { statements: found.into_iter().filter_map(|one| self.kept(one)).collect(), at }
    }

    /// A block in which names of the statement are known.
    fn block_with(&mut self, names: Names, block: &tree::Block) -> Block {
        self.scope.open();
        self.scope.take_in(names);
        let block = self.block(block);
        self.scope.close();
        block
    }

    fn optional_block(&mut self, block: Option<&tree::Block>) -> Option<Block> {
        block.map(|block| self.block(block))
    }

    fn statement(&mut self, statement: &tree::Statement) -> Resolved<Statement> {
        let kind = self.statement_kind(statement)?;
        Ok(Statement { kind, at: self.at(statement.span) })
    }

    fn statement_kind(&mut self, statement: &tree::Statement) -> Resolved<StatementKind> {
        let span = statement.span;
        match &statement.kind {
            Tree::Choose(choose) => self.choose(choose),
            Tree::ChooseOption(choose) => self.choose_option(choose),
            Tree::May(may) => self.may(may),
            Tree::Require(requirement) => self.requirement(requirement).map(StatementKind::Require),
            Tree::If { arms, otherwise } => self.if_statement(arms, otherwise.as_ref()),
            Tree::For(selection, body) => {
                let (selection, names) = self.selection(selection);
                let body = self.block_with(names, body);
                Ok(StatementKind::For(selection?, body))
            }
            Tree::Repeat { times, condition, body } => {
                let times = times.as_ref().map(|times| self.one_of(times, super::convert::Wanted::Number)).transpose();
                let condition = self.optional_condition(condition.as_ref());
                let body = self.block(body);
                Ok(StatementKind::Repeat { times: times?, condition: condition?, body })
            }
            Tree::RepeatFor { turn, pick, condition, body } => self.repeat_for(*turn, pick, condition.as_ref(), body),
            Tree::Simultaneous { pick, keys, body, reveal } => self.simultaneous(pick, keys, body, reveal.as_ref()),
            Tree::Plan { keys, body, if_none } => self.plan(keys, body, if_none.as_ref()),
            Tree::Turn(player, body) => {
                flow::one_after_the_other(self, player)?;
                let player = self.one_of(player, super::convert::Wanted::Player);
                let body = self.block(body);
                Ok(StatementKind::Turn(player?, body))
            }
            Tree::Leave(leave) => self.leave(leave),
            Tree::Let(name, value) => self.let_statement(name, value),
            Tree::Move(one) => self.move_statement(one),
            Tree::DrawFrom { amount, from, to } => self.draw_from(amount, from, to),
            Tree::DrawOne(pick) => self.binder(pick, Life::Block).map(StatementKind::DrawOne),
            Tree::Roll(target) => self.roll(target),
            Tree::Shuffle(pile) => self.shuffle(pile),
            Tree::LayOut { board, rows, legend } => lay_out::lay_out(self, board, rows, legend, span),
            Tree::Swap(one, other) => self.swap(one, other),
            Tree::Set { target, operator, value } => self.set_statement(target, *operator, value, span),
            Tree::Remember(what) => self::effects::remember(self, what, span).map(StatementKind::Remember),
            Tree::Say { text, to } => effects::say(self, text, to.as_ref()),
            Tree::Show { what, to } => self.show(what, to.as_ref()),
            Tree::Do { name, arguments } => self.do_statement(name, arguments.as_deref(), span),
            Tree::Win(win) => self.win(win),
        }
    }

    /// What a statement goes through, with the names it binds.
    fn selection(&mut self, selection: &tree::Selection) -> (Resolved<Selection>, Names) {
        let first =
            selection.first.as_ref().map(|first| self.one_of(first, super::convert::Wanted::Number)).transpose();
        self.scope.open();
        let binders = self.binders(&selection.picks, Life::Block);
        let keys = self.keys(&selection.keys);
        let names = self.scope.close();
        let resolved = first.and_then(|first| Ok(Selection { first, binders: binders?, keys: keys? }));
        (resolved, names)
    }

    fn requirements(&mut self, requirements: &[tree::Requirement]) -> Resolved<Vec<Requirement>> {
        let found: Vec<_> = requirements.iter().map(|one| self.requirement(one)).collect();
        found.into_iter().collect()
    }

    fn requirement(&mut self, requirement: &tree::Requirement) -> Resolved<Requirement> {
        let condition = self.condition(&requirement.condition);
        let otherwise = requirement.otherwise.as_ref().map(|text| self.text(text)).transpose();
        Ok(Requirement { condition: condition?, otherwise: otherwise?, at: self.at(requirement.span) })
    }

    fn repeat(&mut self, repeat: &tree::Repeat) -> Resolved<Repeat> {
        match repeat {
            tree::Repeat::Once => Ok(Repeat::Once),
            tree::Repeat::Often => Ok(Repeat::Often),
            tree::Repeat::AtMost(times) => self.one_of(times, super::convert::Wanted::Number).map(Repeat::AtMost),
        }
    }
}

/// Names bound by a statement.
type Names = std::collections::BTreeMap<String, (Bound, rulehound_grammar::span::Location)>;
