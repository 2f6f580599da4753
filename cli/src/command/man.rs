//! `man`: the program's pages for `man`, as package makers put them into a system.

use clap::CommandFactory;
use clap_mangen::Man;

use crate::arguments::{Arguments, ManPage};
use crate::exit::{Done, Exit, Failure};
use crate::output::Output;

/// Prints one.
pub fn man(arguments: &ManPage) -> Done {
    let mut whole = Arguments::command();
    whole.build();
    let page = match &arguments.command {
        None => whole,
        Some(name) => {
            let found = whole.get_subcommands().find(|command| command.get_name() == name);
            let found = found.filter(|command| command.get_name() != "help").cloned();
            found.ok_or_else(|| Failure::command_line(format!("there is no command `{name}`; `--help` lists all")))?
        }
    };
    let mut bytes = Vec::new();
    let written = Man::new(page).render(&mut bytes);
    written.map_err(|error| Failure::file(format!("the page cannot be made: {error}")))?;
    let mut output = Output::new();
    output.text(&String::from_utf8_lossy(&bytes))?;
    output.flush()?;
    Ok(Exit::Fine)
}
