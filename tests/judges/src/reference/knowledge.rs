//! Who may know what at a position, by the reference's reading of the manual and not by the engine's.
//!
//! In: a position of the engine, of which only the bare cells are read. Out: for every variable, place, component and feature who sees it; the
//! view that follows from that; and positions that differ in nothing that a viewer may know.

use std::collections::BTreeMap;

use rulehound_interpreter::facts::walk::add_parts;
use rulehound_interpreter::instance::Instance;
use rulehound_interpreter::model::value::{NONE, UNSET};
use rulehound_interpreter::model::{
    AreaKind, Audience, AudienceKind, DefinitionId, Expression, ExpressionKind, Kind, OwnerSort, PlaceClass, Shape,
    Sort, Type, VariableId,
};
use rulehound_interpreter::play::{Holding, Position, Viewer};
use rulehound_interpreter::program::{Instruction, Layout, Program};
use rulehound_interpreter::words::{Form, Look, Words, noun};

use super::run::{Run, Source};
use super::world::World;
use super::{Fault, Reference};

/// Seats that see something: bit n is seat n.
type Seats = u64;

/// A thing as somebody tells it from others: its place, how high it lies there in a pile, and its description.
pub type Looks = ((i32, i32), String);

/// What lies where, and who may know it.
#[derive(Debug)]
pub struct Knowledge<'g> {
    pub(super) instance: &'g Instance,
    pub(super) world: World,
    /// The `as` text of each component, if its kind has one.
    called: Vec<Option<String>>,
    /// For each variable its cells.
    variables: Vec<Vec<Seats>>,
    places: Vec<Seats>,
    /// Where they lie.
    pub(super) components: Vec<Seats>,
    /// For each component its features.
    attributes: Vec<Vec<Seats>>,
    /// What is shown besides: the definition, whose value it is, its value, and who sees all that it reads.
    shown: Vec<(DefinitionId, Option<usize>, i32, Seats)>,
    /// The things that are struck through: the definition, the things, and who sees all that it reads.
    struck: Vec<(DefinitionId, Vec<i32>, Seats)>,
    /// Who takes part in a `simultaneous` that goes on.
    alone: Seats,
}

/// The cells of a position as the reference keeps them.
fn world(instance: &Instance, layout: &Layout, cells: &[i32]) -> World {
    let mut world = World::new(instance);
    for (id, found) in world.variables.iter_mut().enumerate() {
        let first = layout.variables[id] as usize;
        let count = found.len();
        found.copy_from_slice(&cells[first..first + count]);
    }
    for number in 0..instance.components.len() {
        world.places[number] = cells[layout.lying as usize + number];
        let (step, kind) = step(instance, number);
        world.heights[number] = layout.heights[kind].map_or(0, |first| cells[first as usize + step]);
        for (cell, first) in layout.attributes[kind].iter().enumerate() {
            if let Some(first) = first {
                world.attributes[number][cell] = cells[*first as usize + step];
            }
        }
    }
    world
}

/// The value of each definition that is shown, wherever it has one, and who could have worked it out.
fn shown(run: &Run<'_>) -> Vec<(DefinitionId, Option<usize>, i32, Seats)> {
    let instance = run.game.instance;
    let mut found = Vec::new();
    for (index, definition) in instance.model.definitions.iter().enumerate().filter(|(_, one)| one.shown.is_some()) {
        let (id, at) = (DefinitionId::from(index), definition.at);
        let one = Type { sort: Sort::Player, shape: Shape::One };
        let of_seat = |seat| Expression { kind: Box::new(ExpressionKind::Constant(seat)), of: one.clone(), at };
        let seats = if definition.parameters.is_empty() { 0 } else { instance.seats() };
        for seat in (0..seats).map(Some).chain((seats == 0).then_some(None)) {
            let arguments = seat.map(|seat| of_seat(seat as i32)).into_iter().collect();
            let call =
                Expression { kind: Box::new(ExpressionKind::Call(id, arguments)), of: definition.of.clone(), at };
            let Ok(value) = run.clone().value(&call) else { continue };
            let sees = |viewer: &usize| {
                let mut run = run.clone();
                run.decider = Some(*viewer as i32);
                run.as_decider(|run| run.value(&call)).is_ok()
            };
            let seen = (0..instance.seats()).filter(sees).fold(0, |all, viewer| all | 1 << viewer);
            found.push((id, seat, value, seen));
        }
    }
    found
}

/// The things of each definition that are struck through, and who could have worked them out.
fn struck(run: &Run<'_>) -> Vec<(DefinitionId, Vec<i32>, Seats)> {
    let instance = run.game.instance;
    let mut found = Vec::new();
    for (index, definition) in instance.model.definitions.iter().enumerate().filter(|(_, one)| one.struck.is_some()) {
        let (id, at) = (DefinitionId::from(index), definition.at);
        let call = Expression { kind: Box::new(ExpressionKind::Call(id, Vec::new())), of: definition.of.clone(), at };
        let Ok(things) = run.clone().set(&call) else { continue };
        let sees = |viewer: &usize| {
            let mut run = run.clone();
            run.decider = Some(*viewer as i32);
            run.as_decider(|run| run.set(&call)).is_ok()
        };
        let seen = (0..instance.seats()).filter(sees).fold(0, |all, viewer| all | 1 << viewer);
        found.push((id, things, seen));
    }
    found
}

/// Whether an audience reads features of the component itself.
fn reads_features(audience: &Audience) -> bool {
    let (AudienceKind::Only(viewers) | AudienceKind::AllExcept(viewers)) = &audience.kind else { return false };
    let mut open: Vec<&Expression> = viewers.iter().collect();
    while let Some(next) = open.pop() {
        if matches!(next.kind.as_ref(), ExpressionKind::Local(local) if Some(*local) == audience.names.holder) {
            return true;
        }
        add_parts(next, &mut open);
    }
    false
}

/// Who takes part in a `simultaneous` that waits here.
fn alone(program: &Program, cells: &[i32]) -> Seats {
    let waits = program.code.get(cells[program.layout.pc as usize] as usize);
    let Some(Instruction::Gather(id)) = waits else { return 0 };
    let gathering = &program.gatherings[*id as usize];
    let (at, group) = (gathering.list.at as usize, cells[gathering.group as usize]);
    let rows = cells[at + 2..].chunks_exact(2).take(cells[at] as usize);
    rows.filter(|row| row[1] == group).fold(0, |all, row| all | 1 << row[0])
}

/// The how manieth of its kind a component is, and the kind.
pub(super) fn step(instance: &Instance, number: usize) -> (usize, usize) {
    let kind = instance.components[number].kind.index();
    (number - instance.kinds[kind].start as usize, kind)
}

impl<'g> Knowledge<'g> {
    /// At a position of this game.
    ///
    /// # Errors
    /// A fault of an audience.
    pub fn at(reference: &'g Reference<'g>, position: &Position) -> Result<Self, Fault> {
        let instance = reference.instance;
        let mut run = Run::new(reference, Source::Inputs(&[]));
        let (program, cells) = (position.game().program(), position.cells());
        run.world = world(instance, &program.layout, &cells);
        let seats = |sees: &dyn Fn(i32) -> Result<bool, Fault>| {
            let mut found: Seats = 0;
            for seat in 0..instance.seats() {
                found |= Seats::from(sees(seat as i32)?) << seat;
            }
            Ok::<Seats, Fault>(found)
        };
        let mut variables = Vec::new();
        for (id, cells) in run.world.variables.iter().enumerate() {
            let declared = &instance.model.variables[id];
            // Only where an index has a name one cell of a family may be seen by others than the next.
            let named = declared.audience.names.indices.iter().any(Option::is_some);
            let alike = if named { 1 } else { instance.family_size(&declared.index).max(1) };
            let mut seen = Vec::new();
            for slot in (0..cells.len()).step_by(alike) {
                seen.extend(vec![seats(&|seat| run.sees_variable(seat, (id, slot)))?; alike]);
            }
            variables.push(seen);
        }
        let places = (0..instance.places.len() as i32).map(|place| seats(&|seat| run.sees_place(seat, place)));
        let places: Vec<Seats> = places.collect::<Result<_, _>>()?;
        let mut components = Vec::new();
        for (component, place) in (0..).zip(&run.world.places) {
            // Only a pile shows more of one than of another.
            let ordered = instance.places[*place as usize].ordered;
            components.push(match ordered {
                true => seats(&|seat| run.sees_component(seat, component))?,
                false => places[*place as usize],
            });
        }
        let mut known = BTreeMap::new();
        let mut attributes = Vec::new();
        for (number, component) in instance.components.iter().enumerate() {
            let kind = &instance.model.kinds[component.kind.index()];
            let mut seen = Vec::new();
            for (index, attribute) in kind.attributes.iter().enumerate() {
                let sees = || seats(&|seat| run.sees_attribute(seat, number as i32, attribute));
                // Where one feature says who sees another it is another audience for each component.
                let own = attribute.audience.as_ref().is_some_and(reads_features).then_some(number);
                let key = (component.kind, index, component.owner, own);
                seen.push(match (&attribute.audience, known.get(&key)) {
                    (None, _) => components[number],
                    (Some(_), Some(seen)) => *seen,
                    (Some(_), None) => sees()?,
                });
                if attribute.audience.is_some() {
                    known.insert(key, seen[index]);
                }
            }
            attributes.push(seen);
        }
        let mut worded = run.clone();
        let called = (0..instance.components.len() as i32).map(|component| worded.called(component)).collect();
        let alone = alone(program, &cells);
        let (shown, struck) = (shown(&run), struck(&run));
        Ok(Self { instance, variables, places, components, attributes, shown, struck, alone, world: run.world, called })
    }

    /// Whether a viewer is shown another position than all the others: its own, with what it has chosen so far in secret.
    #[must_use]
    pub fn is_alone(&self, viewer: Viewer) -> bool {
        matches!(viewer, Viewer::Seat(seat) if self.alone >> seat & 1 == 1)
    }

    pub(super) fn sees(&self, viewer: Viewer, seats: Seats) -> bool {
        let all: Seats = (0..self.instance.seats()).fold(0, |all, seat| all | 1 << seat);
        match viewer {
            Viewer::All => true,
            Viewer::Nobody => seats & all == all,
            Viewer::Seat(seat) => seats >> seat & 1 == 1,
        }
    }

    pub(super) fn sees_place(&self, viewer: Viewer, place: usize) -> bool {
        self.sees(viewer, self.places[place])
    }

    pub(super) fn sees_component(&self, viewer: Viewer, component: usize) -> bool {
        self.sees(viewer, self.components[component])
    }

    pub(super) fn sees_attribute(&self, viewer: Viewer, component: usize, attribute: usize) -> bool {
        self.sees(viewer, self.attributes[component][attribute])
    }

    pub(super) fn sees_variable(&self, viewer: Viewer, variable: usize, slot: usize) -> bool {
        self.sees(viewer, self.variables[variable][slot])
    }

    pub(super) fn kind(&self, component: usize) -> &Kind {
        &self.instance.model.kinds[self.instance.components[component].kind.index()]
    }

    /// Every place that holds something, with what this viewer is to be told of it; of what lies in no order, sorted.
    #[must_use]
    pub fn places_told(&self, viewer: Viewer) -> Vec<(String, Holding)> {
        let words = Words::new(self.instance);
        let (look, named) = (self.look(viewer, false), self.look(viewer, true));
        let mut told = Vec::new();
        for (place, seen) in self.places.iter().enumerate() {
            let mut here = self.world.at(place as i32);
            if here.is_empty() {
                continue;
            }
            let ordered = self.instance.places[place].ordered;
            here.sort_by_key(|component| -self.world.heights[*component as usize]);
            let whole = |component: &i32| words.component(*component, &look);
            let holding = match (self.sees(viewer, *seen), ordered) {
                (true, true) => Holding::Ordered(here.iter().map(whole).collect()),
                (true, false) => Holding::Seen(counted(here.iter().map(whole))),
                (false, _) => {
                    let top = here.first().filter(|top| ordered && self.sees_component(viewer, **top as usize));
                    let counts = counted(here.iter().map(|component| words.hidden(*component, &look)));
                    Holding::Hidden { counts, top: top.map(whole) }
                }
            };
            told.push((words.place(place as i32, Form::Script, &named), holding));
        }
        told.sort();
        told
    }

    /// Every variable this viewer is to be told of, with its value; sorted.
    #[must_use]
    pub fn variables_told(&self, viewer: Viewer) -> Vec<(String, String)> {
        let (words, look) = (Words::new(self.instance), self.look(viewer, true));
        let mut told = Vec::new();
        for (id, cells) in self.world.variables.iter().enumerate() {
            let sort = &self.instance.model.variables[id].of.sort;
            for (slot, value) in cells.iter().enumerate() {
                if *value == UNSET || !self.sees_variable(viewer, id, slot) {
                    continue;
                }
                let component = matches!(sort, Sort::Component { .. }) && *value != NONE;
                let text = if component && !self.sees_component(viewer, *value as usize) {
                    words.unseen(self.kind(*value as usize))
                } else {
                    words.value(sort, *value, Form::Script, &look)
                };
                told.push((words.variable(VariableId::from(id), slot, Form::Script, &look), text));
            }
        }
        told.sort();
        told
    }

    /// What this viewer is to be told besides, in the order of the rules; of what is more than a number, without its value.
    #[must_use]
    pub fn shown_told(&self, viewer: Viewer) -> Vec<(DefinitionId, Option<usize>, Option<i32>)> {
        let told = self.shown.iter().filter(|(.., seen)| self.sees(viewer, *seen));
        told.map(|(id, seat, value, _)| {
            let sort = &self.instance.model.definitions[id.index()].of.sort;
            let named = matches!(sort, Sort::Component { .. } | Sort::Place { .. }) || *value == NONE;
            (*id, *seat, (!named).then_some(*value))
        })
        .collect()
    }

    /// Which things are struck through for this viewer, in the order of the rules.
    #[must_use]
    pub fn struck_told(&self, viewer: Viewer) -> Vec<(DefinitionId, Vec<Looks>)> {
        let told = self.struck.iter().filter(|(.., seen)| self.sees(viewer, *seen));
        told.map(|(id, things, _)| (*id, self.looks(viewer, things))).collect()
    }

    /// Some things as this viewer tells them apart, sorted.
    #[must_use]
    pub fn looks(&self, viewer: Viewer, things: &[i32]) -> Vec<Looks> {
        let (words, look) = (Words::new(self.instance), self.look(viewer, false));
        let lies = |thing: i32| (self.world.places[thing as usize], self.world.heights[thing as usize]);
        let mut looks: Vec<Looks> = things.iter().map(|thing| (lies(*thing), words.component(*thing, &look))).collect();
        looks.sort();
        looks
    }

    /// With `as` texts, in names, or without, in descriptions.
    fn look(&self, viewer: Viewer, called: bool) -> Told<'_> {
        Told { known: self, viewer, called }
    }

    /// Whether zones or variables belong to each component of this kind.
    pub(super) fn owns(&self, kind: usize) -> bool {
        let owner = |sort: OwnerSort| matches!(sort, OwnerSort::Kind(owner) if owner.index() == kind);
        let model = &self.instance.model;
        let zones = model.areas.iter().any(|area| matches!(&area.kind, AreaKind::Zone(zone) if owner(zone.owner)));
        let boxes =
            self.instance.places.iter().any(|place| matches!(place.class, PlaceClass::Box(sort) if owner(sort)));
        zones || boxes || model.variables.iter().any(|variable| owner(variable.owner))
    }
}

/// Words with their numbers, sorted.
fn counted(words: impl Iterator<Item = String>) -> Vec<(String, u32)> {
    let mut counts = BTreeMap::new();
    words.for_each(|word| *counts.entry(word).or_insert(0) += 1);
    counts.into_iter().collect()
}

/// What the engine shows, in the order of [`Knowledge::places_told`].
#[must_use]
pub fn sorted(places: &[(String, Holding)]) -> Vec<(String, Holding)> {
    let counts = |things: &[(String, u32)]| {
        let mut things = things.to_vec();
        things.sort();
        things
    };
    let holding = |holding: &Holding| match holding {
        Holding::Seen(things) => Holding::Seen(counts(things)),
        Holding::Ordered(things) => Holding::Ordered(things.clone()),
        Holding::Hidden { counts: things, top } => Holding::Hidden { counts: counts(things), top: top.clone() },
    };
    let mut sorted: Vec<_> = places.iter().map(|(name, things)| (name.clone(), holding(things))).collect();
    sorted.sort();
    sorted
}

/// A look through the eyes of a viewer.
struct Told<'k> {
    known: &'k Knowledge<'k>,
    viewer: Viewer,
    called: bool,
}

impl Look for Told<'_> {
    fn attribute(&self, component: i32, cell: usize) -> i32 {
        self.known.world.attributes[component as usize][cell]
    }

    fn called(&self, component: i32) -> Option<String> {
        self.called.then(|| self.known.called[component as usize].clone()).flatten()
    }

    fn shows(&self, component: i32) -> bool {
        self.known.sees_component(self.viewer, component as usize)
    }

    fn sees(&self, component: i32, attribute: usize) -> bool {
        self.known.sees_attribute(self.viewer, component as usize, attribute)
    }

    fn kind(&self, name: &str) -> String {
        if self.called { noun(name) } else { name.replace('_', " ") }
    }
}
