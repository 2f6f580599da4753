//! Where something stands: byte offsets into one file, joined with the text only when shown.

use serde::Serialize;

/// A stretch of bytes of one file, `start` included, `end` not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// First byte behind it.
    pub end: u32,
}

impl Span {
    /// The stretch from `start` up to `end`; offsets beyond 4 GiB are cut (files are at most 1 MiB).
    pub fn new(start: usize, end: usize) -> Self {
        let cut = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Self { start: cut(start), end: cut(end) }
    }

    /// The smallest stretch that holds both.
    pub fn join(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// Which of the files of a game: 0 is the first that was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct FileId(pub u16);

/// A stretch of one file of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Location {
    /// The file.
    pub file: FileId,
    /// The stretch in it.
    pub span: Span,
}

/// Whether a sign ends a line: a line feed, or a carriage return with or without one.
pub fn ends_line(sign: char) -> bool {
    matches!(sign, '\n' | '\r')
}

/// How many lines end in a text; a carriage return and the line feed behind it end one.
pub fn line_ends(text: &str) -> usize {
    text.matches(ends_line).count() - text.matches("\r\n").count()
}

/// Line and column of a byte offset, both from 1; columns count characters.
///
/// An offset past the end is the end.
pub fn line_and_column(text: &str, offset: u32) -> (usize, usize) {
    let mut end = (offset as usize).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let before = text.get(..end).unwrap_or_default();
    let line = line_ends(before) + 1;
    let column = before.rsplit(ends_line).next().unwrap_or_default().chars().count() + 1;
    (line, column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ends_of_lines_count() {
        let text = "a\nb\r\nc\rd";
        let at =
            |sign: char| line_and_column(text, u32::try_from(text.find(sign).unwrap_or_default()).unwrap_or_default());
        assert_eq!(['a', 'b', 'c', 'd'].map(at), [(1, 1), (2, 1), (3, 1), (4, 1)]);
        assert_eq!(line_ends(text), 3);
    }
}
