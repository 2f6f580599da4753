//! What can be done at a line, written above it: a script is played, a step is asked about, a rule tells which scripts come through.

use std::collections::BTreeMap;

use gen_lsp_types::{CodeLens, Command, Uri};
use rulehound_grammar::span::Span;
use rulehound_grammar::tree::Thing;
use rulehound_interpreter::script;
use serde_json::{Value, json};

use crate::command::{OPTIONS, PLAY, RUN, SCRIPTS, WHY, stands_alone};
use crate::document::Document;
use crate::passes;
use crate::scripted::is_script;
use crate::world::World;

/// The lenses of an open text.
pub fn lenses(world: &World<'_>, file: &str) -> Option<Vec<CodeLens>> {
    let document = world.document(file)?;
    if document.is_rules() {
        return Some(of_rules(document));
    }
    let script = script::read(&document.text).ok().filter(|_| is_script(&document.text))?;
    let mut found = vec![ready(document, script.game.span, "run", RUN, json!([document.uri]))];
    for (index, step) in script.steps.iter().enumerate() {
        let arguments = json!([document.uri, index + 1]);
        found.push(ready(document, step.span, "options here", OPTIONS, arguments.clone()));
        found.push(ready(document, step.span, "why", WHY, arguments));
    }
    Some(found)
}

/// What is written above what runs. Which scripts come through is found out only for what is seen.
fn of_rules(document: &Document) -> Vec<CodeLens> {
    let mut found: Vec<CodeLens> = Vec::new();
    let mut clauses: BTreeMap<&str, usize> = BTreeMap::new();
    for one in &document.parsed().file.declarations {
        let (name, alone) = match &one.thing {
            Thing::Runnable(rule) => (&rule.name, stands_alone(rule)),
            Thing::Trigger(trigger) => (&trigger.name, false),
            _ => continue,
        };
        let before = clauses.entry(name.text.as_str()).or_default();
        let range = document.lines.range(&document.text, name.span);
        found.push(CodeLens { range, command: None, data: Some(json!([document.uri, name.text, *before])) });
        *before += 1;
        if alone {
            found.push(ready(document, name.span, "play from here", PLAY, json!([document.uri, name.text])));
        }
    }
    found
}

fn ready(document: &Document, span: Span, title: &str, command: &str, arguments: Value) -> CodeLens {
    let start = Span { end: span.start, ..span };
    let range = document.lines.range(&document.text, start);
    CodeLens { range, command: Some(told(title.to_owned(), command, arguments)), data: None }
}

fn told(title: String, command: &str, arguments: Value) -> Command {
    let arguments = arguments.as_array().cloned();
    Command { title, tooltip: None, command: command.to_owned(), arguments }
}

/// A lens with what it says.
pub fn resolved(world: &mut World<'_>, lens: CodeLens) -> CodeLens {
    let Some(Value::Array(data)) = &lens.data else { return lens };
    let [Value::String(uri), Value::String(name), clause] = data.as_slice() else { return lens };
    let clause = clause.as_u64().and_then(|clause| usize::try_from(clause).ok()).unwrap_or_default();
    let file = world.name_of(&Uri(uri.clone()));
    let scripts = passes::through(world, &file, (name.clone(), clause));
    let title = match scripts.len() {
        0 => "no script comes through here".to_owned(),
        1 => "1 script comes through here".to_owned(),
        number => format!("{number} scripts come through here"),
    };
    let command = told(title, SCRIPTS, json!([uri, name, clause]));
    CodeLens { command: Some(command), ..lens }
}
