//! Checks, runs and explains games written in the rules language. No files, clock, threads or chance in here: all come from the caller.
//!
//! The floors are crates of their own, so that none can reach up: `rules` (from files to a checked model), `engine` (a game at a table,
//! played), `script` (scripted games), `telling` (stories and rule documents). This one is their common door.

pub use rulehound_engine::{cells, check, coverage, instance, lower, play, program, words};
pub use rulehound_rules::merge::{Category, Key};
pub use rulehound_rules::resolve::{Call, ResolvedExpression, resolve_call, resolve_expression};
pub use rulehound_rules::resolve::{KnownNames, NameLists, Named, Use, type_words};
pub use rulehound_rules::{checks, facts, hash, limits, model};
pub use rulehound_script as script;
pub use rulehound_telling::{amounts, combinations, document, scene, story, table};
