//! What a game declares, as far as statements and expressions must know it.

use std::collections::BTreeSet;

/// What a single value can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// `1..4`.
    Number(i64, i64),
    /// `yes or no`.
    YesNo,
    /// A value of the list of this number.
    Value(usize),
    /// `player`.
    Player,
    /// A component of the kind of this number.
    Component(usize),
    /// A place of the board of this number.
    Board(usize),
    /// A direction; only as an index.
    Direction,
}

/// Who sees something, as far as it can be said without playing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sight {
    /// Everybody.
    All,
    /// Whoever is called so.
    Only(String),
    /// Nobody of whom it is certain.
    Unsure,
}

impl Sight {
    /// Seen by those who see both.
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::All, one) | (one, Self::All) => one,
            (one, other) if one == other => one,
            (Self::Only(_) | Self::Unsure, Self::Only(_) | Self::Unsure) => Self::Unsure,
        }
    }
}

/// An audience as declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// `all`.
    All,
    /// `nobody`.
    Nobody,
    /// `owner`, perhaps with others.
    Owner(&'static str),
    /// Anything else, in writing.
    Others(&'static str),
}

impl Seen {
    /// As written behind `seen by`.
    pub fn words(&self) -> String {
        match self {
            Self::All => "all".to_owned(),
            Self::Nobody => "nobody".to_owned(),
            Self::Owner(more) => format!("owner{more}"),
            Self::Others(words) => (*words).to_owned(),
        }
    }

    /// Who certainly sees what belongs to the one called so.
    pub fn sight(&self, owner: &str) -> Sight {
        match self {
            Self::All => Sight::All,
            Self::Owner(_) => Sight::Only(owner.to_owned()),
            Self::Nobody | Self::Others(_) => Sight::Unsure,
        }
    }
}

/// To what something belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// There is one for all.
    Common,
    /// `of each player`.
    Player,
    /// `of each` component of this kind.
    Kind(usize),
    /// `of each` value of this list.
    Value(usize),
}

/// A list of values.
#[derive(Clone, Debug)]
pub struct List {
    pub name: String,
    /// All values in order; those of parts too.
    pub values: Vec<String>,
    /// Whether its values can be compared.
    pub ordered: bool,
    /// A part of it: its name and its values.
    pub part: Option<(String, Vec<String>)>,
}

/// A kind of component.
#[derive(Clone, Debug)]
pub struct Kind {
    pub name: String,
    pub owner: Owner,
    pub features: Vec<Feature>,
    /// How many there are at least, of each owner.
    pub count: i64,
    /// Whether every zone it may lie in is open.
    pub open: bool,
}

/// A feature of a kind.
#[derive(Clone, Debug)]
pub struct Feature {
    pub name: String,
    pub index: Option<(i64, i64)>,
    pub of: Type,
    pub printed: bool,
    pub seen: Option<Seen>,
}

/// A board.
#[derive(Clone, Debug)]
pub struct Board {
    pub name: String,
    pub places: i64,
    pub shape: Shape,
    pub marks: Vec<String>,
    /// A mark that stands once.
    pub single: Option<String>,
    /// Whether it runs the other way for some players, or begins elsewhere, or says which direction is forward.
    pub way: bool,
    /// Whether it runs the other way for some players.
    pub turned: bool,
    /// Its picture, one text a row, with `@` wherever a place is; none where a setting says how large it is.
    pub picture: Vec<String>,
}

/// The shapes of boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Track,
    Ring,
    Grid,
}

/// A zone or pile.
#[derive(Clone, Debug)]
pub struct Zone {
    pub name: String,
    pub owner: Owner,
    pub index: Option<(i64, i64)>,
    /// Whether its places lie along a track or ring, or on a grid.
    pub path: bool,
    /// Whether they lie on a grid.
    pub grid: bool,
    /// Whether a number from 1 to 2 stands before the index: there are two for each owner.
    pub double: bool,
    pub holds: Vec<usize>,
    pub seen: Seen,
    pub pile: bool,
    pub top: Option<Seen>,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub owner: Owner,
    pub index: Option<Type>,
    pub of: Type,
    pub none: bool,
    pub seen: Seen,
    /// Only what runs inside of the phase of this name may write it.
    pub inside: Option<&'static str>,
}

/// A table.
#[derive(Clone, Debug)]
pub struct Table {
    pub name: String,
    pub index: Vec<Type>,
    /// The values that its first index has, if they are those of a part.
    pub part: Vec<String>,
    pub of: Type,
    /// Whether some entries are none.
    pub none: bool,
}

/// A definition, rule or phase that can be called.
#[derive(Clone, Debug)]
pub struct Callable {
    pub name: String,
    pub parameters: Vec<Type>,
    /// Of a definition, what it gives.
    pub gives: Option<Gives>,
    /// What it reads, with everything it calls.
    pub reads: BTreeSet<String>,
    /// What it writes, with everything it calls.
    pub writes: BTreeSet<String>,
    /// Whether its first parameter decides in it.
    pub decides: bool,
    /// What must be running where it is called.
    pub under: Vec<String>,
    /// Whether it can be used in a search: no chance, no turns, bounded.
    pub calm: bool,
    /// Whether it reads or is given only what everybody sees.
    pub public: bool,
}

/// What a definition gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gives {
    Number(i64, i64),
    YesNo,
    Player,
    Players,
    Components(usize),
    /// Places of a board.
    Squares(usize),
}

/// Everything a game declares.
#[derive(Clone, Debug, Default)]
pub struct Signature {
    pub least: i64,
    pub most: i64,
    pub seats: Vec<String>,
    /// Whether all see everything, so that positions may be noted.
    pub open: bool,
    pub lists: Vec<List>,
    /// The list whose values are places of a net called `web`.
    pub net: Option<usize>,
    pub kinds: Vec<Kind>,
    pub boards: Vec<Board>,
    pub zones: Vec<Zone>,
    pub variables: Vec<Variable>,
    pub settings: Vec<(String, Type)>,
    pub tables: Vec<Table>,
    pub definitions: Vec<Callable>,
    pub rules: Vec<Callable>,
    pub tuples: Option<super::tuples::Tuples>,
}

impl Signature {
    /// The kinds of components and the numbers of zones that may hold each.
    pub fn zones_of(&self, kind: usize) -> Vec<usize> {
        (0..self.zones.len()).filter(|zone| self.zones[*zone].holds.contains(&kind)).collect()
    }
}
