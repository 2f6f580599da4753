//! Checks, runs and explains games written in the rules language. No files, clock, threads or chance in here: all come from the caller.

pub mod model;

pub mod check;
mod merge;
mod resolve;

pub use resolve::{Call, ResolvedExpression, resolve_call, resolve_expression};
