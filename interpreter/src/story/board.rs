//! Drawings of boards with what stands on them, from a view.

use std::collections::BTreeMap;

use super::WIDTH;
use super::wrap::{width, wrapped};
use crate::instance::Instance;
use crate::model::{AreaId, AreaKind, Board, BoardShape};
use crate::play::{Holding, View};
use crate::words::{Form, called};

/// The most columns of a path in one strip.
const STRIP: usize = 80;

/// The most places that are pointed at in one strip; more are listed.
const MOST_CALLS: usize = 14;

/// Draws one board.
pub fn draw(instance: &Instance, view: &View, id: AreaId) -> Vec<String> {
    let Some(area) = instance.model.areas.get(id.index()) else { return Vec::new() };
    let AreaKind::Board(board) = &area.kind else { return Vec::new() };
    let name = called(&area.name, &area.notes, Form::People);
    let standing = standing(&area.name, view, board.points.len());
    match board.shape {
        BoardShape::Track | BoardShape::Ring => path(&name, board, &standing),
        BoardShape::Grid { columns, rows } => grid(&name, board, usize::from(columns), usize::from(rows), &standing),
    }
}

/// What stands on each point that holds something, by index of the point.
fn standing(name: &str, view: &View, points: usize) -> BTreeMap<usize, Vec<(String, u32)>> {
    let mut standing = BTreeMap::new();
    for (place, holding) in &view.places {
        let index = place.strip_prefix(name).and_then(|rest| rest.strip_prefix('(')?.strip_suffix(')'));
        let index = index.and_then(|index| index.parse::<usize>().ok()).filter(|index| (1..=points).contains(index));
        if let Some(index) = index {
            standing.insert(index - 1, things(holding));
        }
    }
    standing
}

/// What lies in a place, as descriptions with their numbers.
pub fn things(holding: &Holding) -> Vec<(String, u32)> {
    match holding {
        Holding::Seen(things) => things.clone(),
        Holding::Ordered(things) => things.iter().map(|thing| (thing.clone(), 1)).collect(),
        Holding::Hidden { counts, .. } => counts.clone(),
    }
}

/// `2 × Stone of Ann, Stone of Ben`.
pub fn listed(things: &[(String, u32)]) -> String {
    let one = |(what, count): &(String, u32)| if *count == 1 { what.clone() } else { format!("{count} × {what}") };
    things.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// The drawing with marks beneath that say what stands where; long paths in strips.
fn path(name: &str, board: &Board, standing: &BTreeMap<usize, Vec<(String, u32)>>) -> Vec<String> {
    let drawn: Vec<char> = board.drawing.concat().chars().collect();
    let fits = drawn.len() == board.points.len();
    if !fits || standing.len() > MOST_CALLS {
        return list(name, standing);
    }
    let mut lines = Vec::new();
    for (number, strip) in drawn.chunks(STRIP).enumerate() {
        let first = number * STRIP;
        let label = if number == 0 { name.to_owned() } else { String::new() };
        let label = format!("{label:<width$}", width = width(name));
        lines.push(format!("{label}  {}", strip.iter().collect::<String>()));
        let here: Vec<(usize, String)> = standing
            .range(first..first + strip.len())
            .map(|(index, things)| (index - first, format!("{} ({})", listed(things), index + 1)))
            .collect();
        call_out(&here, width(name) + 2, &mut lines);
    }
    lines
}

/// Marks under columns, the rightmost first, each with its words.
fn call_out(here: &[(usize, String)], indent: usize, lines: &mut Vec<String>) {
    for (index, (column, words)) in here.iter().enumerate().rev() {
        let mut line = " ".repeat(indent);
        let mut at = 0;
        for (other, _) in here.iter().take(index) {
            line.push_str(&" ".repeat(other.saturating_sub(at)));
            line.push('│');
            at = other + 1;
        }
        line.push_str(&" ".repeat(column.saturating_sub(at)));
        line.push_str("└ ");
        // Words that would pass the edge stand to the left, under a mark of their own.
        let room = WIDTH.saturating_sub(width(&line));
        line.push_str(&shortened(words, room.max(24)));
        lines.push(line);
    }
}

fn shortened(text: &str, most: usize) -> String {
    if width(text) <= most {
        text.to_owned()
    } else {
        text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
    }
}

/// Place by place.
fn list(name: &str, standing: &BTreeMap<usize, Vec<(String, u32)>>) -> Vec<String> {
    let mut lines = Vec::new();
    if standing.is_empty() {
        lines.push(format!("{name}  nothing"));
    }
    let parts = standing.iter().map(|(index, things)| format!("{}: {}", index + 1, listed(things)));
    let text = parts.collect::<Vec<_>>().join("  |  ");
    if !text.is_empty() {
        wrapped(&format!("{name}  {text}"), 0, &mut lines);
    }
    lines
}

/// Rows as drawn, with a letter for each sort of thing that stands there, and what the letters mean.
fn grid(
    name: &str,
    board: &Board,
    columns: usize,
    rows: usize,
    standing: &BTreeMap<usize, Vec<(String, u32)>>,
) -> Vec<String> {
    let signs = Signs::new(standing);
    let canvas = drawn_canvas(board).unwrap_or_else(|| plain_canvas(board, columns, rows));
    let mut lines = vec![name.to_owned()];
    let most = canvas.rows.iter().map(Vec::len).max().unwrap_or_default();
    if most + 2 > WIDTH {
        return list(name, standing);
    }
    let mut rows = canvas.rows;
    for (index, things) in standing {
        let at = canvas.points.get(*index).and_then(|(row, column)| rows.get_mut(*row)?.get_mut(*column));
        if let Some(sign) = at {
            *sign = signs.of(things);
        }
    }
    lines.extend(rows.iter().map(|row| format!("  {}", row.iter().collect::<String>().trim_end())));
    for (what, sign) in &signs.legend {
        lines.push(format!("  {sign}  {what}"));
    }
    for (index, things) in standing.iter().filter(|(_, things)| Signs::several(things)) {
        lines.push(format!("  *  {}: {}", point_name(board, *index), listed(things)));
    }
    lines
}

fn point_name(board: &Board, index: usize) -> String {
    board.points.get(index).map_or_else(String::new, |point| format!("{},{}", point.column, point.row))
}

/// Signs on lines, and where each point is among them.
struct Canvas {
    rows: Vec<Vec<char>>,
    points: Vec<(usize, usize)>,
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
    (!points.is_empty() && points.len() == board.points.len()).then_some(Canvas { rows, points })
}

/// Dots in columns and rows.
fn plain_canvas(board: &Board, columns: usize, rows: usize) -> Canvas {
    let mut signs = vec![vec![' '; (2 * columns).saturating_sub(1)]; rows];
    let mut points = Vec::new();
    for point in &board.points {
        let at = (usize::from(point.row).saturating_sub(1), 2 * usize::from(point.column).saturating_sub(1));
        if let Some(sign) = signs.get_mut(at.0).and_then(|row| row.get_mut(at.1)) {
            *sign = '·';
        }
        points.push(at);
    }
    Canvas { rows: signs, points }
}

/// Which letter stands for what.
struct Signs {
    legend: Vec<(String, char)>,
}

impl Signs {
    fn new(standing: &BTreeMap<usize, Vec<(String, u32)>>) -> Self {
        let mut kinds: Vec<&str> = Vec::new();
        for things in standing.values() {
            if let [(what, 1)] = things.as_slice()
                && !kinds.contains(&what.as_str())
            {
                kinds.push(what);
            }
        }
        kinds.sort_unstable();
        let mut legend: Vec<(String, char)> = Vec::new();
        for what in kinds {
            let sign = letter(what, &legend);
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

/// A letter that is still free: of the last word (the owner), of the other words, of the alphabet.
fn letter(what: &str, legend: &[(String, char)]) -> char {
    let free = |sign: &char| legend.iter().all(|(_, other)| other != sign);
    let initials = what.split_whitespace().rev().filter_map(|word| word.chars().next());
    let capitals = initials.clone().flat_map(char::to_uppercase);
    capitals.chain(initials).chain('A'..='Z').chain('a'..='z').chain('0'..='9').find(free).unwrap_or('?')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Point;

    fn points(columns: u16, rows: u16) -> Vec<Point> {
        (1..=rows).flat_map(|row| (1..=columns).map(move |column| Point { column, row, joined: [None; 8] })).collect()
    }

    fn things(what: &str) -> Vec<(String, u32)> {
        vec![(what.to_owned(), 1)]
    }

    #[test]
    fn a_path_points_at_what_stands_on_it() {
        let board = Board {
            shape: BoardShape::Track,
            points: points(6, 1),
            marks: Vec::new(),
            drawing: vec!["S....K".to_owned()],
        };
        let standing = BTreeMap::from([(0, things("Pawn of Ann")), (3, things("Pawn of Ben"))]);
        let expected = ["path  S....K", "      │  └ Pawn of Ben (4)", "      └ Pawn of Ann (1)"];
        assert_eq!(path("path", &board, &standing), expected);
    }

    #[test]
    fn a_grid_has_letters() {
        let board = Board {
            shape: BoardShape::Grid { columns: 3, rows: 2 },
            points: points(3, 2),
            marks: Vec::new(),
            drawing: Vec::new(),
        };
        let standing = BTreeMap::from([(1, things("Stone of Ann")), (5, vec![("Stone of Ben".to_owned(), 2)])]);
        let expected = ["field", "  · A ·", "  · · *", "  A  Stone of Ann", "  *  3,2: 2 × Stone of Ben"];
        assert_eq!(grid("field", &board, 3, 2, &standing), expected);
    }
}
