//! Worked examples: scripted games that are played while the document is written, and told with pictures.

use std::sync::Arc;

use rulehound_grammar::diagnostic::Diagnostic;

use super::board;
use super::given::{agreed, given};
use super::picture::Picture;
use super::prose::{Prose, plain};
use super::{Block, Section, Told};
use crate::story::{Length, Teller, WIDTH};
use rulehound_engine::play::{EventKind, Position, Viewer};
use rulehound_rules::model::{AreaId, AreaKind, Model};
use rulehound_script::{Listener, Passage, Script, read, run};

/// What stands above the position from which an example begins.
pub const GIVEN: &str = "It begins with";

/// A scripted game that held, ready to be told.
#[derive(Clone, Debug)]
pub struct Example {
    /// What it shows.
    pub title: String,
    /// The section of the rulebook.
    pub reference: Option<String>,
    /// Who plays.
    pub players: Vec<String>,
    /// What happened.
    pub told: Vec<Told>,
}

/// A script that cannot be an example.
#[derive(Clone, Debug, thiserror::Error)]
#[error("an example does not hold any more")]
pub struct ExampleError {
    /// What is wrong with it.
    pub diagnostics: Vec<Diagnostic>,
}

impl Example {
    /// Plays a script of this game.
    ///
    /// # Errors
    /// It cannot be read, does not fit the game, or something it expects is not so.
    pub fn play(text: &str, model: &Arc<Model>) -> Result<Self, ExampleError> {
        let script = read(text).map_err(|diagnostics| ExampleError { diagnostics })?;
        let mut ear = Ear {
            teller: Teller::new(Viewer::All).at_length(Length::Short).undrawn(),
            told: Vec::new(),
            begun: false,
            given: begins(&script, model),
            last: String::new(),
        };
        let played = run(&script, model.clone(), &mut ear);
        let Some(position) = played.position.filter(|_| played.diagnostics.is_empty()) else {
            return Err(ExampleError { diagnostics: played.diagnostics });
        };
        ear.finish(&position);
        let title = script.title.as_ref().map_or("A game", |title| title.text.as_str());
        Ok(Self {
            title: plain(title),
            reference: script.reference.as_ref().map(|reference| plain(&reference.text)),
            players: position.game().instance().players.clone(),
            told: ear.told,
        })
    }
}

/// What an example begins with: what is agreed, then what lies where.
fn begins(script: &Script, model: &Model) -> Vec<String> {
    let position = script.position.iter().flat_map(|position| given(position, model));
    agreed(&script.settings, model).into_iter().chain(position).collect()
}

/// Where an example stands.
pub fn id(number: usize) -> String {
    format!("example-{}", number + 1)
}

/// An example as an entry of its own.
pub fn alone(number: usize, example: &Example) -> Section {
    let mut one = Section::new(id(number), example.title.clone());
    one.label = Some(format!("Example {}", number + 1));
    one.reference.clone_from(&example.reference);
    one.blocks.push(Block::Story(example.told.clone()));
    one
}

/// How examples came about.
pub fn played() -> Block {
    let words =
        "Each of these was played by the program when this page was written. Lines that are set apart are remarks.";
    Block::Paragraph(Prose::of_author(words))
}

/// The section of a page that has no rules to put them beside.
pub fn examples(examples: &[Example]) -> Section {
    let mut section = Section::new("examples", "Worked examples");
    for (number, example) in examples.iter().enumerate() {
        section.sections.push(alone(number, example));
    }
    if !section.is_empty() {
        section.blocks.push(played());
    }
    section
}

struct Ear {
    teller: Teller,
    told: Vec<Told>,
    begun: bool,
    /// What the script says of the position from which it begins.
    given: Vec<String>,
    /// The last picture, in words; the same is not drawn twice.
    last: String,
}

impl Listener for Ear {
    fn passage(&mut self, passage: &Passage<'_>) {
        if !self.begun {
            self.begun = true;
            let given = std::mem::take(&mut self.given);
            if !given.is_empty() {
                self.told.push(Told::Heading(GIVEN.to_owned()));
                self.told.push(Told::Event(given.join(" ")));
            }
            self.pictures(passage.position, "At the beginning");
        }
        match (passage.said, passage.refused) {
            (Some(said), _) => {
                let lines = self.teller.say(said, passage.position);
                self.lines(lines, &[]);
            }
            (None, Some(it)) => {
                let lines = self.teller.refused(&it, passage.position);
                for line in joined(lines) {
                    let line = line.trim().to_owned();
                    let refused = line.contains(" may not “");
                    self.told.push(if refused { Told::Refused(line) } else { Told::Event(line) });
                }
            }
            (None, None) => {
                let headings: Vec<String> = passage
                    .events()
                    .iter()
                    .filter_map(|event| match &event.kind {
                        EventKind::PhaseBegan { phase, .. } => Some(crate::wrap::capital(phase)),
                        _ => None,
                    })
                    .collect();
                // That a phase from which an example begins has ended says nothing of the game.
                let events = passage.events().iter().filter(|event| !matches!(event.kind, EventKind::PhaseOver {}));
                let lines = self.teller.tell(&events.cloned().collect::<Vec<_>>(), passage.position);
                self.lines(lines, &headings);
            }
        }
    }
}

impl Ear {
    fn lines(&mut self, lines: Vec<String>, headings: &[String]) {
        for line in joined(lines) {
            let text = line.trim();
            if text.is_empty() {
                continue;
            }
            let heading = headings.iter().any(|heading| {
                text == heading
                    || text
                        .strip_prefix(heading.as_str())
                        .is_some_and(|rest| rest.starts_with(" (") && rest.ends_with(')'))
            });
            self.told.push(match text.strip_prefix("» ") {
                Some(remark) => Told::Remark(remark.to_owned()),
                None if heading => Told::Heading(text.to_owned()),
                None => Told::Event(text.to_owned()),
            });
        }
    }

    fn finish(&mut self, position: &Position) {
        let mut drawn = Vec::new();
        // What was held back is told.
        self.teller.boards(position, &mut drawn);
        self.lines(drawn, &[]);
        self.pictures(position, "At the end");
    }

    /// The boards, where something stands on them and it is not what was drawn last.
    fn pictures(&mut self, position: &Position, title: &str) {
        let areas = position.game().instance().model.areas.len();
        let pictures: Vec<Picture> = (0..areas)
            .map(AreaId::from)
            .filter(|id| {
                position
                    .game()
                    .instance()
                    .model
                    .areas
                    .get(id.index())
                    .is_some_and(|area| matches!(area.kind, AreaKind::Board(_)))
            })
            .filter_map(|id| board::at(position, id, title))
            .collect();
        let words: String = pictures.iter().map(|picture| picture.description.as_str()).collect();
        if words != self.last {
            self.last = words;
            self.told.extend(pictures.into_iter().map(Told::Picture));
        }
    }
}

/// Sentences that the teller has broken into lines, whole again.
fn joined(lines: Vec<String>) -> Vec<String> {
    let mut whole: Vec<String> = Vec::new();
    let mut last = 0;
    let mut indent = 0;
    for line in lines {
        let own = line.len() - line.trim_start().len();
        let first = line.split_whitespace().next().map_or(0, |word| word.chars().count());
        let broken = last + 1 + first > WIDTH && own == indent + 2;
        last = line.chars().count();
        match whole.last_mut() {
            Some(before) if broken => {
                before.push(' ');
                before.push_str(line.trim());
            }
            _ => {
                indent = own;
                whole.push(line);
            }
        }
    }
    whole
}
