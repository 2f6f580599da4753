//! `perft`: every way to play on after a script's last step.

use rulehound_interpreter::play::{self, Bounds, PerftError, Ply, Position, Viewer};
use rulehound_interpreter::table::table;
use serde_json::{Value, json};

use super::options::position_json;
use super::script::{Loaded, load};
use crate::arguments::{Format, Perft};
use crate::exit::{Done, Exit, Failure};
use crate::output::Output;

/// Plays the script and counts.
pub fn perft(arguments: &Perft) -> Done<Exit> {
    let loaded = load(&arguments.script, true)?;
    let played = loaded.play(Viewer::All, &mut ());
    loaded.complain(Viewer::All, &played.diagnostics);
    let exit = Loaded::exit(&played);
    let Some(position) = played.position.filter(|_| exit == Exit::Fine) else { return Ok(exit) };
    let ply = if arguments.turns { Ply::Turn } else { Ply::Decision };
    let bounds = Bounds { depth: arguments.depth, ply, most: arguments.most };
    let found = play::perft(&position, bounds).map_err(|error| match error {
        PerftError::Fault(fault) => loaded.rules.fault(fault, "while playing on"),
        PerftError::TooWide(_) => {
            Failure::command_line(format!("{error}: look less far with `--depth`, or at more with `--most`"))
        }
    })?;
    let mut output = Output::new();
    match arguments.format {
        Format::Json => output.json(&json(&found, arguments)?)?,
        Format::Human => human(&found, arguments, &mut output)?,
    }
    output.flush()?;
    Ok(Exit::Fine)
}

fn json(found: &play::Perft, arguments: &Perft) -> Done<Value> {
    let mut value = json!({"paths": found.paths, "ends": found.ends.len()});
    let Some(map) = value.as_object_mut() else { return Ok(value) };
    if arguments.each {
        let plies = found.plies.iter().enumerate();
        let ply = |(after, ply): (usize, &play::AfterPly)| json!({"after": after, "paths": ply.paths, "positions": ply.positions, "over": ply.over});
        map.insert("plies".to_owned(), plies.map(ply).collect());
    }
    if let Some((depth, ply)) = exactly(found, arguments) {
        map.insert("exactly".to_owned(), json!({"after": depth, "paths": ply.paths, "positions": ply.positions}));
    }
    if arguments.list {
        let position = |end: &Position| end.view(Viewer::All).map(|view| position_json(&view));
        map.insert("positions".to_owned(), found.ends.iter().map(position).collect::<Result<_, _>>()?);
    }
    Ok(value)
}

/// What is found after so many plies as were asked for, without what ended before.
fn exactly(found: &play::Perft, arguments: &Perft) -> Option<(u32, play::AfterPly)> {
    let depth = arguments.depth?;
    let ply = usize::try_from(depth).ok().and_then(|depth| found.plies.get(depth)).copied();
    Some((depth, ply.unwrap_or_default()))
}

fn human(found: &play::Perft, arguments: &Perft, output: &mut Output) -> Done<()> {
    let unit = if arguments.turns { "turns" } else { "decisions" };
    if arguments.each {
        output.line(format!("{unit:<9} {:>12} {:>12} {:>12}", "paths", "positions", "of them over"))?;
        for (after, ply) in found.plies.iter().enumerate() {
            output.line(format!("{after:<9} {:>12} {:>12} {:>12}", ply.paths, ply.positions, ply.over))?;
        }
        output.line("")?;
    }
    if let Some((depth, ply)) = exactly(found, arguments) {
        output.line(format!("exactly {depth} {}", if depth == 1 { unit.trim_end_matches('s') } else { unit }))?;
        output.line(format!("paths          {}", ply.paths))?;
        output.line(format!("positions      {}", ply.positions))?;
        output.line("")?;
        output.line("with those that ended before")?;
    }
    output.line(format!("paths          {}", found.paths))?;
    output.line(format!("end positions  {}", found.ends.len()))?;
    if arguments.list {
        for end in &found.ends {
            output.line("")?;
            let table = table(end, Viewer::All, output.width());
            output.drawn(&table)?;
        }
    }
    Ok(())
}
