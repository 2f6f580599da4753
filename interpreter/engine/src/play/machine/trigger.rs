//! Triggers: after moves, after rules, and when something becomes true.

use super::{Machine, Try};
use crate::program::{CLEARED, FrameId, ListCode, Pc, RuleWatch, WatchedCode, WatchedEnd};
use rulehound_rules::model::value::yes_no;

impl<'p> Machine<'p> {
    /// Enters a body; it goes back to `back`.
    pub fn enter(&mut self, id: FrameId, back: Pc) {
        if let Some(frame) = self.program.frames.get(id.0 as usize) {
            let decider = self.decider();
            self.write(frame.return_to, i32::try_from(back).unwrap_or(0));
            self.write(frame.return_to + 1, decider);
            self.pc = frame.code.start;
        }
    }

    /// Runs a trigger for the next component that moved and fits; behind the last goes on at `end`.
    pub(super) fn after_move(&mut self, list: &'p ListCode, trigger: u32, end: Pc) -> Try<()> {
        let count = u32::try_from(self.read(list.at)).unwrap_or(0);
        let mut cursor = u32::try_from(self.read(list.at + 1)).unwrap_or(0);
        while cursor < count {
            let at = list.at + 2 + cursor * list.width;
            let row = [self.read(at), self.read(at + 1), self.read(at + 2)];
            cursor += 1;
            self.write(list.at + 1, i32::try_from(cursor).unwrap_or(0));
            if self.fits_move(trigger, &row)? {
                let frame = self.program.triggers.get(trigger as usize).copied().unwrap_or(FrameId(0));
                let back = self.pc;
                self.enter(frame, back);
                return Ok(());
            }
        }
        self.write(list.at + 1, 0);
        self.pc = end;
        Ok(())
    }

    /// Binds the names of a trigger and tells whether a move fits it. The pattern is about what happened, `where` about what is.
    fn fits_move(&mut self, trigger: u32, row: &[i32; 3]) -> Try<bool> {
        let Some(Some(watch)) = self.program.moves.get(trigger as usize) else { return Ok(false) };
        let [component, from, to] = row;
        // What was drawn to where it lay has not moved.
        if *component < watch.kind.0 || *component >= watch.kind.1 || from == to {
            return Ok(false);
        }
        let fits = self.unguarded(|machine| {
            machine.write(watch.component, *component);
            if let Some(owner) = watch.owner {
                let owner = machine.value(owner)?;
                if machine.program.instance.component(*component).is_none_or(|it| it.owner != owner) {
                    return Ok(false);
                }
            }
            if !machine.fits_end(watch.from.as_ref(), *from)? || !machine.fits_end(watch.to.as_ref(), *to)? {
                return Ok(false);
            }
            watch.condition.map_or(Ok(true), |condition| machine.holds(condition))
        })?;
        if !fits {
            let names = self.program.frames.get(watch.frame.0 as usize).map(|frame| frame.names.clone());
            self.clear(names.unwrap_or_default());
        }
        Ok(fits)
    }

    fn fits_end(&mut self, end: Option<&'p WatchedEnd>, place: i32) -> Try<bool> {
        let Some(end) = end else { return Ok(true) };
        if let Some(local) = end.local {
            self.write(local, place);
        }
        if end.set { self.set_holds(end.place, place) } else { Ok(self.value(end.place)? == place) }
    }

    /// Runs a trigger that watches the end of a rule, if it fits.
    pub(super) fn after_rule(&mut self, watch: &'p RuleWatch) -> Try<()> {
        let back = self.pc + 1;
        if self.unguarded(|machine| machine.fits_rule(watch))? {
            self.enter(watch.frame, back);
        } else {
            // A name that goes on holding a component would keep it from being like others.
            let names = self.program.frames.get(watch.frame.0 as usize).map(|frame| frame.names.clone());
            self.clear(names.unwrap_or_default());
            self.pc = back;
        }
        Ok(())
    }

    /// Binds the names of a trigger and tells whether the values with which a rule was run fit it.
    fn fits_rule(&mut self, watch: &'p RuleWatch) -> Try<bool> {
        for (value, asked) in &watch.arguments {
            let value = self.value(*value)?;
            match asked {
                WatchedCode::Bound(at) => self.write(*at, value),
                WatchedCode::Equal(other) => {
                    if self.value(*other)? != value {
                        return Ok(false);
                    }
                }
            }
        }
        watch.condition.map_or(Ok(true), |condition| self.holds(condition))
    }

    /// Looks at all `when`, each binding in order; runs the first that became true and comes back here. When none did, goes on.
    pub(super) fn whens(&mut self) -> Try<()> {
        let layout = &self.program.layout;
        let (in_when, pending) = (layout.in_when, layout.pending);
        if self.private.is_some() || self.read(in_when) == 1 || self.read(pending) != 1 {
            self.pc += 1;
            return Ok(());
        }
        for index in 0..self.program.whens.len() {
            if self.became_true(index)? {
                self.write(in_when, 1);
                let frame = self.program.whens.get(index).map_or(FrameId(0), |when| when.frame);
                let back = self.pc;
                self.enter(frame, back);
                return Ok(());
            }
        }
        self.write(pending, 0);
        self.pc += 1;
        Ok(())
    }

    /// Brings the bits of a `when` up to date until one goes from no to yes; its name is then bound.
    fn became_true(&mut self, index: usize) -> Try<bool> {
        let Some(when) = self.program.whens.get(index) else { return Ok(false) };
        let Some((local, set)) = when.binder else {
            return self.update_bit(when.bits, when.condition);
        };
        let mut elements = self.take();
        self.set(set, &mut elements)?;
        let mut found = false;
        for (index, element) in elements.iter().enumerate() {
            // Standing order changes while components move, so the bits of components go by number.
            let rank = if when.components { elements.iter().filter(|other| *other < element).count() } else { index };
            let bit = when.bits + u32::try_from(rank).unwrap_or(0).min(when.count.saturating_sub(1));
            self.write(local, *element);
            if self.update_bit(bit, when.condition)? {
                found = true;
                break;
            }
        }
        self.give(elements);
        if !found {
            self.write(local, CLEARED);
        }
        Ok(found)
    }

    fn update_bit(&mut self, bit: u32, condition: crate::program::NodeId) -> Try<bool> {
        let new = self.unguarded(|machine| machine.holds(condition))?;
        let old = self.read(bit) == 1;
        self.write(bit, yes_no(new));
        Ok(new && !old)
    }

    /// Sets all bits to the truth without running anything: at the start of play.
    pub fn settle_whens(&mut self) -> Try<()> {
        for index in 0..self.program.whens.len() {
            while self.became_true(index)? {}
            if let Some((local, _)) = self.program.whens.get(index).and_then(|when| when.binder) {
                self.write(local, CLEARED);
            }
        }
        Ok(())
    }
}
