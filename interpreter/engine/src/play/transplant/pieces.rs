//! The cells of a body in pieces: lists and sets, which may have room for more or fewer under other rules, and the single cells between them.

use std::ops::Range;

use crate::program::{Addr, CLEARED, Instruction, ListCode, Program};

/// Cells that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub at: Addr,
    pub length: u32,
    sort: Sort,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    /// Single cells.
    Single,
    /// A length, then elements.
    Set,
    /// A count, a cursor, then rows of this width.
    List(u32),
}

impl Piece {
    /// How many of its cells are used, by what stands in the first; nothing if that cannot be.
    pub fn used(&self, first: i32) -> Option<u32> {
        let count = if first == CLEARED { 0 } else { u32::try_from(first).unwrap_or(0) };
        let used = match self.sort {
            Sort::Single => self.length,
            Sort::Set => count.checked_add(1)?,
            Sort::List(width) => count.checked_mul(width)?.checked_add(2)?,
        };
        (used <= self.length).then_some(used)
    }

    pub fn range(&self) -> Range<Addr> {
        self.at..self.at + self.length
    }
}

/// The pieces of both ranges side by side; nothing if they are not built alike.
pub(super) fn matched(
    there: &Program,
    here: &Program,
    from: &Range<Addr>,
    to: &Range<Addr>,
) -> Option<Vec<(Piece, Piece)>> {
    let (from, to) = (pieces(there, from), pieces(here, to));
    let alike = |(one, other): (&Piece, &Piece)| {
        one.sort == other.sort && (one.sort != Sort::Single || one.length == other.length)
    };
    let same = from.len() == to.len() && from.iter().zip(&to).all(alike);
    same.then(|| from.into_iter().zip(to).collect())
}

fn pieces(program: &Program, range: &Range<Addr>) -> Vec<Piece> {
    let sets = program.names.iter().filter_map(|name| {
        name.capacity.map(|capacity| Piece { at: name.at, length: capacity.saturating_add(1), sort: Sort::Set })
    });
    let list = |list: &ListCode| {
        let cells = list.cells();
        Piece { at: cells.start, length: cells.end - cells.start, sort: Sort::List(list.width) }
    };
    let kept = program.code.iter().filter_map(|instruction| Instruction::keeps(instruction).list).map(list);
    let gathered = program.gatherings.iter().map(|gathering| list(&gathering.list));
    let inside = |piece: &Piece| range.contains(&piece.at);
    let mut found: Vec<Piece> = sets.chain(kept).chain(gathered).filter(inside).collect();
    found.sort_by_key(|piece| piece.at);
    found.dedup();
    with_single_cells(found, range)
}

/// Fills the gaps.
fn with_single_cells(found: Vec<Piece>, range: &Range<Addr>) -> Vec<Piece> {
    let mut all = Vec::with_capacity(found.len() * 2 + 1);
    let mut next = range.start;
    let single = |at: Addr, end: Addr| (at < end).then(|| Piece { at, length: end - at, sort: Sort::Single });
    for piece in found {
        all.extend(single(next, piece.at));
        next = piece.at + piece.length;
        all.push(piece);
    }
    all.extend(single(next, range.end));
    all
}
