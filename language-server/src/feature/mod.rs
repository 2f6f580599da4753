//! What an editor can ask for, one request a file.

pub mod actions;
pub mod completion;
pub mod folding;
pub mod format;
mod forms;
mod habit;
pub mod hints;
pub mod hover;
pub mod lenses;
mod likely;
pub mod links;
mod order;
pub mod page;
pub mod references;
pub mod rename;
pub mod selection;
pub mod signature;
pub mod step;
pub mod symbols;
pub mod tokens;
pub mod trials;
