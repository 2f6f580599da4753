//! A game at a table: a [`Model`] with its number of seats and its settings fixed, all components and places numbered.
//!
//! In: a model, the players' names, the settings. Out: the numbers that values of components and places stand for. Engine, reference
//! evaluator and documents share this numbering, so their positions can be compared.

mod component;
mod joined;
mod place;
mod step;
mod table;

pub use component::Component;
pub use place::Place;
pub use step::Line;
pub use table::{Table, TableError, default_names};

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use joined::Joined;
use rulehound_rules::facts::effects::accepts;
use rulehound_rules::model::{
    AreaId, AreaKind, EnumerationId, Index, KindId, Model, OwnerSort, PlaceClass, VariableId, value,
};

/// A model at a table.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The rules, with boards as large and components as many as the settings say.
    pub model: Arc<Model>,
    /// What the players are called, by seat.
    pub players: Vec<String>,
    /// The value of each setting.
    pub settings: Vec<i32>,
    /// All components, kind by kind, owner by owner, as made.
    pub components: Vec<Component>,
    /// The numbers of the components of each kind.
    pub kinds: Vec<Range<i32>>,
    /// All places: the common box, the players' boxes, other boxes, then boards and zones as declared.
    pub places: Vec<Place>,
    /// The numbers of the places of each class.
    pub classes: BTreeMap<PlaceClass, Range<i32>>,
    joined: Joined,
}

impl Instance {
    /// Puts a game on the table.
    ///
    /// # Errors
    /// The number of players or a setting does not fit, names stand twice, or there are more than 1,000 components or places.
    pub fn new(model: Arc<Model>, table: &Table) -> Result<Self, TableError> {
        let players = table::players(&model, &table.players)?;
        let settings = table::settings(&model, &table.settings)?;
        let mut instance = Self {
            model: model.sized(&settings),
            players,
            settings,
            components: Vec::new(),
            kinds: Vec::new(),
            places: Vec::new(),
            classes: BTreeMap::new(),
            joined: Joined::default(),
        };
        component::number(&mut instance)?;
        place::number(&mut instance)?;
        instance.joined = Joined::of(&instance);
        Ok(instance)
    }

    /// How many play.
    pub fn seats(&self) -> usize {
        self.players.len()
    }

    /// The values an owner of this sort can have, in order. For [`OwnerSort::Common`] one value, 0.
    pub fn owners(&self, sort: OwnerSort) -> Range<i32> {
        match sort {
            OwnerSort::Common => 0..1,
            OwnerSort::Player => 0..to_value(self.seats()),
            OwnerSort::Value(id) => 0..to_value(self.values(id)),
            OwnerSort::Kind(id) => self.kinds.get(id.index()).cloned().unwrap_or(0..0),
            OwnerSort::Board(id) => self.classes.get(&PlaceClass::Area(id)).cloned().unwrap_or(0..0),
        }
    }

    /// How many values an enumeration has.
    pub fn values(&self, id: EnumerationId) -> usize {
        self.model.enumerations.get(id.index()).map_or(0, |enumeration| enumeration.values.len())
    }

    /// The values an index can have, in order.
    pub fn index_values(&self, index: Index) -> Range<i32> {
        match index {
            Index::Range { least, greatest } | Index::Value { least, greatest, .. } => {
                least..greatest.saturating_add(1)
            }
            Index::Upto { length, .. } => {
                let setting = self.settings.get(length.setting.index()).copied().unwrap_or(0);
                1..length.at(setting).max(1).saturating_add(1)
            }
            Index::Player => 0..to_value(self.seats()),
            Index::YesNo => 0..2,
            Index::Direction => 0..to_value(value::DIRECTIONS.len()),
        }
    }

    /// How many cells a family with these indices has for one owner.
    pub fn family_size(&self, indices: &[Index]) -> usize {
        indices.iter().map(|index| self.index_values(*index).len()).fold(1, usize::saturating_mul)
    }

    /// Which cell of a family these index values name; `None` if one is outside.
    pub fn family_offset(&self, indices: &[Index], values: &[i32]) -> Option<usize> {
        let mut offset = 0usize;
        for (index, value) in indices.iter().zip(values) {
            let range = self.index_values(*index);
            if !range.contains(value) {
                return None;
            }
            let step = usize::try_from(value - range.start).ok()?;
            offset = offset.checked_mul(range.len())?.checked_add(step)?;
        }
        Some(offset)
    }

    /// The index values of a cell of a family, the reverse of [`Instance::family_offset`].
    pub fn family_indices(&self, indices: &[Index], mut offset: usize) -> Vec<i32> {
        let mut values = Vec::with_capacity(indices.len());
        for index in indices.iter().rev() {
            let range = self.index_values(*index);
            let size = range.len().max(1);
            values.push(range.start + to_value(offset % size));
            offset /= size;
        }
        values.reverse();
        values
    }

    /// The place of a zone; `None` if an owner or index is outside.
    pub fn zone_place(&self, zone: AreaId, owner: Option<i32>, indices: &[i32]) -> Option<i32> {
        let AreaKind::Zone(declared) = &self.model.areas.get(zone.index())?.kind else { return None };
        let owners = self.owners(declared.owner);
        let owner = owner.unwrap_or(owners.start);
        if !owners.contains(&owner) {
            return None;
        }
        let family = to_value(self.family_size(&declared.index));
        let offset = to_value(self.family_offset(&declared.index, indices)?);
        Some(self.classes.get(&PlaceClass::Area(zone))?.start + (owner - owners.start) * family + offset)
    }

    /// The box of an owner; the common one for [`OwnerSort::Common`].
    pub fn box_place(&self, sort: OwnerSort, owner: i32) -> Option<i32> {
        let owners = self.owners(sort);
        let boxes = self.classes.get(&PlaceClass::Box(sort))?;
        owners.contains(&owner).then(|| boxes.start + owner - owners.start)
    }

    /// How many cells a variable has: one for each owner and index.
    pub fn variable_cells(&self, id: VariableId) -> usize {
        self.model
            .variables
            .get(id.index())
            .map_or(0, |variable| self.owners(variable.owner).len().saturating_mul(self.family_size(&variable.index)))
    }

    /// Whether components of a kind can ever lie in a pile, so that their height matters.
    pub fn piled(&self, kind: KindId) -> bool {
        self.places.iter().any(|place| place.ordered && accepts(&self.model, place.class, kind))
    }

    /// The numbers of the components of a kind that belong to this owner; they stand together. Empty if there is no such owner.
    pub fn owned(&self, kind: KindId, owner: i32) -> Range<i32> {
        let Some((range, declared)) = self.kinds.get(kind.index()).zip(self.model.kinds.get(kind.index())) else {
            return 0..0;
        };
        let owners = self.owners(declared.owner);
        if !owners.contains(&owner) {
            return 0..0;
        }
        let each = (range.end - range.start) / (owners.end - owners.start);
        let first = range.start + (owner - owners.start) * each;
        first..first + each
    }

    /// The seat at the end of a chain of owners: whose a thing of this sort's owner is. None where no player stands there.
    pub fn player_of(&self, sort: OwnerSort, owner: i32) -> Option<i32> {
        let (mut sort, mut owner) = (sort, owner);
        // Kinds own kinds without circles.
        for _ in 0..=self.model.kinds.len() {
            match sort {
                OwnerSort::Player => return Some(owner),
                OwnerSort::Kind(kind) => {
                    sort = self.model.kinds.get(kind.index())?.owner;
                    owner = self.component(owner)?.owner;
                }
                OwnerSort::Common | OwnerSort::Value(_) | OwnerSort::Board(_) => return None,
            }
        }
        None
    }

    /// The component with this number.
    pub fn component(&self, value: i32) -> Option<&Component> {
        self.components.get(usize::try_from(value).ok()?)
    }

    /// The place with this number.
    pub fn place(&self, value: i32) -> Option<&Place> {
        self.places.get(usize::try_from(value).ok()?)
    }

    /// The first value of an attribute cell of a component.
    pub fn made(&self, component: &Component, cell: usize) -> Option<i32> {
        let kind = self.model.kinds.get(component.kind.index())?;
        kind.made.get(component.made)?.values.get(cell).copied()
    }

    /// Where a component of this kind and owner begins.
    pub fn home_box(&self, kind: KindId, owner: i32) -> Option<i32> {
        let declared = self.model.kinds.get(kind.index())?;
        self.box_place(declared.owner, owner)
    }
}

/// A count as a value; counts are bounded far below the greatest.
pub fn to_value(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}
