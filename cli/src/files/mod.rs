//! Reading and writing files, carefully. Nothing else in the program writes any.

mod name;
mod read;
mod target;
mod write;

pub use read::{MOST_BYTES, read, read_or_fail};
pub use write::{make_folder, refuse_to_overwrite, write, write_secret};
