//! Layouts: how tracks and rings lie on paper. They change nothing but drawings.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::{Location, Span};
use rulehound_grammar::tree;

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
                let wrong = wrong_places(item, board.points.len());
                if wrong.is_empty() {
                    board.layout = item.tree.rows.iter().map(|row| row.text.clone()).collect();
                }
                wrong
            }
            Err(wrong) => vec![wrong],
        };
        found.extend(wrong);
    }
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
            let help = "a layout is for a track or ring of this game; without one, leave it out";
            Err(wrong(format!("there is no board `{}`", name.text), "no board").with_help(help))
        }
    }
}

/// Whether every place stands in the layout, and only once.
fn wrong_places(item: &Item<tree::Layout>, count: usize) -> Vec<Diagnostic> {
    let mut wrong = Vec::new();
    let mut found = vec![false; count];
    for row in &item.tree.rows {
        let mut say = |message: String, label: &str| wrong.push(finding(item, row.span, message, label));
        if row.text.chars().count() > WIDEST {
            say(format!("a row of a layout has at most {WIDEST} columns"), "too wide");
        }
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
    let mut missing = (1..).zip(&found).filter(|(_, found)| !**found).map(|(number, _): (usize, _)| number);
    if let Some(first) = missing.next() {
        let message = match missing.count() {
            0 => format!("place {first} does not stand in the layout"),
            more => format!("place {first} and {more} more do not stand in the layout"),
        };
        let help = "every place stands in it once, as its number; a file that changes the board replaces or removes the layout";
        wrong.push(finding(item, item.tree.name.span, message, "not all of its places").with_help(help));
    }
    wrong
}

fn finding(item: &Item<tree::Layout>, span: Span, message: String, label: &str) -> Diagnostic {
    Diagnostic::error("wrong-layout", message, Location { file: item.file, span }, label)
}
