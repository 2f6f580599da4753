//! How a path lies where its rules do not say: in one row if there is room, else to and fro, a ring round an empty middle.

use rulehound_rules::model::{Board, BoardShape};

/// The most rows; a board that needs more is not drawn.
const MOST_ROWS: usize = 40;

/// The fewest places that make a ring look like one.
const LEAST_RING: usize = 8;

/// Rows of numbers that stand for the places; none if the path is too long for lines of this width.
pub fn rows(board: &Board, most: usize) -> Option<Vec<String>> {
    let count = board.points.len();
    let cell = count.to_string().len().max(2) + 1;
    let per_row = (most / cell).max(2);
    let placed = match board.shape {
        // Wider than high, since lines are higher than wide.
        BoardShape::Ring if count >= LEAST_RING => around(count, ((count.div_ceil(2) + 2) * 2 / 3).clamp(2, per_row)),
        BoardShape::Track | BoardShape::Ring | BoardShape::Grid { .. } | BoardShape::Net { .. } => {
            to_and_fro(count, per_row)
        }
    };
    let rows = placed.iter().map(|(_, row)| row + 1).max().unwrap_or(0);
    (rows <= MOST_ROWS).then(|| written(&placed, rows, cell))
}

/// Column and row of each place, to and fro, so that the next one is always beside the last.
pub fn to_and_fro(count: usize, per_row: usize) -> Vec<(usize, usize)> {
    let rows = count.div_ceil(per_row).max(1);
    let row = count.div_ceil(rows).max(1);
    let place = |index: usize| {
        let (line, step) = (index / row, index % row);
        (if line.is_multiple_of(2) { step } else { row - 1 - step }, line)
    };
    (0..count).map(place).collect()
}

/// Column and row of each place round the edge of a rectangle of so many columns, clockwise from the upper left corner.
pub fn around(count: usize, columns: usize) -> Vec<(usize, usize)> {
    let columns = columns.max(2);
    let rows = (count.div_ceil(2) + 2).saturating_sub(columns).max(2);
    let (right, bottom) = (columns - 1, rows - 1);
    let place = |index: usize| {
        if index < right {
            (index, 0)
        } else if index < right + bottom {
            (right, index - right)
        } else if index < 2 * right + bottom {
            (2 * right + bottom - index, bottom)
        } else {
            (0, (2 * (right + bottom)).saturating_sub(index))
        }
    };
    (0..count).map(place).collect()
}

fn written(placed: &[(usize, usize)], rows: usize, cell: usize) -> Vec<String> {
    let mut all = vec![Vec::new(); rows];
    for (number, (column, row)) in (1..).zip(placed) {
        let Some(signs) = all.get_mut(*row) else { continue };
        let end = (column + 1) * cell;
        if signs.len() < end {
            signs.resize(end, ' ');
        }
        let digits: Vec<char> = format!("{number:>cell$}").chars().collect();
        signs.splice(end - cell..end, digits);
    }
    all.into_iter().map(|signs| signs.into_iter().collect()).collect()
}
