//! Working with types: joining them, comparing them, saying them.

use std::collections::BTreeSet;

use crate::model::{AreaKind, EnumerationId, Index, KindId, Model, OwnerSort, PlaceClass, Shape, Sort, Type, value};

/// The greatest size of a set.
pub const MOST_ELEMENTS: u32 = crate::limits::ELEMENTS as u32;

/// The greatest size of a plain range.
pub const MOST_OF_RANGE: u32 = crate::limits::RANGE as u32;

/// One value.
pub fn one(sort: Sort) -> Type {
    Type { sort, shape: Shape::One }
}

/// One value or none.
pub fn one_or_none(sort: Sort) -> Type {
    Type { sort, shape: Shape::OneOrNone }
}

/// A set of at most `most` elements.
pub fn set(sort: Sort, most: u64) -> Type {
    let most = u32::try_from(most).unwrap_or(u32::MAX).min(MOST_ELEMENTS);
    Type { sort, shape: Shape::Set { most } }
}

/// One number.
pub fn number(least: i32, greatest: i32) -> Type {
    one(Sort::Number { least, greatest })
}

/// `yes or no`.
pub fn yes_no() -> Type {
    one(Sort::YesNo)
}

/// All values of an enumeration.
pub fn values_of(model: &Model, of: EnumerationId) -> Sort {
    let count = model.enumerations.get(of.index()).map_or(0, |one| one.values.len());
    Sort::Value { of, allowed: (0..i32::try_from(count).unwrap_or(i32::MAX)).collect() }
}

/// The values of a type that is part of another.
pub fn values_of_part(model: &Model, of: EnumerationId, part: usize) -> Sort {
    let found = model.enumerations.get(of.index()).and_then(|one| one.parts.get(part));
    Sort::Value { of, allowed: found.map(|part| part.values.clone()).unwrap_or_default() }
}

/// Components of one kind.
pub fn component(kind: KindId) -> Sort {
    Sort::Component { kinds: BTreeSet::from([kind]) }
}

/// Places of one class.
pub fn place(class: PlaceClass) -> Sort {
    Sort::Place { classes: BTreeSet::from([class]) }
}

/// What owns a thing, as a sort; nothing owns a common one.
pub fn owner(model: &Model, owner: OwnerSort) -> Option<Sort> {
    match owner {
        OwnerSort::Common => None,
        OwnerSort::Player => Some(Sort::Player),
        OwnerSort::Value(of) => Some(values_of(model, of)),
        OwnerSort::Kind(kind) => Some(component(kind)),
        OwnerSort::Board(board) => Some(place(PlaceClass::Area(board))),
    }
}

/// Every class of places: boards, zones, and a box for each sort of owner that has components.
pub fn all_places(model: &Model) -> BTreeSet<PlaceClass> {
    let areas = (0..model.areas.len()).map(|index| PlaceClass::Area(index.into()));
    areas.chain(model.kinds.iter().map(|kind| PlaceClass::Box(kind.owner))).collect()
}

/// The type of an index, as a value of it.
pub fn of_index(index: Index) -> Type {
    one(match index {
        Index::Range { least, greatest } => Sort::Number { least, greatest },
        Index::Upto { greatest, .. } => Sort::Number { least: 1, greatest },
        Index::Value { of, least, greatest } => Sort::Value { of, allowed: (least..=greatest).collect() },
        Index::Player => Sort::Player,
        Index::YesNo => Sort::YesNo,
        Index::Direction => Sort::Direction,
    })
}

/// How many values an index has.
pub fn index_size(model: &Model, index: Index) -> u64 {
    match index {
        Index::Range { least, greatest } | Index::Value { least, greatest, .. } => {
            u64::try_from(i64::from(greatest) - i64::from(least) + 1).unwrap_or_default()
        }
        Index::Upto { greatest, .. } => u64::try_from(greatest).unwrap_or_default(),
        Index::Player => u64::from(model.players.most),
        Index::YesNo => 2,
        Index::Direction => value::DIRECTIONS.len() as u64,
    }
}

/// How many owners of a sort there are at most.
pub fn owner_count(model: &Model, owner: OwnerSort) -> u64 {
    match owner {
        OwnerSort::Common => 1,
        OwnerSort::Player => u64::from(model.players.most),
        OwnerSort::Value(of) => model.enumerations.get(of.index()).map_or(0, |one| one.values.len()) as u64,
        OwnerSort::Kind(kind) => kind_count(model, kind, 8),
        OwnerSort::Board(board) => class_count(model, PlaceClass::Area(board)),
    }
}

/// How many components one owner of a kind has.
pub fn copies(model: &Model, kind: KindId) -> u64 {
    model.kinds.get(kind.index()).map_or(0, |kind| kind.made.iter().map(|made| u64::from(made.copies)).sum())
}

/// How many components of a kind there are at most. Owners form no cycle in a game that is right; `depth` ends one in a wrong one.
fn kind_count(model: &Model, kind: KindId, depth: u8) -> u64 {
    let Some(found) = model.kinds.get(kind.index()) else { return 0 };
    let owners = match found.owner {
        OwnerSort::Kind(owner) if depth > 0 => kind_count(model, owner, depth - 1),
        OwnerSort::Kind(_) => 1,
        other => owner_count(model, other),
    };
    copies(model, kind).saturating_mul(owners)
}

/// How many components of a kind there are at most.
pub fn all_of_kind(model: &Model, kind: KindId) -> u64 {
    kind_count(model, kind, 8)
}

/// How many places of a class there are at most.
pub fn class_count(model: &Model, class: PlaceClass) -> u64 {
    match class {
        PlaceClass::Box(owner) => owner_count(model, owner),
        PlaceClass::Area(area) => match model.areas.get(area.index()).map(|area| &area.kind) {
            Some(AreaKind::Board(board)) => board.points.len() as u64,
            Some(AreaKind::Zone(zone)) => {
                let indices: u64 = zone.index.iter().map(|index| index_size(model, *index)).product();
                indices.saturating_mul(owner_count(model, zone.owner))
            }
            None => 0,
        },
    }
}

/// How many values a sort has at most: no set of it can be greater.
pub fn cardinality(model: &Model, sort: &Sort) -> u64 {
    match sort {
        Sort::Number { least, greatest } => {
            u64::try_from(i64::from(*greatest) - i64::from(*least) + 1).unwrap_or_default()
        }
        Sort::YesNo => 2,
        Sort::Value { allowed, .. } => allowed.len() as u64,
        Sort::Player => u64::from(model.players.most),
        Sort::Component { kinds } => kinds.iter().map(|kind| all_of_kind(model, *kind)).sum(),
        Sort::Place { classes } => classes.iter().map(|class| class_count(model, *class)).sum(),
        Sort::Direction => 8,
        Sort::Nothing => 0,
    }
}

/// The kinds that a place of a class accepts. A board says nothing about it and accepts all.
pub fn accepted(model: &Model, class: PlaceClass) -> BTreeSet<KindId> {
    let all = || (0..model.kinds.len()).map(KindId::from);
    match class {
        PlaceClass::Box(owner) => {
            all().filter(|kind| model.kinds.get(kind.index()).is_some_and(|kind| kind.owner == owner)).collect()
        }
        PlaceClass::Area(area) => match model.areas.get(area.index()).map(|area| &area.kind) {
            Some(AreaKind::Zone(zone)) => zone.holds.iter().copied().collect(),
            Some(AreaKind::Board(_)) | None => all().collect(),
        },
    }
}

/// The type of what is not known yet: joined with another it leaves that as it is.
pub fn unknown() -> Type {
    one(Sort::Nothing)
}

/// The least sort that holds both; none if they are of different sorts.
pub fn join_sorts(a: &Sort, b: &Sort) -> Option<Sort> {
    Some(match (a, b) {
        (Sort::Nothing, other) | (other, Sort::Nothing) => other.clone(),
        (Sort::Number { least, greatest }, Sort::Number { least: least2, greatest: greatest2 }) => {
            Sort::Number { least: *least.min(least2), greatest: *greatest.max(greatest2) }
        }
        (Sort::YesNo, Sort::YesNo) => Sort::YesNo,
        (Sort::Player, Sort::Player) => Sort::Player,
        (Sort::Direction, Sort::Direction) => Sort::Direction,
        (Sort::Value { of, allowed }, Sort::Value { of: of2, allowed: allowed2 }) if of == of2 => {
            Sort::Value { of: *of, allowed: allowed.union(allowed2).copied().collect() }
        }
        (Sort::Component { kinds }, Sort::Component { kinds: kinds2 }) => {
            Sort::Component { kinds: kinds.union(kinds2).copied().collect() }
        }
        (Sort::Place { classes }, Sort::Place { classes: classes2 }) => {
            Sort::Place { classes: classes.union(classes2).copied().collect() }
        }
        _ => return None,
    })
}

/// How two sorts lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlap {
    /// They are of different sorts.
    OtherSort,
    /// The same sort, but nothing in common.
    Apart,
    /// Something in common.
    Some,
}

/// Whether a value of one sort can be one of the other.
pub fn overlap(a: &Sort, b: &Sort) -> Overlap {
    let common = |some: bool| if some { Overlap::Some } else { Overlap::Apart };
    match (a, b) {
        (Sort::Nothing, _) | (_, Sort::Nothing) => Overlap::Some,
        (Sort::Number { least, greatest }, Sort::Number { least: least2, greatest: greatest2 }) => {
            common(least <= greatest2 && least2 <= greatest)
        }
        (Sort::YesNo, Sort::YesNo) | (Sort::Player, Sort::Player) | (Sort::Direction, Sort::Direction) => Overlap::Some,
        (Sort::Value { of, allowed }, Sort::Value { of: of2, allowed: allowed2 }) if of == of2 => {
            common(!allowed.is_disjoint(allowed2))
        }
        (Sort::Component { kinds }, Sort::Component { kinds: kinds2 }) => common(!kinds.is_disjoint(kinds2)),
        (Sort::Place { classes }, Sort::Place { classes: classes2 }) => common(!classes.is_disjoint(classes2)),
        _ => Overlap::OtherSort,
    }
}

/// A type in words, with its article: `a number from 0 to 5`, `a set of players`, `a place of \`road\` or none`.
pub fn words(model: &Model, of: &Type) -> String {
    match of.shape {
        Shape::One => sort_words(model, &of.sort, false),
        Shape::OneOrNone if of.sort == Sort::Nothing => "none".to_string(),
        Shape::OneOrNone => format!("{} or none", sort_words(model, &of.sort, false)),
        Shape::Set { .. } if of.sort == Sort::Nothing => "an empty set".to_string(),
        Shape::Set { .. } => format!("a set of {}", sort_words(model, &of.sort, true)),
    }
}

fn sort_words(model: &Model, sort: &Sort, many: bool) -> String {
    let plain = |one: &str, several: &str| if many { several.to_string() } else { one.to_string() };
    match sort {
        Sort::Number { least, greatest } if least == greatest && !many => format!("the number {least}"),
        Sort::Number { least, greatest } => {
            format!("{} from {least} to {greatest}", plain("a number", "numbers"))
        }
        Sort::YesNo => plain("yes or no", "yes and no"),
        Sort::Player => plain("a player", "players"),
        Sort::Direction => plain("a direction", "directions"),
        Sort::Nothing => "nothing".to_string(),
        Sort::Value { of, allowed } => value_words(model, *of, allowed, many),
        Sort::Component { kinds } => {
            let names =
                kinds.iter().filter_map(|kind| model.kinds.get(kind.index())).map(|kind| format!("`{}`", kind.name));
            let names = alternatives(names.collect(), 4, "a component");
            if many || names.starts_with("a ") { names } else { format!("a {names}") }
        }
        Sort::Place { classes } => {
            let mut names: Vec<String> = classes.iter().map(|class| class_words(model, *class)).collect();
            names.dedup();
            format!("{} of {}", plain("a place", "places"), alternatives(names, 4, "the game"))
        }
    }
}

fn value_words(model: &Model, of: EnumerationId, allowed: &BTreeSet<i32>, many: bool) -> String {
    let Some(found) = model.enumerations.get(of.index()) else { return "a value".to_string() };
    let value = |index: &i32| usize::try_from(*index).ok().and_then(|index| found.values.get(index));
    let names = || {
        alternatives(allowed.iter().filter_map(value).map(|(name, _)| format!("`{name}`")).collect(), 8, "some values")
    };
    match &found.name {
        Some(name) if allowed.len() == found.values.len() => {
            if many {
                format!("values of `{name}`")
            } else {
                format!("a value of `{name}`")
            }
        }
        Some(_) | None => match found.parts.iter().find(|part| part.values == *allowed) {
            Some(part) if many => format!("values of `{}`", part.name),
            Some(part) => format!("a value of `{}`", part.name),
            None => names(),
        },
    }
}

fn class_words(model: &Model, class: PlaceClass) -> String {
    match class {
        PlaceClass::Area(area) => {
            model.areas.get(area.index()).map(|area| format!("`{}`", area.name)).unwrap_or_default()
        }
        PlaceClass::Box(_) => "the box".to_string(),
    }
}

/// `a`, `a or b`, `a, b or c`; `else_word` if there are none or too many to name.
pub fn alternatives(names: Vec<String>, most: usize, else_word: &str) -> String {
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) if names.len() <= most => format!("{} or {last}", rest.join(", ")),
        _ => else_word.to_string(),
    }
}
