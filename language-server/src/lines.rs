//! Byte offsets to the protocol's positions and back. A position counts lines, and on its line units of UTF-16, both from 0.

use gen_lsp_types::{Position, Range};
use rulehound_grammar::span::Span;

/// Where each line of a text begins.
#[derive(Clone, Debug)]
pub struct Lines(Vec<usize>);

impl Lines {
    /// The lines of a text. They end with a line feed, a carriage return, or both.
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let ends = bytes.iter().enumerate().filter(|&(index, byte)| match byte {
            b'\n' => true,
            b'\r' => bytes.get(index + 1) != Some(&b'\n'),
            _ => false,
        });
        Self(std::iter::once(0).chain(ends.map(|(index, _)| index + 1)).collect())
    }

    /// The position of an offset; one past the end is the end, one inside of a character is its beginning.
    pub fn position(&self, text: &str, offset: usize) -> Position {
        let offset = floor(text, offset);
        let line = self.0.partition_point(|start| *start <= offset).saturating_sub(1);
        let start = self.0.get(line).copied().unwrap_or_default();
        let units = text.get(start..offset).unwrap_or_default().encode_utf16().count();
        Position { line: count(line), character: count(units) }
    }

    /// The offset of a position; one past the end of a line is that end.
    pub fn offset(&self, text: &str, position: Position) -> usize {
        let Some(&start) = self.0.get(position.line as usize) else { return text.len() };
        let rest = text.get(start..).unwrap_or_default();
        let mut units = 0;
        for (index, sign) in rest.char_indices() {
            units += count(sign.len_utf16());
            if units > position.character || matches!(sign, '\n' | '\r') {
                return start + index;
            }
        }
        text.len()
    }

    /// The range of a span.
    pub fn range(&self, text: &str, span: Span) -> Range {
        Range { start: self.position(text, span.start as usize), end: self.position(text, span.end as usize) }
    }
}

/// Positions of offsets that do not go back: however long a line is, its signs are counted once.
#[derive(Debug)]
pub struct Walk<'a> {
    lines: &'a Lines,
    text: &'a str,
    offset: usize,
    position: Position,
}

impl<'a> Walk<'a> {
    /// From the beginning of a text.
    pub fn new(lines: &'a Lines, text: &'a str) -> Self {
        Self { lines, text, offset: 0, position: Position { line: 0, character: 0 } }
    }

    /// The position of an offset; of one before the last, that of the last.
    pub fn to(&mut self, offset: usize) -> Position {
        let offset = floor(self.text, offset).max(self.offset);
        let next = |line: u32| self.lines.0.get(line as usize + 1).copied().filter(|start| *start <= offset);
        while let Some(start) = next(self.position.line) {
            self.position = Position { line: self.position.line + 1, character: 0 };
            self.offset = start;
        }
        let between = self.text.get(self.offset..offset).unwrap_or_default();
        self.position.character += count(between.encode_utf16().count());
        self.offset = offset;
        self.position
    }
}

fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_units_of_utf_16() {
        let text = "a🎲b\r\nü\rc\n";
        let lines = Lines::new(text);
        let at = |line, character| Position { line, character };
        for (offset, position) in [
            (0, at(0, 0)),
            (1, at(0, 1)),
            (5, at(0, 3)),
            (6, at(0, 4)),
            (8, at(1, 0)),
            (10, at(1, 1)),
            (11, at(2, 0)),
            (13, at(3, 0)),
        ] {
            assert_eq!(lines.position(text, offset), position);
            assert_eq!(lines.offset(text, position), offset);
        }
        let mut walk = Walk::new(&lines, text);
        assert_eq!(
            [0, 1, 5, 8, 8, 13].map(|offset| walk.to(offset)),
            [at(0, 0), at(0, 1), at(0, 3), at(1, 0), at(1, 0), at(3, 0)]
        );
        // Inside of a pair of units, behind the end of a line, behind the last line.
        assert_eq!(lines.position(text, 3), at(0, 1));
        assert_eq!(lines.offset(text, at(0, 2)), 1);
        assert_eq!(lines.offset(text, at(0, 99)), 6);
        assert_eq!(lines.offset(text, at(99, 0)), text.len());
    }
}
