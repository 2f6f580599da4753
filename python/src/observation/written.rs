//! Single values, written into the numbers of an observation.

use rulehound_interpreter::model::value::{NONE, UNSET};

use crate::class::Who;
use crate::layout::{Code, Layout, NO, Row};

/// Adds to the number of a row and a column, if there is such a column.
pub fn add(out: &mut [f32], row: u32, column: u32, count: f32) {
    if row != NO
        && column != NO
        && let Some(slot) = out.get_mut((row + column) as usize)
    {
        *slot += count;
    }
}

/// Adds to a number.
pub fn put(out: &mut [f32], index: usize, value: f32) {
    if let Some(slot) = out.get_mut(index) {
        *slot += value;
    }
}

/// Writes a value from an index on, so many times.
pub fn write(code: &Code, who: Who, layout: &Layout, value: i32, count: f32, first: usize, out: &mut [f32]) {
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

/// Writes what a cell of a variable holds, if anything.
pub fn variable(layout: &Layout, row: &Row, who: Who, cell: usize, value: i32, out: &mut [f32]) {
    if value == UNSET {
        return;
    }
    let width = 1 + row.code.width();
    let Some(slot) = row.cells.get(who.viewer).and_then(|cells| cells.get(cell)) else { return };
    let first = row.first + *slot as usize * width;
    put(out, first, 1.0);
    write(&row.code, who, layout, value, 1.0, first + 1, out);
}
