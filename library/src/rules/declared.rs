//! What rules declare: settings, kinds of component, boards and zones, variables.

use std::ops::RangeInclusive;

use serde::Serialize;

/// Something that the table may agree on before a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Setting {
    /// Its name, for [`GameBuilder::set`](crate::GameBuilder::set).
    pub name: String,
    /// What it is called at the table.
    pub words: String,
    /// A sentence about it.
    pub doc: Option<String>,
    /// What it takes.
    pub takes: SettingKind,
    /// Its value unless somebody says otherwise, as [`GameBuilder::set`](crate::GameBuilder::set) takes it.
    pub default: String,
}

/// What a setting takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SettingKind {
    /// A number, from the first to the last.
    Number(RangeInclusive<i32>),
    /// `yes` or `no`.
    YesNo,
    /// One of these.
    OneOf(Vec<String>),
}

/// Whose a component, a place or a variable is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OwnedBy {
    /// Nobody's: there is one for the whole table.
    Table,
    /// There is one for each seat.
    Seat,
    /// There is one for each value of an enumeration, of this name if it has one.
    Value(Option<String>),
    /// There is one for each component of this kind.
    Kind(String),
    /// There is one for each place of this board.
    Board(String),
}

/// A kind of component.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Kind {
    /// Its name.
    pub name: String,
    /// A sentence about it.
    pub doc: Option<String>,
    /// Whose its components are.
    pub owned_by: OwnedBy,
    /// Its features.
    pub features: Vec<Feature>,
}

/// What a feature or variable may hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ValueType {
    /// A number, from the first to the last.
    Number(RangeInclusive<i32>),
    /// `yes` or `no`.
    YesNo,
    /// One of these values of an enumeration, of this name if it has one.
    Symbol {
        /// The enumeration.
        of: Option<String>,
        /// Its values, with their numbers among all values of the enumeration.
        values: Vec<(usize, String)>,
    },
    /// A player.
    Seat,
    /// A direction.
    Direction,
    /// A place.
    Place,
    /// A component of one of these kinds.
    Component(Vec<String>),
    /// Nothing but `none`.
    Nothing,
}

/// A feature of a kind of component.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Feature {
    /// Its name.
    pub name: String,
    /// What it is called at the table.
    pub words: String,
    /// What it may hold.
    pub of: ValueType,
    /// Whether it may be `none` besides.
    pub or_none: bool,
    /// How many values it has: one for each index.
    pub cells: usize,
    /// Whether it never changes.
    pub printed: bool,
}

/// A board, or a family of zones or piles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Area {
    /// Its name.
    pub name: String,
    /// What it is called at the table.
    pub words: String,
    /// A sentence about it.
    pub doc: Option<String>,
    /// Which it is.
    pub kind: AreaKind,
    /// Whose its places are.
    pub owned_by: OwnedBy,
}

/// What sort of area it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AreaKind {
    /// A path of so many places with two ends.
    Track(usize),
    /// A path of so many places that closes.
    Ring(usize),
    /// Two dimensions.
    Grid {
        /// How many columns.
        columns: u16,
        /// How many rows.
        rows: u16,
    },
    /// So many places, joined by lines.
    Net(usize),
    /// Components without order.
    Zone,
    /// Components one upon the other.
    Pile,
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// What it is called at the table.
    pub words: String,
    /// A sentence about it.
    pub doc: Option<String>,
    /// Whose it is.
    pub owned_by: OwnedBy,
    /// What it may hold.
    pub of: ValueType,
    /// Whether it may be `none` besides.
    pub or_none: bool,
}
