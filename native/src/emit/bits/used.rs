//! Where conditions on places are worked out all at once: in `any`, `all` and `count`, and wherever places are gone through that pass.

use rulehound_interpreter::program::{Addr, BinderCode, Node, NodeId};
use wasm_encoder::Instruction as I;

use super::source::Source;
use super::{Bits, MOST_PLACES, Sweep};
use crate::emit::fun::Name;
use crate::emit::set::{Element, Visit};
use crate::emit::{Emit, Emitter, Fun, Local};

/// Places that pass.
#[derive(Clone)]
pub struct Passing {
    /// The places of the first word; of most boards that is all.
    pub(super) bits: Bits,
    first: i32,
    pub(super) count: i32,
    /// Those of the words behind it.
    more: Vec<Bits>,
    /// How many places all words have.
    total: i32,
    /// A place that may come behind those of the board.
    pub(super) last: Option<Local>,
    /// From where to where it goes, if that is known.
    pub(super) range_of_last: Option<(i32, i32)>,
    /// How many of the conditions that need not be looked at have been.
    pub taken: usize,
}

impl Passing {
    /// The words that the places of the board take, the first place being the lowest bit of the first.
    pub fn words(&self) -> impl Iterator<Item = Bits> {
        std::iter::once(self.bits).chain(self.more.iter().copied())
    }

    /// The number of the first place of the board, and how many it has.
    pub fn board(&self) -> (i32, i32) {
        (self.first, self.total)
    }
}

/// The places of a set, if they are worked out all at once.
pub fn places_of(emitter: &mut Emitter<'_>, f: &mut Fun, set: NodeId) -> Emit<Option<Passing>> {
    let mark = f.mark();
    let passing = match emitter.source(f, (None, set))? {
        Some(source) => emitter.words_that_pass(f, &source, &[], &mut 0)?,
        None => None,
    };
    match passing {
        Some(_) => f.restore_names(&mark),
        None => f.go_back(mark),
    }
    Ok(passing)
}

/// The places of a board for which a name stands where something holds, if they are worked out all at once.
pub fn places_where_all(
    emitter: &mut Emitter<'_>,
    f: &mut Fun,
    (name, board): (Addr, NodeId),
    condition: NodeId,
) -> Emit<Option<Passing>> {
    let mark = f.mark();
    let source = Source { conditions: vec![condition], ..Source::board(Some(name), board) };
    let passing = emitter.words_that_pass(f, &source, &[], &mut 0)?;
    match passing {
        Some(_) => f.restore_names(&mark),
        None => f.go_back(mark),
    }
    Ok(passing)
}

impl<'p> Emitter<'p> {
    /// Leaves whether any or all places do something; tells whether that is worked out all at once.
    pub(in crate::emit) fn any_by_bits(
        &mut self,
        f: &mut Fun,
        binders: &'p [BinderCode],
        (body, any): (NodeId, bool),
    ) -> Emit<bool> {
        let Some((binder, rest)) = binders.split_first() else { return Ok(false) };
        if binder.from.is_some() {
            return Ok(false);
        }
        let mark = f.mark();
        let Some(source) = self.source(f, (Some(binder.local), binder.set))? else {
            f.go_back(mark);
            return Ok(false);
        };
        let (words, so) = (self.words_of_places(source.set), f.local());
        let mut whole = !words.is_empty();
        f.block(|f, end| {
            for word in words {
                let found = self.places_where(f, (&source.names, word), &mut |emitter, f, sweep| {
                    let Some(there) = emitter.bits_of_all(f, &source.conditions, sweep)? else { return Ok(None) };
                    let says = emitter.bits_of_element(f, (binder, rest), (body, any), u64::MAX, sweep)?;
                    Ok(says.map(|says| {
                        let outside = Self::bits_without(f, there, sweep);
                        if any {
                            Self::bits_both(f, there, says, true)
                        } else {
                            Self::bits_both(f, outside, says, false)
                        }
                    }))
                })?;
                let Some((bits, sweep)) = found else {
                    whole = false;
                    return Ok(());
                };
                Self::put_bits(f, bits);
                f.put(I::I64Const(if any { 0 } else { sweep.all().cast_signed() }));
                f.put(if any { I::I64Ne } else { I::I64Eq }).tee(so);
                if !any {
                    f.put(I::I32Eqz);
                }
                f.jump_if(end);
            }
            Ok(())
        })?;
        if !whole {
            f.go_back(mark);
            return Ok(false);
        }
        f.restore_names(&mark);
        f.get(so);
        Ok(true)
    }

    /// Where all of some conditions hold.
    fn bits_of_all(&mut self, f: &mut Fun, conditions: &[NodeId], sweep: &mut Sweep) -> Emit<Option<Bits>> {
        let mut all = Bits::Known(sweep.all());
        for condition in conditions {
            let Some(bits) = self.bits_only(f, *condition, all.may(), sweep)? else { return Ok(None) };
            all = Self::bits_both(f, all, bits, true);
        }
        Ok(Some(all))
    }

    /// Leaves at how many places something is so; tells whether that is worked out all at once.
    pub(in crate::emit) fn count_by_bits(&mut self, f: &mut Fun, binders: &'p [BinderCode]) -> Emit<bool> {
        let [binder] = binders else { return Ok(false) };
        let conditions: Vec<NodeId> = binder.condition.into_iter().collect();
        let Some(places) = self.passing_places(f, binder, &conditions, &[])? else { return Ok(false) };
        Self::put_bits(f, places.bits);
        f.put(I::I64Popcnt);
        for bits in &places.more {
            Self::put_bits(f, *bits);
            f.put(I::I64Popcnt).put(I::I64Add);
        }
        f.put(I::I32WrapI64);
        Ok(true)
    }

    /// The places of a name's set that pass some conditions, and the first of some more, if they are worked out all at once: those of a
    /// board, and perhaps one more.
    pub(in crate::emit) fn passing_places(
        &mut self,
        f: &mut Fun,
        binder: &'p BinderCode,
        conditions: &[NodeId],
        more: &[NodeId],
    ) -> Emit<Option<Passing>> {
        if binder.from.is_some() {
            return Ok(None);
        }
        let (set, last) = match self.at(binder.set) {
            Node::Union(board, last) => match (self.at(*board), self.at(*last)) {
                (Node::Span(first, count), Node::Listed(one)) if one.len() == 1 && *count < MOST_PLACES => {
                    let Some(last) = one.first().copied() else { return Ok(None) };
                    let Some((least, greatest)) = self.range(f, last) else { return Ok(None) };
                    let apart = greatest < *first || least >= first.saturating_add(*count);
                    if !apart {
                        return Ok(None);
                    }
                    (*board, Some(last))
                }
                _ => return Ok(None),
            },
            _ => (binder.set, None),
        };
        let (mark, mut taken) = (f.mark(), more.len());
        let source = match last {
            Some(_) => Some(Source::board(Some(binder.local), set)),
            None => self.source(f, (Some(binder.local), binder.set))?,
        };
        let passing = match source {
            Some(mut source) => {
                source.conditions.extend(conditions);
                self.words_that_pass(f, &source, more, &mut taken)?
            }
            None => None,
        };
        let Some(mut passing) = passing else {
            f.go_back(mark);
            return Ok(None);
        };
        f.restore_names(&mark);
        if let Some(last) = last {
            let conditions: Vec<NodeId> = conditions.iter().chain(more.iter().take(taken)).copied().collect();
            self.pass_last(f, binder, (last, &conditions), &mut passing)?;
        }
        Ok(Some(passing))
    }

    /// Works out where conditions hold, word by word; `taken` are at most so many of the further ones, and in the end how many that were.
    fn words_that_pass(
        &mut self,
        f: &mut Fun,
        source: &Source,
        more: &[NodeId],
        taken: &mut usize,
    ) -> Emit<Option<Passing>> {
        let (mut words, mut total) = (Vec::new(), 0);
        for word in self.words_of_places(source.set) {
            let mut here = 0;
            let found = self.places_where(f, (&source.names, word), &mut |emitter, f, sweep| {
                let mut all = Bits::Known(sweep.all());
                for condition in &source.conditions {
                    let Some(bits) = emitter.bits_only(f, *condition, all.may(), sweep)? else { return Ok(None) };
                    all = emitter.pass_on(f, all, bits, sweep);
                }
                for condition in more.iter().take(*taken) {
                    let Some(bits) = emitter.bits_only(f, *condition, all.may(), sweep)? else { break };
                    all = emitter.pass_on(f, all, bits, sweep);
                    here += 1;
                }
                Ok((source.conditions.len() + here > 0).then_some(all))
            })?;
            let Some((bits, sweep)) = found else { return Ok(None) };
            // All words are asked the same.
            if here < *taken && !words.is_empty() {
                return Ok(None);
            }
            *taken = here;
            total += sweep.count;
            words.push((bits, sweep.first, sweep.count));
        }
        let mut words = words.into_iter();
        let Some((bits, first, count)) = words.next() else { return Ok(None) };
        let more = words.map(|(bits, ..)| bits).collect();
        Ok(Some(Passing { bits, first, count, more, total, last: None, range_of_last: None, taken: *taken }))
    }

    /// Where one more condition holds; nothing else matters from now on.
    fn pass_on(&self, f: &mut Fun, all: Bits, bits: Bits, sweep: &mut Sweep) -> Bits {
        let all = Self::bits_both(f, all, bits, true);
        if let Bits::Held(held) = all {
            sweep.among = Some(held);
        }
        all
    }

    /// Adds a place that is not of the board, if it passes.
    fn pass_last(
        &mut self,
        f: &mut Fun,
        binder: &'p BinderCode,
        (last, conditions): (NodeId, &[NodeId]),
        passing: &mut Passing,
    ) -> Emit {
        let range = self.range(f, last);
        let place = self.kept(f, last)?;
        let bits = f.wide();
        Self::put_bits(f, passing.bits);
        f.set(bits);
        let mark = f.mark();
        f.names.insert(binder.local, Name { local: place, range, some: true });
        f.block(|f, no| {
            for condition in conditions {
                self.holds(f, *condition)?;
                f.put(I::I32Eqz).jump_if(no);
            }
            f.get(bits).put(I::I64Const(1 << passing.count)).put(I::I64Or).set(bits);
            Ok(())
        })?;
        f.restore_names(&mark);
        passing.bits = Bits::Held(bits);
        passing.last = Some(place);
        passing.range_of_last = range;
        Ok(())
    }

    /// Goes through places that pass, in order.
    pub(in crate::emit) fn each_place(&mut self, f: &mut Fun, places: Passing, visit: Visit<'_, 'p>) -> Emit {
        if !places.more.is_empty() {
            return self.each_place_of_words(f, &places, visit);
        }
        let (left, at) = (f.wide(), f.local());
        Self::put_bits(f, places.bits);
        f.set(left);
        let inside = (places.first, places.first + places.count - 1);
        let range = match places.last {
            Some(_) => Some((0, self.fixed.places - 1)),
            None => Some(inside),
        };
        f.block(|f, done| {
            f.get(left).put(I::I64Eqz).jump_if(done);
            f.get(left).put(I::I64Popcnt).put(I::I32WrapI64);
            let mut rounds = Self::begin_rounds(f, Some(places.count + 1));
            let written = f.repeat(|f, again| {
                Self::round(f, &mut rounds);
                f.get(left).put(I::I64Ctz).put(I::I32WrapI64).number(places.first).put(I::I32Add).set(at);
                if let Some(last) = places.last {
                    f.get(last).get(at).get(at).number(inside.1).put(I::I32GtS).put(I::Select).set(at);
                }
                f.get(left).get(left).put(I::I64Const(1)).put(I::I64Sub).put(I::I64And).set(left);
                visit(self, f, Element { local: at, range })?;
                f.get(left).put(I::I64Eqz).put(I::I32Eqz).jump_if(again);
                Ok(())
            });
            Self::end_rounds(f, rounds);
            written
        })
    }

    /// Goes through places of several words that pass, in order: behind the last of a word comes the next that has any.
    fn each_place_of_words(&mut self, f: &mut Fun, places: &Passing, visit: Visit<'_, 'p>) -> Emit {
        let (left, at, first, rounds) = (f.wide(), f.local(), f.local(), f.local());
        let words: Vec<(Local, i32)> = [places.bits]
            .iter()
            .chain(&places.more)
            .zip((places.first..).step_by(MOST_PLACES as usize))
            .map(|(bits, first)| {
                let word = f.wide();
                Self::put_bits(f, *bits);
                f.set(word);
                (word, first)
            })
            .collect();
        let range = Some((places.first, places.first + places.total - 1));
        f.number(0).set(rounds);
        for (word, _) in &words {
            f.get(rounds).get(*word).put(I::I64Popcnt).put(I::I32WrapI64).put(I::I32Add).set(rounds);
        }
        f.block(|f, done| {
            f.get(rounds).put(I::I32Eqz).jump_if(done);
            f.get(rounds);
            let mut rounds = Self::begin_rounds(f, Some(places.total));
            f.put(I::I64Const(0)).set(left);
            let written = f.repeat(|f, again| {
                Self::round(f, &mut rounds);
                f.get(left).put(I::I64Eqz);
                f.when(|f| Self::next_word(f, &words, (left, first)));
                f.get(left).put(I::I64Ctz).put(I::I32WrapI64).get(first).put(I::I32Add).set(at);
                f.get(left).get(left).put(I::I64Const(1)).put(I::I64Sub).put(I::I64And).set(left);
                visit(self, f, Element { local: at, range })?;
                f.get(left).put(I::I64Eqz).put(I::I32Eqz).jump_if(again);
                for (word, _) in &words {
                    f.get(*word).put(I::I64Eqz).put(I::I32Eqz).jump_if(again);
                }
                Ok(())
            });
            Self::end_rounds(f, rounds);
            written
        })
    }

    /// Takes the first word that has any places left; what is taken is empty from then on.
    fn next_word(f: &mut Fun, words: &[(Local, i32)], (left, first): (Local, Local)) {
        f.block(|f, found| {
            for (word, start) in words {
                f.get(*word).tee(left);
                f.put(I::I64Const(0)).set(*word);
                f.number(*start).set(first);
                f.put(I::I64Eqz).put(I::I32Eqz).jump_if(found);
            }
        });
    }
}
