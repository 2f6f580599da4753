//! Prose above a declaration: its section, its sentence and what is taken on trust.

use pest::iterators::Pair;

use super::{Builder, Parts, templates};
use crate::parse::Rule;
use crate::span::Span;
use crate::tree::{ASSUMED, Note, NoteKind, Template};

/// Words of a paragraph, wherever its lines were broken.
#[derive(Default)]
struct Paragraph {
    text: String,
    span: Option<Span>,
}

impl Paragraph {
    fn add(&mut self, word: &str, span: Span) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text += word;
        self.span = Some(self.span.map_or(span, |before| before.join(span)));
    }

    /// The paragraph as a remark, if it says anything.
    fn note(self, kind: NoteKind) -> Option<Note> {
        let span = self.span?;
        Some(Note { kind, text: Template { pieces: templates::words(self.text), span }, span })
    }
}

/// The remarks of the prose that stands next, with where the code below begins and ends; without any if there is none.
pub(super) fn prose_above(builder: &Builder<'_, '_>, parts: &mut Parts<'_>) -> (Vec<Note>, Span) {
    let whole = parts.span;
    let Some(pair) = parts.maybe(Rule::prose) else { return (Vec::new(), whole) };
    let end = builder.span(&pair).end;
    let below = builder.scan.tokens.partition_point(|token| token.start + builder.offset < end as usize);
    let below = builder.scan.tokens.get(below).map(|token| token.start + builder.offset);
    let code = below.and_then(|start| u32::try_from(start).ok()).unwrap_or(end);
    (prose(builder, pair), Span { start: code, end: whole.end })
}

fn prose(builder: &Builder<'_, '_>, pair: Pair<'_, Rule>) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut kind = NoteKind::Doc;
    let mut paragraph = Paragraph::default();
    for line in builder.parts(pair).flat_map(Pair::into_inner) {
        match line.as_rule() {
            Rule::prose_section => notes.extend(section(builder, &line)),
            Rule::prose_words => {
                let (start, text) = (builder.offset + builder.start + line.as_span().start(), line.as_str());
                for (index, (at, word)) in words_of(text).enumerate() {
                    if index == 0 && word == ASSUMED {
                        notes.extend(std::mem::take(&mut paragraph).note(kind));
                        kind = NoteKind::Assume;
                    } else {
                        paragraph.add(word, Span::new(start + at, start + at + word.len()));
                    }
                }
            }
            _ => {}
        }
    }
    notes.extend(paragraph.note(kind));
    notes
}

fn section(builder: &Builder<'_, '_>, pair: &Pair<'_, Rule>) -> Option<Note> {
    let span = builder.span(pair);
    let mut paragraph = Paragraph::default();
    let text = pair.as_str().trim_start_matches('[').trim_end_matches(']');
    words_of(text).for_each(|(_, word)| paragraph.add(word, span));
    paragraph.note(NoteKind::Ref)
}

/// The words of a line, with where they begin in it.
fn words_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(move |word| (word.as_ptr().addr() - text.as_ptr().addr(), word))
}
