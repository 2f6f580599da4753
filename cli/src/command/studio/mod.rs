//! `studio`: a text beside its table, in the browser, for one folder.

mod folder;
mod inside;
mod kept_up;

use std::path::{Path, PathBuf};

use super::new::{GAME, SCRIPT};
use crate::arguments;
use crate::exit::{Done, Failure};
use crate::files;
use crate::output::Output;
use folder::OneFolder;

/// Opens it, and serves it until somebody stops the program.
pub fn studio(arguments: &arguments::Studio) -> Done {
    if !arguments.listen.ip().is_loopback() && !arguments.anybody_may_edit {
        return Err(Failure::command_line(
            "whoever reaches the studio from another machine and has its link may change your files: say --anybody-may-edit if that is meant",
        ));
    }
    if arguments.process {
        return inside::serves();
    }
    let mut output = Output::new();
    let (folder, first) = begun(arguments.file.as_deref(), &mut output)?;
    // What cannot be entered is said before anything is started.
    OneFolder::new(&folder).map_err(Failure::file)?;
    output.line(format!("The studio for the files in `{}`. Open it in a browser:", folder.display()))?;
    kept_up::serve(arguments.listen, folder, first, output)
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
