//! The declared state of a game, in plain lists.

use rulehound_interpreter::instance::Instance;
use rulehound_interpreter::model::value::UNSET;
use rulehound_interpreter::model::{KindId, VariableId};
use rulehound_interpreter::play::Outcome;

/// Everything the rules declare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct World {
    /// For each variable its cells, owner by owner.
    pub variables: Vec<Vec<i32>>,
    /// For each component its place.
    pub places: Vec<i32>,
    /// For each component its height in a pile, 1 at the bottom; 0 elsewhere.
    pub heights: Vec<i32>,
    /// For each component the cells of its attributes.
    pub attributes: Vec<Vec<i32>>,
    /// For each trigger its `when` bits.
    pub bits: Vec<Vec<bool>>,
    /// How the game ended.
    pub result: Option<Outcome>,
}

impl World {
    /// Before anything has happened: everything in its box, as made, all variables unset.
    pub fn new(instance: &Instance) -> Self {
        let model = &instance.model;
        let cells = |kind: KindId| model.kinds[kind.index()].cells;
        let home = |number: usize| {
            let component = &instance.components[number];
            instance.home_box(component.kind, component.owner).expect("every component has a box")
        };
        let made = |number: usize| {
            let component = &instance.components[number];
            let value = |cell| instance.made(component, cell).expect("every cell has a first value");
            (0..cells(component.kind)).map(value).collect()
        };
        let count = instance.components.len();
        Self {
            variables: (0..model.variables.len())
                .map(|id| vec![UNSET; instance.variable_cells(VariableId::from(id))])
                .collect(),
            places: (0..count).map(home).collect(),
            heights: vec![0; count],
            attributes: (0..count).map(made).collect(),
            bits: vec![Vec::new(); model.triggers.len()],
            result: None,
        }
    }

    /// The components at a place, by number.
    pub fn at(&self, place: i32) -> Vec<i32> {
        (0..self.places.len()).filter(|number| self.places[*number] == place).map(|number| number as i32).collect()
    }

    /// Puts a component into another place: on top of a pile, or beneath it. Others of its old pile move down.
    pub fn put(&mut self, component: i32, place: i32, ordered: bool, beneath: bool) {
        let moving = component as usize;
        let (from, height) = (self.places[moving], self.heights[moving]);
        for other in self.at(from) {
            if height > 0 && self.heights[other as usize] > height {
                self.heights[other as usize] -= 1;
            }
        }
        let there: Vec<i32> = self.at(place).into_iter().filter(|other| *other != component).collect();
        if ordered && beneath {
            there.iter().for_each(|other| self.heights[*other as usize] += 1);
        }
        self.places[moving] = place;
        self.heights[moving] = match (ordered, beneath) {
            (false, _) => 0,
            (true, true) => 1,
            (true, false) => there.len() as i32 + 1,
        };
    }

    /// Copies into this world whatever `after` has different from `before`.
    pub fn join(&mut self, before: &Self, after: &Self) {
        for (cells, (old, new)) in self.variables.iter_mut().zip(before.variables.iter().zip(&after.variables)) {
            join_list(cells, old, new);
        }
        for (cells, (old, new)) in self.attributes.iter_mut().zip(before.attributes.iter().zip(&after.attributes)) {
            join_list(cells, old, new);
        }
        join_list(&mut self.places, &before.places, &after.places);
        join_list(&mut self.heights, &before.heights, &after.heights);
    }
}

fn join_list(target: &mut [i32], before: &[i32], after: &[i32]) {
    for (cell, (old, new)) in target.iter_mut().zip(before.iter().zip(after)) {
        if old != new {
            *cell = *new;
        }
    }
}
