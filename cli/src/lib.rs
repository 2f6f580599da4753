//! The command line: reads files, asks the interpreter, prints. Nothing about games is decided here.

mod arguments;
mod bot;
mod command;
mod exit;
mod files;
mod full;
mod library;
mod machine_code;
mod many;
mod output;
mod reach;
mod report;
mod rules;
pub mod shipped;
mod table;
mod terminal;
mod thinkers;
mod tuned;

use std::ffi::OsString;

use exit::{Exit, Failure};

/// Deeply nested rules are walked recursively; the checker bounds the depth, and this stack has room for it.
const STACK: usize = 64 << 20;

/// Does what a command line says, the first word of which is the program's name; gives its exit code.
pub fn run(words: Vec<OsString>) -> u8 {
    let work = std::thread::Builder::new().stack_size(STACK).spawn(|| obey(words));
    let ended = work.map(|thread| thread.join().unwrap_or(Exit::Fault));
    ended.unwrap_or(Exit::File) as u8
}

fn obey(words: Vec<OsString>) -> Exit {
    let arguments = match arguments::parse(words) {
        Ok(arguments) => arguments,
        Err(exit) => return exit,
    };
    if arguments.allow_outside {
        reach::set(reach::Reach::Anywhere);
    }
    match command::run(arguments.command) {
        Ok(exit) => exit,
        Err(Failure { exit, message }) => {
            if let Some(message) = message {
                output::complain(&format!("error: {message}"));
            }
            exit
        }
    }
}
