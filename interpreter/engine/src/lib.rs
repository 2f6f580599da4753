//! From a checked model to a game that is played: put at a table, lowered, run. No files, clock, threads or chance in here: all come from
//! the caller.

pub mod cells;
pub mod check;
pub mod coverage;
pub mod instance;
pub mod lower;
pub mod play;
pub mod program;
pub mod words;
