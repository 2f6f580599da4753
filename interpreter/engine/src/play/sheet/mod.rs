//! What somebody may see as data: the same that a [`View`](super::View) says in words, for programs that read no words.
//!
//! Numbers of components, and of places that belong to components, tell what is hidden of them. They are kept apart as [`Unsaid`], so that
//! neither the order of a sheet nor whether two are equal can depend on them; whoever shows a sheet to somebody leaves them out.

mod writer;

use std::cmp::Ordering;

use super::{Position, Viewer};
use rulehound_rules::model::{DefinitionId, KindId, Sort, VariableId};
use writer::Writer;

/// What is no part of what is told: all are equal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unsaid<T>(pub T);

impl<T> PartialEq for Unsaid<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for Unsaid<T> {}

impl<T> PartialOrd for Unsaid<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Unsaid<T> {
    fn cmp(&self, _: &Self) -> Ordering {
        Ordering::Equal
    }
}

/// A position as told to somebody.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// The phases that are running, the outermost first, in words.
    pub phases: Vec<String>,
    /// All places, in the order of a view, the empty ones too.
    pub places: Vec<Lot>,
    /// The cells of variables that are seen and set, in the order of a view.
    pub variables: Vec<Entry>,
    /// What is told besides, worked out from what the viewer sees.
    pub shown: Vec<ShownEntry>,
    /// What players have and the viewer does not see, set or not: whether it is must not be told.
    pub unseen: Vec<Unseen>,
    /// Which things are struck through. Of those that the viewer does not see nothing may be told.
    pub struck: Vec<StruckEntry>,
}

/// The value of a definition that is told at the table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ShownEntry {
    /// Which definition.
    pub definition: DefinitionId,
    /// Whose value it is; nothing of common ones.
    pub seat: Option<usize>,
    /// Its value.
    pub value: Told,
}

/// Things that are struck through at the table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StruckEntry {
    /// The definition that gives them.
    pub definition: DefinitionId,
    /// Which they are.
    pub things: Unsaid<Vec<i32>>,
}

/// A place, and what of its contents is told.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lot {
    /// The place.
    pub place: ToldPlace,
    /// What lies there.
    pub contents: Contents,
}

/// What lies in a place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Contents {
    /// Seen, without order: what looks alike together.
    Seen(Vec<Group>),
    /// A pile that is seen, from the top, one by one.
    Pile(Vec<Group>),
    /// Hidden: how many of each kind, and the top if the pile shows it.
    Hidden {
        /// With what of them is seen wherever they are. Of these nothing but the number may be told.
        counts: Vec<Group>,
        /// The top of a pile that shows it.
        top: Option<Group>,
    },
}

/// Components that look alike where they lie.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Group {
    /// What is seen of each.
    pub look: Look,
    /// How many.
    pub count: u32,
    /// Which they are.
    pub members: Unsaid<Vec<i32>>,
}

/// What is seen of a component.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Look {
    /// In words.
    pub words: String,
    /// Its kind.
    pub kind: KindId,
    /// Whose it is, if that is seen.
    pub owner: Option<Told>,
    /// The features that are seen: number of the feature among those of the kind, cell within it, value.
    pub features: Vec<(usize, usize, Told)>,
}

/// A value, as far as it is told.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Told {
    /// `none`.
    Nothing,
    /// A number, a seat, a direction, yes or no, a value of an enumeration; its type says which.
    Plain(i32),
    /// A component.
    Component {
        /// In words, as far as it is seen.
        words: String,
        /// Its kind.
        kind: KindId,
        /// Which it is, for those who see it where it lies.
        number: Unsaid<i32>,
    },
    /// A place.
    Place(ToldPlace),
}

/// A place, as far as it is told which.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ToldPlace {
    /// Its number, unless it belongs to a component.
    pub fixed: Option<i32>,
    /// As scripts write it, if it belongs to a component.
    pub name: String,
    /// As people say it, if it belongs to a component.
    pub called: String,
    /// Whether it is told whose it is: of what belongs to a component that is not wholly seen it is not.
    pub known: bool,
    /// Its number.
    pub number: Unsaid<i32>,
}

/// A cell of a variable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// Which variable.
    pub variable: VariableId,
    /// Which of its cells, unless it belongs to a component.
    pub fixed: Option<usize>,
    /// As scripts write it, if it belongs to a component.
    pub name: String,
    /// As people say it, if it belongs to a component.
    pub called: String,
    /// Whose it is; nothing of common ones.
    pub owner: Told,
    /// The values of its indices.
    pub indices: Vec<i32>,
    /// Its value.
    pub value: Told,
}

/// A value of a player's that the viewer does not see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unseen {
    /// Whose it is.
    pub seat: usize,
    /// What gives it.
    pub of: UnseenOf,
}

/// What gives a value that is not seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnseenOf {
    /// A variable, and which of its cells for this player, from 0.
    Variable(VariableId, usize),
    /// A definition that is shown.
    Definition(DefinitionId),
}

impl Contents {
    /// What is seen there, in the order in which it is numbered: of what is hidden only the top of a pile that shows it.
    pub fn seen(&self) -> impl Iterator<Item = &Group> {
        let (groups, top): (&[Group], Option<&Group>) = match self {
            Self::Seen(groups) | Self::Pile(groups) => (groups, None),
            Self::Hidden { top, .. } => (&[], top.as_ref()),
        };
        groups.iter().chain(top)
    }
}

impl Sheet {
    /// What a viewer is told of a position. Whoever sits nowhere is told what all see.
    pub fn of(position: &Position, viewer: Viewer) -> Self {
        let mut writer = Writer::new(position, viewer);
        let mut unseen = Vec::new();
        let (phases, places, variables) = (writer.phases(), writer.places(), writer.variables(&mut unseen));
        let (shown, struck) = (writer.shown(&mut unseen), writer.struck());
        Self { phases, places, variables, shown, unseen, struck }
    }

    /// The places alone, for those who only want to know what is what.
    pub fn of_places(position: &Position, viewer: Viewer) -> Self {
        Self { places: Writer::new(position, viewer).places(), ..Self::default() }
    }
}

/// Values that somebody is offered, as far as they are told.
pub fn told_values(position: &Position, viewer: Viewer, sort: &Sort, values: &[i32]) -> Vec<Told> {
    let mut writer = Writer::new(position, viewer);
    values.iter().map(|value| writer.told(sort, *value)).collect()
}
