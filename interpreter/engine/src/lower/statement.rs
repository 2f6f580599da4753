//! Blocks and statements.

use rulehound_grammar::span::Location;

use super::Lowering;
use super::met::{self, Changes};
use crate::program::{Addr, Instruction};
use rulehound_rules::model::{Block, Statement, StatementKind};

impl Lowering<'_> {
    /// A block; its names end with it.
    pub(super) fn block(&mut self, block: &Block) {
        self.behind_veil(|lowering| {
            let from = lowering.next;
            let last_hidden = lowering.last_hidden(block);
            for (index, statement) in block.statements.iter().enumerate() {
                lowering.is_open_behind = last_hidden.is_none_or(|last| last <= index);
                let changes = met::changes(lowering, statement);
                if changes == Changes::Within {
                    met::forget(lowering);
                }
                lowering.veiled(statement, |lowering| lowering.statement(statement));
                if changes != Changes::Never {
                    met::forget(lowering);
                }
            }
            lowering.clear(from, block.at);
        });
    }

    /// The names since `from` end here.
    pub(super) fn clear(&mut self, from: Addr, at: Location) {
        if self.next > from {
            self.emit(Instruction::Clear(from, self.next), at);
        }
    }

    /// Whether a statement may come to a stop.
    pub(super) fn may_stop(&self, statement: &Statement) -> bool {
        let facts = self.facts;
        facts.stops.may_stop(self.model, &facts.watching, &facts.calls, statement)
    }

    fn statement(&mut self, statement: &Statement) {
        let at = statement.at;
        self.statement = at;
        match &statement.kind {
            StatementKind::Choose(choose) => self.lower_choose(choose, at),
            StatementKind::ChooseOption { options, if_none } => self.lower_options(options, if_none.as_ref(), at),
            StatementKind::May(may) => self.lower_may(may, at),
            StatementKind::Require(requirement) => {
                let requirement = self.requirement(requirement);
                self.emit(Instruction::Require(requirement), at);
            }
            StatementKind::If { arms, otherwise } => self.lower_if(arms, otherwise.as_ref(), at),
            StatementKind::For(selection, body) => self.lower_for(selection, body, statement),
            StatementKind::Repeat { times, condition, body } => {
                self.lower_repeat(times.as_ref(), condition.as_ref(), body, at);
            }
            StatementKind::RepeatFor { binder, condition, body } => {
                self.lower_round(binder, condition.as_ref(), body, at);
            }
            StatementKind::Simultaneous { binder, keys, body, reveal } => {
                self.lower_simultaneous(binder, keys, body, reveal.as_ref(), at);
            }
            StatementKind::Plan { keys, body, if_none } => self.lower_plan(keys, body, if_none.as_ref(), at),
            StatementKind::Turn(player, body) => self.lower_turn(player, body, at),
            StatementKind::LayOut(_, body) => self.block(body),
            StatementKind::Leave(leave) => self.lower_leave(*leave, at),
            StatementKind::Let(local, value) => self.lower_let(*local, value, at),
            StatementKind::MoveEach(..)
            | StatementKind::MoveAll { .. }
            | StatementKind::MoveSome { .. }
            | StatementKind::Move(..)
            | StatementKind::DrawFrom { .. }
            | StatementKind::DrawOne(_)
            | StatementKind::Roll(_)
            | StatementKind::Shuffle(_)
            | StatementKind::Swap(..)
            | StatementKind::Remember(_)
            | StatementKind::Set { .. } => self.effect(statement),
            StatementKind::Show { what, to } => self.lower_show(what, to.as_ref(), at),
            StatementKind::Do { runnable, arguments } => self.lower_do(*runnable, arguments, at),
            StatementKind::Win(win) => self.lower_win(win, at),
        }
    }
}
