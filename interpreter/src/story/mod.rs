//! Telling what happened: events become lines that read like a story.
//!
//! In: events, and a [`View`](crate::play::View) where something is to be drawn. Out: lines of text without colour, at most about 100
//! columns wide. What a viewer may not see is taken out first ([`seen_by`]), so no teller can give it away.

mod because;
mod board;
mod grid;
mod joined;
mod line;
mod seen;
mod table;
mod teller;
mod wrap;

pub use because::{reason, ruled};
pub use board::draw;
pub use seen::seen_by;
pub use table::table;
pub use teller::Teller;

/// The widest line.
pub const WIDTH: usize = 100;

/// A text in lines of bounded width.
pub fn lines(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    wrap::wrapped(text, 0, &mut lines);
    lines
}
