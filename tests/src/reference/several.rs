//! `choose 2 of x in S`: one decision, a set.

use rulehound_grammar::span::Location;
use rulehound_interpreter::model::ChooseSeveral;

use super::Fault;
use super::decision::{WIDEST, too_wide};
use super::names::Value;
use super::run::{Flow, Halt, Run, Step};

impl<'g> Run<'g> {
    pub(super) fn choose_several(&mut self, choose: &'g ChooseSeveral, at: Location) -> Result<Flow, Halt> {
        let step = match self.foreseen() {
            Some(step) => step,
            None => self.ask_several(choose, at)?,
        };
        match step {
            Some(taken) => {
                self.names.bind(choose.set, taken[0].clone());
                Ok(Flow::Continue)
            }
            None => self.nothing_legal(choose.if_none.as_ref(), at),
        }
    }

    fn ask_several(&mut self, choose: &'g ChooseSeveral, at: Location) -> Result<Step, Halt> {
        let (least, most) = self.as_decider(|run| Ok((run.some(&choose.least)?, run.some(&choose.most)?)))?;
        let mut elements = Vec::new();
        let binders = std::slice::from_ref(&choose.binder);
        let _ = self.as_decider(|run| {
            run.tuples(binders, &mut |run| {
                elements.extend(run.tuple(binders));
                Ok(std::ops::ControlFlow::Continue(()))
            })
        })?;
        if self.is_component(&choose.binder) {
            self.sorted_as_seen(&mut elements, at)?;
        }
        let earlier = self.earlier_alike(choose, &elements);
        let mut sets = Vec::new();
        for size in least.max(0)..=most.min(elements.len() as i32) {
            grow(&elements, &earlier, size as usize, 0, &mut Vec::new(), &mut sets, at)?;
        }
        let mut offer = self.asked(choose.if_none.is_some());
        for set in sets {
            let mark = self.names.mark();
            self.names.bind(choose.set, Value::Set(set.clone()));
            self.judge(&mut offer, vec![Value::Set(set)], &[choose.set], &choose.requirements, |run| {
                run.wording(choose.wording.as_ref(), &[choose.set])
            })?;
            self.names.release(mark);
        }
        self.decide(offer)
    }

    /// For each element the positions of those before it that are alike: it is taken only together with them.
    fn earlier_alike(&self, choose: &ChooseSeveral, elements: &[i32]) -> Vec<Vec<usize>> {
        let held = self.held();
        let is_component = self.is_component(&choose.binder);
        let earlier = |at: usize| -> Vec<usize> {
            (0..at).filter(|other| is_component && self.alike(elements[*other], elements[at], &held)).collect()
        };
        (0..elements.len()).map(earlier).collect()
    }
}

/// All sets of a size in lexicographic order.
fn grow(
    elements: &[i32],
    earlier: &[Vec<usize>],
    size: usize,
    from: usize,
    chosen: &mut Vec<usize>,
    sets: &mut Vec<Vec<i32>>,
    at: Location,
) -> Result<(), Fault> {
    if chosen.len() == size {
        sets.push(chosen.iter().map(|position| elements[*position]).collect());
        return if sets.len() > WIDEST { Err(too_wide(at)) } else { Ok(()) };
    }
    for position in from..elements.len() {
        if earlier[position].iter().all(|other| chosen.contains(other)) {
            chosen.push(position);
            grow(elements, earlier, size, position + 1, chosen, sets, at)?;
            chosen.pop();
        }
    }
    Ok(())
}
