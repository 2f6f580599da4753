//! Sets of places of a board of which only is asked how many they are: gathered as a bit for each place, without a list, an order, or a search
//! for what is there twice.

use rulehound_interpreter::model::BuiltIn;
use rulehound_interpreter::program::{Addr, ArgumentCode, BinderCode, EachCode, Node, NodeId};
use wasm_encoder::Instruction as I;

use super::bits::{MOST_PLACES, places_of, places_where_all};
use super::flood::FOUND;
use super::fun::Name;
use super::set::Order;
use super::work::{NODE, ROUND};
use super::{BASE, DEEPEST, Emit, Emitter, Fun, Function, Local};
use crate::Pass;

/// The most places that are joined to one.
const AROUND: i32 = 8;

/// The places of a board.
#[derive(Clone, Copy)]
struct Board {
    /// All of them.
    all: NodeId,
    first: i32,
    count: i32,
}

impl Board {
    /// Whether no line leads from it to other places.
    fn is_whole(&self, emitter: &Emitter<'_>) -> bool {
        let places = self.first..self.first + self.count;
        places.clone().all(|place| emitter.program.instance.around(place).iter().all(|to| places.contains(to)))
    }

    fn is(&self, other: &Self) -> bool {
        (self.first, self.count) == (other.first, other.count)
    }

    /// How many words its places take.
    fn words(&self) -> usize {
        usize::try_from(self.count).unwrap_or(0).div_ceil(MOST_PLACES as usize)
    }
}

/// A bit for each place of a board, in as many words as that takes.
type Words = Vec<Local>;

/// Leaves how many places a set has; tells whether they are gathered so.
pub fn count(emitter: &mut Emitter<'_>, f: &mut Fun, set: NodeId) -> Emit<bool> {
    let Some(board) = board_of(emitter, set, DEEPEST).filter(|_| is_worth_it(emitter, set, DEEPEST)) else {
        return Ok(false);
    };
    let found = gather(emitter, f, &board, set)?;
    work_for_each(f, &found, ROUND);
    how_many(f, &found);
    Ok(true)
}

/// The function of a definition whose places are gathered: they lie where [`room`] says.
pub fn definition(emitter: &mut Emitter<'_>, f: &mut Fun, body: NodeId) -> Emit {
    let Some(board) = board_of(emitter, body, DEEPEST) else {
        f.trap();
        return Ok(());
    };
    let found = gather(emitter, f, &board, body)?;
    for (offset, word) in (room(emitter)..).step_by(8).zip(found) {
        f.number(0).get(word).store_wide(offset);
    }
    Ok(())
}

/// The board whose places alone a set may have, whatever it is handed.
fn board_of(emitter: &Emitter<'_>, set: NodeId, depth: u32) -> Option<Board> {
    let depth = depth.checked_sub(1)?;
    match emitter.at(set) {
        Node::Span(first, count) if !emitter.words_of_places(set).is_empty() => {
            let board = Board { all: set, first: *first, count: *count };
            board.is_whole(emitter).then_some(board)
        }
        Node::Call(definition, _) => board_of(emitter, body_of(emitter, *definition)?, depth),
        Node::Flood(from, inside) => {
            let board = board_of(emitter, *inside, depth)?;
            board_of(emitter, *from, depth).filter(|other| other.is(&board))
        }
        Node::Each(each) if each.first.is_none() && !each.set => match emitter.at(each.value) {
            Node::Load(name) => board_of_name(emitter, &each.binders, *name, depth),
            _ => None,
        },
        _ => None,
    }
}

/// The same of what a name of a selection stands for.
fn board_of_name(emitter: &Emitter<'_>, binders: &[BinderCode], name: Addr, depth: u32) -> Option<Board> {
    let binder = binders.iter().find(|binder| binder.local == name)?;
    if let Some(Node::Among { element, set, negated: false }) = binder.condition.map(|id| emitter.at(id))
        && matches!(emitter.at(*element), Node::Load(of) if *of == name)
        && let Some(board) = board_of(emitter, *set, depth)
    {
        return Some(board);
    }
    match emitter.at(binder.set) {
        // What is joined to a place lies on the same board.
        Node::BuiltIn(BuiltIn::Around, arguments) => match emitter.at(*arguments.first()?) {
            Node::Load(of) if *of != name => board_of_name(emitter, binders, *of, depth.checked_sub(1)?),
            _ => None,
        },
        _ => board_of(emitter, binder.set, depth),
    }
}

/// Whether it would be much to list: what a flood comes to, or what lies around many.
fn is_worth_it(emitter: &Emitter<'_>, set: NodeId, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1).filter(|_| emitter.passes.has(Pass::PlacesAsBits)) else { return false };
    match emitter.at(set) {
        Node::Flood(..) => true,
        Node::Each(each) => joined(emitter, each).is_some(),
        Node::Call(definition, _) => {
            body_of(emitter, *definition).is_some_and(|body| is_worth_it(emitter, body, depth))
        }
        _ => false,
    }
}

/// What the only clause of a definition gives.
fn body_of(emitter: &Emitter<'_>, definition: u32) -> Option<NodeId> {
    match &emitter.program.definitions.get(definition as usize)?.clauses[..] {
        [(None, _, body)] => Some(*body),
        _ => None,
    }
}

/// The names of `each s in S, t in around(s) … : t`.
fn joined<'p>(emitter: &Emitter<'p>, each: &'p EachCode) -> Option<(&'p BinderCode, &'p BinderCode)> {
    let [middle, around] = &each.binders[..] else { return None };
    let Node::BuiltIn(BuiltIn::Around, arguments) = emitter.at(around.set) else { return None };
    let of_middle = matches!(emitter.at(*arguments.first()?), Node::Load(name) if *name == middle.local);
    let gives = matches!(emitter.at(each.value), Node::Load(name) if *name == around.local);
    let plain = middle.from.is_none() && around.from.is_none() && middle.condition.is_none();
    (of_middle && gives && plain && each.keys.is_empty()).then_some((middle, around))
}

fn gather<'p>(emitter: &mut Emitter<'p>, f: &mut Fun, board: &Board, set: NodeId) -> Emit<Words> {
    f.work += NODE;
    match emitter.at(set) {
        Node::Flood(from, inside) => flood(emitter, f, board, (*from, *inside)),
        Node::Each(each) => match joined(emitter, each) {
            Some(names) if board_of(emitter, names.0.set, DEEPEST).is_some() => around(emitter, f, board, (set, names)),
            _ => plain(emitter, f, board, set),
        },
        Node::Call(definition, arguments) if is_worth_it(emitter, set, DEEPEST) => {
            called(emitter, f, board, (set, *definition, arguments))
        }
        _ => plain(emitter, f, board, set),
    }
}

/// What a definition gives, if what it is handed certainly fits.
fn called<'p>(
    emitter: &mut Emitter<'p>,
    f: &mut Fun,
    board: &Board,
    (set, definition, arguments): (NodeId, u32, &'p [ArgumentCode]),
) -> Emit<Words> {
    let fits = |argument: &ArgumentCode| {
        let range = emitter.range(f, argument.value);
        range.is_some_and(|range| emitter.passes(range, argument.check))
    };
    if !arguments.iter().all(fits) {
        return plain(emitter, f, board, set);
    }
    let mut values = Vec::new();
    for argument in arguments {
        values.push(emitter.kept(f, argument.value)?);
    }
    f.get(BASE);
    values.into_iter().for_each(|value| {
        f.get(value);
    });
    emitter.call_written(f, Function::Places(definition))?;
    let (found, room) = (nothing(f, board), room(emitter));
    for (offset, word) in (room..).step_by(8).zip(&found) {
        f.number(0).load_wide(offset).set(*word);
    }
    Ok(found)
}

/// By conditions on all places at once, else one after the other.
fn plain(emitter: &mut Emitter<'_>, f: &mut Fun, board: &Board, set: NodeId) -> Emit<Words> {
    let (found, mark) = (nothing(f, board), f.mark());
    match places_of(emitter, f, set)? {
        Some(places) if places.board() == (board.first, board.count) => {
            for (word, bits) in found.iter().zip(places.words()) {
                Emitter::put_bits(f, bits);
                f.set(*word);
            }
            return Ok(found);
        }
        Some(_) => f.go_back(mark),
        None => {}
    }
    emitter.each(f, set, Order::Any, &mut |_, f, element| {
        let (number, bit) = (f.local(), f.wide());
        // It is a place of the board, or there would be none of this.
        f.get(element.local).number(board.first).put(I::I32Sub).tee(number).number(board.count).put(I::I32GeU);
        f.stop_if();
        f.put(I::I64Const(1)).get(number).put(I::I64ExtendI32U).put(I::I64Shl).set(bit);
        for (index, word) in (0..).zip(&found) {
            f.get(*word).get(bit).put(I::I64Const(0)).get(number).number(6).put(I::I32ShrU).number(index);
            f.put(I::I32Eq).put(I::Select).put(I::I64Or).set(*word);
        }
        Ok(())
    })?;
    Ok(found)
}

/// From some places to all that are joined inside others.
fn flood(emitter: &mut Emitter<'_>, f: &mut Fun, board: &Board, (from, inside): (NodeId, NodeId)) -> Emit<Words> {
    let found = gather(emitter, f, board, from)?;
    is_any(f, &found);
    f.when(|f| {
        let open = gather(emitter, f, board, inside)?;
        let next = nothing(f, board);
        for ((word, open), next) in found.iter().zip(&open).zip(&next) {
            f.get(*word).set(*next);
            f.get(*open).get(*word).put(I::I64Const(-1)).put(I::I64Xor).put(I::I64And).set(*open);
        }
        let table = masks(emitter, board);
        each_place(f, &next, |f, place| {
            for (index, (open, (word, next))) in (0..).zip(open.iter().zip(found.iter().zip(&next))) {
                let new = f.wide();
                f.get(place).load_wide(table + index * 8).get(*open).put(I::I64And).set(new);
                f.get(*open).get(new).put(I::I64Xor).set(*open);
                f.get(*word).get(new).put(I::I64Or).set(*word);
                f.get(*next).get(new).put(I::I64Or).set(*next);
            }
        });
        work_for_each(f, &found, FOUND + 2 * ROUND);
        Ok(())
    })?;
    Ok(found)
}

/// What lies around the places of a set, where something holds.
fn around<'p>(
    emitter: &mut Emitter<'p>,
    f: &mut Fun,
    board: &Board,
    (set, (middle, around)): (NodeId, (&'p BinderCode, &'p BinderCode)),
) -> Emit<Words> {
    let mark = f.mark();
    let middles = gather(emitter, f, board, middle.set)?;
    let Some(each) = work_of_one(emitter, f, middle, around)? else {
        f.go_back(mark);
        return plain(emitter, f, board, set);
    };
    let found = nothing(f, board);
    let left = nothing(f, board);
    for (left, word) in left.iter().zip(&middles) {
        f.get(*word).set(*left);
    }
    let table = masks(emitter, board);
    each_place(f, &left, |f, place| {
        for (index, word) in (0..).zip(&found) {
            f.get(*word).get(place).load_wide(table + index * 8).put(I::I64Or).set(*word);
        }
    });
    if let Some(condition) = around.condition {
        let Some(there) = places_where_all(emitter, f, (around.local, board.all), condition)? else {
            f.go_back(mark);
            return plain(emitter, f, board, set);
        };
        for (word, bits) in found.iter().zip(there.words()) {
            f.get(*word);
            Emitter::put_bits(f, bits);
            f.put(I::I64And).set(*word);
        }
    }
    work_for_each(f, &middles, each);
    Ok(found)
}

/// How much the interpreter does for one of the places whose neighbours are gathered; nothing if that depends on the place or may fail.
fn work_of_one<'p>(
    emitter: &mut Emitter<'p>,
    f: &mut Fun,
    middle: &BinderCode,
    around: &'p BinderCode,
) -> Emit<Option<i32>> {
    let Some(condition) = around.condition else { return Ok(Some(AROUND * (2 * ROUND + NODE))) };
    let (mark, nobody, one) = (f.mark(), f.local(), f.local());
    f.names.insert(middle.local, Name { local: nobody, range: None, some: true });
    f.names.insert(around.local, Name { local: one, range: None, some: true });
    let before = std::mem::take(&mut f.work);
    emitter.holds(f, condition)?;
    let work = std::mem::replace(&mut f.work, before);
    let so = !f.reads(&mark, nobody) && f.unsure == mark.unsure && f.unbounded == mark.unbounded;
    f.go_back(mark);
    Ok(so.then(|| work.saturating_add(2 * ROUND + NODE).saturating_mul(AROUND).saturating_add(2 * ROUND)))
}

/// Goes through the places of some words from the lowest on, what is added meanwhile included, until none is left. What is handed on is where
/// the place has its row in a table of masks.
fn each_place(f: &mut Fun, left: &[Local], work: impl FnOnce(&mut Fun, Local)) {
    let row = f.local();
    let stride = i32::try_from(left.len() * 8).unwrap_or(8);
    f.block(|f, done| {
        f.repeat(|f, again| {
            f.block(|f, taken| {
                for (index, word) in (0..).zip(left) {
                    f.get(*word).put(I::I64Eqz).put(I::I32Eqz);
                    f.when(|f| {
                        f.get(*word).put(I::I64Ctz).put(I::I32WrapI64).number(index * MOST_PLACES).put(I::I32Add);
                        f.number(stride).put(I::I32Mul).set(row);
                        f.get(*word).get(*word).put(I::I64Const(1)).put(I::I64Sub).put(I::I64And).set(*word);
                        f.jump(taken);
                    });
                }
                f.jump(done);
            });
            work(f, row);
            f.jump(again);
        });
    });
}

/// Leaves whether any place is among them.
fn is_any(f: &mut Fun, words: &[Local]) {
    f.put(I::I64Const(0));
    for word in words {
        f.get(*word).put(I::I64Or);
    }
    f.put(I::I64Eqz).put(I::I32Eqz);
}

/// Leaves how many there are.
fn how_many(f: &mut Fun, words: &[Local]) {
    f.put(I::I64Const(0));
    for word in words {
        f.get(*word).put(I::I64Popcnt).put(I::I64Add);
    }
    f.put(I::I32WrapI64);
}

/// So much work is done for each place among them. It counts only where it runs, as a loop does.
fn work_for_each(f: &mut Fun, words: &[Local], work: i32) {
    how_many(f, words);
    f.number(work).put(I::I32Mul);
    Emitter::burn(f);
    f.loops += 1;
    f.unbounded += 1;
}

/// No place.
fn nothing(f: &mut Fun, board: &Board) -> Words {
    let words: Words = (0..board.words()).map(|_| f.wide()).collect();
    for word in &words {
        f.put(I::I64Const(0)).set(*word);
    }
    words
}

/// A table that has for each place of a board a row of words with the places that are joined to it.
fn masks(emitter: &mut Emitter<'_>, board: &Board) -> u32 {
    let words = board.words();
    let mut table = Vec::new();
    for place in board.first..board.first + board.count {
        let mut row = vec![0u64; words];
        for to in emitter.program.instance.around(place) {
            let number = usize::try_from(to - board.first).unwrap_or(0);
            if let Some(word) = row.get_mut(number / MOST_PLACES as usize) {
                *word |= 1 << (number % MOST_PLACES as usize);
            }
        }
        table.extend(row.into_iter().flat_map(|word| [word as u32, (word >> 32) as u32].map(u32::cast_signed)));
    }
    emitter.tables.words(&table)
}

/// Where a definition leaves its places.
fn room(emitter: &mut Emitter<'_>) -> u32 {
    const MOST_WORDS: usize = 8;
    let tables = &mut emitter.tables;
    *emitter.places_at.get_or_insert_with(|| tables.later(2 * MOST_WORDS))
}
