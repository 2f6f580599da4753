//! Every test of the grammar that needs no more than what everybody may use, one file a subject.
#![expect(clippy::disallowed_methods, reason = "only the crate itself is without files and clock")]
#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test")]

mod again;
mod broken;
mod expected;
mod fixes;
mod mistakes;
mod printing;
mod reading;
mod robust;
mod words;
