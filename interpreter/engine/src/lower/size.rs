//! How large things can be, and which types lie in which.

use super::Lowering;
use rulehound_rules::model::{PlaceClass, Shape, Sort, Type};

impl Lowering<'_> {
    /// How many elements a value of this type has at most at this table: 1 if it is no set.
    pub(super) fn bound(&self, of: &Type) -> u32 {
        match of.shape {
            Shape::One | Shape::OneOrNone => 1,
            Shape::Set { most } => most.min(self.sort_bound(&of.sort)),
        }
    }

    fn sort_bound(&self, sort: &Sort) -> u32 {
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        match sort {
            Sort::Number { least, greatest } => {
                u32::try_from(i64::from(*greatest) - i64::from(*least) + 1).unwrap_or(0)
            }
            Sort::YesNo => 2,
            Sort::Value { allowed, .. } => count(allowed.len()),
            Sort::Player => count(self.instance().seats()),
            Sort::Component { .. } | Sort::Place { .. } => {
                self.ranges(sort).iter().map(|(from, to)| u32::try_from(to - from).unwrap_or(0)).sum()
            }
            Sort::Direction => 8,
            Sort::Nothing => 0,
        }
    }

    /// The numbers that components or places of this sort have, as half-open ranges.
    pub(super) fn ranges(&self, sort: &Sort) -> Vec<(i32, i32)> {
        let instance = self.instance();
        match sort {
            Sort::Component { kinds } => kinds
                .iter()
                .filter_map(|kind| instance.kinds.get(kind.index()))
                .map(|range| (range.start, range.end))
                .collect(),
            Sort::Place { classes } => {
                let range = |class: &PlaceClass| instance.classes.get(class).map(|range| (range.start, range.end));
                classes.iter().filter_map(range).collect()
            }
            Sort::Number { .. } | Sort::YesNo | Sort::Value { .. } | Sort::Player | Sort::Direction | Sort::Nothing => {
                Vec::new()
            }
        }
    }
}

/// Whether every value of one type is one of the other.
pub(super) fn contained(from: &Type, to: &Type) -> bool {
    let shape = match (from.shape, to.shape) {
        (Shape::OneOrNone, Shape::One) => false,
        (Shape::One | Shape::OneOrNone, _) | (Shape::Set { .. }, Shape::Set { .. }) => true,
        (Shape::Set { .. }, Shape::One | Shape::OneOrNone) => false,
    };
    let sort = match (&from.sort, &to.sort) {
        (Sort::Number { least, greatest }, Sort::Number { least: low, greatest: high }) => {
            least >= low && greatest <= high
        }
        (Sort::Value { of, allowed }, Sort::Value { of: other, allowed: all }) => of == other && allowed.is_subset(all),
        (Sort::Component { kinds }, Sort::Component { kinds: all }) => kinds.is_subset(all),
        (Sort::Place { classes }, Sort::Place { classes: all }) => classes.is_subset(all),
        (Sort::Nothing, _) => to.shape != Shape::One,
        (one, other) => one == other,
    };
    shape && sort
}
