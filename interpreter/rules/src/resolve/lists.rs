//! Which names there are, for whoever completes them.

use std::collections::{BTreeMap, BTreeSet};

use super::expression::members::owners_of;
use super::names::{Names, RunnableName, built_in_members};
use super::uses::{Named, named_runnable, named_value};
use crate::model::{AreaKind, Local, Model, OwnerSort};

/// The names of a game by where they may stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NameLists {
    /// Types, the words of the language for some included.
    pub types: BTreeSet<String>,
    /// Names in expressions with what they are, without bound ones.
    pub values: BTreeMap<String, Named>,
    /// Phases, rules and triggers.
    pub runnables: BTreeMap<String, Named>,
    /// What may stand behind a point, by whose it is.
    pub members: BTreeMap<OwnerSort, BTreeSet<String>>,
    /// Whose members may stand behind a name: that of a variable, or of what is bound to the elements of a set.
    pub owners: BTreeMap<String, Vec<OwnerSort>>,
}

impl NameLists {
    /// Adds names that are missing; what is known already stays.
    pub fn add(&mut self, other: &Self) {
        self.types.extend(other.types.iter().cloned());
        for (name, named) in &other.values {
            self.values.entry(name.clone()).or_insert(*named);
        }
        for (name, named) in &other.runnables {
            self.runnables.entry(name.clone()).or_insert(*named);
        }
        // Whose members they are is numbered, and the numbers may be others now.
        if self.members.is_empty() {
            self.members.clone_from(&other.members);
            self.owners.clone_from(&other.owners);
        }
    }
}

/// All names of a game.
pub(super) fn lists(names: &Names, model: &Model, bound: &[Local]) -> NameLists {
    let mut lists = NameLists {
        types: names.type_names().map(str::to_owned).collect(),
        values: names
            .value_names()
            .filter_map(|name| Some((name.to_owned(), named_value(names.value(name)?))))
            .collect(),
        ..NameLists::default()
    };
    let runnable =
        |name: &str| names.runnable(name).map(|meant: RunnableName| (name.to_owned(), named_runnable(meant)));
    lists.runnables = names.runnable_names().filter_map(runnable).collect();
    for (owner, name) in names.all_members() {
        lists.members.entry(owner).or_default().insert(name.to_owned());
    }
    for (index, area) in model.areas.iter().enumerate() {
        if let AreaKind::Board(board) = &area.kind {
            let marks = board.marks.iter().map(|mark| mark.name.clone());
            lists.members.entry(OwnerSort::Board(index.into())).or_default().extend(marks);
        }
    }
    let kinds = (0..model.kinds.len()).map(|index| OwnerSort::Kind(index.into()));
    let boards = (0..model.areas.len()).map(|index| OwnerSort::Board(index.into()));
    for owner in kinds.chain(boards) {
        let built_in = built_in_members(owner).iter().map(|name| (*name).to_owned());
        lists.members.entry(owner).or_default().extend(built_in);
    }
    owners(&mut lists.owners, model, bound);
    lists
}

fn owners(owners: &mut BTreeMap<String, Vec<OwnerSort>>, model: &Model, bound: &[Local]) {
    owners.insert("players".to_owned(), vec![OwnerSort::Player]);
    for (index, kind) in model.kinds.iter().enumerate() {
        owners.insert(kind.name.clone(), vec![OwnerSort::Kind(index.into())]);
        for attribute in &kind.attributes {
            owners.insert(attribute.name.clone(), owners_of(&attribute.of));
        }
    }
    for (index, area) in model.areas.iter().enumerate() {
        let held = match &area.kind {
            AreaKind::Board(_) => vec![OwnerSort::Board(index.into())],
            AreaKind::Zone(zone) => zone.holds.iter().map(|kind| OwnerSort::Kind(*kind)).collect(),
        };
        owners.insert(area.name.clone(), held);
    }
    for (index, one) in model.enumerations.iter().enumerate() {
        owners.extend(one.name.iter().map(|name| (name.clone(), vec![OwnerSort::Value(index.into())])));
    }
    for one in &model.variables {
        owners.insert(one.name.clone(), owners_of(&one.of));
    }
    for one in &model.definitions {
        owners.insert(one.name.clone(), owners_of(&one.of));
    }
    for local in bound.iter().filter(|local| !local.name.is_empty()) {
        let known = owners.entry(local.name.clone()).or_default();
        known.extend(owners_of(&local.of));
        known.sort_unstable();
        known.dedup();
    }
}
