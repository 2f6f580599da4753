//! A position as a seat sees it, as numbers. Where anything is hidden it is written from what the seat is told and from nothing else.

mod from_cells;
mod lately;
mod written;

use std::collections::HashMap;

use rulehound_interpreter::cells;
use rulehound_interpreter::model::value::NONE;
use rulehound_interpreter::play::{
    self, Bound, Contents, Game, Group, Look, PlayError, Position, Sheet, Unsaid, Viewer,
};

use crate::class::Who;
use crate::layout::{Layout, NO, Row};

pub use from_cells::from_cells;
pub use lately::events;
use written::{add, put, variable, write};

/// What a seat sees of a position.
pub struct Sight<'p> {
    game: &'p Game,
    layout: &'p Layout,
    position: &'p Position,
    who: Who,
    seen: Seen,
}

/// Where it is taken from.
enum Seen {
    /// Nothing is hidden: the cells of the position.
    Cells(Vec<i32>),
    /// What is told, with the class, if that is seen, and place of each component.
    Told(Box<Sheet>, HashMap<i32, (Option<u32>, i32)>),
}

impl<'p> Sight<'p> {
    /// Of a seat.
    pub fn of(game: &'p Game, layout: &'p Layout, position: &'p Position, seat: usize) -> Self {
        if game.is_open() {
            return Self::of_all(game, layout, position, seat);
        }
        let sheet = Sheet::of(position, Viewer::Seat(seat));
        let mut lying = HashMap::new();
        for lot in &sheet.places {
            let Unsaid(place) = lot.place.number;
            if let Contents::Hidden { counts, .. } = &lot.contents {
                let hidden = counts.iter().flat_map(|group| &group.members.0);
                lying.extend(hidden.map(|component| (*component, (None, place))));
            }
            for group in lot.contents.seen() {
                let class = layout.classes.of_look(&group.look);
                lying.extend(group.members.0.iter().map(|component| (*component, (class, place))));
            }
        }
        let who = Who { viewer: seat, seats: game.instance().seats() };
        Self { game, layout, position, who, seen: Seen::Told(Box::new(sheet), lying) }
    }

    /// Of somebody at a seat who sees everything.
    pub fn of_all(game: &'p Game, layout: &'p Layout, position: &'p Position, seat: usize) -> Self {
        let who = Who { viewer: seat, seats: game.instance().seats() };
        Self { game, layout, position, who, seen: Seen::Cells(position.cells()) }
    }

    /// A seat, counted from this one on.
    pub fn turned(&self, seat: i32) -> i32 {
        self.who.turned(seat)
    }

    /// A place as it is seen from here.
    pub fn place(&self, place: i32) -> i32 {
        self.layout.classes.seen_from(self.who.viewer, place)
    }

    /// The class of a component, or its kind where that is not seen; and where it lies.
    pub fn lies(&self, component: i32) -> Option<(Result<u32, usize>, i32)> {
        let (class, place) = match &self.seen {
            Seen::Cells(cells) => {
                let place = cells::place_of(self.game.program(), cells.as_slice(), component);
                (self.layout.classes.of_component(component), place)
            }
            Seen::Told(_, lying) => *lying.get(&component)?,
        };
        let kind = self.game.instance().component(component)?.kind.index();
        let class = class.map(|class| self.layout.classes.turned(self.who.viewer, class));
        Some((class.ok_or(kind), self.place(place)))
    }

    /// An option as numbers: which decision, which way, its values; of a component what it is (or -1 less its kind) and where it lies.
    pub fn row(&self, bound: &Bound, (way, values): &(usize, Vec<i32>), out: &mut Vec<i32>) {
        use rulehound_interpreter::model::Sort;
        let number = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
        out.extend([bound.decision.cast_signed(), number(*way)]);
        let names = bound.ways.get(*way).map(|way| way.names.as_slice()).unwrap_or_default();
        for (value, (_, sort)) in values.iter().zip(names.iter().cycle()) {
            match sort {
                Sort::Player => out.push(self.turned(*value)),
                Sort::Place { .. } => out.push(self.place(*value)),
                Sort::Component { .. } => match self.lies(*value) {
                    Some((Ok(class), place)) => out.extend([class.cast_signed(), place]),
                    Some((Err(kind), place)) => out.extend([-1 - number(kind), place]),
                    None => out.extend([NONE, NONE]),
                },
                _ => out.push(*value),
            }
        }
    }

    /// Writes it as numbers.
    ///
    /// # Errors
    /// A fault of the rules in what is asked.
    pub fn write(&self, out: &mut [f32]) -> Result<(), PlayError> {
        let decision = self.position.bound(self.who.viewer)?.map(|bound| bound.decision);
        self.write_asked(decision, out);
        Ok(())
    }

    /// The same for those who know which decision it is.
    pub fn write_asked(&self, decision: Option<u32>, out: &mut [f32]) {
        out.fill(0.0);
        waits(self.layout, self.who, self.position.deciders().into_iter(), decision, out);
        match &self.seen {
            Seen::Cells(cells) => from_cells(self.layout, self.game.program(), cells, self.who, out),
            Seen::Told(sheet, _) => self.write_told(sheet, out),
        }
    }

    fn write_told(&self, sheet: &Sheet, out: &mut [f32]) {
        let viewer = self.who.viewer;
        for lot in &sheet.places {
            let Unsaid(place) = lot.place.number;
            let row = at(&self.layout.rows, viewer, place);
            match &lot.contents {
                Contents::Seen(groups) => groups.iter().for_each(|group| self.group(group, true, (place, row), out)),
                Contents::Pile(groups) => {
                    groups.iter().for_each(|group| self.group(group, true, (place, row), out));
                    let top = at(&self.layout.tops, viewer, place);
                    groups.first().into_iter().for_each(|group| self.group(group, true, (place, top), out));
                }
                Contents::Hidden { counts, top } => {
                    counts.iter().for_each(|group| self.group(group, false, (place, row), out));
                    let at_top = at(&self.layout.tops, viewer, place);
                    top.iter().for_each(|group| self.group(group, true, (place, at_top), out));
                }
            }
        }
        for entry in &sheet.variables {
            let Some(row) = self.layout.variables.get(entry.variable.index()) else { continue };
            let instance = self.game.instance();
            let declared = instance.model.variables.get(entry.variable.index());
            let cell = entry.fixed.or_else(|| instance.family_offset(&declared?.index, &entry.indices));
            let Some(cell) = cell else { continue };
            self.variable(row, cell, &entry.value, out);
        }
    }

    /// Things that look alike.
    fn group(&self, group: &Group, seen: bool, (place, row): (i32, u32), out: &mut [f32]) {
        let columns = self.layout.columns_of.get(usize::try_from(place).unwrap_or(usize::MAX));
        let Some(columns) = columns.and_then(|number| self.layout.columns.get(*number as usize)) else { return };
        let Look { kind, features, .. } = &group.look;
        let class = self.layout.classes.of_look(&group.look).filter(|_| seen);
        let column = match class {
            Some(class) => columns.classes.get(self.layout.classes.turned(self.who.viewer, class) as usize),
            None => columns.hidden.get(kind.index()),
        };
        let count = group.count as f32;
        add(out, row, column.copied().unwrap_or(NO), count);
        let declared = self.game.instance().model.kinds.get(kind.index());
        for (feature, cell, told) in features {
            let Some(attribute) = declared.and_then(|kind| kind.attributes.get(*feature)) else { continue };
            let at = (kind.index(), attribute.first_cell + cell);
            if let Some((column, code)) = columns.features.get(&at) {
                let value = plain(told);
                write(code, self.who, self.layout, value, count, row.saturating_add(*column) as usize, out);
            }
        }
    }

    fn variable(&self, row: &Row, cell: usize, told: &play::Told, out: &mut [f32]) {
        let value = plain(told);
        variable(self.layout, row, self.who, cell, value, out);
    }
}

/// A value that is told, as the game has it; of a component only that there is one.
fn plain(told: &play::Told) -> i32 {
    match told {
        play::Told::Nothing => NONE,
        play::Told::Plain(value) => *value,
        play::Told::Component { .. } => 0,
        play::Told::Place(place) => place.fixed.unwrap_or(0),
    }
}

fn at(table: &[Vec<u32>], viewer: usize, place: i32) -> u32 {
    table.get(viewer).and_then(|rows| rows.get(usize::try_from(place).ok()?)).copied().unwrap_or(NO)
}

/// Whose seat it is, who decides, and what the viewer is asked.
pub fn waits(layout: &Layout, who: Who, deciders: impl Iterator<Item = usize>, decision: Option<u32>, out: &mut [f32]) {
    put(out, layout.seat + who.viewer, 1.0);
    for seat in deciders {
        let turned = who.turned(i32::try_from(seat).unwrap_or(0)).unsigned_abs() as usize;
        put(out, layout.deciders + turned, 1.0);
    }
    if let Some(decision) = decision {
        put(out, layout.decision + decision as usize, 1.0);
    }
}
