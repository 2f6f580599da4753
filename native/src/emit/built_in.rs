//! The words that the language has built in.

use rulehound_interpreter::model::BuiltIn;
use rulehound_interpreter::program::NodeId;
use wasm_encoder::Instruction as I;

use super::{Emit, Emitter, Fun, Local, noting};
use crate::Unsupported;

/// Whether `ahead` and `steps` go the other way: the third argument.
fn turned(arguments: &[i32]) -> bool {
    arguments.get(2).is_some_and(|back| *back != 0)
}

impl<'p> Emitter<'p> {
    pub(super) fn built_in(&mut self, f: &mut Fun, word: BuiltIn, arguments: &'p [NodeId], id: NodeId) -> Emit {
        let seats = i32::try_from(self.program.instance.seats()).unwrap_or(1).max(1);
        let instance = &self.program.instance;
        let argument = |index: usize| arguments.get(index).copied().ok_or(Unsupported::new("an argument"));
        match word {
            BuiltIn::Next => {
                let seat = self.kept_number(f, argument(0)?)?;
                match arguments.get(1) {
                    None => {
                        // One seat on is no division.
                        let next = f.local();
                        f.get(seat).number(1).put(I::I32Add).set(next);
                        f.number(0).get(next).get(next).number(seats).put(I::I32GeS).put(I::Select);
                    }
                    Some(steps) => {
                        let steps = self.kept_number(f, *steps)?;
                        let sum = f.local();
                        f.get(seat).put(I::I64ExtendI32S).get(steps).put(I::I64ExtendI32S).put(I::I64Add);
                        f.put(I::I64Const(i64::from(seats))).put(I::I64RemS).put(I::I32WrapI64).set(sum);
                        f.get(sum).number(seats).put(I::I32Add).get(sum);
                        f.get(sum).number(0).put(I::I32LtS).put(I::Select);
                    }
                }
            }
            BuiltIn::Other => {
                f.number(1);
                self.a_number(f, argument(0)?)?;
                f.put(I::I32Sub);
                if seats != 2 {
                    f.trap();
                }
            }
            BuiltIn::Seat => {
                self.a_number(f, argument(0)?)?;
                f.number(1).put(I::I32Add);
            }
            BuiltIn::Max | BuiltIn::Min => {
                let most = self.kept_number(f, argument(0)?)?;
                for other in arguments.get(1..).unwrap_or_default() {
                    let value = self.kept_number(f, *other)?;
                    f.get(value).get(most).get(value).get(most);
                    f.put(if word == BuiltIn::Max { I::I32GtS } else { I::I32LtS }).put(I::Select).set(most);
                }
                f.get(most);
            }
            BuiltIn::Ahead => {
                let ahead = |it: &[i32]| {
                    let steps = it.get(1).copied().unwrap_or(1);
                    Some(instance.ahead(*it.first()?, if turned(it) { steps.saturating_neg() } else { steps }))
                };
                if self.built_in_by_table(f, arguments, ahead)? {
                    return Ok(());
                }
                let place = self.kept(f, argument(0)?)?;
                let steps = self.distance(f, arguments.get(1))?;
                if let Some(back) = arguments.get(2) {
                    // The least number has no opposite, and is far beyond any board.
                    f.number(0).get(steps).put(I::I32Sub).get(steps);
                    self.a_number(f, *back)?;
                    f.put(I::Select).set(steps);
                }
                self.ahead(f, place, steps);
            }
            BuiltIn::Steps => {
                let between = |it: &[i32]| {
                    let (from, to) = (*it.first()?, *it.get(1)?);
                    if turned(it) { instance.steps(to, from) } else { instance.steps(from, to) }
                };
                if self.built_in_by_table(f, arguments, between)? {
                    return Ok(());
                }
                let from = self.kept_number(f, argument(0)?)?;
                let to = self.kept_number(f, argument(1)?)?;
                let Some(back) = arguments.get(2) else {
                    self.steps_between(f, from, to);
                    return Ok(());
                };
                let (back, start, end) = (self.kept_number(f, *back)?, f.local(), f.local());
                f.get(to).get(from).get(back).put(I::Select).set(start);
                f.get(from).get(to).get(back).put(I::Select).set(end);
                self.steps_between(f, start, end);
            }
            BuiltIn::Beside => {
                f.work += 1;
                if let Some(place) = self.stays(f, arguments) {
                    return self.value(f, place);
                }
                let beside =
                    |it: &[i32]| Some(instance.beside(*it.first()?, *it.get(1)?, it.get(2).copied().unwrap_or(1)));
                if self.built_in_by_table(f, arguments, beside)? {
                    let (least, greatest) = arguments.get(2).and_then(|steps| self.range(f, *steps)).unwrap_or((1, 1));
                    f.work = f.work.saturating_add(least.saturating_abs().max(greatest.saturating_abs()));
                    return Ok(());
                }
                let place = self.kept(f, argument(0)?)?;
                let direction = self.kept_number(f, argument(1)?)?;
                match arguments.get(2) {
                    None => self.beside(f, place, direction),
                    Some(steps) => {
                        let steps = self.kept_number(f, *steps)?;
                        self.far_beside(f, place, direction, steps);
                    }
                }
            }
            BuiltIn::Noted => noting::noted(self, f, arguments)?,
            BuiltIn::Around => self.only(f, id)?,
        }
        Ok(())
    }

    /// Puts a distance into a local: 1 if none is given.
    pub(super) fn distance(&mut self, f: &mut Fun, steps: Option<&NodeId>) -> Emit<Local> {
        match steps {
            Some(steps) => self.kept_number(f, *steps),
            None => {
                let one = f.local();
                f.number(1).set(one);
                Ok(one)
            }
        }
    }
}
