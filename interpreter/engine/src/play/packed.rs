//! Cells at rest: a byte each, and next to nothing where many are alike. A machine works on cells in full; what is kept between two stops is
//! packed.
//!
//! Cells are packed in chunks of eight. A chunk whose cells are all equal to the one before it takes no bytes; any other takes one, two or
//! four bytes for each of its cells. Which it is stands in two bits, those of four chunks in a byte before them. The last chunk is filled up
//! with the last cell. Nothing can be written in two ways, so equal cells are equal bytes.
//!
//! Chunks, not runs of any length: eight cells are looked at and turned into bytes all at once.

use std::cmp::Ordering;

use crate::program::CLEARED;
use rulehound_rules::model::value::{NONE, UNSET};

/// Cells of a chunk.
const CHUNK: usize = 8;

/// Chunks whose kinds stand in one byte.
const KINDS: u32 = 4;

/// Nearly all positions take fewer bytes.
const USUAL: usize = 512;

/// What a chunk is: so many bytes for each of its cells. Codes take one or two, four are the value itself.
const SAME: u8 = 0;
const ONE: u8 = 1;
const TWO: u8 = 2;
const FOUR: u8 = 3;

/// What the first cell is compared with.
const FIRST: i32 = 0;

/// [`NONE`], [`UNSET`] and [`CLEARED`], the three least values there are, become the three least codes.
const SPECIAL: u32 = 3;
const _: () = assert!(NONE == i32::MIN && UNSET == NONE + 1 && CLEARED == UNSET + 1);

/// The value of the code behind them: some values below 0 are to have a code of one byte.
const LEAST: i32 = -16;

/// From a value to its code.
const SHIFT: i32 = SPECIAL.cast_signed() - LEAST;

/// Cells of a position, packed. How many there were is known from the program's layout.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Packed(Box<[u8]>);

impl Packed {
    /// Packs cells.
    pub fn of(cells: &[i32]) -> Self {
        let mut bytes = [0; USUAL];
        if let Some(packed) = Self::by_way_of(cells, &mut bytes) {
            return packed;
        }
        let most = (cells.len() / CHUNK + 1) * (4 * CHUNK + 1);
        Self::by_way_of(cells, &mut vec![0; most]).unwrap_or_else(|| Self(Box::default()))
    }

    /// Packs cells into these bytes, and keeps no more than it takes; `None` if there are too few.
    fn by_way_of(cells: &[i32], bytes: &mut [u8]) -> Option<Self> {
        let room = bytes.len();
        let mut packing = Packing::into(bytes);
        let (chunks, rest) = cells.as_chunks::<CHUNK>();
        for chunk in chunks {
            packing.add(chunk)?;
        }
        if let Some(last) = rest.last() {
            let mut chunk = [*last; CHUNK];
            chunk.iter_mut().zip(rest).for_each(|(slot, cell)| *slot = *cell);
            packing.add(&chunk)?;
        }
        packing.close();
        let length = room - packing.rest.len();
        bytes.get(..length).map(|bytes| Self(Box::from(bytes)))
    }

    /// Fills these cells. Where bytes are missing the last value goes on.
    pub fn unpack(&self, cells: &mut [i32]) {
        let mut unpacking = Unpacking::of(self);
        let (chunks, rest) = cells.as_chunks_mut::<CHUNK>();
        chunks.iter_mut().for_each(|chunk| *chunk = unpacking.next());
        if !rest.is_empty() {
            rest.iter_mut().zip(unpacking.next()).for_each(|(slot, cell)| *slot = cell);
        }
    }

    /// Its bytes.
    pub fn into_bytes(self) -> Box<[u8]> {
        self.0
    }

    /// How many bytes they take.
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

/// In the order of the cells, which is not that of the bytes.
impl Ord for Packed {
    fn cmp(&self, other: &Self) -> Ordering {
        if self == other {
            return Ordering::Equal;
        }
        let (mut left, mut right) = (Unpacking::of(self), Unpacking::of(other));
        while !(left.bytes.is_empty() && right.bytes.is_empty()) {
            let order = left.next().cmp(&right.next());
            if order != Ordering::Equal {
                return order;
            }
        }
        // Cells of the same values, but of another number: no two positions of a game.
        self.0.cmp(&other.0)
    }
}

impl PartialOrd for Packed {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The code of a cell: small for what is frequent. Of cells that are not [`small`] it means nothing.
fn code(cell: i32) -> u32 {
    cell.wrapping_add(if cell <= CLEARED { NONE } else { SHIFT }).cast_unsigned()
}

/// No more than a byte if the code of a cell is one that stands for it in a byte; the same of two bytes.
fn small(cell: i32) -> u32 {
    let beyond = if cell <= CLEARED { 0 } else { cell.wrapping_sub(LEAST).cast_unsigned() };
    beyond | code(cell)
}

/// The cell of a code.
fn value(code: u32) -> i32 {
    code.cast_signed().wrapping_sub(if code < SPECIAL { NONE } else { SHIFT })
}

/// Bytes that are filled.
struct Packing<'b> {
    /// What is left of them.
    rest: &'b mut [u8],
    /// The kinds of the chunks at hand, how many there are, and where they stand.
    kinds: u8,
    chunks: u32,
    at: Option<&'b mut u8>,
    before: i32,
}

impl<'b> Packing<'b> {
    fn into(bytes: &'b mut [u8]) -> Self {
        Self { rest: bytes, kinds: 0, chunks: KINDS, at: None, before: FIRST }
    }

    /// Adds a chunk; `None` if there is no room.
    #[inline(always)]
    fn add(&mut self, chunk: &[i32; CHUNK]) -> Option<()> {
        if self.chunks == KINDS {
            self.close();
            self.at = self.take(1)?.first_mut();
        }
        if *chunk != [self.before; CHUNK] {
            self.kinds |= self.spell(chunk)? << (2 * self.chunks);
            self.before = chunk[CHUNK - 1];
        }
        self.chunks += 1;
        Some(())
    }

    /// Writes the kinds of the chunks at hand.
    fn close(&mut self) {
        if let Some(at) = self.at.take() {
            *at = self.kinds;
        }
        (self.kinds, self.chunks) = (SAME, 0);
    }

    /// Writes a chunk, all its cells in as many bytes as the greatest needs; gives its kind.
    #[inline(always)]
    fn spell(&mut self, chunk: &[i32; CHUNK]) -> Option<u8> {
        let any = chunk.iter().fold(0, |any, cell| any | small(*cell));
        if any <= u8::MAX.into() {
            self.put(chunk, |cell| [code(cell) as u8])?;
            Some(ONE)
        } else if any <= u16::MAX.into() {
            self.put(chunk, |cell| (code(cell) as u16).to_le_bytes())?;
            Some(TWO)
        } else {
            self.put(chunk, i32::to_le_bytes)?;
            Some(FOUR)
        }
    }

    #[inline(always)]
    fn put<const N: usize>(&mut self, chunk: &[i32; CHUNK], bytes: impl Fn(i32) -> [u8; N]) -> Option<()> {
        let slots = self.take(N * CHUNK)?.as_chunks_mut().0;
        slots.iter_mut().zip(chunk).for_each(|(slot, cell)| *slot = bytes(*cell));
        Some(())
    }

    /// So many bytes of the rest.
    #[inline(always)]
    fn take(&mut self, count: usize) -> Option<&'b mut [u8]> {
        let (taken, rest) = std::mem::take(&mut self.rest).split_at_mut_checked(count)?;
        self.rest = rest;
        Some(taken)
    }
}

/// Chunks that are unpacked one after the other, without end.
struct Unpacking<'b> {
    bytes: &'b [u8],
    /// The kinds that are left, the next one last, and a bit that says where they end.
    kinds: u32,
    before: i32,
}

impl<'b> Unpacking<'b> {
    fn of(packed: &'b Packed) -> Self {
        Self { bytes: &packed.0, kinds: 1, before: FIRST }
    }

    #[inline(always)]
    fn next(&mut self) -> [i32; CHUNK] {
        if self.kinds == 1 {
            let [kinds] = self.take().unwrap_or(&[0]);
            self.kinds = 1 << (2 * KINDS) | u32::from(*kinds);
        }
        let kind = (self.kinds & 3) as u8;
        self.kinds >>= 2;
        let mut chunk = [self.before; CHUNK];
        if kind != SAME {
            self.read(kind, &mut chunk);
            self.before = chunk[CHUNK - 1];
        }
        chunk
    }

    #[inline(always)]
    fn read(&mut self, kind: u8, chunk: &mut [i32; CHUNK]) {
        if kind == ONE {
            let Some(bytes) = self.take::<CHUNK>() else { return };
            chunk.iter_mut().zip(bytes).for_each(|(slot, byte)| *slot = value((*byte).into()));
        } else if kind == TWO {
            let Some(bytes) = self.take::<{ 2 * CHUNK }>() else { return };
            let codes = bytes.as_chunks().0.iter().map(|bytes| u16::from_le_bytes(*bytes));
            chunk.iter_mut().zip(codes).for_each(|(slot, code)| *slot = value(code.into()));
        } else {
            let Some(bytes) = self.take::<{ 4 * CHUNK }>() else { return };
            let cells = bytes.as_chunks().0.iter().map(|bytes| i32::from_le_bytes(*bytes));
            chunk.iter_mut().zip(cells).for_each(|(slot, cell)| *slot = cell);
        }
    }

    /// The next bytes; none and no more if there are too few.
    fn take<const N: usize>(&mut self) -> Option<&'b [u8; N]> {
        let (bytes, rest) = self.bytes.split_first_chunk::<N>()?;
        self.bytes = rest;
        Some(bytes)
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, reason = "a test may panic")]
mod tests {
    use super::{LEAST, Packed, SHIFT};
    use crate::play::Seeded;
    use crate::program::CLEARED;
    use rulehound_rules::model::value::{NONE, UNSET};

    fn unpacked(packed: &Packed, count: usize) -> Vec<i32> {
        let mut cells = vec![77; count];
        packed.unpack(&mut cells);
        cells
    }

    /// Values at every border, and those that stand for no value.
    fn borders() -> Vec<i32> {
        let most = 255 - SHIFT;
        let mut values = vec![0, 1, NONE, UNSET, CLEARED, CLEARED + 1, i32::MAX];
        for border in [LEAST, most, 65_535 - SHIFT, 255, 256, -256] {
            values.extend([border - 1, border, border + 1]);
        }
        values
    }

    #[test]
    fn runs_take_next_to_nothing_and_small_values_a_byte() {
        assert_eq!(Packed::of(&[]).len(), 0);
        assert_eq!(Packed::of(&[0; 320]).len(), 10);
        assert_eq!(Packed::of(&[CLEARED; 320]).len(), 18);
        assert_eq!(*Packed::of(&[5, 6, 7, NONE, CLEARED, -16, 236, 0]).0, [1, 24, 25, 26, 0, 2, 3, 255, 19]);
        assert_eq!(*Packed::of(&[237, 1, 1]).0, [2, 0, 1, 20, 0, 20, 0, 20, 0, 20, 0, 20, 0, 20, 0, 20, 0]);
        assert_eq!(Packed::of(&[-17; 9]).len(), 33);
    }

    #[test]
    fn every_border_comes_back_from_every_place() {
        let values = borders();
        for value in &values {
            for other in &values {
                for place in 0..20 {
                    let mut cells = vec![*other; 20];
                    cells[place] = *value;
                    assert_eq!(unpacked(&Packed::of(&cells), 20), cells);
                }
            }
        }
    }

    #[test]
    fn random_cells_come_back_and_keep_their_order() {
        let mut chance = Seeded::new(1, 0);
        let values = borders();
        let mut before: Vec<i32> = Vec::new();
        for round in 0..20_000 {
            let count = round % 50;
            // Few different values make long runs.
            let kinds = 1 + chance.below(values.len());
            let mut cells: Vec<i32> = (0..count).map(|_| values[chance.below(kinds)]).collect();
            if chance.below(2) == 0 && before.len() == count && count > 0 {
                // Nearly the same as before.
                let place = chance.below(count);
                cells.clone_from(&before);
                cells[place] = values[chance.below(values.len())];
            }
            let packed = Packed::of(&cells);
            assert_eq!(unpacked(&packed, count), cells);
            let others: Vec<i32> = before.iter().copied().chain(std::iter::repeat(0)).take(count).collect();
            let other = Packed::of(&others);
            assert_eq!(packed.cmp(&other), cells.cmp(&others), "{cells:?} and {others:?}");
            assert_eq!(packed == other, cells == others);
            before = cells;
        }
    }

    #[test]
    fn any_bytes_give_as_many_cells_as_are_asked_for() {
        let mut chance = Seeded::new(2, 0);
        for round in 0..20_000 {
            let bytes: Vec<u8> =
                (0..round % 30).map(|_| [0, 1, 2, 3, 255, chance.below(256) as u8][chance.below(6)]).collect();
            let cells = unpacked(&Packed(bytes.into_boxed_slice()), round % 70);
            assert_eq!(cells.len(), round % 70);
            // Bytes that mean cells at all mean cells that can be packed.
            assert_eq!(unpacked(&Packed::of(&cells), cells.len()), cells);
        }
    }
}
