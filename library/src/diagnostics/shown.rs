//! A finding as it is drawn: underlined in its text.

use super::render::{MOST_COLUMNS, Texts, source};
use crate::signs::{acts, picture, visible};
use miette::{LabeledSpan, MietteError, MietteSpanContents, NamedSource, SourceCode, SourceSpan, SpanContents};
use rulehound_grammar::diagnostic::{Diagnostic, Label, Severity};
use rulehound_grammar::span::{FileId, ends_line};

/// A finding as miette wants it: labels of one file; those of other files hang below, each file a finding of its own.
#[derive(Debug)]
pub(super) struct Shown {
    code: Option<&'static str>,
    severity: miette::Severity,
    message: String,
    help: Option<String>,
    labels: Vec<LabeledSpan>,
    source: Option<NamedSource<Excerpted>>,
    related: Vec<Self>,
}

impl Shown {
    pub(super) fn new(finding: &Diagnostic, texts: Texts<'_>) -> Self {
        let here = finding.primary.at.file;
        let mut shown = Self::of(here, finding, texts);
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
        shown.related = files.into_iter().map(|file| Self::of(file, finding, texts)).collect();
        shown
    }

    /// What a finding says about one file.
    fn of(file: FileId, finding: &Diagnostic, texts: Texts<'_>) -> Self {
        let source = source(file, texts);
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
            source: source.map(|source| NamedSource::new(visible(&source.name), Excerpted(shown))),
            related: Vec::new(),
        }
    }
}

/// With so many lines between two pieces of a text they are shown with what is between them.
const NEAR: usize = 12;

/// A text of which pieces are shown. What lies between two that are not near each other is left out: the pieces of a plain text say that they
/// have as many lines as the text has up to their ends, so all that is between them would be shown.
struct Excerpted(String);

impl SourceCode for Excerpted {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let piece = self.0.read_span(span, before, after)?;
        let lines = piece.data().iter().filter(|sign| **sign == b'\n').count();
        Ok(Box::new(MietteSpanContents::new(piece.data(), *piece.span(), piece.line(), piece.column(), lines + NEAR)))
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
