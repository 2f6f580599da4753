//! Runs every block of rules and every script in the manual. Commands are run where the program is built, in `cli/tests/manual.rs`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use rulehound_grammar::diagnostic::{Diagnostic, Severity};
use rulehound_grammar::span::line_and_column;
use rulehound_interpreter::check::{Checked, Library, check};
use rulehound_interpreter::model::Source;
use rulehound_interpreter::script;
use rulehound_tests::first_answers::fault_of;
use rulehound_tests::manual::{Block, Shelf, pages, root};

/// The name of the block at hand.
const THIS: &str = "this block";

/// The block at hand, files of blocks before it, and the shipped games.
struct Manual<'m> {
    text: &'m str,
    files: &'m BTreeMap<String, String>,
}

impl Library for Manual<'_> {
    fn read(&mut self, name: &str, _from: Option<&str>) -> Result<Source, String> {
        let text = match self.files.get(name) {
            _ if name == THIS => self.text.to_owned(),
            Some(text) => text.clone(),
            None => shipped(name)?,
        };
        Ok(Source { name: name.to_owned(), text })
    }
}

fn shipped(name: &str) -> Result<String, String> {
    let file = format!("{}.rules", name.strip_suffix(".rules").unwrap_or(name));
    std::fs::read_to_string(root().join("games").join(file)).map_err(|error| error.to_string())
}

#[test]
fn every_block_does_what_the_manual_says() {
    let mut wrong = Vec::new();
    for page in pages() {
        let mut shelf = Shelf::default();
        for block in &page.blocks {
            if let Err(why) = run(block, &mut shelf) {
                wrong.push(format!("{}: {why}", block.at));
            }
        }
    }
    assert!(wrong.is_empty(), "{} blocks are wrong:\n\n{}\n", wrong.len(), wrong.join("\n\n"));
}

fn run(block: &Block, shelf: &mut Shelf) -> Result<(), String> {
    if block.has("untested") {
        return Ok(());
    }
    match block.language.as_str() {
        // A stretch of a file of settings, or of one that is tried whole.
        _ if let Some(file) = block.value("from") => {
            let whole = std::fs::read_to_string(root().join(file)).map_err(|error| format!("{file}: {error}"))?;
            if whole.contains(&block.text) { Ok(()) } else { Err(format!("this does not stand in {file}")) }
        }
        "rules" => match shelf.whole(block) {
            Some(text) => rules(block, &text, shelf),
            None => Ok(()),
        },
        "yaml" if block.has("script") => match shelf.whole(block) {
            Some(text) => played(block, &text, shelf),
            None => Ok(()),
        },
        "console" => Ok(()),
        // This page is the documentation of the library, too, whose tests run it.
        "rust" if block.at.starts_with("library/README.md:") => Ok(()),
        // The tests of the package for Python run these.
        "python" if block.at.starts_with("docs/python.md:") => Ok(()),
        other => Err(format!("nobody runs blocks of `{other}`; say `untested` if that is meant")),
    }
}

fn rules(block: &Block, text: &str, shelf: &Shelf) -> Result<(), String> {
    let text =
        &if block.has("unseen") { text.replace('␀', "\0").replace('⮌', "\u{202e}") } else { text.to_owned() };
    let checked = check(THIS, &mut Manual { text, files: &shelf.files });
    let found = codes(&checked.diagnostics, Severity::Error);
    if block.has("fault") {
        let Some(model) = checked.model else { return Err(told(&checked)) };
        let fault = fault_of(model).map(|fault| fault.code);
        let fits = fault == block.value("fault");
        return if fits { Ok(()) } else { Err(format!("it ends in the fault {fault:?}")) };
    }
    let warned = codes(&checked.diagnostics, Severity::Warning);
    let fits = if block.has("error") {
        found == block.values("error")
    } else if block.has("warning") {
        found.is_empty() && block.values("warning").iter().all(|code| warned.contains(code))
    } else {
        found.is_empty() && (warned.is_empty() || !block.has("clean"))
    };
    if !fits { Err(told(&checked)) } else { of_its_section(block, &found, &warned) }
}

/// An example of a code has it where it says so, and else has it not.
fn of_its_section(block: &Block, found: &[&str], warned: &[&str]) -> Result<(), String> {
    let Some(code) = block.section.as_deref().filter(|_| block.at.starts_with("docs/codes.md") && !block.has("given"))
    else {
        return Ok(());
    };
    let wrong = block.has("error") || block.has("warning") || block.value("fault").is_some();
    let has_it = found.contains(&code) || warned.contains(&code);
    match (wrong, has_it || block.value("fault") == Some(code)) {
        (true, false) => Err(format!("this is to be an example of `{code}`, which is not found in it")),
        (false, true) => Err(format!("this is to be right, and `{code}` is found in it")),
        _ => Ok(()),
    }
}

/// The codes of one severity, each once.
fn codes(diagnostics: &[Diagnostic], severity: Severity) -> Vec<&'static str> {
    let codes: BTreeSet<_> = diagnostics.iter().filter(|one| one.severity == severity).map(|one| one.code).collect();
    codes.into_iter().collect()
}

fn told(checked: &Checked) -> String {
    if checked.diagnostics.is_empty() {
        return "nothing is found in it".to_owned();
    }
    let lines = checked.diagnostics.iter().map(|one| {
        let source = checked.sources.get(usize::from(one.primary.at.file.0));
        let text = source.map_or("", |source| source.text.as_str());
        let (line, _) = line_and_column(text, one.primary.at.span.start);
        let name = source.map_or("", |source| source.name.as_str());
        let written = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
        let help = one.help.as_deref().unwrap_or_default();
        format!(
            "{:?} {}: {} ({})\n    {name}:{line}: {written}\n    help: {help}",
            one.severity, one.code, one.message, one.primary.text
        )
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn played(block: &Block, text: &str, shelf: &Shelf) -> Result<(), String> {
    let listed = |found: &[Diagnostic]| {
        let lines = found.iter().map(|one| {
            let (line, _) = line_and_column(text, one.primary.at.span.start);
            let help = one.help.as_deref().unwrap_or_default();
            format!("{}: {} ({}, line {line} of the script)\n    help: {help}", one.code, one.message, one.primary.text)
        });
        lines.collect::<Vec<_>>().join("\n")
    };
    let judged = |found: &[Diagnostic]| {
        let fits = codes(found, Severity::Error) == block.values("error");
        if fits { Ok(()) } else { Err(format!("it did not go as written:\n{}", listed(found))) }
    };
    let script = match script::read(text) {
        Ok(script) => script,
        Err(found) => return judged(&found),
    };
    let checked = check(&script.game.text, &mut Manual { text: "", files: &shelf.files });
    let Some(model) = checked.model else { return Err(told(&checked)) };
    judged(&script::run(&script, Arc::new(model), &mut ()).diagnostics)
}

/// Calls that are given a code first. Codes of several words are found without them.
const BEFORE_CODES: [&str; 5] = ["Diagnostic::error(", "Diagnostic::warning(", "self.error(", "fault_here(", ".fault("];

#[test]
fn the_manual_lists_all_codes_and_no_others() {
    let manual = std::fs::read_to_string(root().join("docs/language.md")).expect("the reference");
    let rows = manual.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
    let sorts = ["error", "warning", "fault", "script"];
    let documented: BTreeSet<&str> =
        rows.filter(|(_, rest)| sorts.iter().any(|sort| rest.starts_with(sort))).map(|(code, _)| code).collect();
    let mut sources = String::new();
    for part in ["grammar", "interpreter/rules", "interpreter/engine", "interpreter/script", "interpreter/telling"] {
        gather(&root().join(part).join("src"), &mut sources);
    }
    let mut used: BTreeSet<&str> = sources.split('"').filter(|text| text.contains('-') && is_code(text)).collect();
    for before in BEFORE_CODES {
        for (at, _) in sources.match_indices(before) {
            let behind = sources.split_at(at + before.len()).1.trim_start();
            let code = behind.strip_prefix('"').and_then(|rest| rest.split_once('"'));
            used.extend(code.map(|(code, _)| code).filter(|code| is_code(code)));
        }
    }
    let missing: Vec<_> = used.difference(&documented).collect();
    assert!(missing.is_empty(), "codes that docs/language.md does not list: {missing:?}");
    let gone: Vec<_> = documented.iter().filter(|code| !sources.contains(&format!("\"{code}\""))).collect();
    assert!(gone.is_empty(), "codes that docs/language.md lists and nothing uses: {gone:?}");
}

/// Words of small letters, joined by `-`.
fn is_code(text: &str) -> bool {
    text.split('-').all(|word| !word.is_empty() && word.chars().all(|sign| sign.is_ascii_lowercase()))
}

fn gather(folder: &Path, all: &mut String) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources").flatten() {
        let path = entry.path();
        if path.is_dir() {
            gather(&path, all);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            all.push_str(&std::fs::read_to_string(&path).expect("a source"));
        }
    }
}
