//! `completions`: what a shell needs to complete commands and options.

use clap::CommandFactory;

use crate::arguments::{Arguments, Completions};
use crate::exit::{Done, Exit};
use crate::output::Output;

/// Prints them.
pub fn completions(arguments: &Completions) -> Done {
    let mut bytes = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "rulehound", &mut bytes);
    let mut output = Output::new();
    output.text(&String::from_utf8_lossy(&bytes))?;
    output.flush()?;
    Ok(Exit::Fine)
}
