//! Steps on boards.

use super::Instance;
use crate::model::value::NONE;
use crate::model::{AreaKind, Board, PlaceClass};

impl Instance {
    /// The board of a place, the number of its first place, and which point it is.
    pub fn on_board(&self, place: i32) -> Option<(&Board, i32, usize)> {
        let found = self.place(place)?;
        let PlaceClass::Area(area) = found.class else { return None };
        match &self.model.areas.get(area.index())?.kind {
            AreaKind::Board(board) => Some((board, place - i32::try_from(found.offset).ok()?, found.offset)),
            AreaKind::Zone(_) => None,
        }
    }

    /// The place so many steps from another in a direction, or none; backwards is the opposite direction.
    pub fn beside(&self, place: i32, direction: i32, steps: i32) -> i32 {
        let Some((board, first, mut offset)) = self.on_board(place) else { return NONE };
        let direction = if steps < 0 { (direction + 4).rem_euclid(8) } else { direction };
        for _ in 0..steps.unsigned_abs() {
            let joined = board.points.get(offset).map(|point| point.joined).unwrap_or_default();
            let next = usize::try_from(direction).ok().and_then(|direction| joined.get(direction).copied()).flatten();
            match next {
                Some(next) => offset = usize::from(next),
                None => return NONE,
            }
        }
        i32::try_from(offset).map_or(NONE, |offset| first + offset)
    }
}
