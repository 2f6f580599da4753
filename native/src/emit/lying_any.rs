//! `any` component that lies somewhere: only those at that place are looked at.

use rulehound_interpreter::model::{Comparison, KindId};
use rulehound_interpreter::program::{BinderCode, Node, NodeId};
use wasm_encoder::Instruction as I;

use super::fun::Name;
use super::lying::MOST_AT_ONCE;
use super::work::{MOST_TIMES, NODE, ROUND};
use super::{Emit, Emitter, Fun, Local};
use crate::Pass;

/// Components of a kind, of one owner if given.
type Group = (KindId, Option<NodeId>);

impl<'p> Emitter<'p> {
    /// Leaves whether any component of some kinds lies at a place and is otherwise as asked; tells whether `any` asks that and nothing in
    /// it can fail.
    pub(super) fn any_lying(&mut self, f: &mut Fun, binders: &'p [BinderCode], body: NodeId) -> Emit<bool> {
        let ([binder], true) = (binders, self.passes.has(Pass::ComponentsAsBits)) else { return Ok(false) };
        let mut asked = Vec::new();
        self.conjuncts(body, &mut asked);
        asked.splice(0..0, binder.condition);
        let (Some((first, rest)), None) = (asked.split_first(), binder.from) else { return Ok(false) };
        let (mark, at) = (f.mark(), f.local());
        let (sets, rest) = match self.at(binder.set) {
            Node::Contents(place, kinds) if self.map.lies.is_some() => {
                let (id, place) = (*place, self.kept(f, *place)?);
                self.guard_contents(f, (id, place), kinds)?;
                f.get(place).set(at);
                (kinds.iter().map(|kind| (*kind, None)).collect(), &asked[..])
            }
            _ => {
                let mut sets = Vec::new();
                if !self.components_of(binder.set, &mut sets) {
                    return Ok(false);
                }
                let Some(place) = self.place_asked(binder, *first) else { return Ok(false) };
                if !self.place_apart(f, binder, &sets, (place, at))? {
                    f.go_back(mark);
                    return Ok(false);
                }
                (sets, rest)
            }
        };
        let few = |(kind, _): &Group| (1..=MOST_AT_ONCE).contains(&self.count_of_kind(*kind));
        if !sets.iter().all(few) {
            f.go_back(mark);
            return Ok(false);
        }
        let unsure = f.unsure;
        let found = f.local();
        f.number(0).set(found);
        f.block(|f, end| {
            for set in sets {
                self.any_lying_of(f, (binder, set), at, rest, found)?;
                f.get(found).jump_if(end);
            }
            Ok(())
        })?;
        f.restore_names(&mark);
        // In what order they are looked at does not matter only where nothing fails.
        if f.unsure > unsure || f.unbounded > mark.unbounded {
            f.go_back(mark);
            return Ok(false);
        }
        f.get(found);
        Ok(true)
    }

    /// Puts the place that components are asked to lie at into a local; tells whether it has nothing to do with them.
    fn place_apart(
        &mut self,
        f: &mut Fun,
        binder: &'p BinderCode,
        sets: &[Group],
        (place, at): (NodeId, Local),
    ) -> Emit<bool> {
        let times: i32 = sets.iter().map(|(kind, _)| self.count_of_kind(*kind)).sum();
        if times > MOST_TIMES {
            return Ok(false);
        }
        let (mark, nobody) = (f.mark(), f.local());
        f.names.insert(binder.local, Name { local: nobody, range: None, some: false });
        Self::instead_of(self, f, times, &mut |emitter, f| {
            emitter.value(f, place)?;
            f.set(at);
            Ok(())
        })?;
        let apart = !f.reads(&mark, nobody);
        f.restore_names(&mark);
        Ok(apart)
    }

    fn any_lying_of(
        &mut self,
        f: &mut Fun,
        (binder, (kind, owner)): (&'p BinderCode, Group),
        at: Local,
        rest: &[NodeId],
        found: Local,
    ) -> Emit {
        let Some(ground) = self.program.ground.kinds.get(kind.index()) else { return Ok(()) };
        let range = Some((ground.first, ground.first + ground.count - 1));
        let (from, end) = self.components(f, kind, owner)?;
        let (mut printed, mut left) = (u64::MAX, Vec::new());
        for condition in rest {
            match self.printed_so(*condition, binder, kind).filter(|_| owner.is_none()) {
                Some(those) => printed &= those,
                None => left.push(*condition),
            }
        }
        let each = rest.iter().map(|condition| self.size_of(*condition).max(4 * NODE)).fold(0, i32::saturating_add);
        f.work = f.work.saturating_add(ground.count.saturating_mul(each));
        // Each is asked where it lies.
        f.work = f.work.saturating_add(ground.count.saturating_mul(ROUND + 4 * NODE));
        f.block(|f, none| {
            f.get(from).get(end).put(I::I32GeS).jump_if(none);
            let bits = self.lying_in(f, at, (from, end), ground.count);
            if printed != u64::MAX {
                f.get(bits).put(I::I64Const(printed.cast_signed())).put(I::I64And).set(bits);
            }
            if left.is_empty() {
                f.get(bits).put(I::I64Const(0)).put(I::I64Ne).set(found);
                return Ok(());
            }
            let component = f.local();
            let before = std::mem::take(&mut f.work);
            f.repeat(|f, again| {
                f.get(bits).put(I::I64Eqz).jump_if(none);
                Self::first_of(f, bits, from, component);
                f.names.insert(binder.local, Name { local: component, range, some: true });
                for condition in left {
                    self.holds(f, condition)?;
                    f.put(I::I32Eqz).jump_if(again);
                }
                f.number(1).set(found);
                Ok(())
            })?;
            f.loops += 1;
            f.work = before.saturating_add(f.work.saturating_mul(ground.count));
            Ok(())
        })
    }

    fn count_of_kind(&self, kind: KindId) -> i32 {
        self.program.ground.kinds.get(kind.index()).map_or(0, |kind| kind.count)
    }

    fn conjuncts(&self, id: NodeId, all: &mut Vec<NodeId>) {
        match self.at(id) {
            Node::And(left, right) => {
                self.conjuncts(*left, all);
                self.conjuncts(*right, all);
            }
            Node::Holds(of) => self.conjuncts(*of, all),
            _ => all.push(id),
        }
    }

    /// The sets that a set consists of, if each is all components of a kind, or those of an owner.
    fn components_of(&self, set: NodeId, all: &mut Vec<Group>) -> bool {
        match self.at(set) {
            Node::Union(left, right) => self.components_of(*left, all) && self.components_of(*right, all),
            Node::Components(kind, owner) => {
                all.push((*kind, *owner));
                true
            }
            _ => false,
        }
    }

    /// Where a condition wants a component to lie.
    fn place_asked(&self, binder: &BinderCode, condition: NodeId) -> Option<NodeId> {
        let Node::Compare(Comparison::Equal, left, right) = self.at(condition) else { return None };
        let of_this = |id: NodeId| match self.at(id) {
            Node::PlaceOf(of) => matches!(self.at(*of), Node::Load(name) if *name == binder.local),
            _ => false,
        };
        match (of_this(*left), of_this(*right)) {
            (true, false) => Some(*right),
            (false, true) => Some(*left),
            _ => None,
        }
    }
}
