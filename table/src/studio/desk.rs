//! What one author works on: texts that may not be saved yet, and the table on which the rules lie.

use std::collections::BTreeMap;
use std::sync::Arc;

use rulehound_grammar::diagnostic::{Diagnostic, Severity};
use rulehound_grammar::span::line_and_column;
use rulehound_interpreter::check::{Checked, check};
use rulehound_interpreter::instance::Table;
use rulehound_interpreter::model::{Model, Source};
use rulehound_interpreter::script::table;
use serde_json::{Value, json};

use super::scripts::{Outcome, expected, first, play, sentence, told};
use super::texts::Texts;
use super::{Message, Studio};
use crate::key::seed;
use crate::opening::{Opening, Trouble};
use crate::sitting::{Link, Sitting};
use crate::tables::Tables;
use crate::watch::goes_on;
use rulehound_course::Kept;

/// The longest text that is taken from an editor.
const MOST_BYTES: usize = rulehound_interpreter::limits::FILE_BYTES;

/// A desk in the studio.
pub struct Desk {
    studio: Studio,
    tables: Tables,
    /// What stands in editors, by file.
    open: BTreeMap<String, String>,
    /// What lies on the table.
    laid: Option<Laid>,
    /// Why the studio was stopped: what the page says again of its own accord is taken in, and nothing more.
    stopped: Option<String>,
}

/// Rules on a table.
struct Laid {
    game: String,
    /// The files that they were read from.
    files: Vec<String>,
    sitting: Arc<Sitting>,
    links: Vec<Link>,
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.clear();
    }
}

impl Desk {
    /// An empty one.
    pub fn new(studio: Studio, tables: Tables) -> Self {
        let stopped = studio.stopped.clone();
        Self { studio, tables, open: BTreeMap::new(), laid: None, stopped }
    }

    /// What is told to whoever comes: the files, and with which to begin.
    pub fn welcome(&mut self) -> Value {
        let words: Vec<&str> = rulehound_grammar::lexemes::keywords().collect();
        json!({ "t": "desk", "files": self.files(), "first": self.studio.first, "words": words })
    }

    /// Answers the page; messages for the language server are none of this.
    pub fn hear(&mut self, message: Message) -> Vec<Value> {
        match message {
            Message::Enter { .. } | Message::Lsp { .. } => Vec::new(),
            Message::Ping => vec![json!({ "t": "pong" })],
            Message::Read { name } => vec![self.read(&name)],
            Message::Text { name, text } => self.typed(name, text),
            Message::Save { name, text, was } => self.save(&name, text, was.as_deref()),
            // The first that a page wishes which has come back.
            Message::Play { name, players } => match self.stopped.take() {
                Some(why) => vec![no(&format!(
                    "the studio was stopped, since the rules go wrong: {why}; change them, and they are played"
                ))],
                None => self.play(&name, players),
            },
            Message::Run => vec![self.run()],
            Message::Keep => vec![self.keep()],
            Message::Expect => vec![self.expect()],
            Message::Stand { name } => self.stand(&name),
        }
    }

    fn files(&mut self) -> Vec<String> {
        self.studio.shelf().list()
    }

    fn texts<T>(&self, work: impl FnOnce(&mut Texts<'_>) -> T) -> T {
        let mut shelf = self.studio.shelf();
        work(&mut Texts { shelf: &mut **shelf, open: &self.open })
    }

    fn read(&self, name: &str) -> Value {
        match self.texts(|texts| texts.text(name)) {
            Ok(text) => json!({ "t": "text", "name": name, "text": text }),
            // A file that is yet to be written.
            Err(_) if name == self.studio.first => json!({ "t": "text", "name": name, "text": "" }),
            Err(why) => no(&format!("`{name}` cannot be read: {why}")),
        }
    }

    /// Writes a text, unless somebody else has changed the file since it was read here.
    fn save(&mut self, name: &str, text: String, was: Option<&str>) -> Vec<Value> {
        let written = {
            let mut shelf = self.studio.shelf();
            match was {
                Some(was) if shelf.read(name).is_ok_and(|now| now != was) => {
                    Err("somebody else has changed it since it was read here; save yours under another name".to_owned())
                }
                _ => shelf.write(name, &text, was.is_none()),
            }
        };
        match written {
            Ok(()) => {
                self.open.insert(name.to_owned(), text);
                vec![json!({ "t": "saved", "name": name, "files": self.files() })]
            }
            Err(why) => vec![no(&format!("`{name}` is not saved: {why}"))],
        }
    }

    /// Something was typed: the table and the scripts follow it.
    fn typed(&mut self, name: String, text: String) -> Vec<Value> {
        if text.len() > MOST_BYTES {
            return vec![no(&format!("`{name}` is too long"))];
        }
        self.open.insert(name.clone(), text);
        let mut answers = Vec::new();
        if self.stopped.is_some() {
            return answers;
        }
        if name.ends_with(".rules") {
            let game = match &self.laid {
                Some(laid) if laid.files.contains(&name) => laid.game.clone(),
                _ => name,
            };
            answers.extend(self.follow(&game));
        }
        answers.push(self.run());
        answers
    }

    fn check(&self, game: &str) -> Checked {
        self.texts(|texts| check(game, texts))
    }

    /// The table goes on under the rules as they are now.
    fn follow(&mut self, game: &str) -> Vec<Value> {
        let checked = self.check(game);
        let Some(model) = checked.model else { return vec![broken(game, &checked.diagnostics, &checked.sources)] };
        let same = self.laid.as_ref().filter(|laid| laid.game == game).map(|laid| laid.sitting.clone());
        let Some(sitting) = same else { return self.lay(game, Arc::new(model), checked.sources, None) };
        let model = Arc::new(model);
        let files = checked.sources.iter().map(|source| source.name.clone()).collect();
        match sitting.change(checked.sources.clone(), model.clone()) {
            Ok(kept) => {
                if let Some(laid) = &mut self.laid {
                    laid.files = files;
                }
                vec![fits(&kept, &checked.sources)]
            }
            // Other players are needed.
            Err(_) => self.lay(game, model, checked.sources, None),
        }
    }

    fn play(&mut self, game: &str, players: Option<usize>) -> Vec<Value> {
        let checked = self.check(game);
        let Some(model) = checked.model else { return vec![broken(game, &checked.diagnostics, &checked.sources)] };
        let table = players
            .map(|count| Table { players: rulehound_interpreter::instance::default_names(count), ..Table::default() });
        self.lay(game, Arc::new(model), checked.sources, table)
    }

    /// A new table for these rules, with all seats for the author.
    fn lay(&mut self, game: &str, model: Arc<Model>, sources: Vec<Source>, table: Option<Table>) -> Vec<Value> {
        self.clear();
        let files = sources.iter().map(|source| source.name.clone()).collect();
        let (least, most) = (model.players.least, model.players.most);
        let opened = seed().map_err(Trouble::from).and_then(|seed| {
            let table = table.unwrap_or_default();
            self.tables.open(Opening { name: game.to_owned(), sources, model, table, bots: Vec::new(), seed })
        });
        let links = match opened {
            Ok(links) => links,
            Err(trouble) => {
                return vec![
                    json!({ "t": "rules", "ok": false, "why": trouble.to_string(), "line": null, "file": game }),
                ];
            }
        };
        let sitting = links.first().and_then(|link| self.tables.find(&link.table));
        let Some(sitting) = sitting else { return Vec::new() };
        let laid = Laid { game: game.to_owned(), files, sitting, links };
        let told = laid.told((least, most));
        self.laid = Some(laid);
        vec![told]
    }

    /// Nothing lies on the table any more.
    fn clear(&mut self) {
        if let Some(laid) = self.laid.take() {
            self.tables.close(&laid.sitting.name);
        }
    }

    fn run(&mut self) -> Value {
        let names: Vec<String> = self.files().into_iter().filter(|name| !name.ends_with(".rules")).collect();
        let one = |texts: &mut Texts<'_>, name: &String| {
            goes_on();
            told(texts, name)
        };
        let scripts: Vec<Value> = self.texts(|texts| names.iter().filter_map(|name| one(texts, name)).collect());
        json!({ "t": "scripts", "scripts": scripts })
    }

    fn keep(&self) -> Value {
        let Some(laid) = &self.laid else { return no("nothing lies on the table") };
        match laid.sitting.kept_script() {
            Some((script, position)) => json!({ "t": "made", "text": format!("{script}{}", expected(&position)) }),
            None => no(
                "the rules were changed while this game was played, so no script leads here; play on from the beginning",
            ),
        }
    }

    fn expect(&self) -> Value {
        match &self.laid {
            Some(laid) => json!({ "t": "expected", "text": expected(&laid.sitting.position()) }),
            None => no("nothing lies on the table"),
        }
    }

    /// The table shows where a script ends, or where it goes wrong.
    fn stand(&mut self, name: &str) -> Vec<Value> {
        let text = match self.texts(|texts| texts.text(name)) {
            Ok(text) => text,
            Err(why) => return vec![no(&format!("`{name}` cannot be read: {why}"))],
        };
        let outcome = match self.texts(|texts| play(texts, name, &text)) {
            Ok(outcome) => outcome,
            Err(wrong) => return vec![no(&wrong.sentence)],
        };
        let Outcome { script, game, sources, model, played } = outcome;
        let mut answers = self.lay(&game, model, sources, Some(table(&script)));
        if let (Some(laid), Some(position)) = (&self.laid, played.position) {
            laid.sitting.stand(&position, played.record);
        }
        if !played.diagnostics.is_empty() {
            let wrong = first(&played.diagnostics, &text);
            answers.push(json!({ "t": "stopped", "name": name, "why": wrong.sentence, "line": wrong.line }));
        }
        answers
    }
}

impl Laid {
    fn told(&self, (least, most): (u16, u16)) -> Value {
        let seats = self.links.iter().map(|link| json!({ "name": link.player, "key": link.key.as_str() }));
        let table = self.links.first().map(|link| link.table.clone());
        json!({
            "t": "table",
            "game": self.game,
            "table": table,
            "seats": seats.collect::<Vec<_>>(),
            "least": least,
            "most": most,
        })
    }
}

fn no(why: &str) -> Value {
    json!({ "t": "no", "why": why })
}

/// The rules are fine; how the table was kept.
fn fits(kept: &Kept, sources: &[Source]) -> Value {
    let (how, why, at) = match kept {
        Kept::Stands => ("stands", None, None),
        Kept::Replayed => ("replayed", None, None),
        Kept::Anew { why, at } => ("anew", Some(why.clone()), *at),
    };
    let line = at.and_then(|at| {
        let source = sources.get(usize::from(at.file.0))?;
        Some(line_and_column(&source.text, at.span.start).0)
    });
    json!({ "t": "rules", "ok": true, "kept": how, "why": why, "line": line })
}

/// The rules are broken; the table stays as it is.
fn broken(game: &str, found: &[Diagnostic], sources: &[Source]) -> Value {
    let errors: Vec<&Diagnostic> = found.iter().filter(|one| one.severity == Severity::Error).collect();
    let first = errors.first();
    let source = first.and_then(|one| sources.get(usize::from(one.primary.at.file.0)));
    let line = first.zip(source).map(|(one, source)| line_and_column(&source.text, one.primary.at.span.start).0);
    json!({
        "t": "rules",
        "ok": false,
        "count": errors.len(),
        "why": first.map(|one| sentence(one)),
        "file": source.map_or(game, |source| source.name.as_str()),
        "line": line,
    })
}
