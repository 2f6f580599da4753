//! What a name of a decision may be bound to, numbered.

use std::collections::BTreeMap;

use rulehound_interpreter::model::{OwnerSort, Sort, value};
use rulehound_interpreter::play::Game;
use rulehound_interpreter::words::{Form, Nothing, Words};
use rustc_hash::FxHashMap;

use crate::class::{Class, Classes};
use crate::selection::Selection;

/// More values than these of one name are not numbered one by one: that is too many anyway.
const MOST: usize = 100_000;

/// The values of a name.
#[derive(Clone, Debug)]
pub enum Domain {
    /// Numbers from the least on, also those that stand for a truth value, a value of an enumeration or a direction.
    Numbers { least: i32, count: usize, told: Plain },
    /// Players, from whoever decides on.
    Players(usize),
    /// These places, as seen by whoever decides.
    Places { all: Vec<i32>, index: Vec<Option<usize>> },
    /// Components: by what they are, where several are alike also by where they lie; of what is not seen only the kind and the place.
    Components { all: Vec<Piece>, index: FxHashMap<Piece, usize>, names: BTreeMap<u32, String> },
}

/// What plain numbers stand for.
#[derive(Clone, Debug)]
pub enum Plain {
    /// Themselves.
    Number,
    /// `yes` or `no`.
    YesNo,
    /// A value of an enumeration.
    Names(Vec<String>),
}

/// A component, as far as whoever decides can name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// The only one of its class.
    Only(u32),
    /// One of a class, in a place.
    OneOf(u32, i32),
    /// One of a kind that is not seen, in a place.
    Hidden(usize, i32),
}

/// What is seen of a component: its class or its kind, and its place.
pub type Lies = Option<(Result<u32, usize>, i32)>;

impl Domain {
    /// Of a sort.
    /// If `own`, of what players own only what whoever decides owns: it is chosen from the components of one player, who is mostly the same.
    pub fn of(game: &Game, classes: &Classes, sort: &Sort, own: bool) -> Self {
        let instance = game.instance();
        match sort {
            Sort::Number { least, greatest } => {
                let count = (i64::from(*greatest) - i64::from(*least) + 1).max(0);
                Self::Numbers {
                    least: *least,
                    count: usize::try_from(count).unwrap_or(usize::MAX),
                    told: Plain::Number,
                }
            }
            Sort::YesNo => Self::Numbers { least: 0, count: 2, told: Plain::YesNo },
            Sort::Value { of, .. } => {
                let declared = instance.model.enumerations.get(of.index());
                let names: Vec<String> =
                    declared.into_iter().flat_map(|it| &it.values).map(|(name, _)| name.clone()).collect();
                Self::Numbers { least: 0, count: names.len(), told: Plain::Names(names) }
            }
            Sort::Direction => {
                let names: Vec<String> = value::DIRECTIONS.iter().map(|name| (*name).to_owned()).collect();
                Self::Numbers { least: 0, count: names.len(), told: Plain::Names(names) }
            }
            Sort::Player => Self::Players(instance.seats()),
            Sort::Nothing => Self::Players(0),
            Sort::Place { classes: of } => {
                let ranges = of.iter().filter_map(|class| instance.classes.get(class).cloned());
                let mut all: Vec<i32> = ranges.flatten().map(|place| classes.seen_from(0, place)).collect();
                all.sort_unstable();
                all.dedup();
                let index = (0..).zip(&instance.places).map(|(place, _)| all.binary_search(&place).ok()).collect();
                Self::Places { all, index }
            }
            Sort::Component { kinds } => {
                let mut all = Vec::new();
                for kind in kinds {
                    pieces(game, classes, (kind.index(), own), &mut all);
                }
                // Those that come once at most stand first.
                all.sort_by_key(|piece| !matches!(piece, Piece::Only(_)));
                let index = all.iter().enumerate().map(|(index, piece)| (*piece, index)).collect();
                let of_class = |piece: &Piece| match piece {
                    Piece::Only(class) | Piece::OneOf(class, _) => Some(*class),
                    Piece::Hidden(..) => None,
                };
                let mut used: Vec<u32> = all.iter().filter_map(of_class).collect();
                used.dedup();
                let names = used.into_iter().map(|class| (class, component(game, classes, class))).collect();
                Self::Components { all, index, names }
            }
        }
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Numbers { count, .. } | Self::Players(count) => *count,
            Self::Places { all, .. } => all.len(),
            Self::Components { all, .. } => all.len(),
        }
    }

    /// The number of a value.
    pub fn index(
        &self,
        value: i32,
        lies: &dyn Fn(i32) -> Lies,
        place: &dyn Fn(i32) -> i32,
        turned: &dyn Fn(i32) -> i32,
    ) -> Option<usize> {
        match self {
            Self::Numbers { least, count, .. } => {
                let step = usize::try_from(i64::from(value) - i64::from(*least)).ok()?;
                (step < *count).then_some(step)
            }
            Self::Players(count) => usize::try_from(turned(value)).ok().filter(|seat| seat < count),
            Self::Places { index, .. } => *index.get(usize::try_from(place(value)).ok()?)?,
            Self::Components { index, .. } => {
                let (what, place) = lies(value)?;
                let only = what.ok().and_then(|class| index.get(&Piece::Only(class)));
                let piece = what.map_or_else(|kind| Piece::Hidden(kind, place), |class| Piece::OneOf(class, place));
                only.or_else(|| index.get(&piece)).copied()
            }
        }
    }

    /// The selections of at most so many values.
    pub fn selection(&self, most: usize) -> Selection {
        let several = match self {
            Self::Components { all, .. } => all.iter().filter(|piece| !matches!(piece, Piece::Only(_))).count(),
            Self::Numbers { .. } | Self::Players(_) | Self::Places { .. } => 0,
        };
        Selection { single: self.len() - several, several, most }
    }

    /// A value in words.
    pub fn told(&self, game: &Game, index: usize) -> String {
        match self {
            Self::Numbers { least, told, .. } => match told {
                Plain::Number => (i64::from(*least) + i64::try_from(index).unwrap_or(0)).to_string(),
                Plain::YesNo => if index == 1 { "yes" } else { "no" }.to_owned(),
                Plain::Names(names) => names.get(index).cloned().unwrap_or_default(),
            },
            Self::Players(count) => seat(index, *count),
            Self::Places { all, .. } => all.get(index).map(|number| place(game, *number)).unwrap_or_default(),
            Self::Components { all, names, .. } => match all.get(index) {
                Some(Piece::Only(class)) => names.get(class).cloned().unwrap_or_default(),
                Some(Piece::OneOf(class, at)) => {
                    format!("{} at {}", names.get(class).map_or("", String::as_str), place(game, *at))
                }
                Some(Piece::Hidden(kind, at)) => {
                    let kind = game.instance().model.kinds.get(*kind).map_or("", |kind| kind.name.as_str());
                    format!("a {kind} at {}", place(game, *at))
                }
                None => String::new(),
            },
        }
    }
}

fn pieces(game: &Game, classes: &Classes, (kind, own): (usize, bool), all: &mut Vec<Piece>) {
    let program = game.program();
    let owned = program.instance.model.kinds.get(kind).is_some_and(|kind| kind.owner == OwnerSort::Player);
    let mine = |class: &Class| class.kind == kind && !(own && owned && class.owner != 0);
    let mut places: Vec<(i32, bool)> = Vec::new();
    for (number, ground) in (0..).zip(&program.ground.places) {
        let seen = classes.seen_from(0, number);
        if ground.kinds.iter().any(|it| it.index() == kind) && !places.iter().any(|(known, _)| *known == seen) {
            places.push((seen, ground.open || game.is_open()));
        }
    }
    for (number, class) in (0..).zip(classes.all()).filter(|(_, class)| mine(class)) {
        if class.members == 1 {
            all.push(Piece::Only(number));
            continue;
        }
        if all.len().saturating_add(places.len()) < MOST {
            all.extend(places.iter().map(|(place, _)| Piece::OneOf(number, *place)));
        }
    }
    all.extend(places.iter().filter(|(_, open)| !open).map(|(place, _)| Piece::Hidden(kind, *place)));
}

/// A seat, counted from whoever decides.
pub fn seat(index: usize, seats: usize) -> String {
    match (index, seats) {
        (0, _) => "me".to_owned(),
        (1, 2) => "the other".to_owned(),
        (1, _) => "next".to_owned(),
        (_, _) => format!("{index} after me"),
    }
}

/// Names of players as whoever decides has them.
fn turned(game: &Game, words: &str) -> String {
    let players = &game.instance().players;
    let mut words = words.to_owned();
    for (index, player) in players.iter().enumerate() {
        // Only whole words: a name may be part of another.
        let parts: Vec<&str> = words.split(player.as_str()).collect();
        let mut joined = parts.first().map(|part| (*part).to_owned()).unwrap_or_default();
        for part in parts.iter().skip(1) {
            let alone = !joined.ends_with(char::is_alphanumeric) && !part.starts_with(char::is_alphanumeric);
            joined.push_str(&if alone { seat(index, players.len()) } else { player.clone() });
            joined.push_str(part);
        }
        words = joined;
    }
    words
}

fn place(game: &Game, number: i32) -> String {
    turned(game, &Words::new(game.instance()).place(number, Form::Script, &Nothing))
}

fn component(game: &Game, classes: &Classes, class: u32) -> String {
    let first = classes.all().get(class as usize).map_or(0, |class| class.first);
    turned(game, &game.describe(first, &[]))
}
