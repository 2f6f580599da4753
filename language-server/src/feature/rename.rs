//! Another name for a thing, in all files at once.

use std::collections::BTreeSet;

use gen_lsp_types::{PrepareRenamePlaceholder, PrepareRenameResult, TextEdit, WorkspaceEdit};
use rulehound_grammar::diagnostic::Severity;
use rulehound_grammar::lexemes::is_name;
use rulehound_grammar::span::Span;
use rulehound_interpreter::check::Checked;

use crate::lines::Lines;
use crate::names::{at, everywhere, words};
use crate::scripted;
use crate::world::World;

/// What would be renamed.
pub fn prepare(world: &mut World<'_>, file: &str, offset: usize) -> Option<PrepareRenameResult> {
    world.look_at(file);
    let (game, document) = (world.game(file)?, world.document(file)?);
    let found = at(game, offset)?;
    let range = document.lines.range(&document.text, found.at.span);
    let placeholder = words(game, found.at).to_owned();
    Some(PrepareRenameResult::PrepareRenamePlaceholder(PrepareRenamePlaceholder { range, placeholder }))
}

/// What would be renamed at a word of a script.
pub fn prepare_scripted(world: &World<'_>, script: &str, span: Span) -> Option<PrepareRenameResult> {
    let document = world.document(script)?;
    let placeholder = document.text.get(span.start as usize..span.end as usize)?.to_owned();
    let range = document.lines.range(&document.text, span);
    Some(PrepareRenameResult::PrepareRenamePlaceholder(PrepareRenamePlaceholder { range, placeholder }))
}

/// The edits that give a thing another name.
///
/// # Errors
/// Why it cannot have that name.
pub fn rename(world: &mut World<'_>, file: &str, offset: usize, new: &str) -> Result<Option<WorkspaceEdit>, String> {
    if !is_name(new) {
        return Err(format!(
            "`{new}` cannot be a name: a name begins with a letter, has letters, digits and `_` only, and is no word of the language"
        ));
    }
    let Some(found) = everywhere(world, file, offset) else { return Ok(None) };
    let mut edits = Vec::new();
    for file in found.spots.iter().map(|spot| spot.file.clone()).collect::<BTreeSet<_>>() {
        let Some(uri) = world.uri_of(&file) else {
            return Err(format!("`{}` is part of a shipped game, `{file}`, and cannot be renamed there", found.name));
        };
        let Some(text) = found.text_of(&file) else { continue };
        let lines = Lines::new(text);
        let spans = found.spots.iter().filter(|spot| spot.file == file).map(|spot| spot.span);
        let edit = |span| TextEdit { range: lines.range(text, span), new_text: new.to_owned() };
        edits.push((uri, spans.map(edit).collect::<Vec<_>>()));
    }
    let texts = found.renamed(new);
    for (game, before) in &found.games {
        let after = world.imagine(game, &texts);
        if errors(&after) > errors(&before.checked) {
            let errors = || after.diagnostics.iter().filter(|one| one.severity == Severity::Error);
            let clash = errors().find(|one| one.code == "doubled-name").or_else(|| errors().next());
            let why = clash.map(|one| one.message.clone()).unwrap_or_default();
            return Err(format!("`{}` cannot be called `{new}`: then {why}", found.name));
        }
    }
    for script in scripted::changes(world, &found, new, &texts) {
        let Some(uri) = world.uri_of(&script.file) else { continue };
        let lines = Lines::new(&script.text);
        let edit = |(span, new_text)| TextEdit { range: lines.range(&script.text, span), new_text };
        edits.push((uri, script.edits.into_iter().map(edit).collect()));
    }
    Ok(Some(WorkspaceEdit { changes: Some(edits.into_iter().collect()), ..WorkspaceEdit::default() }))
}

fn errors(game: &Checked) -> usize {
    game.diagnostics.iter().filter(|one| one.severity == Severity::Error).count()
}
