//! Which places are joined: looked up whenever rules ask what lies around a place or beside it, so worked out once for a table.

use super::{Instance, Line};
use rulehound_rules::model::value::DIRECTIONS;

/// A place for each direction, or none.
type ByDirection = [Option<i32>; DIRECTIONS.len()];

/// What is joined to each place, by its number.
#[derive(Clone, Debug, Default)]
pub struct Joined {
    places: Vec<Beside>,
    /// The places around each, one list behind the other.
    around: Vec<i32>,
}

/// What is joined to a place.
#[derive(Clone, Debug)]
struct Beside {
    line: Option<Line>,
    /// What lies beside it in each direction, on a board; none where there are no directions.
    directions: Option<ByDirection>,
    /// Where the places around it begin and end.
    around: (usize, usize),
}

impl Joined {
    /// Of all places of a table.
    pub fn of(instance: &Instance) -> Self {
        let mut joined = Self::default();
        for place in 0..super::to_value(instance.places.len()) {
            let line = instance.line_of(place);
            let start = joined.around.len();
            for to in around(instance, place, line).into_iter().flatten() {
                // Round a ring of two, the same place lies ahead and behind.
                if joined.around.get(start..).is_some_and(|before| !before.contains(&to)) {
                    joined.around.push(to);
                }
            }
            let on_board = instance.on_board(place).is_some() || instance.on_grid_of_several(place).is_some();
            let directions = on_board.then(|| std::array::from_fn(|direction| instance.joined_in(place, direction)));
            joined.places.push(Beside { line, directions, around: (start, joined.around.len()) });
        }
        joined
    }

    /// Where a place lies on one of several tracks or rings; `None` if it lies on none.
    pub fn line(&self, place: i32) -> Option<Line> {
        self.place(place)?.line
    }

    /// The places joined to one, by direction; none if there is no such place.
    pub fn around(&self, place: i32) -> &[i32] {
        let list = self.place(place).and_then(|place| self.around.get(place.around.0..place.around.1));
        list.unwrap_or_default()
    }

    /// The place so many steps from one on a board, in a direction, or none.
    pub fn beside(&self, place: i32, direction: usize, steps: u32) -> Option<i32> {
        let directions = |place: i32| self.place(place)?.directions.as_ref();
        directions(place)?;
        let mut at = place;
        for _ in 0..steps {
            at = directions(at)?.get(direction).copied()??;
        }
        Some(at)
    }

    fn place(&self, place: i32) -> Option<&Beside> {
        self.places.get(usize::try_from(place).ok()?)
    }
}

/// The places joined to one; on a net by their numbers, since it has no directions.
fn around(instance: &Instance, place: i32, line: Option<Line>) -> ByDirection {
    match (line, instance.on_board(place)) {
        (Some(line), _) => std::array::from_fn(|direction| line.beside(direction)),
        (None, Some((board, first, offset))) => {
            let joined = board.points.get(offset).map(|point| point.joined).unwrap_or_default();
            joined.map(|to| to.map(|to| first + i32::from(to)))
        }
        (None, None) => std::array::from_fn(|direction| instance.joined_in(place, direction)),
    }
}
