//! What a name is: how it is declared, what the author says about it, and where the rulebook does.

use gen_lsp_types::{Contents, Hover, MarkupContent, MarkupKind};
use rulehound_grammar::parse;
use rulehound_grammar::span::{FileId, Location, Span};
use rulehound_grammar::tree::{Declaration, Note, NoteKind, Piece, Template, Thing};
use rulehound_interpreter::Named;
use rulehound_interpreter::check::Studied;

use crate::names::{at, words};
use crate::world::World;

/// The greatest length of a declaration that is shown.
const MOST_SIGNS: usize = 400;

/// What is told of the name at an offset.
pub fn hover(world: &mut World<'_>, file: &str, offset: usize) -> Option<Hover> {
    world.look_at(file);
    let (game, document) = (world.game(file)?, world.document(file)?);
    let found = at(game, offset)?;
    let all = game.names.uses.iter().filter(|one| one.at == found.at);
    let mut told: Vec<String> = all
        .filter_map(|one| match one.named {
            Named::Bound => bound(game, one.declared),
            Named::Type | Named::Value | Named::Function | Named::Trigger | Named::Variable | Named::Member => {
                declared(game, one.declared)
            }
        })
        .collect();
    told.dedup();
    if told.is_empty() {
        return None;
    }
    let value = told.join("\n\n---\n\n");
    let range = Some(document.lines.range(&document.text, found.at.span));
    let contents = Contents::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value });
    Some(Hover { contents, range })
}

/// A bound name and what it can be.
fn bound(game: &Studied, at: Location) -> Option<String> {
    let name = words(game, at);
    let known = game.names.bound.iter().find(|(place, _)| *place == at);
    Some(known.map_or_else(|| format!("`{name}`"), |(_, what)| format!("`{name}`: {what}")))
}

/// A declaration, or the part of it that declares this name.
fn declared(game: &Studied, at: Location) -> Option<String> {
    let source = game.checked.sources.get(usize::from(at.file.0))?;
    let parsed = parse(FileId(0), &source.text);
    let holds = |one: &&Declaration| one.span.start <= at.span.start && at.span.end <= one.span.end;
    let declaration = parsed.file.declarations.iter().find(holds)?;
    let notes = declaration.thing.notes().map_or(&[][..], Vec::as_slice);
    let mut text = String::new();
    let line = own_line(&source.text, declaration, at.span);
    if let Some(line) = line {
        text += &fenced(line.trim());
        text += "in\n";
    }
    text += &fenced(&head(&source.text, declaration, notes));
    let note = |kind: NoteKind| notes.iter().find(|note| note.kind == kind).map(|note| plain(&note.text));
    if let Some(doc) = note(NoteKind::Doc) {
        text += &format!("{doc}\n\n");
    }
    if let Some(assumed) = note(NoteKind::Assume) {
        text += &format!("Assumed: {assumed}\n\n");
    }
    let section = note(NoteKind::Ref).map(|section| format!("rulebook: {section}"));
    let file = (at.file != FileId(0)).then(|| format!("declared in `{}`", file_name(&source.name)));
    let rest: Vec<String> = section.into_iter().chain(file).collect();
    Some(format!("{text}{}", rest.join(" · ")).trim_end().to_owned())
}

fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

fn fenced(rules: &str) -> String {
    format!("```rules\n{rules}\n```\n")
}

/// The line on which a part of a declaration is declared, such as a feature of a component.
fn own_line<'a>(text: &'a str, declaration: &Declaration, name: Span) -> Option<&'a str> {
    let is_part = match &declaration.thing {
        Thing::Component(one) => one.name.span != name,
        Thing::Board(one) => one.name.span != name,
        Thing::Removal(_)
        | Thing::Players(_)
        | Thing::Enumeration(_)
        | Thing::Zone(_)
        | Thing::Variable(_)
        | Thing::Setting(_)
        | Thing::Table(_)
        | Thing::Definition(_)
        | Thing::Runnable(_)
        | Thing::Trigger(_)
        | Thing::Layout(_) => false,
    };
    let at = name.start as usize;
    let start = text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
    let end = text.get(at..)?.find('\n').map_or(text.len(), |end| at + end);
    text.get(start..end).filter(|_| is_part)
}

/// A declaration in one piece, without its remarks and without what stands in braces.
fn head(text: &str, declaration: &Declaration, notes: &[Note]) -> String {
    let body = match &declaration.thing {
        Thing::Runnable(one) => Some(one.body.span.start),
        Thing::Trigger(one) => Some(one.body.span.start),
        Thing::Removal(_)
        | Thing::Players(_)
        | Thing::Enumeration(_)
        | Thing::Component(_)
        | Thing::Board(_)
        | Thing::Zone(_)
        | Thing::Variable(_)
        | Thing::Setting(_)
        | Thing::Table(_)
        | Thing::Definition(_)
        | Thing::Layout(_) => None,
    };
    let end = body.unwrap_or(declaration.span.end).min(declaration.span.end);
    let mut shown = String::new();
    let code = declaration.code.start;
    let mut start = code;
    for note in notes.iter().filter(|note| note.span.start >= code && note.span.end <= end) {
        shown += text.get(start as usize..note.span.start as usize).unwrap_or_default();
        start = note.span.end;
    }
    shown += text.get(start as usize..end as usize).unwrap_or_default();
    let shown = match declaration.thing {
        Thing::Component(_) | Thing::Board(_) | Thing::Table(_) => {
            shown.split_once('{').map_or(shown.clone(), |(before, _)| before.to_owned())
        }
        _ => shown,
    };
    let lines: Vec<&str> = shown.lines().map(|line| line.split('#').next().unwrap_or_default().trim_end()).collect();
    let mut shown = lines.into_iter().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n");
    if let Some((cut, _)) = shown.char_indices().nth(MOST_SIGNS) {
        shown.truncate(cut);
        shown.push('…');
    }
    shown
}

fn plain(text: &Template) -> String {
    let words = |piece: &Piece| match piece {
        Piece::Words(words) => words.clone(),
        Piece::Value(_) => "…".to_owned(),
    };
    text.pieces.iter().map(words).collect()
}
