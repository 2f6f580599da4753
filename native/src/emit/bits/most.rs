//! `max` and `min` of what goes up or down from place to place: it is at the first or the last place that passes.

use rulehound_interpreter::program::{MostCode, Node, NodeId};
use wasm_encoder::Instruction as I;

use super::condition::in_a_row;
use super::{MOST_PLACES, Passing, Sweep};
use crate::emit::fun::Name;
use crate::emit::work::ROUND;
use crate::emit::{Emit, Emitter, Fun, Local};

impl<'p> Emitter<'p> {
    /// Puts the most or least of a value over places that pass into a local, and whether any passes; tells whether that is worked out at once.
    pub(in crate::emit) fn most_by_bits(
        &mut self,
        f: &mut Fun,
        code: &'p MostCode,
        (best, found): (Local, Local),
    ) -> Emit<bool> {
        let [binder] = &code.binders[..] else { return Ok(false) };
        let Some(condition) = binder.condition else { return Ok(false) };
        self.told_apart(f, binder, (&[condition, code.value], 1), true, &mut |emitter, f| {
            let mark = f.mark();
            let before = f.work;
            let Some((first, up)) = emitter.goes_along(f, code) else { return Ok(None) };
            let each = f.work.saturating_sub(before).saturating_add(ROUND);
            f.work = before.saturating_add(each.saturating_mul(MOST_PLACES));
            let Some(places) = emitter.passing_places(f, binder, &[condition], &[])? else {
                f.go_back(mark);
                return Ok(None);
            };
            let board = f.wide();
            Self::put_bits(f, places.bits);
            f.put(I::I64Const((u64::MAX >> (MOST_PLACES - places.count)).cast_signed())).put(I::I64And).tee(board);
            f.put(I::I64Const(0)).put(I::I64Ne).tee(found);
            f.when(|f| {
                if up != code.greatest {
                    f.get(board).put(I::I64Ctz);
                } else {
                    f.put(I::I64Const(63)).get(board).put(I::I64Clz).put(I::I64Sub);
                }
                f.put(I::I32WrapI64).set(best);
                f.number(first).get(best).put(if up { I::I32Add } else { I::I32Sub }).set(best);
            });
            emitter.most_of_last(f, code, &places, (best, found))?;
            Ok(Some(1))
        })
    }

    /// From where on the value goes up or down by one from place to place of the board.
    fn goes_along(&self, f: &mut Fun, code: &'p MostCode) -> Option<(i32, bool)> {
        let [binder] = &code.binders[..] else { return None };
        let board = |id: NodeId| match *self.at(id) {
            Node::Span(first, count) => Some((first, count)),
            _ => None,
        };
        let (first, count) = match self.at(binder.set) {
            Node::Union(places, _) => board(*places)?,
            _ => board(binder.set)?,
        };
        let sweep = Sweep::of(&[binder.local], (first, count));
        let values = self.by_place(f, code.value, &sweep)?;
        in_a_row(&values, &sweep)
    }

    /// The place that is not of the board, if it passes.
    fn most_of_last(
        &mut self,
        f: &mut Fun,
        code: &'p MostCode,
        places: &Passing,
        (best, found): (Local, Local),
    ) -> Emit {
        let (Some(last), [binder]) = (places.last, &code.binders[..]) else { return Ok(()) };
        Self::put_bits(f, places.bits);
        f.put(I::I64Const(1 << places.count)).put(I::I64And).put(I::I64Const(0)).put(I::I64Ne);
        f.when(|f| {
            let range = places.range_of_last;
            let before = f.names.insert(binder.local, Name { local: last, range, some: true });
            let value = self.kept_number(f, code.value)?;
            match before {
                Some(before) => f.names.insert(binder.local, before),
                None => f.names.remove(&binder.local),
            };
            f.get(value).get(best).put(if code.greatest { I::I32GtS } else { I::I32LtS });
            f.get(found).put(I::I32Eqz).put(I::I32Or);
            f.when(|f| {
                f.get(value).set(best).number(1).set(found);
            });
            Ok(())
        })
    }
}
