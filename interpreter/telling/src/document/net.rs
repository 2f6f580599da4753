//! Nets as pictures: a circle for each place where its name stands on paper, and lines between those that are joined.

use super::board::label;
use super::picture::{BoardPicture, Spot};
use rulehound_rules::model::{Board, Point};

/// How wide a letter of a name is at most, how many of them are reckoned with, and how far a name may stand over the outermost squares.
const LETTER: i32 = 7;
const LONGEST: i32 = 400;
const OVER: i32 = 14;

/// Between two circles beside each other, and between two names.
const CIRCLES: i32 = 66;
const NAMES: i32 = 10;

/// How wide a sign of a layout is drawn at least, of so many the first: two fifths of half a square. However close names stand, it grows no
/// wider than half a square.
const SIGN: (i32, i32) = (2, 5);

/// A net whose squares are so large. There is room for every name, which stands in the middle above its place.
pub fn net(board: &Board, side: i32) -> BoardPicture {
    let half = (side / 2).max(1);
    let (times, signs) = sign(board, half);
    let across = |point: &Point| i32::from(point.column.saturating_sub(1)) * times / signs;
    let down = |point: &Point| 2 * i32::from(point.row.saturating_sub(1));
    // How far a name stands over its own square on either side.
    let over = |index: usize| (wide(board, index) / 2 - half - OVER).max(0);
    let all = || board.points.iter().enumerate();
    let left = all().map(|(index, point)| over(index) - across(point) * half).max().unwrap_or(0).max(0);
    let left = (left + half - 1) / half;
    let spot = |(index, point): (usize, &Point)| Spot {
        at: (across(point) + left, down(point)),
        label: label(board, index),
        ..Spot::default()
    };
    let spots: Vec<Spot> = all().map(spot).collect();
    let wide = spots.iter().enumerate().map(|(index, spot)| spot.at.0 + 2 + (over(index) + half - 1) / half);
    let high = spots.iter().map(|spot| spot.at.1 + 2).max().unwrap_or(2);
    let size = (wide.max().unwrap_or(2), high);
    BoardPicture { spots, lines: lines(board), side, size, ..BoardPicture::default() }
}

/// The joined places by number, each two once.
pub fn lines(board: &Board) -> Vec<(usize, usize)> {
    let mut lines = Vec::new();
    for (from, point) in board.points.iter().enumerate() {
        let joined = point.joined.iter().flatten().map(|to| usize::from(*to));
        lines.extend(joined.filter(|to| *to > from).map(|to| (from, to)));
    }
    lines
}

/// How many halves of a square so many signs of a layout are wide, so that there is room between any two places of a row.
fn sign(board: &Board, half: i32) -> (i32, i32) {
    let mut places: Vec<(u16, u16, usize)> =
        board.points.iter().enumerate().map(|(index, point)| (point.row, point.column, index)).collect();
    places.sort_unstable();
    let mut widest = SIGN;
    for pair in places.windows(2) {
        let [(row, column, one), (below, next, other)] = pair else { continue };
        let signs = i32::from(next.saturating_sub(*column));
        if row != below || signs == 0 {
            continue;
        }
        let wanted = CIRCLES.max((wide(board, *one) + wide(board, *other)) / 2 + NAMES).min(signs * half);
        let more = i64::from(wanted) * i64::from(widest.1) > i64::from(widest.0) * i64::from(signs * half);
        if more {
            widest = (wanted, signs * half);
        }
    }
    widest
}

/// How wide the name of a place is; no more than any paper.
fn wide(board: &Board, index: usize) -> i32 {
    i32::try_from(label(board, index).chars().count()).unwrap_or(LONGEST).min(LONGEST) * LETTER
}

/// `oslo – danzig` for each line of a net.
pub fn joined(board: &Board) -> Vec<String> {
    lines(board).into_iter().map(|(from, to)| format!("{} – {}", label(board, from), label(board, to))).collect()
}

pub fn names(board: &Board) -> Vec<String> {
    (0..board.points.len()).map(|index| label(board, index)).collect()
}
