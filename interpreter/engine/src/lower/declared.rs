//! The declared part of a position: result, variables, components, bits.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::{Lowering, Taker};
use crate::cells;
use crate::instance::{Component, Instance, to_value};
use crate::program::{Addr, Layout, NotedGroup, NotesCode};
use rulehound_rules::facts::{noted, walk};
use rulehound_rules::model::{Kind, KindId, Model, StatementKind, VariableId, Watch, Win};

/// Of how many places of all groups together it is worked out beforehand what a component there adds to a hash: half a megabyte.
const MOST_PLACES_KNOWN: usize = 1 << 15;

impl Lowering<'_> {
    /// Lays out the declared part, then the cells of control.
    pub(super) fn declare(&mut self) {
        let seats = u32::try_from(self.instance().seats()).unwrap_or(u32::MAX);
        let mut layout = Layout { over: self.cells(1), places: self.cells(seats), ..Layout::default() };
        for id in 0..self.model.variables.len() {
            let count = self.instance().variable_cells(VariableId::from(id));
            let count = u32::try_from(count).unwrap_or(u32::MAX);
            layout.variables.push(self.cells_for(count, Taker::Variable(VariableId::from(id))));
        }
        layout.lying = self.cells(u32::try_from(self.instance().components.len()).unwrap_or(u32::MAX));
        for (id, kind) in self.model.kinds.iter().enumerate() {
            let count = self.instance().kinds.get(id).map_or(0, |range| u32::try_from(range.len()).unwrap_or(u32::MAX));
            let mut firsts = vec![None; kind.cells];
            for attribute in kind.attributes.iter().filter(|attribute| !attribute.printed) {
                for slot in firsts.iter_mut().skip(attribute.first_cell).take(attribute.cells) {
                    *slot = Some(self.cells_for(count, Taker::Kind(KindId::from(id))));
                }
            }
            layout.attributes.push(firsts);
            let piled = self.instance().piled(KindId::from(id));
            layout.heights.push(piled.then(|| self.cells_for(count, Taker::Kind(KindId::from(id)))));
        }
        let prints = prints(self.instance());
        self.program.groups = groups(self.instance(), &prints, |kind| is_plain(self.model, kind));
        self.program.ground = self.ground(&prints, &layout);
        layout.bits = self.next;
        let bits: Vec<u32> = self.model.triggers.iter().map(|trigger| self.bits(&trigger.watch)).collect();
        self.cells(bits.iter().sum());
        layout.declared = self.next;
        layout.keys_each = self.most_keys();
        layout.keys = self.cells(layout.keys_each.saturating_mul(seats));
        layout.keys_used = self.cells(1);
        layout.pc = self.cells(1);
        layout.decider = self.cells(1);
        layout.in_when = self.cells(1);
        layout.pending = self.cells(1);
        layout.chances = self.cells(1);
        layout.turns = self.cells(1);
        if noted::is_asked(self.model) {
            let at = self.cells(1);
            self.program.notes = Some(self.noted(at, &layout, &prints));
        }
        self.program.layout = layout;
    }

    /// How many bits a trigger has: one for each element of its fixed set.
    pub(super) fn bits(&self, watch: &Watch) -> u32 {
        match watch {
            Watch::When { binder: Some(binder), .. } => self.bound(&binder.set.of),
            Watch::When { binder: None, .. } => 1,
            Watch::Move { .. } | Watch::Rule { .. } => 0,
        }
    }

    /// Of what a position that is noted consists.
    fn noted(&self, at: Addr, layout: &Layout, prints: &[i32]) -> NotesCode {
        let of_component = |number: i32| {
            let place = u32::try_from(number).ok().map(|number| layout.lying + number);
            let height = cells::component(&self.program, number).and_then(|it| it.height);
            place.into_iter().chain(height).chain(cells::changing(&self.program, number)).collect::<Vec<Addr>>()
        };
        let places = self.program.ground.places.len();
        let same = groups(self.instance(), prints, |kind| noted::are_the_same(self.model, kind));
        let few = same.len().saturating_mul(places) <= MOST_PLACES_KNOWN;
        let group = |(number, components): (usize, Vec<i32>)| {
            let cells: Vec<Vec<Addr>> = components.iter().map(|number| of_component(*number)).collect();
            let width = cells.first().map_or(1, Vec::len);
            let of_place = if few && width == 1 { cells::of_places(number, places) } else { Vec::new() };
            let cells = cells.concat();
            NotedGroup { components, width, rows: ranges(cells.iter().copied()), cells, of_place }
        };
        let groups: Vec<NotedGroup> = same.into_iter().enumerate().map(group).collect();
        let variables = self.model.variables.iter().zip(variable_cells(layout));
        let holding = variables.filter(|(variable, _)| noted::holds_the_same(self.model, variable));
        let holders: Vec<Addr> = holding.flat_map(|(_, cells)| cells).collect();
        let grouped = groups.iter().flat_map(|group| group.cells.iter().copied());
        let apart: BTreeSet<Addr> = grouped.chain(holders.iter().copied()).collect();
        let all = noted_cells(self.model, layout).into_iter().flatten();
        NotesCode { at, alone: ranges(all.filter(|cell| !apart.contains(cell))), holders, groups }
    }

    fn most_keys(&self) -> u32 {
        let clauses = self.model.runnables.iter().flat_map(|runnable| &runnable.clauses).map(|clause| &clause.body);
        let bodies = clauses.chain(self.model.triggers.iter().map(|trigger| &trigger.body));
        let keys = bodies.flat_map(walk::statements).map(|statement| match &statement.kind {
            StatementKind::Win(Win::Ranked(_, keys)) => keys.len(),
            _ => 0,
        });
        u32::try_from(to_value(keys.max().unwrap_or(0))).unwrap_or(0)
    }
}

/// The cells of a position that is noted: variables that somebody speaks of, and all of components.
fn noted_cells(model: &Model, layout: &Layout) -> Vec<Range<Addr>> {
    let variables = model.variables.iter().zip(variable_cells(layout));
    let spoken = variables.filter(|(variable, _)| noted::is_noted(variable));
    spoken.map(|(_, cells)| cells).chain(std::iter::once(layout.lying..layout.bits)).collect()
}

/// The cells of each variable.
fn variable_cells(layout: &Layout) -> impl Iterator<Item = Range<Addr>> {
    let ends = layout.variables.iter().skip(1).chain([&layout.lying]);
    layout.variables.iter().zip(ends).map(|(first, end)| *first..*end)
}

/// Ascending cells as ranges.
fn ranges(cells: impl Iterator<Item = Addr>) -> Vec<Range<Addr>> {
    let mut found: Vec<Range<Addr>> = Vec::new();
    for cell in cells {
        match found.last_mut() {
            Some(last) if last.end == cell => last.end = cell + 1,
            _ => found.push(cell..cell + 1),
        }
    }
    found
}

fn is_plain(model: &Model, kind: KindId) -> bool {
    model.kinds.get(kind.index()).is_some_and(|kind| kind.plain)
}

/// Components of some kinds that only their state can tell apart.
fn groups(instance: &Instance, prints: &[i32], is_meant: impl Fn(KindId) -> bool) -> Vec<Vec<i32>> {
    let mut groups: BTreeMap<(KindId, i32, i32), Vec<i32>> = BTreeMap::new();
    for (number, (component, print)) in (0..).zip(instance.components.iter().zip(prints)) {
        if is_meant(component.kind) {
            groups.entry((component.kind, component.owner, *print)).or_default().push(number);
        }
    }
    groups.into_values().filter(|group| group.len() > 1).collect()
}

/// For each component the first line of `make` that prints the same: only what is printed tells lines apart.
fn prints(instance: &Instance) -> Vec<i32> {
    let printed = |kind: &Kind, values: &[i32]| -> Vec<i32> {
        let attributes = kind.attributes.iter().filter(|attribute| attribute.printed);
        let cells = attributes.flat_map(|attribute| attribute.first_cell..attribute.first_cell + attribute.cells);
        cells.filter_map(|cell| values.get(cell).copied()).collect()
    };
    let firsts: Vec<Vec<i32>> = instance
        .model
        .kinds
        .iter()
        .map(|kind| {
            let lines: Vec<Vec<i32>> = kind.made.iter().map(|line| printed(kind, &line.values)).collect();
            lines.iter().map(|line| to_value(lines.iter().position(|other| other == line).unwrap_or(0))).collect()
        })
        .collect();
    let first = |component: &Component| firsts.get(component.kind.index()).and_then(|lines| lines.get(component.made));
    instance.components.iter().map(|component| first(component).copied().unwrap_or(0)).collect()
}
