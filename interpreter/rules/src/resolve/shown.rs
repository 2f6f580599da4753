//! What is told at the table of what is worked out: definitions marked as `shown`.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::Location;
use rulehound_grammar::tree;

use crate::merge::{Group, Merged, Thing};
use crate::model::{AtTable, Definition, Model, Shape, Sort, Type};

/// Marks the definitions that are shown; says what cannot be.
pub fn mark_shown(merged: &Merged, model: &mut Model) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for thing in &merged.things {
        let Thing::Definition(group) = thing else { continue };
        let Some((shown, at)) = written(group) else { continue };
        let name = group.clauses.first().map(|clause| clause.item.tree.name.text.as_str());
        let marked = model.definitions.iter_mut().find(|one| !one.replaced && Some(one.name.as_str()) == name);
        let Some(definition) = marked else { continue };
        let called = shown.called.as_ref().map(|called| called.text.trim().to_owned());
        found.extend(refused(definition, called.as_deref(), at));
        definition.shown = Some(AtTable { called, at });
    }
    found
}

/// The first clause that says so.
fn written(group: &Group<tree::Definition>) -> Option<(&tree::Shown, Location)> {
    group.clauses.iter().find_map(|clause| {
        let shown = clause.item.tree.shown.as_ref()?;
        Some((shown, Location { file: clause.item.file, span: shown.span }))
    })
}

/// Why it cannot be shown.
fn refused(definition: &Definition, called: Option<&str>, at: Location) -> Option<Diagnostic> {
    let name = &definition.name;
    let player = |of: &Type| of.sort == Sort::Player && of.shape == Shape::One;
    if !matches!(definition.parameters.as_slice(), [] | [_]) || !definition.parameters.iter().all(player) {
        let message = format!("`{name}` cannot be shown: what stands at the table is each player's, or nobody's");
        let help =
            format!("show a definition without parameters, or with a player alone: `def {name}(p: player) shown = …`");
        return Some(Diagnostic::error("wrong-arguments", message, at, "shown for whom?").with_help(help));
    }
    if matches!(definition.of.shape, Shape::Set { .. }) {
        let message = format!("`{name}` cannot be shown: it is a set, and one value is wanted");
        let help = "show how many there are, with `count`, or one of them, with `first` or `max`";
        return Some(Diagnostic::error("wrong-type", message, at, "one value is shown").with_help(help));
    }
    if called.is_some_and(|called| called.contains('{')) {
        let message = format!("`{name}` is shown under words that hold values");
        let help =
            "behind `shown as` stand plain words for the table; a second `as` may say what rule documents call it";
        return Some(Diagnostic::error("wrong-type", message, at, "no values here").with_help(help));
    }
    if called == Some("") {
        let message = format!("`{name}` is shown, but under no words");
        let help = "say what it is called at the table, or leave `as` out: then it is called by its name";
        return Some(Diagnostic::error("wrong-type", message, at, "words are wanted here").with_help(help));
    }
    None
}
