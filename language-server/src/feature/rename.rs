//! Another name for a thing, in all files at once.

use std::collections::{BTreeMap, BTreeSet};

use gen_lsp_types::{PrepareRenamePlaceholder, PrepareRenameResult, TextEdit, WorkspaceEdit};
use rulehound_grammar::diagnostic::Severity;
use rulehound_grammar::lexemes::is_name;
use rulehound_interpreter::check::Checked;

use crate::lines::Lines;
use crate::names::{Everywhere, at, everywhere, words};
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
    let mut texts = BTreeMap::new();
    for file in found.spots.iter().map(|spot| spot.file.clone()).collect::<BTreeSet<_>>() {
        let Some(uri) = world.uri_of(&file) else {
            return Err(format!("`{}` is part of a shipped game, `{file}`, and cannot be renamed there", found.name));
        };
        let Some(text) = text_of(&found, &file) else { continue };
        let lines = Lines::new(&text);
        let spans = || found.spots.iter().filter(|spot| spot.file == file).map(|spot| spot.span);
        let edit = |span| TextEdit { range: lines.range(&text, span), new_text: new.to_owned() };
        edits.push((uri, spans().map(edit).collect::<Vec<_>>()));
        let mut renamed = text.clone();
        for span in spans().collect::<Vec<_>>().into_iter().rev() {
            renamed.replace_range(span.start as usize..span.end as usize, new);
        }
        texts.insert(file, renamed);
    }
    for (game, before) in &found.games {
        let after = world.imagine(game, &texts);
        if errors(&after) > errors(&before.checked) {
            let errors = || after.diagnostics.iter().filter(|one| one.severity == Severity::Error);
            let clash = errors().find(|one| one.code == "doubled-name").or_else(|| errors().next());
            let why = clash.map(|one| one.message.clone()).unwrap_or_default();
            return Err(format!("`{}` cannot be called `{new}`: then {why}", found.name));
        }
    }
    Ok(Some(WorkspaceEdit { changes: Some(edits.into_iter().collect()), ..WorkspaceEdit::default() }))
}

fn errors(game: &Checked) -> usize {
    game.diagnostics.iter().filter(|one| one.severity == Severity::Error).count()
}

/// The text of a file as some game has read it.
fn text_of(found: &Everywhere, file: &str) -> Option<String> {
    let mut sources = found.games.iter().flat_map(|(_, game)| &game.checked.sources);
    sources.find(|source| source.name == file).map(|source| source.text.clone())
}
