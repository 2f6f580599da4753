//! The code blocks of the manual, for the tests that run them.
//!
//! | block | what is done with it |
//! |---|---|
//! | ` ```rules ` | a whole file; must check without error |
//! | ` ```rules part ` | declarations; a heading, `players` and `phase play` are added where they are missing |
//! | ` ```rules part=NAME ` | put in place of the line `HERE` of the skeleton of this name |
//! | ` ```rules extends=GAME ` | declarations of a variant of this game; the heading is added |
//! | ` ```rules skeleton=NAME ` | a skeleton; stands in an HTML comment, so that readers do not see it |
//! | ` ```yaml script ` | a script; must pass |
//! | ` ```console ` | commands behind `$ `, with what they print; a line `…` stands for any lines |
//!
//! `error=a,b` demands exactly these errors, `warning=a,b` no error and at least these warnings, `clean` no finding at all; without any of them there
//! may be warnings. `fault=CODE` demands that the rules check and that the game ends in this fault where the first option is always taken, `fault` that
//! it ends in none. In a block with `unseen` two signs stand for signs that cannot be seen. `file=NAME` keeps the
//! text for the blocks that follow. Commands run in the folder of these files. `exit=1` is the exit code of the last command of a console block, and `input=a;b` are the lines it reads.
//! A console block with `serves` has one command, which is ended when it has said the last line that is shown. `from=FILE` says that the
//! block stands in that file, which is tried itself; other languages must say so. A line `{{#include FILE}}` stands for that file.
//! `untested` says openly that nothing is done.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A page of the manual.
#[derive(Debug)]
pub struct Page {
    /// Its file.
    pub path: PathBuf,
    /// That, from the root of the repository.
    pub name: String,
    /// All code blocks in order.
    pub blocks: Vec<Block>,
}

/// A code block.
#[derive(Debug)]
pub struct Block {
    /// Where it stands: `docs/language.md:12`.
    pub at: String,
    /// The heading "## `NAME`" above it, on a page that explains one thing after the other.
    pub section: Option<String>,
    /// The word behind the fence.
    pub language: String,
    /// The words behind that, with what stands behind their `=`.
    pub attributes: BTreeMap<String, String>,
    /// The text inside.
    pub text: String,
}

impl Block {
    /// Whether an attribute is given, with or without a value.
    pub fn has(&self, attribute: &str) -> bool {
        self.attributes.contains_key(attribute)
    }

    /// The value of an attribute.
    pub fn value(&self, attribute: &str) -> Option<&str> {
        self.attributes.get(attribute).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// The values of an attribute, separated by commas, sorted.
    pub fn values(&self, attribute: &str) -> Vec<&str> {
        let mut values: Vec<&str> = self.value(attribute).map(|all| all.split(',').collect()).unwrap_or_default();
        values.sort_unstable();
        values
    }
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// `README.md`, all pages in `docs/` and of the book, and the page of the library.
pub fn pages() -> Vec<Page> {
    let mut paths = vec![root().join("README.md")];
    paths.extend(pages_in(&root().join("docs")));
    paths.push(root().join("library/README.md"));
    paths.extend(pages_of_the_book());
    paths.into_iter().filter(|path| path.exists()).map(page).collect()
}

/// The pages that only the book has, in `docs/book/src` and the folders in it, but for its table of contents.
pub fn pages_of_the_book() -> Vec<PathBuf> {
    let source = root().join("docs/book/src");
    let mut folders: Vec<PathBuf> =
        std::fs::read_dir(&source).into_iter().flatten().flatten().map(|one| one.path()).collect();
    folders.retain(|path| path.is_dir());
    folders.sort();
    folders.insert(0, source);
    folders.iter().flat_map(|folder| pages_in(folder)).filter(|path| !path.ends_with("SUMMARY.md")).collect()
}

fn pages_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.sort();
    paths
}

fn page(path: PathBuf) -> Page {
    let text = with_included(&path, &std::fs::read_to_string(&path).expect("a page can be read"));
    let name = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
    Page { blocks: blocks(&name, &text), name, path }
}

/// A page with the files in it that it includes by lines such as `{{#include auction.rules}}`.
fn with_included(path: &Path, text: &str) -> String {
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut whole = String::new();
    for line in text.lines() {
        let included = line.strip_prefix("{{#include ").and_then(|rest| rest.strip_suffix("}}"));
        match included.map(|name| folder.join(name.trim())) {
            Some(file) => {
                let text = std::fs::read_to_string(&file);
                let text =
                    text.unwrap_or_else(|error| panic!("{} includes {}: {error}", path.display(), file.display()));
                whole.push_str(&text);
            }
            None => {
                whole.push_str(line);
                whole.push('\n');
            }
        }
    }
    whole
}

/// The blocks of a text. A fence that is never closed is an error.
pub fn blocks(name: &str, text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open: Option<(Block, String)> = None;
    let mut section = None;
    for (index, line) in text.lines().enumerate() {
        let fence: String = line.trim_start().chars().take_while(|sign| *sign == '`').collect();
        match open.take() {
            Some((block, closing)) if line.trim() == closing => blocks.push(block),
            Some((mut block, closing)) => {
                block.text.push_str(line);
                block.text.push('\n');
                open = Some((block, closing));
            }
            None if fence.len() >= 3 => {
                let at = format!("{name}:{}", index + 1);
                let block = begun(at, line.trim().trim_start_matches('`'));
                open = Some((Block { section: section.clone(), ..block }, fence));
            }
            None if line.starts_with("## ") => {
                section = line.strip_prefix("## `").and_then(|name| name.strip_suffix('`')).map(str::to_owned);
            }
            None => {}
        }
    }
    assert!(open.is_none(), "{}: this block is never closed", open.map(|(block, _)| block.at).unwrap_or_default());
    blocks
}

fn begun(at: String, words: &str) -> Block {
    let mut words = words.split_whitespace();
    let language = words.next().unwrap_or_default().to_owned();
    let attributes = words.map(|word| {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        (name.to_owned(), value.to_owned())
    });
    Block { at, section: None, language, attributes: attributes.collect(), text: String::new() }
}

/// What stands before a page is read: skeletons and files of the blocks so far.
#[derive(Debug, Default)]
pub struct Shelf {
    skeletons: BTreeMap<String, String>,
    /// The files by name.
    pub files: BTreeMap<String, String>,
}

impl Shelf {
    /// The whole text of a block: a part is put into its skeleton. A block with a file is kept. `None` for a skeleton.
    ///
    /// # Panics
    /// If its skeleton is missing.
    pub fn whole(&mut self, block: &Block) -> Option<String> {
        if let Some(name) = block.value("skeleton") {
            self.skeletons.insert(name.to_owned(), block.text.clone());
            return None;
        }
        let text = if let Some(name) = block.value("part") {
            let skeleton = self.skeletons.get(name);
            let skeleton = skeleton.unwrap_or_else(|| panic!("{}: there is no skeleton `{name}`", block.at));
            assert!(skeleton.contains("HERE\n"), "{}: its skeleton has no line `HERE`", block.at);
            skeleton.replace("HERE\n", &block.text)
        } else if block.has("part") {
            completed(&block.text)
        } else if let Some(game) = block.value("extends") {
            format!("game \"A variant\" extends \"{game}.rules\"\n{}", block.text)
        } else {
            block.text.clone()
        };
        if let Some(name) = block.value("file") {
            self.files.insert(name.to_owned(), text.clone());
        }
        Some(text)
    }
}

/// Declarations with what every game needs.
fn completed(text: &str) -> String {
    let has = |words: &str| text.lines().any(|line| line.starts_with(words));
    let mut whole = String::new();
    if !has("game ") {
        whole.push_str("game \"Example\"\n");
    }
    if !has("players ") {
        whole.push_str("players 2..4\n");
    }
    // Behind the text, so that the lines of the text do not move far.
    whole.push_str(text);
    if !has("phase play") {
        whole.push_str("phase play { win nobody }\n");
    }
    whole
}
