//! Boards in lines of text.

use std::collections::BTreeSet;

use super::grid::grid;
use super::line::Line;
use super::net::{net, single_signs};
use super::path::Path;
use super::signs::Signs;
use super::{BETWEEN, MOST_CHANGED};
use crate::scene::{BoardScene, Piece};
use crate::wrap::{capital, wrapped};
use rulehound_engine::instance::Instance;
use rulehound_engine::words::{Form, called, coordinates, listed, noun, spaced};
use rulehound_rules::model::{AreaKind, Board, BoardShape};

/// The most alike things whose number a cell of a path has room for.
const MOST_IN_A_CELL: u32 = 99;

/// A board as it is drawn, and what is told of it, each part in a few words.
pub struct Drawing {
    pub lines: Vec<Line>,
    pub told: Vec<String>,
}

impl Drawing {
    /// Adds what is told in lines of this width, so far from the left.
    pub fn told_in(&self, indent: usize, width: usize, lines: &mut Vec<Line>) {
        let mut told = Vec::new();
        if !self.told.is_empty() {
            wrapped(&self.told.join(BETWEEN), indent, width, &mut told);
        }
        lines.extend(Line::read(told));
    }
}

/// Draws a board with what stands on it, in lines of this width.
pub fn draw(instance: &Instance, scene: &BoardScene, width: usize) -> Vec<Line> {
    let mut drawing = drawing(instance, scene, width);
    let mut lines = std::mem::take(&mut drawing.lines);
    drawing.told_in(2, width, &mut lines);
    lines
}

/// The same where it is drawn again and again: a net that the rules do not lay out is told in few words.
pub fn draw_again(instance: &Instance, scene: &BoardScene, width: usize) -> Vec<Line> {
    let area = instance.model.areas.get(scene.area.index());
    match area.map(|area| (&area.kind, capital(&spaced(&area.name, Form::People)))) {
        Some((AreaKind::Board(board), name)) if is_net(board) && board.layout.is_empty() => {
            list(&name, board, (scene, &instance.players), width).lines
        }
        _ => draw(instance, scene, width),
    }
}

/// A board with what stands on it, in lines of this width.
pub fn drawing(instance: &Instance, scene: &BoardScene, width: usize) -> Drawing {
    let none = Drawing { lines: Vec::new(), told: Vec::new() };
    let Some(area) = instance.model.areas.get(scene.area.index()) else { return none };
    let AreaKind::Board(board) = &area.kind else { return none };
    // Its places may be called otherwise than the whole.
    let name = capital(&spaced(&area.name, Form::People));
    let players = &instance.players;
    let standing = &scene.standing;
    let signs = Signs::new(scene, &drawn_signs(board), players);
    let room = width.saturating_sub(2);
    let mut legend = Vec::new();
    // Whether a place has room for one sign or number only.
    let mut single = true;
    // What stands beside the board where there is no room to draw that.
    let mut undrawn = BTreeSet::new();
    // The places of a net whose signs do not tell what stands there.
    let mut untold = BTreeSet::new();
    let most = if is_grid(board) { 1 } else { MOST_IN_A_CELL };
    let drawn = match board.shape {
        BoardShape::Track | BoardShape::Ring => Path::new(board, scene, &signs, room).map(|path| {
            single = path.hides_numbers();
            if !path.counts() {
                let hidden = |words: &str| if path.hides_numbers() { path.places(words) } else { Vec::new() };
                let at = |words: &str| {
                    let places = hidden(words).into_iter();
                    once(places.map(|index| own_point(board, scene, (index, words))))
                };
                legend = signs.legend(players, at);
            }
            undrawn = standing.keys().copied().filter(|index| !path.shows(*index)).collect();
            path.lines()
        }),
        BoardShape::Grid { .. } => {
            legend = signs.legend(players, |_| Vec::new());
            grid(board, scene, &signs, room)
        }
        BoardShape::Net { .. } => {
            single = false;
            legend = signs.legend(players, |_| Vec::new());
            net(board, scene, (&signs, players.len()), room).map(|net| {
                untold = net.untold;
                net.lines
            })
        }
    };
    let Some(drawn) = drawn else { return list(&name, board, (scene, players), width) };
    let mut lines = vec![Line::from(name)];
    lines.extend(drawn.into_iter().map(|line| line.indented(2)));
    legend.extend(marks(board));
    let crowded = |(index, pieces): (&usize, &Vec<Piece>)| {
        let many = pieces.len() > 1 || pieces.iter().any(|piece| piece.count > most);
        let here = !undrawn.contains(index) && !is_net(board);
        here && (single && many || pieces.iter().any(|piece| signs.says_little(piece)))
    };
    for (index, pieces) in standing.iter().filter(|at| crowded(*at)) {
        legend.push(format!(
            "{} {}",
            point(board, scene, *index),
            listed(&pieces.iter().map(|piece| piece.marked_of(players)).collect::<Vec<_>>())
        ));
    }
    legend.extend(standing_at(board, scene, players, |index| undrawn.contains(&index) || untold.contains(&index)));
    legend.extend(since(board, scene));
    Drawing { lines, told: legend }
}

/// `since your last look: 8 and 13`, for those who cannot see how it is marked.
fn since(board: &Board, scene: &BoardScene) -> Option<String> {
    let places: Vec<String> = scene.changed.iter().map(|index| point(board, scene, *index)).collect();
    (1..=MOST_CHANGED).contains(&places.len()).then(|| format!("since your last look: {}", listed(&places)))
}

fn is_grid(board: &Board) -> bool {
    matches!(board.shape, BoardShape::Grid { .. })
}

fn is_net(board: &Board) -> bool {
    matches!(board.shape, BoardShape::Net { .. })
}

/// The signs of a drawing, with which no piece is drawn.
fn drawn_signs(board: &Board) -> String {
    if is_net(board) { single_signs(board) } else { board.drawing.concat() }
}

/// What a place is called on its board: `c2` or `14`; beside it `Ann's lane 3`.
fn point(board: &Board, scene: &BoardScene, index: usize) -> String {
    if let Some(beside) = scene.beside_at(index) {
        return beside.name.clone();
    }
    match board.shape {
        BoardShape::Grid { .. } => board.points.get(index).map(coordinates).unwrap_or_default(),
        BoardShape::Net { .. } => super::spread::name(board, index),
        BoardShape::Track | BoardShape::Ring => (index + 1).to_string(),
    }
}

/// The same where whose the pieces are is said already: `lane 3`.
fn own_point(board: &Board, scene: &BoardScene, (index, words): (usize, &str)) -> String {
    let here = scene.standing.get(&index).map_or(&[][..], Vec::as_slice);
    let owner = here.iter().find(|piece| piece.words == words).and_then(|piece| piece.owner);
    match scene.beside_at(index) {
        Some(beside) if beside.seat.is_some() && beside.seat == owner => beside.bare.clone(),
        Some(_) | None => point(board, scene, index),
    }
}

/// `12`, `lane 4`, `6`: what several numbers are of is said once.
fn once(places: impl Iterator<Item = String>) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    let mut before = String::new();
    for place in places {
        let (of, number) = place.rsplit_once(' ').unwrap_or(("", &place));
        told.push(if of == before { number.to_owned() } else { place.clone() });
        of.clone_into(&mut before);
    }
    told
}

/// The signs of a path's places and what they mean. A drawn grid is its own picture.
fn marks(board: &Board) -> Vec<String> {
    if is_grid(board) {
        return Vec::new();
    }
    let drawn = board.drawing.concat();
    let mut told = Vec::new();
    for mark in &board.marks {
        let sign = mark.signs.iter().find(|sign| **sign != '.' && drawn.contains(**sign));
        let words = called(&mark.name, &mark.notes, Form::People);
        if let Some(sign) = sign.filter(|_| !words.trim().is_empty()) {
            told.push(format!("{sign} {}", noun(&words)));
        }
    }
    told
}

/// What stands on each place: `14 2 pawns`, `oslo: 2 pawns`.
fn standing_at(board: &Board, scene: &BoardScene, players: &[String], at: impl Fn(usize) -> bool) -> Vec<String> {
    let behind = if is_net(board) { ":" } else { "" };
    let place = |(index, pieces): (&usize, &Vec<Piece>)| {
        let pieces = listed(&pieces.iter().map(|piece| piece.marked_of(players)).collect::<Vec<_>>());
        let behind = if scene.beside_at(*index).is_some() { ":" } else { behind };
        format!("{}{behind} {pieces}", point(board, scene, *index))
    };
    scene.standing.iter().filter(|(index, _)| at(**index)).map(place).collect()
}

/// Place by place, where there is no room for a drawing.
fn list(name: &str, board: &Board, (scene, players): (&BoardScene, &[String]), width: usize) -> Drawing {
    let mut lines = Vec::new();
    let parts = standing_at(board, scene, players, |_| true);
    let told = if parts.is_empty() { "nothing stands there".to_owned() } else { parts.join(BETWEEN) };
    wrapped(&format!("{name}: {told}"), 0, width, &mut lines);
    Drawing { lines: Line::read(lines), told: Vec::new() }
}
