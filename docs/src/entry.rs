//! What is explained.

/// What sort of thing is explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// A word of the language.
    Word,
    /// The code of a finding or fault.
    Code,
    /// A command of the program.
    Command,
}

/// An example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// `rules`, `yaml`, `console`, …
    pub language: String,
    /// Whether it shows what is right.
    pub right: bool,
    /// What others of its page need: a file by this name.
    pub file: Option<String>,
    /// The text.
    pub text: String,
}

/// A word, code or command with its text and its examples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What sort of thing it is.
    pub sort: Sort,
    /// How it is called.
    pub name: String,
    /// What it is, in Markdown: one paragraph or several.
    pub text: String,
    /// Examples in the order of the page.
    pub examples: Vec<Example>,
    /// Files that the examples name.
    pub given: Vec<Example>,
    /// The page it stands on, as a path from the root of the repository.
    pub page: &'static str,
}
