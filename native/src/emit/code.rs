//! Instructions as blocks: each begins behind the end of a block of its own, the blocks lie around each other, so that every way ahead goes
//! straight; loops have their blocks inside.

use rulehound_interpreter::program::Pc;

use super::flow::Flow;
use super::ways::goes_on;
use super::work::INSTRUCTION;
use super::{Emit, Emitter, Fun};

/// Instructions in the order in which they are written, and the loops among them: the places of the first and the last of each.
type Order<'o> = (&'o [Pc], &'o [(usize, usize)]);

impl<'p> Emitter<'p> {
    /// Writes some instructions with the loops among them. `enter` is written before them, where all labels but those inside loops are
    /// known.
    pub(super) fn write_code(
        &mut self,
        f: &mut Fun,
        flow: &mut Flow<'_>,
        (pcs, loops): Order<'_>,
        enter: impl FnOnce(&mut Fun, &Flow<'_>),
    ) -> Emit {
        Self::open_level(f, flow, (pcs, loops), None);
        enter(f, flow);
        for (place, pc) in pcs.iter().enumerate() {
            f.close_one();
            for begins in loops.iter().filter(|(first, _)| *first == place) {
                let label = f.open_loop();
                flow.begin_loop(*pc, label);
                Self::open_level(f, flow, (pcs, loops), Some(*begins));
            }
            self.write_one(f, flow, *pc)?;
            for _ in loops.iter().filter(|(_, last)| *last == place) {
                f.close_one();
                flow.end_loop();
            }
        }
        Ok(())
    }

    /// Opens the blocks of those instructions that lie in a loop but in none inside it; its own first has none.
    fn open_level(f: &mut Fun, flow: &mut Flow<'_>, (pcs, loops): Order<'_>, inside: Option<(usize, usize)>) {
        let innermost = |at: usize| loops.iter().rev().find(|(first, last)| at > *first && at <= *last).copied();
        let level: Vec<Pc> =
            pcs.iter().enumerate().filter(|(at, _)| innermost(*at) == inside).map(|(_, pc)| *pc).collect();
        let blocks = f.open_many(level.len());
        flow.set_labels(level.into_iter().zip(blocks));
    }

    fn write_one(&mut self, f: &mut Fun, flow: &mut Flow<'_>, pc: Pc) -> Emit {
        let place = flow.begin(pc);
        f.names.clear();
        self.running = Some(pc);
        self.step(f, flow)?;
        let goes_on = self.program.code.get(pc as usize).is_some_and(goes_on);
        flow.end(place, std::mem::take(&mut f.work) + INSTRUCTION, goes_on);
        Ok(())
    }
}
