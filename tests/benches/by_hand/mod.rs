//! Games written by hand in Rust, to measure the engine against. They live in benches only.

pub mod hot_dog;
