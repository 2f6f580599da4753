//! Conditions on places that can all be worked out at once only if some names are known: written once for each of their few values.

use std::collections::BTreeSet;

use rulehound_interpreter::program::{Addr, BinderCode, Node, NodeId};
use wasm_encoder::Instruction as I;

use super::MOST_PLACES;
use crate::emit::fun::Name;
use crate::emit::{Emit, Emitter, Fun};

/// The most values of a name that are told apart, and of all of them together.
const MOST_VALUES: i32 = 8;
const MOST_TOGETHER: i32 = 16;

/// Writes what is done with the places; tells how much of what is asked was worked out at once, if it is written.
type Write<'w, 'p> = &'w mut dyn FnMut(&mut Emitter<'p>, &mut Fun) -> Emit<Option<usize>>;

impl<'p> Emitter<'p> {
    /// Does something with places of which something is asked, for each value of some names for itself if only then all of it can be worked
    /// out at once; tells whether it is done. It may be wanted only if all of it is.
    pub(in crate::emit) fn told_apart(
        &mut self,
        f: &mut Fun,
        binder: &'p BinderCode,
        (asked, all): (&[NodeId], usize),
        only_all: bool,
        write: Write<'_, 'p>,
    ) -> Emit<bool> {
        if !self.is_of_places(binder.set) {
            return Ok(false);
        }
        let mark = f.mark();
        let taken = write(self, f)?;
        if taken == Some(all) {
            return Ok(true);
        }
        f.go_back(mark);
        let mark = f.mark();
        let names = self.names_to_tell(f, binder, asked);
        if !names.is_empty() && self.each_value(f, &names, &mut Vec::new(), (all, write))? {
            return Ok(true);
        }
        f.go_back(mark);
        if only_all {
            return Ok(false);
        }
        Ok(write(self, f)?.is_some())
    }

    /// Whether a set is one of places of a board that are worked out all at once.
    fn is_of_places(&self, set: NodeId) -> bool {
        match self.at(set) {
            Node::Span(..) => !self.words_of_places(set).is_empty(),
            Node::Call(definition, _) => self.part_given(*definition).is_some(),
            Node::Union(board, _) => matches!(self.at(*board), Node::Span(_, count) if *count < MOST_PLACES),
            _ => false,
        }
    }

    /// Writes it for one value of each name.
    fn told_one(&mut self, f: &mut Fun, values: &[(Addr, i32)], write: Write<'_, 'p>) -> Emit<Option<usize>> {
        let before = f.names.clone();
        for (name, value) in values {
            let local = f.local();
            f.number(*value).set(local);
            f.names.insert(*name, Name { local, range: Some((*value, *value)), some: true });
        }
        let taken = write(self, f);
        f.names = before;
        taken
    }

    /// Writes it for each value of the names that are left, of which only one runs; tells whether all of it is worked out at once for each.
    fn each_value(
        &mut self,
        f: &mut Fun,
        names: &[(Addr, (i32, i32))],
        values: &mut Vec<(Addr, i32)>,
        (all, write): (usize, Write<'_, 'p>),
    ) -> Emit<bool> {
        let Some(((name, (least, greatest)), rest)) = names.split_first() else {
            return Ok(self.told_one(f, values, write)? == Some(all));
        };
        let value = f.local();
        self.load(f, *name)?;
        f.set(value);
        let (before, mut most) = (f.work, 0);
        let whole = f.block(|f, done| {
            for one in *least..=*greatest {
                f.work = 0;
                f.get(value).number(one).put(I::I32Eq);
                let whole = f.when(|f| {
                    values.push((*name, one));
                    let whole = self.each_value(f, rest, values, (all, write));
                    values.pop();
                    f.jump(done);
                    whole
                })?;
                if !whole {
                    return Ok(false);
                }
                most = most.max(f.work);
            }
            // There are no others.
            f.put(I::Unreachable);
            Ok(true)
        })?;
        f.work = before.saturating_add(most);
        Ok(whole)
    }

    /// The names that are asked directly, with their few values.
    fn names_to_tell(&self, f: &Fun, binder: &BinderCode, asked: &[NodeId]) -> Vec<(Addr, (i32, i32))> {
        let mut found = BTreeSet::new();
        asked.iter().for_each(|id| self.names_in(*id, &mut found));
        found.remove(&binder.local);
        let mut together = 1;
        let mut names = Vec::new();
        for name in found {
            let range = f.names.get(&name).map_or_else(|| self.ranges.get(&name).copied(), |known| known.range);
            let Some((least, greatest)) = range else { continue };
            let count = i64::from(greatest) - i64::from(least) + 1;
            if count > 1 && count <= i64::from(MOST_VALUES) && count * together <= i64::from(MOST_TOGETHER) {
                together *= count;
                names.push((name, (least, greatest)));
            }
        }
        names
    }

    /// Adds the names that an expression asks itself.
    fn names_in(&self, id: NodeId, names: &mut BTreeSet<Addr>) {
        match self.at(id) {
            Node::Load(name) => {
                names.insert(*name);
            }
            Node::Not(of) | Node::Holds(of) | Node::CompareWith(_, of, _) | Node::IndexOf(of) | Node::CountOf(of) => {
                self.names_in(*of, names);
            }
            Node::And(left, right)
            | Node::Or(left, right)
            | Node::Compare(_, left, right)
            | Node::Arithmetic(_, left, right)
            | Node::CountOn(left, right)
            | Node::Among { element: left, set: right, .. } => {
                self.names_in(*left, names);
                self.names_in(*right, names);
            }
            Node::Components(_, Some(owner)) => self.names_in(*owner, names),
            Node::Contents(place, _) => self.names_in(*place, names),
            Node::Family(family) => {
                family.owner.iter().chain(&family.indices).for_each(|code| self.names_in(code.value, names));
            }
            Node::BuiltIn(_, arguments) => arguments.iter().for_each(|argument| self.names_in(*argument, names)),
            Node::Call(_, arguments) => arguments.iter().for_each(|argument| self.names_in(argument.value, names)),
            _ => {}
        }
    }
}
