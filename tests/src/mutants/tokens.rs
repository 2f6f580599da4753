//! A text cut into words, numbers, quoted texts, signs and what lies between.

/// Whether it may be exchanged for another of its sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenSort {
    /// A name or a word of the language.
    Word,
    /// Digits.
    Number,
    /// What stands in quotation marks, with them.
    Quoted,
    /// One sign.
    Sign,
    /// Blanks and line ends.
    Blank,
}

/// The stretches of a text, in order; together they are the whole of it.
pub fn tokens(text: &str) -> Vec<(TokenSort, &str)> {
    let mut rest = text;
    let mut found = Vec::new();
    while let Some(first) = rest.chars().next() {
        let (sort, length) = match first {
            '"' => (TokenSort::Quoted, quoted(rest)),
            _ if first.is_whitespace() => (TokenSort::Blank, while_so(rest, char::is_whitespace)),
            _ if first.is_ascii_digit() => (TokenSort::Number, while_so(rest, |sign| sign.is_ascii_digit())),
            _ if is_wordy(first) => (TokenSort::Word, while_so(rest, is_wordy)),
            _ => (TokenSort::Sign, first.len_utf8()),
        };
        let (token, behind) = rest.split_at(length);
        found.push((sort, token));
        rest = behind;
    }
    found
}

fn is_wordy(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_'
}

fn while_so(text: &str, holds: impl Fn(char) -> bool) -> usize {
    text.find(|sign| !holds(sign)).unwrap_or(text.len())
}

/// Up to the closing quotation mark, or the end of the line.
fn quoted(text: &str) -> usize {
    let end = text.get(1..).and_then(|rest| rest.find(['"', '\n']));
    end.map_or(text.len(), |end| end + 2)
}
