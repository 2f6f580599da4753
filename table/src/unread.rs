//! A game as it is kept and handed on: texts that nobody has read as rules yet.

use std::collections::BTreeMap;
use std::sync::Arc;

use rulehound_bots::Level;
use rulehound_interpreter::check::{Library, check};
use rulehound_interpreter::instance::Table;
use rulehound_interpreter::model::{Model, Source};
use serde::{Deserialize, Serialize};

use crate::opening::Opening;

/// A game that is to be played: the texts of its rules, who plays, and by what seed chance goes. Nothing of it has been checked.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Unread {
    /// The game as it was named.
    pub name: String,
    /// The texts of the rules with their names, the game itself first.
    pub sources: Vec<(String, String)>,
    /// Players by seat.
    pub players: Vec<String>,
    /// Settings that differ from the rules', by name.
    pub settings: BTreeMap<String, String>,
    /// For each seat the level of the bot that plays there.
    pub bots: Vec<Option<String>>,
    /// The seed of chance.
    pub seed: u64,
}

impl Unread {
    /// Of a game that was read; `players` are called so, whatever names the rules or this program would give later.
    pub fn of(opening: &Opening, players: &[String]) -> Self {
        Self {
            name: opening.name.clone(),
            sources: opening.sources.iter().map(|source| (source.name.clone(), source.text.clone())).collect(),
            players: players.to_vec(),
            settings: opening.table.settings.clone(),
            bots: words(&(0..players.len()).map(|seat| opening.bot(seat)).collect::<Vec<_>>()),
            seed: opening.seed,
        }
    }

    /// The texts of its rules.
    pub fn sources(&self) -> Vec<Source> {
        self.sources.iter().map(|(name, text)| Source { name: name.clone(), text: text.clone() }).collect()
    }

    /// The game, read and checked here.
    ///
    /// # Errors
    /// Why it cannot be played.
    pub fn read(self) -> Result<Opening, String> {
        let model = self.model()?;
        self.with(model)
    }

    /// Its rules, read and checked.
    ///
    /// # Errors
    /// Why they cannot be played.
    pub(crate) fn model(&self) -> Result<Arc<Model>, String> {
        let Some((first, _)) = self.sources.first() else { return Err("it has no rules".to_owned()) };
        let checked = check(first, &mut Texts(self.sources.iter().cloned().collect()));
        let wrong = || checked.diagnostics.first().map_or("its rules are wrong".to_owned(), |one| one.message.clone());
        checked.model.map(Arc::new).ok_or_else(wrong)
    }

    /// The game, with these rules of it.
    ///
    /// # Errors
    /// A bot has a level that there is not.
    pub(crate) fn with(self, model: Arc<Model>) -> Result<Opening, String> {
        let bots = self.levels()?;
        let sources = self.sources();
        let table = Table { players: self.players, settings: self.settings };
        Ok(Opening { name: self.name, sources, model, table, bots, seed: self.seed })
    }

    /// The bots of all seats.
    fn levels(&self) -> Result<Vec<Option<Level>>, String> {
        let level = |word: &Option<String>| word.as_ref().map(|word| word.parse::<Level>()).transpose();
        self.bots.iter().map(level).collect::<Result<_, _>>().map_err(|_| "a bot has no such level".to_owned())
    }

    /// Whether a bot plays at a seat.
    pub(crate) fn is_bot(&self, seat: usize) -> bool {
        self.bots.get(seat).is_some_and(Option::is_some)
    }

    /// The first seat where no bot plays: its link is the first that is given out, and whoever has that is the host. Where bots play at all of
    /// them there is none.
    pub(crate) fn first_person(&self) -> usize {
        (0..self.players.len()).find(|seat| !self.is_bot(*seat)).unwrap_or(usize::MAX)
    }
}

/// Levels of bots as they are kept.
pub fn words(levels: &[Option<Level>]) -> Vec<Option<String>> {
    levels.iter().map(|level| level.map(|level| level.to_string())).collect()
}

/// Texts by the names they were read by; nothing else can be read.
struct Texts(BTreeMap<String, String>);

impl Library for Texts {
    fn read(&mut self, name: &str, from: Option<&str>) -> Result<Source, String> {
        let own = |name: &str| self.0.get(name).map(|text| Source { name: name.to_owned(), text: text.clone() });
        // Other files are named as they are seen from the file that extends them; no two of one game have the same name.
        let beside = |name: &str| {
            let bare = name.rsplit('/').next().unwrap_or(name).trim_end_matches(".rules");
            let same = |known: &&String| {
                let known = known.rsplit(['/', ':']).next().unwrap_or(known);
                known.trim_end_matches(".rules") == bare
            };
            self.0.keys().find(same).and_then(|known| own(known))
        };
        let found = if from.is_none() { own(name) } else { own(name).or_else(|| beside(name)) };
        found.ok_or_else(|| format!("`{name}` was not kept"))
    }
}
