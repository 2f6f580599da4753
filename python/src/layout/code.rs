//! How one value is written as numbers.

use rulehound_interpreter::instance::Instance;
use rulehound_interpreter::model::Sort;

/// A number range with no more values than this has a column for each.
const FEW: i64 = 16;

/// Places are told apart by a column each up to so many.
const MOST_PLACES: usize = 64;

/// How a value is written as numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum Code {
    /// One number from 0 to 1.
    Scaled { least: i32, greatest: i32 },
    /// A column for each value from the least on.
    Each { least: i32, count: usize },
    /// A column for each seat, the viewer first.
    Seats(usize),
    /// A column for each place.
    Places(usize),
    /// One number: that there is something.
    Some,
}

impl Code {
    /// Of a sort of values at a table.
    pub fn of(sort: &Sort, instance: &Instance) -> Self {
        match sort {
            Sort::Number { least, greatest } if i64::from(*greatest) - i64::from(*least) < FEW => {
                Self::Each { least: *least, count: usize::try_from(greatest - least + 1).unwrap_or(1) }
            }
            Sort::Number { least, greatest } => Self::Scaled { least: *least, greatest: *greatest },
            Sort::YesNo => Self::Scaled { least: 0, greatest: 1 },
            Sort::Value { of, .. } => Self::Each { least: 0, count: instance.values(*of) },
            Sort::Player => Self::Seats(instance.seats()),
            Sort::Direction => Self::Each { least: 0, count: 8 },
            Sort::Place { .. } if instance.places.len() <= MOST_PLACES => Self::Places(instance.places.len()),
            Sort::Place { .. } => {
                Self::Scaled { least: 0, greatest: i32::try_from(instance.places.len()).unwrap_or(1) }
            }
            Sort::Component { .. } | Sort::Nothing => Self::Some,
        }
    }

    /// How many numbers it takes.
    pub fn width(&self) -> usize {
        match self {
            Self::Scaled { .. } | Self::Some => 1,
            Self::Each { count, .. } | Self::Seats(count) | Self::Places(count) => *count,
        }
    }
}
