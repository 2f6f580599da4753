//! What many games say of their rules.
//!
//! In: rules at a table, a seed, which games. Out: what is kept of each game ([`Part`]), what that says ([`findings()`]), and a page of it
//! ([`page`]). No files, clock or threads in here: who plays which game when is the caller's, and changes nothing of what comes of it.

mod course;
mod findings;
mod forbidden;
mod goal;
mod kept;
mod machine;
#[cfg(feature = "parquet")]
mod parquet;
mod part;
mod plan;
mod question;
mod recipe;
mod report;
mod rows;
pub mod statistics;
mod tried;

pub use course::{Played, Player};
pub use findings::{Bar, Finding, Picked, Picture, findings, is_told_apart, picked};
pub use forbidden::Forbidden;
pub use goal::{Goal, Judged, Subject, Verdict};
pub use kept::{Chosen, Decisions, Flow, Flows, Kept, Reached, Row, Source, Stakes, Took, Worth};
pub use machine::{Machines, Tables};
#[cfg(feature = "parquet")]
pub use parquet::Table;
pub use part::{Manifest, Mismatch, Part};
pub use plan::{Plan, Series};
pub use question::{NotANumber, Question, called};
pub use recipe::{Recipe, choose};
pub use report::{Told, page};
pub use rows::{Broken, PartReader, PartWriter};
pub use tried::{Tried, together, tried};
