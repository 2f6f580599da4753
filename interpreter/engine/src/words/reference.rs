//! What a single component is called where a script must mean exactly this one: as owner of a place, as value of a variable.

use std::cell::{Cell, OnceCell};

use super::{Form, Look, Words};
use crate::instance::to_value;
use rulehound_rules::limits::NAMING_DEPTH;

/// The most components that are named one by another: a stone in the cup of a tile in the row of a stand.
const MOST_DEPTH: usize = 8;

/// Where components lie, and what their features are.
pub trait Lying {
    /// The value of an attribute cell of a component.
    fn attribute(&self, component: i32, cell: usize) -> i32;

    /// Where a component lies.
    fn place_of(&self, component: i32) -> i32;

    /// What lies there; of a pile from the top.
    fn at(&self, place: i32) -> Vec<i32>;
}

/// A look at components that calls each so that no other is meant: `Tile red`, `Stone in Ann.bowl`, `Stone in board(3) (2)`.
pub struct References<'w, L> {
    words: Words<'w>,
    lying: L,
    /// Each component's own description.
    own: OnceCell<Vec<String>>,
    /// Whether those are being worded; owners that are components are then called by their descriptions.
    wording: Cell<bool>,
    depth: Cell<usize>,
}

impl<'w, L: Lying> References<'w, L> {
    /// Of these components.
    pub fn new(words: Words<'w>, lying: L) -> Self {
        Self { words, lying, own: OnceCell::new(), wording: Cell::new(false), depth: Cell::new(0) }
    }

    /// A component with all its features.
    pub fn description(&self, component: i32) -> String {
        self.words.description(component, self, true)
    }

    /// All descriptions.
    fn descriptions(&self) -> &[String] {
        if self.own.get().is_none() {
            self.wording.set(true);
            let all = 0..to_value(self.words.instance.components.len());
            let all = all.map(|component| self.words.description(component, self, false)).collect();
            self.wording.set(false);
            // Nobody else can have filled it meanwhile.
            let _ = self.own.set(all);
        }
        self.own.get().map_or(&[], Vec::as_slice)
    }

    /// A component in the description of another. A feature may lead back to its own component, so what lies deep goes by its kind.
    fn described(&self, component: i32) -> String {
        let depth = self.depth.get();
        if depth >= NAMING_DEPTH {
            return self.words.kind_of(component);
        }
        self.depth.set(depth + 1);
        let words = self.words.description(component, self, false);
        self.depth.set(depth);
        words
    }

    /// A component that is meant alone.
    pub fn reference(&self, component: i32) -> String {
        if self.wording.get() {
            return self.described(component);
        }
        let own = self.descriptions();
        let text = |component: i32| usize::try_from(component).ok().and_then(|index| own.get(index));
        let Some(description) = text(component) else { return "nothing".to_owned() };
        let depth = self.depth.get();
        if depth >= MOST_DEPTH || own.iter().filter(|other| *other == description).count() < 2 {
            return description.clone();
        }
        self.depth.set(depth + 1);
        let place = self.lying.place_of(component);
        let name = self.words.place(place, Form::Script, self);
        self.depth.set(depth);
        let alike: Vec<i32> =
            self.lying.at(place).into_iter().filter(|other| text(*other) == Some(description)).collect();
        let number = alike.iter().position(|other| *other == component).unwrap_or(0) + 1;
        if number == 1 { format!("{description} in {name}") } else { format!("{description} in {name} ({number})") }
    }
}

impl<L: Lying> Look for References<'_, L> {
    fn attribute(&self, component: i32, cell: usize) -> i32 {
        self.lying.attribute(component, cell)
    }

    fn called(&self, component: i32) -> Option<String> {
        Some(self.reference(component))
    }

    fn shows(&self, _component: i32) -> bool {
        true
    }

    fn sees(&self, _component: i32, _attribute: usize) -> bool {
        true
    }
}
