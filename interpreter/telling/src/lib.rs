//! What people read: what happened, as sentences, and what the rules say, as a document.

pub mod amounts;
pub mod combinations;
pub mod document;
mod letters;
mod numbered;
pub mod scene;
mod so;
pub mod story;
pub mod table;
mod wrap;
