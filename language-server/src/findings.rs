//! Findings as an editor shows them.

use gen_lsp_types::{
    Code, CodeDescription, Diagnostic as Shown, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag,
    Location as Place, Message, Range, Uri,
};
use rulehound_explain::{Sort, of};
use rulehound_grammar::diagnostic::{Diagnostic, Label, Severity};
use rulehound_grammar::span::{FileId, Location, Span};
use rulehound_interpreter::check::{Checked, Studied};
use rulehound_interpreter::model::Source;

use crate::document::Document;
use crate::lines::Lines;
use crate::world::World;

/// The address of what explains a word, a code or a command begins so.
pub const EXPLAINED: &str = "rulehound:/explain/";

/// The most findings of one text; nobody reads more.
const MOST: usize = 1_000;

/// The most options that are said to be taken by no script.
const MOST_UNTAKEN: usize = 200;

/// The most findings that are shown of other files.
const MOST_ELSEWHERE: usize = 20;

/// The findings of an open text of rules. What is wrong in a file that it extends is shown where it extends it.
pub fn of_rules(world: &mut World<'_>, name: &str) -> Vec<Shown> {
    world.look_at(name);
    let extended = |game: &Studied| game.checked.sources.iter().skip(1).map(|source| source.name.clone()).collect();
    let elsewhere: Vec<String> = world.game(name).map(extended).unwrap_or_default();
    for other in &elsewhere {
        world.look_at(other);
    }
    let (Some(game), Some(document)) = (world.game(name), world.document(name)) else { return Vec::new() };
    let checked = &game.checked;
    let lines: Vec<Lines> = checked.sources.iter().map(|source| Lines::new(&source.text)).collect();
    let showing = Showing { world, checked, lines: &lines, document };
    let is_new = |one: &&Diagnostic| {
        let file = usize::from(one.primary.at.file.0);
        let source = file.checked_sub(1).and_then(|index| elsewhere.get(index));
        let alone = source.and_then(|name| world.game(name));
        let same = |other: &Diagnostic| {
            (other.code, other.primary.at.span, &other.message) == (one.code, one.primary.at.span, &one.message)
        };
        one.severity == Severity::Error || !alone.is_some_and(|alone| alone.checked.diagnostics.iter().any(same))
    };
    let here = checked.diagnostics.iter().filter(|one| one.primary.at.file == FileId(0));
    let there = checked.diagnostics.iter().filter(|one| one.primary.at.file != FileId(0)).filter(is_new);
    here.take(MOST)
        .map(|one| showing.here(one))
        .chain(there.take(MOST_ELSEWHERE).map(|one| showing.elsewhere(one)))
        .chain(untaken(world, name, document))
        .collect()
}

/// The options that no script takes, as hints; known only where somebody asked which scripts come through.
fn untaken(world: &World<'_>, name: &str, document: &Document) -> Vec<Shown> {
    let spans = world.passes(name).map_or(&[][..], |passes| passes.untaken(&document.text));
    let hint = |span: &Span| {
        // The first line is enough: what is done then may be long.
        let words = document.text.get(span.start as usize..span.end as usize).unwrap_or_default();
        let head = words.lines().next().unwrap_or_default().trim_end().trim_end_matches('{').trim_end().len();
        let head = Span::new(span.start as usize, span.start as usize + head);
        Shown {
            range: document.lines.range(&document.text, head),
            severity: Some(DiagnosticSeverity::Hint),
            source: Some("rulehound".to_owned()),
            message: Message::String("no script takes this".to_owned()),
            ..Shown::default()
        }
    };
    spans.iter().take(MOST_UNTAKEN).map(hint).collect()
}

/// What is needed to show findings of one game.
struct Showing<'a, 'f> {
    world: &'a World<'f>,
    checked: &'a Checked,
    /// Of each file.
    lines: &'a [Lines],
    /// The file that the game begins with.
    document: &'a Document,
}

impl Showing<'_, '_> {
    fn here(&self, one: &Diagnostic) -> Shown {
        let range = self.document.lines.range(&self.document.text, one.primary.at.span);
        let others = one.others.iter().filter_map(|label| self.related(label)).collect();
        shown(one, range, &one.message, others)
    }

    fn elsewhere(&self, one: &Diagnostic) -> Shown {
        let source = self.source(one.primary.at);
        let file = source.map_or("", |source| source.name.rsplit(['/', '\\']).next().unwrap_or_default());
        let range = self.extended(file);
        let others = std::iter::once(&one.primary).chain(&one.others).filter_map(|label| self.related(label)).collect();
        shown(one, range, &format!("in `{file}`: {}", one.message), others)
    }

    /// Where a file is extended, or something that extends it.
    fn extended(&self, file: &str) -> Range {
        let parents = self.document.parsed().file.game.as_ref().map(|game| game.extends.as_slice()).unwrap_or_default();
        let parent = parents.iter().find(|parent| parent.text.ends_with(file) || file.starts_with(&parent.text));
        let span = parent.or(parents.first()).map(|parent| parent.span).unwrap_or_default();
        self.document.lines.range(&self.document.text, span)
    }

    fn related(&self, label: &Label) -> Option<DiagnosticRelatedInformation> {
        let source = self.source(label.at)?;
        let uri = self.world.uri_of(&source.name)?;
        let range = self.lines.get(usize::from(label.at.file.0))?.range(&source.text, label.at.span);
        Some(DiagnosticRelatedInformation { location: Place { uri, range }, message: label.text.clone() })
    }

    fn source(&self, at: Location) -> Option<&Source> {
        self.checked.sources.get(usize::from(at.file.0))
    }
}

/// The address under which the server explains a code.
pub fn explanation(code: &str) -> Uri {
    Uri(format!("{EXPLAINED}{code}.md"))
}

/// One finding: what is wrong, and on the next line what to do.
pub fn shown(one: &Diagnostic, range: Range, message: &str, others: Vec<DiagnosticRelatedInformation>) -> Shown {
    let mut text = message.to_owned();
    if !one.primary.text.is_empty() {
        text = format!("{text}: {}", one.primary.text);
    }
    if let Some(help) = &one.help {
        text = format!("{text}\n{help}");
    }
    let severity = match one.severity {
        Severity::Error => DiagnosticSeverity::Error,
        Severity::Warning => DiagnosticSeverity::Warning,
    };
    Shown {
        range,
        severity: Some(severity),
        code: Some(Code::String(one.code.to_owned())),
        // An editor that can ask for this address shows what the code means.
        code_description: of(Sort::Code, one.code).map(|_| CodeDescription { href: explanation(one.code) }),
        source: Some("rulehound".to_owned()),
        message: Message::String(text),
        tags: one.code.starts_with("unused").then(|| vec![DiagnosticTag::Unnecessary]),
        related_information: (!others.is_empty()).then_some(others),
        ..Shown::default()
    }
}
