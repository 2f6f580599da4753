//! Who sees what, and refusing to read what the reader does not see.

use super::{Machine, Try};
use crate::instance::to_value;
use crate::play::Seen;
use crate::program::{AudienceCodeKind, AudienceId, Node, NodeId};
use rulehound_rules::model::value::NONE;
use rulehound_rules::model::{OwnerSort, PlaceClass};

impl<'p> Machine<'p> {
    /// Works out something with nobody looking over the shoulder.
    pub fn unguarded<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let (reader, noted) = (self.reader.take(), self.noted.take());
        let result = work(self);
        (self.reader, self.noted) = (reader, noted);
        result
    }

    /// Works out something, and who sees everything that is read for it. Whether somebody does depends on nothing that he does not see: up to
    /// the first thing hidden from him, all that was read decides what is read next.
    pub(super) fn noting<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> (T, Seen) {
        let everybody = self.everybody();
        let before = self.noted.replace(everybody);
        let result = work(self);
        let seen = std::mem::replace(&mut self.noted, before).unwrap_or_default();
        (result, seen)
    }

    /// Something is read that these see.
    pub(super) fn note(&mut self, seen: Seen) {
        if let Some(noted) = &mut self.noted {
            *noted = noted.and(seen);
        }
    }

    /// Whether nobody minds what is read.
    fn is_unwatched(&self) -> bool {
        self.reader.is_none() && self.noted.is_none()
    }

    /// Asking a component where it lies; whoever decides may, but others may not know the answer.
    pub(super) fn note_place(&mut self, component: i32) {
        if self.noted.is_some() && !self.is_open(self.place_of(component)) {
            let seen = self.component_seen(component);
            self.note(seen);
        }
    }

    /// The seats that an audience holds for a cell of a family of things of this owner, which is a component where the things belong to one,
    /// features to theirs. An audience that cannot be worked out is empty.
    pub fn audience(&mut self, id: AudienceId, owner: i32, cell: usize) -> Seen {
        let Some(audience) = self.program.audiences.get(id.0 as usize) else { return Seen::NOBODY };
        let all = self.everybody();
        if let Some(at) = audience.owner {
            let player = self.program.instance.player_of(audience.whose, owner).unwrap_or(NONE);
            self.write(at, player);
        }
        if let Some(at) = audience.holder {
            self.write(at, owner);
        }
        for index in &audience.indices {
            self.write(index.at, index.of_cell(to_value(cell)));
        }
        match &audience.kind {
            AudienceCodeKind::All => all,
            AudienceCodeKind::Nobody => Seen::NOBODY,
            AudienceCodeKind::Only(viewers) => {
                self.unguarded(|machine| machine.viewers(viewers)).unwrap_or(Seen::NOBODY)
            }
            AudienceCodeKind::AllExcept(viewers) => match self.unguarded(|machine| machine.viewers(viewers)) {
                Ok(excepted) => Seen(all.0 & !excepted.0),
                Err(_) => Seen::NOBODY,
            },
        }
    }

    /// Whether everybody sees everything at all times.
    pub(super) fn has_no_secrets(&self) -> bool {
        self.program.audiences.iter().all(|audience| matches!(audience.kind, AudienceCodeKind::All))
    }

    /// All seats in play.
    pub fn everybody(&self) -> Seen {
        (0..self.program.instance.seats()).fold(Seen::NOBODY, |seen, seat| seen.or(Seen::only(seat)))
    }

    fn viewers(&mut self, viewers: &'p [(NodeId, bool)]) -> Try<Seen> {
        let mut seen = Seen::NOBODY;
        let mut seats = self.take();
        for (node, set) in viewers {
            if *set {
                self.set(*node, &mut seats)?;
            } else {
                let seat = self.value(*node)?;
                if seat != NONE {
                    seats.push(seat);
                }
            }
        }
        for seat in &seats {
            if let Ok(seat) = usize::try_from(*seat) {
                seen = seen.or(Seen::only(seat));
            }
        }
        self.give(seats);
        Ok(seen)
    }

    /// Who sees what lies in a place. Boards and boxes are open.
    pub fn place_seen(&mut self, place: i32) -> Seen {
        let instance = &self.program.instance;
        let Some(found) = instance.place(place) else { return Seen::NOBODY };
        match found.class {
            PlaceClass::Box(_) => self.everybody(),
            PlaceClass::Area(area) => match self.program.area_audiences.get(area.index()) {
                Some(audience) => {
                    let seen = self.audience(*audience, found.owner, found.offset);
                    self.with_owner(found.class, found.owner, seen)
                }
                None => Seen::NOBODY,
            },
        }
    }

    /// What belongs to a component is seen only by those who see the component.
    fn with_owner(&mut self, class: PlaceClass, owner: i32, seen: Seen) -> Seen {
        let PlaceClass::Area(area) = class else { return seen };
        match self.program.instance.model.areas.get(area.index()).map(|area| &area.kind) {
            Some(rulehound_rules::model::AreaKind::Zone(zone)) if matches!(zone.owner, OwnerSort::Kind(_)) => {
                let place = self.place_of(owner);
                // Kinds own kinds without cycles, but a component may lie in its own zone; one step is looked up.
                let component = match self.program.instance.place(place).map(|place| place.class) {
                    Some(PlaceClass::Area(outer)) if outer == area => Seen::NOBODY,
                    Some(_) => self.component_seen(owner),
                    None => Seen::NOBODY,
                };
                seen.and(component)
            }
            Some(_) | None => seen,
        }
    }

    /// Who sees a component where it lies: everybody who sees the place, and at the top of a pile those who see the top.
    pub fn component_seen(&mut self, component: i32) -> Seen {
        let place = self.place_of(component);
        let seen = self.place_seen(place);
        if !self.ordered(place) {
            return seen;
        }
        let kinds = self.kinds_at(place);
        let mut found = self.take();
        let counted = self.lying(place, kinds, &mut found);
        let top = counted.is_ok() && found.iter().all(|other| self.height(*other) <= self.height(component));
        self.give(found);
        if top { seen.or(self.top_seen(place)) } else { seen }
    }

    /// Who sees a component with all its features, those with an audience of their own included.
    pub fn wholly_seen(&mut self, component: i32) -> Seen {
        let kind = self.kind_of(component).map_or(usize::MAX, rulehound_rules::model::KindId::index);
        let attributes = self.program.attribute_audiences.get(kind).map_or(0, Vec::len);
        let seen = self.component_seen(component);
        (0..attributes).fold(seen, |seen, attribute| seen.and(self.attribute_seen(component, attribute)))
    }

    /// Who sees the top of a pile besides.
    pub fn top_seen(&mut self, place: i32) -> Seen {
        let Some(found) = self.program.instance.place(place) else { return Seen::NOBODY };
        let PlaceClass::Area(area) = found.class else { return Seen::NOBODY };
        match self.program.top_audiences.get(area.index()).copied().flatten() {
            Some(audience) => {
                let seen = self.audience(audience, found.owner, found.offset);
                self.with_owner(found.class, found.owner, seen)
            }
            None => Seen::NOBODY,
        }
    }

    /// The audience that an attribute has for itself.
    fn own_audience(&self, component: i32, attribute: usize) -> Option<AudienceId> {
        let kind = self.kind_of(component)?;
        *self.program.attribute_audiences.get(kind.index())?.get(attribute)?
    }

    /// Whether everybody always sees what lies in a place.
    fn is_open(&self, place: i32) -> bool {
        self.program.ground.places.get(place as usize).is_some_and(|place| place.open)
    }

    /// Who sees an attribute of a component.
    pub fn attribute_seen(&mut self, component: i32, attribute: usize) -> Seen {
        match self.own_audience(component, attribute) {
            Some(audience) => self.audience(audience, component, 0),
            None => self.component_seen(component),
        }
    }

    /// Who sees a cell of a variable, numbered owner by owner, within each by its indices.
    pub fn variable_seen(&mut self, variable: u32, cell: usize) -> Seen {
        let instance = &self.program.instance;
        let audience = self.program.variable_audiences.get(variable as usize);
        let declared = instance.model.variables.get(variable as usize);
        let (Some(audience), Some(declared)) = (audience, declared) else { return Seen::NOBODY };
        let size = instance.family_size(&declared.index).max(1);
        let owner = instance.owners(declared.owner).start + to_value(cell / size);
        let seen = self.audience(*audience, owner, cell % size);
        match declared.owner {
            OwnerSort::Kind(_) => seen.and(self.component_seen(owner)),
            OwnerSort::Common | OwnerSort::Player | OwnerSort::Value(_) | OwnerSort::Board(_) => seen,
        }
    }

    /// Refuses to read what is not seen; only then it is worded.
    fn refuse(&mut self, seen: Seen, what: impl FnOnce(&mut Self) -> String, id: NodeId) -> Try<()> {
        self.note(seen);
        match self.reader.and_then(|reader| usize::try_from(reader).ok()) {
            Some(reader) if !seen.by(reader) => {
                let name = self.program.instance.players.get(reader).cloned().unwrap_or_default();
                let what = what(self);
                Err(self.fault("secret-read", format!("{name} decides here but does not see {what}"), id))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Reading a variable.
    pub(super) fn guard(&mut self, audience: AudienceId, (owner, cell): (i32, usize), id: NodeId) -> Try<()> {
        if self.is_unwatched() {
            return Ok(());
        }
        let of_component = self.program.audiences.get(audience.0 as usize).map(|audience| audience.whose);
        let seen = self.audience(audience, owner, cell);
        let belongs = matches!(of_component, Some(OwnerSort::Kind(_)));
        let seen = if belongs { seen.and(self.component_seen(owner)) } else { seen };
        self.refuse(seen, |_| "this".to_owned(), id)
    }

    /// Reading what lies in a place.
    pub(super) fn guard_contents(&mut self, place: i32, id: NodeId) -> Try<()> {
        if self.is_unwatched() || place == NONE || self.is_open(place) {
            return Ok(());
        }
        let seen = self.place_seen(place);
        if seen == self.everybody() {
            return Ok(());
        }
        self.refuse(seen, |machine| format!("what lies in {}", machine.name_place(place)), id)
    }

    /// Counting these at a place. How many there are of a kind anybody may know; whose they are only those who see them.
    pub(super) fn guard_counted(&mut self, components: NodeId, place: i32, id: NodeId) -> Try<()> {
        match self.at(components) {
            Node::Components(_, None) => Ok(()),
            _ => self.guard_contents(place, id),
        }
    }

    /// Reading an end of a pile.
    pub(super) fn guard_top(&mut self, place: i32, top: bool, id: NodeId) -> Try<()> {
        if self.is_unwatched() || place == NONE || self.is_open(place) {
            return Ok(());
        }
        let mut seen = self.place_seen(place);
        if top {
            let besides = self.top_seen(place);
            seen = seen.or(besides);
        }
        self.refuse(seen, |machine| format!("this end of {}", machine.name_place(place)), id)
    }

    /// Reading a feature of a component.
    pub(super) fn guard_attribute(&mut self, component: i32, attribute: usize, id: NodeId) -> Try<()> {
        if self.is_unwatched()
            || self.own_audience(component, attribute).is_none() && self.is_open(self.place_of(component))
        {
            return Ok(());
        }
        let seen = self.attribute_seen(component, attribute);
        self.refuse(seen, |_| "this feature".to_owned(), id)
    }

    /// Whether the reader sees a component, for words.
    pub(super) fn reader_shows(&mut self, component: i32) -> bool {
        if self.is_unwatched() {
            return true;
        }
        let seen = self.component_seen(component);
        self.note(seen);
        self.reader.and_then(|reader| usize::try_from(reader).ok()).is_none_or(|reader| seen.by(reader))
    }

    /// The seat of the reader, for words: everybody sees everything without one.
    pub(super) fn reader_sees(&mut self, component: i32, attribute: usize) -> bool {
        if self.is_unwatched() {
            return true;
        }
        let seen = self.attribute_seen(component, attribute);
        self.note(seen);
        self.reader.and_then(|reader| usize::try_from(reader).ok()).is_none_or(|reader| seen.by(reader))
    }

    /// Whether some attribute of these components has an audience of its own that leaves somebody out.
    pub fn has_own_audience(&self, components: &[i32]) -> bool {
        let restricted = |audience: &Option<AudienceId>| {
            let code = audience.and_then(|id| self.program.audiences.get(id.0 as usize));
            code.is_some_and(|code| !matches!(code.kind, AudienceCodeKind::All))
        };
        components.iter().filter_map(|component| self.kind_of(*component)).any(|kind| {
            let audiences = self.program.attribute_audiences.get(kind.index()).map(Vec::as_slice);
            audiences.unwrap_or_default().iter().any(restricted)
        })
    }

    /// A seat as a value.
    pub fn seat_value(seat: usize) -> i32 {
        to_value(seat)
    }
}

/// Who sees each cell of a variable, owner by owner; worked out once for each owner where no index has a name.
pub fn cells_seen(machine: &mut Machine<'_>, variable: u32) -> Vec<Seen> {
    let instance = &machine.program.instance;
    let Some(declared) = instance.model.variables.get(variable as usize) else { return Vec::new() };
    let size = instance.family_size(&declared.index);
    let cells = size.saturating_mul(instance.owners(declared.owner).len());
    let named = declared.audience.names.indices.iter().any(Option::is_some);
    let alike = if named { 1 } else { size.max(1) };
    let mut seen = Vec::new();
    for cell in (0..cells).step_by(alike) {
        let by = machine.variable_seen(variable, cell);
        seen.extend(std::iter::repeat_n(by, alike));
    }
    seen
}
