//! Decisions: which candidates are allowed, and taking one.
//!
//! What is allowed lies behind the cells of a block, each candidate as so many words: the values of its names; a length and its values; the
//! number of a way; 0 for doing and 1 for leaving.

use rulehound_interpreter::model::{KindId, Sort};
use rulehound_interpreter::program::{CLEARED, ChoiceCode, ChoiceKind, NamedBinder, RequirementCode};
use wasm_encoder::Instruction as I;

use super::fun::Name;
use super::set::Order;
use super::work::NODE;
use super::{BASE, Emit, Emitter, Fun, Function, Global, Import, Local};
use crate::Unsupported;
use crate::map::{Extra, MOST_ASIDE};

/// How many words a candidate of a decision takes.
pub fn width(choice: &ChoiceCode) -> u32 {
    match &choice.kind {
        ChoiceKind::Tuple(binders) => u32::try_from(binders.len()).unwrap_or(0).max(1),
        ChoiceKind::Several { capacity, .. } => capacity + 1,
        ChoiceKind::Options(_) | ChoiceKind::May(..) => 1,
    }
}

/// Where what is allowed is written.
struct Written {
    count: Local,
    at: Local,
    width: u32,
}

impl<'p> Emitter<'p> {
    /// What is allowed at the decision a block stands at.
    pub(super) fn legal(&mut self) -> Emit<Fun> {
        let mut f = Fun::new(1);
        let choice = f.local();
        f.get(BASE).load(self.map.extra(Extra::Choice)).set(choice);
        for id in (0..).take(self.program.choices.len()) {
            f.get(choice).number(i32::try_from(id).unwrap_or(0)).put(I::I32Eq);
            f.when(|f| {
                f.get(BASE);
                self.call(f, Function::Allowed(id));
                f.put(I::Return);
            });
        }
        f.trap().number(0);
        Ok(f)
    }

    /// Writes what is allowed at one decision and leaves how many there are.
    pub(super) fn allowed(&mut self, id: u32) -> Emit<Fun> {
        let choice = self.program.choices.get(id as usize).ok_or(Unsupported("a decision"))?;
        let mut f = Fun::new(1);
        let written = Written { count: f.local(), at: f.local(), width: width(choice) };
        f.get(BASE).number(i32::try_from(self.map.legal).unwrap_or(0)).put(I::I32Add).set(written.at);
        match &choice.kind {
            ChoiceKind::Tuple(binders) => self.tuple_candidates(&mut f, choice, binders, &written)?,
            ChoiceKind::Several { .. } => self.several_candidates(&mut f, choice, &written)?,
            ChoiceKind::Options(ways) => {
                for (way, (_, requirements, _)) in (0..).zip(ways) {
                    self.if_allowed(&mut f, requirements, &mut |emitter, f| {
                        emitter.write_candidate(f, &written, &[Word::Known(way)]);
                        Ok(())
                    })?;
                }
            }
            ChoiceKind::May(..) => {
                self.if_allowed(&mut f, &choice.requirements, &mut |emitter, f| {
                    emitter.write_candidate(f, &written, &[Word::Known(0)]);
                    Ok(())
                })?;
                self.write_candidate(&mut f, &written, &[Word::Known(1)]);
            }
        }
        f.get(written.count);
        Ok(f)
    }

    fn if_allowed(
        &mut self,
        f: &mut Fun,
        requirements: &'p [RequirementCode],
        then: &mut dyn FnMut(&mut Self, &mut Fun) -> Emit,
    ) -> Emit {
        f.block(|f, no| {
            for requirement in requirements {
                self.holds(f, requirement.condition)?;
                f.put(I::I32Eqz).jump_if(no);
            }
            then(self, f)
        })
    }

    fn write_candidate(&self, f: &mut Fun, written: &Written, words: &[Word]) {
        let most = i32::try_from(self.map.most_legal() / written.width.max(1)).unwrap_or(0);
        f.get(written.count).number(most).put(I::I32GeS).trap_if();
        for (offset, word) in (0..).step_by(4).zip(words) {
            f.get(written.at);
            match word {
                Word::Known(value) => f.number(*value),
                Word::Local(local) => f.get(*local),
            };
            f.store(offset);
        }
        f.step(written.at, i32::try_from(written.width * 4).unwrap_or(4)).step(written.count, 1);
    }

    fn tuple_candidates(
        &mut self,
        f: &mut Fun,
        choice: &'p ChoiceCode,
        binders: &'p [NamedBinder],
        written: &Written,
    ) -> Emit {
        // What does not depend on the names before is worked out once.
        let mut known = Vec::new();
        for (index, named) in binders.iter().enumerate() {
            known.push(if named.independent && index > 0 { Some(self.meant(f, named)?) } else { None });
        }
        self.tuple_level(f, choice, binders, &known, &mut Vec::new(), written)
    }

    fn tuple_level(
        &mut self,
        f: &mut Fun,
        choice: &'p ChoiceCode,
        binders: &'p [NamedBinder],
        known: &[Option<(Local, Local)>],
        tuple: &mut Vec<Local>,
        written: &Written,
    ) -> Emit {
        let Some(named) = binders.get(tuple.len()) else {
            let words: Vec<Word> = tuple.iter().map(|local| Word::Local(*local)).collect();
            return self.if_allowed(f, &choice.requirements, &mut |emitter, f| {
                emitter.write_candidate(f, written, &words);
                Ok(())
            });
        };
        let list = match known.get(tuple.len()).copied().flatten() {
            Some(list) => Some(list),
            None if self.must_be_listed(named)? => Some(self.meant(f, named)?),
            None => None,
        };
        match list {
            Some((start, end)) => {
                let cursor = f.local();
                f.get(start).set(cursor);
                self.walk(f, (cursor, end), 0, &mut |emitter, f, element| {
                    emitter.bind_here(f, named, element.local, None);
                    tuple.push(element.local);
                    let result = emitter.tuple_level(f, choice, binders, known, tuple, written);
                    tuple.pop();
                    result
                })?;
                if known.get(tuple.len()).copied().flatten().is_none() {
                    f.get(start);
                    Self::set_global(f, self.top());
                }
            }
            None => self.elements(f, &named.binder, Order::Own, &mut |emitter, f, element| {
                emitter.bind_here(f, named, element.local, element.range);
                tuple.push(element.local);
                let result = match named.binder.condition {
                    Some(condition) => {
                        emitter.holds(f, condition)?;
                        f.when(|f| emitter.tuple_level(f, choice, binders, known, tuple, written))
                    }
                    None => emitter.tuple_level(f, choice, binders, known, tuple, written),
                };
                tuple.pop();
                result
            })?,
        }
        f.write(named.binder.local, CLEARED);
        Ok(())
    }

    /// Binds a name of the decision in its cell, where others look for what is held, and for what is asked here.
    fn bind_here(&self, f: &mut Fun, named: &'p NamedBinder, value: Local, range: Option<(i32, i32)>) {
        f.write_local(named.binder.local, value);
        f.names.insert(named.binder.local, Name { local: value, range, some: true });
    }

    /// Whether the elements of a name must be told apart before they are gone through.
    fn must_be_listed(&self, named: &NamedBinder) -> Emit<bool> {
        let Sort::Component { kinds } = &named.sort else { return Ok(false) };
        if !named.binder.components {
            return Ok(false);
        }
        let hidden = |kind: &KindId| {
            let audiences = self.program.attribute_audiences.get(kind.index());
            audiences.is_some_and(|audiences| audiences.iter().any(Option::is_some))
        };
        if kinds.iter().any(hidden) {
            return Err(Unsupported("choosing among components with features of their own audience"));
        }
        Ok(self.has_groups(kinds.iter().copied()))
    }

    fn has_groups(&self, kinds: impl Iterator<Item = KindId> + Clone) -> bool {
        let of = |component: &i32| {
            let ground = usize::try_from(*component).ok().and_then(|at| self.program.ground.components.get(at));
            ground.is_some_and(|it| kinds.clone().any(|kind| kind == it.kind))
        };
        self.program.groups.iter().filter_map(|group| group.first()).any(of)
    }

    /// Puts the elements of a name that pass its `where` onto the stack of lists, of those alike only the first; gives where they begin and
    /// end.
    fn meant(&mut self, f: &mut Fun, named: &'p NamedBinder) -> Emit<(Local, Local)> {
        let listed = self.must_be_listed(named)?;
        let (start, end) = (self.here(f), f.local());
        let out = self.top();
        if named.binder.from.is_some() {
            self.aside(|emitter, out| {
                emitter.elements(f, &named.binder, Order::Own, &mut |_, f, element| {
                    Self::push(f, out, element.local);
                    Ok(())
                })
            })?;
        } else {
            self.push_set(f, named.binder.set)?;
        }
        if listed {
            if let Sort::Component { kinds } = &named.sort {
                let kinds: Vec<KindId> = kinds.iter().copied().collect();
                self.keep_unlike(f, start, &kinds);
            }
        }
        if let Some(condition) = named.binder.condition {
            // What passes moves down over what does not.
            let (cursor, last, write) = (f.local(), f.local(), f.local());
            f.get(start).tee(cursor).set(write);
            Self::global(f, out).set(last);
            self.walk(f, (cursor, last), 0, &mut |emitter, f, element| {
                emitter.bind_here(f, named, element.local, None);
                emitter.holds(f, condition)?;
                f.when(|f| {
                    f.get(write).get(element.local).store(0);
                    f.step(write, 4);
                });
                Ok(())
            })?;
            f.write(named.binder.local, CLEARED);
            f.get(write);
            Self::set_global(f, out);
        }
        Self::global(f, out).set(end);
        Ok((start, end))
    }

    /// All subsets of so many in lexicographic order. Of elements that are alike the first ones are taken, so each set comes once.
    fn several_candidates(&mut self, f: &mut Fun, choice: &'p ChoiceCode, written: &Written) -> Emit {
        let ChoiceKind::Several { least, most, element, set, capacity } = &choice.kind else { return Ok(()) };
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
        let kinds = match &element.sort {
            Sort::Component { kinds } if element.binder.components => self.has_groups(kinds.iter().copied()),
            _ => false,
        };
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
                    emitter.write_subset(f, &subsets, (*set, *capacity));
                    emitter.if_allowed(f, &choice.requirements, &mut |emitter, f| {
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

    fn subsets(&mut self, f: &mut Fun, subsets: &Subsets, visit: &mut dyn FnMut(&mut Self, &mut Fun) -> Emit) -> Emit {
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
    fn skip_unless_first_alike(&self, f: &mut Fun, subsets: &Subsets, test: impl FnOnce(&mut Fun)) {
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
    fn write_subset(&self, f: &mut Fun, subsets: &Subsets, (set, capacity): (u32, u32)) {
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

    fn write_several(&self, f: &mut Fun, written: &Written, set: u32, capacity: u32) {
        let values: Vec<Word> = (0..=capacity)
            .map(|step| {
                let value = f.local();
                f.cell(set + step).set(value);
                Word::Local(value)
            })
            .collect();
        self.write_candidate(f, written, &values);
    }

    /// Takes a candidate that is allowed in the block given second: its number comes third.
    pub(super) fn take(&mut self) -> Emit<Fun> {
        let mut f = Fun::new(3);
        let (source, option) = (1, 2);
        let (choice, at) = (f.local(), f.local());
        f.get(source).load(self.map.extra(Extra::Choice)).set(choice);
        for (id, code) in (0..).zip(&self.program.choices) {
            f.get(choice).number(id).put(I::I32Eq);
            f.when(|f| {
                f.get(option).number(i32::try_from(width(code) * 4).unwrap_or(4)).put(I::I32Mul);
                f.get(source).put(I::I32Add).set(at);
                self.take_of(f, code, at);
                f.put(I::Return);
            });
        }
        f.trap();
        Ok(f)
    }

    fn take_of(&self, f: &mut Fun, choice: &'p ChoiceCode, at: Local) {
        let (legal, pc) = (self.map.legal, self.program.layout.pc);
        let next = |f: &mut Fun, to: u32| {
            f.write(pc, i32::try_from(to).unwrap_or(0));
        };
        match &choice.kind {
            ChoiceKind::Tuple(binders) => {
                for (offset, named) in (0..).step_by(4).zip(binders) {
                    f.get(BASE).get(at).load(legal + offset).store(named.binder.local * 4);
                }
                next(f, choice.next);
            }
            ChoiceKind::Several { set, capacity, .. } => {
                let (length, step) = (f.local(), f.local());
                f.get(at).load(legal).set(length).write_local(*set, length).number(0).set(step);
                f.block(|f, done| {
                    f.repeat(|f, again| {
                        f.get(step).get(length).put(I::I32GeS).jump_if(done);
                        f.get(step).number(2).put(I::I32Shl).get(BASE).put(I::I32Add);
                        f.get(step).number(2).put(I::I32Shl).get(at).put(I::I32Add).load(legal + 4);
                        f.store((set + 1) * 4);
                        f.step(step, 1).jump(again);
                    });
                });
                debug_assert!(*capacity < u32::MAX);
                next(f, choice.next);
            }
            ChoiceKind::Options(ways) => {
                for (way, (.., to)) in (0..).zip(ways) {
                    f.get(at).load(legal).number(way).put(I::I32Eq);
                    f.when(|f| next(f, *to));
                }
            }
            ChoiceKind::May(_, doing, leaving) => {
                f.get(at).load(legal);
                f.either(|f| next(f, *leaving), |f| next(f, *doing));
            }
        }
    }

    /// Who decides must see what is read.
    pub(super) fn as_decider(&self, f: &mut Fun) -> Local {
        let reader = f.local();
        Self::global(f, Global::Reader).set(reader);
        f.cell(self.program.layout.decider);
        Self::set_global(f, Global::Reader);
        reader
    }
}

/// A word of a candidate.
enum Word {
    Known(i32),
    Local(Local),
}

/// What subsets are made of: elements, how many, what is alike before each, which are chosen, how many.
struct Subsets {
    start: Local,
    count: Local,
    alike: Option<Local>,
    chosen: Local,
    size: Local,
}
