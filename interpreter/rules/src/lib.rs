//! From the files of a game to a model that is known to be sound: merged, resolved, checked. No files, clock, threads or chance in here.

pub mod checks;
pub mod facts;
pub mod hash;
pub mod limits;
mod mending;
pub mod merge;
pub mod model;
pub mod plural;
pub mod resolve;
