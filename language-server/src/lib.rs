//! What an editor asks about rules, answered by the language server protocol.
//!
//! In: messages of an editor, and a [`Folder`] that knows the files. Out: messages. There is one thread and no clock: a text is
//! looked at when no message waits, so what was typed meanwhile comes first.

mod capabilities;
mod command;
mod dispatch;
mod document;
mod feature;
mod findings;
mod folder;
mod inbox;
mod lines;
mod names;
mod overlay;
mod passes;
mod schema;
mod scope;
mod scripted;
mod scripts;
mod server;
mod session;
mod settings;
mod side_by_side;
mod texts;
mod uri;
mod values;
mod world;

pub use folder::Folder;
pub use lsp_server::Connection;
pub use schema::schema;
pub use server::{Watch, serve};
pub use session::Session;
pub use texts::serve_texts;
