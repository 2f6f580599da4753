//! Decisions for several elements at once.

use rulehound_interpreter::program::{MeantCode, RequirementCode, WayCode};
use wasm_encoder::Instruction as I;

use super::candidate::Written;
use super::set::Order;
use super::work::NODE;
use super::{BASE, Emit, Emitter, Fun, Import, Local};
use crate::map::MOST_ASIDE;

/// What subsets are made of: elements, how many, what is alike before each, which are chosen, how many.
pub struct Subsets {
    start: Local,
    count: Local,
    alike: Option<Local>,
    chosen: Local,
    size: Local,
}

impl<'p> Emitter<'p> {
    /// All subsets of so many in lexicographic order. Of elements that are alike the first ones are taken, so each set comes once.
    pub(super) fn several_candidates(
        &mut self,
        f: &mut Fun,
        way: &'p WayCode,
        asked: &'p [RequirementCode],
        written: &Written,
    ) -> Emit {
        let MeantCode::Several { least, most, element, set, capacity } = &way.meant else { return Ok(()) };
        let least = self.kept_number(f, *least)?;
        let most = self.kept_number(f, *most)?;
        let start = self.here(f);
        let binders = std::slice::from_ref(&element.binder);
        self.aside(|emitter, out| {
            emitter.tuples(f, binders, Order::Own, &mut |emitter, f| {
                emitter.push_bound(f, out, binders);
                Ok(())
            })
        })?;
        let out = self.top();
        let (count, alike, chosen) = (f.local(), f.local(), f.local());
        Self::length_from(f, out, start);
        f.tee(count).number(MOST_ASIDE / 2).put(I::I32GtU).trap_if();
        Self::global(f, out).set(alike);
        let kinds = self.must_be_listed(element)?;
        if kinds {
            f.get(BASE).get(start).get(count).get(alike);
            Self::ask(f, Import::AlikeBefore);
            f.put(I::Drop);
        }
        f.get(alike).get(count).number(2).put(I::I32Shl).put(I::I32Add).set(chosen);
        // Nothing else is put onto the stack from here on but by conditions, which begin behind what is chosen.
        f.get(chosen).get(count).number(2).put(I::I32Shl).put(I::I32Add);
        Self::set_global(f, out);
        let size = f.local();
        f.get(least).number(0).get(least).number(0).put(I::I32GtS).put(I::Select).set(size);
        f.block(|f, done| {
            f.repeat(|f, again| {
                f.get(size).get(most).put(I::I32GtS).get(size).get(count).put(I::I32GtS).put(I::I32Or).jump_if(done);
                let subsets = Subsets { start, count, alike: kinds.then_some(alike), chosen, size };
                self.subsets(f, &subsets, &mut |emitter, f| {
                    Self::count_candidate(f, written);
                    emitter.write_subset(f, &subsets, (*set, *capacity));
                    emitter.if_allowed(f, asked, &mut |emitter, f| {
                        emitter.write_several(f, written, *set, *capacity);
                        Ok(())
                    })
                })?;
                f.step(size, 1).jump(again);
                Ok(())
            })
        })?;
        self.clear(f, *set, *set + *capacity + 1);
        f.get(start);
        Self::set_global(f, out);
        Ok(())
    }

    pub(super) fn subsets(
        &mut self,
        f: &mut Fun,
        subsets: &Subsets,
        visit: &mut dyn FnMut(&mut Self, &mut Fun) -> Emit,
    ) -> Emit {
        let Subsets { count, chosen, size, .. } = *subsets;
        let (at, value) = (f.local(), f.local());
        // The first: 0, 1, 2, …
        f.number(0).set(at);
        f.block(|f, filled| {
            f.repeat(|f, again| {
                f.get(at).get(size).put(I::I32GeS).jump_if(filled);
                f.get(at).number(2).put(I::I32Shl).get(chosen).put(I::I32Add).get(at).store(0);
                f.step(at, 1).jump(again);
            });
        });
        f.block(|f, done| {
            f.repeat(|f, again| {
                // Each stands at the end of a way with as many steps as it has elements.
                let before = std::mem::take(&mut f.work);
                f.get(size).number(NODE).put(I::I32Mul);
                let later = f.number_later();
                f.put(I::I32Add);
                Self::burn(f);
                f.block(|f, skip| {
                    self.skip_unless_first_alike(f, subsets, |f| {
                        f.jump_if(skip);
                    });
                    visit(self, f)
                })?;
                let each = std::mem::replace(&mut f.work, before);
                f.fill(later, each + NODE);
                // The last that can still go on does, and those behind it follow on its heels.
                f.get(size).set(at);
                f.block(|f, found| {
                    f.repeat(|f, back| {
                        f.step(at, -1).get(at).number(0).put(I::I32LtS).jump_if(done);
                        f.get(at).number(2).put(I::I32Shl).get(chosen).put(I::I32Add).load(0).set(value);
                        f.get(value).get(count).get(size).put(I::I32Sub).get(at).put(I::I32Add).put(I::I32LtS);
                        f.jump_if(found).jump(back);
                    });
                });
                f.block(|f, filled| {
                    f.repeat(|f, on| {
                        f.get(at).get(size).put(I::I32GeS).jump_if(filled);
                        f.step(value, 1);
                        f.get(at).number(2).put(I::I32Shl).get(chosen).put(I::I32Add).get(value).store(0);
                        f.step(at, 1).jump(on);
                    });
                });
                f.jump(again);
                Ok(())
            })
        })
    }

    /// Tells `test` whether something is chosen without what is alike before it.
    pub(super) fn skip_unless_first_alike(&self, f: &mut Fun, subsets: &Subsets, test: impl FnOnce(&mut Fun)) {
        let Some(alike) = subsets.alike else { return };
        let (at, other, before, bad) = (f.local(), f.local(), f.local(), f.local());
        let word = |f: &mut Fun, list: Local, index: Local| {
            f.get(index).number(2).put(I::I32Shl).get(list).put(I::I32Add).load(0);
        };
        f.number(0).tee(at).set(bad);
        f.block(|f, done| {
            f.repeat(|f, again| {
                f.get(at).get(subsets.size).put(I::I32GeS).jump_if(done);
                word(f, subsets.chosen, at);
                f.set(before);
                word(f, alike, before);
                f.tee(before).number(0).put(I::I32GeS);
                f.when(|f| {
                    f.number(1).set(bad).number(0).set(other);
                    f.block(|f, looked| {
                        f.repeat(|f, more| {
                            f.get(other).get(at).put(I::I32GeS).jump_if(looked);
                            word(f, subsets.chosen, other);
                            f.get(before).put(I::I32Eq);
                            f.when(|f| {
                                f.number(0).set(bad);
                            });
                            f.step(other, 1).jump(more);
                        });
                    });
                    f.get(bad).jump_if(done);
                });
                f.step(at, 1).jump(again);
            });
        });
        f.get(bad);
        test(f);
    }

    /// Writes what is chosen into the name of the set.
    pub(super) fn write_subset(&self, f: &mut Fun, subsets: &Subsets, (set, capacity): (u32, u32)) {
        let at = f.local();
        f.get(subsets.size).number(i32::try_from(capacity).unwrap_or(0)).put(I::I32GtS).trap_if();
        f.write_local(set, subsets.size).number(0).set(at);
        f.block(|f, done| {
            f.repeat(|f, again| {
                f.get(at).get(subsets.size).put(I::I32GeS).jump_if(done);
                f.get(at).number(2).put(I::I32Shl).get(BASE).put(I::I32Add);
                f.get(at).number(2).put(I::I32Shl).get(subsets.chosen).put(I::I32Add).load(0);
                f.number(2).put(I::I32Shl).get(subsets.start).put(I::I32Add).load(0);
                f.store((set + 1) * 4);
                f.step(at, 1).jump(again);
            });
        });
    }

    pub(super) fn write_several(&self, f: &mut Fun, written: &Written, set: u32, capacity: u32) {
        let values: Vec<Local> = (0..=capacity)
            .map(|step| {
                let value = f.local();
                f.cell(set + step).set(value);
                value
            })
            .collect();
        self.write_candidate(f, written, &values);
    }
}
