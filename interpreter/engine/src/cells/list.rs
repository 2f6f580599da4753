//! Lists of tuples in the cells: count, cursor, then tuples.

use super::Cells;
use crate::program::ListCode;

/// There is no room for another tuple.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

/// An empty list.
pub fn begin_list(cells: &mut (impl Cells + ?Sized), list: &ListCode) {
    cells.clear(list.cells());
    cells.write(list.at, 0);
    cells.write(list.at + 1, 0);
}

/// Adds a tuple.
///
/// # Errors
/// The list is full.
pub fn push_row(cells: &mut (impl Cells + ?Sized), list: &ListCode, row: &[i32]) -> Result<(), Full> {
    let count = u32::try_from(cells.read(list.at)).unwrap_or(0);
    if count >= list.capacity {
        return Err(Full);
    }
    for (column, value) in (0..).zip(row) {
        cells.write(list.at + 2 + count * list.width + column, *value);
    }
    cells.write(list.at, i32::try_from(count + 1).unwrap_or(0));
    Ok(())
}
