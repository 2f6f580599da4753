//! Running text with links in it.
//!
//! Wording code builds plain strings; what is more than plain is set between control characters, which no text of an author keeps
//! ([`plain`]), and read at the end ([`Prose::read`]).

const LINK: char = '\u{1}';
const STRONG: char = '\u{2}';
const CODE: char = '\u{3}';
const NAME: char = '\u{4}';
const MIDDLE: char = '\u{5}';
const END: char = '\u{6}';

/// A piece of running text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inline {
    /// Plain words.
    Text(String),
    /// Words that lead to another part of the document.
    Link {
        /// The part, by its id.
        to: String,
        /// The words.
        text: String,
    },
    /// Words that stand out.
    Strong(String),
    /// A piece of the rules as written.
    Code(String),
    /// A name that stands for something.
    Name(String),
    /// Words that links lead to.
    Anchor {
        /// Its id; unique in the document.
        id: String,
        /// The words.
        text: String,
    },
}

/// Running text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prose(pub Vec<Inline>);

impl Prose {
    /// Reads a string made by [`link`], [`strong`], [`code`] and [`name`].
    pub(super) fn read(text: &str) -> Self {
        let mut found = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find(is_mark) {
            let (before, from) = rest.split_at(at);
            push_text(before, &mut found);
            let Some((mark, inside)) = first(from) else { break };
            let (inside, behind) = inside.split_once(END).unwrap_or((inside, ""));
            rest = behind;
            match mark {
                LINK => {
                    let (to, text) = inside.split_once(MIDDLE).unwrap_or(("", inside));
                    found.push(Inline::Link { to: to.to_owned(), text: text.to_owned() });
                }
                STRONG => found.push(Inline::Strong(inside.to_owned())),
                CODE => found.push(Inline::Code(inside.to_owned())),
                NAME => found.push(Inline::Name(inside.to_owned())),
                _ => push_text(inside, &mut found),
            }
        }
        push_text(rest, &mut found);
        Self(found)
    }

    /// An author's text, as it is.
    pub(super) fn of_author(text: &str) -> Self {
        Self(vec![Inline::Text(plain(text))])
    }

    /// The words alone.
    pub fn words(&self) -> String {
        let word = |piece: &Inline| match piece {
            Inline::Text(text)
            | Inline::Link { text, .. }
            | Inline::Anchor { text, .. }
            | Inline::Strong(text)
            | Inline::Code(text)
            | Inline::Name(text) => text.clone(),
        };
        self.0.iter().map(word).collect()
    }
}

fn is_mark(character: char) -> bool {
    (LINK..=END).contains(&character)
}

fn first(text: &str) -> Option<(char, &str)> {
    let mut characters = text.chars();
    let mark = characters.next()?;
    Some((mark, characters.as_str()))
}

fn push_text(text: &str, found: &mut Vec<Inline>) {
    if !text.is_empty() {
        found.push(Inline::Text(text.to_owned()));
    }
}

/// A text without control characters.
pub fn plain(text: &str) -> String {
    text.chars().filter(|character| !character.is_control()).collect()
}

/// The words of a marked string, its marks dropped.
pub fn bare(text: &str) -> String {
    Prose::read(text).words()
}

/// Words that lead to another part of the document.
pub fn link(to: &str, text: &str) -> String {
    format!("{LINK}{to}{MIDDLE}{}{END}", bare(text))
}

/// Words that stand out.
pub fn strong(text: &str) -> String {
    format!("{STRONG}{}{END}", bare(text))
}

/// A piece of the rules as written, on one line.
pub fn code(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{CODE}{}{END}", plain(&line))
}

/// A name that stands for something.
pub fn name(text: &str) -> String {
    format!("{NAME}{}{END}", plain(text))
}

/// The first letter large, wherever the marks are.
pub fn capital(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut done = false;
    let mut in_target = false;
    for character in text.chars() {
        match character {
            LINK => in_target = true,
            MIDDLE => in_target = false,
            // Code and names are as written.
            CODE | NAME if !done => done = true,
            _ if !done && !in_target && !is_mark(character) => {
                done = true;
                result.extend(character.to_uppercase());
                continue;
            }
            _ => {}
        }
        result.push(character);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_read() {
        let text = format!("see {}, or {}", link("rule_x", "the rule"), code("a  + b"));
        let expected = [
            Inline::Text("see ".into()),
            Inline::Link { to: "rule_x".into(), text: "the rule".into() },
            Inline::Text(", or ".into()),
            Inline::Code("a + b".into()),
        ];
        assert_eq!(Prose::read(&text).0, expected);
    }

    #[test]
    fn the_first_letter_is_large_in_a_link_too() {
        assert_eq!(capital(&link("x", "the rule")), link("x", "The rule"));
        assert_eq!(capital(&name("n")), name("n"));
    }
}
