//! What never changes at a table, laid out so that the machine finds it at once.

use super::Addr;
use rulehound_rules::model::KindId;

/// The number of a component that no other can be alike.
pub const ALONE: u32 = u32::MAX;

/// What is fixed of components and places.
#[derive(Clone, Debug, Default)]
pub struct Ground {
    /// Each component.
    pub components: Vec<ComponentGround>,
    /// Each place.
    pub places: Vec<PlaceGround>,
    /// For each kind the numbers of its components and its attribute cells.
    pub kinds: Vec<KindGround>,
}

impl super::Program {
    /// Whether no other component can be alike this one.
    pub fn is_alone(&self, component: i32) -> bool {
        let found = usize::try_from(component).ok().and_then(|number| self.ground.components.get(number));
        found.is_none_or(|it| it.group == ALONE)
    }

    /// The first of those that only their state can tell apart from a component; itself if there is no other, or if it is none.
    pub fn first_alike(&self, component: i32) -> i32 {
        let found = usize::try_from(component).ok().and_then(|number| self.ground.components.get(number));
        let group = found.filter(|it| it.group != ALONE).and_then(|it| self.groups.get(it.group as usize));
        group.and_then(|group| group.first()).copied().unwrap_or(component)
    }
}

/// What is fixed of a component.
#[derive(Clone, Copy, Debug)]
pub struct ComponentGround {
    /// Its kind.
    pub kind: KindId,
    /// The same for all of one kind, owner and print; ascending in standing order.
    pub rank: i32,
    /// Those that only their state can tell apart share a number in [`Program::groups`](super::Program::groups); [`ALONE`] if there is no
    /// other.
    pub group: u32,
    /// Where its height is kept, if it can lie in a pile.
    pub height: Option<Addr>,
}

/// What is fixed of a place.
#[derive(Clone, Debug)]
pub struct PlaceGround {
    /// Whether it is a pile.
    pub ordered: bool,
    /// Whether everybody always sees what lies here.
    pub open: bool,
    /// The kinds it may hold, ascending.
    pub kinds: Vec<KindId>,
}

/// What is fixed of a kind.
#[derive(Clone, Debug)]
pub struct KindGround {
    /// The first component.
    pub first: i32,
    /// How many there are.
    pub count: i32,
    /// The first of their owners.
    pub first_owner: i32,
    /// How many owners there are.
    pub owners: i32,
    /// Its attribute cells.
    pub features: Vec<Feature>,
    /// Whether an attribute can change.
    pub changes: bool,
}

/// Where the values of an attribute cell are found, component by component of the kind.
#[derive(Clone, Debug)]
pub enum Feature {
    /// In the position, from here on.
    Cells(Addr),
    /// Printed.
    Printed(Vec<i32>),
}
