//! A table in the browser: a server that lets friends play any rules file, each from a link of their own.
//!
//! One game as people play it is a crate of its own, `rulehound-course`. The rest is cut into floors, each of which sees those above it alone:
//!
//! | module | what it holds |
//! |---|---|
//! | `sitting` | a table with its seats: who may answer what, and who is told what |
//! | `lobby` | a table that is still to be set up in the browser: who plays, with which settings |
//! | `store` | what is kept on disk, and written before anybody is told |
//! | `watch` | what ends a process whose rules work for too long |
//! | `ward` | tables whose rules are strangers', each in a process of its own |
//! | `studio` | an editor beside a table, for whoever writes rules |
//! | `web` | pages, sockets, and who is let in |
//!
//! What holds whatever happens: a viewer is sent nothing that does not come from a scene of his own; where nothing changes for him, he is sent
//! nothing, so that he cannot count what others do; an answer is on disk before anybody hears of it.

mod bots;
mod key;
mod lobby;
mod opening;
mod sitting;
mod store;
mod studio;
mod tables;
mod unread;
mod ward;
mod watch;
mod web;

pub use key::{Key, seed};
pub use opening::{Opening, Trouble};
pub use rulehound_course::Kept;
pub use sitting::Link;
pub use store::{Kept as KeptTable, Store};
pub use studio::{Shelf, Studio};
pub use tables::{Tables, Unheard};
pub use unread::Unread;
pub use ward::{Guard, MEMORY, ended, limit, limited};
pub use watch::TOO_LONG;
pub use web::{Address, Serving, inside, serve};
