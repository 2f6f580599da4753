//! Rulehound inside a page. The page asks in JSON and is answered in JSON; `outside` carries the texts across, `desk` answers.
//!
//! There is one game at a time, one person, and bots. Nothing is kept and nothing is sent anywhere.

mod clock;
mod desk;
mod outside;
mod sitting;
mod texts;

pub use desk::Desk;
