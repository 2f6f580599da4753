//! Drawings of boards with what stands on them, from a view.

use std::collections::BTreeMap;

use super::WIDTH;
use super::grid::grid;
use super::wrap::{width, wrapped};
use rulehound_engine::instance::Instance;
use rulehound_engine::play::{Holding, View};
use rulehound_engine::words::{Form, called, spaced};
use rulehound_rules::model::{AreaId, AreaKind, Board, BoardShape};

/// What stands on each point that holds something, by index of the point.
pub type Standing = BTreeMap<usize, Vec<(String, u32)>>;

/// The most columns of a path in one strip.
const STRIP: usize = 80;

/// The most places that are pointed at in one strip; more are listed.
const MOST_CALLS: usize = 14;

/// The least room for the words beside a mark.
const LEAST_ROOM: usize = 24;

/// The shortest strip that a path is cut into because of such words.
const SHORTEST_STRIP: usize = 10;

/// Draws one board in lines of this width.
pub fn draw(instance: &Instance, view: &View, id: AreaId, width: usize) -> Vec<String> {
    let Some(area) = instance.model.areas.get(id.index()) else { return Vec::new() };
    let AreaKind::Board(board) = &area.kind else { return Vec::new() };
    let name = called(&area.name, &area.notes, Form::People);
    let standing = standing(&area.name, view, board.points.len());
    match board.shape {
        BoardShape::Track | BoardShape::Ring => path(&name, board, &standing, width),
        // Its places may be called otherwise than the whole.
        BoardShape::Grid { .. } => {
            let drawn = grid(&spaced(&area.name, Form::People), board, &standing, &instance.players, width);
            drawn.unwrap_or_else(|| list(&name, &standing, width))
        }
    }
}

/// What stands on each point that holds something, by index of the point.
pub fn standing(name: &str, view: &View, points: usize) -> Standing {
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
fn path(name: &str, board: &Board, standing: &Standing, most: usize) -> Vec<String> {
    let drawn: Vec<char> = board.drawing.concat().chars().collect();
    let fits = drawn.len() == board.points.len();
    if !fits || standing.len() > MOST_CALLS {
        return list(name, standing, most);
    }
    let mut lines = Vec::new();
    let length = strip_length(drawn.len(), width(name) + 2, standing, most);
    for (number, strip) in drawn.chunks(length).enumerate() {
        let first = number * length;
        let label = if number == 0 { name.to_owned() } else { String::new() };
        let label = format!("{label:<width$}", width = width(name));
        lines.push(format!("{label}  {}", strip.iter().collect::<String>()));
        let here: Vec<(usize, String)> = standing
            .range(first..first + strip.len())
            .map(|(index, things)| (index - first, words(*index, things)))
            .collect();
        call_out(&here, width(name) + 2, most, &mut lines);
    }
    lines
}

/// `Pawn of Ann (31)`.
fn words(index: usize, things: &[(String, u32)]) -> String {
    format!("{} ({})", listed(things), index + 1)
}

/// So many places stand side by side: as many as leave room for the words beside the marks.
fn strip_length(places: usize, indent: usize, standing: &Standing, most: usize) -> usize {
    if most >= WIDTH {
        return STRIP;
    }
    let fits = |length: usize| {
        let room = |(index, things): (&usize, &Vec<(String, u32)>)| {
            indent + index % length + 2 + width(&words(*index, things)).min(LEAST_ROOM) <= most
        };
        indent + length <= most && standing.iter().all(room)
    };
    let lengths = (1..=places).map(|strips| places.div_ceil(strips)).take_while(|length| *length > SHORTEST_STRIP);
    lengths.into_iter().find(|length| *length <= STRIP && fits(*length)).unwrap_or(SHORTEST_STRIP)
}

/// Marks under columns, the rightmost first, each with its words.
fn call_out(here: &[(usize, String)], indent: usize, most: usize, lines: &mut Vec<String>) {
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
        let room = most.saturating_sub(width(&line));
        line.push_str(&shortened(words, room.max(LEAST_ROOM)));
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
fn list(name: &str, standing: &Standing, most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    if standing.is_empty() {
        lines.push(format!("{name}  nothing"));
    }
    let parts = standing.iter().map(|(index, things)| format!("{}: {}", index + 1, listed(things)));
    let text = parts.collect::<Vec<_>>().join("  |  ");
    if !text.is_empty() {
        wrapped(&format!("{name}  {text}"), 0, most, &mut lines);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulehound_rules::model::Point;

    fn points(columns: u16, rows: u16) -> Vec<Point> {
        (1..=rows).flat_map(|row| (1..=columns).map(move |column| Point { column, row, joined: [None; 8] })).collect()
    }

    fn things(what: &str) -> Vec<(String, u32)> {
        vec![(what.to_owned(), 1)]
    }

    #[test]
    fn a_path_is_cut_where_its_words_find_no_room() {
        let board =
            Board { shape: BoardShape::Track, points: points(40, 1), marks: Vec::new(), drawing: vec![".".repeat(40)] };
        let standing = BTreeMap::from([(1, things("Pawn of Ann")), (31, things("Pawn of Ben"))]);
        let drawn = path("path", &board, &standing, 40);
        assert!(drawn.iter().all(|line| width(line) <= 40), "{drawn:#?}");
        assert!(drawn.iter().any(|line| line.ends_with("└ Pawn of Ben (32)")), "{drawn:#?}");
        assert_eq!(drawn.iter().filter(|line| line.contains("..........")).count(), 2, "{drawn:#?}");
        assert_eq!(path("path", &board, &standing, WIDTH).len(), 3);
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
        assert_eq!(path("path", &board, &standing, WIDTH), expected);
    }
}
