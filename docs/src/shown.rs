//! How an entry is shown: as Markdown for editors, and as lines for terminals.

use crate::entry::{Entry, Example, Sort};

impl Entry {
    /// What it is and its examples, in Markdown.
    pub fn markdown(&self) -> String {
        let mut text = format!("{}\n", without_links(&self.text));
        for example in self.examples.iter().chain(&self.given) {
            text += &format!("\n{}```{}\n{}```\n", self.label(example), example.language, example.text);
        }
        text
    }

    /// What it is and its first example that is right: as much as fits beside a text that somebody writes.
    pub fn short(&self) -> String {
        let example = self.examples.iter().find(|one| one.right).map(fence).unwrap_or_default();
        format!("{}\n{example}", without_links(&self.text))
    }

    /// Paragraphs for a terminal: words to be broken where there is room, and examples that stay as they are.
    pub fn paragraphs(&self) -> Vec<Paragraph> {
        let mut all = vec![Paragraph::Heading(format!("{}: {}", self.name, self.sort.words()))];
        let text = without_links(&self.text);
        all.extend(text.split("\n\n").map(|one| Paragraph::Words(one.replace('\n', " "))));
        for example in self.examples.iter().chain(&self.given) {
            let label = self.label(example);
            if !label.is_empty() {
                all.push(Paragraph::Words(label.trim().to_owned()));
            }
            all.push(Paragraph::Example(example.text.clone()));
        }
        all
    }

    fn label(&self, example: &Example) -> String {
        match (&example.file, self.sort) {
            (Some(name), _) => format!("{name}:\n"),
            (None, Sort::Code) if example.right => "right:\n".to_owned(),
            (None, Sort::Code) => "wrong:\n".to_owned(),
            (None, Sort::Word | Sort::Command) => String::new(),
        }
    }
}

/// A piece of an explanation at a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Paragraph {
    /// What it is called, and what sort of thing it is.
    Heading(String),
    /// Sentences.
    Words(String),
    /// An example, whose lines stay as they are.
    Example(String),
}

impl Sort {
    /// What it is called.
    pub fn words(self) -> &'static str {
        match self {
            Self::Word => "a word of the language",
            Self::Code => "a finding",
            Self::Command => "a command",
        }
    }
}

fn fence(example: &Example) -> String {
    format!("\n```{}\n{}```\n", example.language, example.text)
}

/// `[words](address)` as its words: an address within the pages leads nowhere elsewhere.
fn without_links(text: &str) -> String {
    let mut shown = String::new();
    let mut rest = text;
    while let Some(middle) = rest.find("](") {
        let (before, behind) = rest.split_at(middle);
        let begin = before.rfind('[');
        let end = behind.find(')');
        let (Some(begin), Some(end)) = (begin, end) else { break };
        shown += before.get(..begin).unwrap_or_default();
        shown += before.get(begin + 1..).unwrap_or_default();
        rest = behind.get(end + 1..).unwrap_or_default();
    }
    shown + rest
}

#[cfg(test)]
mod tests {
    use super::without_links;

    #[test]
    fn links_are_their_words() {
        assert_eq!(without_links("a [b](c.md#d) e [f](g)."), "a b e f.");
        assert_eq!(without_links("a [b] (c)"), "a [b] (c)");
    }
}
