//! `options`: who decides after a script's last step, and what is on offer.

use std::collections::BTreeMap;

use rulehound_interpreter::play::{
    By, Game, Holding, Offer, OfferedChoice, Position, Reason, Refusal, Refusals, Stop, View, Viewer,
};
use rulehound_interpreter::story;
use serde_json::{Map, Value, json};

use super::script::{Loaded, load};
use crate::arguments::{Format, Options};
use crate::exit::{Done, Exit};
use crate::output::Output;
use crate::table::viewer;

/// Plays the script and shows what comes next.
pub fn options(arguments: &Options) -> Done {
    let loaded = load(&arguments.script)?;
    let played = loaded.play(&mut ());
    loaded.complain(&played.diagnostics);
    let exit = Loaded::exit(&played);
    let Some(position) = played.position.filter(|_| exit == Exit::Fine) else { return Ok(exit) };
    let viewer = viewer(&arguments.view, &position.game().instance().players)?;
    let mut output = Output::new();
    match arguments.format {
        Format::Json => {
            let shown = shown(&position, viewer, arguments.why, &loaded)?;
            output.line(shown.to_string())?;
        }
        Format::Human => human(&position, viewer, arguments.why, &loaded, &mut output)?,
    }
    output.flush()?;
    Ok(Exit::Fine)
}

/// One decider with the offer.
struct Asked {
    player: String,
    offer: Offer,
    refusals: Refusals,
}

/// An offer goes to its decider alone: other viewers are told who decides and nothing more.
fn asked(position: &Position, viewer: Viewer, why: bool, loaded: &Loaded) -> Done<Vec<Asked>> {
    let fault = |fault| loaded.rules.fault(&fault, "while listing what is on offer");
    let mut all = Vec::new();
    for seat in position.deciders() {
        let Some(mut offer) = position.offer(seat).map_err(fault)? else { continue };
        let shown = viewer == Viewer::All || viewer == Viewer::Seat(seat);
        if !shown {
            offer.options.clear();
        }
        let refusals = if why && shown { position.refusals(seat).map_err(fault)? } else { Refusals::default() };
        let player = position.game().instance().players.get(seat).cloned().unwrap_or_default();
        all.push(Asked { player, offer, refusals });
    }
    Ok(all)
}

/// One object; of several deciders at once the first, with all of them under `deciders`.
fn shown(position: &Position, viewer: Viewer, why: bool, loaded: &Loaded) -> Done<Value> {
    let asked = asked(position, viewer, why, loaded)?;
    let mut all: Vec<Map<String, Value>> = asked.iter().map(|asked| decider(asked, why, position.game())).collect();
    let mut shown = match all.first() {
        Some(first) => first.clone(),
        None if viewer == Viewer::All => waiting(position),
        None => Map::new(),
    };
    shown.insert("position".to_owned(), position_json(&position.view(viewer)));
    if all.len() > 1 {
        shown.insert("deciders".to_owned(), all.drain(..).map(Value::Object).collect());
    }
    Ok(Value::Object(shown))
}

fn decider(asked: &Asked, why: bool, game: &Game) -> Map<String, Value> {
    let options = asked.offer.options.iter().map(option_json);
    let mut map = object(json!({
        "decider": asked.player,
        "phase": asked.offer.asked.phase,
        "rule": asked.offer.asked.rule,
        "ref": asked.offer.asked.reference,
        "prompt": asked.offer.asked.prompt,
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
        "over": position.stop() == Stop::Over,
        "outcome": position.outcome(),
        "chance": chance,
    }))
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
    let zones: Map<String, Value> =
        view.places.iter().map(|(place, things)| (place.clone(), holding(things))).collect();
    let variables: Map<String, Value> =
        view.variables.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    json!({"zones": zones, "variables": variables})
}

fn counted(things: &[(String, u32)]) -> Value {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for (what, count) in things {
        *counts.entry(what).or_default() += count;
    }
    json!(counts)
}

fn human(position: &Position, viewer: Viewer, why: bool, loaded: &Loaded, output: &mut Output) -> Done<()> {
    let view = position.view(viewer);
    output.lines(&story::table(position.game().instance(), &view))?;
    output.line("")?;
    for Asked { player, offer, refusals } in asked(position, viewer, why, loaded)? {
        let reference = offer.asked.reference.map(|reference| format!(" ({reference})")).unwrap_or_default();
        output.lines(&story::lines(&format!("{player} decides: {}{reference}", offer.asked.prompt)))?;
        for option in &offer.options {
            output.line(format!("  {}. {}", option.id + 1, option.text))?;
        }
        for refusal in &refusals.refused {
            let reasons: Vec<&str> = refusal.reasons.iter().map(|reason| reason.sentence.as_str()).collect();
            output.line(format!("  –  {}: {}", refusal.text, reasons.join(" ")))?;
        }
        if refusals.more > 0 {
            output.line(format!("  –  and {} more", refusals.more))?;
        }
    }
    match (position.stop(), position.chance()) {
        (Stop::Chance, Some(chance)) if viewer == Viewer::All => {
            let outcomes: Vec<&str> = chance.outcomes.iter().map(|outcome| outcome.text.as_str()).collect();
            output.line(format!("Chance is asked for {}: {}", chance.of, outcomes.join(", ")))
        }
        (Stop::Over, _) => output.line("The game is over."),
        (Stop::Chance, Some(_)) => output.line("Chance is asked."),
        (Stop::Decision | Stop::Chance, _) => Ok(()),
    }
}
