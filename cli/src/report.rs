//! Findings on the terminal and as JSON.

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, SourceCode};
use rulehound_grammar::diagnostic::{Diagnostic, Label, Severity};
use rulehound_grammar::span::{FileId, line_and_column};
use rulehound_interpreter::model::Source;
use rulehound_interpreter::play::Fault;
use rulehound_interpreter::script::SCRIPT_FILE;
use serde_json::{Value, json};

use crate::output::{colour, complain};

/// The most findings that are printed for people.
const MOST: usize = 50;

/// Prints findings to standard error, underlined in their texts; `script` is the script they are about.
pub fn human(findings: &[Diagnostic], sources: &[Source], script: Option<&Source>) {
    let theme = if colour() { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(100).with_links(false).with_context_lines(1);
    for finding in findings.iter().take(MOST) {
        let mut text = String::new();
        let shown = Shown::new(finding, sources, script);
        match handler.render_report(&mut text, &shown) {
            Ok(()) => complain(text.trim_end_matches('\n')),
            Err(_) => complain(&format!("{}: {}", finding.code, finding.message)),
        }
    }
    if findings.len() > MOST {
        complain(&format!("… and {} more", findings.len() - MOST));
    }
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
    severity: Severity,
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
        shown.message.clone_from(&finding.message);
        shown.help.clone_from(&finding.help);
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
        Self {
            code: None,
            severity: finding.severity,
            message: "this has to do with it".to_owned(),
            help: None,
            labels: labels.map(|(primary, label)| labeled(primary, label, text)).collect(),
            source: source.map(|source| NamedSource::new(&source.name, source.text.clone())),
            related: Vec::new(),
        }
    }
}

/// A label on whole characters inside the text.
fn labeled(primary: bool, label: &Label, text: &str) -> LabeledSpan {
    let whole = |offset: u32| {
        let offset = (offset as usize).min(text.len());
        (0..=offset).rev().find(|offset| text.is_char_boundary(*offset)).unwrap_or_default()
    };
    let start = whole(label.at.span.start);
    let length = whole(label.at.span.end).saturating_sub(start);
    if primary {
        LabeledSpan::new_primary_with_span(Some(label.text.clone()), (start, length))
    } else {
        LabeledSpan::new(Some(label.text.clone()), start, length)
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
        Some(match self.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
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
