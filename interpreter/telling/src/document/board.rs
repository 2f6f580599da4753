//! Boards as pictures, empty and with what stands on them.

use crate::wrap::capital;
use std::collections::{BTreeMap, BTreeSet};

use super::hexagons::hexagons;
use super::names::{and, lowered, spoken};
use super::net::{joined, lines, names, net};
use super::picture::{BoardPicture, Drawn, NOBODYS, Picture, Spot, Standing, colour};
use super::prose::Prose;
use crate::scene::Scene;
use crate::table::{around, to_and_fro};
use rulehound_engine::play::{Position, Viewer};
use rulehound_engine::words::{Form, Nothing, Words, coordinates, possessive};
use rulehound_rules::facts::effects::classes_of;
use rulehound_rules::model::{Area, AreaId, AreaKind, Board, BoardShape, Model, OwnerSort, PlaceClass};

/// The most places in a row, so that numbers can be read on a phone.
const ROW: usize = 8;
/// A square, with room for a number above what stands on it.
const SIDE: i32 = 44;

/// A board as it lies in the box.
pub fn empty(model: &Model, id: AreaId) -> Picture {
    let Some((area, board)) = found(model, id) else { return nothing() };
    let drawn = named(model, board);
    let title = format!("The {}", lowered(&area.name));
    Picture { title, description: described(model, board), drawn: Drawn::Board(drawn) }
}

/// A board with what stands on it; nothing if it is empty.
pub fn at(position: &Position, id: AreaId, title: &str) -> Option<Picture> {
    let instance = position.game().instance();
    let (area, board) = found(&instance.model, id)?;
    let mut drawn = named(&instance.model, board);
    drawn.owners = instance.players.iter().enumerate().map(|(seat, name)| (colour(name, seat), name.clone())).collect();
    let mut told = Vec::new();
    let beside = position.game().beside(id);
    let own = board.points.len();
    for (spot, place) in drawn.spots.iter_mut().skip(own).zip(beside) {
        spot.absent = place.is_none();
    }
    let mut found = standing(position, id);
    tell_sorts_apart(position, id, &mut found);
    for (point, pieces) in found {
        let standing: Vec<Standing> = pieces.iter().map(|(piece, _)| piece.clone()).collect();
        let words: Vec<String> = pieces.into_iter().map(|(_, words)| words).collect();
        let beside = point.checked_sub(own).and_then(|index| beside.get(index).copied().flatten());
        let place = match beside {
            Some(place) => Words::new(instance).place(place, Form::People, &Nothing),
            None => label(board, point),
        };
        told.push(format!("{place}: {}", words.join(", ")));
        if let Some(spot) = drawn.spots.get_mut(point) {
            spot.standing = standing;
        }
    }
    if told.is_empty() {
        return None;
    }
    let description = format!("{}. {}.", capital(&lowered(&area.name)), told.join("; "));
    Some(Picture { title: title.to_owned(), description, drawn: Drawn::Board(drawn) })
}

/// How the places of a board lie on paper, for those who draw it themselves; `None` if this is no board.
pub fn plan(model: &Model, id: AreaId) -> Option<BoardPicture> {
    let (_, board) = found(model, id)?;
    Some(named(model, board))
}

/// How it lies, with what marks and the places beside it are called.
fn named(model: &Model, board: &Board) -> BoardPicture {
    let mut drawn = laid_out(board);
    name_marks(board, &mut drawn);
    drawn.beside = Some(and(&beside(model, board))).filter(|names| !names.is_empty());
    drawn
}

/// What the zones are called of which places lie beside a board.
fn beside(model: &Model, board: &Board) -> Vec<String> {
    let classes: BTreeSet<PlaceClass> = board.beside.iter().flat_map(|beside| classes_of(&beside.places.of)).collect();
    classes.into_iter().filter_map(|class| model.zone(class)).map(|(area, _)| spoken(&area.name, &area.notes)).collect()
}

fn found(model: &Model, id: AreaId) -> Option<(&Area, &Board)> {
    let area = model.areas.get(id.index())?;
    match &area.kind {
        AreaKind::Board(board) => Some((area, board)),
        AreaKind::Zone(_) => None,
    }
}

fn nothing() -> Picture {
    Picture { title: String::new(), description: String::new(), drawn: Drawn::Board(BoardPicture::default()) }
}

/// What stands on each point: how many of whose, in words.
fn standing(position: &Position, id: AreaId) -> BTreeMap<usize, Vec<(Standing, String)>> {
    let instance = position.game().instance();
    let own = found(&instance.model, id).map_or(0, |(_, board)| board.points.len());
    let beside = position.game().beside(id);
    let index = |number: i32| match instance.place(number) {
        Some(place) if place.class == PlaceClass::Area(id) => Some(place.offset),
        Some(_) => beside.iter().position(|place| *place == Some(number)).map(|index| own + index),
        None => None,
    };
    let mut found: BTreeMap<usize, Vec<(Standing, String)>> = BTreeMap::new();
    for (component, place) in instance.components.iter().zip(position.lying()) {
        let Some(index) = index(place) else { continue };
        let Some(kind) = instance.model.kinds.get(component.kind.index()) else { continue };
        let seat = owner_seat(kind.owner, component.owner);
        let (words, _) = super::names::kind(&instance.model, component.kind);
        let bare = words.strip_prefix("the ").unwrap_or(&words);
        let whose = seat.and_then(|seat| instance.players.get(seat));
        let words = |count: u32| match (whose, count) {
            (Some(player), 1) => format!("{} {bare}", possessive(player)),
            (Some(player), count) => format!("{} {count} {}", possessive(player), super::names::plural(bare)),
            (None, 1) => bare.to_owned(),
            (None, count) => format!("{count} {}", super::names::plural(bare)),
        };
        let letter = whose.map_or(bare, String::as_str).chars().next().map(|first| first.to_uppercase().to_string());
        let class = seat.zip(whose).map_or_else(|| NOBODYS.to_owned(), |(seat, name)| colour(name, seat));
        let piece = Standing { count: 1, colour: class.clone(), letter: letter.unwrap_or_default() };
        let here = found.entry(index).or_default();
        match here.iter_mut().find(|(other, said)| other.colour == class && *said == words(other.count)) {
            Some((other, said)) => {
                other.count += 1;
                *said = words(other.count);
            }
            None => here.push((piece, words(1))),
        }
    }
    found
}

/// Where there are many sorts of things, letters tell which they are, since colours tell whose.
fn tell_sorts_apart(position: &Position, id: AreaId, found: &mut BTreeMap<usize, Vec<(Standing, String)>>) {
    let players = &position.game().instance().players;
    let scene = Scene::of(position, Viewer::All);
    let Some(board) = scene.board(id) else { return };
    let mut sorts: BTreeSet<&str> = BTreeSet::new();
    for things in board.standing.values() {
        let [piece] = things.as_slice() else { return };
        if piece.count != 1 {
            return;
        }
        sorts.insert(piece.sort(players));
    }
    if sorts.len() < 3 {
        return;
    }
    for (point, things) in board.lettered(players) {
        let ([(letter, what)], Some([(piece, words)])) =
            (things.as_slice(), found.get_mut(&point).map(Vec::as_mut_slice))
        else {
            continue;
        };
        piece.letter.clone_from(letter);
        *words = what.whose(players);
    }
}

fn owner_seat(sort: OwnerSort, owner: i32) -> Option<usize> {
    match sort {
        OwnerSort::Player => usize::try_from(owner).ok(),
        OwnerSort::Common | OwnerSort::Value(_) | OwnerSort::Kind(_) | OwnerSort::Board(_) => None,
    }
}

fn name_marks(board: &Board, drawn: &mut BoardPicture) {
    drawn.marks = board.marks.iter().map(|mark| spoken(&mark.name, &mark.notes)).collect();
    for (index, spot) in drawn.spots.iter_mut().enumerate() {
        let on = |mark: &rulehound_rules::model::Mark| mark.on.get(index).copied().unwrap_or(false);
        // The rarer mark says more.
        let mut marks: Vec<usize> =
            board.marks.iter().enumerate().filter(|(_, mark)| on(mark)).map(|(at, _)| at).collect();
        marks.sort_by_key(|at| board.marks.get(*at).map_or(0, |mark| mark.on.iter().filter(|on| **on).count()));
        spot.marks = marks;
    }
}

/// Where each place lies on paper.
fn laid_out(board: &Board) -> BoardPicture {
    match board.shape {
        BoardShape::Track | BoardShape::Ring if !board.layout.is_empty() => by_layout(board),
        BoardShape::Track => track(board.points.len()),
        BoardShape::Ring => ring(board.points.len()),
        BoardShape::Grid { columns, rows } => grid(board, i32::from(columns), i32::from(rows)),
        BoardShape::Net { .. } => net(board, SIDE),
    }
}

/// As the rules lay it out: a place goes where its number ends, a square where the nearest numbers of a row are that far apart.
fn by_layout(board: &Board) -> BoardPicture {
    let mut placed: Vec<(usize, usize, usize)> = Vec::new();
    for (row, text) in board.layout.iter().enumerate() {
        for laid in board.laid(text) {
            if let Some(index) = board.index_of(laid.what) {
                placed.push((index, laid.column + laid.width, row));
            }
        }
    }
    let apart = placed.windows(2).filter_map(|pair| match pair {
        [(_, one, row), (_, other, below)] if row == below => Some(other.saturating_sub(*one)),
        _ => None,
    });
    let pitch = apart.min().unwrap_or(1).max(1);
    let first = placed.iter().map(|(_, end, _)| *end).min().unwrap_or(0);
    let own = board.points.len();
    let path =
        matches!(board.shape, BoardShape::Track) && winds(placed.iter().filter(|(index, ..)| *index < own), pitch);
    let beside: usize = board.beside.iter().map(|beside| beside.count).sum();
    let mut spots = vec![Spot::default(); own + beside];
    for (index, end, row) in &placed {
        let at = (whole(2 * (end - first) / pitch), 2 * whole(*row));
        if let Some(spot) = spots.get_mut(*index) {
            let label = if *index < own { (index + 1).to_string() } else { String::new() };
            *spot = Spot { at, label, beside: *index >= own, ..Spot::default() };
        }
    }
    let far = |of: fn(&Spot) -> i32| spots.iter().map(of).max().unwrap_or(0) + 2;
    let size = (far(|spot| spot.at.0), far(|spot| spot.at.1));
    BoardPicture { spots, side: SIDE, size, path, ..BoardPicture::default() }
}

/// Whether each place of a track (index, column, row) lies beside the one before it, and some beneath or above it: then a line shows the way.
fn winds<'p>(placed: impl IntoIterator<Item = &'p (usize, usize, usize)>, pitch: usize) -> bool {
    let mut by_index: Vec<_> = placed.into_iter().copied().collect();
    by_index.sort_unstable();
    let mut turns = 0;
    let beside = by_index.windows(2).all(|pair| match pair {
        [(_, one, row), (_, other, below)] if row == below => one.abs_diff(*other) == pitch,
        [(_, one, _), (_, other, _)] => {
            turns += 1;
            one == other
        }
        _ => true,
    });
    beside && turns > 0
}

fn whole(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// To and fro, so that the next place always touches.
fn track(count: usize) -> BoardPicture {
    let placed = to_and_fro(count, ROW);
    let rows = placed.iter().map(|(_, row)| row + 1).max().unwrap_or(1);
    let columns = placed.iter().map(|(column, _)| column + 1).max().unwrap_or(1);
    BoardPicture {
        spots: spots(&placed, 3),
        side: SIDE,
        size: (2 * whole(columns), 3 * whole(rows) - 1),
        path: rows > 1,
        ..BoardPicture::default()
    }
}

/// Round the edge of a rectangle, as square as can be and not too wide.
fn ring(count: usize) -> BoardPicture {
    let columns = (count.div_ceil(2) + 2).div_ceil(2).clamp(2, ROW);
    let placed = around(count, columns);
    let rows = placed.iter().map(|(_, row)| row + 1).max().unwrap_or(2).max(2);
    BoardPicture {
        spots: spots(&placed, 2),
        side: SIDE,
        size: (2 * whole(columns), 2 * whole(rows)),
        ..BoardPicture::default()
    }
}

/// Places with their numbers, rows so many halves of a place apart.
fn spots(placed: &[(usize, usize)], apart: i32) -> Vec<Spot> {
    let spot = |(number, (column, row)): (usize, &(usize, usize))| Spot {
        at: (2 * whole(*column), apart * whole(*row)),
        label: number.to_string(),
        ..Spot::default()
    };
    (1..).zip(placed).map(spot).collect()
}

fn grid(board: &Board, columns: i32, rows: i32) -> BoardPicture {
    if let Some(drawn) = hexagons(board, rows, SIDE) {
        return drawn;
    }
    let spot = |point: &rulehound_rules::model::Point| {
        let (column, row) = (i32::from(point.column) - 1, i32::from(point.row) - 1);
        let row = if board.is_upside_down() { rows - 1 - row } else { row };
        Spot { at: (2 * column, 2 * row), ..Spot::default() }
    };
    let lines = if squares(board) && !has_lines(board) { Vec::new() } else { lines(board) };
    BoardPicture {
        spots: board.points.iter().map(spot).collect(),
        lines,
        side: SIDE,
        size: (2 * columns, 2 * rows),
        edges: true,
        from_below: board.is_upside_down(),
        ..BoardPicture::default()
    }
}

/// Whether the rules draw lines from place to place.
fn has_lines(board: &Board) -> bool {
    board.drawing.iter().any(|row| row.contains(['-', '|', '/', '\\']))
}

/// Whether all places that touch are joined, so that squares say it all.
fn squares(board: &Board) -> bool {
    let at: BTreeMap<(u16, u16), usize> =
        board.points.iter().enumerate().map(|(index, point)| ((point.column, point.row), index)).collect();
    board.points.iter().all(|point| {
        let right = at.get(&(point.column + 1, point.row)).copied();
        let down = at.get(&(point.column, point.row + 1)).copied();
        let joined = |direction: usize| point.joined.get(direction).copied().flatten().map(usize::from);
        right == joined(2) && down == joined(4)
    })
}

/// The board in words.
fn described(model: &Model, board: &Board) -> String {
    let mut words = match board.shape {
        BoardShape::Track => format!("A path of {} spaces, from 1 on.", board.points.len()),
        BoardShape::Ring => format!("A path of {} spaces that closes, clockwise.", board.points.len()),
        BoardShape::Grid { columns, rows } => format!("A board of {columns} columns and {rows} rows."),
        BoardShape::Net { .. } => format!("A net of {} places; which are joined is told beneath.", board.points.len()),
    };
    for mark in &board.marks {
        let places = marked(board, mark);
        words.push_str(&format!(" Marked “{}”: {}.", spoken(&mark.name, &mark.notes), few(&places, MOST_READ)));
    }
    let beside = beside(model, board);
    if !beside.is_empty() {
        words.push_str(&format!(" Beside it: {}.", and(&beside)));
    }
    words
}

/// More places than these are counted and not named, where they are read beside a drawing and where the names are all there is.
const MOST_AT_A_GLANCE: usize = 16;
const MOST_READ: usize = 40;

fn few(places: &[String], most: usize) -> String {
    if places.len() > most { format!("{} places", places.len()) } else { and(places) }
}

fn marked(board: &Board, mark: &rulehound_rules::model::Mark) -> Vec<String> {
    let on = board.points.iter().enumerate().filter(|(index, _)| mark.on.get(*index).copied().unwrap_or(false));
    on.map(|(index, _)| label(board, index)).collect()
}

/// What a place is called on its board.
pub fn label(board: &Board, index: usize) -> String {
    match board.shape {
        BoardShape::Grid { .. } => board.points.get(index).map(coordinates).unwrap_or_default(),
        BoardShape::Net { .. } => board.words.get(index).map(|name| name.replace('_', " ")).unwrap_or_default(),
        BoardShape::Track | BoardShape::Ring => (index + 1).to_string(),
    }
}

/// How large it is, and where its marks are.
pub fn facts(board: &Board) -> Vec<(String, Prose)> {
    let size = match board.shape {
        BoardShape::Track => format!("{} spaces in a row, from 1 to {}", board.points.len(), board.points.len()),
        BoardShape::Ring => format!("{} spaces in a ring, clockwise", board.points.len()),
        BoardShape::Grid { columns, rows } => format!("{columns} columns, {rows} rows"),
        BoardShape::Net { .. } => format!("{} places: {}", board.points.len(), and(&names(board))),
    };
    let mut facts = vec![("Size".to_owned(), Prose::of_author(&size))];
    if matches!(board.shape, BoardShape::Net { .. }) {
        facts.push(("Joined".to_owned(), Prose::of_author(&and(&joined(board)))));
    }
    if let BoardShape::Grid { columns, rows } = board.shape {
        if board.points.len() < usize::from(columns) * usize::from(rows) {
            let there: Vec<String> = board.points.iter().map(coordinates).collect();
            facts.push(("Spaces".to_owned(), Prose::of_author(&few(&there, MOST_READ))));
        }
        let along = |direction: &usize| {
            board.points.iter().any(|point| point.joined.get(*direction).copied().flatten().is_some())
        };
        let names = rulehound_rules::model::value::DIRECTIONS.iter().enumerate().filter(|(at, _)| along(at));
        let names: Vec<String> = names.map(|(_, name)| name.replace('_', " ")).collect();
        if !names.is_empty() {
            facts.push(("Neighbours".to_owned(), Prose::of_author(&and(&names))));
        }
    }
    for mark in &board.marks {
        let places = marked(board, mark);
        let places = few(&places, MOST_AT_A_GLANCE);
        facts.push((capital(&spoken(&mark.name, &mark.notes)), Prose::of_author(&places)));
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::winds;

    #[test]
    fn a_road_winds_where_each_place_lies_beside_the_one_before_it() {
        // 1 2 3
        // 6 5 4
        let to_and_fro = [(0, 1, 0), (1, 4, 0), (2, 7, 0), (5, 1, 1), (4, 4, 1), (3, 7, 1)];
        assert!(winds(&to_and_fro, 3));
        // 1 2 | 3 4
        let with_a_gap = [(0, 1, 0), (1, 4, 0), (2, 9, 0), (3, 12, 0)];
        assert!(!winds(&with_a_gap, 3));
        assert!(!winds(&to_and_fro[..3], 3));
        // 1 2
        // 3 4
        let line_by_line = [(0, 1, 0), (1, 4, 0), (2, 1, 1), (3, 4, 1)];
        assert!(!winds(&line_by_line, 3));
    }
}
