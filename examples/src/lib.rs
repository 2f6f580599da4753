//! Scripted games and the classics, as texts, for programs that carry them inside themselves.

/// Scripted games of shipped games, which their documents tell: names, as `lesson`, and texts.
pub const SCRIPTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/scripts.rs"));

/// Games that everybody knows: names, as `tic-tac-toe`, and the texts of the rules, in order of the names.
pub const CLASSICS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/classics.rs"));
