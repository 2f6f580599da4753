//! Triggers: after moves, after rules, and when something becomes true.

use rulehound_interpreter::program::{
    CLEARED, FrameId, ListCode, Node, Pc, RuleWatch, WatchedCode, WatchedEnd, WhenCode,
};
use wasm_encoder::Instruction as I;

use super::flow::value_of;
use super::set::Order;
use super::{BASE, Emit, Emitter, Fun, Global, Local};
use crate::Unsupported;

impl<'p> Emitter<'p> {
    /// Enters a body that goes back to an instruction.
    pub(super) fn enter(&self, f: &mut Fun, frame: FrameId, back: Pc) {
        if let Some(frame) = self.program.frames.get(frame.0 as usize) {
            f.write(frame.return_to, value_of(back));
            f.get(BASE).cell(self.program.layout.decider).store((frame.return_to + 1) * 4);
        }
    }

    /// The same where the instruction stands in a local.
    fn enter_from(&self, f: &mut Fun, frame: FrameId, back: Local) {
        self.enter(f, frame, 0);
        if let Some(frame) = self.program.frames.get(frame.0 as usize) {
            f.write_local(frame.return_to, back);
        }
    }

    /// Leaves whether a trigger fits a move; its names are then bound.
    pub(super) fn fits_move(&mut self, f: &mut Fun, trigger: u32, list: &'p ListCode, row: Local) -> Emit {
        let watch = self.program.moves.get(trigger as usize).and_then(Option::as_ref);
        let watch = watch.ok_or(Unsupported::new("a trigger"))?;
        let (component, from, to, fits) = (f.local(), f.local(), f.local(), f.local());
        for (offset, local) in [(0, component), (4, from), (8, to)] {
            f.get(row).load((list.at + 2) * 4 + offset).set(local);
        }
        f.number(0).set(fits);
        f.block(|f, end| {
            f.get(component).number(watch.kind.0).put(I::I32Sub).number(watch.kind.1 - watch.kind.0).put(I::I32GeU);
            f.jump_if(end);
            // What was drawn to where it lay has not moved.
            f.get(from).get(to).put(I::I32Eq).jump_if(end);
            let reader = self.unguarded(f);
            f.block(|f, no| {
                self.bind(f, watch.component, component, None);
                if let Some(owner) = watch.owner {
                    self.value(f, owner)?;
                    f.get(component).number(2).put(I::I32Shl).load(self.fixed.owner).put(I::I32Ne).jump_if(no);
                }
                for (end, place) in [(&watch.from, from), (&watch.to, to)] {
                    if let Some(end) = end {
                        self.fits_end(f, end, place)?;
                        f.put(I::I32Eqz).jump_if(no);
                    }
                }
                if let Some(condition) = watch.condition {
                    self.holds(f, condition)?;
                    f.put(I::I32Eqz).jump_if(no);
                }
                f.number(1).set(fits);
                Ok(())
            })?;
            self.guarded_again(f, reader);
            f.get(fits).put(I::I32Eqz);
            f.when(|f| self.clear_names(f, watch.frame));
            Ok(())
        })?;
        f.get(fits);
        Ok(())
    }

    fn clear_names(&self, f: &mut Fun, frame: FrameId) {
        if let Some(frame) = self.program.frames.get(frame.0 as usize) {
            self.clear(f, frame.names.start, frame.names.end);
        }
    }

    fn fits_end(&mut self, f: &mut Fun, end: &'p WatchedEnd, place: Local) -> Emit {
        if let Some(local) = end.local {
            self.bind(f, local, place, None);
        }
        if end.set {
            return self.set_holds(f, end.place, place);
        }
        self.value(f, end.place)?;
        f.get(place).put(I::I32Eq);
        Ok(())
    }

    /// Leaves whether a trigger fits the values with which a rule was run; its names are then bound.
    pub(super) fn fits_rule(&mut self, f: &mut Fun, watch: &'p RuleWatch) -> Emit {
        let fits = f.local();
        f.number(0).set(fits);
        f.block(|f, no| {
            for (value, asked) in &watch.arguments {
                let value = self.kept(f, *value)?;
                match asked {
                    WatchedCode::Bound(at) => self.bind(f, *at, value, None),
                    WatchedCode::Equal(other) => {
                        self.value(f, *other)?;
                        f.get(value).put(I::I32Ne).jump_if(no);
                    }
                }
            }
            if let Some(condition) = watch.condition {
                self.holds(f, condition)?;
                f.put(I::I32Eqz).jump_if(no);
            }
            f.number(1).set(fits);
            Ok(())
        })?;
        f.get(fits).put(I::I32Eqz);
        f.when(|f| self.clear_names(f, watch.frame));
        f.get(fits);
        Ok(())
    }

    /// Looks at all `when`: leaves where the first that became true begins, which goes back to the place given; -1 if none did.
    pub(super) fn whens(&mut self) -> Emit<Fun> {
        let mut f = Fun::new(2);
        let back = 1;
        let (next, top) = (f.local(), f.local());
        f.number(-1).set(next);
        Self::global(&mut f, Global::Top).set(top);
        let reader = self.unguarded(&mut f);
        f.block(|f, found| {
            for when in &self.program.whens {
                f.block(|f, not| {
                    f.block(|f, became| {
                        self.became_true(f, when, &mut |f| {
                            f.jump_if(became);
                        })?;
                        f.jump(not);
                        Ok(())
                    })?;
                    f.write(self.program.layout.in_when, 1);
                    self.enter_from(f, when.frame, back);
                    let start = self.program.frames.get(when.frame.0 as usize).map_or(0, |frame| frame.code.start);
                    f.number(i32::try_from(start).unwrap_or(0)).set(next).jump(found);
                    Ok(())
                })?;
            }
            Ok(())
        })?;
        self.guarded_again(&mut f, reader);
        f.get(top);
        Self::set_global(&mut f, Global::Top);
        f.get(next);
        Ok(f)
    }

    /// Brings the bits of a `when` up to date; behind each one `test` is told whether it went from no to yes.
    fn became_true(&mut self, f: &mut Fun, when: &'p WhenCode, test: &mut dyn FnMut(&mut Fun)) -> Emit {
        let bit = f.local();
        let Some((local, set)) = when.binder else {
            f.get(BASE).set(bit);
            self.update_bit(f, when, bit)?;
            test(f);
            return Ok(());
        };
        let first = match (when.components, self.at(set)) {
            (false, _) => None,
            (true, Node::Components(kind, None)) => self.program.ground.kinds.get(kind.index()).map(|kind| kind.first),
            (true, _) => return Err(Unsupported::new("a `when` over components of an owner")),
        };
        let index = f.local();
        let last = i32::try_from(when.count.saturating_sub(1)).unwrap_or(0);
        f.number(0).set(index);
        self.each(f, set, Order::Own, &mut |emitter, f, element| {
            if let Some(first) = first {
                f.get(element.local).number(first).put(I::I32Sub).set(index);
            }
            f.get(index).number(last).get(index).number(last).put(I::I32LtS).put(I::Select);
            f.number(2).put(I::I32Shl).get(BASE).put(I::I32Add).set(bit);
            emitter.bind(f, local, element.local, None);
            emitter.update_bit(f, when, bit)?;
            // Whatever comes next, the index has gone on.
            f.step(index, 1);
            test(f);
            Ok(())
        })?;
        if local < self.map.size {
            f.write(local, CLEARED);
        }
        Ok(())
    }

    fn update_bit(&mut self, f: &mut Fun, when: &'p WhenCode, bit: Local) -> Emit {
        let (new, old) = (f.local(), f.local());
        self.holds(f, when.condition)?;
        f.set(new);
        f.get(bit).load(when.bits * 4).number(1).put(I::I32Eq).set(old);
        f.get(bit).get(new).store(when.bits * 4);
        f.get(new).get(old).put(I::I32Eqz).put(I::I32And);
        Ok(())
    }
}
