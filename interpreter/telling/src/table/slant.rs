//! How the rows of a grid are shifted against each other.

use rulehound_rules::model::Board;

/// A grid that is joined along one diagonal only is a board of hexagons: its rows are shifted, so that joined points are neighbours to the
/// eye.
pub enum Slant {
    /// Not at all.
    Upright,
    /// Each row to the right of the one above it.
    ToTheRight,
    /// Each row to the left of the one above it.
    ToTheLeft,
}

impl Slant {
    /// How a grid is shifted.
    pub fn of(board: &Board) -> Self {
        let joined = |direction: usize| {
            board.points.iter().any(|point| point.joined.get(direction).is_some_and(Option::is_some))
        };
        // Directions count clockwise from `up`.
        match (joined(1) || joined(5), joined(3) || joined(7)) {
            (true, false) => Self::ToTheRight,
            (false, true) => Self::ToTheLeft,
            (true, true) | (false, false) => Self::Upright,
        }
    }

    /// How far a row is shifted to the right.
    pub fn shift(&self, row: usize, rows: usize) -> usize {
        match self {
            Self::Upright => 0,
            Self::ToTheRight => row,
            Self::ToTheLeft => (rows - row).saturating_sub(1),
        }
    }
}
