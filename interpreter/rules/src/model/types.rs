//! Types of values.

use std::collections::BTreeSet;

use super::{AreaId, EnumerationId, KindId, SettingId};

/// The type of an expression, variable or name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Type {
    /// What sort of value.
    pub sort: Sort,
    /// One, or a set.
    pub shape: Shape,
}

/// How many values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Exactly one.
    One,
    /// One, or none.
    OneOrNone,
    /// A sequence without repeats of at most `most` elements (0 to 4,096).
    Set {
        /// The greatest size.
        most: u32,
    },
}

/// What sort of value; the finer parts (ranges, kinds, areas) say what it can be at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A number.
    Number {
        /// The least it can be.
        least: i32,
        /// The greatest it can be.
        greatest: i32,
    },
    /// `yes or no`.
    YesNo,
    /// A value of an enumeration.
    Value {
        /// Which enumeration.
        of: EnumerationId,
        /// The values it can be; never empty.
        allowed: BTreeSet<i32>,
    },
    /// A player.
    Player,
    /// A component.
    Component {
        /// The kinds it can be.
        kinds: BTreeSet<KindId>,
    },
    /// A place.
    Place {
        /// Where it can be.
        classes: BTreeSet<PlaceClass>,
    },
    /// A direction.
    Direction,
    /// `none` alone, and the elements of an empty set.
    Nothing,
}

/// A board, a family of zones, or a family of boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlaceClass {
    /// A board or zone.
    Area(AreaId),
    /// The boxes of all owners of one sort.
    Box(OwnerSort),
}

/// What owns a component, zone or variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OwnerSort {
    /// Nobody: there is one for the whole game.
    Common,
    /// Each player.
    Player,
    /// Each value of an enumeration.
    Value(EnumerationId),
    /// Each component of a kind.
    Kind(KindId),
    /// Each place of a board.
    Board(AreaId),
}

/// The type of an index of a zone, variable, attribute or table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Index {
    /// The numbers from `least` to `greatest`.
    Range {
        /// First.
        least: i32,
        /// Last; not below `least`.
        greatest: i32,
    },
    /// The values of an enumeration, or of a type that is part of it: those lie next to each other.
    Value {
        /// Which.
        of: EnumerationId,
        /// First.
        least: i32,
        /// Last; not below `least`.
        greatest: i32,
    },
    /// The numbers of the places of a track or ring whose length each table chooses: from 1 to what a setting says.
    Upto {
        /// The last number at the table where it is shortest; at least 1.
        fewest: i32,
        /// The last number at the table where it is longest.
        greatest: i32,
        /// How the setting says it.
        length: Length,
    },
    /// The seats.
    Player,
    /// `no`, `yes`.
    YesNo,
    /// The directions of a grid, from `up` on.
    Direction,
}

/// A length that hangs on a setting: `times` × its value + `plus`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Length {
    /// The setting, a number.
    pub setting: SettingId,
    /// How often it counts.
    pub times: i32,
    /// What is added.
    pub plus: i32,
}

impl Length {
    /// How long it is if the setting has this value; at most `i32::MAX`.
    pub fn at(self, value: i32) -> i32 {
        let length = i64::from(self.times) * i64::from(value) + i64::from(self.plus);
        i32::try_from(length).unwrap_or(if length < 0 { 0 } else { i32::MAX })
    }
}

impl Index {
    /// The first value.
    pub fn first(self) -> i32 {
        match self {
            Index::Range { least, .. } | Index::Value { least, .. } => least,
            Index::Upto { .. } => 1,
            Index::Player | Index::YesNo | Index::Direction => 0,
        }
    }
}
