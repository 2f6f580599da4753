//! Drawings of grids: rows as they are drawn, with a letter for each sort of thing that stands there.

use super::board::{Standing, listed};
use super::letters::of_two_players;
use rulehound_engine::words::{column_letters, coordinates};
use rulehound_rules::model::{Board, BoardShape};

/// Rows with the letters of the columns above and their numbers beside them, and what the letters on the points mean; `None` if it is too
/// wide.
pub fn grid(name: &str, board: &Board, standing: &Standing, players: &[String], width: usize) -> Option<Vec<String>> {
    let signs = Signs::new(standing, board, players);
    let mut canvas = drawn_canvas(board).unwrap_or_else(|| plain_canvas(board));
    let header = header(board, &canvas);
    let labels = labels(board, &canvas);
    let margin = labels.iter().map(String::len).max().unwrap_or_default();
    let most = canvas.rows.iter().map(Vec::len).max().unwrap_or_default();
    if margin + most + 3 > width {
        return None;
    }
    for (index, things) in standing {
        if let Some(sign) = canvas.sign(*index) {
            *sign = signs.of(things);
        }
    }
    let mut lines = vec![name.to_owned()];
    lines.extend(header.map(|header| format!("  {:margin$} {header}", "")));
    for ((row, label), shift) in canvas.rows.iter().zip(labels).zip(&canvas.shifts) {
        // The number of a row that is shifted stands beside its first point.
        let row: String = row.iter().skip(*shift).collect();
        let label = format!("{:shift$}{label:>margin$}", "");
        lines.push(format!("  {label} {row}").trim_end().to_owned());
    }
    for (what, sign) in &signs.legend {
        lines.push(format!("  {sign}  {what}"));
    }
    for (index, things) in standing.iter().filter(|(_, things)| Signs::several(things)) {
        let point = board.points.get(*index).map(coordinates).unwrap_or_default();
        lines.push(format!("  *  {point}: {}", listed(things)));
    }
    Some(lines)
}

/// Signs on lines, and where each point is among them.
struct Canvas {
    rows: Vec<Vec<char>>,
    points: Vec<(usize, usize)>,
    /// How far each row begins from the left.
    shifts: Vec<usize>,
}

impl Canvas {
    fn sign(&mut self, index: usize) -> Option<&mut char> {
        let (row, column) = *self.points.get(index)?;
        self.rows.get_mut(row)?.get_mut(column)
    }
}

/// The letter of each column above its first point; none if some have more than one letter.
fn header(board: &Board, canvas: &Canvas) -> Option<String> {
    let width = canvas.rows.iter().map(Vec::len).max().unwrap_or_default();
    let mut header = vec![' '; width];
    let mut done = Vec::new();
    for (point, (_, at)) in board.points.iter().zip(&canvas.points) {
        if done.contains(&point.column) {
            continue;
        }
        done.push(point.column);
        let letters = column_letters(point.column);
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
    let is_point = |sign: char| !sign.is_whitespace() && !matches!(sign, '-' | '|' | '/' | '\\');
    let mut points = Vec::new();
    for (row, signs) in rows.iter().enumerate() {
        let here = signs.iter().enumerate().filter(|(_, sign)| is_point(**sign)).map(|(column, _)| (row, column));
        points.extend(here);
    }
    let shifts = vec![0; rows.len()];
    (!points.is_empty() && points.len() == board.points.len()).then_some(Canvas { rows, points, shifts })
}

/// Dots in columns and rows.
fn plain_canvas(board: &Board) -> Canvas {
    let (columns, rows) = match board.shape {
        BoardShape::Grid { columns, rows } => (usize::from(columns), usize::from(rows)),
        BoardShape::Track | BoardShape::Ring => (0, 0),
    };
    let slant = Slant::of(board);
    let shifts: Vec<usize> = (0..rows).map(|row| slant.shift(row, rows)).collect();
    let mut signs: Vec<Vec<char>> =
        shifts.iter().map(|shift| vec![' '; (shift + 2 * columns).saturating_sub(1)]).collect();
    let mut points = Vec::new();
    for point in &board.points {
        let row = usize::from(point.row).saturating_sub(1);
        let shift = shifts.get(row).copied().unwrap_or_default();
        let at = (row, shift + 2 * usize::from(point.column).saturating_sub(1));
        if let Some(sign) = signs.get_mut(at.0).and_then(|row| row.get_mut(at.1)) {
            *sign = '·';
        }
        points.push(at);
    }
    Canvas { rows: signs, points, shifts }
}

/// A grid that is joined along one diagonal only is a board of hexagons: its rows are shifted, so that joined points are neighbours to the
/// eye.
enum Slant {
    Upright,
    ToTheRight,
    ToTheLeft,
}

impl Slant {
    fn of(board: &Board) -> Self {
        let joined = |direction: usize| {
            board.points.iter().any(|point| point.joined.get(direction).is_some_and(Option::is_some))
        };
        // Directions count clockwise from `up`.
        match (joined(1) || joined(5), joined(3) || joined(7)) {
            (true, false) => Self::ToTheRight,
            (false, true) => Self::ToTheLeft,
            (true, true) | (false, false) => Self::Upright,
        }
    }

    fn shift(&self, row: usize, rows: usize) -> usize {
        match self {
            Self::Upright => 0,
            Self::ToTheRight => row,
            Self::ToTheLeft => (rows - row).saturating_sub(1),
        }
    }
}

/// Which letter stands for what.
struct Signs {
    legend: Vec<(String, char)>,
}

impl Signs {
    fn new(standing: &Standing, board: &Board, players: &[String]) -> Self {
        let mut kinds: Vec<&str> = Vec::new();
        for things in standing.values() {
            if let [(what, 1)] = things.as_slice()
                && !kinds.contains(&what.as_str())
            {
                kinds.push(what);
            }
        }
        // What has the fewest words is named first.
        kinds.sort_unstable_by_key(|what| (what.split_whitespace().count(), *what));
        let drawn: String = board.drawing.concat();
        if let Some(legend) = of_two_players(&kinds, players, &drawn) {
            return Self { legend };
        }
        let mut legend: Vec<(String, char)> = Vec::new();
        for what in kinds {
            let sign = letter(what, &legend, &drawn);
            legend.push((what.to_owned(), sign));
        }
        Self { legend }
    }

    /// Whether more stands there than a letter can say.
    fn several(things: &[(String, u32)]) -> bool {
        !matches!(things, [(_, 1)])
    }

    fn of(&self, things: &[(String, u32)]) -> char {
        match things {
            [(what, 1)] => self.legend.iter().find(|(known, _)| known == what).map_or('?', |(_, sign)| *sign),
            _ => '*',
        }
    }
}

/// A letter that is still free and not part of the drawing: of the last word (the owner), large or small, of the other words, of the
/// alphabet.
fn letter(what: &str, legend: &[(String, char)], drawn: &str) -> char {
    let free = |sign: &char| !drawn.contains(*sign) && legend.iter().all(|(_, other)| other != sign);
    let initials = what.split_whitespace().rev().filter_map(|word| word.chars().next());
    let both = initials.flat_map(|initial| initial.to_uppercase().chain(initial.to_lowercase()));
    both.chain('A'..='Z').chain('a'..='z').chain('0'..='9').find(free).unwrap_or('?')
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::story::WIDTH;
    use rulehound_rules::model::Point;

    fn board(columns: u16, rows: u16, joined: [Option<u16>; 8]) -> Board {
        let points = (1..=rows).flat_map(|row| (1..=columns).map(move |column| Point { column, row, joined }));
        Board {
            shape: BoardShape::Grid { columns, rows },
            points: points.collect(),
            marks: Vec::new(),
            drawing: Vec::new(),
        }
    }

    fn stones(of: &str, count: u32) -> Vec<(String, u32)> {
        vec![(format!("Stone of {of}"), count)]
    }

    #[test]
    fn a_grid_has_letters() {
        let board = board(3, 2, [None; 8]);
        let standing = BTreeMap::from([(1, stones("Ann", 1)), (5, stones("Ben", 2))]);
        let expected =
            ["field", "    a b c", "  1 · A ·", "  2 · · *", "  A  Stone of Ann", "  *  c2: 2 × Stone of Ben"];
        assert_eq!(grid("field", &board, &standing, &[], WIDTH).unwrap_or_default(), expected);
    }

    #[test]
    fn hexagons_are_neighbours_to_the_eye() {
        let mut joined = [Some(0); 8];
        (joined[3], joined[7]) = (None, None);
        let standing = BTreeMap::from([(0, stones("Ann", 1)), (4, stones("Ann", 1))]);
        let expected = ["field", "    a b", "  1 A ·", "   2 · ·", "    3 A ·", "  A  Stone of Ann"];
        assert_eq!(grid("field", &board(2, 3, joined), &standing, &[], WIDTH).unwrap_or_default(), expected);
        (joined[1], joined[3], joined[5], joined[7]) = (None, Some(0), None, Some(0));
        let expected = ["field", "      a b", "    1 A ·", "   2 · ·", "  3 A ·", "  A  Stone of Ann"];
        assert_eq!(grid("field", &board(2, 3, joined), &standing, &[], WIDTH).unwrap_or_default(), expected);
    }

    #[test]
    fn letters_are_told_apart() {
        let mut board = board(3, 1, [None; 8]);
        board.drawing = vec!["..b".to_owned()];
        let standing = BTreeMap::from([
            (0, vec![("Stone flat of blue".to_owned(), 1)]),
            (1, stones("blue", 1)),
            (2, vec![("Stone tall of blue".to_owned(), 1)]),
        ]);
        let expected =
            ["field", "    abc", "  1 OBo", "  B  Stone of blue", "  O  Stone flat of blue", "  o  Stone tall of blue"];
        assert_eq!(grid("field", &board, &standing, &[], WIDTH).unwrap_or_default(), expected);
    }

    #[test]
    fn a_drawing_stays_as_it_is() {
        let mut board = board(2, 2, [None; 8]);
        board.drawing = ["o--o", "|  |", "o--o"].map(str::to_owned).to_vec();
        let standing = BTreeMap::from([(3, stones("Ann", 1))]);
        let expected = ["field", "    a  b", "  1 o--o", "    |  |", "  2 o--A", "  A  Stone of Ann"];
        assert_eq!(grid("field", &board, &standing, &[], WIDTH).unwrap_or_default(), expected);
    }

    #[test]
    fn a_grid_without_room_is_not_drawn() {
        assert_eq!(grid("field", &board(100, 1, [None; 8]), &BTreeMap::new(), &[], WIDTH), None);
    }
}
