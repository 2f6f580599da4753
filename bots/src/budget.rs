//! How long a bot may think.

/// Bounds of a search. The clock is the caller's: it is asked again and again whether the search may go on.
pub struct Budget<'c> {
    /// The most iterations: each plays one imagined game.
    pub iterations: u64,
    /// Whether to go on; asked before each iteration and now and then within a long one.
    pub go_on: &'c mut dyn FnMut() -> bool,
}

impl<'c> Budget<'c> {
    /// So many iterations, and fewer if the caller says so.
    pub fn new(iterations: u64, go_on: &'c mut dyn FnMut() -> bool) -> Self {
        Self { iterations, go_on }
    }
}
