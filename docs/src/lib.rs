//! Every word of the language, every code of a finding and every command: what it is, and two examples.
//!
//! The texts are the pages `docs/words.md`, `docs/codes.md` and `docs/commands.md`, and the tables of codes in `docs/language.md`; nothing is said
//! twice. Whoever shows them, at the terminal or in an editor, takes them from here.

mod entry;
mod page;
mod shown;

use std::sync::LazyLock;

pub use entry::{Entry, Example, Sort};
pub use shown::Paragraph;

/// The pages, and what they are about.
const PAGES: [(Sort, &str, &str); 3] = [
    (Sort::Word, "docs/words.md", include_str!("../words.md")),
    (Sort::Code, "docs/codes.md", include_str!("../codes.md")),
    (Sort::Command, "docs/commands.md", include_str!("../commands.md")),
];

/// The page whose tables say of each code what it says.
const TABLES: &str = include_str!("../language.md");

static ALL: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let entries = PAGES.iter().flat_map(|(sort, page, text)| page::entries(*sort, page, text, TABLES));
    entries.collect()
});

/// Everything that is explained, page by page.
pub fn all() -> &'static [Entry] {
    &ALL
}

/// What is called so: a word, a code, a command, or several of them. Case does not count.
pub fn find(name: &str) -> Vec<&'static Entry> {
    let name = name.trim().to_lowercase();
    all().iter().filter(|one| one.name == name).collect()
}

/// What is called so and is of this sort.
pub fn of(sort: Sort, name: &str) -> Option<&'static Entry> {
    all().iter().find(|one| one.sort == sort && one.name == name)
}

/// The name that was probably meant, if one is near.
pub fn nearest(name: &str) -> Option<&'static str> {
    rulehound_grammar::suggest::nearest(name.trim(), all().iter().map(|one| one.name.as_str()))
}
