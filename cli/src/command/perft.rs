//! `perft`: every way to play on after a script's last step.

use rulehound_interpreter::play::{self, Bounds, PerftError, Position, Viewer};
use rulehound_interpreter::story;
use serde_json::{Value, json};

use super::options::position_json;
use super::script::{Loaded, load};
use crate::arguments::{Format, Perft};
use crate::exit::{Done, Exit, Failure};
use crate::output::Output;

/// Plays the script and counts.
pub fn perft(arguments: &Perft) -> Done<Exit> {
    let loaded = load(&arguments.script)?;
    let played = loaded.play(&mut ());
    loaded.complain(&played.diagnostics);
    let exit = Loaded::exit(&played);
    let Some(position) = played.position.filter(|_| exit == Exit::Fine) else { return Ok(exit) };
    let bounds = Bounds { depth: arguments.depth, most: arguments.most };
    let found = play::perft(&position, bounds).map_err(|error| match error {
        PerftError::Fault(fault) => loaded.rules.fault(&fault, "while playing on"),
        PerftError::TooWide(_) => {
            Failure::command_line(format!("{error}: look less far with `--depth`, or at more with `--most`"))
        }
    })?;
    let mut output = Output::new();
    match arguments.format {
        Format::Json => output.line(json(&found, arguments.list).to_string())?,
        Format::Human => human(&found, arguments.list, &mut output)?,
    }
    output.flush()?;
    Ok(Exit::Fine)
}

fn json(found: &play::Perft, list: bool) -> Value {
    let mut value = json!({"paths": found.paths, "ends": found.ends.len()});
    if let (true, Some(map)) = (list, value.as_object_mut()) {
        let position = |end: &Position| position_json(&end.view(Viewer::All));
        map.insert("positions".to_owned(), found.ends.iter().map(position).collect());
    }
    value
}

fn human(found: &play::Perft, list: bool, output: &mut Output) -> Done<()> {
    output.line(format!("paths          {}", found.paths))?;
    output.line(format!("end positions  {}", found.ends.len()))?;
    if list {
        for end in &found.ends {
            output.line("")?;
            output.lines(&story::table(end.game().instance(), &end.view_for_people(Viewer::All)))?;
        }
    }
    Ok(())
}
