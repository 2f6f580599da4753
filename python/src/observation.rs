//! A position as a seat sees it, as numbers. Where anything is hidden it is written from what the seat is told and from nothing else.

use std::collections::HashMap;
use std::sync::Arc;

use rulehound::{EventKind, Position as Told};
use rulehound_interpreter::cells::{self, Cells};
use rulehound_interpreter::model::value::{NONE, UNSET};
use rulehound_interpreter::play::{
    self, Bound, Contents, Game, Group, Look, PlayError, Position, Sheet, Unsaid, Viewer,
};
use rulehound_interpreter::program::{Feature, Program};

use crate::class::Who;
use crate::layout::{Code, EACH_TOLD, Layout, NO, TOLD};

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

    fn variable(&self, row: &crate::layout::Row, cell: usize, told: &play::Told, out: &mut [f32]) {
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

fn add(out: &mut [f32], row: u32, column: u32, count: f32) {
    if row != NO
        && column != NO
        && let Some(slot) = out.get_mut((row + column) as usize)
    {
        *slot += count;
    }
}

fn put(out: &mut [f32], index: usize, value: f32) {
    if let Some(slot) = out.get_mut(index) {
        *slot += value;
    }
}

/// Writes a value from an index on, so many times.
fn write(code: &Code, who: Who, layout: &Layout, value: i32, count: f32, first: usize, out: &mut [f32]) {
    if value == NONE || value == UNSET {
        return;
    }
    match code {
        Code::Scaled { least, greatest } => {
            let range = (f64::from(*greatest) - f64::from(*least)).max(1.0);
            let scaled = (f64::from(value) - f64::from(*least)) / range;
            put(out, first, scaled as f32 * count);
        }
        Code::Each { least, count: width } => {
            if let Some(step) = value.checked_sub(*least).and_then(|step| usize::try_from(step).ok())
                && step < *width
            {
                put(out, first + step, count);
            }
        }
        Code::Seats(_) => put(out, first + who.turned(value).unsigned_abs() as usize, count),
        Code::Places(width) => {
            let place = layout.classes.seen_from(who.viewer, value).unsigned_abs() as usize;
            if place < *width {
                put(out, first + place, count);
            }
        }
        Code::Some => put(out, first, count),
    }
}

fn variable(layout: &Layout, row: &crate::layout::Row, who: Who, cell: usize, value: i32, out: &mut [f32]) {
    if value == UNSET {
        return;
    }
    let width = 1 + row.code.width();
    let Some(slot) = row.cells.get(who.viewer).and_then(|cells| cells.get(cell)) else { return };
    let first = row.first + *slot as usize * width;
    put(out, first, 1.0);
    write(&row.code, who, layout, value, 1.0, first + 1, out);
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

/// Writes what lies where and what variables hold from the cells of a position of which nothing is hidden.
pub fn from_cells(layout: &Layout, program: &Program, cells: &[i32], who: Who, out: &mut [f32]) {
    match layout.direct(who.viewer).filter(|_| layout.plain) {
        Some(direct) => lying_directly(layout, program, cells, direct, out),
        None => lying(layout, program, cells, who, out),
    }
    for (row, first) in layout.variables.iter().zip(&program.layout.variables) {
        let count = row.cells.first().map_or(0, Vec::len);
        let size = if row.pooled {
            row.cells.first().and_then(|cells| cells.iter().max()).map_or(1, |most| *most as usize + 1)
        } else {
            count
        };
        for cell in 0..count {
            let value = cells.read(first + u32::try_from(cell).unwrap_or(0));
            variable(layout, row, who, if row.pooled { cell % size.max(1) } else { cell }, value, out);
        }
    }
}

/// The same where all there is to say of components is where they lie.
fn lying_directly(layout: &Layout, program: &Program, cells: &[i32], direct: &[u32], out: &mut [f32]) {
    let classes = layout.classes.len();
    let lying = cells.get(program.layout.lying as usize..).unwrap_or_default();
    for (place, class) in lying.iter().zip(layout.classes.by_component()) {
        let slot = direct.get((*place as u32 as usize).wrapping_mul(classes).wrapping_add(*class as usize));
        if let Some(slot) = slot.and_then(|slot| out.get_mut(*slot as usize)) {
            *slot += 1.0;
        }
    }
}

fn lying(layout: &Layout, program: &Program, cells: &[i32], who: Who, out: &mut [f32]) {
    let viewer = who.viewer;
    let (Some(rows), Some(tops)) = (layout.rows.get(viewer), layout.tops.get(viewer)) else { return };
    let turned = layout.classes.turned_all(viewer);
    let lying = cells.get(program.layout.lying as usize..).unwrap_or_default();
    let mut highest: Vec<(i32, i32, i32)> = Vec::new();
    for ((number, place), class) in (0..).zip(lying).zip(layout.classes.by_component()) {
        let Ok(index) = usize::try_from(*place) else { continue };
        let (Some(row), Some(columns)) = (rows.get(index), layout.columns_of.get(index)) else { continue };
        let Some(columns) = layout.columns.get(*columns as usize) else { continue };
        let class = turned.get(*class as usize).copied().unwrap_or(0);
        let column = columns.classes.get(class as usize).copied().unwrap_or(NO);
        add(out, *row, column, 1.0);
        if !columns.features.is_empty() {
            features(layout, program, cells, who, (number, columns, *row), out);
        }
        if tops.get(index).is_some_and(|top| *top != NO) {
            let height = cells::height(program, cells, number);
            match highest.iter_mut().find(|(at, ..)| at == place) {
                Some(top) if top.1 < height => *top = (*place, height, number),
                Some(_) => {}
                None => highest.push((*place, height, number)),
            }
        }
    }
    for (place, _, number) in highest {
        let index = usize::try_from(place).unwrap_or(usize::MAX);
        let Some(columns) = layout.columns_of.get(index).and_then(|at| layout.columns.get(*at as usize)) else {
            continue;
        };
        let (row, class) = (tops.get(index).copied().unwrap_or(NO), layout.classes.of_component(number).unwrap_or(0));
        let class = layout.classes.turned(viewer, class);
        add(out, row, columns.classes.get(class as usize).copied().unwrap_or(NO), 1.0);
        features(layout, program, cells, who, (number, columns, row), out);
    }
}

fn features(
    layout: &Layout,
    program: &Program,
    cells: &[i32],
    who: Who,
    (number, columns, row): (i32, &crate::layout::Columns, u32),
    out: &mut [f32],
) {
    let Some(kind) = cells::kind_of(program, number) else { return };
    let Some(ground) = program.ground.kinds.get(kind.index()) else { return };
    for (cell, feature) in ground.features.iter().enumerate() {
        let Feature::Cells(first) = feature else { continue };
        let Some((column, code)) = columns.features.get(&(kind.index(), cell)) else { continue };
        let value = cells.read(first + (number - ground.first).unsigned_abs());
        write(code, who, layout, value, 1.0, row.saturating_add(*column) as usize, out);
    }
}

/// The last events that a seat was told, the latest first: which sort, who, from which place to which, and what was said of it.
pub fn events(layout: &Layout, history: &[Arc<Told>], seat: usize, out: &mut [f32]) {
    out.fill(0.0);
    let mut rows = out.chunks_mut(EACH_TOLD).take(TOLD);
    for position in history.iter().rev() {
        let Some(viewer) = position.game().seats().nth(seat) else { return };
        let who = Who { viewer: seat, seats: position.game().seats().len() };
        for event in position.events(viewer).unwrap_or_default().iter().rev() {
            let Some(row) = rows.next() else { return };
            event_row(layout, who, event, row);
        }
    }
}

fn event_row(layout: &Layout, who: Who, event: &rulehound::Event, row: &mut [f32]) {
    let (sort, seat, places, words) = match &event.kind {
        EventKind::PhaseBegan { phase, .. } => (0, None, [None, None], phase.as_str()),
        EventKind::Chosen { seat, text } => (1, Some(seat.index()), [None, None], text.as_deref().unwrap_or("")),
        EventKind::Joined { .. } => (2, None, [None, None], ""),
        EventKind::Moved { moves, .. } => {
            let first = moves.first();
            let id = |place: Option<&rulehound::Place>| place.map(|place| place.id());
            let from = first.and_then(|one| id(one.from_place.as_ref()));
            let to = first.and_then(|one| id(one.to_place.as_ref()));
            (3, None, [from, to], first.map_or("", |one| one.what.as_str()))
        }
        EventKind::Set { what, value } | EventKind::Rolled { what, value } => {
            put(row, 12, digest(value));
            (4, None, [None, None], what.as_str())
        }
        EventKind::DrawnByLot { value, .. } => (5, None, [None, None], value.as_str()),
        EventKind::Shuffled { pile } => (6, None, [None, None], pile.as_str()),
        EventKind::Shown { what, .. } => (7, None, [None, None], what.as_str()),
        EventKind::Said { words, .. } => (7, None, [None, None], words.as_str()),
        EventKind::Triggered { trigger, .. } => (0, None, [None, None], trigger.as_str()),
        _ => (2, None, [None, None], ""),
    };
    put(row, sort, 1.0);
    if let Some(seat) = seat {
        let turned = who.turned(i32::try_from(seat).unwrap_or(0));
        put(row, 8, (turned + 1) as f32 / who.seats.max(1) as f32);
    }
    let count = layout.columns_of.len().max(1) as f32;
    for (index, place) in [9, 10].into_iter().zip(places) {
        if let Some(place) = place {
            let place = layout.classes.seen_from(who.viewer, i32::try_from(place).unwrap_or(0));
            put(row, index, (place + 1) as f32 / count);
        }
    }
    put(row, 11, digest(words));
}

/// Words as a number from 0 to 1: the same for the same words, and for no others but by chance.
fn digest(words: &str) -> f32 {
    if words.is_empty() {
        return 0.0;
    }
    let hash = rulehound_interpreter::hash::hash(words.as_bytes());
    (hash >> 40) as f32 / (1u64 << 24) as f32
}
