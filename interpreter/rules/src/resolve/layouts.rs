//! Layouts: how tracks, rings and nets lie on paper. They change nothing but drawings.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::{Location, Span};
use rulehound_grammar::tree;

use super::on_paper;
use crate::merge::{Item, Merged, Thing};
use crate::model::layout::{Laying, laid};
use crate::model::{AreaKind, Board, BoardShape, Model};

/// The widest row, so that it fits a wide terminal.
const WIDEST: usize = 160;

/// Gives each board its layout; says what is wrong with it.
pub fn lay_out(merged: &Merged, model: &mut Model) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for thing in &merged.things {
        let Thing::Layout(item) = thing else { continue };
        let wrong = match board(item, model) {
            Ok(board) => {
                let wrong = match board.shape {
                    BoardShape::Net { .. } => wrong_names(item, &board.names),
                    BoardShape::Track | BoardShape::Ring | BoardShape::Grid { .. } => {
                        wrong_places(item, board.points.len())
                    }
                };
                if wrong.is_empty() {
                    board.layout = item.tree.rows.iter().map(|row| row.text.clone()).collect();
                }
                wrong
            }
            Err(wrong) => vec![wrong],
        };
        found.extend(wrong);
    }
    let boards = model.areas.iter_mut().filter_map(|area| match &mut area.kind {
        AreaKind::Board(board) if matches!(board.shape, BoardShape::Net { .. }) => Some(board),
        AreaKind::Board(_) | AreaKind::Zone(_) => None,
    });
    boards.for_each(on_paper::place);
    found
}

/// The board that a layout is of.
fn board<'m>(item: &Item<tree::Layout>, model: &'m mut Model) -> Result<&'m mut Board, Diagnostic> {
    let name = &item.tree.name;
    let wrong = |message: String, label: &str| finding(item, name.span, message, label);
    let area = model.areas.iter_mut().find(|area| area.name == name.text).map(|area| &mut area.kind);
    match area {
        Some(AreaKind::Board(board)) if matches!(board.shape, BoardShape::Grid { .. }) => {
            let message = format!("`{}` is a grid, which is drawn as it is declared", name.text);
            Err(wrong(message, "a grid").with_help("leave the layout out; a grid may have a drawing of its own"))
        }
        Some(AreaKind::Board(board)) => Ok(board),
        Some(AreaKind::Zone(_)) | None => {
            let help = "a layout is for a track, ring or net of this game; without one, leave it out";
            Err(wrong(format!("there is no board `{}`", name.text), "no board").with_help(help))
        }
    }
}

/// Whether every place stands in the layout, and only once.
fn wrong_places(item: &Item<tree::Layout>, count: usize) -> Vec<Diagnostic> {
    let mut wrong = Vec::new();
    let mut found = vec![false; count];
    for row in &item.tree.rows {
        wrong.extend(too_wide(item, row));
        let mut say = |message: String, label: &str| wrong.push(finding(item, row.span, message, label));
        for laid in laid(&row.text) {
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
        for (_, name) in on_paper::names_in(&row.text) {
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
    let help = format!(
        "every place stands in it once, as its {by}; a file that changes the board replaces or removes the layout"
    );
    Some(finding(item, item.tree.name.span, message, "not all of its places").with_help(help))
}

fn finding(item: &Item<tree::Layout>, span: Span, message: String, label: &str) -> Diagnostic {
    Diagnostic::error("wrong-layout", message, Location { file: item.file, span }, label)
}
