//! `choose 2 of x in S`: one decision, a set.

use rulehound_grammar::span::Location;
use rulehound_interpreter::model::Several;

use super::Fault;
use super::decision::{WIDEST, too_wide};
use super::run::Run;

impl Run<'_> {
    /// All sets that may be meant.
    pub(super) fn sets(&mut self, several: &Several, at: Location) -> Result<Vec<Vec<i32>>, Fault> {
        let (least, most) = (self.some(&several.least)?, self.some(&several.most)?);
        let mut elements = Vec::new();
        let binders = std::slice::from_ref(&several.binder);
        let _ = self.tuples(binders, &mut |run| {
            elements.extend(run.tuple(binders));
            Ok(std::ops::ControlFlow::Continue(()))
        })?;
        if self.is_component(&several.binder) {
            self.sorted_as_seen(&mut elements, at)?;
        }
        let earlier = self.earlier_alike(several, &elements);
        let mut sets = Vec::new();
        for size in least.max(0)..=most.min(elements.len() as i32) {
            grow(&elements, &earlier, size as usize, 0, &mut Vec::new(), &mut sets, at)?;
        }
        Ok(sets)
    }

    /// For each element the positions of those before it that are alike: it is taken only together with them.
    fn earlier_alike(&self, several: &Several, elements: &[i32]) -> Vec<Vec<usize>> {
        let held = self.held();
        let is_component = self.is_component(&several.binder);
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
