//! `mark … in S`: marks on places whose numbers are worked out before play, from tables for example.

use rulehound_grammar::tree;

use super::constants::{Known, elements};
use super::convert::Wanted;
use super::{Resolved, Resolver};
use crate::merge::{Merged, Thing};
use crate::model::{AreaKind, Board, BoardShape};

impl<'a> Resolver<'a> {
    /// Puts these marks on their boards, and into the drawing of a path. Tables must be known.
    pub(super) fn put_marks(&mut self, merged: &'a Merged) {
        let areas = merged.things.iter().filter(|thing| matches!(thing, Thing::Board(_) | Thing::Zone(_)));
        for (area, thing) in areas.enumerate() {
            let Thing::Board(item) = thing else { continue };
            self.file = item.file;
            for (index, mark) in item.tree.marks.iter().enumerate() {
                if let Some(set) = &mark.set
                    && let Ok(numbers) = self.place_numbers(set)
                {
                    self.put_mark(area, index, &numbers, set);
                }
            }
        }
    }

    fn place_numbers(&mut self, set: &tree::Expression) -> Resolved<Vec<i32>> {
        let numbers = self.set(set)?;
        if !matches!(numbers.of.sort, crate::model::Sort::Number { .. }) {
            return Err(self.wanted_but(Wanted::Number, &numbers));
        }
        let label = "it must be made of numbers and tables";
        match elements(&self.model, &numbers, &Known::new(), &self.work) {
            Some(found) => Ok(found),
            None if self.work.is_spent() => Err(self.too_much_work(set.span)),
            None => Err(self.error("not-constant", "this set is not fixed before play", set.span, label)),
        }
    }

    fn put_mark(&mut self, area: usize, index: usize, numbers: &[i32], set: &tree::Expression) {
        let Some(AreaKind::Board(board)) = self.model.to_mut().areas.get_mut(area).map(|area| &mut area.kind) else {
            return;
        };
        let count = board.points.len();
        let outside = numbers.iter().find(|number| !put(board, index, **number)).copied();
        if let Some(number) = outside.filter(|_| count > 0) {
            let message = format!("there is no place {number}");
            self.error("out-of-range", message, set.span, format!("the places are 1 to {count}"));
        }
    }
}

/// Marks a place, also where a path is drawn; no such place is a no.
fn put(board: &mut Board, index: usize, number: i32) -> bool {
    let Some(point) = number.checked_sub(1).and_then(|point| usize::try_from(point).ok()) else { return false };
    let Some(mark) = board.marks.get_mut(index) else { return true };
    let Some(slot) = mark.on.get_mut(point) else { return false };
    *slot = true;
    if let (Some(sign), BoardShape::Track | BoardShape::Ring) = (mark.signs.first(), board.shape) {
        for row in &mut board.drawing {
            *row = row.chars().enumerate().map(|(at, old)| if at == point { *sign } else { old }).collect();
        }
    }
    true
}
