//! `any` component that lies somewhere: only those at that place are looked at.

use rulehound_interpreter::model::Comparison;
use rulehound_interpreter::program::{BinderCode, Node, NodeId};
use wasm_encoder::Instruction as I;

use super::fun::Name;
use super::lying::MOST_AT_ONCE;
use super::work::{MOST_TIMES, NODE, ROUND};
use super::{Emit, Emitter, Fun, Local};

impl<'p> Emitter<'p> {
    /// Leaves whether any component of some kinds lies at a place and is otherwise as asked; tells whether `any` asks that and nothing in
    /// it can fail.
    pub(super) fn any_lying(&mut self, f: &mut Fun, binders: &'p [BinderCode], body: NodeId) -> Emit<bool> {
        let [binder] = binders else { return Ok(false) };
        let mut asked = Vec::new();
        self.conjuncts(body, &mut asked);
        asked.splice(0..0, binder.condition);
        let (Some((first, rest)), None) = (asked.split_first(), binder.from) else { return Ok(false) };
        let mut sets = Vec::new();
        if !self.components_of(binder.set, &mut sets) {
            return Ok(false);
        }
        let Some(place) = self.place_asked(binder, *first) else { return Ok(false) };
        let times: i32 = sets.iter().map(|set| self.count_of_kind(*set)).sum();
        if times > MOST_TIMES {
            return Ok(false);
        }
        let mark = f.mark();
        let nobody = f.local();
        f.names.insert(binder.local, Name { local: nobody, range: None, some: false });
        let at = f.local();
        Self::instead_of(self, f, times, &mut |emitter, f| {
            emitter.value(f, place)?;
            f.set(at);
            Ok(())
        })?;
        if f.reads(&mark, nobody) {
            f.go_back(mark);
            return Ok(false);
        }
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
        if !rest.is_empty() && (f.unsure > mark.unsure || f.unbounded > mark.unbounded) {
            f.go_back(mark);
            return Ok(false);
        }
        f.get(found);
        Ok(true)
    }

    fn any_lying_of(
        &mut self,
        f: &mut Fun,
        (binder, set): (&'p BinderCode, NodeId),
        at: Local,
        rest: &[NodeId],
        found: Local,
    ) -> Emit {
        let Node::Components(kind, owner) = *self.at(set) else { return Ok(()) };
        let Some(ground) = self.program.ground.kinds.get(kind.index()) else { return Ok(()) };
        let range = Some((ground.first, ground.first + ground.count - 1));
        let (from, end) = self.components(f, kind, owner)?;
        // Each is asked where it lies.
        f.work = f.work.saturating_add(ground.count.saturating_mul(ROUND + 4 * NODE));
        f.block(|f, none| {
            f.get(from).get(end).put(I::I32GeS).jump_if(none);
            let bits = self.lying_in(f, at, (from, end), ground.count);
            if rest.is_empty() {
                f.get(bits).put(I::I64Const(0)).put(I::I64Ne).set(found);
                return Ok(());
            }
            let component = f.local();
            let before = std::mem::take(&mut f.work);
            f.repeat(|f, again| {
                f.get(bits).put(I::I64Eqz).jump_if(none);
                Self::first_of(f, bits, from, component);
                f.names.insert(binder.local, Name { local: component, range, some: true });
                for condition in rest {
                    self.holds(f, *condition)?;
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

    fn count_of_kind(&self, set: NodeId) -> i32 {
        let Node::Components(kind, _) = self.at(set) else { return 0 };
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
    fn components_of(&self, set: NodeId, all: &mut Vec<NodeId>) -> bool {
        match self.at(set) {
            Node::Union(left, right) => self.components_of(*left, all) && self.components_of(*right, all),
            Node::Components(..) => {
                all.push(set);
                (1..=MOST_AT_ONCE).contains(&self.count_of_kind(set))
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
