//! Text to tree: scan, check limits, cut at declarations, read each with the grammar, build the tree. A declaration that
//! cannot be read is read once more in pieces.

mod build;
mod cache;
mod cut;
mod declared;
mod errors;
mod expect;
mod foreign;
mod limits;
mod outline;
mod recover;
mod repair;
mod scan;
mod words;

use std::collections::BTreeSet;

use pest::Parser as _;

use crate::diagnostic::Diagnostic;
use crate::span::{FileId, Location, Span};
use crate::tree::{Declaration, Expression, File, Game, Template};
use crate::workers::{self, OneByOne, Workers};
use build::{Builder, Mismatch};
pub(crate) use cut::DECLARATION_WORDS;
use cut::Section;
use declared::Declared;
pub(crate) use scan::{Scan, TokenKind};

pub use cache::{Cache, parse_again};
pub use expect::{Expected, expected_at};
pub(crate) use generated::Rule;
pub(crate) use words::{ONLY_SOMEWHERE, all_keywords, is_keyword};

/// Stands where options are read apart, as in the grammar.
const READ_APART: &str = "\u{1a}";

/// What pest makes of the grammar.
mod generated {
    #[derive(pest_derive::Parser)]
    #[grammar = "rules.pest"]
    pub struct Grammar;
}

/// A file as far as it could be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The tree; declarations, statements and options that could not be read are left out.
    pub file: File,
    /// What was found, in the order of the text. If it is empty, the tree is the whole file.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a file. Always ends quickly, whatever the text.
pub fn parse(file: FileId, text: &str) -> Parsed {
    parse_by(file, text, None, &OneByOne)
}

fn parse_by(file: FileId, text: &str, mut cache: Option<&mut Cache>, workers: &dyn Workers) -> Parsed {
    let mut parsed =
        Parsed { file: File { game: None, declarations: Vec::new(), comments: Vec::new() }, diagnostics: Vec::new() };
    if let Some(refusal) = errors::unreadable(file, text) {
        parsed.diagnostics.push(refusal);
        return parsed;
    }
    let scan = Scan::new(text);
    let declared = Declared::new(&scan);
    let mut sections = cut::sections(&scan).into_iter();
    if let Some(heading) = sections.next() {
        let (game, mut found) = heading_of(file, (&scan, &declared), heading);
        parsed.file.game = game;
        parsed.diagnostics.append(&mut found);
    }
    let mut texts = BTreeSet::new();
    let mut anew = Vec::new();
    // What is known, in the order of the text, with gaps for what is read anew.
    let mut known = Vec::new();
    for section in sections {
        let (start, end) = bytes(&scan, section);
        let words = text.get(start..end).unwrap_or_default();
        texts.insert(words);
        let declaration = cache.as_mut().and_then(|cache| cache.get(words, start));
        if declaration.is_none() {
            anew.push((section, words, start));
        }
        known.push(declaration);
    }
    let sections: Vec<Section> = anew.iter().map(|(section, ..)| *section).collect();
    let mut read = anew.iter().zip(declarations_of(file, (&scan, &declared), &sections, workers));
    for declaration in known {
        if declaration.is_some() {
            parsed.file.declarations.extend(declaration);
            continue;
        }
        let Some(((_, words, start), (declaration, mut found))) = read.next() else { continue };
        if let (Some(cache), Some(declaration), []) = (&mut cache, &declaration, found.as_slice()) {
            cache.keep(words, *start, declaration);
        }
        parsed.file.declarations.extend(declaration);
        parsed.diagnostics.append(&mut found);
    }
    errors::heading_below(&mut parsed.diagnostics);
    if let Some(cache) = cache {
        cache.read = anew.len();
        cache.retain(&texts);
    }
    parsed.file.comments = scan.comments;
    parsed
}

/// Reads one expression; `offset` is where `text` begins in its file.
pub fn parse_expression(file: FileId, text: &str, offset: usize) -> Result<Expression, Diagnostic> {
    expression_at(file, text, offset).map_err(|mut found| found.swap_remove(0))
}

/// Reads a text with values in braces, given without its quotation marks; `offset` is where it begins in its file.
pub fn parse_template(file: FileId, text: &str, offset: usize) -> Result<Template, Diagnostic> {
    if let Some(refusal) = errors::unreadable(file, text) {
        return Err(refusal);
    }
    build::read_template(file, text, offset)
}

/// The heading, if it can be read. A file without one is still read on, so that its declarations are looked at.
fn heading_of<'scan>(
    file: FileId,
    (scan, declared): (&'scan Scan<'scan>, &'scan Declared<'scan>),
    section: Section,
) -> (Option<Game>, Vec<Diagnostic>) {
    if let Some(missing) = errors::missing_heading(file, scan, section) {
        return (None, vec![missing]);
    }
    read(file, (scan, declared), section, 0, Rule::heading_alone, |builder, pair| builder.heading(pair))
}

/// Reads declarations; those that cannot be read share the work that is spent on further mistakes.
fn declarations_of<'scan>(
    file: FileId,
    (scan, declared): (&'scan Scan<'scan>, &'scan Declared<'scan>),
    sections: &[Section],
    workers: &dyn Workers,
) -> Vec<(Option<Declaration>, Vec<Diagnostic>)> {
    let mut all = workers::each(workers, sections, |section| {
        read(file, (scan, declared), *section, 0, Rule::declaration_alone, |builder, pair| builder.declaration(pair))
    });
    let unread = |(declaration, found): &(Option<Declaration>, Vec<Diagnostic>)| {
        declaration.is_none() && found.iter().all(|one| one.code != "too-deep")
    };
    let broken: Vec<usize> = (0..all.len()).filter(|&index| all.get(index).is_some_and(unread)).collect();
    let work = limits::READ_AGAIN / broken.len().max(1);
    let recovered = workers::each(workers, &broken, |&index| {
        let first = all.get(index).map(|(_, found)| found.clone()).unwrap_or_default();
        sections.get(index).map(|section| recover::recover(file, (scan, declared), *section, first, work))
    });
    for (index, recovered) in broken.into_iter().zip(recovered) {
        if let (Some(read), Some(recovered)) = (all.get_mut(index), recovered) {
            *read = (recovered.declaration, recovered.diagnostics);
        }
    }
    all
}

/// Reads an expression; there is at least one finding if it cannot be read.
fn expression_at(file: FileId, text: &str, offset: usize) -> Result<Expression, Vec<Diagnostic>> {
    if let Some(refusal) = errors::unreadable(file, text) {
        return Err(vec![refusal]);
    }
    let scan = Scan::new(text);
    let declared = Declared::new(&scan);
    let section = Section { first: 0, end: scan.tokens.len() };
    let (expression, mut found) =
        read(file, (&scan, &declared), section, offset, Rule::expression_alone, |builder, pair| {
            builder.expression_alone(pair)
        });
    match expression {
        Some(expression) if found.is_empty() => Ok(expression),
        _ => {
            if found.is_empty() {
                found.push(errors::mismatch(Location { file, span: Span::new(offset, offset + text.len()) }));
            }
            Err(found)
        }
    }
}

/// Where the value ends that a text begins with; `None` if it begins with none.
fn value_end(text: &str) -> Option<usize> {
    let scan = Scan::new(text);
    if errors::unreadable(FileId(0), text).is_some() || limits::too_deep(&scan, 0, scan.tokens.len()).is_some() {
        return None;
    }
    let blanks = text.len() - text.trim_start().len();
    let read = generated::Grammar::parse(Rule::expression, text.trim_start()).ok()?.next()?;
    // What may follow is looked for behind blanks, which then belong to nothing.
    Some(blanks + read.as_str().trim_end().len())
}

/// Reads one section with one rule of the grammar. What is scanned may be a piece of the file around it.
fn read<'scan, 'text, T>(
    file: FileId,
    (scan, declared): (&'scan Scan<'text>, &'scan Declared<'scan>),
    section: Section,
    offset: usize,
    rule: Rule,
    build: impl FnOnce(&mut Builder<'scan, 'text>, pest::iterators::Pair<'text, Rule>) -> Result<T, Mismatch>,
) -> (Option<T>, Vec<Diagnostic>) {
    if let Some(token) = limits::too_deep(scan, section.first, section.end) {
        return (None, vec![limits::too_deep_text(token.location(file, offset))]);
    }
    let (start, end) = bytes(scan, section);
    let text = scan.text.get(start..end).unwrap_or_default();
    let mut pairs = match generated::Grammar::parse(rule, text) {
        Ok(pairs) => pairs,
        // pest itself gives up before the machine's stack ends.
        Err(error) if matches!(error.variant, pest::error::ErrorVariant::CustomError { .. }) => {
            let at = Location { file, span: Span::new(offset + start, offset + end) };
            return (None, vec![limits::too_deep_text(at)]);
        }
        Err(error) => {
            let failure = errors::Failure::new(file, (scan, declared), section, offset, start, rule, &error);
            return (None, vec![failure.diagnostic()]);
        }
    };
    let mut builder = Builder::new(file, scan, start, offset);
    let built = pairs.next().map(|pair| build(&mut builder, pair));
    let mut found = std::mem::take(&mut builder.diagnostics);
    match built {
        Some(Ok(built)) => (Some(built), found),
        Some(Err(Mismatch { span })) => {
            if found.is_empty() {
                found.push(errors::mismatch(Location { file, span }));
            }
            (None, found)
        }
        None => (None, found),
    }
}

/// The bytes of a section, blanks and comments behind it included.
fn bytes(scan: &Scan<'_>, section: Section) -> (usize, usize) {
    let start_of = |index: usize| scan.tokens.get(index).map_or(scan.text.len(), |token| token.start);
    (start_of(section.first), start_of(section.end))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The grammar's own rule for a whole file agrees with reading it in sections.
    #[test]
    fn sections_are_declarations() {
        let text = "game \"A\" # one\nplayers 2..4 type B = c, d\nphase play { } phase more { roll x }\n\
                    def f = count players\nremove rule g(1)\nreplace players 3\nextend type B = e\ndef h = players";
        let whole = generated::Grammar::parse(Rule::file, text).map(|pairs| pairs.flatten());
        let declarations = whole.map(|pairs| pairs.filter(|pair| pair.as_rule() == Rule::declaration).count());
        // The first section is the heading.
        let sections = cut::sections(&Scan::new(text)).len() - 1;
        assert_eq!((declarations, sections), (Ok(9), 9));
    }

    /// The table of words is the grammar's list of keywords.
    #[test]
    fn keywords_cannot_be_names() {
        let grammar = include_str!("../rules.pest");
        let list = grammar.split("keyword = _{").nth(1).and_then(|list| list.split('}').next()).unwrap_or_default();
        let words: Vec<_> = list.split('"').skip(1).step_by(2).collect();
        assert_eq!(words.len(), 81);
        assert!(words.iter().all(|word| is_keyword(word)));
        assert!(!is_keyword("top") && !is_keyword("other"));
    }
}
