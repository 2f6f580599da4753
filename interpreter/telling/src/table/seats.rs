//! The players, one row each: what is short stands in columns, what is long beneath.

use super::BETWEEN;
use super::ways::{Way, ways};
use crate::scene::{Held, SeatScene, Source, Spot};
use crate::wrap::{capital, width, wrapped};
use rulehound_engine::instance::Instance;
use rulehound_engine::words::possessive;
use rulehound_rules::model::AreaId;

/// The widest cell of a column; what is longer has a line of its own.
const WIDEST: usize = 18;

/// The mark of whoever is to decide.
const DECIDES: &str = "▸ ";

/// Where a player has nothing.
const NOTHING: &str = "–";

/// Where it is not told what a player has, or whether.
const VEILED: &str = "hidden";

/// What stands in a column: a value or a zone, and which of its family. Values stand first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Of {
    Value(Source),
    Spot(AreaId, usize),
}

#[derive(Clone)]
struct Column {
    of: Of,
    head: String,
    /// For each player, as they stand in the scene.
    cells: Vec<Option<Cell>>,
    right: bool,
}

#[derive(Clone)]
struct Cell {
    text: String,
    /// What stands for it where it is too long.
    instead: Option<String>,
}

impl Cell {
    fn is_short(&self) -> bool {
        width(&self.text) <= WIDEST
    }

    fn shown(&self) -> &str {
        self.instead.as_ref().filter(|_| !self.is_short()).unwrap_or(&self.text)
    }
}

/// The rows of all players in lines of this width.
pub fn rows(seats: &[SeatScene], instance: &Instance, most: usize) -> Vec<String> {
    let all = columns(seats, &ways(seats, instance));
    let short: Vec<Column> = all.iter().filter_map(Column::shortened).collect();
    let mut lines = Vec::new();
    let mut side_by_side = in_columns(seats, &short);
    if side_by_side.iter().any(|line| width(line) > most) {
        // Heads of columns say what lies there.
        side_by_side = in_columns(seats, &short.iter().map(Column::narrowed).collect::<Vec<_>>());
    }
    if short.is_empty() {
    } else if seats.len() > 1 && side_by_side.iter().all(|line| width(line) <= most) {
        lines.extend(side_by_side);
    } else {
        one_by_one(seats, &short, most, &mut lines);
    }
    for (row, seat) in seats.iter().enumerate() {
        for column in &all {
            if let Some(cell) = column.cells.get(row).and_then(Option::as_ref).filter(|cell| !cell.is_short()) {
                let text = format!("{} {}: {}", capital(&possessive(&seat.name)), column.head, cell.text);
                wrapped(&text, 0, most, &mut lines);
            }
        }
    }
    lines
}

impl Column {
    /// The column with nothing long in it; none if nothing would be left.
    fn shortened(&self) -> Option<Self> {
        let short = |cell: &&Cell| cell.is_short();
        let held = |cell: &Option<Cell>| cell.clone().filter(|cell| cell.is_short() || cell.instead.is_some());
        self.cells.iter().flatten().find(short)?;
        Some(Self { cells: self.cells.iter().map(held).collect(), ..self.clone() })
    }

    /// The same with `6 hidden` for `6 cards, hidden`.
    fn narrowed(&self) -> Self {
        let narrow = |cell: &Cell| {
            let text = cell.shown().to_owned();
            let words: Vec<&str> = text.split(' ').collect();
            let narrow = match words.as_slice() {
                [count, kind, "hidden"] if kind.ends_with(',') && count.parse::<u32>().is_ok() => {
                    format!("{count} hidden")
                }
                _ => text,
            };
            Cell { text: narrow, instead: None }
        };
        Self { cells: self.cells.iter().map(|cell| cell.as_ref().map(narrow)).collect(), ..self.clone() }
    }

    fn width(&self) -> usize {
        let cells = self.cells.iter().map(|cell| cell.as_ref().map_or(1, |cell| width(cell.shown())));
        cells.max().unwrap_or(0).max(width(&self.head))
    }

    fn padded(&self, text: &str) -> String {
        let blanks = " ".repeat(self.width().saturating_sub(width(text)));
        if self.right { format!("{blanks}{text}") } else { format!("{text}{blanks}") }
    }
}

/// All that some player has, in the order of the rules: variables first.
fn columns(seats: &[SeatScene], ways: &[Way]) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    for way in ways {
        let cells = way.cells.iter().map(|text| Some(Cell { text: text.clone(), instead: None })).collect();
        columns.push(Column { of: Of::Spot(way.area, 0), head: way.head.clone(), cells, right: false });
    }
    for (row, seat) in seats.iter().enumerate() {
        for value in &seat.values {
            let of = Of::Value(value.of);
            let right = matches!(value.value, Held::Number(_));
            let told = Cell { text: value.value.to_string(), instead: None };
            cell(&mut columns, (of, &value.name, right), (row, seats.len()), told);
        }
        let elsewhere = |spot: &&Spot| ways.iter().all(|way| way.area != spot.area);
        for spot in seat.spots.iter().filter(elsewhere) {
            let of = Of::Spot(spot.area, spot.index);
            let told = Cell { text: spot.lying.marked(), instead: Some(spot.all.clone()) };
            cell(&mut columns, (of, &spot.name, false), (row, seats.len()), told);
        }
    }
    columns.iter_mut().for_each(|column| veil(column, seats));
    columns.sort_by_key(|column| column.of);
    columns
}

/// What the viewer does not see of others stands apart from what they do not have, in columns in which somebody has something.
fn veil(column: &mut Column, seats: &[SeatScene]) {
    let Of::Value(source) = column.of else { return };
    // A head is left out where its column says what a player is, and what is long stands beneath.
    if column.head.is_empty() || !column.cells.iter().flatten().any(Cell::is_short) {
        return;
    }
    for (cell, _) in column.cells.iter_mut().zip(seats).filter(|(_, seat)| seat.unseen.contains(&source)) {
        cell.get_or_insert_with(|| Cell { text: VEILED.to_owned(), instead: None });
    }
}

fn cell(columns: &mut Vec<Column>, (of, head, right): (Of, &str, bool), (row, rows): (usize, usize), told: Cell) {
    let at = columns.iter().position(|column| column.of == of).unwrap_or_else(|| {
        columns.push(Column { of, head: head.to_owned(), cells: vec![None; rows], right });
        columns.len() - 1
    });
    if let Some(cell) = columns.get_mut(at).and_then(|column| column.cells.get_mut(row)) {
        *cell = Some(told);
    }
}

fn in_columns(seats: &[SeatScene], columns: &[Column]) -> Vec<String> {
    let names = seats.iter().map(|seat| width(&seat.name)).max().unwrap_or(0);
    let mark = width(DECIDES);
    let mut head = " ".repeat(mark + names);
    for column in columns {
        head.push_str(&format!("  {}", column.padded(&column.head)));
    }
    let row = |(row, seat): (usize, &SeatScene)| {
        let mut line = format!("{:<mark$}{:<names$}", if seat.decides { DECIDES } else { "" }, seat.name);
        for column in columns {
            let text = column.cells.get(row).and_then(Option::as_ref).map_or(NOTHING, Cell::shown);
            line.push_str(&format!("  {}", column.padded(text)));
        }
        line.trim_end().to_owned()
    };
    [head.trim_end().to_owned()].into_iter().chain(seats.iter().enumerate().map(row)).collect()
}

/// Where there is no room for columns: `Ann: points: 3 · moat: 1 boat`.
fn one_by_one(seats: &[SeatScene], columns: &[Column], most: usize, lines: &mut Vec<String>) {
    for (row, seat) in seats.iter().enumerate() {
        let own = columns.iter().filter_map(|column| {
            let cell = column.cells.get(row)?.as_ref()?;
            let value = seat.values.iter().find(|value| column.of == Of::Value(value.of));
            // Here nothing stands for what a player has not, and so nothing for what is hidden.
            if value.is_none() && matches!(column.of, Of::Value(_)) {
                return None;
            }
            Some(value.map_or_else(|| format!("{}: {}", column.head, cell.shown()), super::value))
        });
        let own: Vec<String> = own.collect();
        if !own.is_empty() {
            let mark = if seat.decides { DECIDES } else { "" };
            wrapped(&format!("{mark}{}: {}", seat.name, own.join(BETWEEN)), 0, most, lines);
        }
    }
}
