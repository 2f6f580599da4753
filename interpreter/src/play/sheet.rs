//! What somebody may see as data: the same that a [`View`](super::View) says in words, for programs that read no words.
//!
//! Numbers of components, and of places that belong to components, tell what is hidden of them. They are kept apart as [`Unsaid`], so that
//! neither the order of a sheet nor whether two are equal can depend on them; whoever shows a sheet to somebody leaves them out.

use std::cmp::Ordering;

use super::machine::{Machine, Sight};
use super::view::Families;
use super::{Position, Seen, Viewer};
use crate::instance::Instance;
use crate::model::value::{NONE, UNSET};
use crate::model::{KindId, OwnerSort, Sort, VariableId};
use crate::words::{Form, Words};

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The phases that are running, the outermost first, in words.
    pub phases: Vec<String>,
    /// All places, in the order of a view, the empty ones too.
    pub places: Vec<Lot>,
    /// The cells of variables that are seen and set, in the order of a view.
    pub variables: Vec<Entry>,
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
    /// As scripts write it.
    pub name: String,
    /// As people say it.
    pub called: String,
    /// Which variable.
    pub variable: VariableId,
    /// Whose it is; nothing of common ones.
    pub owner: Told,
    /// The values of its indices.
    pub indices: Vec<i32>,
    /// Its value.
    pub value: Told,
    /// Its value in words.
    pub words: String,
}

impl Sheet {
    /// What a viewer is told of a position. Whoever sits nowhere is told what all see.
    pub fn of(position: &Position, viewer: Viewer) -> Self {
        let mut writer = Writer::new(position, viewer);
        let phases = writer.machine.phases_told(writer.viewer);
        Self { phases, places: writer.places(), variables: writer.variables() }
    }
}

/// Values that somebody is offered, as far as they are told.
pub fn told_values(position: &Position, viewer: Viewer, sort: &Sort, values: &[i32]) -> Vec<Told> {
    let mut writer = Writer::new(position, viewer);
    values.iter().map(|value| writer.told(sort, *value)).collect()
}

struct Writer<'p> {
    machine: Machine<'p>,
    viewer: Viewer,
}

impl<'p> Writer<'p> {
    fn new(position: &'p Position, viewer: Viewer) -> Self {
        let viewer = match viewer {
            Viewer::Seat(seat) => position.viewer(seat).unwrap_or(Viewer::Nobody),
            Viewer::All | Viewer::Nobody => viewer,
        };
        Self { machine: position.seen_by(viewer), viewer }
    }

    fn instance(&self) -> &'p Instance {
        &self.machine.program.instance
    }

    fn sight(&self) -> Sight {
        match self.viewer {
            Viewer::All => Sight::All,
            Viewer::Nobody => Sight::Open,
            Viewer::Seat(seat) => Sight::Seat(seat),
        }
    }

    fn sees(&self, seen: Seen) -> bool {
        seen.by_viewer(self.viewer, self.machine.program.instance.seats())
    }

    fn sees_component(&mut self, component: i32) -> bool {
        let seen = self.machine.component_seen(component);
        self.sees(seen)
    }

    /// Whether something of what belongs to this owner would be told by where it stands among its like.
    fn hides(&mut self, sort: OwnerSort, owner: i32) -> bool {
        matches!(sort, OwnerSort::Kind(_)) && {
            let seen = self.machine.wholly_seen(owner);
            !self.sees(seen)
        }
    }

    fn places(&mut self) -> Vec<Lot> {
        let instance = self.instance();
        let mut places = Families::new();
        let mut all = Vec::with_capacity(instance.places.len());
        for (number, place) in (0..).zip(&instance.places) {
            let owners = instance.model.owners_of(place.class);
            let lot = Lot { place: self.place(number), contents: self.contents(number) };
            if matches!(owners, OwnerSort::Kind(_)) {
                let hides = self.hides(owners, place.owner);
                places.add(Some(place.class), hides, lot.place.name.clone(), lot);
            } else {
                all.extend(places.taken().into_iter().map(|(_, lot)| lot));
                all.push(lot);
            }
        }
        all.extend(places.taken().into_iter().map(|(_, lot)| lot));
        all
    }

    /// Names of other places never change and are known without a position.
    fn place(&mut self, number: i32) -> ToldPlace {
        let instance = self.instance();
        let owners = instance.place(number).map(|place| instance.model.owners_of(place.class));
        if !matches!(owners, Some(OwnerSort::Kind(_))) {
            let (name, called) = Default::default();
            return ToldPlace { fixed: Some(number), name, called, known: true, number: Unsaid(number) };
        }
        let owner = instance.place(number).map_or(NONE, |place| place.owner);
        let seen = self.machine.wholly_seen(owner);
        let known = self.sees(seen);
        let sight = self.sight();
        let name = self.machine.with_words(sight, |words: &Words<'p>, look| words.place(number, Form::Script, look));
        let called = self.machine.with_words(sight, |words: &Words<'p>, look| words.place(number, Form::People, look));
        ToldPlace { fixed: None, name, called, known, number: Unsaid(number) }
    }

    fn contents(&mut self, place: i32) -> Contents {
        let kinds = self.machine.kinds_at(place);
        let mut components = Vec::new();
        self.machine.refuel();
        if self.machine.contents(place, kinds, &mut components).is_err() {
            components.clear();
        }
        let seen = self.machine.place_seen(place);
        let ordered = self.machine.ordered(place);
        if self.sees(seen) {
            let looks: Vec<Look> = components.iter().map(|component| self.look(*component)).collect();
            return if ordered {
                Contents::Pile(looks.into_iter().zip(components).map(|(look, one)| alone(look, one)).collect())
            } else {
                // Standing order goes by all features. Where one of them is not seen, it would tell.
                let tells = self.viewer != Viewer::All && self.machine.has_own_audience(&components);
                Contents::Seen(gathered(looks, &components, tells))
            };
        }
        let top = seen.or(self.machine.top_seen(place));
        let top = components.first().copied().filter(|_| ordered && self.sees(top));
        let top = top.map(|component| alone(self.look(component), component));
        let looks = components.iter().map(|component| self.unseen(*component)).collect();
        Contents::Hidden { counts: gathered(looks, &components, true), top }
    }

    /// What is seen of a component that lies where it is seen.
    fn look(&mut self, component: i32) -> Look {
        let sight = self.sight();
        let silent = self.machine.silent_features(component);
        let words = self.machine.with_words(sight, |words, look| words.component_with(component, silent, look));
        let (kind, owner) = self.kind_and_owner(component);
        Look { words, kind, owner, features: self.features(component, |_| true) }
    }

    /// What is seen of it wherever it lies.
    fn unseen(&mut self, component: i32) -> Look {
        let sight = self.sight();
        let words = self.machine.with_words(sight, |words, look| words.hidden(component, look));
        let (kind, _) = self.kind_and_owner(component);
        Look { words, kind, owner: None, features: self.features(component, |own_audience| own_audience) }
    }

    fn kind_and_owner(&mut self, component: i32) -> (KindId, Option<Told>) {
        let instance = self.instance();
        let Some(found) = instance.component(component) else { return (KindId(u32::MAX), None) };
        let sort = instance.model.kinds.get(found.kind.index()).map_or(OwnerSort::Common, |kind| kind.owner);
        let owner = self.owner(sort, found.owner);
        (found.kind, Some(owner).filter(|owner| *owner != Told::Nothing))
    }

    fn owner(&mut self, sort: OwnerSort, owner: i32) -> Told {
        match sort {
            OwnerSort::Common => Told::Nothing,
            OwnerSort::Player | OwnerSort::Value(_) => Told::Plain(owner),
            OwnerSort::Kind(_) => self.component(owner),
            OwnerSort::Board(_) => Told::Place(self.place(owner)),
        }
    }

    fn features(&mut self, component: i32, wanted: impl Fn(bool) -> bool) -> Vec<(usize, usize, Told)> {
        let instance = self.instance();
        let kind = instance.component(component).and_then(|it| instance.model.kinds.get(it.kind.index()));
        let mut features = Vec::new();
        for (number, feature) in kind.into_iter().flat_map(|kind| kind.attributes.iter().enumerate()) {
            let seen = self.machine.attribute_seen(component, number);
            if !wanted(feature.audience.is_some()) || !self.sees(seen) {
                continue;
            }
            for cell in 0..feature.cells {
                let value = self.machine.attribute_value(component, feature.first_cell + cell);
                let value = self.told(&feature.of.sort, value);
                features.push((number, cell, value));
            }
        }
        features
    }

    fn told(&mut self, sort: &Sort, value: i32) -> Told {
        match sort {
            _ if value == NONE => Told::Nothing,
            Sort::Nothing => Told::Nothing,
            Sort::Number { .. } | Sort::YesNo | Sort::Value { .. } | Sort::Player | Sort::Direction => {
                Told::Plain(value)
            }
            Sort::Component { .. } => self.component(value),
            Sort::Place { .. } => Told::Place(self.place(value)),
        }
    }

    /// A component that something names; two may name each other, so nothing is said of what its features name.
    fn component(&mut self, component: i32) -> Told {
        let kind = self.machine.program.instance.component(component).map(|it| it.kind);
        let sight = self.sight();
        let words = if self.sees_component(component) {
            self.machine.with_words(sight, |words, look| words.component(component, look))
        } else {
            self.machine.describe_unseen(component)
        };
        Told::Component { words, kind: kind.unwrap_or(KindId(u32::MAX)), number: Unsaid(component) }
    }

    fn variables(&mut self) -> Vec<Entry> {
        let instance = self.instance();
        let mut all = Vec::new();
        for (id, variable) in instance.model.variables.iter().enumerate() {
            let mut cells = Families::new();
            let size = instance.family_size(&variable.index);
            let first = self.machine.program.layout.variables.get(id).copied().unwrap_or(0);
            for (step, owner) in instance.owners(variable.owner).enumerate() {
                let seen = self.machine.variable_seen(u32::try_from(id).unwrap_or(u32::MAX), owner);
                if !self.sees(seen) {
                    continue;
                }
                let hides = self.hides(variable.owner, owner);
                for offset in step * size..(step + 1) * size {
                    let value = self.machine.read(first + u32::try_from(offset).unwrap_or(0));
                    if value != UNSET {
                        let indices = instance.family_indices(&variable.index, offset % size.max(1));
                        let owner = self.owner(variable.owner, owner);
                        let entry = self.entry(VariableId::from(id), offset, (owner, indices), value);
                        cells.add(Some(()), hides, entry.name.clone(), entry);
                    }
                }
            }
            all.extend(cells.taken().into_iter().map(|(_, entry)| entry));
        }
        all
    }

    fn entry(&mut self, variable: VariableId, offset: usize, (owner, indices): (Told, Vec<i32>), value: i32) -> Entry {
        let sight = self.sight();
        let instance = self.instance();
        let sort = instance.model.variables.get(variable.index()).map_or(&Sort::Nothing, |variable| &variable.of.sort);
        let name = self.machine.with_words(sight, |words, look| words.variable(variable, offset, Form::Script, look));
        let called = self.machine.with_words(sight, |words, look| words.variable(variable, offset, Form::People, look));
        let told = self.told(sort, value);
        let words = match &told {
            Told::Component { words, .. } => words.clone(),
            Told::Nothing | Told::Plain(_) | Told::Place(_) => {
                self.machine.with_words(sight, |words, look| words.value(sort, value, Form::People, look))
            }
        };
        Entry { name, called, variable, owner, indices, value: told, words }
    }
}

fn alone(look: Look, component: i32) -> Group {
    Group { look, count: 1, members: Unsaid(vec![component]) }
}

/// What looks alike together, by first appearance or in the order of what is seen.
fn gathered(looks: Vec<Look>, components: &[i32], sorted: bool) -> Vec<Group> {
    let mut found: Vec<Group> = Vec::new();
    let mut all: Vec<(Look, i32)> = looks.into_iter().zip(components.iter().copied()).collect();
    if sorted {
        all.sort_by(|(one, _), (other, _)| one.cmp(other));
    }
    for (look, component) in all {
        match found.iter_mut().find(|group| group.look == look) {
            Some(group) => {
                group.count = group.count.saturating_add(1);
                group.members.0.push(component);
            }
            None => found.push(alone(look, component)),
        }
    }
    found
}
