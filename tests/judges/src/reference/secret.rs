//! Who sees what, and what a decider may not read.
//!
//! The checker refuses what a decider certainly does not see. What depends on the position is looked at here, whenever something is
//! read for a decision: in the sets, conditions and texts of a `choose`, everywhere in a `plan` or `simultaneous`.

use rulehound_grammar::span::Location;
use rulehound_interpreter::instance::Place;
use rulehound_interpreter::model::{Attribute, Audience, AudienceKind, Index, Kind, OwnerSort, PlaceClass, Zone};

use super::Fault;
use super::lookup::Slot;
use super::names::Value;
use super::run::{Run, Source};

impl Run<'_> {
    /// For whom something is read now; nobody in the open order of play.
    fn reader(&self) -> Option<i32> {
        let searching = matches!(self.source, Source::Path(_)) || self.plan.is_some();
        if !self.unguarded && (self.judging || self.private || searching) { self.decider } else { None }
    }

    /// Works out something of a decision: meanwhile only what the decider sees may be read.
    pub(super) fn as_decider<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T, Fault>) -> Result<T, Fault> {
        let before = std::mem::replace(&mut self.judging, true);
        let result = work(self);
        self.judging = before;
        result
    }

    /// Works out whether a trigger fires: what it waits for may be hidden from whoever decides.
    pub(super) fn unguarded<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T, Fault>) -> Result<T, Fault> {
        let before = std::mem::replace(&mut self.unguarded, true);
        let result = work(self);
        self.unguarded = before;
        result
    }

    fn check(&self, seen: impl FnOnce(i32) -> Result<bool, Fault>, at: Location) -> Result<(), Fault> {
        match self.reader() {
            Some(seat) if !seen(seat)? => Err(Fault::new("secret-read", "the decider does not see this", at)),
            _ => Ok(()),
        }
    }

    pub(super) fn check_variable(&self, slot: Slot, at: Location) -> Result<(), Fault> {
        self.check(|seat| self.sees_variable(seat, slot), at)
    }

    pub(super) fn check_attribute(&self, slot: Slot, at: Location) -> Result<(), Fault> {
        self.check(|seat| self.sees_cell(seat, slot), at)
    }

    pub(super) fn check_place(&self, place: i32, at: Location) -> Result<(), Fault> {
        self.check(|seat| self.sees_place(seat, place), at)
    }

    pub(super) fn check_component(&self, component: i32, at: Location) -> Result<(), Fault> {
        self.check(|seat| self.sees_component(seat, component), at)
    }

    pub(super) fn sees_variable(&self, seat: i32, (variable, slot): Slot) -> Result<bool, Fault> {
        let declared = &self.model().variables[variable];
        let family = self.game.instance.family_size(&declared.index).max(1);
        let owner = self.game.instance.owners(declared.owner).start + (slot / family) as i32;
        let which = Which { index: &declared.index, cell: slot % family };
        Ok(self.in_audience(seat, &declared.audience, (declared.owner, owner), which)?
            && self.sees_owner(seat, declared.owner, owner)?)
    }

    /// What belongs to a component is seen only by those who see the component.
    fn sees_owner(&self, seat: i32, sort: OwnerSort, owner: i32) -> Result<bool, Fault> {
        match sort {
            OwnerSort::Kind(_) => self.sees_component(seat, owner),
            OwnerSort::Common | OwnerSort::Player | OwnerSort::Value(_) | OwnerSort::Board(_) => Ok(true),
        }
    }

    /// Boards and boxes are open.
    pub(super) fn sees_place(&self, seat: i32, place: i32) -> Result<bool, Fault> {
        let place = &self.game.instance.places[place as usize];
        let PlaceClass::Area(area) = place.class else { return Ok(true) };
        if self.is_board(area) {
            return Ok(true);
        }
        let zone = self.declared_zone(area);
        Ok(self.in_audience(seat, &zone.audience, (zone.owner, place.owner), Which::of(zone, place))?
            && self.sees_owner(seat, zone.owner, place.owner)?)
    }

    pub(super) fn sees_component(&self, seat: i32, component: i32) -> Result<bool, Fault> {
        let place = self.world.places[component as usize];
        Ok(self.sees_place(seat, place)? || self.sees_as_top(seat, component, place)?)
    }

    /// A pile may show its top.
    fn sees_as_top(&self, seat: i32, component: i32, number: i32) -> Result<bool, Fault> {
        let place = &self.game.instance.places[number as usize];
        let PlaceClass::Area(area) = place.class else { return Ok(false) };
        if self.is_board(area) || self.end_of_pile(number, true) != component {
            return Ok(false);
        }
        let zone = self.declared_zone(area);
        match &zone.top {
            Some(audience) if place.ordered => {
                Ok(self.in_audience(seat, audience, (zone.owner, place.owner), Which::of(zone, place))?
                    && self.sees_owner(seat, zone.owner, place.owner)?)
            }
            Some(_) | None => Ok(false),
        }
    }

    fn sees_cell(&self, seat: i32, (component, cell): Slot) -> Result<bool, Fault> {
        let kind = &self.model().kinds[self.game.instance.components[component].kind.index()];
        let attribute = kind.attributes.iter().find(|it| (it.first_cell..it.first_cell + it.cells).contains(&cell));
        self.sees_attribute(seat, component as i32, attribute.expect("every cell belongs to an attribute"))
    }

    /// An attribute with its own audience is seen by exactly that.
    pub(super) fn sees_attribute(&self, seat: i32, component: i32, attribute: &Attribute) -> Result<bool, Fault> {
        match &attribute.audience {
            Some(audience) => {
                let kind = self.game.instance.components[component as usize].kind;
                self.in_audience(seat, audience, (OwnerSort::Kind(kind), component), Which { index: &[], cell: 0 })
            }
            None => self.sees_component(seat, component),
        }
    }

    fn in_audience(
        &self,
        seat: i32,
        audience: &Audience,
        whose: (OwnerSort, i32),
        which: Which<'_>,
    ) -> Result<bool, Fault> {
        let viewers = match &audience.kind {
            AudienceKind::All => return Ok(true),
            AudienceKind::Nobody => return Ok(false),
            AudienceKind::Only(viewers) | AudienceKind::AllExcept(viewers) => viewers,
        };
        // An audience reads only what all see, so it is worked out as if nobody asked.
        let mut run = self.clone();
        run.decider = None;
        run.judging = false;
        if let Some(local) = audience.names.owner {
            run.names.bind(local, Value::One(self.player(whose)));
        }
        if let Some(local) = audience.names.holder {
            run.names.bind(local, Value::One(whose.1));
        }
        let values = self.values_of(which);
        for (name, value) in audience.names.indices.iter().zip(values) {
            if let Some(local) = name {
                run.names.bind(*local, Value::One(value));
            }
        }
        let mut listed = false;
        for viewer in viewers {
            listed |= run.gather(viewer)?.contains(&seat);
        }
        Ok(listed == matches!(audience.kind, AudienceKind::Only(_)))
    }

    /// The values of the indices that lead to a cell: the last counts fastest.
    fn values_of(&self, which: Which<'_>) -> Vec<i32> {
        let mut rest = which.cell;
        let mut values = Vec::new();
        for index in which.index.iter().rev() {
            let range: Vec<i32> = self.game.instance.index_values(*index).collect();
            values.push(range[rest % range.len()]);
            rest /= range.len();
        }
        values.reverse();
        values
    }

    /// The player to whom something belongs, or to whom belongs what it belongs to.
    fn player(&self, (sort, owner): (OwnerSort, i32)) -> i32 {
        match sort {
            OwnerSort::Kind(kind) => {
                let inner = &self.game.instance.components[owner as usize];
                self.player((self.model().kinds[kind.index()].owner, inner.owner))
            }
            OwnerSort::Common | OwnerSort::Player | OwnerSort::Value(_) | OwnerSort::Board(_) => owner,
        }
    }

    /// Components in the order in which the decider may be offered them: those whose features are not all open are sorted, within one
    /// place, by what the decider sees.
    pub(super) fn sorted_as_seen(&self, components: &mut [i32], at: Location) -> Result<(), Fault> {
        let seat = self.decider.expect("somebody is asked");
        let mut looks = Vec::new();
        for component in components.iter() {
            looks.push(self.look(seat, *component)?);
        }
        let before = components.to_vec();
        for group in groups_of(&looks) {
            let mut sorted = group.clone();
            sorted.sort_by_key(|position| looks[*position].clone());
            for pair in sorted.windows(2) {
                let (one, other) = (before[pair[0]], before[pair[1]]);
                if looks[pair[0]] == looks[pair[1]] && !self.alike(one, other, &self.held()) {
                    return Err(Fault::new("secret-read", "these look the same to the decider", at));
                }
            }
            for (position, from) in group.iter().zip(sorted) {
                components[*position] = before[from];
            }
        }
        Ok(())
    }

    /// What tells a component of a kind with restricted features from others in its place; nothing for other kinds and in piles.
    fn look(&self, seat: i32, number: i32) -> Result<Option<Look>, Fault> {
        let component = &self.game.instance.components[number as usize];
        let kind = &self.model().kinds[component.kind.index()];
        let place = self.world.places[number as usize];
        if !is_restricted(kind) || self.game.instance.places[place as usize].ordered {
            return Ok(None);
        }
        let mut seen = Vec::new();
        for attribute in &kind.attributes {
            if self.sees_attribute(seat, number, attribute)? {
                let cells = attribute.first_cell..attribute.first_cell + attribute.cells;
                seen.extend(cells.map(|cell| self.world.attributes[number as usize][cell]));
            }
        }
        Ok(Some(Look { place, kind: component.kind.0, owner: component.owner, seen }))
    }
}

/// Which of a family something is.
#[derive(Clone, Copy)]
struct Which<'m> {
    index: &'m [Index],
    cell: usize,
}

impl<'m> Which<'m> {
    fn of(zone: &'m Zone, place: &Place) -> Self {
        Self { index: &zone.index, cell: place.offset }
    }
}

/// What a decider sees of a component.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Look {
    place: i32,
    kind: u32,
    owner: i32,
    seen: Vec<i32>,
}

fn is_restricted(kind: &Kind) -> bool {
    let restricted = |audience: &Audience| !matches!(audience.kind, AudienceKind::All);
    kind.attributes.iter().any(|attribute| attribute.audience.as_ref().is_some_and(restricted))
}

/// The positions of components of one place and kind, for each that has a look.
fn groups_of(looks: &[Option<Look>]) -> Vec<Vec<usize>> {
    let mut groups: std::collections::BTreeMap<(i32, u32), Vec<usize>> = std::collections::BTreeMap::new();
    for (position, look) in looks.iter().enumerate() {
        if let Some(look) = look {
            groups.entry((look.place, look.kind)).or_default().push(position);
        }
    }
    groups.into_values().collect()
}
