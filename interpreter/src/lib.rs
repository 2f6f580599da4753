//! Checks, runs and explains games written in the rules language. No files, clock, threads or chance in here: all come from the caller.

pub mod cells;
pub mod check;
pub mod checks;
pub mod document;
pub mod facts;
pub mod hash;
pub mod instance;
pub mod limits;
pub mod lower;
mod merge;
pub mod model;
pub mod play;
pub mod program;
mod resolve;
pub mod script;
pub mod story;
pub mod words;

pub use resolve::{Call, ResolvedExpression, resolve_call, resolve_expression};
