//! Moves of components without identity: one less is counted at a place, one more at another.

use rulehound_interpreter::model::KindId;
use rulehound_interpreter::program::{Node, NodeId, PlaceCode};
use wasm_encoder::Instruction as I;

use super::work::NODE;
use super::{BASE, Emit, Emitter, Fun, Local};
use crate::Unsupported;
use crate::identity::has_owners;
use crate::map::Counter;

/// Moves the first so many of a kind or all, of one owner if given, from a place to another; `amount` may be below 0.
pub fn some<'p>(
    emitter: &mut Emitter<'p>,
    f: &mut Fun,
    amount: Option<NodeId>,
    (kind, owner): (KindId, Option<NodeId>),
    (from, to): (NodeId, &'p PlaceCode),
) -> Emit {
    let ground = emitter.program.ground.kinds.get(kind.index()).ok_or(Unsupported::new("a kind"))?;
    f.work += NODE + 4 * emitter.looking(&[kind]);
    let amount = amount.map(|amount| emitter.kept_number(f, amount)).transpose()?;
    let Some(owner) = owner else {
        let moved = Moved::new(emitter, f, (from, to))?;
        return moved.of_everybody(emitter, f, kind, amount);
    };
    let whose = emitter.kept(f, owner)?;
    f.step(whose, -ground.first_owner);
    let moved = Moved::new(emitter, f, (from, to))?;
    f.block(|f, nobody| {
        emitter.in_range(f, whose, ground.owners);
        f.put(I::I32Eqz).jump_if(nobody);
        moved.of_kind(emitter, f, (kind, Some(whose)), amount)
    })
}

/// Moves all that lies at a place.
pub fn all<'p>(emitter: &mut Emitter<'p>, f: &mut Fun, from: NodeId, to: &'p PlaceCode) -> Emit {
    let Node::Contents(place, kinds) = emitter.at(from) else { return Err(Unsupported::new("a place")) };
    let moved = Moved::new(emitter, f, (*place, to))?;
    for kind in kinds {
        f.work += NODE + 2 * emitter.looking(&[*kind]);
        moved.of_everybody(emitter, f, *kind, None)?;
    }
    Ok(())
}

/// Whether what is moved here is only counted.
pub fn serves(emitter: &Emitter<'_>, set: NodeId) -> bool {
    let without = &emitter.map.without_identity;
    match emitter.at(set) {
        Node::Components(kind, _) => without.contains(kind),
        Node::Contents(_, kinds) => !kinds.is_empty() && kinds.iter().all(|kind| without.contains(kind)),
        _ => false,
    }
}

/// From where to where.
struct Moved<'p> {
    from: Local,
    to: Local,
    /// Whether there surely are such places.
    inside: [bool; 2],
    goal: &'p PlaceCode,
}

impl<'p> Moved<'p> {
    fn new(emitter: &mut Emitter<'p>, f: &mut Fun, (from, goal): (NodeId, &'p PlaceCode)) -> Emit<Self> {
        let inside = [from, goal.place].map(|place| {
            emitter.range(f, place).is_some_and(|(least, most)| least >= 0 && most < emitter.fixed.places)
        });
        let from = emitter.kept_number(f, from)?;
        let to = emitter.kept_number(f, goal.place)?;
        Ok(Self { from, to, inside, goal })
    }

    /// So many of a kind, or all, whoever they belong to; where they have owners only all.
    fn of_everybody(&self, emitter: &Emitter<'p>, f: &mut Fun, kind: KindId, amount: Option<Local>) -> Emit {
        if !has_owners(emitter.program, kind) {
            return self.of_kind(emitter, f, (kind, None), amount);
        }
        let owners = emitter.program.ground.kinds.get(kind.index()).map_or(0, |ground| ground.owners);
        let whose = f.local();
        (0..owners).try_for_each(|owner| {
            f.number(owner).set(whose);
            self.of_kind(emitter, f, (kind, Some(whose)), amount)
        })
    }

    /// So many of a kind or all, of one owner if they have any.
    fn of_kind(
        &self,
        emitter: &Emitter<'p>,
        f: &mut Fun,
        (kind, whose): (KindId, Option<Local>),
        amount: Option<Local>,
    ) -> Emit {
        let by_owner = has_owners(emitter.program, kind);
        let counters = || emitter.map.counters.iter().filter(|counter| counter.kind == kind);
        let main = counters().find(|counter| counter.by_owner == by_owner).ok_or(Unsupported::new("a counter"))?;
        let each =
            emitter.program.ground.kinds.get(kind.index()).map_or(0, |ground| ground.count / ground.owners.max(1));
        emitter.read.borrow_mut().insert(main.at);
        let (some, cell) = (f.local(), f.local());
        f.block(|f, nothing| {
            if !self.inside[0] {
                emitter.in_range(f, self.from, emitter.fixed.places);
                f.put(I::I32Eqz).jump_if(nothing);
            }
            address(emitter, f, main, (self.from, whose));
            read(emitter, f, main);
            f.set(some);
            if let Some(amount) = amount {
                f.get(amount).get(some).get(amount).get(some).put(I::I32LtS).put(I::Select).tee(some);
                f.number(0).put(I::I32LeS).jump_if(nothing);
            }
            self.fits(emitter, f, (kind, some));
            f.get(some);
            let rounds = Emitter::begin_rounds(f, Some(each));
            Emitter::end_rounds(f, rounds);
            for counter in counters() {
                for (place, sign) in [(self.from, I::I32Sub), (self.to, I::I32Add)] {
                    address(emitter, f, counter, (place, whose));
                    f.tee(cell).get(cell);
                    read(emitter, f, counter);
                    f.get(some).put(sign);
                    write(emitter, f, counter);
                }
            }
            Ok(())
        })
    }

    /// Gives up if something moves to where it must not lie.
    fn fits(&self, emitter: &Emitter<'p>, f: &mut Fun, (kind, some): (KindId, Local)) {
        if emitter.fits_everywhere(f, &[kind], self.goal) {
            return;
        }
        f.get(some);
        f.when(|f| {
            if !self.inside[1] {
                emitter.in_range(f, self.to, emitter.fixed.places);
                f.put(I::I32Eqz).trap_if();
            }
            let places = u32::try_from(emitter.fixed.places).unwrap_or(0);
            let row = u32::try_from(kind.index()).unwrap_or(0) * places;
            f.get(self.to).load_byte(emitter.fixed.fits + row).put(I::I32Eqz).trap_if();
        });
    }
}

/// Leaves where a place is counted, but for where the counters begin, which goes into the offset of what reads or writes there.
fn address(emitter: &Emitter<'_>, f: &mut Fun, counter: &Counter, (place, whose): (Local, Option<Local>)) {
    f.get(place);
    if let (true, Some(whose)) = (counter.by_owner, whose) {
        f.get(whose).number(emitter.fixed.places).put(I::I32Mul).put(I::I32Add);
    }
    if emitter.map.counter > 0 {
        f.number(emitter.map.counter.cast_signed()).put(I::I32Shl);
    }
    f.get(BASE).put(I::I32Add);
}

fn read(emitter: &Emitter<'_>, f: &mut Fun, counter: &Counter) {
    if emitter.map.counter == 0 {
        f.load_byte(counter.at)
    } else {
        f.load(counter.at)
    };
}

fn write(emitter: &Emitter<'_>, f: &mut Fun, counter: &Counter) {
    if emitter.map.counter == 0 {
        f.store_byte(counter.at)
    } else {
        f.store(counter.at)
    };
}
