//! What the words of a position mean once everything lies where it is to lie: places and variables that belong to a component are called
//! by it, and what a component is called may tell where it lies.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use super::super::matching::normal;
use rulehound_engine::instance::{Instance, to_value};
use rulehound_engine::play::{Game, Setup};
use rulehound_engine::words::{Form, Lying, References, Words};
use rulehound_rules::model::{OwnerSort, VariableId};

/// The beginning of a script as far as it is read.
struct Beginning<'g> {
    instance: &'g Instance,
    features: BTreeMap<(i32, usize), i32>,
    places: BTreeMap<i32, i32>,
    contents: BTreeMap<i32, Vec<i32>>,
}

impl<'g> Beginning<'g> {
    fn new(game: &'g Game, setup: &Setup) -> Self {
        let instance = game.instance();
        let features = setup.attributes.iter().map(|(component, cell, value)| ((*component, *cell), *value)).collect();
        let places: BTreeMap<i32, i32> = setup.components.iter().copied().collect();
        let mut contents: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
        // What lies in a pile is noted from the bottom.
        for (component, place) in setup.components.iter().rev() {
            contents.entry(*place).or_default().push(*component);
        }
        let mut beginning = Self { instance, features, places, contents };
        for component in 0..to_value(instance.components.len()) {
            if !beginning.places.contains_key(&component) {
                let place = beginning.place_of(component);
                beginning.contents.entry(place).or_default().push(component);
            }
        }
        beginning
    }
}

impl Lying for Beginning<'_> {
    fn attribute(&self, component: i32, cell: usize) -> i32 {
        let made =
            || self.instance.component(component).and_then(|it| self.instance.made(it, cell)).unwrap_or_default();
        self.features.get(&(component, cell)).copied().unwrap_or_else(made)
    }

    fn place_of(&self, component: i32) -> i32 {
        let home = || self.instance.component(component).and_then(|it| self.instance.home_box(it.kind, it.owner));
        self.places.get(&component).copied().or_else(home).unwrap_or_default()
    }

    fn at(&self, place: i32) -> Vec<i32> {
        self.contents.get(&place).cloned().unwrap_or_default()
    }
}

/// Words with what they mean.
pub struct Meant<'g> {
    instance: &'g Instance,
    references: References<'g, Beginning<'g>>,
    components: OnceCell<BTreeMap<String, i32>>,
    places: OnceCell<BTreeMap<String, i32>>,
    variables: OnceCell<BTreeMap<String, (VariableId, usize)>>,
}

impl<'g> Meant<'g> {
    /// As things lie now.
    pub fn new(game: &'g Game, setup: &Setup) -> Self {
        let instance = game.instance();
        let references = References::new(Words::new(instance), Beginning::new(game, setup));
        let (components, places, variables) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Self { instance, references, components, places, variables }
    }

    /// What a component is called by itself, as others may be, too.
    pub fn own(&self, component: i32) -> &str {
        self.references.own(component)
    }

    /// The component that alone is called so.
    pub fn component(&self, text: &str) -> Option<i32> {
        let all =
            || by_name((0..to_value(self.instance.components.len())).map(|it| (self.references.reference(it), it)));
        self.components.get_or_init(all).get(&normal(text)).copied()
    }

    /// The place of a component that is called so.
    pub fn place(&self, text: &str) -> Option<i32> {
        let words = Words::new(self.instance);
        let all = || {
            let places =
                (0..to_value(self.instance.places.len())).filter(|place| is_of_component(*place, self.instance));
            by_name(places.map(|place| (words.place(place, Form::Script, &self.references), place)))
        };
        self.places.get_or_init(all).get(&normal(text)).copied()
    }

    /// The cell of a component's variable that is called so.
    pub fn variable(&self, text: &str) -> Option<(VariableId, usize)> {
        let words = Words::new(self.instance);
        let all = || {
            let variables = self.instance.model.variables.iter().enumerate();
            let owned = variables.filter(|(_, variable)| matches!(variable.owner, OwnerSort::Kind(_)));
            let cells = owned.map(|(index, _)| VariableId::from(index));
            let cells = cells.flat_map(|id| (0..self.instance.variable_cells(id)).map(move |cell| (id, cell)));
            by_name(cells.map(|(id, cell)| (words.variable(id, cell, Form::Script, &self.references), (id, cell))))
        };
        self.variables.get_or_init(all).get(&normal(text)).copied()
    }
}

/// The first that is called so counts.
fn by_name<T>(named: impl Iterator<Item = (String, T)>) -> BTreeMap<String, T> {
    let mut names = BTreeMap::new();
    for (name, one) in named {
        names.entry(normal(&name)).or_insert(one);
    }
    names
}

/// Whether a place belongs to a component.
pub fn is_of_component(place: i32, instance: &Instance) -> bool {
    let sort = instance.place(place).map(|place| instance.model.owners_of(place.class));
    matches!(sort, Some(OwnerSort::Kind(_)))
}
