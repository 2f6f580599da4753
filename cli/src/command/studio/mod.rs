//! `studio`: a text beside its table, in the browser, for one folder.

mod folder;

use std::path::{Path, PathBuf};

use rulehound_table::{Serving, Store, Studio, Tables, Trouble, serve};

use super::new::{GAME, SCRIPT};
use super::serving;
use crate::arguments;
use crate::exit::{Done, Exit, Failure};
use crate::files;
use crate::output::{Output, complain};
use folder::OneFolder;

/// Opens it, and serves it until somebody stops the program.
pub fn studio(arguments: &arguments::Studio) -> Done {
    if !arguments.listen.ip().is_loopback() && !arguments.anybody_may_edit {
        return Err(Failure::command_line(
            "whoever reaches the studio from another machine and has its link may change your files: say --anybody-may-edit if that is meant",
        ));
    }
    let mut output = Output::new();
    let (folder, first) = begun(arguments.file.as_deref(), &mut output)?;
    let runtime = serving::runtime()?;
    let failed = |trouble: Trouble| Failure::file(format!("`{}`: {trouble}", arguments.listen));
    let shelf = OneFolder::new(&folder).map_err(Failure::file)?;
    let (studio, key) = Studio::new(Box::new(shelf), first).map_err(failed)?;
    let tables = Tables::new(Store::memory().map_err(failed)?);
    let server = runtime.block_on(Serving::bind(arguments.listen, None)).map_err(failed)?;
    output.line(format!("The studio for the files in `{}`. Open it in a browser:", folder.display()))?;
    output.line(format!("  {}/studio#{}", server.address().origin(), key.as_str()))?;
    output.line("Ctrl-C ends.")?;
    output.flush()?;
    if server.address().is_open() {
        complain(
            "warning: whoever is in this network can read along, since nothing is encrypted; work with people you trust",
        );
    }
    runtime.block_on(serve(server, tables, Some(studio), serving::stopped())).map_err(failed)?;
    Ok(Exit::Fine)
}

/// The folder, and the file to begin with. An empty folder gets the first game and a script of it.
fn begun(file: Option<&Path>, output: &mut Output) -> Done<(PathBuf, String)> {
    let here = PathBuf::from(".");
    let given = file.unwrap_or(&here);
    if !given.is_dir() {
        let name = given.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let folder = given.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(&here);
        if !name.ends_with(".rules") {
            return Err(Failure::command_line(format!(
                "`{}` is no folder, nor a file whose name ends in .rules",
                given.display()
            )));
        }
        if !folder.is_dir() {
            return Err(Failure::file(format!("there is no folder `{}`", folder.display())));
        }
        return Ok((folder.to_path_buf(), name));
    }
    let shown = OneFolder::new(given).map_err(Failure::file)?.names();
    if let Some(first) = shown.iter().find(|name| name.ends_with(".rules")) {
        return Ok((given.to_path_buf(), first.clone()));
    }
    for (name, text) in [("first.rules", GAME), ("first.yaml", SCRIPT)] {
        files::write(&given.join(name), text, false)?;
        output.line(format!("wrote {}, a first game to begin with", given.join(name).display()))?;
    }
    Ok((given.to_path_buf(), "first.rules".to_owned()))
}
