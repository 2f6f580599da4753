//! Where the places of a net lie on paper: as its layout says, or in columns, each a line farther from the first place.

use crate::model::Board;
use crate::model::layout::names_in;

/// How many signs a column is wide at least, and how many rows lie between two places below each other, if nothing says how it is drawn.
const APART: (usize, usize) = (14, 2);

/// Between a name and the column behind it.
const BEHIND: usize = 4;

/// How far the places of a column stand aside, row by row, in steps of so many signs: no three beneath each other stand in one line.
const ASIDE: [usize; 7] = [0, 1, 4, 2, 2, 4, 1];
const BEND: usize = 3;

/// Gives each place of a net its column and row.
pub fn place(board: &mut Board) {
    let mut at: Vec<Option<(usize, usize)>> = vec![None; board.points.len()];
    for (row, text) in board.layout.iter().enumerate() {
        for (column, name) in names_in(text) {
            let index = board.names.iter().position(|one| *one == name);
            if let Some(slot) = index.and_then(|index| at.get_mut(index)) {
                *slot = Some((column + name.chars().count() / 2, row));
            }
        }
    }
    if board.layout.is_empty() {
        at = by_distance(board);
    }
    let number = |count: usize| u16::try_from(count + 1).unwrap_or(u16::MAX);
    for (point, at) in board.points.iter_mut().zip(at) {
        let (column, row) = at.unwrap_or_default();
        (point.column, point.row) = (number(column), number(row));
    }
}

/// The first place stands at the left, what is joined to it beside it, and so on; what nothing leads to follows.
fn by_distance(board: &Board) -> Vec<Option<(usize, usize)>> {
    let at = columns(board);
    let longest = board.words.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let wide = APART.0.max(longest + BEHIND);
    let (bend, wide) = if runs_through(board, &at) { (BEND, wide + 4 * BEND) } else { (0, wide) };
    let place = |(column, row): (usize, usize)| {
        let aside = ASIDE.get(row % ASIDE.len()).copied().unwrap_or_default();
        (column * wide + aside * bend, row * APART.1)
    };
    at.into_iter().map(|at| at.map(place)).collect()
}

/// Whether a line within a column would run through a place between its ends.
fn runs_through(board: &Board, at: &[Option<(usize, usize)>]) -> bool {
    let place = |index: usize| at.get(index).copied().flatten();
    board.points.iter().enumerate().any(|(index, point)| {
        point
            .joined
            .iter()
            .flatten()
            .filter_map(|to| Some((place(index)?, place(usize::from(*to))?)))
            .any(|((column, row), (other, below))| column == other && row.abs_diff(below) > 1)
    })
}

/// The column and row of each place.
fn columns(board: &Board) -> Vec<Option<(usize, usize)>> {
    let mut at = vec![None; board.points.len()];
    let mut column = 0;
    for first in 0..board.points.len() {
        if at.get(first).is_none_or(Option::is_some) {
            continue;
        }
        let mut here = vec![first];
        while !here.is_empty() {
            let mut beyond = Vec::new();
            for (row, index) in here.iter().enumerate() {
                if let Some(slot) = at.get_mut(*index) {
                    *slot = Some((column, row));
                }
            }
            for index in here {
                let joined = board.points.get(index).map(|point| point.joined).unwrap_or_default();
                let new = joined.into_iter().flatten().map(usize::from);
                for next in new.filter(|next| at.get(*next).is_some_and(Option::is_none)) {
                    if !beyond.contains(&next) {
                        beyond.push(next);
                    }
                }
            }
            here = beyond;
            column += 1;
        }
    }
    at
}
