//! Findings on the terminal and as JSON.

use std::io::IsTerminal;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, SourceCode};
use rulehound_grammar::diagnostic::{Diagnostic, Label, Severity};
use rulehound_grammar::span::{FileId, Location, ends_line, line_and_column};
use rulehound_interpreter::model::Source;
use rulehound_interpreter::play::Fault;
use rulehound_interpreter::script::SCRIPT_FILE;
use rulehound_interpreter::story;
use serde_json::{Value, json};

use crate::output::{colour, complain, complain_drawn};
use crate::signs::{acts, picture, visible};
use crate::terminal;

/// The longest line of a file that is shown whole.
const MOST_COLUMNS: usize = 400;

/// The most findings that are printed for people.
const MOST: usize = 50;

/// Prints findings to standard error, underlined in their texts; `script` is the script they are about.
pub fn human(findings: &[Diagnostic], sources: &[Source], script: Option<&Source>) {
    let theme = if colour() { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let width = if std::io::stderr().is_terminal() { terminal::width() } else { story::WIDTH };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(width).with_links(false).with_context_lines(1);
    for finding in findings.iter().take(MOST) {
        let mut text = String::new();
        if far_out(finding, sources, script) {
            complain(&plain(finding, sources, script));
            continue;
        }
        let shown = Shown::new(finding, sources, script);
        match handler.render_report(&mut text, &shown) {
            Ok(()) => complain_drawn(text.trim_end_matches('\n')),
            Err(_) => complain(&format!("{}: {}", finding.code, finding.message)),
        }
    }
    if findings.len() > MOST {
        complain(&format!("… and {} more", findings.len() - MOST));
    }
}

/// Prints findings without the lines they are about, for those who may not read these.
pub fn told(findings: &[Diagnostic]) {
    findings.iter().take(MOST).for_each(|finding| complain(&plain(finding, &[], None)));
}

/// Whether a finding is so far to the right that its line cannot be shown.
fn far_out(finding: &Diagnostic, sources: &[Source], script: Option<&Source>) -> bool {
    std::iter::once(&finding.primary).chain(&finding.others).any(|label| {
        let text = source(label.at.file, sources, script).map_or("", |source| source.text.as_str());
        let before = text.as_bytes().get(..label.at.span.start as usize).unwrap_or_default();
        before.iter().rev().take(MOST_COLUMNS + 1).take_while(|byte| !matches!(byte, b'\n' | b'\r')).count()
            > MOST_COLUMNS
    })
}

/// `file.rules:12:5`, if the file is known.
pub fn place(at: Location, sources: &[Source]) -> Option<String> {
    source(at.file, sources, None).map(|source| place_in(source, at))
}

fn place_in(source: &Source, at: Location) -> String {
    let (line, column) = line_and_column(&source.text, at.span.start);
    format!("{}:{line}:{column}", source.name)
}

/// A finding without the lines it is about.
fn plain(finding: &Diagnostic, sources: &[Source], script: Option<&Source>) -> String {
    let mut text = format!("{}\n\n  {}", finding.code, finding.message);
    for label in std::iter::once(&finding.primary).chain(&finding.others) {
        if let Some(source) = source(label.at.file, sources, script) {
            text.push_str(&format!("\n    {}: {}", place_in(source, label.at), label.text));
        }
    }
    if let Some(help) = &finding.help {
        text.push_str(&format!("\n  help: {help}"));
    }
    text
}

/// Findings as a JSON array.
pub fn json(findings: &[Diagnostic], sources: &[Source], script: Option<&Source>) -> Value {
    let label = |label: &Label| {
        let source = source(label.at.file, sources, script);
        let (line, column) = source.map_or((1, 1), |source| line_and_column(&source.text, label.at.span.start));
        let (end_line, end_column) = source.map_or((1, 1), |source| line_and_column(&source.text, label.at.span.end));
        json!({
            "file": source.map(|source| source.name.as_str()),
            "line": line, "column": column, "end_line": end_line, "end_column": end_column, "text": label.text,
        })
    };
    let finding = |finding: &Diagnostic| {
        let mut value = label(&finding.primary);
        if let Some(map) = value.as_object_mut() {
            map.insert("label".to_owned(), json!(finding.primary.text));
            map.remove("text");
            map.insert("code".to_owned(), json!(finding.code));
            map.insert("severity".to_owned(), json!(finding.severity));
            map.insert("message".to_owned(), json!(finding.message));
            map.insert("help".to_owned(), json!(finding.help));
            map.insert("others".to_owned(), finding.others.iter().map(label).collect());
        }
        value
    };
    findings.iter().map(finding).collect()
}

/// A fault as a finding, with the chain of rules that led there.
pub fn of_fault(fault: &Fault) -> Diagnostic {
    let mut found = Diagnostic::error(fault.code, fault.message.clone(), fault.at, "the rules went wrong here");
    for (rule, at) in fault.chain.iter().filter(|(_, at)| *at != fault.at) {
        found = found.with_label(*at, format!("in `{rule}`"));
    }
    found
}

fn source<'s>(file: FileId, sources: &'s [Source], script: Option<&'s Source>) -> Option<&'s Source> {
    if file == SCRIPT_FILE { script } else { sources.get(usize::from(file.0)) }
}

/// A finding as miette wants it: labels of one file; those of other files hang below, each file a finding of its own.
#[derive(Debug)]
struct Shown {
    code: Option<&'static str>,
    severity: miette::Severity,
    message: String,
    help: Option<String>,
    labels: Vec<LabeledSpan>,
    source: Option<NamedSource<String>>,
    related: Vec<Self>,
}

impl Shown {
    fn new(finding: &Diagnostic, sources: &[Source], script: Option<&Source>) -> Self {
        let here = finding.primary.at.file;
        let mut shown = Self::of(here, finding, sources, script);
        shown.code = Some(finding.code);
        shown.severity = match finding.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        };
        shown.message = visible(&finding.message).into_owned();
        shown.help = finding.help.as_deref().map(|help| visible(help).into_owned());
        let mut files: Vec<FileId> =
            finding.others.iter().map(|label| label.at.file).filter(|file| *file != here).collect();
        files.dedup();
        shown.related = files.into_iter().map(|file| Self::of(file, finding, sources, script)).collect();
        shown
    }

    /// What a finding says about one file.
    fn of(file: FileId, finding: &Diagnostic, sources: &[Source], script: Option<&Source>) -> Self {
        let source = source(file, sources, script);
        let text = source.map_or("", |source| source.text.as_str());
        let primary = std::iter::once((true, &finding.primary));
        let all = primary.chain(finding.others.iter().map(|label| (false, label)));
        let labels = all.filter(|(_, label)| label.at.file == file && source.is_some());
        let (shown, offsets) = shortened(text);
        Self {
            code: None,
            severity: miette::Severity::Advice,
            message: "this has to do with it".to_owned(),
            help: None,
            labels: labels.map(|(primary, label)| labeled(primary, label, text, &offsets)).collect(),
            source: source.map(|source| NamedSource::new(visible(&source.name), shown)),
            related: Vec::new(),
        }
    }
}

/// Where things stand in a text that is shown otherwise: of each stretch where it began, where it begins now, and how much of it is
/// left. Empty if the text is shown as it is.
struct Offsets(Vec<(usize, usize, usize)>);

impl Offsets {
    fn of(&self, offset: usize) -> usize {
        let stretch = self.0.partition_point(|(before, ..)| *before <= offset).checked_sub(1);
        let stretch = stretch.and_then(|stretch| self.0.get(stretch));
        stretch.map_or(offset, |(before, now, left)| now + (offset - before).min(*left))
    }
}

/// A text as it is shown: long lines cut, every end of a line the same, and signs that act on terminals as pictures.
fn shortened(text: &str) -> (String, Offsets) {
    if !text.contains(acts) && text.lines().all(|line| line.len() <= 2 * MOST_COLUMNS) {
        return (text.to_owned(), Offsets(Vec::new()));
    }
    let mut shown = String::new();
    let mut offsets = vec![(0, 0, usize::MAX)];
    let (mut line, mut cut) = (0, false);
    let mut signs = text.char_indices().peekable();
    while let Some((at, sign)) = signs.next() {
        let behind = at + sign.len_utf8();
        if ends_line(sign) {
            // The two signs of one end are one line feed.
            let next = signs.next_if(|(_, next)| sign == '\r' && *next == '\n');
            (line, cut) = (next.map_or(behind, |(next, _)| next + 1), false);
            offsets.push((at, shown.len(), 0));
            shown.push('\n');
            offsets.push((line, shown.len(), usize::MAX));
        } else if at - line >= 2 * MOST_COLUMNS {
            if !cut {
                offsets.push((at, shown.len(), 0));
                shown.push('…');
                cut = true;
            }
        } else if acts(sign) {
            offsets.push((at, shown.len(), 0));
            shown.push(picture(sign));
            offsets.push((behind, shown.len(), usize::MAX));
        } else {
            shown.push(sign);
        }
    }
    (shown, Offsets(offsets))
}

/// A label on whole characters inside the text.
fn labeled(primary: bool, label: &Label, text: &str, offsets: &Offsets) -> LabeledSpan {
    let whole = |offset: u32| {
        let offset = (offset as usize).min(text.len());
        offsets.of((0..=offset).rev().find(|offset| text.is_char_boundary(*offset)).unwrap_or_default())
    };
    let start = whole(label.at.span.start);
    let length = whole(label.at.span.end).saturating_sub(start);
    if primary {
        LabeledSpan::new_primary_with_span(Some(visible(&label.text).into_owned()), (start, length))
    } else {
        LabeledSpan::new(Some(visible(&label.text).into_owned()), start, length)
    }
}

impl std::fmt::Display for Shown {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Shown {}

impl miette::Diagnostic for Shown {
    fn code<'a>(&'a self) -> Option<Box<dyn std::fmt::Display + 'a>> {
        self.code.map(|code| Box::new(code) as Box<dyn std::fmt::Display>)
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(self.severity)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn std::fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn std::fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        if self.related.is_empty() {
            return None;
        }
        Some(Box::new(self.related.iter().map(|shown| shown as &dyn miette::Diagnostic)))
    }
}
