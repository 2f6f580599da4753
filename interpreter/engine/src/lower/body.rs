//! Bodies of phases, rules and triggers.

use rulehound_grammar::span::Location;

use super::Lowering;
use crate::program::{Addr, Frame, FrameId, FrameOf, Instruction, RunnableCode};
use crate::words::{Form, called};
use rulehound_rules::facts::{calls, effects};
use rulehound_rules::model::{Block, LocalId, Notes, Piece, RunnableId, Text, TriggerId, Type, Watch};

/// What is known of a body before it is made.
struct Beginning {
    of: FrameOf,
    name: String,
    phase: bool,
    when: bool,
    secret: bool,
}

impl Lowering<'_> {
    /// All bodies. Frames of triggers come first, so that effects can name them.
    pub(super) fn bodies(&mut self) {
        let model = self.model;
        self.emit(Instruction::Halt, Location::default());
        for (id, trigger) in model.triggers.iter().enumerate() {
            let beginning = Beginning {
                of: FrameOf::Trigger(TriggerId::from(id)),
                name: called(&trigger.name, &trigger.notes, Form::People),
                phase: false,
                when: matches!(trigger.watch, Watch::When { .. }),
                secret: self.watches_secrets(&trigger.watch),
            };
            let frame = self.open(&beginning);
            self.program.triggers.push(frame);
        }
        for runnable in &model.runnables {
            self.runnable_frames(runnable);
        }
        self.watches();
        for (id, trigger) in model.triggers.iter().enumerate() {
            let frame = self.trigger_frame(TriggerId::from(id));
            self.fill(frame, &trigger.body, None, trigger.at);
        }
        for (id, runnable) in model.runnables.iter().enumerate() {
            let id = RunnableId::from(id);
            let frames: Vec<FrameId> = self.clause_frames(id);
            for (index, (clause, frame)) in runnable.clauses.iter().zip(frames).enumerate() {
                self.fill(frame, &clause.body, Some((id, index)), clause.at);
            }
        }
    }

    pub(super) fn clause_frames(&self, id: RunnableId) -> Vec<FrameId> {
        let code = self.program.runnables.get(id.index());
        code.map(|code| code.clauses.iter().map(|(_, _, frame)| *frame).collect()).unwrap_or_default()
    }

    fn runnable_frames(&mut self, runnable: &rulehound_rules::model::Runnable) {
        let id = RunnableId::from(self.program.runnables.len());
        let anything =
            Type { sort: rulehound_rules::model::Sort::Nothing, shape: rulehound_rules::model::Shape::OneOrNone };
        let checks = runnable.parameters.iter().map(|of| self.check(&anything, of)).collect();
        let mut clauses = Vec::new();
        for (index, clause) in runnable.clauses.iter().enumerate() {
            let beginning = Beginning {
                of: FrameOf::Clause(id, index),
                name: self.clause_name(runnable, &clause.notes),
                phase: runnable.phase,
                when: false,
                secret: false,
            };
            let frame = self.open(&beginning);
            let parameters: Vec<Option<Addr>> =
                clause.parameters.iter().map(|local| local.map(|local| self.bind(local))).collect();
            self.close_parameters(frame, &parameters, &clause.parameters);
            heading(self, frame, &clause.notes);
            clauses.push((clause.value, parameters, frame));
        }
        self.program.runnables.push(RunnableCode { selector: runnable.selector, checks, clauses });
    }

    fn clause_name(&self, runnable: &rulehound_rules::model::Runnable, notes: &Notes) -> String {
        called(&runnable.name, if notes.called.is_some() { notes } else { &runnable.notes }, Form::People)
    }

    fn close_parameters(&mut self, frame: FrameId, cells: &[Option<Addr>], locals: &[Option<LocalId>]) {
        let sort = |local: &LocalId| self.model.locals.get(local.index()).map(|local| local.of.sort.clone());
        let parameters =
            cells.iter().zip(locals).filter_map(|(cell, local)| Some(((*cell)?, sort(&(*local)?)?))).collect();
        let next = self.next;
        if let Some(frame) = self.program.frames.get_mut(frame.0 as usize) {
            frame.parameters = parameters;
            frame.cells.end = next;
        }
    }

    /// Adds an empty frame with the cells for the way back.
    fn open(&mut self, beginning: &Beginning) -> FrameId {
        let id = FrameId(u32::try_from(self.program.frames.len()).unwrap_or(u32::MAX));
        let return_to = self.cells(2);
        self.program.frames.push(Frame {
            of: beginning.of,
            name: beginning.name.clone(),
            phase: beginning.phase,
            code: 0..0,
            end: 0,
            return_to,
            cells: return_to..self.next,
            names: 0..0,
            inner: 0..0,
            parameters: Vec::new(),
            heading: None,
            regions: Vec::new(),
            when: beginning.when,
            secret: beginning.secret,
        });
        id
    }

    /// Makes the instructions of a body. Its cells are those opened with it and those its names take now.
    fn fill(&mut self, id: FrameId, block: &Block, clause: Option<(RunnableId, usize)>, at: Location) {
        self.frame = id;
        self.unveil(self.watched_component(id));
        let inner = self.next;
        let start = self.pc();
        let fresh = clause.map(|(runnable, _)| effects::fresh_variables(self.model, runnable)).unwrap_or_default();
        let touches =
            clause.is_some_and(|(runnable, _)| !self.facts.watching.whens_fresh(self.model, runnable).is_empty());
        let resets = !fresh.is_empty();
        self.emit(Instruction::Begin(id, fresh.iter().map(|variable| variable.0).collect()), at);
        if resets {
            self.whens(touches, at);
        }
        self.block(block);
        let end = self.emit(Instruction::End(id), at);
        self.look_again(at);
        if let Some((runnable, index)) = clause {
            for trigger in calls::after_clause(self.model, &self.facts.watching, runnable, index) {
                self.after_rule(trigger, runnable, index, id, at);
            }
        }
        let when = self.program.frames.get(id.0 as usize).is_some_and(|frame| frame.when);
        if when {
            self.emit(Instruction::WhenEnd, at);
        }
        let back = self.emit(Instruction::Return(id), at);
        let cells = inner..self.next;
        let length = self.program.code.len();
        self.program.frame_at.resize(start as usize, None);
        self.program.frame_at.resize(length, Some(id));
        if let Some(frame) = self.program.frames.get_mut(id.0 as usize) {
            frame.code = start..back + 1;
            frame.end = end;
            frame.inner = cells;
        }
    }

    /// The component whose move sets a trigger off.
    fn watched_component(&self, id: FrameId) -> Option<LocalId> {
        let FrameOf::Trigger(trigger) = self.program.frames.get(id.0 as usize)?.of else { return None };
        match &self.model.triggers.get(trigger.index())?.watch {
            Watch::Move { component, .. } => Some(*component),
            Watch::Rule { .. } | Watch::When { .. } => None,
        }
    }

    /// The frame of a trigger.
    pub(super) fn trigger_frame(&self, trigger: TriggerId) -> FrameId {
        self.program.triggers.get(trigger.index()).copied().unwrap_or(FrameId(0))
    }
}

/// What a phase is called by values of its own, such as `round of {n} cards`.
fn heading(lowering: &mut Lowering<'_>, frame: FrameId, notes: &Notes) {
    let holds_values = |text: &&Text| !matches!(text.pieces.as_slice(), [Piece::Words(_)]);
    let heading = notes.called.as_ref().filter(holds_values).map(|text| lowering.text(text));
    if let Some(frame) = lowering.program.frames.get_mut(frame.0 as usize) {
        frame.heading = heading.filter(|_| frame.phase);
    }
}
