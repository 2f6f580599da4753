//! What the programs of this repository share with the library. No part of its interface: it may change at any time.

pub use crate::diagnostics::places::Places;
pub use crate::diagnostics::render::{Texts, of_fault, place, plain, render, source};
pub use crate::files::{Unread, begins_like_rules, is_in, leads_out, read};
pub use crate::random::Generators;
pub use crate::signs::{acts, escaped, picture, visible};
