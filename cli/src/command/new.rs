//! `new`: something to begin with, ready to run.

use crate::arguments::{New, Template};
use crate::exit::{Done, Exit, Failure};
use crate::output::Output;
use crate::{files, shipped};

/// A whole small game.
pub(super) const GAME: &str = include_str!("new/first.rules");
/// A game of it, scripted.
pub(super) const SCRIPT: &str = include_str!("new/first.yaml");

/// Templates by the names of their files: rules, and a script of them.
const BOARD: (&str, &str) = (include_str!("new/board.rules"), include_str!("new/board.yaml"));
const CARDS: (&str, &str) = (include_str!("new/cards.rules"), include_str!("new/cards.yaml"));

/// Writes the files; nothing that exists is touched.
pub fn new(arguments: &New) -> Done {
    let folder = &arguments.folder;
    let pair = |name: &str, (rules, script): (&str, &str)| {
        vec![(format!("{name}.rules"), rules.to_owned()), (format!("{name}.yaml"), script.to_owned())]
    };
    let texts = match (&arguments.variant, &arguments.script, arguments.template) {
        (Some(game), _, _) => variant(game)?,
        (None, Some(game), _) => script(game)?,
        (None, None, Template::First) => pair("first", (GAME, SCRIPT)),
        (None, None, Template::Board) => pair("board", BOARD),
        (None, None, Template::Cards) => pair("cards", CARDS),
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
        let try_it = match arguments.script {
            Some(_) => format!("try `rulehound run {}`, then write more steps", rules.display()),
            None => format!("try `rulehound check {0}`, then `rulehound play {0}`", rules.display()),
        };
        output.line(try_it)?;
    }
    output.flush()?;
    Ok(Exit::Fine)
}

/// The name of a shipped game.
fn shipped_game(game: &str) -> Done<&'static str> {
    let none = || Failure::command_line(format!("there is no shipped game `{game}` (there are {})", shipped::names()));
    shipped::text(game).map(|(name, _)| name).ok_or_else(none)
}

/// A script that says nothing yet but runs.
fn script(game: &str) -> Done<Vec<(String, String)>> {
    let name = shipped_game(game)?;
    let text = format!(
        "# `rulehound options FILE` shows what is on offer behind the last step, `rulehound why FILE WORDS` why something is not.\n\
         game: {name}\n\
         title: What this shows\n\
         seed: 1 # gives all chance that the steps do not\n\
         steps:\n  \
           - say: It begins.\n  \
           - expect: {{over: no}}\n"
    );
    Ok(vec![(format!("{name}.yaml"), text)])
}

fn variant(game: &str) -> Done<Vec<(String, String)>> {
    let name = shipped_game(game)?;
    let text = format!(
        "| What is different here.\ngame \"My {name}\" extends \"{name}.rules\"\n\n\
         # Write here what changes: `replace`, `remove`, `extend type`, or anything new.\n"
    );
    Ok(vec![(format!("my-{name}.rules"), text)])
}
