//! The harness that judges the engine: what is compared, games that nobody wrote, rules with mistakes in them.

pub mod compare;
pub mod documents;
pub mod first_answers;
pub mod generated;
pub mod load;
pub mod manual;
pub mod mutants;
pub mod native;
pub mod parallel;
pub mod pasting;
pub mod playout;
pub mod saves;
pub mod secrecy;
pub mod synthetic;
