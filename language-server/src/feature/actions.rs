//! Corrections that findings carry, as an editor offers them.

use gen_lsp_types::{CodeAction, CodeActionKind, CodeActionResponse, Range, TextEdit, Uri, WorkspaceEdit};
use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::fix::{Certainty, Fix, corrected};
use rulehound_grammar::span::{FileId, Span};
use rulehound_interpreter::check::Studied;

use crate::document::Document;
use crate::findings::shown;
use crate::world::World;

/// The corrections of all findings that touch a range, the sure ones first; last, all sure ones of the text at once.
pub fn actions(world: &mut World<'_>, file: &str, range: Range) -> Option<Vec<CodeActionResponse>> {
    world.look_at(file);
    let (game, document) = (world.game(file)?, world.document(file)?);
    let offset = |position| document.lines.offset(&document.text, position);
    let (start, end) = (offset(range.start), offset(range.end));
    let touches = |span: Span| span.start as usize <= end && start <= span.end as usize;
    let here =
        game.checked.diagnostics.iter().filter(|one| one.primary.at.file == FileId(0) && touches(one.primary.at.span));
    let mut found: Vec<(Certainty, CodeAction)> = Vec::new();
    for one in here {
        found
            .extend(one.fixes.iter().filter_map(|fix| Some((fix.certainty, action(world, game, document, one, fix)?))));
    }
    found.sort_by_key(|(certainty, _)| *certainty);
    let mut actions: Vec<CodeAction> = found.into_iter().map(|(_, action)| action).collect();
    actions.extend(all_sure(game, document));
    Some(actions.into_iter().map(CodeActionResponse::CodeAction).collect())
}

fn action(world: &World<'_>, game: &Studied, document: &Document, found: &Diagnostic, fix: &Fix) -> Option<CodeAction> {
    let mut edits: Vec<(Uri, Vec<TextEdit>)> = Vec::new();
    for edit in &fix.edits {
        let source = game.checked.sources.get(usize::from(edit.at.file.0))?;
        let uri = world.uri_of(&source.name)?;
        let range = crate::lines::Lines::new(&source.text).range(&source.text, edit.at.span);
        let written = TextEdit { range, new_text: edit.text.clone() };
        match edits.iter_mut().find(|(other, _)| *other == uri) {
            Some((_, all)) => all.push(written),
            None => edits.push((uri, vec![written])),
        }
    }
    let range = document.lines.range(&document.text, found.primary.at.span);
    Some(CodeAction {
        title: fix.title.clone(),
        kind: Some(CodeActionKind::QuickFix),
        diagnostics: Some(vec![shown(found, range, &found.message, Vec::new())]),
        is_preferred: Some(fix.certainty == Certainty::Sure),
        edit: Some(WorkspaceEdit { changes: Some(edits.into_iter().collect()), ..WorkspaceEdit::default() }),
        ..CodeAction::default()
    })
}

fn all_sure(game: &Studied, document: &Document) -> Option<CodeAction> {
    let new_text = corrected(FileId(0), &document.text, &game.checked.diagnostics)?;
    let whole = document.lines.range(&document.text, Span::new(0, document.text.len()));
    let edits = vec![TextEdit { range: whole, new_text }];
    Some(CodeAction {
        title: "correct all that is sure".to_owned(),
        kind: Some(CodeActionKind::SourceFixAll),
        edit: Some(WorkspaceEdit {
            changes: Some(std::iter::once((document.uri.clone(), edits)).collect()),
            ..WorkspaceEdit::default()
        }),
        ..CodeAction::default()
    })
}
