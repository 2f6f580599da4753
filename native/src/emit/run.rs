//! From stop to stop: one function that runs from wherever a position stands to its next stop. A table at the beginning jumps to any
//! instruction; what goes back or is not known beforehand goes through it.

use std::collections::BTreeMap;

use rulehound_interpreter::program::Pc;
use wasm_encoder::Instruction as I;

use super::flow::{Flow, Way, Written};
use super::fun::Label;
use super::{BASE, Emit, Emitter, Fun, Function, Global};
use crate::map::Extra;

impl<'p> Emitter<'p> {
    /// Sets who runs, answers if there is an answer, and runs: whether in secret, the reader, the answer or -1, whether all work is still
    /// to be done. A secret run that is answered has left what it had when it stopped.
    pub(super) fn go(&mut self) -> Emit<Fun> {
        let mut f = Fun::new(5);
        let (private, reader, answer, fresh, pause) = (1, 2, 3, 4, f.local());
        for (global, local) in [(Global::Private, private), (Global::Reader, reader)] {
            f.get(local);
            Self::set_global(&mut f, global);
        }
        Self::empty_stacks(&mut f);
        f.number(-1);
        Self::set_global(&mut f, Global::Search);
        f.number(0);
        Self::set_global(&mut f, Global::Playing);
        let left = self.map.extra(Extra::Fuel);
        f.get(fresh);
        f.when(Self::refuel_all);
        f.get(private).number(0).put(I::I32GeS).get(answer).number(0).put(I::I32GeS).put(I::I32And);
        f.when(|f| {
            Self::refuel_all(f);
            f.get(BASE).load(left);
            Self::set_global(f, Global::Fuel);
        });
        f.get(answer).number(0).put(I::I32GeS);
        f.when(|f| {
            f.write(self.program.layout.chances, 0).write(self.program.layout.turns, 0);
            f.get(BASE).get(BASE).get(answer);
            self.call(f, Function::Take);
        });
        f.get(BASE);
        self.call(&mut f, Function::Run);
        f.set(pause).get(BASE);
        Self::global(&mut f, Global::Fuel).store(left).get(pause);
        Ok(f)
    }

    /// Runs to the next stop.
    pub(super) fn run(&mut self) -> Emit<Fun> {
        let mut f = Fun::new(1);
        let pc = f.local();
        let count = self.program.code.len();
        let works = self.tables.later(count);
        let written = Written::default();
        f.cell(self.program.layout.pc).set(pc);
        f.repeat(|f, again| {
            f.block(|f, bad| {
                let pcs: Vec<Pc> = (0..u32::try_from(count).unwrap_or(0)).collect();
                let flow = &mut Flow::new(&written, None, Way::Table(again, pc), &pcs);
                self.write_code(f, flow, (&pcs, &BTreeMap::new()), |f, flow| {
                    let labels: Vec<Label> = pcs.iter().filter_map(|pc| flow.label(*pc)).collect();
                    f.get(pc).number(2).put(I::I32Shl).load(works);
                    Self::burn(f);
                    f.get(pc).jump_table(&labels, bad);
                })?;
                f.trap();
                Ok(())
            })?;
            f.trap();
            Ok(())
        })?;
        f.trap();
        let most = written.finish(&mut f);
        self.tables.fill(works, &most);
        Ok(f)
    }
}
