//! `check --fix`: writes the corrections that are sure into a file of rules.

use std::path::Path;

use rulehound_grammar::diagnostic::{Diagnostic, Severity};
use rulehound_grammar::fix::corrected;
use rulehound_grammar::span::FileId;
use rulehound_interpreter::check::{Library, check};
use rulehound_interpreter::model::Source;

use crate::exit::Done;
use crate::files;
use crate::library::Files;

/// One mistake can hide the next; after so many rounds it is enough.
const MOST_ROUNDS: usize = 50;

/// Corrects the file of this name as long as that leaves fewer mistakes, and gives how many findings went. What it extends is left
/// as it is, and so is a shipped game.
pub fn fix(name: &str) -> Done<usize> {
    let path = Path::new(name);
    let Ok(before) = files::read(path, files::MOST_BYTES) else { return Ok(0) };
    let mut text = before.clone();
    let mut rounds = 0;
    let mut found = findings(name, &text);
    while let Some(better) = corrected(FileId(0), &text, &found).filter(|_| rounds < MOST_ROUNDS) {
        let left = findings(name, &better);
        // What comes to light behind a mistake that is gone may be as many again, but not more.
        if errors(&left) > errors(&found) {
            break;
        }
        rounds += 1;
        (text, found) = (better, left);
    }
    if text == before {
        return Ok(0);
    }
    files::write(path, &text, true)?;
    Ok(rounds)
}

fn errors(found: &[Diagnostic]) -> usize {
    found.iter().filter(|one| one.severity == Severity::Error).count()
}

/// The findings of a game whose first file has another text.
fn findings(name: &str, text: &str) -> Vec<Diagnostic> {
    check(name, &mut Instead { text, files: Files::default() }).diagnostics
}

/// Files, with another text for the first.
struct Instead<'a> {
    text: &'a str,
    files: Files,
}

impl Library for Instead<'_> {
    fn read(&mut self, name: &str, from: Option<&str>) -> Result<Source, String> {
        let source = self.files.read(name, from)?;
        Ok(if from.is_none() { Source { text: self.text.to_owned(), ..source } } else { source })
    }
}
