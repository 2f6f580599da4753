//! The reference evaluator, and the harness that judges the engine by it.

pub mod by_hand;
pub mod compare;
pub mod documents;
pub mod generated;
pub mod load;
pub mod manual;
pub mod mutants;
pub mod native;
pub mod parallel;
pub mod pasting;
pub mod playout;
pub mod reference;
pub mod saves;
pub mod secrecy;
pub mod synthetic;
