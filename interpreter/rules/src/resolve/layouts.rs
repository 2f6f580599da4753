//! Layouts: how tracks and rings lie on paper. They change nothing but drawings.

use rulehound_grammar::span::Span;
use rulehound_grammar::tree;

use super::Resolver;
use crate::merge::{Item, Merged, Thing};
use crate::model::layout::{Laying, laid};
use crate::model::{AreaKind, BoardShape};

/// The widest row, so that it fits a wide terminal.
const WIDEST: usize = 160;

impl<'a> Resolver<'a> {
    /// Gives each board its layout.
    pub(super) fn lay_out(&mut self, merged: &'a Merged) {
        for thing in &merged.things {
            if let Thing::Layout(item) = thing {
                self.file = item.file;
                self.layout(item);
            }
        }
    }

    fn layout(&mut self, item: &Item<tree::Layout>) {
        let tree::Layout { name, rows } = &item.tree;
        self.uses.of_value(self.at(name.span), &name.text, &self.names);
        let area = self.model.areas.iter().position(|area| area.name == name.text);
        let board = area.and_then(|area| match self.model.areas.get(area).map(|area| &area.kind) {
            Some(AreaKind::Board(board)) => Some((area, board.shape, board.points.len())),
            Some(AreaKind::Zone(_)) | None => None,
        });
        let Some((area, shape, count)) = board else {
            let message = format!("there is no board `{}`", name.text);
            let help = "a layout is for a track or ring of this game; without one, leave it out";
            self.error_with_help("wrong-layout", message, name.span, "no board", help);
            return;
        };
        if matches!(shape, BoardShape::Grid { .. }) {
            let message = format!("`{}` is a grid, which is drawn as it is declared", name.text);
            let help = "leave the layout out; a grid may have a drawing of its own";
            self.error_with_help("wrong-layout", message, name.span, "a grid", help);
            return;
        }
        if self.places_once(rows, count, name.span)
            && let Some(AreaKind::Board(board)) = self.model.to_mut().areas.get_mut(area).map(|area| &mut area.kind)
        {
            board.layout = rows.iter().map(|row| row.text.clone()).collect();
        }
    }

    /// Whether every place stands in the layout, and only once.
    fn places_once(&mut self, rows: &[tree::Plain], count: usize, name: Span) -> bool {
        let before = self.diagnostics.len();
        let mut found = vec![false; count];
        for row in rows {
            if row.text.chars().count() > WIDEST {
                let message = format!("a row of a layout has at most {WIDEST} columns");
                self.error("wrong-layout", message, row.span, "too wide");
            }
            for laid in laid(&row.text) {
                let Laying::Place(number) = laid.what else { continue };
                let index = number.map(usize::from).and_then(|number| number.checked_sub(1));
                match index.and_then(|index| found.get_mut(index)) {
                    None => {
                        let written: String = row.text.chars().skip(laid.column).take(laid.width).collect();
                        let message = format!("there is no place {written}");
                        self.error("wrong-layout", message, row.span, format!("the places are 1 to {count}"));
                    }
                    Some(true) => {
                        let message = format!("place {} stands in the layout twice", number.unwrap_or_default());
                        self.error("wrong-layout", message, row.span, "again in this row");
                    }
                    Some(slot) => *slot = true,
                }
            }
        }
        let left: Vec<String> =
            (1..).zip(&found).filter(|(_, found)| !**found).map(|(number, _): (usize, _)| number.to_string()).collect();
        if let [first, rest @ ..] = left.as_slice() {
            let message = match rest.len() {
                0 => format!("place {first} does not stand in the layout"),
                more => format!("place {first} and {more} more do not stand in the layout"),
            };
            let help = "every place stands in it once, as its number; all other signs are drawn as they are";
            self.error_with_help("wrong-layout", message, name, "not all of its places", help);
        }
        self.diagnostics.len() == before
    }
}
