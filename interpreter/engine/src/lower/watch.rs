//! Triggers: what they ask, and where effects and ends of rules ask them.

use rulehound_grammar::span::Location;

use super::Lowering;
use crate::program::{FrameId, Instruction, MoveWatch, Node, RuleWatch, WatchedCode, WatchedEnd, WhenCode};
use rulehound_rules::model::{Expression, RunnableId, Shape, Sort, TriggerId, Watch, WatchedArgument, WatchedPlace};

impl Lowering<'_> {
    /// What every trigger asks.
    pub(super) fn watches(&mut self) {
        let model = self.model;
        let mut bits = self.program.layout.bits;
        for (id, trigger) in model.triggers.iter().enumerate() {
            let id = TriggerId::from(id);
            let frame = self.trigger_frame(id);
            let from = self.next;
            let mut moves = None;
            match &trigger.watch {
                Watch::Move { component, kind, owner, from, to, condition } => {
                    let component = self.bind(*component);
                    let owner = owner.as_ref().map(|owner| self.expression(owner));
                    let from = from.as_ref().map(|end| self.watched_end(end));
                    let to = to.as_ref().map(|end| self.watched_end(end));
                    let condition = condition.as_ref().map(|condition| self.expression(condition));
                    let kind = self.instance().kinds.get(kind.index()).map_or((0, 0), |range| (range.start, range.end));
                    moves = Some(MoveWatch { frame, component, kind, owner, from, to, condition });
                }
                Watch::When { binder, condition } => {
                    let components =
                        binder.as_ref().is_some_and(|binder| matches!(binder.set.of.sort, Sort::Component { .. }));
                    let binder = binder.as_ref().map(|binder| {
                        let local = self.bind(binder.local);
                        (local, self.expression(&binder.set))
                    });
                    let condition = self.expression(condition);
                    let count = self.bits(&trigger.watch);
                    self.program.whens.push(WhenCode {
                        trigger: id,
                        frame,
                        binder,
                        components,
                        condition,
                        bits,
                        count,
                    });
                    bits += count;
                }
                Watch::Rule { arguments, .. } => self.bind_arguments(arguments),
            }
            self.program.moves.push(moves);
            let names = from..self.next;
            if let Some(frame) = self.program.frames.get_mut(frame.0 as usize) {
                frame.names = names;
            }
        }
    }

    fn bind_arguments(&mut self, arguments: &[WatchedArgument]) {
        for argument in arguments {
            if let WatchedArgument::Bound(local) = argument {
                self.bind(*local);
            }
        }
    }

    fn watched_end(&mut self, end: &WatchedPlace) -> WatchedEnd {
        let local = end.local.map(|local| self.bind(local));
        let set = matches!(end.place.of.shape, Shape::Set { .. });
        WatchedEnd { local, place: self.expression(&end.place), set }
    }

    /// Whether what sets a trigger off reads something that somebody does not see.
    pub(super) fn watches_secrets(&self, watch: &Watch) -> bool {
        let mut asked: Vec<&Expression> = Vec::new();
        match watch {
            Watch::Move { owner, from, to, condition, .. } => {
                asked.extend(owner.iter().chain(condition));
                asked.extend(from.iter().chain(to).map(|end| &end.place));
            }
            Watch::Rule { arguments, condition, .. } => {
                asked.extend(condition);
                asked.extend(arguments.iter().filter_map(|argument| match argument {
                    WatchedArgument::Bound(_) => None,
                    WatchedArgument::Equal(value) => Some(value),
                }));
            }
            Watch::When { binder, condition } => {
                asked.push(condition);
                asked.extend(binder.iter().flat_map(|binder| [Some(&binder.set), binder.condition.as_ref()]).flatten());
            }
        }
        asked.into_iter().any(|expression| self.reads_secrets(expression))
    }

    /// At the end of a clause, asks a trigger that watches it.
    pub(super) fn after_rule(
        &mut self,
        trigger: TriggerId,
        runnable: RunnableId,
        clause: usize,
        watched: FrameId,
        at: Location,
    ) {
        let model = self.model;
        let Some(Watch::Rule { arguments, condition, .. }) = model.triggers.get(trigger.index()).map(|it| &it.watch)
        else {
            return;
        };
        let Some(found) = model.runnables.get(runnable.index()).and_then(|it| it.clauses.get(clause)) else { return };
        let mut codes = Vec::new();
        for (argument, parameter) in arguments.iter().zip(&found.parameters) {
            let value = match parameter {
                Some(local) => Node::Load(self.local(*local)),
                None => Node::Constant(found.value.unwrap_or_default()),
            };
            let value = self.node(value, at);
            let asked = match argument {
                WatchedArgument::Bound(local) => WatchedCode::Bound(self.local(*local)),
                WatchedArgument::Equal(expression) => WatchedCode::Equal(self.expression(expression)),
            };
            codes.push((value, asked));
        }
        let condition = condition.as_ref().map(|condition| self.expression(condition));
        let frame = self.trigger_frame(trigger);
        self.emit(Instruction::AfterRule(RuleWatch { frame, arguments: codes, condition, watched }), at);
    }

    fn has_whens(&self) -> bool {
        !self.program.whens.is_empty()
    }

    /// Looks at all `when` after an effect. An effect that touches none still looks if one before it, whose `after` triggers are
    /// running, has touched some.
    pub(super) fn whens(&mut self, touches: bool, at: Location) {
        if self.has_whens() {
            if touches {
                self.mark_whens(at);
            }
            self.emit(Instruction::Whens, at);
        }
    }

    /// Notes that all `when` must be looked at.
    pub(super) fn mark_whens(&mut self, at: Location) {
        if self.has_whens() {
            self.emit(Instruction::MarkWhens, at);
        }
    }

    /// Where a `leave` may land: if it ended a body of a `when`, all are looked at before the next statement.
    pub(super) fn look_again(&mut self, at: Location) {
        if self.has_whens() {
            self.emit(Instruction::Whens, at);
        }
    }
}
