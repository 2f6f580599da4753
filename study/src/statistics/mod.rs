//! What may be read from counts: intervals, and how sure they are.

mod blocks;
mod interval;
mod many;
mod moments;
mod sequence;

pub use blocks::{Blocks, bootstrap};
pub use interval::{Interval, each, games_for, quantile, tail, wilson};
pub use many::adjusted;
pub use moments::Moments;
pub use sequence::sequence;

/// How sure an interval is unless somebody says otherwise: 19 times out of 20.
pub const SURE: f64 = 0.95;
