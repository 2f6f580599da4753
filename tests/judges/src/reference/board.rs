//! Places of boards and zones, and the words that walk on them.

use rulehound_grammar::span::Location;
use rulehound_interpreter::model::value::{NONE, yes_no};
use rulehound_interpreter::model::{
    AreaId, AreaKind, Board, BoardShape, BuiltIn, Expression, Index, Path, PlaceClass, Point, Zone,
};

use super::Fault;
use super::run::Run;

impl<'g> Run<'g> {
    /// A built-in word that gives one value.
    pub(super) fn built_in(&mut self, word: BuiltIn, arguments: &[Expression], at: Location) -> Result<i32, Fault> {
        match word {
            BuiltIn::Next => {
                let seat = self.some(&arguments[0])?;
                let steps = arguments.get(1).map_or(Ok(1), |steps| self.some(steps))?;
                Ok((i64::from(seat) + i64::from(steps)).rem_euclid(self.game.instance.seats() as i64) as i32)
            }
            BuiltIn::Other => Ok(1 - self.some(&arguments[0])?),
            BuiltIn::Seat => Ok(self.some(&arguments[0])? + 1),
            BuiltIn::Max => self.all_of(arguments).map(|values| values.into_iter().max().unwrap_or(NONE)),
            BuiltIn::Min => self.all_of(arguments).map(|values| values.into_iter().min().unwrap_or(NONE)),
            BuiltIn::Ahead => {
                let place = self.value(&arguments[0])?;
                let steps = self.some(&arguments[1])?;
                // For whom the way runs back, ahead is behind.
                let back = arguments.get(2).map_or(Ok(0), |back| self.some(back))? != 0;
                Ok(self.ahead(place, if back { -steps } else { steps }))
            }
            BuiltIn::Steps => {
                let (one, other) = (self.some(&arguments[0])?, self.some(&arguments[1])?);
                let back = arguments.get(2).map_or(Ok(0), |back| self.some(back))? != 0;
                if back { self.steps(other, one, at) } else { self.steps(one, other, at) }
            }
            BuiltIn::Beside => {
                let place = self.value(&arguments[0])?;
                let direction = self.some(&arguments[1])?;
                let steps = arguments.get(2).map_or(Ok(1), |steps| self.some(steps))?;
                Ok(self.beside(place, direction, steps))
            }
            BuiltIn::Noted => self.noted(arguments),
            BuiltIn::Around => panic!("a set stands where one value is wanted"),
        }
    }

    fn all_of(&mut self, arguments: &[Expression]) -> Result<Vec<i32>, Fault> {
        arguments.iter().map(|argument| self.some(argument)).collect()
    }

    /// A built-in word that gives a set.
    pub(super) fn built_in_set(&mut self, word: BuiltIn, arguments: &[Expression]) -> Result<Vec<i32>, Fault> {
        match word {
            BuiltIn::Around => self.value(&arguments[0]).map(|place| self.around(place)),
            BuiltIn::Next
            | BuiltIn::Other
            | BuiltIn::Seat
            | BuiltIn::Noted
            | BuiltIn::Max
            | BuiltIn::Min
            | BuiltIn::Ahead
            | BuiltIn::Steps
            | BuiltIn::Beside => panic!("one value stands where a set is wanted"),
        }
    }

    pub(super) fn declared_zone(&self, zone: AreaId) -> &'g Zone {
        match &self.model().areas[zone.index()].kind {
            AreaKind::Zone(zone) => zone,
            AreaKind::Board(_) => panic!("a board is no zone"),
        }
    }

    /// Whether an area is a board.
    pub(super) fn is_board(&self, area: AreaId) -> bool {
        matches!(self.model().areas[area.index()].kind, AreaKind::Board(_))
    }

    /// The board a place belongs to, the first number of that board's places, and which of them it is.
    fn on_board(&self, place: i32) -> Option<(&Board, i32, usize)> {
        let at = self.game.instance.places.get(usize::try_from(place).ok()?)?;
        let PlaceClass::Area(area) = at.class else { return None };
        match &self.game.instance.model.areas[area.index()].kind {
            AreaKind::Board(board) => Some((board, place - at.offset as i32, at.offset)),
            AreaKind::Zone(_) => None,
        }
    }

    /// The point of a grid; paths have neither columns nor rows.
    pub(super) fn point(&self, place: i32) -> Option<&Point> {
        if let Some((points, _, offset)) = self.on_one_of_several_grids(place) {
            return points.get(offset);
        }
        let (board, _, offset) = self.on_board(place)?;
        matches!(board.shape, BoardShape::Grid { .. }).then(|| &board.points[offset])
    }

    /// The points of a grid of which there are several, the number of its first place, and which point it is.
    fn on_one_of_several_grids(&self, place: i32) -> Option<(&[Point], i32, usize)> {
        let at = self.game.instance.places.get(usize::try_from(place).ok()?)?;
        let PlaceClass::Area(area) = at.class else { return None };
        let AreaKind::Zone(zone) = &self.game.instance.model.areas[area.index()].kind else { return None };
        let points = zone.grid.as_ref()?.points.as_slice();
        // The number is the last index, which counts from 1.
        let number = self.game.instance.family_indices(&zone.index, at.offset).pop()? - 1;
        Some((points, place - number, number as usize))
    }

    pub(super) fn index_of(&self, place: i32) -> i32 {
        let at = &self.game.instance.places[place as usize];
        let PlaceClass::Area(area) = at.class else { return 0 };
        match &self.game.instance.model.areas[area.index()].kind {
            AreaKind::Board(_) => at.offset as i32 + 1,
            AreaKind::Zone(zone) => {
                // Of a track, ring or grid the last index is the number along it.
                let last = zone.path.is_some() && zone.index.len() == 2;
                let value = self.game.instance.family_indices(&zone.index, at.offset).get(usize::from(last)).copied();
                match (zone.index.get(usize::from(last)), value) {
                    (Some(Index::Range { .. } | Index::Upto { .. }), Some(value)) => value,
                    // What is not written as a number counts from 1.
                    (Some(Index::Player | Index::YesNo | Index::Direction), Some(value)) => value + 1,
                    (Some(Index::Value { least, .. }), Some(value)) => value - least + 1,
                    (None, _) | (_, None) => 0,
                }
            }
        }
    }

    pub(super) fn marked(&self, board: AreaId, mark: usize, place: i32) -> i32 {
        if place == NONE || self.game.instance.places[place as usize].class != PlaceClass::Area(board) {
            return 0;
        }
        self.on_board(place).map_or(0, |(board, _, offset)| yes_no(board.marks[mark].on[offset]))
    }

    pub(super) fn board_place(&mut self, board: AreaId, number: &Expression) -> Result<i32, Fault> {
        let value = self.some(number)?;
        let places = self.game.instance.classes[&PlaceClass::Area(board)].clone();
        let place = places.start.saturating_add(value).saturating_sub(1);
        if places.contains(&place) && value >= 1 {
            Ok(place)
        } else {
            Err(Fault::new("range-left", format!("there is no place {value}"), number.at))
        }
    }

    pub(super) fn read_end(&mut self, pile: &Expression, top: bool, at: Location) -> Result<i32, Fault> {
        let pile = self.value(pile)?;
        let component = self.end_of_pile(pile, top);
        if component != NONE {
            self.check_component(component, at)?;
        }
        Ok(component)
    }

    /// The top or bottom of a pile, or none.
    pub(super) fn end_of_pile(&self, pile: i32, top: bool) -> i32 {
        let height = |component: &i32| self.world.heights[*component as usize];
        let there = if pile == NONE { Vec::new() } else { self.world.at(pile) };
        let end = if top { there.iter().max_by_key(|it| height(it)) } else { there.iter().min_by_key(|it| height(it)) };
        end.copied().unwrap_or(NONE)
    }

    /// All places of the track or ring on which a place lies, where there are several of it, in order; and whether it closes.
    fn lane(&self, place: i32) -> Option<(Vec<i32>, bool)> {
        let instance = &self.game.instance;
        let at = instance.places.get(usize::try_from(place).ok()?)?;
        let PlaceClass::Area(area) = at.class else { return None };
        let AreaKind::Zone(zone) = &instance.model.areas[area.index()].kind else { return None };
        let path = zone.path.filter(|path| *path != Path::Grid)?;
        // Alike in all but their last index: the number along the way.
        let before = |offset: usize| {
            let mut indices = instance.family_indices(&zone.index, offset);
            indices.pop();
            indices
        };
        let same = |other: &i32| {
            let other = &instance.places[*other as usize];
            other.owner == at.owner && before(other.offset) == before(at.offset)
        };
        Some((instance.classes[&at.class].clone().filter(same).collect(), path == Path::Ring))
    }

    /// So many places on along its own track or ring, or none; `None` if it lies on no such one.
    fn along(&self, place: i32, steps: i64) -> Option<i32> {
        let (lane, closed) = self.lane(place)?;
        let to = lane.iter().position(|one| *one == place)? as i64 + steps;
        let to = if closed { to.rem_euclid(lane.len() as i64) } else { to };
        Some(usize::try_from(to).ok().and_then(|to| lane.get(to).copied()).unwrap_or(NONE))
    }

    fn ahead(&self, place: i32, steps: i32) -> i32 {
        if let Some(to) = self.along(place, i64::from(steps)) {
            return to;
        }
        let Some((board, first, offset)) = self.on_board(place) else { return NONE };
        let (length, to) = (board.points.len() as i64, offset as i64 + i64::from(steps));
        match board.shape {
            BoardShape::Ring => first + to.rem_euclid(length) as i32,
            BoardShape::Track if (0..length).contains(&to) => first + to as i32,
            BoardShape::Track | BoardShape::Grid { .. } | BoardShape::Net { .. } => NONE,
        }
    }

    fn steps(&self, from: i32, to: i32, at: Location) -> Result<i32, Fault> {
        let apart = || Fault::new("not-in-set", "the two places are not on one track or ring", at);
        if let Some((lane, closed)) = self.lane(from) {
            let place = |of: i32| lane.iter().position(|one| *one == of).map(|at| at as i32);
            let (Some(start), Some(end)) = (place(from), place(to)) else { return Err(apart()) };
            return Ok(if closed { (end - start).rem_euclid(lane.len() as i32) } else { end - start });
        }
        let (Some((board, first, start)), Some((_, other, end))) = (self.on_board(from), self.on_board(to)) else {
            return Err(apart());
        };
        let difference = end as i32 - start as i32;
        match board.shape {
            _ if first != other => Err(apart()),
            BoardShape::Ring => Ok(difference.rem_euclid(board.points.len() as i32)),
            BoardShape::Track => Ok(difference),
            BoardShape::Grid { .. } | BoardShape::Net { .. } => Err(apart()),
        }
    }

    fn beside(&self, place: i32, direction: i32, steps: i32) -> i32 {
        let far = i64::from(steps);
        match direction {
            2 if self.lane(place).is_some() => return self.along(place, far).unwrap_or(NONE),
            6 if self.lane(place).is_some() => return self.along(place, -far).unwrap_or(NONE),
            _ if self.lane(place).is_some() => return if steps == 0 { place } else { NONE },
            _ if self.on_board(place).is_none() && self.on_one_of_several_grids(place).is_none() => return NONE,
            _ => {}
        }
        // Backwards is the opposite direction.
        let direction = if steps < 0 { (direction + 4) % 8 } else { direction };
        let mut place = place;
        for _ in 0..steps.unsigned_abs() {
            if let Some((points, first, offset)) = self.on_one_of_several_grids(place) {
                match points[offset].joined[direction as usize] {
                    Some(next) => place = first + i32::from(next),
                    None => return NONE,
                }
                continue;
            }
            let Some((board, first, offset)) = self.on_board(place) else { return NONE };
            if matches!(board.shape, BoardShape::Net { .. }) {
                return NONE;
            }
            match board.points[offset].joined[direction as usize] {
                Some(next) => place = first + i32::from(next),
                None => return NONE,
            }
        }
        place
    }

    /// All joined places, clockwise from up.
    fn around(&self, place: i32) -> Vec<i32> {
        let mut around = Vec::new();
        if self.lane(place).is_some() {
            for step in [1, -1] {
                match self.along(place, step) {
                    Some(NONE) | None => {}
                    Some(next) if around.contains(&next) => {}
                    Some(next) => around.push(next),
                }
            }
        }
        let own = self.on_board(place).map(|(board, first, offset)| (board.points.as_slice(), first, offset));
        if let Some((points, first, offset)) = own.or_else(|| self.on_one_of_several_grids(place)) {
            for next in points[offset].joined.into_iter().flatten() {
                let place = first + i32::from(next);
                if !around.contains(&place) {
                    around.push(place);
                }
            }
        }
        around
    }
}
