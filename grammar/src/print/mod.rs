//! Tree to text, in one canonical layout.
//!
//! Everything is printed on one line where that fits and, if the original text is known, where its author did not break
//! the line; otherwise one statement, clause or member a line. A comment on a line of its own stays in front of what it
//! stood before, one at the end of a line stays at the end; one inside of something that is printed in one piece moves in
//! front of that. Printing what was printed changes nothing.

mod components;
mod declarations;
mod flat;
mod flat_statements;
mod lay_out;
mod prose;
mod statements;
mod texts;
mod wrapped;

use crate::diagnostic::Diagnostic;
use crate::parse::parse;
use crate::span::{FileId, Span, ends_line, line_ends};
use crate::tree::{Block, Comment, File};

/// The width that lines keep to where they can be broken.
const WIDTH: usize = 100;

/// A tree as text. Blank lines stand between declarations of several lines and of different sorts.
pub fn print(file: &File) -> String {
    Printer::new(None, &file.comments).file(file)
}

/// A text in canonical layout; line breaks and blank lines are the author's where both are possible.
///
/// A text that cannot be read is refused, so that nothing is ever lost.
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let parsed = parse(FileId(0), text);
    if parsed.diagnostics.is_empty() {
        Ok(Printer::new(Some(text), &parsed.file.comments).file(&parsed.file))
    } else {
        Err(parsed.diagnostics)
    }
}

/// Writes lines.
struct Printer<'tree> {
    /// The original text, if it is known.
    source: Option<&'tree str>,
    /// The comments that are not written yet.
    comments: &'tree [Comment],
    lines: Vec<String>,
    /// How many levels the next line is indented.
    level: usize,
    /// Whether the last line opens something, so that no blank line may follow.
    fresh: bool,
    /// Whether the last line ends with a comment, so that nothing may be appended.
    commented: bool,
}

impl<'tree> Printer<'tree> {
    fn new(source: Option<&'tree str>, comments: &'tree [Comment]) -> Self {
        Self { source, comments, lines: Vec::new(), level: 0, fresh: true, commented: false }
    }

    fn file(mut self, file: &'tree File) -> String {
        if let Some(game) = &file.game {
            self.game(game);
        }
        self.declarations(&file.declarations);
        self.comments_before(u32::MAX);
        let mut text = self.lines.join("\n");
        if !text.is_empty() {
            text.push('\n');
        }
        text
    }

    /// How many columns there are on a line of the present level.
    fn width(&self) -> usize {
        WIDTH.saturating_sub(2 * self.level)
    }

    /// A line of the present level.
    fn line(&mut self, text: &str) {
        let indentation = if text.is_empty() { 0 } else { 2 * self.level };
        self.lines.push(format!("{}{text}", " ".repeat(indentation)));
        self.fresh = false;
        self.commented = false;
    }

    fn lines(&mut self, lines: Vec<String>) {
        for line in lines {
            self.line(&line);
        }
    }

    /// Puts text behind the last line, or on the next if that ends with a comment.
    fn append(&mut self, text: &str) {
        match self.lines.last_mut() {
            Some(last) if !self.commented => *last += text,
            _ => self.line(text.trim_start()),
        }
    }

    /// How many columns are left on the last line.
    fn columns_left(&self) -> usize {
        let used = self.lines.last().map_or(0, |line| line.chars().count());
        if self.commented { self.width() } else { WIDTH.saturating_sub(used) }
    }

    /// Whether the last line is a closing brace that something can follow.
    fn ends_with_brace(&self) -> bool {
        !self.commented && self.lines.last().is_some_and(|line| line.trim() == "}")
    }

    /// Puts text behind a closing brace that stands alone, else on a line of its own.
    fn behind_brace(&mut self, text: &str) {
        if self.ends_with_brace() { self.append(&format!(" {text}")) } else { self.line(text) }
    }

    /// Prepares for something whose part up to `end` is written in one piece: comments before it go where they belong,
    /// comments inside of that piece go in front.
    fn begin(&mut self, start: u32, end: u32) {
        self.comments_before(start);
        self.blank_line_before(start);
        while let Some(comment) = self.next_comment(end) {
            self.line(&comment.text);
            self.commented = true;
        }
    }

    /// Writes all comments that begin before `end`.
    fn comments_before(&mut self, end: u32) {
        while let Some(comment) = self.next_comment(end) {
            if comment.trailing && !self.commented && !self.lines.is_empty() {
                self.append(&format!("  {}", comment.text));
            } else {
                self.blank_line_before(comment.span.start);
                self.line(&comment.text);
            }
            self.commented = true;
        }
    }

    fn next_comment(&mut self, end: u32) -> Option<&'tree Comment> {
        let (first, rest) = self.comments.split_first()?;
        if first.span.start >= end {
            return None;
        }
        self.comments = rest;
        Some(first)
    }

    /// Whether a comment that is not written yet stands inside.
    fn has_comments(&self, span: Span) -> bool {
        self.comments.first().is_some_and(|comment| comment.span.start < span.end)
    }

    /// Keeps one blank line where the original has any.
    fn blank_line_before(&mut self, start: u32) {
        if self.fresh || self.lines.last().is_some_and(String::is_empty) {
            return;
        }
        let before = self.source.and_then(|source| source.get(..start as usize)).unwrap_or_default();
        let blanks = before.len() - before.trim_end().len();
        let blanks = before.get(before.len() - blanks..).unwrap_or_default();
        if line_ends(blanks) > 1 {
            let commented = self.commented;
            self.line("");
            self.commented = commented;
        }
    }

    /// Whether the original has no line break between two places; `unknown` without an original.
    fn joined(&self, start: u32, end: u32, unknown: bool) -> bool {
        match self.source {
            Some(source) => {
                source.get(start as usize..end as usize).is_some_and(|between| !between.contains(ends_line))
            }
            None => unknown,
        }
    }

    /// A block behind the last line.
    fn block(&mut self, block: &'tree Block) {
        match self.flat_block(block) {
            Some(flat) if flat.chars().count() < self.columns_left() => self.append(&format!(" {flat}")),
            _ => {
                self.append(" {");
                self.block_inside(block);
            }
        }
    }

    /// A block on a line of its own.
    fn block_on_own_line(&mut self, block: &'tree Block) {
        match self.flat_block(block) {
            Some(flat) if flat.chars().count() <= self.width() => self.line(&flat),
            _ => {
                self.line("{");
                self.block_inside(block);
            }
        }
    }

    fn block_inside(&mut self, block: &'tree Block) {
        self.inside(block.span.end, |printer| {
            for statement in &block.statements {
                printer.statement(statement);
            }
        });
    }

    /// What stands between braces that are closed at `end`, and the closing brace.
    fn inside(&mut self, end: u32, write: impl FnOnce(&mut Self)) {
        self.fresh = true;
        self.level += 1;
        write(self);
        self.comments_before(end.saturating_sub(1));
        self.level -= 1;
        self.line("}");
    }
}
