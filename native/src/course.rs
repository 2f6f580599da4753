//! What is told of a random game.

use rulehound_interpreter::play::Outcome;

/// How a random game went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// How it ended; `None` if it did not.
    pub outcome: Option<Outcome>,
    /// How many decisions were made, forced ones included.
    pub decisions: u64,
    /// Of those that were not forced: how many options they had together.
    pub options: u64,
    /// How many decisions were not forced.
    pub free: u64,
    /// Stops: decisions, chance, the end.
    pub stops: u64,
}
