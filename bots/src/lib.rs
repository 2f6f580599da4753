//! Players for any game: Monte Carlo tree search over whatever the rules allow.
//!
//! In: what a seat may know of a position ([`Knowledge`]), a seed, a [`Budget`]. Out: a [`Thought`], the number of an option and what was
//! found out about all of them. A bot has no clock, no threads and no source of chance of its own; the same knowledge, seed and number of
//! iterations give the same choice on every machine.
//!
//! `solve` works out perfect play of small games, and how far a strategy is from it.
//!
//! `tuning` is what a search can be told about a game, and how it is found out.
//!
//! `runner` plays positions on, `reward` says what an end is worth, `tree` holds what was found out, `upper_bound` weighs what to try next, and
//! `search` puts them together.

mod analysis;
mod bot;
mod budget;
mod level;
mod reward;
mod runner;
mod search;
pub mod solve;
mod thought;
mod tree;
mod tuning;
mod upper_bound;

pub use analysis::{Analysis, Judged};
pub use bot::Bot;
pub use budget::Budget;
pub use level::{Level, Strength, UnknownLevel};
pub use reward::{ONE, rewards};
pub use rulehound_interpreter::play::Knowledge;
pub use search::{MOST_EDGES, MOST_NODES};
pub use thought::{Considered, Thought};
pub use tuning::{Halving, Tried, Tuning};
