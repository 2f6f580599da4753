//! Where components go: one moves from place to place and is counted there.

use rulehound_interpreter::model::KindId;
use rulehound_interpreter::program::{ListCode, NodeId, PlaceCode};
use wasm_encoder::Instruction as I;

use super::{BASE, Emit, Emitter, Fun, Function, Import, Local};

impl<'p> Emitter<'p> {
    /// Puts a component somewhere and leaves whether it is elsewhere now: component, place, whether beneath.
    pub(super) fn relocate(&mut self) -> Emit<Fun> {
        let mut f = Fun::new(4);
        let (component, to, beneath) = (1, 2, 3);
        let (kind, from) = (f.local(), f.local());
        f.get(component).number(self.fixed.components).put(I::I32GeU);
        f.get(to).number(self.fixed.places).put(I::I32GeU).put(I::I32Or).trap_if();
        f.get(component).number(2).put(I::I32Shl).load(self.fixed.kind).set(kind);
        f.get(kind).number(self.fixed.places).put(I::I32Mul).get(to).put(I::I32Add).load_byte(self.fixed.fits);
        f.put(I::I32Eqz).trap_if();
        self.lies_at(&mut f, component);
        f.set(from);
        if self.fixed.piles {
            // Those of both piles are looked for.
            f.work += self.fixed.components / 2;
            f.get(from).get(to).put(I::I32Eq);
            f.when(|f| {
                f.get(beneath);
                self.is_ordered(f, to);
                f.put(I::I32And).put(I::I32Eqz);
                f.when(|f| {
                    f.number(0).put(I::Return);
                });
            });
            self.is_ordered(&mut f, from);
            f.when(|f| {
                f.get(BASE).get(component).get(from);
                Self::ask(f, Import::Lift);
                f.put(I::Drop);
            });
            self.is_ordered(&mut f, to);
            f.either(
                |f| {
                    f.get(BASE).get(component).get(to).get(beneath);
                    Self::ask(f, Import::Put);
                    f.put(I::Drop);
                },
                |f| self.lay(f, component, to),
            );
        } else {
            self.lay(&mut f, component, to);
        }
        self.count_move(&mut f, component, from, to);
        f.get(from).get(to).put(I::I32Ne);
        Ok(f)
    }

    /// Counts that a component went from place to place.
    pub(super) fn count_move(&self, f: &mut Fun, component: Local, from: Local, to: Local) {
        let at = f.local();
        for (by_owner, table) in [false, true].into_iter().zip(self.fixed.counted) {
            if !self.map.counters.iter().any(|counter| counter.by_owner == by_owner) {
                continue;
            }
            f.get(component).number(2).put(I::I32Shl).load(table).tee(at);
            f.when(|f| {
                f.get(at).get(BASE).put(I::I32Add).set(at);
                self.count_at(f, at, (from, to));
            });
        }
    }

    /// Moves one component and keeps that it moved, if somebody watches.
    pub(super) fn relocate_one(
        &mut self,
        f: &mut Fun,
        (component, sure): (Local, Option<KindId>),
        to: Local,
        beneath: bool,
        list: Option<&'p ListCode>,
    ) {
        let from = f.local();
        if let Some(kind) = sure {
            self.lies_at(f, component);
            f.set(from);
            self.lay(f, component, to);
            self.count_kind(f, kind, component, (from, to));
            if let Some(list) = list {
                f.get(from).get(to).put(I::I32Ne);
                f.when(|f| self.push_row(f, list, &[component, from, to]));
            }
            return;
        }
        if list.is_some() {
            self.place_of_local(f, component);
            f.set(from);
        }
        f.get(BASE).get(component).get(to).number(i32::from(beneath));
        self.call(f, Function::Relocate);
        match list {
            Some(list) => f.when(|f| self.push_row(f, list, &[component, from, to])),
            None => {
                f.put(I::Drop);
            }
        }
    }

    /// The kind of what moves, if it surely may lie wherever it goes, and never lies in a pile.
    pub(super) fn surely_moved(&self, f: &Fun, what: NodeId, to: &PlaceCode) -> Option<KindId> {
        let kinds = self.kinds_of(f, what)?;
        self.fits_surely(f, &kinds, to)
    }

    /// The kinds that a component may be of, if it surely is one.
    pub(super) fn kinds_of(&self, f: &Fun, what: NodeId) -> Option<Vec<KindId>> {
        let (least, greatest) = self.range(f, what)?;
        let inside = least >= 0 && greatest < self.fixed.components;
        let kinds = self.program.ground.kinds.iter().enumerate();
        let met = kinds.filter(|(_, kind)| kind.first <= greatest && least < kind.first.saturating_add(kind.count));
        inside.then(|| met.map(|(number, _)| KindId::from(number)).collect())
    }

    /// The same where it is known of which kinds it can be.
    pub(super) fn fits_surely(&self, f: &Fun, kinds: &[KindId], to: &PlaceCode) -> Option<KindId> {
        let [kind] = kinds else { return None };
        let mut places = self.program.ground.places.iter();
        let piled = places.any(|place| place.ordered && place.kinds.contains(kind));
        (!piled && self.fits_everywhere(f, kinds, to)).then_some(*kind)
    }

    /// Whether components of some kinds may lie wherever they might go.
    pub(super) fn fits_everywhere(&self, f: &Fun, kinds: &[KindId], to: &PlaceCode) -> bool {
        let Some((first, last)) = self.range(f, to.place) else { return false };
        let (Ok(first), Ok(last)) = (usize::try_from(first), usize::try_from(last)) else { return false };
        let places = self.program.ground.places.get(first..=last).unwrap_or_default();
        !places.is_empty() && kinds.iter().all(|kind| places.iter().all(|place| place.kinds.contains(kind)))
    }

    /// Counts that a component of a kind went from place to place.
    pub(super) fn count_kind(&self, f: &mut Fun, kind: KindId, component: Local, (from, to): (Local, Local)) {
        for (by_owner, table) in [false, true].into_iter().zip(self.fixed.counted) {
            if self.map.counters.iter().any(|it| it.by_owner == by_owner && it.kind == kind) {
                let at = f.local();
                f.get(component).number(2).put(I::I32Shl).load(table).get(BASE).put(I::I32Add).set(at);
                self.count_at(f, at, (from, to));
            }
        }
    }

    /// Counts one less at a place and one more at another, where the counters begin at an address.
    fn count_at(&self, f: &mut Fun, at: Local, (from, to): (Local, Local)) {
        for (place, change) in [(from, -1), (to, 1)] {
            let cell = f.local();
            if self.map.counter == 0 {
                f.get(place).get(at).put(I::I32Add).tee(cell);
                f.get(cell).load_byte(0).number(change).put(I::I32Add).store_byte(0);
            } else {
                f.get(place).number(2).put(I::I32Shl).get(at).put(I::I32Add).tee(cell);
                f.get(cell).load(0).number(change).put(I::I32Add).store(0);
            }
        }
    }
}
