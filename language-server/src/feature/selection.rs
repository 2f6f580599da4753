//! What is selected step by step from a place outwards: word, what stands between brackets, with them, the line, the declaration, all.

use gen_lsp_types::{Position, SelectionRange};
use rulehound_grammar::lexemes::{Lexeme, LexemeKind, lexemes};
use rulehound_grammar::span::Span;

use crate::document::Document;

/// The most steps; nobody goes further, and a text may hold any number of brackets.
const MOST: usize = 40;

/// The steps from each of these places, also in a broken text.
pub fn ranges(document: &Document, positions: &[Position]) -> Vec<SelectionRange> {
    let all = lexemes(&document.text);
    let pairs = pairs(&document.text, &all);
    positions.iter().map(|position| range(document, (&all, &pairs), *position)).collect()
}

fn range(document: &Document, (all, pairs): (&[Lexeme], &[Span]), position: Position) -> SelectionRange {
    let text = document.text.as_str();
    let offset = u32::try_from(document.lines.offset(text, position)).unwrap_or(u32::MAX);
    let whole = Span::new(0, text.len());
    let holds = |span: &Span| span.start <= offset && offset <= span.end;
    let word = all.iter().filter(|one| one.kind != LexemeKind::Sign).map(|one| one.span);
    let within = pairs.iter().filter(|pair| pair.start < offset && offset < pair.end);
    let between = within.clone().map(|pair| trimmed(text, Span { start: pair.start + 1, end: pair.end - 1 }));
    let declarations = document.parsed().file.declarations.iter().map(|one| one.span);
    let mut spans: Vec<Span> = word.chain(between).chain(within.copied()).chain(declarations).collect();
    spans.extend([line(text, offset), whole]);
    spans.retain(holds);
    spans.sort_by_key(|span| (span.end - span.start, span.start));
    let mut steps: Vec<Span> = Vec::new();
    for span in spans {
        // Each step holds the one before it: a line that goes on in the next does not hold its brackets.
        let wider = |before: &Span| span != *before && span.start <= before.start && before.end <= span.end;
        if steps.last().is_none_or(wider) && (steps.len() < MOST || span == whole) {
            steps.push(span);
        }
    }
    let outwards = steps.iter().rev().fold(None, |parent: Option<Box<SelectionRange>>, span| {
        Some(Box::new(SelectionRange { range: document.lines.range(text, *span), parent }))
    });
    outwards.map(|found| *found).unwrap_or_default()
}

/// What stands between matching brackets, with them.
fn pairs(text: &str, all: &[Lexeme]) -> Vec<Span> {
    let mut open: Vec<u32> = Vec::new();
    let mut found = Vec::new();
    for one in all {
        match text.get(one.span.start as usize..one.span.end as usize) {
            Some("{" | "(" | "[") => open.push(one.span.start),
            Some("}" | ")" | "]") => found.extend(open.pop().map(|start| Span { start, end: one.span.end })),
            _ => {}
        }
    }
    found
}

/// A line without the blanks around it.
fn line(text: &str, offset: u32) -> Span {
    let offset = offset as usize;
    let start = text.get(..offset).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
    let end = text.get(offset..).and_then(|after| after.find('\n')).map_or(text.len(), |end| offset + end);
    trimmed(text, Span::new(start, end))
}

fn trimmed(text: &str, span: Span) -> Span {
    let words = text.get(span.start as usize..span.end as usize).unwrap_or_default();
    let start = span.start as usize + words.len() - words.trim_start().len();
    Span::new(start, start + words.trim().len())
}
