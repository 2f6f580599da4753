//! Scripted games as an editor's list of tests shows them: which there are, whether one holds, and what of the rules they come through.

use gen_lsp_types::Uri;
use rulehound_interpreter::coverage::{Coverage, PointKind};
use rulehound_interpreter::script;
use serde_json::{Value, json};

use crate::document::Document;
use crate::lines::Lines;
use crate::passes::Counting;
use crate::scripted::is_script;
use crate::scripts::played;
use crate::world::World;

/// The most scripts whose ways are added up.
const MOST_SCRIPTS: usize = 2_000;

/// The scripts of the editor's folders: `uri`, `title`, `game`, and the `line` of the title from 0.
pub fn scripts(world: &mut World<'_>) -> Value {
    let mut found = Vec::new();
    for (name, text) in world.all_scripts().into_iter().filter(|(_, text)| is_script(text)) {
        let Some(uri) = world.uri_of(&name) else { continue };
        let read = script::read(&text).ok();
        let file = name.rsplit(['/', '\\']).next().unwrap_or(&name).to_owned();
        let title = read.as_ref().and_then(|script| script.title.as_ref());
        let line = title.map_or(0, |title| Lines::new(&text).range(&text, title.span).start.line);
        let game = read.as_ref().map(|script| script.game.text.clone());
        found.push(
            json!({ "uri": uri, "title": title.map_or(file, |title| title.text.clone()), "game": game, "line": line }),
        );
    }
    Value::Array(found)
}

/// Whether a script holds: `{"passed": true}`, or the findings besides.
///
/// # Errors
/// There is no such script.
pub fn trial(world: &mut World<'_>, uri: &Uri) -> Result<Value, String> {
    let name = world.name_of(uri);
    let text = world.text(&name)?;
    let played = played(world, &name, &text, &mut ());
    let document = Document::new(uri.clone(), 0, text);
    let findings = played.told(world, &document);
    Ok(json!({ "passed": findings.is_empty(), "findings": findings }))
}

/// How often these scripts come through each point of the rules, by files of rules.
pub fn coverage(world: &mut World<'_>, scripts: &[Uri]) -> Value {
    let mut coverage = Coverage::default();
    for script in scripts.iter().take(MOST_SCRIPTS) {
        let name = world.name_of(script);
        let Ok(text) = world.text(&name) else { continue };
        if let Some(position) = played(world, &name, &text, &mut Counting).position {
            coverage.add(position.game().program());
        }
    }
    // Rules that the program carries inside itself are no files.
    let files = coverage.files.iter().filter_map(|file| {
        let uri = world.uri_of(&file.name)?;
        let lines = Lines::new(&file.text);
        let points = file.points().map(|met| {
            let range = lines.range(&file.text, met.point.at.span);
            json!({ "kind": kind(met.point.kind), "rule": met.point.rule, "times": met.times, "range": range })
        });
        Some(json!({ "uri": uri, "points": points.collect::<Vec<_>>() }))
    });
    Value::Array(files.collect())
}

fn kind(kind: PointKind) -> &'static str {
    match kind {
        PointKind::Rule => "rule",
        PointKind::Statement => "statement",
        PointKind::Requirement => "requirement",
        PointKind::IfNone => "ifNone",
        PointKind::Option => "option",
        PointKind::Ending => "ending",
    }
}
