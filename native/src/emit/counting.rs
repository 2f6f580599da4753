//! How many there are.

use rulehound_interpreter::model::KindId;
use rulehound_interpreter::model::value::NONE;
use rulehound_interpreter::program::{Node, NodeId};
use wasm_encoder::Instruction as I;

use super::set::Order;
use super::{BASE, Emit, Emitter, Fun, Local, gathered};
use crate::Unsupported;
use crate::map::Counter;

impl<'p> Emitter<'p> {
    /// Leaves how many there are. Counting is open to everybody.
    pub(super) fn count_of(&mut self, f: &mut Fun, id: NodeId) -> Emit {
        if gathered::count(self, f, id)? {
            return Ok(());
        }
        let count = f.local();
        f.number(0).set(count);
        if let Node::Contents(place, kinds) = self.at(id)
            && let Some(counters) = self.counters_of(kinds)
        {
            f.work += self.looking(kinds);
            let place = self.kept(f, *place)?;
            self.in_range(f, place, self.fixed.places);
            f.when(|f| {
                for counter in counters {
                    self.counter(f, place, counter);
                    f.get(count).put(I::I32Add).set(count);
                }
            });
            f.get(count);
            return Ok(());
        }
        let guarded = !matches!(self.at(id), Node::Contents(..));
        if let (Node::Contents(place, kinds), None) = (self.at(id), self.contents_numbers(id)) {
            let place = self.kept(f, *place)?;
            for kind in kinds {
                let (from, to) = self.numbers_of(std::slice::from_ref(kind)).ok_or(Unsupported::new("a kind"))?;
                self.lying(f, place, from, to, &mut |_, f, _| {
                    f.step(count, 1);
                    Ok(())
                })?;
            }
        } else {
            self.each_of(f, id, Order::Any, guarded, &mut |_, f, _| {
                f.step(count, 1);
                Ok(())
            })?;
        }
        f.get(count);
        Ok(())
    }

    /// How much it takes to look for components of these kinds at a place.
    pub(super) fn looking(&self, kinds: &[KindId]) -> i32 {
        let kinds = kinds.iter().filter_map(|kind| self.program.ground.kinds.get(kind.index()));
        kinds.map(|kind| kind.count / 4 + 1).sum()
    }

    /// Leaves what is counted at a place, where the counters of a kind lie.
    pub(super) fn counter(&self, f: &mut Fun, place: Local, counters: u32) {
        self.read.borrow_mut().insert(counters);
        if self.map.counter == 0 {
            f.get(place).get(BASE).put(I::I32Add).load_byte(counters);
        } else {
            f.get(place).number(2).put(I::I32Shl).get(BASE).put(I::I32Add).load(counters);
        }
    }

    /// Where some kinds are counted, if all of them are.
    pub(super) fn counters_of(&self, kinds: &[KindId]) -> Option<Vec<u32>> {
        let counter = |kind: &KindId| {
            let counters = self.map.counters.iter();
            counters.filter(|it| !it.by_owner).find(|it| it.kind == *kind).map(|it| it.at)
        };
        kinds.iter().map(counter).collect()
    }

    /// Leaves how many of these components lie at a place. Counting is open to everybody.
    pub(super) fn count_on(&mut self, f: &mut Fun, components: NodeId, place: NodeId) -> Emit {
        let inside = self.range(f, place).is_some_and(|(least, most)| least >= 0 && most < self.fixed.places);
        let id = place;
        let place = self.kept(f, place)?;
        // How many there are of a kind anybody may know; whose they are only those who see them.
        match self.at(components) {
            Node::Components(_, None) => {}
            Node::Components(kind, Some(_)) => self.guard_contents(f, (id, place), &[*kind])?,
            _ => self.guard_contents(f, (id, place), &self.all_kinds())?,
        }
        let count = f.local();
        if let Node::Components(kind, owner) = self.at(components)
            && let Some(counter) =
                self.map.counters.iter().find(|it| it.kind == *kind && it.by_owner == owner.is_some()).cloned()
        {
            return self.counted_on(f, &counter, *owner, (place, inside));
        }
        f.number(0).set(count);
        f.get(place).number(NONE).put(I::I32Ne);
        f.when(|f| {
            self.each(f, components, Order::Any, &mut |emitter, f, element| {
                emitter.place_of_local(f, element.local);
                f.get(place).put(I::I32Eq).get(count).put(I::I32Add).set(count);
                Ok(())
            })
        })?;
        f.get(count);
        Ok(())
    }

    /// Leaves what a counter tells of a place.
    pub(super) fn counted_on(
        &mut self,
        f: &mut Fun,
        counter: &Counter,
        owner: Option<NodeId>,
        (place, inside): (Local, bool),
    ) -> Emit {
        let ground = self.program.ground.kinds.get(counter.kind.index()).ok_or(Unsupported::new("a kind"))?;
        let number = f.local();
        let (first_owner, owners) = (i64::from(ground.first_owner), i64::from(ground.owners));
        let owned = owner.is_none_or(|owner| {
            self.range(f, owner)
                .is_some_and(|it| i64::from(it.0) >= first_owner && i64::from(it.1) < first_owner + owners)
        });
        f.work += ground.count / 2;
        if let Some(owner) = owner {
            self.value(f, owner)?;
            f.number(ground.first_owner).put(I::I32Sub).set(number);
        }
        match (inside, owned) {
            (true, true) => {
                f.number(1);
            }
            (true, false) => self.in_range(f, number, ground.owners),
            (false, true) => self.in_range(f, place, self.fixed.places),
            (false, false) => {
                self.in_range(f, place, self.fixed.places);
                self.in_range(f, number, ground.owners);
                f.put(I::I32And);
            }
        }
        let places = self.fixed.places;
        f.either_number(
            |f| {
                if owner.is_some() {
                    f.get(number).number(places).put(I::I32Mul).get(place).put(I::I32Add).set(number);
                    self.counter(f, number, counter.at);
                } else {
                    self.counter(f, place, counter.at);
                }
            },
            |f| {
                f.number(0);
            },
        );
        Ok(())
    }
}
