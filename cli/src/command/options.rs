//! `options`: who decides after a script's last step, and what is on offer.

use std::collections::BTreeMap;

use rulehound_interpreter::play::{
    Asked, By, Game, Holding, OfferedChoice, PlayError, Position, Reason, Refusal, Refusals, Stop, View, Viewer,
};
use rulehound_interpreter::story;
use rulehound_interpreter::table::table;
use rulehound_interpreter::words::{Owned, decides};
use serde_json::{Map, Value, json};

use super::script::{Loaded, load};
use crate::arguments::{Format, Options};
use crate::exit::{Done, Exit};
use crate::output::Output;
use crate::table::{EVERYTHING, viewer};
use rulehound::workshop::escaped;

/// Plays the script and shows what comes next.
pub fn options(arguments: &Options) -> Done {
    let loaded = load(&arguments.script, arguments.view == EVERYTHING)?;
    let viewer = viewer(&arguments.view, &loaded.players())?;
    let played = loaded.play(viewer, &mut ());
    loaded.complain(viewer, &played.diagnostics);
    let exit = Loaded::exit(&played);
    let Some(position) = played.position.filter(|_| exit == Exit::Fine) else { return Ok(exit) };
    let mut output = Output::new();
    let told = told(&position, viewer, arguments.why, arguments.format, output.width());
    let lines = told.map_err(|fault| loaded.rules.fault(fault, "while listing what is on offer"))?;
    match arguments.format {
        // Data is no text to be folded.
        Format::Json => lines.iter().try_for_each(|line| output.text(&format!("{line}\n")))?,
        Format::Human => output.lines(&lines)?,
    }
    output.flush()?;
    Ok(Exit::Fine)
}

/// Everything that a viewer is told of a position, and of who decides there.
pub fn told(
    position: &Position,
    viewer: Viewer,
    why: bool,
    format: Format,
    width: usize,
) -> Result<Vec<String>, PlayError> {
    let asked = asked(position, viewer, why)?;
    match format {
        Format::Json => Ok(vec![escaped(&shown(position, viewer, why, &asked)?.to_string()).into_owned()]),
        Format::Human => human(position, viewer, &asked, width),
    }
}

/// What is on offer at a stop, by decider, as far as the viewer may know it.
///
/// # Errors
/// A fault of the rules.
pub fn offers(position: &Position, viewer: Viewer) -> Result<Vec<Value>, PlayError> {
    let asked = asked(position, viewer, false)?;
    Ok(asked.iter().map(|asked| Value::Object(decider(asked, false, position.game()))).collect())
}

/// One decider with what is on offer.
struct Decider {
    player: String,
    asked: Asked,
    options: Vec<OfferedChoice>,
    refusals: Refusals,
}

/// An offer goes to its decider alone: other viewers are told who decides, by which rule that they know to run, and nothing more.
fn asked(position: &Position, viewer: Viewer, why: bool) -> Result<Vec<Decider>, PlayError> {
    let mut all = Vec::new();
    for seat in position.deciders() {
        let Some(asked) = position.asked(seat, viewer)? else { continue };
        let shown = viewer == Viewer::All || viewer == Viewer::Seat(seat);
        let offer = if shown { position.offer(seat)? } else { None };
        let options = offer.map(|offer| offer.options).unwrap_or_default();
        let refusals = if why && shown { position.refusals(seat)? } else { Refusals::default() };
        let player = position.game().instance().players.get(seat).cloned().unwrap_or_default();
        all.push(Decider { player, asked, options, refusals });
    }
    Ok(all)
}

/// One object; of several deciders at once the first, with all of them under `deciders`.
fn shown(position: &Position, viewer: Viewer, why: bool, asked: &[Decider]) -> Result<Value, PlayError> {
    let mut all: Vec<Map<String, Value>> = asked.iter().map(|asked| decider(asked, why, position.game())).collect();
    let mut shown = match all.first() {
        Some(first) => first.clone(),
        None if viewer == Viewer::All => waiting(position),
        None => Map::new(),
    };
    shown.insert("position".to_owned(), position_json(&position.view(viewer)?));
    if all.len() > 1 {
        shown.insert("deciders".to_owned(), all.drain(..).map(Value::Object).collect());
    }
    Ok(Value::Object(shown))
}

fn decider(asked: &Decider, why: bool, game: &Game) -> Map<String, Value> {
    let options = asked.options.iter().map(option_json);
    let mut map = object(json!({
        "decider": asked.player,
        "phase": asked.asked.phase,
        "rule": asked.asked.rule,
        "ref": asked.asked.reference,
        "prompt": asked.asked.prompt,
        "options": options.collect::<Vec<_>>(),
    }));
    if why {
        let mut refused = Vec::new();
        for refusal in &asked.refusals.refused {
            refused.extend(refused_json(refusal, game));
        }
        map.insert("refused".to_owned(), Value::Array(refused));
        if asked.refusals.more > 0 {
            map.insert("more_refused".to_owned(), json!(asked.refusals.more));
        }
    }
    map
}

/// An option with what it would bind.
pub fn option_json(option: &OfferedChoice) -> Value {
    let bindings: Map<String, Value> =
        option.bindings.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    json!({"id": option.id, "text": option.text, "bindings": bindings})
}

/// What is refused, once for each reason.
pub fn refused_json(refusal: &Refusal, game: &Game) -> Vec<Value> {
    let one = |reason: &Reason| {
        let mut line = object(reason_json(reason, game));
        line.insert("text".to_owned(), json!(refusal.text));
        Value::Object(line)
    };
    refusal.reasons.iter().map(one).collect()
}

/// Nobody decides: the game is over, or chance is asked.
fn waiting(position: &Position) -> Map<String, Value> {
    let chance = position.chance().map(|chance| {
        let outcomes = chance.outcomes.iter().map(|outcome| json!({"text": outcome.text, "weight": outcome.weight}));
        json!({"of": chance.of, "outcomes": outcomes.collect::<Vec<_>>()})
    });
    object(json!({
        "decider": null,
        "options": [],
        "over": position.outcome().is_some(),
        "phase_over": is_phase_over(position),
        "outcome": position.outcome(),
        "chance": chance,
    }))
}

/// What the script plays of the game has ended; the game has not.
pub fn is_phase_over(position: &Position) -> bool {
    position.stop() == Stop::Over && position.outcome().is_none()
}

pub fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        other => Map::from_iter([("value".to_owned(), other)]),
    }
}

/// Adds which rule did something: its name, sentence, section, file and line.
pub fn add_cause(game: &Game, by: By, map: &mut Map<String, Value>) {
    let cause = game.cause(by);
    let mut add = |key: &str, value: Value| map.insert(key.to_owned(), value);
    add("rule", json!(cause.as_ref().map(|cause| &cause.rule)));
    add("sentence", json!(cause.as_ref().map(|cause| &cause.sentence)));
    add("section", json!(cause.as_ref().map(|cause| &cause.section)));
    add("file", json!(cause.as_ref().map(|cause| &cause.file)));
    add("line", json!(cause.as_ref().map(|cause| cause.line)));
}

/// A reason with the rule it stands in.
pub fn reason_json(reason: &Reason, game: &Game) -> Value {
    let (file, line) = game.line_of(reason.at);
    json!({"because": reason.sentence, "rule": reason.rule, "ref": reason.reference, "file": file, "line": line})
}

/// In the shape that `position:` of a script takes, as far as the viewer sees.
pub fn position_json(view: &View) -> Value {
    let holding = |holding: &Holding| match holding {
        Holding::Seen(things) => counted(things),
        Holding::Ordered(things) => json!(things),
        Holding::Hidden { counts, top: None } => json!({ "hidden": counted(counts) }),
        Holding::Hidden { counts, top: Some(top) } => json!({ "hidden": counted(counts), "top": top }),
    };
    json!({
        "zones": by_name(view.places.iter().map(|(place, things)| (place, holding(things)))),
        "variables": by_name(view.variables.iter().map(|(name, value)| (name, json!(value)))),
    })
}

/// Things that a viewer cannot tell apart by their names are numbered.
fn by_name<'n>(things: impl Iterator<Item = (&'n String, Value)>) -> Map<String, Value> {
    let mut named = Map::new();
    for (name, value) in things {
        let number = (2..).map(|number| format!("{name} ({number})"));
        let free = std::iter::once(name.clone()).chain(number).find(|name| !named.contains_key(name));
        named.insert(free.unwrap_or_default(), value);
    }
    named
}

fn counted(things: &[(String, u32)]) -> Value {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for (what, count) in things {
        *counts.entry(what).or_default() += count;
    }
    json!(counts)
}

fn human(position: &Position, viewer: Viewer, asked: &[Decider], width: usize) -> Result<Vec<String>, PlayError> {
    let mut lines: Vec<String> = table(position, viewer, width).iter().map(ToString::to_string).collect();
    lines.push(String::new());
    let owned = Owned::new(position.game().instance());
    for Decider { player, asked, options, refusals } in asked {
        let reference = asked.reference.as_ref().map(|reference| format!(" ({reference})")).unwrap_or_default();
        lines.extend(story::lines_within(&format!("{}: {}{reference}", decides(player), asked.prompt), width));
        lines.extend(options.iter().map(|option| format!("  {}. {}", option.id + 1, owned.said(&option.text))));
        for refusal in &refusals.refused {
            let reasons: Vec<&str> = refusal.reasons.iter().map(|reason| reason.sentence.as_str()).collect();
            lines.push(format!("  –  {}: {}", owned.said(&refusal.text), reasons.join(" ")));
        }
        if refusals.more > 0 {
            lines.push(format!("  –  and {} more", refusals.more));
        }
    }
    match (position.stop(), position.chance()) {
        (Stop::Chance, Some(chance)) if viewer == Viewer::All => {
            let outcomes: Vec<&str> = chance.outcomes.iter().map(|outcome| outcome.text.as_str()).collect();
            lines.push(format!("Chance is asked for {}: {}", chance.of, outcomes.join(", ")));
        }
        (Stop::Over, _) if is_phase_over(position) => lines.push("The phase is over; the game is not.".to_owned()),
        (Stop::Over, _) => lines.push("The game is over.".to_owned()),
        (Stop::Chance, Some(_)) => lines.push("Chance is asked.".to_owned()),
        (Stop::Decision | Stop::Chance, _) => {}
    }
    Ok(lines)
}
