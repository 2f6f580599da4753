//! Loops, turns and calls.

use rulehound_grammar::span::Location;

use super::Lowering;
use crate::program::{Holder, Instruction, LeaveCode, ListPlace, Pc, Region, RegionKind, SelectionCode};
use rulehound_rules::model::{Binder, Block, Expression, Leave, LocalId, RunnableId, Selection, Sort, Statement};

impl Lowering<'_> {
    /// Conditions with their blocks.
    pub(super) fn lower_if(&mut self, arms: &[(Expression, Block)], otherwise: Option<&Block>, at: Location) {
        let mut ends = Vec::new();
        for (condition, block) in arms {
            let test = self.expression(condition);
            let skip = self.emit(Instruction::Unless(test, 0), condition.at);
            self.block(block);
            ends.push(self.emit(Instruction::Jump(0), at));
            self.land(skip);
        }
        if let Some(block) = otherwise {
            self.block(block);
        }
        for end in ends {
            self.land(end);
        }
    }

    /// The target of a jump is here.
    pub(super) fn land(&mut self, jump: Pc) {
        let here = self.pc();
        self.patch(jump, |instruction| {
            if let Some(target) = instruction.open_target() {
                *target = here;
            }
        });
    }

    /// The names of a selection are bound before its parts are made, since later parts see earlier names.
    pub(super) fn selection(&mut self, selection: &Selection) -> (SelectionCode, Vec<u32>) {
        let first = selection.first.as_ref().map(|first| self.expression(first));
        let mut locals = Vec::new();
        let mut binders = Vec::new();
        for binder in &selection.binders {
            locals.push(self.bind(binder.local));
            binders.push(self.binder(binder));
        }
        let keys = self.keys(&selection.keys);
        (SelectionCode { first, binders: binders.into(), keys }, locals)
    }

    /// How many tuples a selection has at most.
    pub(super) fn selection_bound(&self, selection: &Selection) -> u32 {
        let tuples = selection.binders.iter().map(|binder| self.bound(&binder.set.of)).fold(1, u32::saturating_mul);
        match selection.first.as_ref().map(|first| &first.of.sort) {
            Some(Sort::Number { greatest, .. }) => tuples.min(u32::try_from(*greatest).unwrap_or(0)),
            Some(_) | None => tuples,
        }
    }

    /// `for`.
    pub(super) fn lower_for(&mut self, selection: &Selection, body: &Block, statement: &Statement) {
        let from = self.next;
        let (code, locals) = self.selection(selection);
        let width = u32::try_from(locals.len()).unwrap_or(u32::MAX);
        let place = if self.may_stop(statement) {
            let list = self.list(width, self.selection_bound(selection));
            let columns: Vec<bool> =
                selection.binders.iter().map(|binder| matches!(binder.set.of.sort, Sort::Component { .. })).collect();
            if columns.contains(&true) {
                self.program.holders.push(Holder::List(list.clone(), columns));
            }
            ListPlace::Kept(list)
        } else {
            self.lists += 1;
            ListPlace::Passing(self.lists - 1)
        };
        self.emit(Instruction::ForStart(place.clone(), code), statement.at);
        let top = self.emit(Instruction::ForNext(place, locals, 0), statement.at);
        self.block(body);
        self.emit(Instruction::Jump(top), statement.at);
        self.land(top);
        self.clear(from, statement.at);
    }

    /// `repeat`.
    pub(super) fn lower_repeat(
        &mut self,
        times: Option<&Expression>,
        condition: Option<&Expression>,
        body: &Block,
        at: Location,
    ) {
        let from = self.next;
        let counter = times.map(|times| {
            let times = self.expression(times);
            let counter = self.cells(1);
            self.emit(Instruction::Count(counter, times), at);
            counter
        });
        let top = self.pc();
        let mut exits = Vec::new();
        if let Some(counter) = counter {
            exits.push(self.emit(Instruction::CountDown(counter, 0), at));
        }
        if let Some(condition) = condition {
            let test = self.expression(condition);
            exits.push(self.emit(Instruction::Unless(test, 0), condition.at));
        }
        self.block(body);
        self.emit(Instruction::Jump(top), at);
        for exit in exits {
            self.land(exit);
        }
        self.clear(from, at);
    }

    /// `repeat for`.
    pub(super) fn lower_round(&mut self, binder: &Binder, condition: Option<&Expression>, body: &Block, at: Location) {
        let from = self.next;
        let last = self.cells(1);
        let name = self.bind(binder.local);
        let code = self.binder(binder);
        self.emit(Instruction::Clear(last, last + 1), at);
        let top = self.pc();
        // Between two turns the name holds nothing, so that whoever had the last one stands among its like again.
        if matches!(binder.set.of.sort, Sort::Component { .. }) {
            self.emit(Instruction::Clear(name, name + 1), at);
        }
        let exit = condition.map(|condition| {
            let test = self.expression(condition);
            self.emit(Instruction::Unless(test, 0), condition.at)
        });
        let next = self.emit(Instruction::RoundNext(last, code, 0), at);
        self.block(body);
        self.emit(Instruction::Jump(top), at);
        self.land(next);
        if let Some(exit) = exit {
            self.land(exit);
        }
        self.clear(from, at);
    }

    /// `turn of`.
    pub(super) fn lower_turn(&mut self, player: &Expression, body: &Block, at: Location) {
        let from = self.next;
        let player = self.expression(player);
        let kept = self.cells(1);
        let start = self.emit(Instruction::TurnStart(kept, player), at);
        self.block(body);
        let end = self.emit(Instruction::TurnEnd(kept), at);
        self.region(Region {
            kind: RegionKind::Turn,
            code: start + 1..end + 1,
            landing: end,
            cells: kept + 1..self.next,
        });
        self.clear(from, at);
        self.look_again(at);
    }

    /// Adds a region to the body; inner ones come first because they end first.
    pub(super) fn region(&mut self, region: Region) {
        let frame = self.frame.0 as usize;
        if let Some(frame) = self.program.frames.get_mut(frame) {
            frame.regions.push(region);
        }
    }

    /// `do`. Arguments are worked out before the body is entered.
    pub(super) fn lower_do(&mut self, runnable: RunnableId, arguments: &[Expression], at: Location) {
        let arguments = arguments.iter().map(|argument| self.expression(argument)).collect();
        self.emit(Instruction::Call(runnable, arguments), at);
    }

    /// `leave`.
    pub(super) fn lower_leave(&mut self, leave: Leave, at: Location) {
        let code = match leave {
            Leave::Turn => LeaveCode::Turn,
            Leave::Plan => LeaveCode::Plan,
            Leave::Runnable(runnable) => LeaveCode::Runnable(runnable),
            Leave::Trigger(trigger) => LeaveCode::Trigger(self.trigger_frame(trigger)),
        };
        self.emit(Instruction::Leave(code), at);
    }

    /// `let`.
    pub(super) fn lower_let(&mut self, local: LocalId, value: &Expression, at: Location) {
        let node = self.expression(value);
        let set = self
            .model
            .locals
            .get(local.index())
            .filter(|local| matches!(local.of.shape, rulehound_rules::model::Shape::Set { .. }));
        let capacity = set.map(|local| self.bound(&local.of));
        let to = self.bind(local);
        self.emit(capacity.map_or(Instruction::Let(to, node), |capacity| Instruction::LetSet(to, capacity, node)), at);
    }
}
