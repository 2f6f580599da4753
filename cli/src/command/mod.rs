//! The commands, one file each.

mod bench;
mod check;
mod completions;
mod doc;
mod fix;
mod fmt;
mod lsp;
mod new;
mod options;
mod perft;
mod play;
mod profile;
mod record;
mod run;
mod script;
#[cfg(test)]
mod secrets;
#[cfg(feature = "table")]
mod serving;
mod simulate;
mod speed;
#[cfg(feature = "table")]
mod studio;
#[cfg(feature = "table")]
mod table;
#[cfg(feature = "table")]
mod watching;
mod why;

use crate::arguments::Command;
use crate::exit::{Done, Exit};

/// Carries out a command.
pub fn run(command: Command) -> Done<Exit> {
    match command {
        Command::Check(arguments) => check::check(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Play(arguments) => play::play(&arguments),
        #[cfg(feature = "table")]
        Command::Table(arguments) => table::table(&arguments),
        #[cfg(feature = "table")]
        Command::Studio(arguments) => studio::studio(&arguments),
        Command::Options(arguments) => options::options(&arguments),
        Command::Why(arguments) => why::why(&arguments),
        Command::Record(arguments) => record::record(&arguments),
        Command::Simulate(arguments) => simulate::simulate(&arguments),
        Command::Bench(arguments) => bench::bench(&arguments),
        Command::Fmt(arguments) => fmt::fmt(&arguments),
        Command::New(arguments) => new::new(&arguments),
        Command::Completions(arguments) => completions::completions(&arguments),
        Command::Perft(arguments) => perft::perft(&arguments),
        Command::Doc(arguments) => doc::doc(&arguments),
        Command::Lsp(arguments) => lsp::lsp(&arguments),
    }
}
