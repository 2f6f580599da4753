//! Every test of what an editor is told, one file a subject.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test that fails panics, and reads files"
)]

mod beside;
mod completion;
mod editor;
mod findings;
mod fixes;
mod help;
mod lenses;
mod names;
mod outwards;
mod robust;
mod schema;
mod scripts;
mod settings;
mod texts;
