//! Checks, runs and explains games written in the rules language. No files, clock, threads or chance in here: all come from the caller.

pub mod checks;
pub mod facts;
pub mod instance;
pub mod lower;
pub mod model;
pub mod play;
pub mod program;
pub mod words;
