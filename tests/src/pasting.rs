//! Positions printed as JSON and pasted into scripts.

use std::collections::BTreeMap;

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_interpreter::instance::Table;
use rulehound_interpreter::play::{Game, Holding, Position, View};
use rulehound_interpreter::script::{read, run_at};
use serde_json::{Map, Value, json};

/// The phase that [`PROBE`] declares.
pub const PROBED: &str = "probe_of_the_position";

/// A phase that asks something before anything has happened, so that a position can be printed as it was pasted.
pub const PROBE: &str =
    "\nphase probe_of_the_position { turn of first p in players { choose answer_to_the_probe in 1..2 } }\n";

/// A position as `options --format json` prints it.
///
/// # Panics
/// If something is hidden in it, or two things have one name.
pub fn printed(view: &View) -> Value {
    let counted = |things: &[(String, u32)]| {
        let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
        things.iter().for_each(|(what, count)| *counts.entry(what).or_default() += count);
        json!(counts)
    };
    let mut zones = Map::new();
    for (place, holding) in &view.places {
        let lies = match holding {
            Holding::Seen(things) => counted(things),
            Holding::Ordered(things) => json!(things),
            Holding::Hidden { .. } => panic!("nothing is hidden from whoever knows everything"),
        };
        assert!(zones.insert(place.clone(), lies).is_none(), "two places are called {place}");
    }
    let mut variables = Map::new();
    for (name, value) in &view.variables {
        assert!(variables.insert(name.clone(), json!(value)).is_none(), "two variables are called {name}");
    }
    json!({"zones": zones, "variables": variables})
}

/// Plays a position in a script.
///
/// # Errors
/// What is wrong, with the script.
pub fn pasted(position: &Value, phase: &str, table: &Table, game: &Game) -> Result<Position, String> {
    let (players, settings) = (json!(table.players), json!(table.settings));
    let text = format!("game: x\nplayers: {players}\nsettings: {settings}\nposition: {position}\nphase: {phase}\n");
    let script = read(&text).map_err(|findings| told(&findings) + &text)?;
    let played = run_at(&script, game, &mut ());
    match played.position {
        Some(position) if played.diagnostics.is_empty() => Ok(position),
        _ => Err(told(&played.diagnostics) + &text),
    }
}

/// What is wrong, with what to do about it.
pub fn told(findings: &[Diagnostic]) -> String {
    let one = |one: &Diagnostic| format!("{} {}\n{}\n", one.code, one.message, one.help.as_deref().unwrap_or_default());
    findings.iter().map(one).collect()
}
