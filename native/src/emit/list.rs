//! The two stacks of lists: what is gone through lies on one while what comes of it goes onto the other.

use rulehound_interpreter::model::value::NONE;
use wasm_encoder::Instruction as I;

use super::{Emitter, Fun, Global, Local};
use crate::map::{FULL, STACKS};

impl Emitter<'_> {
    /// Both stacks are empty.
    pub(super) fn empty_stacks(f: &mut Fun) {
        for (top, start) in [Global::Top, Global::OtherTop].into_iter().zip(STACKS) {
            f.number(start.cast_signed());
            Self::set_global(f, top);
        }
    }

    /// Where the stack of lists ends now.
    pub(super) fn here(&self, f: &mut Fun) -> Local {
        let start = f.local();
        Self::global(f, self.top()).set(start);
        start
    }

    /// The top of the stack that lists go onto now.
    pub(super) fn top(&self) -> Global {
        if self.other_side { Global::OtherTop } else { Global::Top }
    }

    /// Works with the other stack: what is put onto this one meanwhile stays in one piece.
    pub(super) fn aside<T>(&mut self, work: impl FnOnce(&mut Self, Global) -> T) -> T {
        let out = self.top();
        self.other_side = !self.other_side;
        let result = work(self, out);
        self.other_side = !self.other_side;
        result
    }

    /// What is put onto the stack of lists by what is written here is taken off behind it, if there is anything.
    pub(super) fn swept<T>(&mut self, f: &mut Fun, write: impl FnOnce(&mut Self, &mut Fun) -> T) -> T {
        let (start, pushes) = (f.here(), f.pushes);
        let kept = self.here(f);
        let kept_in = start..f.here();
        let result = write(self, f);
        if f.pushes == pushes {
            f.erase(kept_in);
        } else {
            f.get(kept);
            Self::set_global(f, self.top());
        }
        result
    }

    /// Puts a local onto a stack of lists; gives up if that is full.
    pub(super) fn push(f: &mut Fun, top: Global, value: Local) {
        f.pushes += 1;
        let at = f.local();
        let full = if top == Global::OtherTop { FULL[1] } else { FULL[0] };
        Self::global(f, top).tee(at).number(full.cast_signed()).put(I::I32GeU).stop_if();
        f.get(at).get(value).store(0).get(at).number(4).put(I::I32Add);
        Self::set_global(f, top);
    }

    /// Puts a local that is not none onto a stack of lists.
    pub(super) fn push_some(f: &mut Fun, top: Global, value: Local) {
        f.get(value).number(NONE).put(I::I32Ne);
        f.when(|f| Self::push(f, top, value));
    }

    /// Pushes a value unless it lies there already from `start` on.
    pub(super) fn push_new(f: &mut Fun, out: Global, start: Local, value: Local) {
        f.block(|f, end| {
            let cursor = f.local();
            f.get(start).set(cursor);
            f.block(|f, new| {
                f.repeat(|f, again| {
                    f.get(cursor);
                    Self::global(f, out).put(I::I32GeU).jump_if(new);
                    f.get(cursor).load(0).get(value).put(I::I32Eq).jump_if(end);
                    f.step(cursor, 4).jump(again);
                });
            });
            Self::push(f, out, value);
        });
    }

    /// Leaves how many words lie on a stack of lists from here on.
    pub(super) fn length_from(f: &mut Fun, top: Global, start: Local) {
        Self::global(f, top).get(start).put(I::I32Sub).number(2).put(I::I32ShrU);
    }

    /// Puts into `at` where a value lies between two ends, or the end.
    pub(super) fn find(&mut self, f: &mut Fun, (start, end): (Local, Local), value: Local, at: Local) {
        f.get(start).set(at);
        f.block(|f, done| {
            f.repeat(|f, again| {
                f.get(at).get(end).put(I::I32GeU).jump_if(done);
                f.get(at).load(0).get(value).put(I::I32Eq).jump_if(done);
                f.step(at, 4).jump(again);
            });
        });
    }

    /// Puts what lies on the stack of lists from `start` on in standing order.
    pub(super) fn sort_standing(&self, f: &mut Fun, start: Local) {
        // One alone stands in order.
        let count = f.local();
        Self::length_from(f, self.top(), start);
        f.tee(count).number(1).put(I::I32GtU);
        f.when(|f| {
            f.get(super::BASE).get(start).get(count);
            Self::ask(f, super::Import::SortStanding);
            f.put(I::Drop);
        });
    }
}

/// Of the rows of so many words that lie on a stack of lists from `start` on only the first `most` stay.
pub(super) fn keep_first(f: &mut Fun, top: Global, (start, most): (Local, Local), width: i32) {
    let words = f.local();
    // Nothing below 0, and no more than there are.
    f.get(most).number(0).get(most).number(0).put(I::I32GtS).put(I::Select).set(most);
    Emitter::length_from(f, top, start);
    f.set(words);
    f.get(most).number(100_000).get(most).number(100_000).put(I::I32LtS).put(I::Select);
    f.number(width).put(I::I32Mul).set(most);
    f.get(most).get(words).get(most).get(words).put(I::I32LtS).put(I::Select);
    f.number(2).put(I::I32Shl).get(start).put(I::I32Add);
    Emitter::set_global(f, top);
}
