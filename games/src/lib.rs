//! The games that Rulehound ships, as texts, for programs that carry them inside themselves.

/// Names, as `hot-dog`, and the texts of the rules, in order of the names.
pub const GAMES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/games.rs"));
