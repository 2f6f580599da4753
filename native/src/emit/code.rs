//! Instructions as blocks: each begins behind the end of a block of its own, the blocks lie around each other, so that every way ahead goes
//! straight; loops have their blocks inside.

use std::collections::BTreeMap;

use rulehound_interpreter::program::Pc;

use super::flow::Flow;
use super::ways::innermost;
use super::work::INSTRUCTION;
use super::{Emit, Emitter, Fun};

impl<'p> Emitter<'p> {
    /// Writes instructions in an order, with the loops among them: by the place of the first of each that of the last. `enter` is written
    /// before them, where all labels but those inside loops are known.
    pub(super) fn write_code(
        &mut self,
        f: &mut Fun,
        flow: &mut Flow<'_>,
        (pcs, loops): (&[Pc], &BTreeMap<usize, usize>),
        enter: impl FnOnce(&mut Fun, &Flow<'_>),
    ) -> Emit {
        // Those in a loop but in none inside it have their blocks there; its own first has none.
        let mut levels: BTreeMap<Option<usize>, Vec<Pc>> = BTreeMap::new();
        for (pc, around) in pcs.iter().zip(innermost(pcs.len(), loops)) {
            levels.entry(around).or_default().push(*pc);
        }
        let mut open = |f: &mut Fun, flow: &mut Flow<'_>, inside: Option<usize>| {
            let level = levels.remove(&inside).unwrap_or_default();
            let blocks = f.open_many(level.len());
            flow.set_labels(level.into_iter().zip(blocks));
        };
        open(f, flow, None);
        enter(f, flow);
        let mut ends: Vec<usize> = Vec::new();
        for (place, pc) in pcs.iter().enumerate() {
            f.close_one();
            if let Some(last) = loops.get(&place) {
                let label = f.open_loop();
                flow.begin_loop(*pc, label);
                open(f, flow, Some(place));
                ends.push(*last);
            }
            self.write_one(f, flow, *pc)?;
            while ends.pop_if(|last| *last == place).is_some() {
                f.close_one();
                flow.end_loop();
            }
        }
        Ok(())
    }

    fn write_one(&mut self, f: &mut Fun, flow: &mut Flow<'_>, pc: Pc) -> Emit {
        let place = flow.begin(pc);
        f.names.clear();
        self.running = Some(pc);
        self.step(f, flow)?;
        let instruction = self.program.code.get(pc as usize);
        let goes_on = instruction.is_some_and(|instruction| instruction.successors(self.program).next);
        flow.end(place, std::mem::take(&mut f.work) + INSTRUCTION, goes_on);
        Ok(())
    }
}
