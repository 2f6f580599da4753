//! Lines with emphasis, for those who can show it.

use crate::wrap::{STRUCK, UNBROKEN, width};

/// How a part of a line looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// As text.
    #[default]
    Plain,
    /// In the background: numbers of empty places, lines of a drawing.
    Faint,
    /// What the eye is to find.
    Strong,
    /// In the colour of a player, by seat from 0.
    Seat(usize),
    /// What is not as it was: of a player, or of nobody.
    Changed(Option<usize>),
    /// Struck through, such as what is used up: of a player, or of nobody.
    Struck(Option<usize>),
}

impl Tone {
    /// The same of what is not as it was.
    #[must_use]
    pub fn changed(self) -> Self {
        match self {
            Self::Seat(seat) => Self::Changed(Some(seat)),
            Self::Plain | Self::Faint | Self::Strong => Self::Changed(None),
            Self::Changed(_) | Self::Struck(_) => self,
        }
    }

    /// The same struck through.
    #[must_use]
    pub fn struck(self) -> Self {
        match self {
            Self::Seat(seat) => Self::Struck(Some(seat)),
            Self::Plain | Self::Faint | Self::Strong => Self::Struck(None),
            Self::Changed(of) | Self::Struck(of) => Self::Struck(of),
        }
    }
}

/// A line of text in parts that look different.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    parts: Vec<(String, Tone)>,
}

impl Line {
    /// A line of these signs.
    pub fn of_signs(signs: &[(char, Tone)]) -> Self {
        let mut line = Self::default();
        let end = signs.iter().rposition(|(sign, _)| *sign != ' ').map_or(0, |last| last + 1);
        for (sign, tone) in signs.iter().take(end) {
            match line.parts.last_mut() {
                Some((text, last)) if last == tone => text.push(*sign),
                _ => line.parts.push((sign.to_string(), *tone)),
            }
        }
        line
    }

    /// Lines of a text in which what is struck through is marked.
    pub fn read(texts: Vec<String>) -> Vec<Self> {
        let mut struck = false;
        let mut line = |text: String| {
            let (mut line, text) = (Self::default(), text.replace(UNBROKEN, " "));
            for (at, part) in text.split(STRUCK).enumerate() {
                struck ^= at > 0;
                // What goes on in another line is struck through behind its indent.
                let words = if struck { part.trim_start() } else { "" };
                let (blanks, words) = part.split_at(part.len() - words.len());
                let parts = [(blanks, Tone::Plain), (words, Tone::Struck(None))];
                line.parts.extend(
                    parts.into_iter().filter(|(text, _)| !text.is_empty()).map(|(text, tone)| (text.to_owned(), tone)),
                );
            }
            line
        };
        texts.into_iter().map(&mut line).collect()
    }

    /// Its parts, from left to right.
    pub fn parts(&self) -> &[(String, Tone)] {
        &self.parts
    }

    /// How many columns it takes.
    pub fn width(&self) -> usize {
        self.parts.iter().map(|(text, _)| width(text)).sum()
    }

    /// Another line behind it, from this column on.
    #[must_use]
    pub fn beside(mut self, other: &Self, column: usize) -> Self {
        let blanks = column.saturating_sub(self.width());
        if !other.parts.is_empty() {
            self.parts.push((" ".repeat(blanks), Tone::Plain));
            self.parts.extend(other.parts.iter().cloned());
        }
        self
    }

    /// Puts blanks in front.
    #[must_use]
    pub fn indented(mut self, by: usize) -> Self {
        if !self.parts.is_empty() {
            self.parts.insert(0, (" ".repeat(by), Tone::Plain));
        }
        self
    }
}

impl From<String> for Line {
    fn from(text: String) -> Self {
        Self { parts: vec![(text, Tone::Plain)] }
    }
}

impl std::fmt::Display for Line {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.parts.iter().try_for_each(|(text, _)| to.write_str(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wrap::wrapped;

    #[test]
    fn what_is_struck_through_goes_on_in_the_next_line() {
        let mut texts = Vec::new();
        wrapped("Tiles: dig, \u{2}roll over\u{3} (used) and beg", 0, 18, &mut texts);
        let lines = Line::read(texts);
        let parts: Vec<Vec<(&str, Tone)>> =
            lines.iter().map(|line| line.parts.iter().map(|(text, tone)| (text.as_str(), *tone)).collect()).collect();
        let (plain, struck) = (Tone::Plain, Tone::Struck(None));
        let expected = [
            vec![("Tiles: dig, ", plain), ("roll", struck)],
            vec![("  ", plain), ("over", struck), (" (used) and", plain)],
            vec![("  beg", plain)],
        ];
        assert_eq!(parts, expected);
    }

    #[test]
    fn a_line_stands_beside_another_from_its_column_on() {
        let board = Line::of_signs(&[('a', Tone::Faint), ('b', Tone::Strong)]);
        let beside = board.beside(&Line::from("Dice: 4".to_owned()), 5);
        assert_eq!(beside.to_string(), "ab   Dice: 4");
        assert_eq!(Line::default().beside(&Line::default(), 5).to_string(), "");
    }
}
