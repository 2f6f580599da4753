//! Findings as a page: one file that needs nothing else, light and dark, also on paper.

mod goals;
mod levers;
mod page;
mod picture;

pub use page::{Told, page};
