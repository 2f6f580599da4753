//! What judges the engine: an evaluator that is slow and obvious, and games written by hand.

pub mod by_hand;
pub mod reference;
