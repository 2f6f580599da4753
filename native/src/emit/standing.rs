//! Standing order of components of which something changes, or that lie in piles: what they stand by becomes one number each.

use rulehound_interpreter::model::KindId;
use rulehound_interpreter::program::{CLEARED, Feature};
use wasm_encoder::Instruction as I;

use super::{BASE, Emit, Emitter, Fun, Function, Import, Local, ranges};
use crate::Unsupported;

/// More components than these are sorted by the host, which is better at many.
const MOST: i32 = 64;

/// How many bits of a word a number of this may take; the sign stays free.
const MOST_BITS: u32 = 62;

/// Values below all others: none, unset and cleared.
const SPECIAL: i32 = 3;

/// What components of a kind stand by, from the highest bits to the lowest.
pub struct Standing {
    places: u32,
    /// Where heights lie, by component less the first of the kind, and how many bits they take.
    heights: Option<(u32, u32)>,
    ranks: u32,
    /// First cell, least value and bits of each feature that changes.
    features: Vec<(u32, i32, u32)>,
    first: i32,
    numbers: u32,
}

impl Emitter<'_> {
    /// What components of a kind stand by, if that fits one word.
    pub(super) fn standing(&self, kind: KindId) -> Option<Standing> {
        let ground = self.program.ground.kinds.get(kind.index())?;
        let model = self.program.instance.model.kinds.get(kind.index())?;
        let mut features = Vec::new();
        for attribute in &model.attributes {
            let cells = ground.features.get(attribute.first_cell..attribute.first_cell + attribute.cells)?;
            for feature in cells {
                let Feature::Cells(first) = feature else { continue };
                let (least, greatest) = ranges::of_type(self.program, &attribute.of)?;
                features.push((*first, least, bits_of(i64::from(greatest) - i64::from(least) + i64::from(SPECIAL))));
            }
        }
        // Others may lie in the same pile.
        let heights = self.heights(kind).map(|(_, at)| (at, bits_of(i64::from(self.fixed.components))));
        let ranks = self.program.ground.components.iter().map(|it| it.rank).max()?;
        let standing = Standing {
            places: bits_of(i64::from(self.fixed.places)),
            heights,
            ranks: bits_of(i64::from(ranks)),
            features,
            first: ground.first,
            numbers: bits_of(i64::from(self.fixed.components)),
        };
        let bits = standing.places + standing.ranks + standing.heights.map_or(0, |(_, bits)| bits);
        let bits = bits + standing.features.iter().map(|(.., bits)| bits).sum::<u32>() + 1 + standing.numbers;
        (bits <= MOST_BITS).then_some(standing)
    }

    /// Leaves what a component stands by, above so many bits that are 0.
    fn stands_by(&mut self, f: &mut Fun, standing: &Standing, component: Local, below: u32) {
        let number = f.local();
        f.get(component).number(standing.first).put(I::I32Sub).number(2).put(I::I32Shl).get(BASE).put(I::I32Add);
        f.set(number);
        self.lies_at(f, component);
        f.put(I::I64ExtendI32U);
        let shift = |f: &mut Fun, bits: u32| {
            f.put(I::I64Const(i64::from(bits))).put(I::I64Shl);
        };
        if let Some((at, bits)) = standing.heights {
            // The highest comes first.
            shift(f, bits);
            f.put(I::I64Const((1 << bits) - 1)).get(number).load(at * 4).put(I::I64ExtendI32U).put(I::I64Sub);
            f.put(I::I64Or);
        }
        let ranks = self.ranks();
        shift(f, standing.ranks);
        f.get(component).number(2).put(I::I32Shl).load(ranks).put(I::I64ExtendI32U).put(I::I64Or);
        for (first, least, bits) in &standing.features {
            let value = f.local();
            shift(f, *bits);
            f.get(number).load(first * 4).set(value);
            f.get(value).number(i32::MIN).put(I::I32Sub);
            f.get(value).number(*least).put(I::I32Sub).number(SPECIAL).put(I::I32Add);
            f.get(value).number(CLEARED).put(I::I32LeS).put(I::Select).put(I::I64ExtendI32U).put(I::I64Or);
        }
        if below > 0 {
            shift(f, below);
        }
    }

    /// Sorts components of a kind into standing order: where they begin, how many.
    pub(super) fn stand(&mut self, kind: u32, held: bool) -> Emit<Fun> {
        let standing = self.standing(KindId::from(kind as usize)).ok_or(Unsupported::new("so much to stand by"))?;
        let mut f = Fun::new(3);
        let (start, count) = (1, 2);
        let (look, ties) = (f.local(), f.local());
        f.get(count).number(MOST).put(I::I32GtU);
        f.when(|f| {
            f.get(BASE).get(start).get(count);
            Self::ask(f, Import::SortStanding);
            f.put(I::Drop).put(I::Return);
        });
        let keys = f.local();
        f.get(start).get(count).number(2).put(I::I32Shl).put(I::I32Add).set(keys);
        f.number(0).set(look);
        self.sort_by_keys(&mut f, &standing, (start, count, keys), (look, ties));
        // Where only numbers tell some apart, those that a name holds come behind their like.
        if held {
            f.get(ties);
            f.when(|f| {
                f.get(BASE);
                self.call(f, Function::Hold);
                f.set(look);
                self.sort_by_keys(f, &standing, (start, count, keys), (look, ties));
            });
        }
        Ok(f)
    }

    /// Sorts by insertion; tells whether only numbers, or being held if there was a look at that, tell some apart.
    fn sort_by_keys(
        &mut self,
        f: &mut Fun,
        standing: &Standing,
        (start, count, keys): (Local, Local, Local),
        (look, ties): (Local, Local),
    ) {
        let (at, component, slot) = (f.local(), f.local(), f.local());
        let (key, other, end) = (f.wide(), f.wide(), f.local());
        f.number(0).set(ties).get(start).set(at).get(keys).set(end);
        f.repeat(|f, again| {
            f.get(at).load(0).set(component);
            self.stands_by(f, standing, component, standing.numbers + 1);
            f.get(component).put(I::I64ExtendI32U).put(I::I64Or).set(key);
            f.get(look);
            f.when(|f| {
                self.is_marked(f, component, look);
                self.has_group(f, component);
                f.put(I::I32And).put(I::I64ExtendI32U).put(I::I64Const(i64::from(standing.numbers))).put(I::I64Shl);
                f.get(key).put(I::I64Or).set(key);
            });
            f.get(end).set(slot);
            f.block(|f, found| {
                f.repeat(|f, down| {
                    f.get(slot).get(keys).put(I::I32LeU).jump_if(found);
                    f.get(slot).number(8).put(I::I32Sub).load_wide(0).tee(other);
                    f.get(key).put(I::I64LtU).jump_if(found);
                    f.get(slot).get(other).store_wide(0).step(slot, -8).jump(down);
                });
            });
            f.get(slot).get(key).store_wide(0);
            f.step(end, 8).step(at, 4).get(at).get(keys).put(I::I32LtU).jump_if(again);
        });
        // Back from keys to numbers.
        let (before, all) = (f.wide(), f.local());
        f.put(I::I64Const(-1)).set(before).get(keys).set(slot).get(start).set(at).get(count).set(all);
        f.repeat(|f, again| {
            f.get(slot).load_wide(0).set(key);
            f.get(at).get(key).put(I::I64Const((1 << standing.numbers) - 1)).put(I::I64And).put(I::I32WrapI64).store(0);
            f.get(key).put(I::I64Const(i64::from(standing.numbers) + 1)).put(I::I64ShrU).tee(key);
            f.get(before).put(I::I64Eq).get(ties).put(I::I32Or).set(ties);
            f.get(key).set(before);
            f.step(slot, 8).step(at, 4).step(all, -1).get(all).jump_if(again);
        });
    }

    /// Keeps of components of a kind that are alike only the first: where they begin, how many; leaves how many are left.
    pub(super) fn unlike_states(&mut self, kind: u32) -> Emit<Fun> {
        let standing = self.standing(KindId::from(kind as usize)).ok_or(Unsupported::new("so much to stand by"))?;
        let mut f = Fun::new(3);
        let (start, count) = (1, 2);
        f.get(count).number(MOST).put(I::I32GtU);
        f.when(|f| {
            f.get(BASE).get(start).get(count);
            Self::ask(f, Import::OfferAlike);
            f.put(I::Return);
        });
        let (look, at, keys, end) = (f.local(), f.local(), f.local(), f.local());
        let (component, slot, left, place) = (f.local(), f.local(), f.local(), f.local());
        let key = f.wide();
        f.get(BASE);
        self.call(&mut f, Function::Hold);
        f.set(look).get(start).set(at).get(start).set(left);
        f.get(start).get(count).number(2).put(I::I32Shl).put(I::I32Add).tee(keys).set(end);
        f.block(|f, done| {
            f.repeat(|f, again| {
                f.get(at).get(keys).put(I::I32GeU).jump_if(done);
                f.get(at).load(0).set(component);
                f.step(at, 4);
                f.block(|f, alone| {
                    self.has_group(f, component);
                    f.put(I::I32Eqz).jump_if(alone);
                    self.is_marked(f, component, look);
                    f.jump_if(alone);
                    if self.fixed.piles {
                        self.lies_at(f, component);
                        f.set(place);
                        self.is_ordered(f, place);
                        f.jump_if(alone);
                    }
                    self.stands_by(f, &standing, component, 0);
                    f.set(key).get(keys).set(slot);
                    f.block(|f, new| {
                        f.repeat(|f, further| {
                            f.get(slot).get(end).put(I::I32GeU).jump_if(new);
                            f.get(slot).load_wide(0).get(key).put(I::I64Eq).jump_if(again);
                            f.step(slot, 8).jump(further);
                        });
                    });
                    f.get(end).get(key).store_wide(0).step(end, 8);
                });
                f.get(left).get(component).store(0).step(left, 4).jump(again);
            });
        });
        f.get(left).get(start).put(I::I32Sub).number(2).put(I::I32ShrU);
        Ok(f)
    }
}

/// How many bits numbers from 0 to this take.
fn bits_of(greatest: i64) -> u32 {
    i64::BITS - greatest.max(1).leading_zeros()
}
