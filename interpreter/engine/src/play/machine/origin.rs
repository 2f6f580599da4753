//! Which statement does what is done, and who may know that.

use rulehound_grammar::span::Location;

use super::Machine;
use crate::play::{Asked, By, Origin, Reason, Seen, Viewer};
use crate::program::{Frame, FrameId, NodeId, Pc, Veil};
use rulehound_rules::limits::WORDING_STEPS;

/// A body that runs.
struct Body<'p> {
    id: FrameId,
    frame: &'p Frame,
    /// The instruction it is at.
    pc: Pc,
    /// Who may know that the body runs.
    called: Seen,
    /// Who may know that, and the values it was called with.
    seen: Seen,
    /// Who may know that it is at this instruction.
    here: Seen,
}

impl<'p> Machine<'p> {
    /// The statement that runs. Others than those who may know it are told the innermost body around it that all know to run, unless
    /// nothing else there does such a thing: then it gives nothing away that the thing itself does not.
    pub fn origin(&mut self) -> Origin {
        let origin = self.veiled_origin();
        let alone = origin.seen != self.everybody() && self.does_it_alone(origin.open);
        if alone { Origin::open(origin.exact) } else { origin }
    }

    /// The statement that runs, with those who may know that it does.
    pub(super) fn veiled_origin(&mut self) -> Origin {
        let everybody = self.everybody();
        let (mut seen, mut exact, mut open) = (everybody, By::default(), By::default());
        for body in self.known_to_run() {
            let at = self.program.code_at.get(body.pc as usize).copied().unwrap_or_default();
            exact = By { body: Some(body.id), at };
            if body.seen == everybody {
                open = if body.here == everybody { exact } else { By { at: self.beginning(body.frame), ..exact } };
            }
            seen = body.here;
        }
        if seen == everybody { Origin::open(exact) } else { Origin { exact, seen, open } }
    }

    /// The bodies that run, the outermost first, each with who may know that.
    fn known_to_run(&mut self) -> Vec<Body<'p>> {
        let (mut called, mut seen) = (self.everybody(), self.everybody());
        let mut bodies = Vec::new();
        for (index, (id, pc)) in self.running().into_iter().enumerate().rev() {
            // Of the bodies around, what is kept is where they go on: right behind what they run.
            let pc = if index == 0 { pc } else { pc.saturating_sub(1) };
            let Some(frame) = self.program.frames.get(id.0 as usize) else { continue };
            if frame.secret {
                (called, seen) = (Seen::NOBODY, Seen::NOBODY);
            }
            let veil = self.veil_at(pc);
            let here = seen.and(self.seen_through(veil));
            bodies.push(Body { id, frame, pc, called, seen, here });
            let call = veil.and_then(|veil| veil.call.as_deref()).or(veil);
            called = called.and(self.seen_through(call));
            seen = here;
        }
        bodies
    }

    /// The phases that run and that this viewer may know to run, the outermost first.
    pub fn phases_told(&mut self, viewer: Viewer) -> Vec<String> {
        let seats = self.program.instance.seats();
        let told = |body: &Body<'_>| body.frame.phase && body.called.by_viewer(viewer, seats);
        self.known_to_run().into_iter().filter(told).map(|body| body.frame.name.clone()).collect()
    }

    /// The question at hand as this viewer may know it: of one that is asked only because of something hidden, that of the body around it.
    pub fn asked_told(&mut self, viewer: Viewer) -> Asked {
        let told = self.origin().told(viewer, self.program.instance.seats());
        let (rule, reference) = self.rule_of(told.body);
        let phase = self.phases_told(viewer).pop().unwrap_or_default();
        let prompt = self.doc_of(told.body).unwrap_or_else(|| rule.clone());
        Asked { prompt, phase, rule, reference, at: told.at }
    }

    /// Who may know that the body that begins here runs.
    pub(super) fn known_to_begin(&mut self) -> Seen {
        self.known_to_run().last().map_or(Seen::NOBODY, |body| body.called)
    }

    fn veil_at(&self, pc: Pc) -> Option<&'p Veil> {
        let program = self.program;
        program.veil_at.get(pc as usize).and_then(|veil| program.veils.get(*veil as usize))
    }

    /// Who may know that an instruction behind this veil runs.
    fn seen_through(&mut self, veil: Option<&'p Veil>) -> Seen {
        match veil {
            Some(veil) if veil.private => {
                sees_why(self, veil).and(usize::try_from(self.decider()).map_or(Seen::NOBODY, Seen::only))
            }
            Some(veil) => sees_why(self, veil),
            None => self.everybody(),
        }
    }

    /// Where the declaration of a body stands.
    fn beginning(&self, frame: &Frame) -> Location {
        self.program.code_at.get(frame.code.start as usize).copied().unwrap_or_default()
    }

    /// A reason of the statement at hand.
    pub fn reason_here(&self, sentence: String) -> Reason {
        self.reason_at(sentence, self.place_here())
    }

    /// A reason of the body at hand that stands here.
    pub fn reason_at(&self, sentence: String, at: Location) -> Reason {
        let (rule, reference) = self.rule_here();
        Reason { sentence, rule, reference, at }
    }

    /// Where the statement at hand stands.
    pub fn place_here(&self) -> Location {
        self.program.code_at.get(self.pc as usize).copied().unwrap_or_default()
    }
}

/// Whether somebody does not see why the question at hand is asked, so that skipping it would be news even if it has one answer only. That
/// several decide at once, unseen by each other, is no reason.
pub(in crate::play) fn is_asked_unseen(machine: &mut Machine<'_>) -> bool {
    let everybody = machine.everybody();
    for (index, (id, pc)) in machine.running().into_iter().enumerate() {
        let pc = if index == 0 { pc } else { pc.saturating_sub(1) };
        let secret = machine.program.frames.get(id.0 as usize).is_some_and(|frame| frame.secret);
        let veil = machine.veil_at(pc);
        if secret || veil.is_some_and(|veil| sees_why(machine, veil) != everybody) {
            return true;
        }
    }
    false
}

/// Who sees all on which it hangs that an instruction behind this veil runs.
fn sees_why(machine: &mut Machine<'_>, veil: &Veil) -> Seen {
    let Veil { hidden, private: _, components, conditions, call: _, because: _ } = veil;
    let mut seen = if *hidden { Seen::NOBODY } else { machine.everybody() };
    for cell in components {
        let component = machine.read(*cell);
        let known = machine.kind_of(component).is_some();
        seen = if known { seen.and(machine.wholly_seen(component)) } else { Seen::NOBODY };
    }
    conditions.iter().fold(seen, |seen, condition| seen.and(who_sees(machine, *condition)))
}

/// Who sees all that an expression reads.
fn who_sees(machine: &mut Machine<'_>, node: NodeId) -> Seen {
    let (value, seen) = only_to_tell(machine, |machine| machine.value(node));
    if value.is_ok() { seen } else { Seen::NOBODY }
}

/// Works something out that is only told, and who sees all that it reads. It takes no steps of those that may be played, which are the same
/// whoever listens.
pub(super) fn only_to_tell<'p, T>(machine: &mut Machine<'p>, work: impl FnOnce(&mut Machine<'p>) -> T) -> (T, Seen) {
    let (fuel, spent, reader) = (machine.fuel, machine.spent, machine.reader.take());
    machine.fuel = WORDING_STEPS;
    let told = machine.noting(work);
    (machine.fuel, machine.spent, machine.reader) = (fuel, spent, reader);
    told
}
