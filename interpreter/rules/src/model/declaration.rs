//! Players, enumerations, kinds, variables, settings, tables, audiences.

use std::collections::{BTreeMap, BTreeSet};

use rulehound_grammar::span::Location;

use super::{ChosenCopies, Expression, Index, LocalId, Notes, OwnerSort, RunnableId, Type};

/// Who plays.
#[derive(Clone, Debug)]
pub struct Players {
    /// The fewest, from 1.
    pub least: u16,
    /// The most.
    pub most: u16,
    /// Their names, if the rules name the seats.
    pub names: Vec<String>,
    /// Remarks.
    pub notes: Notes,
    /// Where they are declared.
    pub at: Location,
}

/// An enumeration.
#[derive(Clone, Debug)]
pub struct Enumeration {
    /// Its name; `None` for a list written where a type stands.
    pub name: Option<String>,
    /// Its values with their places.
    pub values: Vec<(String, Location)>,
    /// What people call those values that are not called by their names.
    pub words: BTreeMap<usize, String>,
    /// Whether they stand in order, the least first, and can be compared.
    pub ordered: bool,
    /// Types that hold some of its values.
    pub parts: Vec<Part>,
    /// Remarks.
    pub notes: Notes,
    /// Where it is declared.
    pub at: Location,
}

/// A type that is part of another.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its name.
    pub name: String,
    /// Its values; never empty.
    pub values: BTreeSet<i32>,
    /// Remarks.
    pub notes: Notes,
    /// Where it is declared.
    pub at: Location,
}

/// A kind of component.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Its name.
    pub name: String,
    /// Remarks. The `as` text may use attributes and `owner` by their bare names; they are read through
    /// [`Kind::described`].
    pub notes: Notes,
    /// The name that stands for the component itself in the `as` text of the kind.
    pub described: Option<LocalId>,
    /// Whose its components are.
    pub owner: OwnerSort,
    /// Its features.
    pub attributes: Vec<Attribute>,
    /// How many cells all attributes take together.
    pub cells: usize,
    /// What is made for each owner, in order; never empty.
    pub made: Vec<Made>,
    /// How many are made where each table chooses; in `made` stand the most.
    pub chosen: Vec<ChosenCopies>,
    /// Whether its components are plain: it owns nothing, no variable can hold it, no `when` is bound to it.
    pub plain: bool,
    /// Where its name stands.
    pub at: Location,
}

/// Some components that begin alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// How many, from 0.
    pub copies: u32,
    /// The first value of each cell.
    pub values: Vec<i32>,
}

/// A feature of a kind.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// Its name.
    pub name: String,
    /// Its indices, none to two.
    pub index: Vec<Index>,
    /// The type of each cell.
    pub of: Type,
    /// Its own audience, which goes with the component wherever it is.
    pub audience: Option<Audience>,
    /// What it is called at the table; nobody speaks of it if that is nothing.
    pub called: Option<String>,
    /// Whether no `set` or `roll` names it.
    pub printed: bool,
    /// Its first cell among those of its kind.
    pub first_cell: usize,
    /// How many cells: one for each index.
    pub cells: usize,
    /// Where its name stands.
    pub at: Location,
}

impl Attribute {
    /// Whether `untold` says that nobody speaks of it.
    pub fn unspoken(&self) -> bool {
        self.called.as_ref().is_some_and(|text| text.trim().is_empty())
    }
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Remarks.
    pub notes: Notes,
    /// Its indices, none to two.
    pub index: Vec<Index>,
    /// Whose it is.
    pub owner: OwnerSort,
    /// The type of each cell.
    pub of: Type,
    /// Who sees it.
    pub audience: Audience,
    /// Its first value; unset without.
    pub first: Option<Expression>,
    /// The phase or rule at whose beginning it gets its first value again.
    pub each: Option<RunnableId>,
    /// Where its name stands.
    pub at: Location,
}

/// A setting.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Its name.
    pub name: String,
    /// Remarks.
    pub notes: Notes,
    /// What the table may choose.
    pub of: Type,
    /// The value unless the table changes it.
    pub value: i32,
    /// Where its name stands.
    pub at: Location,
}

/// A table of values.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// Remarks.
    pub notes: Notes,
    /// One or two.
    pub index: Vec<Index>,
    /// What its entries are; of plain numbers, from the least to the greatest.
    pub of: Type,
    /// Row after row; its length is the product of the index sizes.
    pub entries: Vec<i32>,
    /// Which rows stand in no row of their own, but in that of all others.
    pub others: BTreeSet<usize>,
    /// Where its name stands.
    pub at: Location,
}

/// Who may look.
#[derive(Clone, Debug)]
pub struct Audience {
    /// Which form.
    pub kind: AudienceKind,
    /// What is named in the viewers' expressions.
    pub names: AudienceNames,
}

/// The names in the viewers' expressions that stand for something of the thing that is seen.
#[derive(Clone, Debug, Default)]
pub struct AudienceNames {
    /// For the owning player.
    pub owner: Option<LocalId>,
    /// For what the thing belongs to; of a feature for its component.
    pub holder: Option<LocalId>,
    /// For the indices in order, as far as they have names; none of a feature.
    pub indices: Vec<Option<LocalId>>,
}

impl Audience {
    /// One without names.
    pub fn unnamed(kind: AudienceKind) -> Self {
        Self { kind, names: AudienceNames::default() }
    }

    /// Whether everybody may.
    pub fn is_open(&self) -> bool {
        matches!(self.kind, AudienceKind::All)
    }
}

/// The forms of an audience.
#[derive(Clone, Debug)]
pub enum AudienceKind {
    /// Everybody.
    All,
    /// Nobody.
    Nobody,
    /// Those whom these expressions give (a player, a player or none, or a set of players).
    Only(Vec<Expression>),
    /// Everybody but those.
    AllExcept(Vec<Expression>),
}
