//! Steps on boards.

use super::Instance;
use rulehound_rules::model::value::NONE;
use rulehound_rules::model::{AreaKind, Board, BoardShape, PlaceClass};

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

    /// The places joined to one of a board, by direction; none around what is no place of a board.
    pub fn around(&self, place: i32) -> impl Iterator<Item = i32> {
        let board = self.on_board(place);
        let joined = board.and_then(|(board, first, offset)| Some((board.points.get(offset)?.joined, first)));
        let (joined, first) = joined.unwrap_or(([None; 8], 0));
        joined.into_iter().flatten().map(move |to| first + i32::from(to))
    }

    /// Adds some places and those that can be reached from them, one step after the other, without leaving those inside; as they are come to.
    /// `marks` is room to work in.
    pub fn flood(&self, start: &[i32], inside: &[i32], marks: &mut Vec<i32>, found: &mut Vec<i32>) {
        marks.clear();
        marks.resize(self.places.len(), 0);
        for place in inside {
            if let Some(mark) = usize::try_from(*place).ok().and_then(|place| marks.get_mut(place)) {
                *mark = 1;
            }
        }
        let mut next = found.len();
        for place in start {
            if let Some(mark) = usize::try_from(*place).ok().and_then(|place| marks.get_mut(place)) {
                *mark = 1;
            }
            reach(*place, marks, found);
        }
        while let Some(place) = found.get(next).copied() {
            self.around(place).for_each(|place| reach(place, marks, found));
            next += 1;
        }
    }

    /// The place so many steps ahead along a track or round a ring, or none; negative steps go back.
    pub fn ahead(&self, place: i32, steps: i32) -> i32 {
        let Some((board, first, offset)) = self.on_board(place) else { return NONE };
        let length = i64::try_from(board.points.len()).unwrap_or(i64::MAX);
        let to = i64::try_from(offset).unwrap_or(0) + i64::from(steps);
        let to = match board.shape {
            BoardShape::Ring => to.rem_euclid(length.max(1)),
            BoardShape::Track if (0..length).contains(&to) => to,
            BoardShape::Track | BoardShape::Grid { .. } | BoardShape::Net { .. } => return NONE,
        };
        i32::try_from(to).map_or(NONE, |to| first + to)
    }

    /// How many steps it is from one place to another: round a ring always ahead, along a track negative if it is back. `None` if they are
    /// not on one board.
    pub fn steps(&self, from: i32, to: i32) -> Option<i32> {
        let ((board, first, start), (_, other, end)) = self.on_board(from).zip(self.on_board(to))?;
        let number = |count: usize| i32::try_from(count).unwrap_or(i32::MAX);
        let steps = number(end) - number(start);
        let round =
            if board.shape == BoardShape::Ring { steps.rem_euclid(number(board.points.len()).max(1)) } else { steps };
        (first == other).then_some(round)
    }

    /// The place so many steps from another in a direction, or none; backwards is the opposite direction.
    pub fn beside(&self, place: i32, direction: i32, steps: i32) -> i32 {
        let Some((board, first, mut offset)) = self.on_board(place) else { return NONE };
        let direction = if steps < 0 { (direction + 4).rem_euclid(8) } else { direction };
        for _ in 0..steps.unsigned_abs() {
            match usize::try_from(direction).ok().and_then(|direction| board.beside(offset, direction)) {
                Some(next) => offset = usize::from(next),
                None => return NONE,
            }
        }
        i32::try_from(offset).map_or(NONE, |offset| first + offset)
    }
}

/// A place that is inside and was not reached before is to be gone on from.
fn reach(place: i32, marks: &mut [i32], found: &mut Vec<i32>) {
    if let Some(mark) = usize::try_from(place).ok().and_then(|place| marks.get_mut(place))
        && *mark == 1
    {
        *mark = 2;
        found.push(place);
    }
}
