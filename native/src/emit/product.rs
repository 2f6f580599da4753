//! The candidates of a decision with several names by number, without a list of them: where what each name goes through does not depend on the
//! others, a candidate is one element of each list, and its number tells which. The same as the interpreter's `Numbered`.

use rulehound_interpreter::program::{ChoiceCode, MeantCode, NamedBinder};
use wasm_encoder::Instruction as I;

use super::{BASE, Emit, Emitter, Fun, Local};

/// Candidates that are drawn one after the other.
pub struct Product {
    /// For each name where its elements begin, and how many they are.
    lists: Vec<(Local, Local)>,
    /// The words where a candidate is laid, and behind them which number stands where another stood, one more than it.
    legal: u32,
}

/// The names of a decision whose candidates need no list. One name is listed as fast as it is numbered; in a plan lists do not last.
fn names<'p>(emitter: &Emitter<'p>, choice: &'p ChoiceCode) -> Option<&'p [NamedBinder]> {
    let [way] = choice.ways.as_slice() else { return None };
    let MeantCode::Tuple(names) = &way.meant else { return None };
    let fits = names.len() > 1 && names.iter().all(|named| named.independent);
    (fits && emitter.program.plans.is_empty() && !emitter.may_be_many(choice)).then_some(names)
}

impl Product {
    /// The candidates of a decision, if they need no list; leaves in a local how many there are.
    pub fn of<'p>(emitter: &mut Emitter<'p>, f: &mut Fun, choice: &'p ChoiceCode, count: Local) -> Emit<Option<Self>> {
        let Some(names) = names(emitter, choice) else { return Ok(None) };
        let mut product = Self { lists: Vec::new(), legal: emitter.map.legal };
        f.number(1).set(count);
        for named in names {
            let (start, end) = elements(emitter, f, named)?;
            let length = f.local();
            f.get(end).get(start).put(I::I32Sub).number(2).put(I::I32ShrU).tee(length);
            f.get(count).put(I::I32Mul).set(count);
            product.lists.push((start, length));
        }
        let room = emitter.map.most_legal().saturating_sub(product.width());
        f.get(count).number(room.cast_signed()).put(I::I32GtU).stop_if();
        f.get(BASE).number(product.instead().cast_signed()).put(I::I32Add).number(0);
        f.get(count).number(2).put(I::I32Shl).put(I::MemoryFill(0));
        Ok(Some(product))
    }

    fn width(&self) -> u32 {
        u32::try_from(self.lists.len()).unwrap_or(0)
    }

    /// From which byte of a block on it lies which number stands where.
    fn instead(&self) -> u32 {
        self.legal + self.width() * 4
    }

    /// Lays the candidate that stands somewhere; the one that stands first takes its place.
    pub fn lay(&self, f: &mut Fun, at: Local) {
        let (number, first, zero) = (f.local(), f.local(), f.local());
        f.number(0).set(zero);
        self.number_at(f, at, number);
        self.number_at(f, zero, first);
        self.stands_at(f, at, first);
        for (word, (start, length)) in (0..self.width() * 4).step_by(4).zip(&self.lists).rev() {
            f.get(BASE).get(number).get(*length).put(I::I32RemU).number(2).put(I::I32Shl).get(*start).put(I::I32Add);
            f.load(0).store(self.legal + word);
            if word > 0 {
                f.get(number).get(*length).put(I::I32DivU).set(number);
            }
        }
    }

    /// The one that was laid is left out; so many are left, and the one behind them now stands first.
    pub fn leave_out(&self, f: &mut Fun, left: Local) {
        let (last, zero) = (f.local(), f.local());
        self.number_at(f, left, last);
        f.number(0).set(zero);
        self.stands_at(f, zero, last);
    }

    /// The lists are needed no more.
    pub fn forget(&self, emitter: &Emitter<'_>, f: &mut Fun) {
        if let Some((start, _)) = self.lists.first() {
            f.get(*start);
            Emitter::set_global(f, emitter.top());
        }
    }

    fn number_at(&self, f: &mut Fun, at: Local, number: Local) {
        f.get(at).number(2).put(I::I32Shl).get(BASE).put(I::I32Add).load(self.instead()).set(number);
        f.get(number).number(1).put(I::I32Sub).get(at).get(number).put(I::Select).set(number);
    }

    fn stands_at(&self, f: &mut Fun, at: Local, number: Local) {
        f.get(at).number(2).put(I::I32Shl).get(BASE).put(I::I32Add);
        f.get(number).number(1).put(I::I32Add).store(self.instead());
    }
}

/// Puts the elements of a name onto the stack of lists; gives where they begin and end.
fn elements<'p>(emitter: &mut Emitter<'p>, f: &mut Fun, named: &'p NamedBinder) -> Emit<(Local, Local)> {
    let mark = f.mark();
    let (start, end) = (emitter.here(f), f.local());
    let conditions: Vec<_> = named.binder.condition.into_iter().collect();
    let listed = emitter.aside(|emitter, out| {
        let Some(places) = emitter.passing_places(f, &named.binder, &conditions, &[])? else { return Ok(false) };
        emitter.each_place(f, places, &mut |_, f, element| {
            Emitter::push(f, out, element.local);
            Ok(())
        })?;
        Ok(true)
    })?;
    if !listed {
        f.go_back(mark);
        return emitter.meant(f, named);
    }
    Emitter::global(f, emitter.top()).set(end);
    Ok((start, end))
}
