//! What the components are called that a script has laid so far. All else is still in its box, and may yet become like one of these; a
//! position that is printed whole means none of that.

use std::collections::BTreeMap;

use super::super::matching::normal;
use super::meant::{Meant, is_of_component};
use rulehound_engine::instance::{Instance, to_value};
use rulehound_engine::play::Game;
use rulehound_engine::words::{Form, Look, Words, by_place, names_others};
use rulehound_rules::model::Kind;

/// What lies in a place so far: as the script calls it, and of each of its descriptions the component, once it is known.
pub struct Lain {
    /// What the place is called.
    pub name: String,
    /// Whether it is a pile.
    pub ordered: bool,
    /// Descriptions with what they mean.
    pub contents: Vec<(String, Option<i32>)>,
}

/// Components and their places by what they are called.
pub struct Laid {
    components: BTreeMap<String, i32>,
    places: BTreeMap<String, i32>,
}

impl Laid {
    /// As far as everything is laid.
    pub fn new(game: &Game, lain: &[Lain], meant: &Meant<'_>) -> Self {
        let mut names = named_alone(lain, meant);
        names.extend(lain.iter().flat_map(|zone| named_by_place(game, zone, meant)));
        let owned = owned_places(game.instance());
        let words = Words::new(game.instance());
        let mut laid = Self { components: BTreeMap::new(), places: BTreeMap::new() };
        for (name, component) in names {
            for place in owned.get(&component).into_iter().flatten() {
                let text = words.place(*place, Form::Script, &CalledSo(&name));
                laid.places.entry(normal(&text)).or_insert(*place);
            }
            laid.components.entry(normal(&name)).or_insert(component);
        }
        laid
    }

    /// The component that is called so.
    pub fn component(&self, text: &str) -> Option<i32> {
        self.components.get(&normal(text)).copied()
    }

    /// The place of a component that is called so.
    pub fn place(&self, text: &str) -> Option<i32> {
        self.places.get(&normal(text)).copied()
    }
}

/// What looks like nothing else is called by its description.
fn named_alone(lain: &[Lain], meant: &Meant<'_>) -> Vec<(String, i32)> {
    let mut alike: BTreeMap<&str, Vec<i32>> = BTreeMap::new();
    for component in lain.iter().flat_map(|zone| zone.contents.iter().filter_map(|(_, component)| *component)) {
        alike.entry(meant.own(component)).or_default().push(component);
    }
    let alone = |(name, found): (&str, Vec<i32>)| match found.as_slice() {
        [one] => Some((name.to_owned(), *one)),
        _ => None,
    };
    alike.into_iter().filter_map(alone).collect()
}

/// What looks like others is called by where it lies, and by which of them it is there.
fn named_by_place(game: &Game, zone: &Lain, meant: &Meant<'_>) -> Vec<(String, i32)> {
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    let mut names = Vec::new();
    for component in as_printed(game.instance(), zone) {
        let own = meant.own(component);
        let number = numbers.entry(own).or_default();
        *number += 1;
        // Which of them it is can be said once all of its like lie there.
        if !waits_for_like(game.instance(), zone, component) {
            names.push((by_place(own, &zone.name, *number), component));
        }
    }
    names
}

/// What lies there so far, what looks the same in the order in which it is numbered where it is printed: that of the components, but for
/// piles and what is told apart by its whole description.
fn as_printed(instance: &Instance, zone: &Lain) -> Vec<i32> {
    let found: Vec<i32> = zone.contents.iter().filter_map(|(_, component)| *component).collect();
    let kind = |component: i32| {
        let kind = instance.component(component)?.kind;
        instance.model.kinds.get(kind.index())
    };
    let (as_written, mut by_number): (Vec<i32>, Vec<i32>) =
        found.into_iter().partition(|component| zone.ordered || kind(*component).is_some_and(names_others));
    by_number.sort_unstable();
    [as_written, by_number].concat()
}

/// Which places belong to each component.
fn owned_places(instance: &Instance) -> BTreeMap<i32, Vec<i32>> {
    let mut owned: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
    for number in (0..to_value(instance.places.len())).filter(|place| is_of_component(*place, instance)) {
        if let Some(place) = instance.place(number) {
            owned.entry(place.owner).or_default().push(number);
        }
    }
    owned
}

/// Whether something that may be like a component is still to come into a place.
fn waits_for_like(instance: &Instance, zone: &Lain, component: i32) -> bool {
    let kind = instance.component(component).map(|component| component.kind);
    let kinds = instance.model.kinds.iter().enumerate();
    let (own, others): (Vec<_>, Vec<_>) = kinds.partition(|(index, _)| kind.is_some_and(|kind| kind.index() == *index));
    let begins =
        |text: &str, kinds: &[(usize, &Kind)]| kinds.iter().any(|(_, kind)| text.starts_with(&normal(&kind.name)));
    let open = zone.contents.iter().filter(|(_, component)| component.is_none());
    open.map(|(text, _)| normal(text)).any(|text| begins(&text, &own) || !begins(&text, &others))
}

/// Every component by one name.
struct CalledSo<'t>(&'t str);

impl Look for CalledSo<'_> {
    fn attribute(&self, _component: i32, _cell: usize) -> i32 {
        0
    }

    fn called(&self, _component: i32) -> Option<String> {
        Some(self.0.to_owned())
    }

    fn shows(&self, _component: i32) -> bool {
        true
    }

    fn sees(&self, _component: i32, _attribute: usize) -> bool {
        true
    }
}
