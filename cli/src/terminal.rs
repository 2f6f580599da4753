//! How wide the terminal is.

use rulehound_interpreter::story;
use terminal_size::{Width, terminal_size};

/// Less is taken for this much.
const NARROWEST: usize = 40;

/// The widest line for the terminal: what `COLUMNS` says, else what the terminal says; never more than is good to read.
pub fn width() -> usize {
    let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok());
    let seen = || terminal_size().map(|(Width(columns), _)| usize::from(columns));
    let columns = said.filter(|columns| *columns > 0).or_else(seen).filter(|columns| *columns > 0);
    columns.unwrap_or(story::WIDTH).clamp(NARROWEST, story::WIDTH)
}
