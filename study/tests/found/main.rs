//! Studies find what is there, and nothing that is not: known numbers, planted faults, games without any; and parts are the same together as
//! the whole.
#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test that panics tells why")]

mod beside;
mod known;
mod numbers;
mod parts;
mod planted;
mod sources;
mod tools;
