//! What an editor can ask for, one request a file.

pub mod folding;
pub mod format;
pub mod symbols;
pub mod tokens;
