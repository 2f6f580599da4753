//! Values that are known for each place before a game begins.

use rulehound_interpreter::model::value::NONE;
use rulehound_interpreter::model::{Arithmetic, BuiltIn};
use rulehound_interpreter::program::{ArgumentCode, Node, NodeId};

use super::Sweep;
use crate::emit::ground::Told;
use crate::emit::work::NODE;
use crate::emit::{Emitter, Fun};

impl<'p> Emitter<'p> {
    /// The value of an expression, if it is always the same here and cannot fail: a call may give one value or none.
    pub(super) fn known_here(&self, f: &Fun, id: NodeId, sweep: &Sweep) -> Option<i32> {
        match self.at(id) {
            Node::Constant(value) => Some(*value),
            Node::Load(name) if sweep.depends_on(*name) => None,
            Node::Load(_) => self.range(f, id).filter(|(least, greatest)| least == greatest).map(|(value, _)| value),
            Node::Family(family) => {
                let mut place = family.first;
                for code in family.owner.iter().chain(&family.indices) {
                    let step = self.known_here(f, code.value, sweep)?.checked_sub(code.least)?;
                    place = place.checked_add(step.checked_mul(code.stride)?)?;
                    if !(0..code.count).contains(&step) {
                        return None;
                    }
                }
                Some(place)
            }
            Node::Arithmetic(sign @ (Arithmetic::Plus | Arithmetic::Minus), left, right) => {
                let (left, right) = (self.known_here(f, *left, sweep)?, self.known_here(f, *right, sweep)?);
                if *sign == Arithmetic::Plus { left.checked_add(right) } else { left.checked_sub(right) }
            }
            _ => None,
        }
    }

    /// The value of an expression for each place, if it is known and depends on the place; none included.
    pub(in crate::emit) fn by_place(&self, f: &mut Fun, id: NodeId, sweep: &Sweep) -> Option<Vec<i32>> {
        f.work += NODE;
        match self.at(id) {
            Node::Load(name) => sweep.names.get(name).cloned(),
            Node::OneOrNothing(of) => self.by_place(f, *of, sweep),
            Node::BuiltIn(BuiltIn::Beside, arguments) => {
                let places = self.by_place(f, *arguments.first()?, sweep)?;
                let direction = self.known_here(f, *arguments.get(1)?, sweep)?;
                let steps = arguments.get(2).map_or(Some(1), |steps| self.known_here(f, *steps, sweep))?;
                f.work = f.work.saturating_add(steps.saturating_abs()).saturating_add(2 * NODE);
                let to = |place: &i32| self.program.instance.beside(*place, direction, steps);
                Some(places.iter().map(to).collect())
            }
            Node::Call(definition, arguments) => self.called_by_place(f, *definition, arguments, sweep),
            Node::BuiltIn(BuiltIn::Ahead, arguments) => {
                let places = self.by_place(f, *arguments.first()?, sweep)?;
                let steps = arguments.get(1).map_or(Some(1), |steps| self.known_here(f, *steps, sweep))?;
                let back = arguments.get(2).map_or(Some(0), |back| self.known_here(f, *back, sweep))?;
                let steps = if back == 0 { steps } else { steps.saturating_neg() };
                f.work = f.work.saturating_add(2 * NODE);
                Some(places.iter().map(|place| self.program.instance.ahead(*place, steps)).collect())
            }
            Node::IndexOf(of) => self.told_by_place(f, *of, sweep, |told| told.index),
            Node::ColumnOf(of) => self.told_by_place(f, *of, sweep, |told| told.column),
            Node::RowOf(of) => self.told_by_place(f, *of, sweep, |told| told.row),
            _ => None,
        }
    }

    /// What a definition gives for each place that depends on nothing else.
    pub(super) fn called_by_place(
        &self,
        f: &mut Fun,
        definition: u32,
        arguments: &'p [ArgumentCode],
        sweep: &Sweep,
    ) -> Option<Vec<i32>> {
        let mut rows = vec![Vec::new(); sweep.count as usize];
        let mut depends = false;
        for argument in arguments {
            let by_place = self.by_place(f, argument.value, sweep);
            let known = if by_place.is_none() { Some(self.known_here(f, argument.value, sweep)?) } else { None };
            depends |= by_place.is_some();
            for (at, row) in rows.iter_mut().enumerate().filter(|(at, _)| sweep.asks(*at)) {
                let value = by_place.as_ref().map_or(known, |values| values.get(at).copied())?;
                if !self.passes((value, value), argument.check) {
                    return None;
                }
                row.push(value);
            }
        }
        if !depends {
            return None;
        }
        let answer = |(at, row): (usize, &Vec<i32>)| {
            if sweep.asks(at) { self.answer_of(definition, row) } else { Some((NONE, 0)) }
        };
        let answers: Option<Vec<(i32, i32)>> = rows.iter().enumerate().map(answer).collect();
        let answers = answers?;
        f.work = f.work.saturating_add(answers.iter().map(|(_, work)| *work).max().unwrap_or(0));
        Some(answers.into_iter().map(|(value, _)| value).collect())
    }

    pub(super) fn told_by_place(
        &self,
        f: &mut Fun,
        of: NodeId,
        sweep: &Sweep,
        tell: impl Fn(&Told) -> i32,
    ) -> Option<Vec<i32>> {
        let places = self.by_place(f, of, sweep)?;
        let told = |place: &i32| usize::try_from(*place).ok().and_then(|at| self.fixed.told.get(at)).map(&tell);
        places.iter().map(told).collect()
    }
}
