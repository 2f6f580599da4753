//! Numbers of players that go up and down, for whoever asks where they come from.

use super::By;
use rulehound_rules::model::VariableId;

/// A number of a player went up or down: by `set … +=` or `set … -=`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Which variable; it has no index.
    pub variable: VariableId,
    /// Whose, from 0.
    pub seat: usize,
    /// By how much.
    pub by: i64,
    /// The statements that ran, the innermost first: the `set` itself, then what called its rule, and so on.
    pub did: Vec<By>,
}
