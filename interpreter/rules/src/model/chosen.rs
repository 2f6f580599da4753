//! Sizes that each table chooses: how many columns and rows a grid has and how many components are made, as settings say.
//!
//! A model holds the greatest of them, so that whatever is checked holds at every table; an instance has those of its table.

use std::sync::Arc;

use super::{AreaKind, Arithmetic, Board, BoardShape, Expression, ExpressionKind, Kind, Made, Model, Point};

/// The columns and rows of a grid whose size settings say.
#[derive(Clone, Debug)]
pub struct ChosenGrid {
    /// How many columns.
    pub columns: Expression,
    /// How many rows.
    pub rows: Expression,
    /// The directions in which its places are not joined.
    pub except: Vec<usize>,
    /// How many places it has at the table where it is smallest.
    pub fewest: usize,
}

/// How many components a line of `make` makes where settings say so.
#[derive(Clone, Debug)]
pub struct ChosenCopies {
    /// Which of the kind's [`made`](super::Kind::made) lines.
    pub made: usize,
    /// How many.
    pub copies: Expression,
    /// How many at the table where they are fewest, from 1.
    pub fewest: u32,
}

/// How far the eight directions lead: columns, rows.
pub const STEPS: [(i32, i32); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// The places of a grid without a drawing, row by row, joined but in the excepted directions.
pub fn rectangle(columns: u16, rows: u16, except: &[usize]) -> Vec<Point> {
    let number = |column: i32, row: i32| {
        let inside = (0..i32::from(columns)).contains(&column) && (0..i32::from(rows)).contains(&row);
        u16::try_from(row * i32::from(columns) + column).ok().filter(|_| inside)
    };
    let point = |column: u16, row: u16| {
        let mut joined = [None; 8];
        for (direction, ((across, down), slot)) in STEPS.into_iter().zip(&mut joined).enumerate() {
            if !except.contains(&direction) {
                *slot = number(i32::from(column) + across, i32::from(row) + down);
            }
        }
        Point { column: column + 1, row: row + 1, joined }
    };
    (0..rows).flat_map(|row| (0..columns).map(move |column| point(column, row))).collect()
}

/// Whether a size is reckoned from numbers and settings alone: by `+`, `-` and `*`, and by `/` and `mod` with a number above 0.
pub fn is_size(expression: &Expression) -> bool {
    match &*expression.kind {
        ExpressionKind::Constant(_) | ExpressionKind::Setting(_) => true,
        ExpressionKind::Negative(inner) => is_size(inner),
        ExpressionKind::Arithmetic(Arithmetic::Divided | Arithmetic::Modulo, size, by) => {
            is_size(size) && matches!(&*by.kind, ExpressionKind::Constant(number) if *number > 0)
        }
        ExpressionKind::Arithmetic(_, one, other) => is_size(one) && is_size(other),
        _ => false,
    }
}

/// A size at a table with these settings; 0 for what is none.
fn reckoned(size: &Expression, settings: &[i32]) -> i64 {
    match &*size.kind {
        ExpressionKind::Constant(number) => i64::from(*number),
        ExpressionKind::Setting(setting) => settings.get(setting.index()).copied().map_or(0, i64::from),
        ExpressionKind::Negative(inner) => -reckoned(inner, settings),
        ExpressionKind::Arithmetic(sign, one, other) => {
            let (one, other) = (reckoned(one, settings), reckoned(other, settings));
            match sign {
                Arithmetic::Plus => one.saturating_add(other),
                Arithmetic::Minus => one.saturating_sub(other),
                Arithmetic::Times => one.saturating_mul(other),
                // Only numbers above 0 divide, so this rounds down as everywhere.
                Arithmetic::Divided => one.checked_div_euclid(other).unwrap_or(0),
                Arithmetic::Modulo => one.checked_rem_euclid(other).unwrap_or(0),
            }
        }
        _ => 0,
    }
}

impl Board {
    /// How many places it has at the table where it is smallest.
    pub fn fewest(&self) -> usize {
        self.chosen.as_ref().map_or(self.points.len(), |chosen| chosen.fewest)
    }
}

impl Kind {
    /// How many components of it each owner has at the table where they are fewest.
    pub fn fewest(&self) -> u64 {
        let all = |made: &Made| u64::from(made.copies);
        let few = |number: usize| self.chosen.iter().find(|chosen| chosen.made == number).map(|chosen| chosen.fewest);
        self.made.iter().enumerate().map(|(number, made)| few(number).map_or_else(|| all(made), u64::from)).sum()
    }
}

fn so_many(size: &Expression, settings: &[i32]) -> u16 {
    u16::try_from(reckoned(size, settings).clamp(0, i64::from(u16::MAX))).unwrap_or(0)
}

impl Model {
    /// The same game with the sizes of a table that has chosen these settings.
    #[must_use]
    pub fn sized(self: &Arc<Self>, settings: &[i32]) -> Arc<Self> {
        if !self.has_chosen_sizes() {
            return self.clone();
        }
        let mut sized = (**self).clone();
        for kind in &mut sized.kinds {
            for chosen in &kind.chosen {
                if let Some(made) = kind.made.get_mut(chosen.made) {
                    made.copies = u32::from(so_many(&chosen.copies, settings));
                }
            }
        }
        for area in &mut sized.areas {
            if let AreaKind::Board(board) = &mut area.kind
                && let Some(chosen) = &board.chosen
            {
                let (columns, rows) = (so_many(&chosen.columns, settings), so_many(&chosen.rows, settings));
                board.shape = BoardShape::Grid { columns, rows };
                board.points = rectangle(columns, rows, &chosen.except);
            }
        }
        Arc::new(sized)
    }

    /// The same game with the sizes that it usually has.
    #[must_use]
    pub fn usual(self: &Arc<Self>) -> Arc<Self> {
        let settings: Vec<i32> = self.settings.iter().map(|setting| setting.value).collect();
        self.sized(&settings)
    }

    fn has_chosen_sizes(&self) -> bool {
        let chosen = |area: &super::Area| matches!(&area.kind, AreaKind::Board(board) if board.chosen.is_some());
        self.kinds.iter().any(|kind| !kind.chosen.is_empty()) || self.areas.iter().any(chosen)
    }
}

#[cfg(test)]
mod tests {
    use super::rectangle;

    #[test]
    fn places_are_joined_with_those_around_them() {
        let joined = |except: &[usize], point: usize| rectangle(3, 2, except).get(point).map(|point| point.joined);
        assert_eq!(joined(&[], 0), Some([None, None, Some(1), Some(4), Some(3), None, None, None]));
        assert_eq!(joined(&[], 4), Some([Some(1), Some(2), Some(5), None, None, None, Some(3), Some(0)]));
        assert_eq!(joined(&[1, 3, 5, 7], 4), Some([Some(1), None, Some(5), None, None, None, Some(3), None]));
    }
}
