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
        // Inside of a pair of units, behind the end of a line, behind the last line.
        assert_eq!(lines.position(text, 3), at(0, 1));
        assert_eq!(lines.offset(text, at(0, 2)), 1);
        assert_eq!(lines.offset(text, at(0, 99)), 6);
        assert_eq!(lines.offset(text, at(99, 0)), text.len());
    }
}
