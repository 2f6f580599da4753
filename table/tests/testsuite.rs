//! Every test of the table, one file a subject.

mod client;
mod doors;
mod playing;
mod secrets;
mod studio;
