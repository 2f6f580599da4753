//! Where names are used, and where what they name is declared: for whoever shows, follows or renames them.

use std::collections::BTreeSet;

use rulehound_grammar::span::Location;

use super::lists::{NameLists, lists};
use super::names::{MemberName, Names, RunnableName, ValueName};
use crate::model::{AreaKind, Local, Model, OwnerSort};

/// What sort of thing a name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Named {
    /// A type, a kind of component, a board.
    Type,
    /// A value of a type, a seat, a mark.
    Value,
    /// A definition, phase or rule.
    Function,
    /// A trigger.
    Trigger,
    /// A variable, zone, setting or table.
    Variable,
    /// What stands behind a point.
    Member,
    /// A name that ends with its block or value.
    Bound,
}

/// A name in a text. A declaration is a use of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Use {
    /// Where the name stands.
    pub at: Location,
    /// Where it is declared.
    pub declared: Location,
    /// What it names.
    pub named: Named,
}

/// What is known of the names of a game, even if something is wrong with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownNames {
    /// In the order of files and texts; a name may be used in several ways in one place.
    pub uses: Vec<Use>,
    /// Bound names with what they can be, in words.
    pub bound: Vec<(Location, String)>,
    /// Which names there are.
    pub lists: NameLists,
}

/// Notes where names are used, if anybody wants to know.
#[derive(Debug, Default)]
pub(super) struct Uses {
    pub wanted: bool,
    /// Whether what is being resolved is written nowhere.
    pub made: bool,
    all: BTreeSet<Use>,
}

impl Uses {
    /// A use of something that is declared somewhere; words of the language are not.
    pub fn add(&mut self, at: Location, declared: Option<Location>, named: Named) {
        if let Some(declared) = declared.filter(|_| self.wanted && !self.made) {
            self.all.insert(Use { at, declared, named });
        }
    }

    /// A name that stands where a type is wanted.
    pub fn of_type(&mut self, at: Location, name: &str, names: &Names) {
        self.add(at, names.place_of_type(name), Named::Type);
    }

    /// A name in an expression.
    pub fn of_value(&mut self, at: Location, name: &str, names: &Names) {
        if let Some(meant) = names.value(name) {
            self.add(at, names.taken(name).flatten(), named_value(meant));
        }
    }

    /// A name behind a point.
    pub fn of_member(&mut self, at: Location, owner: OwnerSort, name: &str, names: &Names) {
        if let Some((meant, declared)) = names.place_of_member(owner, name) {
            let named = if matches!(meant, MemberName::Kind(_)) { Named::Type } else { Named::Member };
            self.add(at, declared, named);
        }
    }

    /// A name behind `do`, `leave`, `after`.
    pub fn of_runnable(&mut self, at: Location, name: &str, names: &Names) {
        if let Some((meant, declared)) = names.place_of_runnable(name) {
            self.add(at, declared, named_runnable(meant));
        }
    }

    /// All uses, declarations included.
    pub fn known(mut self, names: &Names, model: &Model, bound: &[Local]) -> KnownNames {
        if !self.wanted {
            return KnownNames::default();
        }
        for (declared, named) in names.declared() {
            self.add(declared, Some(declared), named);
        }
        let boards = model.areas.iter().filter_map(|area| match &area.kind {
            AreaKind::Board(board) => Some(board),
            AreaKind::Zone(_) => None,
        });
        for mark in boards.flat_map(|board| &board.marks) {
            self.add(mark.at, Some(mark.at), Named::Value);
        }
        let words = |local: &Local| (local.at, super::types::words(model, &local.of));
        // What comes back to itself is resolved several times.
        let mut places = BTreeSet::new();
        let named = bound.iter().filter(|local| !local.name.is_empty() && places.insert(local.at));
        let lists = lists(names, model, bound);
        KnownNames { uses: self.all.into_iter().collect(), bound: named.map(words).collect(), lists }
    }
}

/// What sort of thing a name in an expression is.
pub(super) fn named_value(meant: ValueName) -> Named {
    match meant {
        ValueName::Setting(_) | ValueName::Variable(_) | ValueName::Zone(_) | ValueName::Table(_) => Named::Variable,
        ValueName::Board(_) | ValueName::Enumeration(_) | ValueName::Part(..) | ValueName::Kind(_) => Named::Type,
        ValueName::Definition(_) | ValueName::BuiltIn(_) => Named::Function,
        ValueName::Value(..)
        | ValueName::Seat(_)
        | ValueName::Players
        | ValueName::Box
        | ValueName::Directions
        | ValueName::Direction(_)
        | ValueName::SomeDirections(_) => Named::Value,
    }
}

/// What sort of thing a name behind `do`, `leave` or `after` is.
pub(super) fn named_runnable(meant: RunnableName) -> Named {
    match meant {
        RunnableName::Runnable(_) => Named::Function,
        RunnableName::Trigger(_) => Named::Trigger,
    }
}
