//! A line editor for whoever sits at a terminal: answers are completed with Tab, and earlier ones come back with the arrows.

use rustyline::completion::Completer;
use rustyline::config::Configurer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor as Lines, Helper};

use crate::exit::{Done, Failure};

/// So many answers come back.
const MOST: usize = 200;

/// What was typed.
pub enum Typed {
    /// A line.
    Line(String),
    /// There is no more.
    End,
    /// Ctrl-C.
    Interrupted,
}

/// The editor.
pub struct Editor(Lines<Words, MemHistory>);

impl Editor {
    /// Opens the terminal; none if it cannot be used so.
    pub fn open() -> Option<Self> {
        // What is pasted is heard line by line, as if it were typed.
        let config = Config::builder().completion_type(CompletionType::List).bracketed_paste(false).build();
        let mut lines = Lines::with_history(config.clone(), MemHistory::with_config(&config)).ok()?;
        lines.set_max_history_size(MOST).ok()?;
        lines.set_helper(Some(Words::default()));
        Some(Self(lines))
    }

    /// Reads a line behind these words; Tab completes it to one of the answers.
    pub fn line(&mut self, prompt: &str, answers: Vec<String>) -> Done<Typed> {
        if let Some(words) = self.0.helper_mut() {
            words.answers = answers;
        }
        match self.0.readline(prompt) {
            Ok(line) => Ok(Typed::Line(line.trim().to_owned())),
            Err(ReadlineError::Eof) => Ok(Typed::End),
            Err(ReadlineError::Interrupted) => Ok(Typed::Interrupted),
            Err(error) => Err(Failure::file(format!("cannot read from the terminal: {error}"))),
        }
    }

    /// Lets a line come back with the arrows.
    pub fn remember(&mut self, line: &str) {
        // What cannot be remembered is no harm.
        let _ = self.0.add_history_entry(line);
    }

    /// Somebody else sits down, who must not read what was typed before.
    pub fn forget(&mut self) {
        let _ = self.0.clear_history();
    }
}

/// What a line can be completed to.
#[derive(Default)]
struct Words {
    answers: Vec<String>,
}

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(completed(line.get(..at).unwrap_or_default(), &self.answers))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

/// The answers that begin like this, else those in which some word does; and from where on they stand.
fn completed(typed: &str, answers: &[String]) -> (usize, Vec<String>) {
    let begins = |text: &str, with: &str| text.to_lowercase().starts_with(&with.to_lowercase());
    let typed = typed.trim_start();
    let whole: Vec<String> = answers.iter().filter(|answer| begins(answer, typed)).cloned().collect();
    if !whole.is_empty() || typed.is_empty() {
        return (0, whole);
    }
    let any_word = |answer: &&String| answer.split(' ').any(|word| begins(word, typed));
    (0, answers.iter().filter(any_word).cloned().collect())
}

#[cfg(test)]
mod tests {
    use super::completed;

    #[test]
    fn answers_are_completed() {
        let answers = ["take the Low die", "take the high die", "help"].map(str::to_owned);
        let told = |typed: &str| completed(typed, &answers).1;
        assert_eq!(told("take the l"), ["take the Low die"]);
        assert_eq!(told("HIGH"), ["take the high die"]);
        assert_eq!(told("tak"), ["take the Low die", "take the high die"]);
        assert!(told("x").is_empty());
        assert_eq!(told("").len(), 3);
    }
}
