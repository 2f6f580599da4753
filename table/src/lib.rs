//! A table in the browser: a server that lets friends play any rules file, each from a link of their own.
//!
//! It is cut into floors, each of which sees those above it alone:
//!
//! | module | what it holds |
//! |---|---|
//! | `course` | one game from its beginning: every answer is tried on a copy, then taken |
//! | `frame` | what one viewer is sent: the scene and his question as JSON |
//! | `sitting` | a table with its seats: who may answer what, and who is told what |
//! | `store` | what is kept on disk, and written before anybody is told |
//! | `studio` | an editor beside a table, for whoever writes rules |
//! | `web` | pages, sockets, and who is let in |
//!
//! What holds whatever happens: a viewer is sent nothing that does not come from a scene of his own; where nothing changes for him, he is sent
//! nothing, so that he cannot count what others do; an answer is on disk before anybody hears of it.

mod bots;
mod course;
mod frame;
mod key;
mod opening;
mod sitting;
mod store;
mod studio;
mod tables;
mod web;

pub use course::Kept;
pub use key::{Key, seed};
pub use opening::{Opening, Trouble};
pub use sitting::Link;
pub use store::Store;
pub use studio::{Shelf, Studio};
pub use tables::{Tables, Unheard};
pub use web::{Address, Serving, serve};
