//! `choose x in S, y in T` and `choose { option … }`.

use rulehound_grammar::span::Location;
use rulehound_interpreter::model::{Binder, Block, Choice, Choose, LocalId, Meant, Offered, Requirement};

use super::Fault;
use super::names::Value;
use super::offer::{Refused, SeatOffer};
use super::run::{Flow, Halt, Run, Step};

/// The most candidates of an offer.
pub(super) const WIDEST: usize = 65_536;

impl<'g> Run<'g> {
    pub(super) fn choose(&mut self, choose: &'g Choose, at: Location) -> Result<Flow, Halt> {
        let step = match self.foreseen() {
            Some(step) => step,
            None => {
                let mut offer = self.asked(choose.if_none.is_some());
                self.offer(&mut offer, None, &choose.offered, at)?;
                self.decide(offer)?
            }
        };
        match step {
            Some(taken) => {
                self.bind_all(&choose.offered.meant, &taken);
                Ok(Flow::Continue)
            }
            None => self.nothing_legal(choose.if_none.as_ref(), at),
        }
    }

    /// What the names of a decision hold from here on.
    fn bind_all(&mut self, meant: &Meant, values: &[Value]) {
        for (local, value) in meant.names().into_iter().zip(values) {
            self.names.bind(local, value.clone());
        }
    }

    /// Judges everything that is meant, one after the other; what they go on with is told by a number of an option list, then by the names.
    fn offer(
        &mut self,
        offer: &mut SeatOffer,
        number: Option<i32>,
        offered: &'g Offered,
        at: Location,
    ) -> Result<(), Fault> {
        let locals = offered.meant.names();
        for values in self.meant(&offered.meant, at)? {
            let mark = self.names.mark();
            self.bind_all(&offered.meant, &values);
            let values = number.map(Value::One).into_iter().chain(values).collect();
            self.judge(offer, values, &locals, &offered.requirements, |run| {
                run.wording(offered.wording.as_ref(), &locals)
            })?;
            self.names.release(mark);
        }
        if offer.options.len() + offer.refused.len() > WIDEST { Err(too_wide(at)) } else { Ok(()) }
    }

    /// Everything that is meant: what each name would hold.
    fn meant(&mut self, meant: &'g Meant, at: Location) -> Result<Vec<Vec<Value>>, Fault> {
        match meant {
            Meant::Tuple(binders) => {
                let mut candidates = Vec::new();
                self.as_decider(|run| run.candidates(binders, binders, &mut candidates, at))?;
                Ok(candidates.into_iter().map(|tuple| tuple.into_iter().map(Value::One).collect()).collect())
            }
            Meant::Several(several) => {
                let sets = self.as_decider(|run| run.sets(several, at))?;
                Ok(sets.into_iter().map(|set| vec![Value::Set(set)]).collect())
            }
        }
    }

    /// All tuples that pass every `where`; of alike components only the first is meant.
    fn candidates(
        &mut self,
        binders: &[Binder],
        left: &[Binder],
        candidates: &mut Vec<Vec<i32>>,
        at: Location,
    ) -> Result<(), Fault> {
        let Some((binder, inner)) = left.split_first() else {
            candidates.push(self.tuple(binders));
            return if candidates.len() > WIDEST { Err(too_wide(at)) } else { Ok(()) };
        };
        for element in self.offered(binder)? {
            let mark = self.names.mark();
            self.names.bind(binder.local, Value::One(element));
            if self.holds(binder.condition.as_ref())? {
                self.candidates(binders, inner, candidates, at)?;
            }
            self.names.release(mark);
        }
        Ok(())
    }

    /// The elements of a binder, alike ones once.
    pub(super) fn offered(&mut self, binder: &Binder) -> Result<Vec<i32>, Fault> {
        let mut elements = self.elements(binder)?;
        if !self.is_component(binder) {
            return Ok(elements);
        }
        self.sorted_as_seen(&mut elements, binder.at)?;
        Ok(self.groups(&elements).into_iter().map(|(first, _)| first).collect())
    }

    /// Puts a candidate, whose names are bound, among the allowed or the refused ones.
    pub(super) fn judge(
        &mut self,
        offer: &mut SeatOffer,
        values: Vec<Value>,
        locals: &[LocalId],
        requirements: &[Requirement],
        wording: impl FnOnce(&mut Self) -> Result<String, Fault>,
    ) -> Result<(), Fault> {
        let reasons = self.as_decider(|run| run.reasons(requirements))?;
        let (mut text, mut secret) = (String::new(), None);
        self.as_decider(|run| {
            text = run.spoken(|run| {
                let words = wording(run);
                secret = words.as_ref().err().filter(|fault| fault.code == "secret-read").cloned();
                words
            });
            Ok(())
        })?;
        let bindings = self.bindings(locals);
        if reasons.is_empty() {
            offer.options.push(values);
            offer.texts.push(text);
            offer.bindings.push(bindings);
            offer.secrets.push(secret);
        } else {
            offer.refused.push(Refused { values, text, bindings, reasons });
        }
        Ok(())
    }

    /// Everything that forbids a candidate. Only the first counts for legality; what faults behind it is left out.
    fn reasons(&mut self, requirements: &[Requirement]) -> Result<Vec<String>, Fault> {
        let mut reasons = Vec::new();
        for requirement in requirements {
            let mark = self.names.mark();
            match self.truth(&requirement.condition) {
                Ok(true) => {}
                Ok(false) => reasons.push(self.spoken(|run| run.refusal(requirement))),
                Err(_) if !reasons.is_empty() => self.names.release(mark),
                Err(fault) => return Err(fault),
            }
        }
        Ok(reasons)
    }

    /// A text, if this is what will be asked. What faults in a text is no fault of the play.
    fn spoken(&mut self, text: impl FnOnce(&mut Self) -> Result<String, Fault>) -> String {
        if !self.asks_now() {
            return String::new();
        }
        let mark = self.names.mark();
        let text = text(self).unwrap_or_else(|fault| format!("({fault})"));
        self.names.release(mark);
        text
    }

    pub(super) fn choose_option(
        &mut self,
        options: &'g [Choice],
        if_none: Option<&'g Block>,
        at: Location,
    ) -> Result<Flow, Halt> {
        let step = match self.foreseen() {
            Some(step) => step,
            None => self.ask_option(options, if_none.is_some(), at)?,
        };
        let Some(taken) = step else { return self.nothing_legal(if_none, at) };
        let option = &options[taken[0].values()[0] as usize];
        let mark = self.names.mark();
        self.bind_all(&option.offered.meant, &taken[1..]);
        let flow = self.block(&option.body)?;
        self.names.release(mark);
        Ok(flow)
    }

    fn ask_option(&mut self, options: &'g [Choice], escape: bool, at: Location) -> Result<Step, Halt> {
        let mut offer = self.asked(escape);
        for (number, option) in options.iter().enumerate() {
            self.offer(&mut offer, Some(number as i32), &option.offered, at)?;
        }
        self.decide(offer)
    }

    /// `if none`, or the fault.
    pub(super) fn nothing_legal(&mut self, if_none: Option<&'g Block>, at: Location) -> Result<Flow, Halt> {
        match if_none {
            Some(block) => self.block(block),
            None => Err(Fault::new("empty-choice", "nothing can be chosen", at).into()),
        }
    }
}

pub(super) fn too_wide(at: Location) -> Fault {
    Fault::new("choice-too-wide", "there are too many candidates", at)
}
