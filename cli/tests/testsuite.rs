//! Every test of the command line, one file a subject.

mod arguments;
mod bots;
mod broken;
mod diff;
mod coverage;
mod documents;
mod files;
mod keeping;
mod lsp;
mod manual;
mod playing;
mod reach;
mod rules;
mod scripts;
mod secrets;
mod signs;
mod solving;
mod speed;
mod studio;
mod table;
mod telling;
mod terminal;
mod tool;
mod watch;
mod why;
mod width;
