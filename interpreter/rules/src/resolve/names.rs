//! What each name means, in the four name spaces.
//!
//! The tables can be built again from a finished [`Model`], so that expressions of scripts are resolved by the same rules.

use std::collections::BTreeMap;

use rulehound_grammar::span::Location;

use super::uses::{Named, named_runnable, named_value};
use crate::model::{
    AreaId, AreaKind, BuiltIn, DefinitionId, EnumerationId, KindId, Model, OwnerSort, RunnableId, SettingId, TableId,
    TriggerId, VariableId, value,
};

/// A name that stands where a type is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeName {
    Enumeration(EnumerationId),
    /// A type that is part of another.
    Part(EnumerationId, usize),
    Kind(KindId),
    Board(AreaId),
    Player,
    Place,
    Direction,
}

/// A name that stands in an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueName {
    Setting(SettingId),
    Variable(VariableId),
    Zone(AreaId),
    Board(AreaId),
    Table(TableId),
    Definition(DefinitionId),
    Enumeration(EnumerationId),
    Part(EnumerationId, usize),
    Value(EnumerationId, i32),
    Seat(i32),
    Kind(KindId),
    Players,
    Box,
    Directions,
    Direction(i32),
    SomeDirections(&'static [i32]),
    BuiltIn(BuiltIn),
}

/// A name behind a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberName {
    Variable(VariableId),
    Zone(AreaId),
    Kind(KindId),
    Attribute(KindId, usize),
    /// What the braces of a board say of the way of a player.
    Way(DefinitionId),
}

/// A name behind `do`, `leave`, `after`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunnableName {
    Runnable(RunnableId),
    Trigger(TriggerId),
}

/// The members that everything of a sort has.
pub fn built_in_members(owner: OwnerSort) -> &'static [&'static str] {
    match owner {
        OwnerSort::Common => &[],
        OwnerSort::Player => &["box"],
        OwnerSort::Value(_) => &["box", "index"],
        OwnerSort::Kind(_) => &["owner", "place", "box"],
        OwnerSort::Board(_) => &["index", "column", "row", "box", "top", "bottom"],
    }
}

/// Words that work like definitions.
const BUILT_INS: [(&str, BuiltIn); 8] = [
    ("next", BuiltIn::Next),
    ("other", BuiltIn::Other),
    ("seat", BuiltIn::Seat),
    ("ahead", BuiltIn::Ahead),
    ("steps", BuiltIn::Steps),
    ("beside", BuiltIn::Beside),
    ("around", BuiltIn::Around),
    ("noted", BuiltIn::Noted),
];

/// That a name is taken: where it is declared, or nowhere if it is a word of the language.
pub type Taken = Option<Location>;

type Space<K, T> = BTreeMap<K, (T, Taken)>;

/// All names of a game.
#[derive(Clone, Debug, Default)]
pub struct Names {
    types: Space<String, TypeName>,
    values: Space<String, ValueName>,
    members: Space<(OwnerSort, String), MemberName>,
    marks: BTreeMap<String, Vec<(AreaId, usize)>>,
    runnables: Space<String, RunnableName>,
    /// What the braces of boards say of ways; nobody can write these names.
    ways: BTreeMap<String, DefinitionId>,
}

/// Whether a game may give this word a meaning of its own: it came late, and games may have it as a name.
fn may_be_taken(word: &str) -> bool {
    word == "noted"
}

fn insert<K: Ord, T>(space: &mut Space<K, T>, key: K, what: T, at: Location) -> Result<(), Taken> {
    match space.get(&key) {
        Some((_, taken)) => Err(*taken),
        None => {
            space.insert(key, (what, Some(at)));
            Ok(())
        }
    }
}

impl Names {
    /// Only the words of the language.
    pub fn new() -> Self {
        let mut names = Names::default();
        for (word, what) in
            [("player", TypeName::Player), ("place", TypeName::Place), ("direction", TypeName::Direction)]
        {
            names.types.insert(word.to_string(), (what, None));
        }
        for (word, what) in [("players", ValueName::Players), ("box", ValueName::Box)] {
            names.values.insert(word.to_string(), (what, None));
        }
        for (word, what) in BUILT_INS {
            names.values.insert(word.to_string(), (ValueName::BuiltIn(what), None));
        }
        names
    }

    /// Makes the directions known. Only a game with a grid has them, so that others may use `left` or `up` as names of their own.
    ///
    /// Gives back the names that were declared before as something else.
    pub fn add_directions(&mut self) -> Vec<(String, Location)> {
        let mut clashes = Vec::new();
        let mut add = |word: &str, what| {
            if let Some((_, Some(at))) = self.values.insert(word.to_string(), (what, None)) {
                clashes.push((word.to_string(), at));
            }
        };
        add("direction", ValueName::Directions);
        for (index, word) in (0..).zip(value::DIRECTIONS) {
            add(word, ValueName::Direction(index));
        }
        for (word, set) in value::DIRECTION_SETS {
            add(word, ValueName::SomeDirections(set));
        }
        clashes
    }

    /// Declares a type.
    pub fn add_type(&mut self, name: &str, what: TypeName, at: Location) -> Result<(), Taken> {
        insert(&mut self.types, name.to_string(), what, at)
    }

    /// Declares a name for expressions.
    pub fn add_value(&mut self, name: &str, what: ValueName, at: Location) -> Result<(), Taken> {
        if may_be_taken(name) && self.taken(name) == Some(None) {
            self.values.remove(name);
        }
        insert(&mut self.values, name.to_string(), what, at)
    }

    /// Declares a member.
    pub fn add_member(&mut self, owner: OwnerSort, name: &str, what: MemberName, at: Location) -> Result<(), Taken> {
        if built_in_members(owner).contains(&name) {
            return Err(None);
        }
        insert(&mut self.members, (owner, name.to_string()), what, at)
    }

    /// Declares what the braces of a board say of the way of a player.
    pub fn add_way(&mut self, name: &str, id: DefinitionId) {
        self.ways.insert(name.to_string(), id);
    }

    /// The same as a member: a word of the language, or the board that is declared somewhere.
    pub fn add_member_of_way(&mut self, name: &str, id: DefinitionId, board: Taken) -> Result<(), Taken> {
        match self.members.get(&(OwnerSort::Player, name.to_string())) {
            Some((_, taken)) => Err(*taken),
            None => {
                self.members.insert((OwnerSort::Player, name.to_string()), (MemberName::Way(id), board));
                Ok(())
            }
        }
    }

    /// Declares a mark; several boards may have one of the same name.
    pub fn add_mark(&mut self, name: &str, board: AreaId, mark: usize) {
        self.marks.entry(name.to_string()).or_default().push((board, mark));
    }

    /// Declares a phase, rule or trigger.
    pub fn add_runnable(&mut self, name: &str, what: RunnableName, at: Location) -> Result<(), Taken> {
        insert(&mut self.runnables, name.to_string(), what, at)
    }

    /// The type of this name.
    pub fn type_of(&self, name: &str) -> Option<TypeName> {
        self.types.get(name).map(|(what, _)| *what)
    }

    /// What a name means in an expression.
    pub fn value(&self, name: &str) -> Option<ValueName> {
        let written = self.values.get(name).map(|(what, _)| *what);
        written.or_else(|| self.ways.get(name).map(|id| ValueName::Definition(*id)))
    }

    /// Whether a name is taken in expressions, and where it is declared.
    pub fn taken(&self, name: &str) -> Option<Taken> {
        self.values.get(name).map(|(_, at)| *at)
    }

    /// What a name means behind something of this sort.
    pub fn member(&self, owner: OwnerSort, name: &str) -> Option<MemberName> {
        self.members.get(&(owner, name.to_string())).map(|(what, _)| *what)
    }

    /// The owners that have a member of this name.
    pub fn owners_with(&self, name: &str) -> Vec<OwnerSort> {
        self.members.keys().filter(|(_, other)| other == name).map(|(owner, _)| *owner).collect()
    }

    /// The boards on which there is a mark of this name.
    pub fn marks(&self, name: &str) -> &[(AreaId, usize)] {
        self.marks.get(name).map_or(&[], Vec::as_slice)
    }

    /// The phase, rule or trigger of this name.
    pub fn runnable(&self, name: &str) -> Option<RunnableName> {
        self.runnables.get(name).map(|(what, _)| *what)
    }

    /// Where the type of this name is declared.
    pub fn place_of_type(&self, name: &str) -> Taken {
        self.types.get(name).and_then(|(_, at)| *at)
    }

    /// What a name means behind something of this sort, and where it is declared.
    pub fn place_of_member(&self, owner: OwnerSort, name: &str) -> Option<(MemberName, Taken)> {
        self.members.get(&(owner, name.to_string())).copied()
    }

    /// The phase, rule or trigger of this name, and where it is declared.
    pub fn place_of_runnable(&self, name: &str) -> Option<(RunnableName, Taken)> {
        self.runnables.get(name).copied()
    }

    /// Where names are declared, and what they name; marks are not among them.
    pub fn declared(&self) -> impl Iterator<Item = (Location, Named)> {
        let types = self.types.values().map(|(_, at)| (*at, Named::Type));
        let values = self.values.values().map(|(meant, at)| (*at, named_value(*meant)));
        let members =
            self.members.values().filter(|(meant, _)| !matches!(meant, MemberName::Kind(_) | MemberName::Way(_)));
        let members = members.map(|(_, at)| (*at, Named::Member));
        let runnables = self.runnables.values().map(|(meant, at)| (*at, named_runnable(*meant)));
        types.chain(values).chain(members).chain(runnables).filter_map(|(at, named)| Some((at?, named)))
    }

    /// All names of types.
    pub fn type_names(&self) -> impl Iterator<Item = &str> {
        self.types.keys().map(String::as_str)
    }

    /// All names for expressions.
    pub fn value_names(&self) -> impl Iterator<Item = &str> {
        self.values.keys().map(String::as_str)
    }

    /// All declared members of an owner.
    pub fn member_names(&self, owner: OwnerSort) -> impl Iterator<Item = &str> {
        self.members.keys().filter(move |(other, _)| *other == owner).map(|(_, name)| name.as_str())
    }

    /// All declared members with their owners.
    pub fn all_members(&self) -> impl Iterator<Item = (OwnerSort, &str)> {
        self.members.keys().map(|(owner, name)| (*owner, name.as_str()))
    }

    /// The marks of a board.
    pub fn mark_names(&self, board: AreaId) -> impl Iterator<Item = &str> {
        let on_it = move |places: &[(AreaId, usize)]| places.iter().any(|(other, _)| *other == board);
        self.marks.iter().filter(move |(_, places)| on_it(places)).map(|(name, _)| name.as_str())
    }

    /// All phases, rules and triggers.
    pub fn runnable_names(&self) -> impl Iterator<Item = &str> {
        self.runnables.keys().map(String::as_str)
    }

    /// The names of a finished game; what is taken twice there was reported when it was checked.
    pub fn of(model: &Model) -> Self {
        let mut names = Names::new();
        let ignore = |_: Result<(), Taken>| {};
        for (seat, name) in (0..).zip(&model.players.names) {
            ignore(names.add_value(name, ValueName::Seat(seat), model.players.at));
        }
        for (index, one) in model.enumerations.iter().enumerate() {
            let id = EnumerationId::from(index);
            if let Some(name) = &one.name {
                ignore(names.add_type(name, TypeName::Enumeration(id), one.at));
                ignore(names.add_value(name, ValueName::Enumeration(id), one.at));
            }
            for (part, found) in one.parts.iter().enumerate() {
                ignore(names.add_type(&found.name, TypeName::Part(id, part), found.at));
                ignore(names.add_value(&found.name, ValueName::Part(id, part), found.at));
            }
            for (position, (value, at)) in (0..).zip(&one.values) {
                ignore(names.add_value(value, ValueName::Value(id, position), *at));
            }
        }
        names.add_things_of(model);
        names
    }

    fn add_things_of(&mut self, model: &Model) {
        let ignore = |_: Result<(), Taken>| {};
        for (index, kind) in model.kinds.iter().enumerate() {
            let id = KindId::from(index);
            ignore(self.add_type(&kind.name, TypeName::Kind(id), kind.at));
            ignore(self.add_value(&kind.name, ValueName::Kind(id), kind.at));
            if kind.owner != OwnerSort::Common {
                ignore(self.add_member(kind.owner, &kind.name, MemberName::Kind(id), kind.at));
            }
            for (place, attribute) in kind.attributes.iter().enumerate() {
                ignore(self.add_member(
                    OwnerSort::Kind(id),
                    &attribute.name,
                    MemberName::Attribute(id, place),
                    attribute.at,
                ));
            }
        }
        if model.areas.iter().any(is_grid) {
            self.add_directions();
        }
        for (index, area) in model.areas.iter().enumerate() {
            ignore(self.add_area(AreaId::from(index), area));
        }
        for (index, one) in model.variables.iter().enumerate() {
            ignore(self.add_variable(VariableId::from(index), one));
        }
        for (index, one) in model.settings.iter().enumerate() {
            ignore(self.add_value(&one.name, ValueName::Setting(SettingId::from(index)), one.at));
        }
        for (index, one) in model.tables.iter().enumerate() {
            ignore(self.add_value(&one.name, ValueName::Table(TableId::from(index)), one.at));
        }
        for (index, one) in model.definitions.iter().enumerate().filter(|(_, one)| one.is_written()) {
            ignore(self.add_value(&one.name, ValueName::Definition(DefinitionId::from(index)), one.at));
        }
        for (index, one) in model.definitions.iter().enumerate().filter(|(_, one)| one.way.is_some()) {
            let id = DefinitionId::from(index);
            self.add_way(&one.name, id);
            if let Some(member) = one.behind_player() {
                ignore(self.add_member_of_way(member, id, None));
            }
        }
        for (index, one) in model.runnables.iter().enumerate().filter(|(_, one)| one.is_written()) {
            ignore(self.add_runnable(&one.name, RunnableName::Runnable(RunnableId::from(index)), one.at));
        }
        for (index, one) in model.triggers.iter().enumerate() {
            ignore(self.add_runnable(&one.name, RunnableName::Trigger(TriggerId::from(index)), one.at));
        }
    }

    /// Declares a board (a type, a value, its marks) or a zone.
    pub fn add_area(&mut self, id: AreaId, area: &crate::model::Area) -> Result<(), Taken> {
        match &area.kind {
            AreaKind::Board(board) => {
                for (index, mark) in board.marks.iter().enumerate() {
                    self.add_mark(&mark.name, id, index);
                }
                self.add_type(&area.name, TypeName::Board(id), area.at)?;
                self.add_value(&area.name, ValueName::Board(id), area.at)
            }
            AreaKind::Zone(zone) if zone.owner == OwnerSort::Common => {
                self.add_value(&area.name, ValueName::Zone(id), area.at)
            }
            AreaKind::Zone(zone) => self.add_member(zone.owner, &area.name, MemberName::Zone(id), area.at),
        }
    }

    /// Declares a variable.
    pub fn add_variable(&mut self, id: VariableId, one: &crate::model::Variable) -> Result<(), Taken> {
        match one.owner {
            OwnerSort::Common => self.add_value(&one.name, ValueName::Variable(id), one.at),
            owner => self.add_member(owner, &one.name, MemberName::Variable(id), one.at),
        }
    }
}

/// Whether an area is a grid, or several.
pub fn is_grid(area: &crate::model::Area) -> bool {
    match &area.kind {
        AreaKind::Board(board) => matches!(board.shape, crate::model::BoardShape::Grid { .. }),
        AreaKind::Zone(zone) => zone.grid.is_some(),
    }
}
