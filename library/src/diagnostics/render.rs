//! Findings as text, underlined in the lines they are about.

use miette::{GraphicalReportHandler, GraphicalTheme};
use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::{FileId, Location, line_and_column};
use rulehound_interpreter::model::Source;
use rulehound_interpreter::play::Fault;
use rulehound_interpreter::script::SCRIPT_FILE;

use super::shown::Shown;
use crate::signs::visible;

/// The longest line of a file that is shown whole.
pub(super) const MOST_COLUMNS: usize = 400;

/// The texts that findings are about.
#[derive(Clone, Copy, Debug, Default)]
pub struct Texts<'s> {
    /// The files of the rules.
    pub sources: &'s [Source],
    /// The script, if there is one.
    pub script: Option<&'s Source>,
}

/// A finding in lines of this width. Nothing in it acts on a terminal but colours, if they are wanted.
pub fn render(finding: &Diagnostic, texts: Texts<'_>, width: usize, colour: bool) -> String {
    if far_out(finding, texts) {
        return plain(finding, texts);
    }
    let theme = if colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(width).with_links(false).with_context_lines(1);
    let mut text = String::new();
    match handler.render_report(&mut text, &Shown::new(finding, texts)) {
        Ok(()) => text.trim_end_matches('\n').to_owned(),
        Err(_) => visible(&format!("{}: {}", finding.code, finding.message)).into_owned(),
    }
}

/// Whether a finding is so far to the right that its line cannot be shown.
fn far_out(finding: &Diagnostic, texts: Texts<'_>) -> bool {
    std::iter::once(&finding.primary).chain(&finding.others).any(|label| {
        let text = source(label.at.file, texts).map_or("", |source| source.text.as_str());
        let before = text.as_bytes().get(..label.at.span.start as usize).unwrap_or_default();
        before.iter().rev().take(MOST_COLUMNS + 1).take_while(|byte| !matches!(byte, b'\n' | b'\r')).count()
            > MOST_COLUMNS
    })
}

/// A finding without the lines it is about.
pub fn plain(finding: &Diagnostic, texts: Texts<'_>) -> String {
    let mut text = format!("{}\n\n  {}", finding.code, finding.message);
    for label in std::iter::once(&finding.primary).chain(&finding.others) {
        if let Some(place) = place(label.at, texts) {
            text.push_str(&format!("\n    {place}: {}", label.text));
        }
    }
    if let Some(help) = &finding.help {
        text.push_str(&format!("\n  help: {help}"));
    }
    visible(&text).into_owned()
}

/// `file.rules:12:5`, if the file is known.
pub fn place(at: Location, texts: Texts<'_>) -> Option<String> {
    let source = source(at.file, texts)?;
    let (line, column) = line_and_column(&source.text, at.span.start);
    Some(format!("{}:{line}:{column}", source.name))
}

/// A fault as a finding, with the chain of rules that led there.
pub fn of_fault(fault: &Fault) -> Diagnostic {
    let mut found = Diagnostic::error(fault.code, fault.message.clone(), fault.at, "the rules went wrong here");
    for (rule, at) in fault.places() {
        found = found.with_label(*at, format!("in `{rule}`"));
    }
    found
}

/// The text of a file.
pub fn source<'s>(file: FileId, texts: Texts<'s>) -> Option<&'s Source> {
    if file == SCRIPT_FILE { texts.script } else { texts.sources.get(usize::from(file.0)) }
}
