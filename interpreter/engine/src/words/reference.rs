//! What a single component is called where a script must mean exactly this one: as owner of a place, as value of a variable.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;

use super::{Form, Look, Words};
use crate::instance::to_value;
use rulehound_rules::limits::NAMING_DEPTH;
use rulehound_rules::model::{Attribute, Kind, KindId, OwnerSort, Sort};

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
    /// Each component's own description, once somebody has asked.
    own: OnceCell<Vec<String>>,
    /// Whether those are being worded; owners that are components are then called by their descriptions.
    wording: Cell<bool>,
    depth: Cell<usize>,
    /// The kinds whose components are being numbered.
    numbering: RefCell<Vec<KindId>>,
    /// What is numbered already.
    numbered: RefCell<BTreeMap<Numbered, Vec<i32>>>,
}

/// The kinds that were being numbered meanwhile, a place, and one description.
type Numbered = (Vec<KindId>, i32, String);

impl<'w, L: Lying> References<'w, L> {
    /// Of these components.
    pub fn new(words: Words<'w>, lying: L) -> Self {
        Self {
            words,
            lying,
            own: OnceCell::new(),
            wording: Cell::new(false),
            depth: Cell::new(0),
            numbering: RefCell::default(),
            numbered: RefCell::default(),
        }
    }

    /// A component with all its features.
    pub fn description(&self, component: i32) -> String {
        self.words.description(component, self, true)
    }

    /// What it is called by itself; others may be called the same, and then [`Self::reference`] says where it lies.
    pub fn own(&self, component: i32) -> &str {
        let index = usize::try_from(component).unwrap_or(usize::MAX);
        self.descriptions().get(index).map_or("", String::as_str)
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
            return self.words.kind_of(component, self);
        }
        self.depth.set(depth + 1);
        let words = self.words.description(component, self, false);
        self.depth.set(depth);
        words
    }

    /// What lies in a place and is called the same, in the order of its numbers. Without an order of the place it goes by the whole
    /// descriptions, so that what is read again from them has the same numbers.
    fn alike(&self, place: i32, component: i32, description: &str) -> Vec<i32> {
        let instance = self.words.instance;
        let is_pile = instance.place(place).is_some_and(|place| place.ordered);
        let kind = instance.component(component).map(|component| component.kind);
        let differs = |kind: &KindId| instance.model.kinds.get(kind.index()).is_some_and(names_others);
        let busy = self.numbering.borrow().clone();
        let sorted = kind.filter(|kind| !is_pile && differs(kind) && !busy.contains(kind));
        let key = (busy, place, description.to_owned());
        if let Some(known) = self.numbered.borrow().get(&key) {
            return known.clone();
        }
        let mut alike = self.lying.at(place);
        alike.retain(|other| self.own(*other) == description);
        if let Some(kind) = sorted.filter(|_| alike.len() > 1) {
            self.numbering.borrow_mut().push(kind);
            alike.sort_by_cached_key(|other| self.description(*other));
            self.numbering.borrow_mut().pop();
        }
        self.numbered.borrow_mut().insert(key, alike.clone());
        alike
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
        let alike = self.alike(place, component, description);
        let number = alike.iter().position(|other| *other == component).unwrap_or(0) + 1;
        by_place(description, &name, number)
    }
}

/// Whether whole descriptions of a kind may name other components; where nothing else tells such components apart, these do.
pub fn names_others(kind: &Kind) -> bool {
    let points = |attribute: &Attribute| matches!(attribute.of.sort, Sort::Component { .. } | Sort::Place { .. });
    matches!(kind.owner, OwnerSort::Kind(_)) || kind.attributes.iter().any(points)
}

/// `Stone in Ann.bowl`, `Stone in Ann.bowl (2)`. The name of a place may itself end in a number, if it is that of something that goes by its
/// place; behind it even the first has one, as `Stone in bowl of Cup in tray (2)` is the second in the bowl of the first.
pub fn by_place(description: &str, place: &str, number: usize) -> String {
    if number == 1 && !place.contains(" in ") {
        format!("{description} in {place}")
    } else {
        format!("{description} in {place} ({number})")
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

    fn kind(&self, name: &str) -> String {
        super::spaced(name, Form::People)
    }
}
