//! Lines and columns of many places at once: each text is read a single time, however much is found in it.

use std::collections::{BTreeMap, BTreeSet};

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::{FileId, Location};

use super::TextPlace;
use super::render::{Texts, source};

/// Line and column of each byte that findings speak of.
pub struct Places<'s> {
    texts: Texts<'s>,
    known: BTreeMap<(FileId, u32), (usize, usize)>,
}

impl<'s> Places<'s> {
    /// Of all places in these findings.
    pub fn of(findings: &[Diagnostic], texts: Texts<'s>) -> Self {
        let labels = findings.iter().flat_map(|one| std::iter::once(&one.primary).chain(&one.others));
        let wanted: BTreeSet<(FileId, u32)> = labels
            .flat_map(|label| [(label.at.file, label.at.span.start), (label.at.file, label.at.span.end)])
            .collect();
        let mut known = BTreeMap::new();
        let files: BTreeSet<FileId> = wanted.iter().map(|(file, _)| *file).collect();
        for file in files {
            let Some(source) = source(file, texts) else { continue };
            let offsets = wanted.range((file, 0)..=(file, u32::MAX)).map(|(_, offset)| *offset);
            known.extend(swept(&source.text, offsets).map(|(offset, at)| ((file, offset), at)));
        }
        Self { texts, known }
    }

    /// A place as it is told.
    pub fn told(&self, at: Location) -> Option<TextPlace> {
        let file = source(at.file, self.texts)?.name.clone();
        let (line, column) = self.known.get(&(at.file, at.span.start)).copied()?;
        let (end_line, end_column) = self.known.get(&(at.file, at.span.end)).copied()?;
        Some(TextPlace { file, line, column, end_line, end_column })
    }
}

/// Line and column of bytes in ascending order, as [`line_and_column`](rulehound_grammar::span::line_and_column) counts them.
fn swept(text: &str, offsets: impl Iterator<Item = u32>) -> impl Iterator<Item = (u32, (usize, usize))> {
    let mut signs = text.char_indices().peekable();
    let (mut line, mut column, mut before) = (1, 1, ' ');
    offsets.map(move |offset| {
        while let Some((_, sign)) = signs.next_if(|(at, sign)| at + sign.len_utf8() <= offset as usize) {
            match (sign, before) {
                // It ends the line that the carriage return before it has ended.
                ('\n', '\r') => column = 1,
                ('\n' | '\r', _) => (line, column) = (line + 1, 1),
                _ => column += 1,
            }
            before = sign;
        }
        (offset, (line, column))
    })
}

#[cfg(test)]
mod tests {
    use rulehound_grammar::span::line_and_column;

    use super::swept;

    #[test]
    fn all_at_once_is_one_by_one() {
        let text = "a\nbö\r\n\r\rc\n\nd🐕 e\r";
        let all: Vec<_> = swept(text, 0..40).collect();
        let each: Vec<_> = (0..40).map(|offset| (offset, line_and_column(text, offset))).collect();
        assert_eq!(all, each);
    }
}
