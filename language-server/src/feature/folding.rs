//! What can be folded: what stands between braces, declarations of several lines, comments of several lines.

use gen_lsp_types::{FoldingRange, FoldingRangeKind};
use rulehound_grammar::lexemes::{Lexeme, LexemeKind, lexemes};
use rulehound_grammar::span::Span;

use crate::document::Document;
use crate::lines::Walk;

/// All that can be folded, also in a broken text.
pub fn ranges(document: &Document) -> Vec<FoldingRange> {
    let text = document.text.as_str();
    let all = lexemes(text);
    let mut found = braces(document, &all);
    found.extend(comments(document, &all));
    let whole = |span: Span| text.get(span.start as usize..span.end as usize).unwrap_or_default();
    for declaration in document.parsed().file.declarations.iter().filter(|one| !whole(one.span).ends_with('}')) {
        let range = document.lines.range(text, declaration.span);
        found.push((range.start.line, range.end.line, None));
    }
    found.sort_by_key(|(start, end, _)| (*start, std::cmp::Reverse(*end)));
    // Two on one line could not be told apart.
    found.dedup_by_key(|(start, ..)| *start);
    found
        .into_iter()
        .filter(|(start, end, _)| start < end)
        .map(|(start_line, end_line, kind)| FoldingRange { start_line, end_line, kind, ..FoldingRange::default() })
        .collect()
}

type Fold = (u32, u32, Option<FoldingRangeKind>);

/// The line with the closing brace stays in sight.
fn braces(document: &Document, all: &[Lexeme]) -> Vec<Fold> {
    let mut open = Vec::new();
    let mut found = Vec::new();
    let mut walk = Walk::new(&document.lines, &document.text);
    for one in all {
        let words = document.text.get(one.span.start as usize..one.span.end as usize);
        let line = walk.to(one.span.start as usize).line;
        match words {
            Some("{") => open.push(line),
            Some("}") => found.extend(open.pop().map(|start| (start, line.saturating_sub(1), None))),
            _ => {}
        }
    }
    found
}

/// Comments that have their lines for themselves, several in a row.
fn comments(document: &Document, all: &[Lexeme]) -> Vec<Fold> {
    let mut found: Vec<Fold> = Vec::new();
    let mut line_before = None;
    let mut walk = Walk::new(&document.lines, &document.text);
    for one in all {
        let line = walk.to(one.span.start as usize).line;
        let alone = one.kind == LexemeKind::Comment && line_before != Some(line);
        match found.last_mut().filter(|(_, end, _)| alone && line_before == Some(*end) && line == *end + 1) {
            Some((_, end, _)) => *end = line,
            None if alone => found.push((line, line, Some(FoldingRangeKind::Comment))),
            None => {}
        }
        line_before = Some(line);
    }
    found
}
