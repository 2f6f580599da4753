//! What an editor can ask for, one request a file.

pub mod actions;
pub mod completion;
pub mod folding;
pub mod format;
pub mod hover;
mod likely;
pub mod references;
pub mod rename;
pub mod step;
pub mod symbols;
pub mod tokens;
