//! Drawings of grids: rows as they are drawn, with a letter for what stands on each point.

use super::line::{Line, Tone};
use super::signs::Signs;
use super::slant::Slant;
use crate::scene::BoardScene;
use rulehound_engine::words::column_letters;
use rulehound_rules::model::{Board, BoardShape, Point};

/// Rows with the letters of the columns above and their numbers beside them; `None` if it is too wide.
pub fn grid(board: &Board, scene: &BoardScene, signs: &Signs, width: usize) -> Option<Vec<Line>> {
    // A drawing without lines cannot show how hexagons lie.
    let drawn = drawn_canvas(board).filter(|_| has_lines(board) || matches!(Slant::of(board), Slant::Upright));
    let canvas = drawn.unwrap_or_else(|| plain_canvas(board));
    let canvas = if scene.turned { canvas.turned() } else { canvas };
    let header = header(board, &canvas);
    let labels = labels(board, &canvas);
    let margin = labels.iter().map(String::len).max().unwrap_or_default();
    let most = canvas.rows.iter().map(Vec::len).max().unwrap_or_default();
    if margin + most + 1 > width {
        return None;
    }
    let mut rows: Vec<Vec<(char, Tone)>> =
        canvas.rows.iter().map(|row| row.iter().map(|sign| (*sign, Tone::Faint)).collect()).collect();
    for (index, pieces) in &scene.standing {
        let at = canvas.points.get(*index);
        if let Some(sign) = at.and_then(|(row, column)| rows.get_mut(*row)?.get_mut(*column)) {
            *sign = match pieces.as_slice() {
                [piece] if piece.count == 1 => signs.of(piece),
                _ => ('*', Tone::Strong),
            };
        }
    }
    for index in &scene.changed {
        let at = canvas.points.get(*index);
        if let Some((_, tone)) = at.and_then(|(row, column)| rows.get_mut(*row)?.get_mut(*column)) {
            *tone = tone.changed();
        }
    }
    let faint = |text: String| text.chars().map(|sign| (sign, Tone::Faint)).collect::<Vec<_>>();
    let mut lines = Vec::new();
    lines.extend(header.map(|header| Line::of_signs(&faint(format!("{:margin$} {header}", "")))));
    for ((row, label), shift) in rows.iter().zip(labels).zip(&canvas.shifts) {
        // The number of a row that is shifted stands beside its first point.
        let mut line = faint(format!("{:shift$}{label:>margin$} ", ""));
        line.extend(row.iter().skip(*shift));
        lines.push(Line::of_signs(&line));
    }
    Some(lines)
}

/// Signs on lines, and where each point is among them.
struct Canvas {
    rows: Vec<Vec<char>>,
    points: Vec<(usize, usize)>,
    /// How far each row begins from the left.
    shifts: Vec<usize>,
    /// Where the letter of each column stands, if not above its first point.
    letters: Vec<usize>,
}

impl Canvas {
    /// The same turned half round.
    fn turned(self) -> Self {
        let width = self.rows.iter().map(Vec::len).max().unwrap_or_default();
        let height = self.rows.len();
        let row = |mut row: Vec<char>| {
            row.resize(width, ' ');
            row.reverse();
            row
        };
        let far = |(row, column): (usize, usize)| (height.saturating_sub(row + 1), width.saturating_sub(column + 1));
        let slanted = self.shifts.iter().any(|shift| *shift > 0);
        let shift = |row: &Vec<char>| if slanted { width.saturating_sub(row.len()) } else { 0 };
        Self {
            shifts: self.rows.iter().rev().map(shift).collect(),
            points: self.points.into_iter().map(far).collect(),
            rows: self.rows.into_iter().rev().map(row).collect(),
            letters: Vec::new(),
        }
    }
}

/// The letter of each column above its first point; none if some have more than one letter.
fn header(board: &Board, canvas: &Canvas) -> Option<String> {
    let width =
        canvas.rows.iter().map(Vec::len).chain(canvas.letters.iter().map(|at| at + 1)).max().unwrap_or_default();
    let mut header = vec![' '; width];
    let mut done = Vec::new();
    let mut points: Vec<_> = board.points.iter().zip(&canvas.points).collect();
    points.sort_by_key(|(_, (row, _))| *row);
    for (point, (_, at)) in points {
        if done.contains(&point.column) {
            continue;
        }
        done.push(point.column);
        let letters = column_letters(point.column);
        let at = canvas.letters.get(usize::from(point.column).saturating_sub(1)).unwrap_or(at);
        match (letters.chars().next(), header.get_mut(*at)) {
            (Some(letter), Some(sign)) if letters.len() == 1 => *sign = letter,
            _ => return None,
        }
    }
    Some(header.into_iter().collect::<String>().trim_end().to_owned())
}

/// The number of each row; nothing beside lines without points.
fn labels(board: &Board, canvas: &Canvas) -> Vec<String> {
    let mut labels = vec![String::new(); canvas.rows.len()];
    for (point, (row, _)) in board.points.iter().zip(&canvas.points) {
        if let Some(label) = labels.get_mut(*row) {
            *label = point.row.to_string();
        }
    }
    labels
}

/// The drawing of the rules, if its points can be found again.
fn drawn_canvas(board: &Board) -> Option<Canvas> {
    let rows: Vec<Vec<char>> = board.drawing.iter().map(|row| row.chars().collect()).collect();
    let is_point = |sign: char| !sign.is_whitespace() && !is_line(sign);
    let mut points = Vec::new();
    for (row, signs) in rows.iter().enumerate() {
        let here = signs.iter().enumerate().filter(|(_, sign)| is_point(**sign)).map(|(column, _)| (row, column));
        points.extend(here);
    }
    let shifts = vec![0; rows.len()];
    (!points.is_empty() && points.len() == board.points.len()).then_some(Canvas {
        rows,
        points,
        shifts,
        letters: Vec::new(),
    })
}

fn is_line(sign: char) -> bool {
    matches!(sign, '-' | '|' | '/' | '\\')
}

fn has_lines(board: &Board) -> bool {
    board.drawing.iter().any(|row| row.contains(is_line))
}

/// The signs of places in columns and rows, dots where they have none.
fn plain_canvas(board: &Board) -> Canvas {
    let (columns, rows) = match board.shape {
        BoardShape::Grid { columns, rows } => (usize::from(columns), usize::from(rows)),
        BoardShape::Track | BoardShape::Ring | BoardShape::Net { .. } => (0, 0),
    };
    let slant = Slant::of(board);
    let mut shifts: Vec<usize> = (0..rows).map(|row| slant.shift(row, rows)).collect();
    if board.is_upside_down() {
        shifts.reverse();
    }
    let at = |point: &Point| {
        let row = usize::from(point.row).saturating_sub(1);
        let row = if board.is_upside_down() { rows.saturating_sub(row + 1) } else { row };
        (row, shifts.get(row).copied().unwrap_or_default() + 2 * usize::from(point.column).saturating_sub(1))
    };
    let points: Vec<(usize, usize)> = board.points.iter().map(at).collect();
    // Columns lean, so their letters stand where they would come to in the row of letters.
    let first = shifts.first().copied().unwrap_or_default();
    let left = points.iter().map(|(_, column)| *column).chain([first]).min().unwrap_or_default();
    let points: Vec<(usize, usize)> = points.into_iter().map(|(row, column)| (row, column - left)).collect();
    let letters = (0..columns).map(|column| first + 2 * column - left).collect();
    let ends = |row: usize| points.iter().filter(move |point| point.0 == row).map(|point| point.1);
    let mut signs: Vec<Vec<char>> =
        (0..rows).map(|row| vec![' '; ends(row).max().map_or(0, |last| last + 1)]).collect();
    let drawn = board.drawing.iter().flat_map(|row| row.chars()).filter(|sign| !sign.is_whitespace());
    for (at, drawn) in points.iter().zip(drawn.map(Some).chain(std::iter::repeat(None))) {
        if let Some(sign) = signs.get_mut(at.0).and_then(|row| row.get_mut(at.1)) {
            *sign = drawn.unwrap_or('·');
        }
    }
    let shifts = (0..rows).map(|row| ends(row).min().unwrap_or_default()).collect();
    Canvas { rows: signs, points, shifts, letters }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::scene::{Piece, Standing};
    use rulehound_rules::model::{AreaId, KindId};

    fn board(columns: u16, rows: u16, joined: [Option<u16>; 8]) -> Board {
        let points = (1..=rows).flat_map(|row| (1..=columns).map(move |column| Point { column, row, joined }));
        Board::new(BoardShape::Grid { columns, rows }, points.collect())
    }

    fn stones(of: &str, count: u32) -> Vec<Piece> {
        vec![Piece {
            words: format!("stone of {of}"),
            several: None,
            noun: None,
            kind: KindId(0),
            owner: None,
            count,
            thing: None,
            struck: false,
            said: None,
        }]
    }

    fn scene(standing: &Standing) -> BoardScene {
        let (name, standing) = (String::new(), standing.clone());
        BoardScene {
            area: AreaId::from(0),
            name,
            places: Vec::new(),
            beside: Vec::new(),
            standing,
            changed: Default::default(),
            turned: false,
            appearances: Default::default(),
        }
    }

    fn drawn(board: &Board, standing: &Standing) -> Vec<String> {
        let signs = Signs::new(&scene(standing), &board.drawing.concat(), &[]);
        let lines = grid(board, &scene(standing), &signs, 100).unwrap_or_default();
        lines.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_grid_has_letters() {
        let standing = BTreeMap::from([(1, stones("Ann", 1)), (5, stones("Ben", 2))]);
        assert_eq!(drawn(&board(3, 2, [None; 8]), &standing), ["  a b c", "1 · A ·", "2 · · *"]);
    }

    #[test]
    fn a_turned_grid_keeps_its_coordinates() {
        let standing = BTreeMap::from([(1, stones("Ann", 1)), (5, stones("Ben", 2))]);
        let board = board(3, 2, [None; 8]);
        let signs = Signs::new(&scene(&standing), "", &[]);
        let turned = BoardScene { turned: true, ..scene(&standing) };
        let lines: Vec<String> =
            grid(&board, &turned, &signs, 100).unwrap_or_default().iter().map(ToString::to_string).collect();
        assert_eq!(lines, ["  c b a", "2 * · ·", "1 · A ·"]);
    }

    #[test]
    fn what_changed_looks_otherwise() {
        let (board, standing) = (board(3, 1, [None; 8]), BTreeMap::from([(1, stones("Ann", 1))]));
        let signs = Signs::new(&scene(&standing), "", &[]);
        let scene = BoardScene { changed: [0, 1].into(), ..scene(&standing) };
        let lines = grid(&board, &scene, &signs, 100).unwrap_or_default();
        let parts = lines.iter().skip(1).flat_map(Line::parts).map(|(text, tone)| (text.as_str(), *tone));
        let parts: Vec<(&str, Tone)> = parts.collect();
        let marked = Tone::Changed(None);
        let faint = Tone::Faint;
        assert_eq!(parts, [("1 ", faint), ("·", marked), (" ", faint), ("A", marked), (" ·", faint)]);
    }

    #[test]
    fn hexagons_are_neighbours_to_the_eye() {
        let mut joined = [Some(0); 8];
        (joined[3], joined[7]) = (None, None);
        let standing = BTreeMap::from([(0, stones("Ann", 1)), (4, stones("Ann", 1))]);
        assert_eq!(drawn(&board(2, 3, joined), &standing), ["  a b", "1 A ·", " 2 · ·", "  3 A ·"]);
        (joined[1], joined[3], joined[5], joined[7]) = (None, Some(0), None, Some(0));
        assert_eq!(drawn(&board(2, 3, joined), &standing), ["    a b", "  1 A ·", " 2 · ·", "3 A ·"]);
    }

    #[test]
    fn a_drawing_stays_as_it_is() {
        let mut board = board(2, 2, [None; 8]);
        board.drawing = ["o--o", "|  |", "o--o"].map(str::to_owned).to_vec();
        let standing = BTreeMap::from([(3, stones("Ann", 1))]);
        assert_eq!(drawn(&board, &standing), ["  a  b", "1 o--o", "  |  |", "2 o--A"]);
    }

    #[test]
    fn a_grid_without_room_is_not_drawn() {
        let board = board(100, 1, [None; 8]);
        let signs = Signs::new(&scene(&BTreeMap::new()), "", &[]);
        assert_eq!(grid(&board, &scene(&BTreeMap::new()), &signs, 100), None);
    }
}
