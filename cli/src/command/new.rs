//! `new`: something to begin with, ready to run.

use crate::arguments::New;
use crate::exit::{Done, Exit, Failure};
use crate::output::Output;
use crate::{files, shipped};

/// A whole small game.
pub(super) const GAME: &str = include_str!("new/first.rules");
/// A game of it, scripted.
pub(super) const SCRIPT: &str = include_str!("new/first.yaml");

/// Writes the files; nothing that exists is touched.
pub fn new(arguments: &New) -> Done {
    let folder = &arguments.folder;
    let texts = match &arguments.variant {
        None => vec![("first.rules".to_owned(), GAME.to_owned()), ("first.yaml".to_owned(), SCRIPT.to_owned())],
        Some(game) => variant(game)?,
    };
    for (name, _) in &texts {
        files::refuse_to_overwrite(&folder.join(name), false)?;
    }
    files::make_folder(folder)?;
    let mut output = Output::new();
    for (name, text) in &texts {
        let path = folder.join(name);
        files::write(&path, text, false)?;
        output.line(format!("wrote {}", path.display()))?;
    }
    if let Some((rules, _)) = texts.first() {
        let rules = folder.join(rules);
        output.line(format!("try `rulehound check {0}`, then `rulehound play {0}`", rules.display()))?;
    }
    output.flush()?;
    Ok(Exit::Fine)
}

fn variant(game: &str) -> Done<Vec<(String, String)>> {
    let Some((name, _)) = shipped::text(game) else {
        let message = format!("there is no shipped game `{game}` (there are {})", shipped::names());
        return Err(Failure::command_line(message));
    };
    let text = format!(
        "| What is different here.\ngame \"My {name}\" extends \"{name}.rules\"\n\n\
         # Write here what changes: `replace`, `remove`, `extend type`, or anything new.\n"
    );
    Ok(vec![(format!("my-{name}.rules"), text)])
}
