//! Layouts: how tracks, rings and nets lie on paper. They change nothing but drawings.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::{FileId, Location, Span};
use rulehound_grammar::tree;

use super::on_paper;
use super::struck::strike;
use crate::merge::{Item, Merged, Thing};
use crate::model::layout::{Laying, names_in};
use crate::model::{AreaKind, Board, BoardShape, Model};

/// The widest row, so that it fits a wide terminal.
const WIDEST: usize = 160;

/// Gives each board its layout; says what is wrong with it.
pub fn lay_out(merged: &Merged, model: &mut Model) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for thing in &merged.things {
        let Thing::Layout(item) = thing else { continue };
        if let Some(struck) = &item.tree.struck {
            found.extend(strike(item, struck, model));
            continue;
        }
        let side = item.tree.turned.as_ref().map(|turned| other_side(item, turned, model));
        match board(item, model) {
            Ok(board) => found.extend(give(item, board, side)),
            Err(wrong) => found.push(wrong),
        }
    }
    let boards = model.areas.iter_mut().filter_map(|area| match &mut area.kind {
        AreaKind::Board(board) if matches!(board.shape, BoardShape::Net { .. }) => Some(board),
        AreaKind::Board(_) | AreaKind::Zone(_) => None,
    });
    boards.for_each(on_paper::place);
    found
}

/// Gives a board its layout, and whoever sees it from the other side, unless something is wrong with it.
fn give(item: &Item<tree::Layout>, board: &mut Board, side: Option<Result<usize, Diagnostic>>) -> Vec<Diagnostic> {
    let mut wrong = match board.shape {
        _ if side.is_some() && item.tree.rows.is_empty() => Vec::new(),
        BoardShape::Net { .. } => wrong_names(item, &board.names),
        BoardShape::Grid { rows, .. } => wrong_rows(item, rows),
        // What is wrong with what lies beside it has been said, and its numbers would be taken for the board's own.
        BoardShape::Track | BoardShape::Ring if board.beside.len() < item.tree.beside.len() => Vec::new(),
        BoardShape::Track | BoardShape::Ring => wrong_places(item, board),
    };
    let turned = match side {
        Some(Ok(_)) if matches!(board.shape, BoardShape::Net { .. }) => {
            wrong.push(not_turned(item, "the names of a net stand on it as they are to be read"));
            None
        }
        Some(Ok(seat)) => Some(seat),
        Some(Err(why)) => {
            wrong.push(why);
            None
        }
        None => None,
    };
    if wrong.is_empty() {
        board.turned = turned;
        board.layout = item.tree.rows.iter().map(|row| row.text.clone()).collect();
    }
    wrong
}

/// The seat of the player who sees a board from the other side.
fn other_side(item: &Item<tree::Layout>, turned: &tree::Turned, model: &Model) -> Result<usize, Diagnostic> {
    let players = &model.players;
    if !(players.least..=players.most).contains(&2) {
        return Err(not_turned(item, "only where two play each have a side of their own"));
    }
    let Some(name) = &turned.player else { return Ok(1) };
    players.names.iter().position(|player| *player == name.text).ok_or_else(|| {
        let message = format!("`{}` is no player of this game", name.text);
        let help = "behind `turned for` stands a player whom the rules name; `turned` alone is for the second";
        finding(item, name.span, message, "no player").with_help(help)
    })
}

fn not_turned(item: &Item<tree::Layout>, why: &str) -> Diagnostic {
    let name = &item.tree.name;
    let message = format!("`{}` cannot be turned: {why}", name.text);
    let span = item.tree.turned.as_ref().map_or(name.span, |turned| turned.span);
    finding(item, span, message, "turned for whom?").with_help("leave `turned` out")
}

/// The board that a layout is of.
fn board<'m>(item: &Item<tree::Layout>, model: &'m mut Model) -> Result<&'m mut Board, Diagnostic> {
    let name = &item.tree.name;
    let wrong = |message: String, label: &str| finding(item, name.span, message, label);
    let area = model.areas.iter_mut().find(|area| area.name == name.text).map(|area| &mut area.kind);
    match area {
        Some(AreaKind::Board(board)) if !item.tree.rows.is_empty() && !board.drawing.is_empty() && is_grid(board) => {
            let message = format!("`{}` is a grid with a drawing, which shows how it lies", name.text);
            Err(wrong(message, "a drawn grid").with_help("leave the layout out, and draw the grid as it is to lie"))
        }
        Some(AreaKind::Board(board)) if !item.tree.rows.is_empty() && board.chosen.is_some() => {
            let message = format!("`{}` has no rows to name: a setting says how many there are", name.text);
            Err(wrong(message, "not one size").with_help("leave the layout out"))
        }
        Some(AreaKind::Board(board)) => Ok(board),
        Some(AreaKind::Zone(zone)) if zone.path.is_some() => {
            let message =
                format!("`{}` has no layout: there are several of it, or a setting says how long it is", name.text);
            Err(wrong(message, "no board alone").with_help("leave the layout out"))
        }
        Some(AreaKind::Zone(_)) | None => {
            let help = "a layout is for a board of this game; without one, leave it out";
            Err(wrong(format!("there is no board `{}`", name.text), "no board").with_help(help))
        }
    }
}

fn is_grid(board: &Board) -> bool {
    matches!(board.shape, BoardShape::Grid { .. })
}

/// Whether the numbers of all rows of a grid stand in the layout in order, from the first to the last or the other way round.
fn wrong_rows(item: &Item<tree::Layout>, rows: u16) -> Vec<Diagnostic> {
    let numbers: Vec<Option<u16>> = item.tree.rows.iter().map(|row| row.text.trim().parse().ok()).collect();
    let fits = |wanted: &mut dyn Iterator<Item = u16>| numbers.iter().copied().eq(wanted.map(Some));
    if fits(&mut (1..=rows)) || fits(&mut (1..=rows).rev()) {
        return Vec::new();
    }
    let span = item.tree.rows.first().map_or(item.tree.name.span, |row| row.span);
    let message = format!("the layout of `{}` does not name its rows in order", item.tree.name.text);
    let help =
        format!("one text for each row, with its number: \"{rows}\" first and \"1\" last, or the other way round");
    vec![finding(item, span, message, "not its rows from the top").with_help(help)]
}

/// Whether every place stands in the layout, and only once.
fn wrong_places(item: &Item<tree::Layout>, board: &Board) -> Vec<Diagnostic> {
    let mut wrong = Vec::new();
    let count = board.points.len();
    let mut found = vec![false; count];
    for row in &item.tree.rows {
        wrong.extend(too_wide(item, row));
        let mut say = |message: String, label: &str| wrong.push(finding(item, row.span, message, label));
        for laid in board.laid(&row.text) {
            let Laying::Place(number) = laid.what else { continue };
            let index = number.map(usize::from).and_then(|number| number.checked_sub(1));
            match index.and_then(|index| found.get_mut(index)) {
                None => {
                    let written: String = row.text.chars().skip(laid.column).take(laid.width).collect();
                    say(format!("there is no place {written}"), &format!("the places are 1 to {count}"));
                }
                Some(true) => {
                    let number = number.unwrap_or_default();
                    say(format!("place {number} stands in the layout twice"), "again in this row");
                }
                Some(slot) => *slot = true,
            }
        }
    }
    let missing = (1..).zip(&found).filter(|(_, found)| !**found).map(|(number, _): (usize, _)| number.to_string());
    wrong.extend(left_out(item, &missing.collect::<Vec<_>>(), "number"));
    wrong
}

/// Whether the name of every place of a net stands in the layout, and only once.
fn wrong_names(item: &Item<tree::Layout>, names: &[String]) -> Vec<Diagnostic> {
    let mut wrong = Vec::new();
    let mut found = vec![false; names.len()];
    for row in &item.tree.rows {
        wrong.extend(too_wide(item, row));
        let mut say = |message: String, label: &str| wrong.push(finding(item, row.span, message, label));
        for (_, name) in names_in(&row.text) {
            let index = names.iter().position(|one| *one == name);
            match index.and_then(|index| found.get_mut(index)) {
                None => say(format!("there is no place `{name}`"), "not one of its places"),
                Some(true) => say(format!("`{name}` stands in the layout twice"), "again in this row"),
                Some(slot) => *slot = true,
            }
        }
    }
    let missing = names.iter().zip(&found).filter(|(_, found)| !**found).map(|(name, _)| format!("`{name}`"));
    wrong.extend(left_out(item, &missing.collect::<Vec<_>>(), "name"));
    wrong
}

fn too_wide(item: &Item<tree::Layout>, row: &tree::Plain) -> Option<Diagnostic> {
    let message = format!("a row of a layout has at most {WIDEST} columns");
    (row.text.chars().count() > WIDEST).then(|| finding(item, row.span, message, "too wide"))
}

fn left_out(item: &Item<tree::Layout>, missing: &[String], by: &str) -> Option<Diagnostic> {
    let (first, more) = missing.split_first()?;
    let message = match more.len() {
        0 => format!("place {first} does not stand in the layout"),
        more => format!("place {first} and {more} more do not stand in the layout"),
    };
    let mut help = format!("write {first} where it lies: every place stands in a layout once, as its {by}");
    // The entry file comes first; the layout of a file that it changes may be right for the board as it was.
    if item.file != FileId(0) {
        help.push_str("; a file that changes the board replaces or removes its layout");
    }
    Some(finding(item, item.tree.name.span, message, "not all of its places").with_help(help))
}

pub(super) fn finding(item: &Item<tree::Layout>, span: Span, message: String, label: &str) -> Diagnostic {
    Diagnostic::error("wrong-layout", message, Location { file: item.file, span }, label)
}
