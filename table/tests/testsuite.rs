//! Every test of the table, one file a subject.

mod client;
mod cut;
mod doors;
mod edits;
mod kept;
mod lobby;
mod playing;
mod relay;
mod seats;
mod secrets;
mod studio;
