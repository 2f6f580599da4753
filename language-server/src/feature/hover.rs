//! What a name is: how it is declared, what the author says about it, and where the rulebook does; what a word of the language means, and what is
//! wrong where something is.

use std::collections::BTreeSet;

use gen_lsp_types::{Contents, Hover, MarkupContent, MarkupKind};
use rulehound_explain::{Sort, of};
use rulehound_grammar::lexemes::{LexemeKind, lexemes};
use rulehound_grammar::parse;
use rulehound_grammar::span::{FileId, Location, Span};
use rulehound_grammar::tree::{Declaration, Note, NoteKind, Piece, Template, Thing};
use rulehound_interpreter::Named;
use rulehound_interpreter::check::Studied;

use crate::document::Document;
use crate::names::{at, words};
use crate::world::World;

/// The greatest length of a declaration that is shown.
const MOST_SIGNS: usize = 400;

/// The most codes that are explained at one place.
const MOST_CODES: usize = 3;

/// What is told of the name or word at an offset, and of what is found wrong there.
pub fn hover(world: &mut World<'_>, file: &str, offset: usize) -> Option<Hover> {
    world.look_at(file);
    let (game, document) = (world.game(file)?, world.document(file)?);
    let named = name(game, document, offset).or_else(|| word(document, offset));
    let wrong = explained(game, offset);
    let (range, mut told) = named.unzip();
    if told.as_ref().is_none_or(Vec::is_empty) && wrong.is_empty() {
        return None;
    }
    let told = told.get_or_insert_default();
    told.extend(wrong);
    let contents = MarkupContent { kind: MarkupKind::Markdown, value: told.join("\n\n---\n\n") };
    let range = range.map(|span| document.lines.range(&document.text, span));
    Some(Hover { contents: Contents::MarkupContent(contents), range })
}

/// A word of the language, as its page explains it.
fn word(document: &Document, offset: usize) -> Option<(Span, Vec<String>)> {
    let text = document.text.as_str();
    let holds = |span: Span| span.start as usize <= offset && offset <= span.end as usize;
    let found = lexemes(text).into_iter().filter(|one| matches!(one.kind, LexemeKind::Keyword | LexemeKind::Name));
    // Between two words that touch, the one that begins here is meant.
    let span = found.map(|one| one.span).rfind(|span| holds(*span))?;
    let entry = of(Sort::Word, text.get(span.start as usize..span.end as usize)?)?;
    Some((span, vec![entry.short()]))
}

/// What the codes of the findings at an offset mean, each once.
fn explained(game: &Studied, offset: usize) -> Vec<String> {
    let holds = |span: Span| span.start as usize <= offset && offset <= span.end as usize;
    let found = &game.checked.diagnostics;
    let here = found.iter().filter(|one| one.primary.at.file == FileId(0) && holds(one.primary.at.span));
    let codes: BTreeSet<&str> = here.map(|one| one.code).collect();
    let told = |code: &str| Some(format!("**{code}**: {}", of(Sort::Code, code)?.markdown().trim_end()));
    codes.into_iter().filter_map(told).take(MOST_CODES).collect()
}

/// The declarations of the name at an offset.
fn name(game: &Studied, document: &Document, offset: usize) -> Option<(Span, Vec<String>)> {
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
    let here = document.text.get(found.at.span.start as usize..found.at.span.end as usize).is_some();
    (here && !told.is_empty()).then_some((found.at.span, told))
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
        Piece::Value(_) | Piece::Counted { .. } | Piece::If { .. } => "…".to_owned(),
    };
    text.pieces.iter().map(words).collect()
}
