//! Steps on boards.

use super::Instance;
use rulehound_rules::model::value::NONE;
use rulehound_rules::model::{AreaKind, Board, BoardShape, FamilyGrid, Path, PlaceClass};

/// Where a place lies on one of several tracks or rings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Whether it closes.
    pub path: Path,
    /// The number of its first place.
    pub first: i32,
    /// How many places it has.
    pub length: i32,
    /// Which of them this is, from 0.
    pub offset: i32,
}

impl Line {
    /// The place so many steps ahead, or none.
    fn ahead(self, steps: i32) -> Option<i32> {
        let to = i64::from(self.offset) + i64::from(steps);
        let length = i64::from(self.length.max(1));
        let to = match self.path {
            Path::Ring => to.rem_euclid(length),
            Path::Track | Path::Grid => Some(to).filter(|to| (0..length).contains(to))?,
        };
        i32::try_from(to).ok().map(|to| self.first + to)
    }

    /// The place that is joined in a direction: 2 (right) leads on, 6 (left) back.
    pub fn beside(self, direction: usize) -> Option<i32> {
        match direction {
            2 => self.ahead(1),
            6 => self.ahead(-1),
            _ => None,
        }
    }
}

impl Instance {
    /// Where a place lies on one of several tracks or rings; `None` if it lies on none.
    pub fn line(&self, place: i32) -> Option<Line> {
        self.joined.line(place)
    }

    /// The same, found out anew.
    pub(super) fn line_of(&self, place: i32) -> Option<Line> {
        let found = self.place(place)?;
        let (_, zone) = self.model.zone(found.class)?;
        let path = zone.path.filter(|path| *path != Path::Grid)?;
        let length = self.index_values(*zone.index.last()?).len().max(1);
        let offset = super::to_value(found.offset % length);
        Some(Line { path, first: place - offset, length: super::to_value(length), offset })
    }

    /// The board of a place, the number of its first place, and which point it is.
    pub fn on_board(&self, place: i32) -> Option<(&Board, i32, usize)> {
        let found = self.place(place)?;
        let PlaceClass::Area(area) = found.class else { return None };
        match &self.model.areas.get(area.index())?.kind {
            AreaKind::Board(board) => Some((board, place - i32::try_from(found.offset).ok()?, found.offset)),
            AreaKind::Zone(_) => None,
        }
    }

    /// The places of one of several grids on which a place lies, the number of the first, and which point it is.
    pub fn on_grid_of_several(&self, place: i32) -> Option<(&FamilyGrid, i32, usize)> {
        let found = self.place(place)?;
        let (_, zone) = self.model.zone(found.class)?;
        let grid = zone.grid.as_ref()?;
        let point = found.offset % grid.points.len().max(1);
        Some((grid, place - i32::try_from(point).ok()?, point))
    }

    /// The place joined to one in a direction, on a board or on one of several grids, found out anew; a net has no directions.
    pub(super) fn joined_in(&self, place: i32, direction: usize) -> Option<i32> {
        let (next, first) = match (self.on_board(place), self.on_grid_of_several(place)) {
            (Some((board, first, point)), _) => (board.beside(point, direction)?, first),
            (None, Some((grid, first, point))) => (grid.points.get(point)?.joined.get(direction).copied()??, first),
            (None, None) => return None,
        };
        Some(first + i32::from(next))
    }

    /// The places joined to one of a board, by direction, each once; none around what is no place of a board.
    pub fn around(&self, place: i32) -> &[i32] {
        self.joined.around(place)
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
            self.around(place).iter().for_each(|place| reach(*place, marks, found));
            next += 1;
        }
    }

    /// The place so many steps ahead along a track or round a ring, or none; negative steps go back.
    pub fn ahead(&self, place: i32, steps: i32) -> i32 {
        if let Some(line) = self.line(place) {
            return line.ahead(steps).unwrap_or(NONE);
        }
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
        if let Some((from, to)) = self.line(from).zip(self.line(to)) {
            let steps = to.offset - from.offset;
            let steps = if from.path == Path::Ring { steps.rem_euclid(from.length) } else { steps };
            return (from.first == to.first).then_some(steps);
        }
        let ((board, first, start), (_, other, end)) = self.on_board(from).zip(self.on_board(to))?;
        let number = |count: usize| i32::try_from(count).unwrap_or(i32::MAX);
        let steps = number(end) - number(start);
        let round =
            if board.shape == BoardShape::Ring { steps.rem_euclid(number(board.points.len()).max(1)) } else { steps };
        (first == other).then_some(round)
    }

    /// The place so many steps from another in a direction, or none; backwards is the opposite direction.
    pub fn beside(&self, place: i32, direction: i32, steps: i32) -> i32 {
        let direction = if steps < 0 { (direction + 4).rem_euclid(8) } else { direction };
        if self.line(place).is_some() {
            return self.along(place, direction, steps.unsigned_abs());
        }
        let direction = usize::try_from(direction).ok();
        direction.and_then(|direction| self.joined.beside(place, direction, steps.unsigned_abs())).unwrap_or(NONE)
    }
}

impl Instance {
    /// So many steps along one of several tracks or rings, in a direction.
    fn along(&self, place: i32, direction: i32, steps: u32) -> i32 {
        let steps = i64::from(steps);
        let steps = match direction {
            _ if steps == 0 => 0,
            2 => steps,
            6 => -steps,
            _ => return NONE,
        };
        let steps = i32::try_from(steps).unwrap_or(if steps < 0 { i32::MIN } else { i32::MAX });
        self.line(place).and_then(|line| line.ahead(steps)).unwrap_or(NONE)
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
