//! The commands, one file each.

mod ablation;
mod analyse;
#[cfg(feature = "table")]
mod apart;
mod asked;
mod bench;
mod check;
mod completions;
mod coverage;
mod diff;
mod doc;
mod explain;
mod fix;
mod fmt;
mod lsp;
mod man;
mod new;
mod options;
pub mod passes;
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
mod solve;
mod speed;
#[cfg(feature = "table")]
mod studio;
pub mod study;
#[cfg(feature = "table")]
mod table;
mod tune;
mod watch;
#[cfg(feature = "table")]
mod watching;
mod why;

use crate::arguments::Command;
use crate::exit::{Done, Exit};

/// Carries out a command.
pub fn run(command: Command) -> Done<Exit> {
    match command {
        Command::Check(arguments) if arguments.watch => {
            let games = || watch::folders_of_games(arguments.games.iter().map(String::as_str));
            watch::again(games, || check::check(&arguments))
        }
        Command::Check(arguments) => check::check(&arguments),
        Command::Run(arguments) if arguments.watch => {
            watch::again(|| watch::folders_of_scripts(&arguments.scripts), || run::run(&arguments))
        }
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
        Command::Study(arguments) => study::study(&arguments),
        Command::Bench(arguments) => bench::bench(&arguments),
        Command::Fmt(arguments) => fmt::fmt(&arguments),
        Command::New(arguments) => new::new(&arguments),
        Command::Diff(arguments) => diff::diff(&arguments),
        Command::Watch(arguments) => watch::watch(&arguments),
        Command::Explain(arguments) => explain::explain(&arguments),
        Command::Completions(arguments) => completions::completions(&arguments),
        Command::Man(arguments) => man::man(&arguments),
        Command::Tune(arguments) => tune::tune(&arguments),
        Command::Analyse(arguments) => analyse::analyse(&arguments),
        Command::Perft(arguments) => perft::perft(&arguments),
        Command::Doc(arguments) if arguments.watch => {
            let folders = || {
                let mut folders = watch::folders_of_games(arguments.games.iter().map(String::as_str));
                folders.extend(arguments.examples.iter().cloned());
                folders
            };
            watch::again(folders, || doc::doc(&arguments))
        }
        Command::Solve(arguments) => solve::solve(&arguments),
        Command::Doc(arguments) => doc::doc(&arguments),
        Command::Lsp(arguments) => lsp::lsp(&arguments),
    }
}
