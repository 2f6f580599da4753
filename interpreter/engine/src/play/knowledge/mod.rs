//! What a seat knows, and worlds that may be true as far as it knows.
//!
//! [`Knowledge`] is made of a position in which everything that the seat does not see has been wiped out, in one place (`machine/hidden.rs`).
//! From then on nothing of the truth is left, so a world that is drawn cannot hang on it. [`Memory`] adds what the seat saw earlier.

mod inference;
pub(super) mod memory;
pub(super) mod rename;

use std::collections::{BTreeMap, BTreeSet};

pub use memory::Memory;
use rename::{Renaming, rename};

use super::machine::{Class, Pause, Veiled, Wiped, bundles, lay_out, wiped};
use super::{Game, PlayError, Position, Seeded, Viewer};
use crate::cells::{self, Cells, Notes};
use rulehound_rules::hash::hash;

/// How many deals are tried that heed what is remembered, before one is taken that does not.
const TRIES: usize = 16;

/// What a seat knows of a position where it is to decide.
#[derive(Clone, Debug)]
pub struct Knowledge {
    game: Game,
    seat: usize,
    options: usize,
    /// Whether others decide at the same time.
    at_once: bool,
    /// All cells, with something else instead of what is not seen.
    cells: Vec<i32>,
    /// The positions that were noted: where any are, nothing of them is hidden.
    notes: Notes,
    classes: Vec<Class>,
    veiled: Vec<Veiled>,
    wards: Vec<Vec<i32>>,
    /// For components of some classes the places where each may lie, by number.
    places: BTreeMap<i32, BTreeSet<i32>>,
    /// What everybody knows, if the seat knows more.
    all: Option<Box<Self>>,
}

impl PartialEq for Knowledge {
    /// Whether it is the same knowledge, of the same game.
    fn eq(&self, other: &Self) -> bool {
        let of = |it: &Self| (it.seat, it.options, it.at_once, it.game.hash());
        of(self) == of(other)
            && self.cells == other.cells
            && self.notes == other.notes
            && self.classes == other.classes
            && self.veiled == other.veiled
            && self.wards == other.wards
            && self.places == other.places
            && self.all == other.all
    }
}

impl Eq for Knowledge {}

impl Knowledge {
    /// What a seat knows that is to decide; `None` if it is not. With a memory, what it saw earlier is known, too.
    ///
    /// # Errors
    /// Nobody sits there, or a fault of the rules.
    pub fn of(position: &Position, seat: usize, memory: Option<&Memory>) -> Result<Option<Self>, PlayError> {
        Self::of_viewer(position, seat, Viewer::Seat(seat), memory)
    }

    /// The same, with what everybody knows of the same position, so that worlds can be drawn in which also what the seat alone knows is dealt
    /// anew.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn and_all(mut self, position: &Position) -> Result<Self, PlayError> {
        let all = Self::of_viewer(position, self.seat, Viewer::Nobody, None)?;
        self.all = all.filter(|all| all.cells != self.cells || all.classes != self.classes).map(Box::new);
        Ok(self)
    }

    fn of_viewer(
        position: &Position,
        seat: usize,
        viewer: Viewer,
        memory: Option<&Memory>,
    ) -> Result<Option<Self>, PlayError> {
        position.viewer(seat)?;
        if !position.deciders().contains(&seat) {
            return Ok(None);
        }
        let options = position.count(seat)?;
        Self::seen(position, seat, viewer, memory, options).map(Some)
    }

    /// What a viewer sees of a position, who need not be to decide there.
    fn seen(
        position: &Position,
        seat: usize,
        viewer: Viewer,
        memory: Option<&Memory>,
        options: usize,
    ) -> Result<Self, PlayError> {
        let (game, notes) = (position.game().clone(), position.notes().clone());
        if game.is_open() {
            let nothing = (Vec::new(), Vec::new(), Vec::new(), BTreeMap::new());
            let (cells, (classes, veiled, wards, places)) = (position.cells(), nothing);
            return Ok(Self {
                game,
                seat,
                options,
                at_once: false,
                cells,
                notes,
                classes,
                veiled,
                wards,
                places,
                all: None,
            });
        }
        let gathering = match position.pause() {
            Pause::Gathering(id) => Some(id),
            Pause::Decision | Pause::Chance | Pause::Over | Pause::PrivateEnd | Pause::PathEnd | Pause::PathFails => {
                None
            }
        };
        let beginning = game.beginning()?;
        let wiped = wiped(&mut position.machine(), viewer, gathering, &beginning);
        let places = memory.map(|memory| memory.places(game.program(), &wiped.classes)).unwrap_or_default();
        let Wiped { cells, classes, veiled, wards } = wiped;
        let at_once = gathering.is_some();
        Ok(Self { game, seat, options, at_once, cells, notes, classes, veiled, wards, places, all: None })
    }

    /// Whose knowledge it is.
    pub fn seat(&self) -> usize {
        self.seat
    }

    /// What everybody knows where this seat is to decide, whoever sits at the table or beside it; nothing if the seat knows no more than that,
    /// or if nobody asked ([`Knowledge::and_all`]).
    pub fn of_all(&self) -> Option<&Self> {
        self.all.as_deref()
    }

    /// How many options the seat has.
    pub fn options(&self) -> usize {
        self.options
    }

    /// The positions that were noted.
    pub fn notes(&self) -> &Notes {
        &self.notes
    }

    /// A number for what the seat sees of the position, without what it remembers: positions that look the same to it have the same.
    pub fn looks(&self) -> u64 {
        let notes = self.notes.digest().to_le_bytes();
        let cells = self.cells.iter().flat_map(|cell| cell.to_le_bytes());
        let bytes: Vec<u8> = (self.seat as u64).to_le_bytes().into_iter().chain(notes).chain(cells).collect();
        hash(&bytes)
    }

    /// Whether others decide at the same time.
    pub fn is_at_once(&self) -> bool {
        self.at_once
    }

    /// Whether something is hidden from the seat.
    pub fn is_partial(&self) -> bool {
        !self.classes.is_empty() || !self.veiled.is_empty()
    }

    /// Whether the seat does not see what is in a cell of a variable or feature.
    pub fn is_veiled(&self, at: usize) -> bool {
        self.veiled.iter().any(|veiled| veiled.at as usize == at)
    }

    /// Whether in a world, laid out as [`Position::cells`] gives it, everything that the seat does not see lies where it may lie as far as the
    /// seat remembers. Only what nothing else looks like is looked at.
    pub fn remembers_nothing_against(&self, cells: &[i32]) -> bool {
        let program = self.game.program();
        let alone = self.places.iter().filter(|(member, _)| program.is_alone(**member));
        alone.into_iter().all(|(member, places)| places.contains(&cells::place_of(program, cells, *member)))
    }

    /// The cells of a world that may be true as far as the seat knows, laid out as [`Position::cells`] gives them. Each deal that fits what
    /// the seat remembers is about as likely.
    ///
    /// What others have set in secret may be anything that its type allows, which need not fit together. In a `plain` world it is what it was
    /// before anybody set it.
    pub fn world(&self, chance: &mut Seeded, plain: bool) -> Vec<i32> {
        if !self.is_partial() {
            return self.cells.clone();
        }
        let program = self.game.program();
        let mut renaming = Renaming::none(program);
        for class in &self.classes {
            for (stand, member) in class.members.iter().zip(self.deal(class, chance)) {
                renaming.set(*stand, member);
            }
        }
        let mut cells = rename(program, &self.cells, &renaming);
        for ward in &self.wards {
            let mut lying = bundles(program, &cells, ward);
            shuffle(&mut lying, chance);
            lay_out(program, &mut cells, ward, &lying);
        }
        for veiled in renaming.cells(program, self.veiled.clone()) {
            let drawn = veiled.values.get(chance.below(veiled.values.len())).copied();
            if let Some(value) = veiled.first.filter(|_| plain).or(drawn) {
                cells.as_mut_slice().write(veiled.at, value);
            }
        }
        cells
    }

    /// Who stands in each stand of a class: at random, as far as it looks as it must and fits what is remembered.
    fn deal(&self, class: &Class, chance: &mut Seeded) -> Vec<i32> {
        let mut free: Vec<(i32, usize)> = class.members.iter().copied().zip(class.looks.iter().copied()).collect();
        let mut dealt = Vec::new();
        for (stand, seen) in class.members.iter().zip(&class.seen) {
            let Some(wanted) = seen else { continue };
            let fitting: Vec<usize> =
                (0..free.len()).filter(|at| free.get(*at).is_some_and(|(_, look)| look == wanted)).collect();
            if let Some(at) = fitting.get(chance.below(fitting.len())) {
                dealt.push((*stand, free.remove(*at).0));
            }
        }
        let stands = class.unseen();
        let left: Vec<i32> = free.into_iter().map(|(member, _)| member).collect();
        dealt.extend(stands.iter().copied().zip(self.deal_unseen(&stands, left, chance)));
        dealt.sort_unstable();
        dealt.into_iter().map(|(_, member)| member).collect()
    }

    fn deal_unseen(&self, stands: &[i32], mut left: Vec<i32>, chance: &mut Seeded) -> Vec<i32> {
        if left.iter().any(|member| self.places.contains_key(member)) {
            for _ in 0..TRIES {
                if let Some(fits) = self.deal_once(stands, &left, chance) {
                    return fits;
                }
            }
        }
        shuffle(&mut left, chance);
        left
    }

    /// Those of whom least is possible first; nothing if the last find no place.
    fn deal_once(&self, all: &[i32], left: &[i32], chance: &mut Seeded) -> Option<Vec<i32>> {
        let program = self.game.program();
        let mut stands: BTreeMap<i32, Vec<usize>> = BTreeMap::new();
        for (stand, number) in all.iter().enumerate() {
            stands.entry(cells::place_of(program, self.cells.as_slice(), *number)).or_default().push(stand);
        }
        stands.values_mut().for_each(|free| shuffle(free, chance));
        let mut members = left.to_vec();
        shuffle(&mut members, chance);
        let room = |stands: &BTreeMap<i32, Vec<usize>>, member: i32| match self.places.get(&member) {
            Some(places) => places.iter().filter_map(|place| stands.get(place)).map(Vec::len).sum::<usize>(),
            None => usize::MAX,
        };
        let mut dealt = vec![None; all.len()];
        while !members.is_empty() {
            let (at, _) = members.iter().enumerate().min_by_key(|(_, member)| room(&stands, **member))?;
            let member = members.swap_remove(at);
            let may = self.places.get(&member);
            let open = |place: &i32| may.is_none_or(|places| places.contains(place));
            let places: Vec<(i32, usize)> =
                stands.iter().filter(|(place, _)| open(place)).map(|(place, free)| (*place, free.len())).collect();
            let place = chance.pick_of(places.iter().map(|(_, free)| *free as u64));
            let (place, free) = places.get(place).filter(|(_, free)| *free > 0).copied()?;
            let stand = stands.get_mut(&place).filter(|_| free > 0)?.pop()?;
            *dealt.get_mut(stand)? = Some(member);
        }
        dealt.into_iter().collect()
    }
}

fn shuffle<T>(list: &mut [T], chance: &mut Seeded) {
    for last in (1..list.len()).rev() {
        list.swap(last, chance.below(last + 1));
    }
}
