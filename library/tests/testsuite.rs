//! Every test of the library that does what programs do with it, one file a subject.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may stop"
)]

mod course;
mod deep;
mod examples;
mod misuse;
mod table;
mod unwritten;
