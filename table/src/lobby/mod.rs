//! A table that is still to be set up: whoever has its one link says who plays, where bots sit, and with which settings.

mod message;
mod told;

use std::sync::{Arc, Mutex, PoisonError};

use rulehound_interpreter::document;
use rulehound_interpreter::instance::Table;
use rulehound_interpreter::model::Model;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::key::{Fingerprint, Key, fingerprint, name};
use crate::opening::{Opening, Trouble};
use crate::sitting::{Invited, Link, Sitting};
use crate::store::{Kept, Store};
use crate::unread::Unread;

pub use message::{Message, Plan};

/// The most characters of a player's name.
const LONGEST_NAME: usize = 30;

/// A table that somebody is to set up.
pub struct Lobby {
    /// What it is called in the link.
    pub name: String,
    key: Fingerprint,
    /// The rules, and what is suggested.
    opening: Opening,
    store: Store,
    /// Whether it has begun; whoever sets it up at a time has this.
    begun: Mutex<bool>,
    /// Tells the other browsers that show it.
    tells: watch::Sender<bool>,
}

impl Lobby {
    /// A new one, written down, with its link.
    pub fn open(opening: Opening, store: &Store) -> Result<(Self, Link), Trouble> {
        let (name, key) = (name()?, Key::new()?);
        store.open_lobby(&name, &Unread::of(&opening, &opening.table.players), key.fingerprint())?;
        let lobby = Self::waiting(name.clone(), key.fingerprint(), opening, store);
        Ok((lobby, Link { player: None, bot: false, table: name, key }))
    }

    /// One that was kept, with its rules.
    pub fn again(kept: Kept, model: Arc<Model>, store: &Store) -> Result<Self, Trouble> {
        let key = kept.keys.first().copied().unwrap_or_default();
        let opening = kept.unread.with(model).map_err(|why| Trouble::Kept { table: kept.name.clone(), why })?;
        Ok(Self::waiting(kept.name, key, opening, store))
    }

    fn waiting(name: String, key: Fingerprint, opening: Opening, store: &Store) -> Self {
        let tells = watch::Sender::new(false);
        Self { name, key, opening, store: store.clone(), begun: Mutex::new(false), tells }
    }

    /// Whether a key opens it.
    pub fn opens(&self, said: &str) -> bool {
        self.key == fingerprint(said)
    }

    /// What is played.
    pub fn title(&self) -> String {
        self.opening.model.title.clone()
    }

    /// Comes true when it has begun.
    pub fn watch(&self) -> watch::Receiver<bool> {
        self.tells.subscribe()
    }

    /// What there is to decide, as it is sent.
    pub fn told(&self) -> Value {
        told::told(&self.opening)
    }

    /// The rule document.
    pub fn rules(&self) -> Arc<String> {
        Arc::new(document::html(&document::document(&self.opening.model, &[])))
    }

    /// Begins the game, once. What is told of it to whoever set it up, and the table; or why that cannot be.
    ///
    /// # Errors
    /// In words for whoever set it up.
    pub fn begin(&self, plan: Plan) -> Result<(Sitting, Value), String> {
        let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        if *begun {
            return Err("the game has begun already".to_owned());
        }
        let own = plan.me.filter(|seat| *seat < plan.players.len());
        let opening = self.planned(plan)?;
        if own.is_some_and(|seat| opening.bot(seat).is_some()) {
            return Err("a bot cannot play at your own seat: say that you look on, or let no bot play there".to_owned());
        }
        let invited = Invited { name: self.name.clone(), key: self.key, seat: own };
        let (sitting, links) =
            Sitting::open(opening, &self.store, Some(invited)).map_err(|trouble| trouble.to_string())?;
        *begun = true;
        let others = links.iter().enumerate().filter(|(seat, _)| own != Some(*seat));
        let others =
            others.map(|(seat, link)| json!({ "seat": link.player.as_ref().map(|_| seat), "key": link.key.as_str() }));
        Ok((sitting, json!({ "t": "begun", "links": others.collect::<Vec<_>>() })))
    }

    /// The table is there now, or the server ends: whoever still looks at this is sent to it.
    pub fn leave(&self) {
        self.tells.send_replace(true);
    }

    fn planned(&self, plan: Plan) -> Result<Opening, String> {
        let names: Vec<String> = plan.players.iter().map(|chair| chair.name.trim().to_owned()).collect();
        for name in &names {
            if name.is_empty() {
                return Err("everybody needs a name".to_owned());
            }
            if name.chars().count() > LONGEST_NAME {
                return Err(format!("`{name}` is too long: a name has at most {LONGEST_NAME} letters"));
            }
        }
        let opening = Opening {
            name: self.opening.name.clone(),
            sources: self.opening.sources.clone(),
            model: self.opening.model.clone(),
            table: Table { players: names, settings: plan.settings },
            bots: plan.players.iter().map(|chair| chair.bot.map(Into::into)).collect(),
            seed: self.opening.seed,
        };
        opening.game()?;
        Ok(opening)
    }
}
