//! Positions that were noted. Only their hashes are kept, in a list beside the cells; a cell tells how far that goes. So whoever takes cells
//! back to what they were, as a look ahead does, takes the list back with them: what lies beyond is written over.

use std::sync::Arc;

use super::Cells;
use crate::program::{Addr, NotedGroup, NotesCode, Program};
use rulehound_rules::limits::NOTES;

/// A list of positions that were noted. Copies share it until one of them changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes(Arc<Vec<Note>>);

/// An entry of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Note {
    /// The position.
    hash: u128,
    /// How many were noted since they were forgotten, this one included; 0 where they are forgotten.
    count: u32,
    /// Of all these a hash, whatever their order.
    all: u128,
}

/// More positions than there may be were noted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany;

impl Notes {
    /// A list of positions by their hashes, none of them forgotten.
    pub fn of(hashes: impl IntoIterator<Item = u128>) -> Self {
        let mut notes = Self::default();
        for (length, hash) in (0..).zip(hashes) {
            notes.push(length, hash);
        }
        notes
    }

    /// Drops all of them, and keeps the memory for others if nobody shares it.
    pub fn clear(&mut self) {
        match Arc::get_mut(&mut self.0) {
            Some(list) => list.clear(),
            None => *self = Self::default(),
        }
    }

    /// Their hashes; complete once the list is [settled](settle_notes).
    pub fn hashes(&self) -> impl Iterator<Item = u128> {
        self.0.iter().map(|note| note.hash)
    }

    /// What is the same for the same positions, in whatever order they were noted.
    pub fn digest(&self) -> u128 {
        self.last(self.0.len()).map_or(0, |last| last.all)
    }

    fn last(&self, length: usize) -> Option<&Note> {
        self.0.get(length.checked_sub(1)?)
    }

    /// The entries since positions were forgotten.
    fn since(&self, length: usize) -> &[Note] {
        let count = self.last(length).map_or(0, |last| last.count as usize);
        self.0.get(length.saturating_sub(count)..length).unwrap_or_default()
    }

    fn push(&mut self, length: usize, hash: u128) {
        let before = self.last(length).copied().unwrap_or_default();
        self.add(length, Note { hash, count: before.count + 1, all: before.all.wrapping_add(scattered(hash, 1)) });
    }

    fn add(&mut self, length: usize, note: Note) {
        let list = Arc::make_mut(&mut self.0);
        list.truncate(length);
        list.push(note);
    }
}

/// How far the list goes.
fn length(code: &NotesCode, cells: &(impl Cells + ?Sized)) -> usize {
    usize::try_from(cells.read(code.at)).unwrap_or(0)
}

fn set_length(code: &NotesCode, cells: &mut (impl Cells + ?Sized), length: usize) {
    cells.write(code.at, i32::try_from(length).unwrap_or(0));
}

/// Notes the position, for a value or none.
///
/// # Errors
/// There are as many as there may be.
pub fn note(
    program: &Program,
    cells: &mut (impl Cells + ?Sized),
    value: i32,
    notes: &mut Notes,
) -> Result<(), TooMany> {
    let Some(code) = &program.notes else { return Ok(()) };
    let length = length(code, cells);
    if notes.last(length).is_some_and(|last| last.count as usize >= NOTES) {
        return Err(TooMany);
    }
    notes.push(length, scattered(position(code, cells), value_word(value)));
    set_length(code, cells, length + 1);
    Ok(())
}

/// Forgets all that were noted.
pub fn forget(program: &Program, cells: &mut (impl Cells + ?Sized), notes: &mut Notes) {
    let Some(code) = &program.notes else { return };
    let length = length(code, cells);
    if notes.last(length).is_some_and(|last| last.count > 0) {
        notes.add(length, Note::default());
        set_length(code, cells, length + 1);
    }
}

/// How often this position was noted for a value, or for none.
pub fn noted(program: &Program, cells: &(impl Cells + ?Sized), value: i32, notes: &Notes) -> i32 {
    let Some(code) = &program.notes else { return 0 };
    let since = notes.since(length(code, cells));
    if since.is_empty() {
        return 0;
    }
    let here = scattered(position(code, cells), value_word(value));
    i32::try_from(since.iter().filter(|note| note.hash == here).count()).unwrap_or(i32::MAX)
}

/// Drops what lies beyond and what is forgotten. Only where no cells will be taken back.
pub fn settle_notes(program: &Program, cells: &mut (impl Cells + ?Sized), notes: &mut Notes) {
    let Some(code) = &program.notes else { return };
    let length = length(code, cells);
    let since = notes.since(length).len();
    if since < notes.0.len() {
        let list = Arc::make_mut(&mut notes.0);
        list.truncate(length);
        list.drain(..length.saturating_sub(since).min(list.len()));
    }
    set_length(code, cells, since);
}

/// Tells which positions were noted: equal for the same, in whatever order.
pub fn notes_digest(program: &Program, cells: &(impl Cells + ?Sized), notes: &Notes) -> u128 {
    let code = program.notes.as_ref();
    code.and_then(|code| notes.last(length(code, cells))).map_or(0, |last| last.all)
}

/// Whether the list goes as far as the cells say, and no further than it may.
pub fn notes_are_sound(program: &Program, cells: &(impl Cells + ?Sized), notes: &Notes) -> bool {
    let told = program.notes.as_ref().map_or(0, |code| cells.read(code.at));
    usize::try_from(told) == Ok(notes.0.len()) && notes.0.len() <= NOTES
}

/// What it takes to note a position, or to look whether it was noted.
pub fn noting_steps(program: &Program) -> u64 {
    u64::from(program.layout.declared) / 4 + 64
}

/// A hash in words, as cells are.
pub fn words(hash: u128) -> [i32; 4] {
    [0, 32, 64, 96].map(|shift| ((hash >> shift) as u32).cast_signed())
}

/// A hash of all that is noted of the position, in whatever order components lie that only their state tells apart: of these, and of the
/// cells that stand for themselves, each has a hash of its own, and all of them are added. What holds a component belongs to its state.
fn position(code: &NotesCode, cells: &(impl Cells + ?Sized)) -> u128 {
    let mut all: u128 = 0;
    for range in &code.alone {
        for (at, value) in range.clone().zip(cells.row(range.clone())) {
            all = all.wrapping_add(of_cell(at, *value));
        }
    }
    let mut held: Vec<(i32, Addr)> = Vec::new();
    for (at, value) in code.holders.iter().map(|at| (*at, cells.read(*at))) {
        if code.groups.iter().any(|group| group.components.contains(&value)) {
            held.push((value, at));
        } else {
            all = all.wrapping_add(of_cell(at, value));
        }
    }
    for (number, group) in (0..).zip(&code.groups) {
        if let (true, Some(sum)) = (held.is_empty(), of_group(group, cells)) {
            all = all.wrapping_add(sum);
            continue;
        }
        for (component, own) in group.components.iter().zip(group.cells.chunks(group.width.max(1))) {
            let state = of_component(number, own, group, cells);
            let holders = held.iter().filter(|(value, _)| value == component);
            all = all.wrapping_add(holders.fold(state, |hash, (_, at)| scattered(hash, u128::from(*at))));
        }
    }
    all
}

fn of_cell(at: Addr, value: i32) -> u128 {
    scattered(scattered(SEED, u128::from(at)), value_word(value))
}

/// What the components of a group add of which nobody holds any, if that is known by place.
fn of_group(group: &NotedGroup, cells: &(impl Cells + ?Sized)) -> Option<u128> {
    let places = group.rows.iter().flat_map(|row| cells.row(row.clone()));
    let known = |place: &i32| usize::try_from(*place).ok().and_then(|place| group.of_place.get(place));
    places.map(known).try_fold(0u128, |sum, known| Some(sum.wrapping_add(*known?)))
}

/// What a component of a group adds.
fn of_component(number: u128, component: &[Addr], group: &NotedGroup, cells: &(impl Cells + ?Sized)) -> u128 {
    if let ([at], false) = (component, group.of_place.is_empty())
        && let Some(known) = usize::try_from(cells.read(*at)).ok().and_then(|place| group.of_place.get(place))
    {
        return *known;
    }
    component.iter().fold(scattered(!SEED, number), |hash, at| scattered(hash, value_word(cells.read(*at))))
}

/// For each of so many places what a component adds of which nothing but its place is noted, by the number of its group.
pub(crate) fn of_places(number: usize, places: usize) -> Vec<u128> {
    let seed = scattered(!SEED, number as u128);
    (0..places).map(|place| scattered(seed, place as u128)).collect()
}

fn value_word(value: i32) -> u128 {
    u128::from(value.cast_unsigned())
}

const SEED: u128 = 0x6a09_e667_f3bc_c908_bb67_ae85_84ca_a73b;

/// An odd number without a pattern.
const FACTOR: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;

/// Of a hash and a word another hash; every bit of both counts, and no two words give the same hash to one.
fn scattered(hash: u128, word: u128) -> u128 {
    let product = (hash ^ word).wrapping_mul(FACTOR);
    (product ^ (product >> 64)).wrapping_mul(FACTOR).rotate_left(59)
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::{Note, Notes, of_places, position, scattered};
    use crate::program::{Addr, NotedGroup, NotesCode};

    fn code(alone: Vec<Range<Addr>>, holders: Vec<Addr>, groups: Vec<NotedGroup>) -> NotesCode {
        NotesCode { at: 9, alone, holders, groups }
    }

    /// Components from this number on, each with one of these cells.
    fn group(first: i32, cells: Vec<Addr>) -> NotedGroup {
        let components = (first..).take(cells.len()).collect();
        let rows = cells.iter().map(|at| *at..at + 1).collect();
        NotedGroup { components, cells, width: 1, of_place: Vec::new(), rows }
    }

    #[test]
    fn what_lies_beyond_is_written_over_and_what_is_forgotten_does_not_count() {
        let mut notes = Notes::of([1, 2, 3]);
        notes.add(2, Note::default());
        notes.push(3, 7);
        assert_eq!(notes.since(4).iter().map(|note| note.hash).collect::<Vec<_>>(), [7]);
        assert_eq!(notes.since(3), []);
        // As before: cells that were taken back still see what they saw.
        assert_eq!(notes.since(2).iter().map(|note| note.hash).collect::<Vec<_>>(), [1, 2]);
    }

    #[test]
    fn the_order_of_notes_does_not_matter() {
        assert_eq!(Notes::of([1, 2, 2, 3]).digest(), Notes::of([2, 3, 1, 2]).digest());
        assert_ne!(Notes::of([1, 2, 2, 3]).digest(), Notes::of([1, 2, 3, 3]).digest());
    }

    /// A position may differ from another by one bit of one cell, with others after it.
    #[test]
    fn every_bit_counts() {
        for bit in 0..128 {
            let changed = (scattered(7, 5) ^ scattered(7 ^ (1 << bit), 5)).count_ones();
            let later = (scattered(scattered(7, 5), 3) ^ scattered(scattered(7, 5 ^ (1 << bit)), 3)).count_ones();
            assert!(changed >= 16 && later >= 40, "bit {bit}: {changed} bits of the hash, {later} after another word");
        }
    }

    /// A cell with a value must not stand for another cell with another value, nor for a component of a group.
    #[test]
    fn cells_do_not_stand_for_each_other() {
        let alone = |values: [i32; 3]| {
            position(&code(std::iter::once(0..3).collect(), Vec::new(), Vec::new()), values.as_slice())
        };
        let together = |values: [i32; 3]| {
            position(&code(Vec::new(), Vec::new(), vec![group(0, vec![0, 1, 2])]), values.as_slice())
        };
        let numbers = || (0..6).flat_map(|a| (0..6).flat_map(move |b| (0..6).map(move |c| [a, b, c])));
        let mut hashes: Vec<u128> = numbers().map(alone).collect();
        hashes.extend(numbers().filter(|values| values.is_sorted()).map(together));
        let count = hashes.len();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), count);
        assert_eq!(together([1, 2, 3]), together([3, 1, 2]));
    }

    /// What is worked out beforehand is what would be worked out; beyond it goes what is no place.
    #[test]
    fn places_known_beforehand_change_nothing() {
        let hash = |of_place: Vec<u128>, values: [i32; 4]| {
            let second = NotedGroup { of_place, ..group(2, vec![2, 3]) };
            position(&code(Vec::new(), Vec::new(), vec![group(0, vec![0, 1]), second]), values.as_slice())
        };
        for values in [[0, 1, 2, 0], [3, 3, 1, 1], [0, 0, 7, -1], [5, 2, i32::MIN, i32::MAX]] {
            assert_eq!(hash(of_places(1, 3), values), hash(Vec::new(), values), "{values:?}");
        }
    }

    /// Three components lie somewhere; two names hold one of them or nothing. What tells positions apart is where each lies and which names
    /// hold it, and nothing else.
    #[test]
    fn what_holds_a_component_says_what_that_is_like() {
        let like = |values: [i32; 5]| {
            let names = |component: i32| [3, 4].map(|name: usize| values.get(name) == Some(&component));
            let mut like: Vec<(i32, [bool; 2])> =
                (0..).zip(values).take(3).map(|(component, place)| (place, names(component))).collect();
            like.sort_unstable();
            like
        };
        let code = code(Vec::new(), vec![3, 4], vec![group(0, vec![0, 1, 2])]);
        let held = || (-1..3).flat_map(|one| (-1..3).map(move |other| (one, other)));
        let places = || (0..2).flat_map(|a| (0..2).flat_map(move |b| (0..2).map(move |c| (a, b, c))));
        let positions = places().flat_map(|(a, b, c)| held().map(move |(one, other)| [a, b, c, one, other]));
        let hashes: Vec<_> = positions.map(|values| (like(values), position(&code, values.as_slice()))).collect();
        for (one, first) in &hashes {
            for (other, second) in &hashes {
                assert_eq!(one == other, first == second, "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn the_order_of_words_counts() {
        assert_ne!(scattered(scattered(7, 1), 2), scattered(scattered(7, 2), 1));
    }
}
