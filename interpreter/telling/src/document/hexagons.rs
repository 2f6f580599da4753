//! Grids whose places are hexagons: how these lie on paper, and what stands at their edge.

use std::collections::{BTreeMap, BTreeSet};

use super::picture::{BoardPicture, Hexagons, Rim, Spot};
use rulehound_engine::words::column_letters;
use rulehound_rules::model::Board;

/// To where lines lead from a place, in columns and rows.
type Steps = [(i32, i32); 6];

/// How rows and columns of hexagons lie.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lie {
    /// Each row is shifted by half a place to the right of the one above, so that this is joined to what lies up to the right, too.
    Right,
    /// The same to the left.
    Left,
    /// Every second row is shifted; columns are half a place apart.
    Rows,
    /// Every second column is shifted; rows are half a place apart.
    Columns,
}

const LIES: [(Lie, Steps); 4] = [
    (Lie::Right, [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]),
    (Lie::Left, [(0, -1), (-1, -1), (1, 0), (0, 1), (1, 1), (-1, 0)]),
    (Lie::Rows, [(1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)]),
    (Lie::Columns, [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)]),
];

/// From the middle of a place to a letter or number at the edge, in quarters of half a place.
const OUT: i32 = 6;
/// The same where all of them stand in one line.
const IN_LINE: i32 = 7;

/// A grid of hexagons: each place has up to six neighbours, and all places that touch are joined. `None` for any other.
pub fn hexagons(board: &Board, rows: i32, side: i32) -> Option<BoardPicture> {
    let lie = lie(board)?;
    let at = board.points.iter().map(|point| {
        let (column, row) = (i32::from(point.column) - 1, i32::from(point.row) - 1);
        let row = if board.is_upside_down() { rows - 1 - row } else { row };
        match lie {
            Lie::Right => (2 * column + row, 2 * row),
            Lie::Left => (2 * column + rows - 1 - row, 2 * row),
            Lie::Rows => (column, 2 * row),
            Lie::Columns => (2 * column, row),
        }
    });
    let at: Vec<(i32, i32)> = at.collect();
    let left = at.iter().map(|at| at.0).min()?;
    let spots: Vec<Spot> = at.iter().map(|at| Spot { at: (at.0 - left, at.1), ..Spot::default() }).collect();
    let far = |of: fn(&Spot) -> i32| spots.iter().map(of).max().unwrap_or(0) + 2;
    let size = (far(|spot| spot.at.0), far(|spot| spot.at.1));
    let hexagons = Some(if lie == Lie::Columns { Hexagons::Flat } else { Hexagons::Pointed });
    let rim = rim(board, &spots, lie);
    let from_below = board.is_upside_down();
    Some(BoardPicture { spots, side, size, hexagons, rim, from_below, ..BoardPicture::default() })
}

fn lie(board: &Board) -> Option<Lie> {
    let at = |index: usize| board.points.get(index).map(|point| (i32::from(point.column), i32::from(point.row)));
    let places: BTreeMap<(i32, i32), usize> =
        (0..board.points.len()).filter_map(|index| Some((at(index)?, index))).collect();
    let mut found = BTreeSet::new();
    let mut joined = BTreeSet::new();
    for (from, point) in board.points.iter().enumerate() {
        for to in point.joined.iter().flatten().map(|to| usize::from(*to)) {
            let ((column, row), (other, below)) = (at(from)?, at(to)?);
            found.insert((other - column, below - row));
            joined.insert((from, to));
        }
    }
    let whole = |steps: &Steps| {
        places.iter().all(|((column, row), from)| {
            let beside = steps.iter().filter_map(|(across, down)| places.get(&(column + across, row + down)));
            beside.into_iter().all(|to| joined.contains(&(*from, *to)))
        })
    };
    let fits = |steps: &Steps| found == BTreeSet::from(*steps) && whole(steps);
    let (lie, _) = LIES.into_iter().find(|(_, steps)| fits(steps))?;
    Some(match lie {
        Lie::Right if board.is_upside_down() => Lie::Left,
        Lie::Left if board.is_upside_down() => Lie::Right,
        lie => lie,
    })
}

/// The letter of each column above its first place, and the number of each row beside its own.
fn rim(board: &Board, spots: &[Spot], lie: Lie) -> Vec<Rim> {
    let (mut columns, mut rows) = (BTreeMap::new(), BTreeMap::new());
    for (point, spot) in board.points.iter().zip(spots) {
        let (x, y) = spot.at;
        let highest: &mut (i32, i32) = columns.entry(point.column).or_insert((y, x));
        *highest = (*highest).min((y, x));
        let (first, last): &mut (i32, i32) = rows.entry((y, point.row)).or_insert((x, x));
        (*first, *last) = ((*first).min(x), (*last).max(x));
    }
    let letter = |(column, (y, x)): (&u16, &(i32, i32))| {
        let at = match lie {
            Lie::Right => (4 * x - OUT / 2, 4 * y - OUT),
            Lie::Left => (4 * x + OUT / 2, 4 * y - OUT),
            Lie::Rows => (4 * x, -IN_LINE),
            Lie::Columns => (4 * x, 4 * y - OUT),
        };
        Rim { words: column_letters(*column), at }
    };
    // Where several rows begin beneath a letter there is no room for their numbers, but behind them.
    let begins = |(y, x): &(i32, i32)| rows.iter().any(|((row, _), (first, _))| row == y && first == x);
    let behind = lie == Lie::Right && columns.values().filter(|highest| begins(highest)).count() > 1;
    let number = |((y, row), (first, last)): (&(i32, u16), &(i32, i32))| {
        let at = match lie {
            Lie::Columns => (-IN_LINE, 4 * y),
            _ if behind => (4 * last + OUT, 4 * y),
            Lie::Right | Lie::Left | Lie::Rows => (4 * first - OUT, 4 * y),
        };
        Rim { words: row.to_string(), at }
    };
    columns.iter().map(letter).chain(rows.iter().map(number)).collect()
}
