//! Telling what happened: events become lines that read like a story.
//!
//! In: events, and a [`View`](rulehound_engine::play::View) where something is to be drawn. Out: lines of text without colour, at most about as wide
//! as is asked for. What a viewer may not see is taken out first ([`seen_by`]), so no teller can give it away.

mod away;
mod because;
mod briefly;
mod condensed;
mod joined;
mod line;
mod moves;
mod seen;
mod short;
mod spoken;
mod teller;
mod zones;

pub use because::{reason, ruled};
pub use line::sentence;
pub use rulehound_engine::words::by_owners;
pub use seen::seen_by;
pub use teller::{Length, Teller};

/// The widest line, where nobody asks for narrower ones.
pub const WIDTH: usize = 100;

/// A text in lines of bounded width.
pub fn lines(text: &str) -> Vec<String> {
    lines_within(text, WIDTH)
}

/// A text in lines of this width.
pub fn lines_within(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    crate::wrap::wrapped(text, 0, width, &mut lines);
    lines
}
