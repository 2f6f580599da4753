//! Reading and writing files, carefully. Nothing else in the program writes any.

mod growing;
mod held;
mod name;
mod read;
mod target;
mod write;

pub use growing::Growing;
pub use held::Held;
pub use name::beside;
pub use read::{MOST_BYTES, Unread, exit_of, read, read_or_fail};
pub use write::{make_folder, nothing_half_written, refuse_to_overwrite, refuse_what_is_read, write, write_secret};
