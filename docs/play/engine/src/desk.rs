//! What the page asks for, one thing after the other.

use std::sync::Arc;

use rulehound_bots::Level;
use rulehound_examples::CLASSICS;
use rulehound_games::GAMES;
use rulehound_grammar::diagnostic::Severity;
use rulehound_grammar::span::line_and_column;
use rulehound_interpreter::check::check;
use rulehound_interpreter::document;
use rulehound_interpreter::instance::{Table, default_names};
use rulehound_interpreter::model::{Model, Source};
use rulehound_interpreter::play::Game;
use rulehound_language_server::{Folder, Session};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::sitting::Sitting;
use crate::texts::{Page, known};

/// What a page may ask.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
enum Question {
    /// The games that can be chosen, and the words of the language.
    Games,
    /// The text of one of them.
    Text { name: String },
    /// A table is opened; the rules are those of a text, or of a known game.
    Open { name: String, text: Option<String>, players: Option<usize>, seat: usize, level: String, seed: u64 },
    /// The person at the table says something.
    Say { message: Value },
    /// The next bot decides.
    Think,
    /// The rule document of the table's game.
    Rules,
    /// A message of the editor.
    Edit { message: String },
}

/// Answers the page.
pub struct Desk {
    sitting: Option<Sitting>,
    model: Option<Arc<Model>>,
    editor: Session<'static>,
}

impl Default for Desk {
    fn default() -> Self {
        Self::new()
    }
}

impl Desk {
    /// Nobody sits here yet.
    pub fn new() -> Self {
        // The desk lives as long as the page.
        Self { sitting: None, model: None, editor: Session::new(Box::leak(Box::new(Known))) }
    }

    /// Answers a question in JSON; what is no question is answered with `error`.
    pub fn ask(&mut self, question: &str) -> String {
        let told = match serde_json::from_str(question) {
            Ok(question) => self.answer(question),
            Err(error) => json!({ "error": error.to_string() }),
        };
        told.to_string()
    }

    fn answer(&mut self, question: Question) -> Value {
        match question {
            Question::Games => games(),
            Question::Text { name } => json!({ "text": known(&name) }),
            Question::Open { name, text, players, seat, level, seed } => {
                match text.or_else(|| known(&name).map(str::to_owned)) {
                    Some(text) => self.open(&name, &text, (players, seat), &level, seed),
                    None => json!({ "error": format!("there is no game called {name} here") }),
                }
            }
            Question::Say { message } => {
                json!({ "messages": self.sitting.as_mut().map(|sitting| sitting.say(&message)).unwrap_or_default() })
            }
            Question::Think => {
                let mut messages = Vec::new();
                let thought = self.sitting.as_mut().is_some_and(|sitting| sitting.think(&mut messages));
                json!({ "messages": messages, "thought": thought })
            }
            Question::Rules => {
                let page = self.model.as_ref().map(|model| document::html(&document::document(model, &[])));
                json!({ "page": page })
            }
            Question::Edit { message } => json!({ "messages": self.editor.hear(&message) }),
        }
    }

    fn open(
        &mut self,
        name: &str,
        text: &str,
        (players, seat): (Option<usize>, usize),
        level: &str,
        seed: u64,
    ) -> Value {
        let file = format!("{name}.rules");
        let checked = check(&file, &mut Page { name: &file, text });
        let Some(model) = checked.model else {
            let errors = checked.diagnostics.iter().filter(|one| one.severity == Severity::Error);
            let told: Vec<Value> = errors
                .map(|one| {
                    let source = checked.sources.get(usize::from(one.primary.at.file.0));
                    let line = source.map_or(1, |source| line_and_column(&source.text, one.primary.at.span.start).0);
                    json!({ "line": line, "message": one.message, "here": one.primary.text })
                })
                .collect();
            return json!({ "findings": told });
        };
        let model = Arc::new(model);
        let (least, most) = (usize::from(model.players.least), usize::from(model.players.most));
        let count = players.unwrap_or(least).clamp(least, most);
        let named = model.players.names.clone();
        let table = Table { players: if named.is_empty() { default_names(count) } else { named }, ..Table::default() };
        let game = match Game::load(model.clone(), &table) {
            Ok(game) => game,
            Err(error) => return json!({ "error": error.to_string() }),
        };
        let level = level.parse().unwrap_or(Level::Easy);
        let seat = seat.min(game.instance().seats().saturating_sub(1));
        match Sitting::new(game, name.to_owned(), seat, level, seed) {
            Ok((sitting, messages)) => {
                (self.sitting, self.model) = (Some(sitting), Some(model));
                json!({ "messages": messages, "players": [least, most] })
            }
            Err(wrong) => json!({ "error": wrong.0 }),
        }
    }
}

/// The games that can be chosen: their names, titles, sentences and numbers of players; and the words of the language, for an editor.
fn games() -> Value {
    let told = |kind: &'static str| {
        move |(name, text): &(&'static str, &'static str)| {
            let file = format!("{name}.rules");
            let model = check(&file, &mut Page { name: &file, text }).model?;
            let players = [model.players.least, model.players.most];
            Some(
                json!({ "name": name, "kind": kind, "title": model.title, "about": model.notes.doc, "players": players }),
            )
        }
    };
    let all: Vec<Value> =
        GAMES.iter().filter_map(told("shipped")).chain(CLASSICS.iter().filter_map(told("classic"))).collect();
    let words: Vec<&str> = rulehound_grammar::lexemes::keywords().collect();
    json!({ "games": all, "words": words })
}

/// The files that the editor knows besides what is open.
struct Known;

impl Folder for Known {
    fn canonical(&mut self, path: &str) -> String {
        path.to_owned()
    }

    fn read(&mut self, name: &str) -> Result<String, String> {
        let bare = name.rsplit('/').next().unwrap_or(name);
        known(bare).map(str::to_owned).ok_or_else(|| "there is no such file".to_owned())
    }

    fn find(&mut self, name: &str, _: &str) -> Result<Source, String> {
        self.read(name).map(|text| Source { name: name.to_owned(), text })
    }

    fn rules_below(&mut self, _: &str) -> Vec<String> {
        Vec::new()
    }
}
