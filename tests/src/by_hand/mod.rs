//! Games written by hand in Rust: to judge the engine's rules by, and to measure it against.

pub mod backgammon;
pub mod black_dog;
pub mod go;
pub mod kalah;
pub mod morris;
pub mod pig;
