//! Places for corrections that a checked game no longer has: they are read from its texts.

use rulehound_grammar::fix::{Certainty, Edit, Fix};
use rulehound_grammar::lexemes::{LexemeKind, declaration_words, lexemes};
use rulehound_grammar::span::{FileId, Location, Span};

use crate::model::Source;

/// The most sections that are offered for a declaration that names none.
const MOST_SECTIONS: usize = 8;

fn text_of(sources: &[Source], file: FileId) -> Option<&str> {
    sources.get(usize::from(file.0)).map(|source| source.text.as_str())
}

fn put_in(title: String, at: Location, text: String) -> Fix {
    Fix { title, edits: vec![Edit { at, text }], certainty: Certainty::Likely }
}

/// Something more at the end of a file.
pub fn at_the_end(sources: &[Source], file: FileId, title: &str, words: &str) -> Option<Fix> {
    let text = text_of(sources, file)?;
    let at = Location { file, span: Span::new(text.len(), text.len()) };
    let line = if text.ends_with('\n') { "" } else { "\n" };
    Some(put_in(title.to_owned(), at, format!("{line}\n{words}\n")))
}

/// A declaration of its own behind one that stands somewhere and all that is indented below it.
pub fn below(sources: &[Source], above: Location, words: &str) -> Option<Fix> {
    let text = text_of(sources, above.file)?;
    let from = above.span.end as usize;
    let starts = text.match_indices('\n').map(|(end, _)| end + 1).filter(|start| *start > from);
    let goes_on = |start: &usize| text.get(*start..).is_some_and(|rest| rest.starts_with([' ', '\t']));
    let start = starts.into_iter().find(|start| !goes_on(start)).unwrap_or(text.len());
    let at = Location { file: above.file, span: Span::new(start, start) };
    let line = if text.get(..start)?.ends_with('\n') { "" } else { "\n" };
    Some(put_in(format!("add `{words}`"), at, format!("{line}{words}\n")))
}

/// A line of prose above the declaration of a name, behind the prose that is there.
pub fn sentence_above(sources: &[Source], name: Location) -> Option<Fix> {
    let text = text_of(sources, name.file)?;
    let start = line_of(text, name.span.start as usize);
    let at = Location { file: name.file, span: Span::new(start, start) };
    begins_a_declaration(text, start).then(|| put_in("add a line that says it".into(), at, "| What it is.\n".into()))
}

/// A section in front of the prose above the declaration of a name: one correction for each that the heading lists.
pub fn section_above(sources: &[Source], sections: &[String], name: Location) -> Vec<Fix> {
    let found = text_of(sources, name.file).and_then(|text| {
        let declared = line_of(text, name.span.start as usize);
        let start = with_prose(text, declared);
        begins_a_declaration(text, declared).then_some((start, start < declared))
    });
    let Some((start, prose)) = found else { return Vec::new() };
    let usual = ["Section".to_owned()];
    let named = if sections.is_empty() { usual.as_slice() } else { sections };
    let fix = |section: &String| {
        let at = Location { file: name.file, span: Span::new(start, start + usize::from(prose)) };
        let text = if prose { format!("| [{section}]") } else { format!("| [{section}]\n") };
        put_in(format!("add `[{section}]`"), at, text)
    };
    named.iter().take(MOST_SECTIONS).map(fix).collect()
}

/// Leaves out the declaration of a name, with the prose above it. Only where declarations begin their lines.
pub fn left_out(sources: &[Source], sort: &str, name: Location) -> Option<Fix> {
    let text = text_of(sources, name.file)?;
    let at = name.span.start as usize;
    let begins = |one: &usize| begins_a_declaration(text, *one);
    let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(end, _)| end + 1));
    let code = starts.clone().filter(begins).take_while(|start| *start <= at).last()?;
    // What changes another file may be there for that alone.
    let own = text.get(code..at)?.split_whitespace().next()?;
    if !declaration_words().contains(&own) || matches!(own, "replace" | "extend" | "remove" | "game") {
        return None;
    }
    let goes_on = |start: &usize| text.get(*start..).is_some_and(|rest| rest.starts_with([' ', '\t', '}']));
    let ends = starts.filter(|start| *start > at && !goes_on(start)).chain([text.len()]);
    let end = ends.into_iter().find(|end| text.get(code..*end).is_some_and(is_closed))?;
    let start = with_prose(text, code);
    let whole = Location { file: name.file, span: Span::new(start, end) };
    let title = format!("leave out the {sort}");
    Some(put_in(title, whole, String::new()))
}

/// Whether all brackets of a text are closed.
fn is_closed(text: &str) -> bool {
    let kinds = lexemes(text).into_iter().map(|one| one.kind);
    let (open, closed): (Vec<LexemeKind>, Vec<LexemeKind>) = kinds
        .filter(|kind| matches!(kind, LexemeKind::Open | LexemeKind::Close))
        .partition(|kind| *kind == LexemeKind::Open);
    open.len() == closed.len()
}

/// Where the line of an offset begins.
fn line_of(text: &str, offset: usize) -> usize {
    text.get(..offset).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1)
}

/// Where the prose above a line begins, or the line where there is none.
fn with_prose(text: &str, mut start: usize) -> usize {
    while let Some(above) = start.checked_sub(1).map(|end| line_of(text, end)) {
        if !text.get(above..).is_some_and(|line| line.starts_with('|')) {
            break;
        }
        start = above;
    }
    start
}

/// Whether a word that declares something stands at an offset that begins a line.
fn begins_a_declaration(text: &str, start: usize) -> bool {
    let rest = text.get(start..).unwrap_or_default();
    let word = rest.split(|sign: char| !sign.is_ascii_lowercase()).next().unwrap_or_default();
    declaration_words().contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulehound_grammar::diagnostic::Diagnostic;
    use rulehound_grammar::fix::corrected;

    const TEXT: &str = "game \"A\"\nplayers 2\n| A first step.\nrule step {\n  do other\n\n  do other\n}\n| The other.\nrule other { }\nvar a : 0..3 = 1\n";

    /// The text after a correction of what is said about a name.
    fn mended(name: &str, fix: impl Fn(&[Source], Location) -> Option<Fix>) -> Option<String> {
        let start = TEXT.find(name)? + name.len() - 1;
        let at = Location { file: FileId(0), span: Span::new(start, start + 1) };
        let sources = [Source { name: "a.rules".into(), text: TEXT.into() }];
        let fix = Fix { certainty: Certainty::Sure, ..fix(&sources, at)? };
        corrected(FileId(0), TEXT, &[Diagnostic::warning("unused", "", at, "").with_fix(fix)])
    }

    #[test]
    fn a_declaration_is_left_out_with_its_prose_and_nothing_else() {
        let out = |name: &str| mended(name, |sources, at| left_out(sources, "rule", at));
        let without = |part: &str| Some(TEXT.replace(part, ""));
        assert_eq!(out("rule step"), without("| A first step.\nrule step {\n  do other\n\n  do other\n}\n"));
        assert_eq!(out("rule other"), without("| The other.\nrule other { }\n"));
        assert_eq!(out("var a"), without("var a : 0..3 = 1\n"));
        assert_eq!(out("game"), None);
    }

    #[test]
    fn prose_is_put_above() {
        let said = mended("var a", sentence_above);
        assert_eq!(said, Some(TEXT.replace("var a", "| What it is.\nvar a")));
        let section = |sources: &[Source], at| section_above(sources, &["Two".into()], at).pop();
        assert_eq!(mended("rule other", section), Some(TEXT.replace("| The other", "| [Two] The other")));
        assert_eq!(mended("var a", section), Some(TEXT.replace("var a", "| [Two]\nvar a")));
    }
}
