//! Every test of the command line, one file a subject.

mod apart;
mod arguments;
mod beginners;
mod bots;
mod broken;
#[cfg(feature = "parquet")]
mod counted;
mod coverage;
mod diff;
mod documents;
mod files;
mod goals;
mod heard;
mod keeping;
mod killed;
mod lsp;
mod manual;
mod playing;
mod reach;
mod rules;
mod scripts;
mod secrets;
mod served;
mod signs;
mod solving;
mod speed;
mod studio;
mod study;
mod supply;
mod table;
mod telling;
mod terminal;
mod tool;
mod watch;
mod why;
mod width;
