//! All tables of a server.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use rulehound_interpreter::model::{Model, Source};

use crate::key::{Key, name};
use crate::lobby::{Lobby, Plan};
use crate::opening::{Opening, Trouble};
use crate::sitting::{Link, Sitting};
use crate::store::{Kept, Store};
use crate::unread::Unread;
use crate::ward::{Guard, Ward};
use rulehound_course as course;

/// Nobody is heard who may not speak, or says what is no message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("that is no message of anybody who sits there")]
pub struct Unheard;

/// All tables of a server. Cheap to clone.
#[derive(Clone)]
pub struct Tables {
    store: Store,
    all: Arc<RwLock<BTreeMap<String, Arc<Sitting>>>>,
    /// Those that are still to be set up.
    lobbies: Arc<RwLock<BTreeMap<String, Arc<Lobby>>>>,
    /// Those of either kind whose rules are strangers'.
    wards: Arc<RwLock<BTreeMap<String, Arc<Ward>>>>,
    guard: Option<Arc<Guard>>,
}

/// Rules that many tables play are read once.
type Models = Mutex<BTreeMap<Vec<(String, String)>, Arc<Model>>>;

impl Tables {
    /// No table yet; what is opened is kept there.
    pub fn new(store: Store) -> Self {
        Self { store, all: Arc::default(), lobbies: Arc::default(), wards: Arc::default(), guard: None }
    }

    /// The same, where strangers' rules are played by processes of their own.
    pub fn guarded(store: Store, guard: Guard) -> Self {
        Self { guard: Some(Arc::new(guard)), ..Self::new(store) }
    }

    /// Opens a table that a process of its own plays, as [`Self::open`] does. Nothing of its rules is read here.
    ///
    /// # Errors
    /// Nothing can be kept, or there is nobody who starts processes.
    pub fn open_apart(&self, unread: &Unread) -> Result<Vec<Link>, Trouble> {
        let table = name()?;
        let link = |player: Option<&String>, bot| -> Result<Link, Trouble> {
            Ok(Link { player: player.cloned(), bot, table: table.clone(), key: Key::new()? })
        };
        let seats = unread.players.iter().enumerate().map(|(seat, player)| link(Some(player), unread.is_bot(seat)));
        let links = seats.chain([link(None, false)]).collect::<Result<Vec<_>, _>>()?;
        let keys: Vec<_> = links.iter().map(|link| link.key.fingerprint()).collect();
        let host = unread.first_person();
        self.store.open_table(&table, unread, (&keys, host))?;
        self.keep_apart(&table, unread)?;
        Ok(links)
    }

    /// Has a table set up that a process of its own plays, as [`Self::open_lobby`] does.
    ///
    /// # Errors
    /// Nothing can be kept, or there is nobody who starts processes.
    pub fn open_lobby_apart(&self, unread: &Unread) -> Result<Link, Trouble> {
        let (table, key) = (name()?, Key::new()?);
        self.store.open_lobby(&table, unread, key.fingerprint())?;
        self.keep_apart(&table, unread)?;
        Ok(Link { player: None, bot: false, table, key })
    }

    fn keep_apart(&self, table: &str, unread: &Unread) -> Result<(), Trouble> {
        let guard = self.guard.clone().ok_or_else(|| Trouble::Rules("no process plays them".to_owned()))?;
        let ward = Ward::new(table.to_owned(), unread, guard, self.store.clone());
        self.wards.write().unwrap_or_else(PoisonError::into_inner).insert(table.to_owned(), Arc::new(ward));
        Ok(())
    }

    /// Opens a table, and gives the ways into it: one for each seat, and one for those who look on.
    ///
    /// # Errors
    /// The rules go wrong before anybody decides, or nothing can be kept.
    pub fn open(&self, opening: Opening) -> Result<Vec<Link>, Trouble> {
        let (sitting, links) = Sitting::open(opening, &self.store, None)?;
        self.put(sitting);
        Ok(links)
    }

    /// Has a table set up in the browser by whoever has the link that is given back; players, bots and settings of the opening are suggested.
    ///
    /// # Errors
    /// Nothing can be kept.
    pub fn open_lobby(&self, opening: Opening) -> Result<Link, Trouble> {
        let (lobby, link) = Lobby::open(opening, &self.store)?;
        self.wait(lobby);
        Ok(link)
    }

    /// Opens all tables again that were kept, as many at once as there are processors; what they are called, in order.
    ///
    /// # Errors
    /// What was kept cannot be played again.
    pub fn open_all(&self, kept: Vec<Kept>) -> Result<Vec<String>, Trouble> {
        let waiting = Mutex::new(kept.into_iter().enumerate());
        let (opened, models) = (Mutex::new(BTreeMap::new()), Models::default());
        let open = || {
            loop {
                let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((number, kept)) = next else { return };
                let title = self.open_again(kept, &models);
                opened.lock().unwrap_or_else(PoisonError::into_inner).insert(number, title);
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..std::thread::available_parallelism().map_or(1, NonZero::get) {
                scope.spawn(open);
            }
        });
        opened.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect()
    }

    /// Opens a table again that was kept; its links are those that were given out.
    ///
    /// # Errors
    /// What was kept cannot be played again.
    fn open_again(&self, kept: Kept, models: &Models) -> Result<String, Trouble> {
        if self.guard.as_ref().is_some_and(|guard| !guard.trusts(&kept.unread.sources)) {
            self.keep_apart(&kept.name, &kept.unread)?;
            return Ok(kept.unread.name);
        }
        let model = {
            let mut models = models.lock().unwrap_or_else(PoisonError::into_inner);
            match models.get(&kept.unread.sources) {
                Some(model) => model.clone(),
                None => {
                    let lost = |why| Trouble::Kept { table: kept.name.clone(), why };
                    let model = kept.unread.model().map_err(lost)?;
                    models.insert(kept.unread.sources.clone(), model.clone());
                    model
                }
            }
        };
        if kept.waits {
            let lobby = Lobby::again(kept, model, &self.store)?;
            let title = lobby.title();
            self.wait(lobby);
            return Ok(title);
        }
        let sitting = Sitting::again(kept, model, &self.store)?;
        let title = sitting.title();
        self.put(sitting);
        Ok(title)
    }

    /// The same as [`Self::change`] of a table that a process of its own plays. To be called on a thread of a runtime that may wait.
    ///
    /// # Errors
    /// There is no such table, or the rules are not for it; nothing has changed then.
    pub fn change_apart(&self, table: &str, sources: Vec<Source>) -> Result<course::Kept, Trouble> {
        let ward = self.ward(table).ok_or_else(|| Trouble::Rules("there is no such table".to_owned()))?;
        ward.change(sources)
    }

    /// A table goes on under other rules, as far as it fits them, and all who sit there are told.
    ///
    /// # Errors
    /// There is no such table; or the rules are not for it, or go wrong before anybody decides. Nothing has changed then.
    pub fn change(&self, table: &str, sources: Vec<Source>, model: Arc<Model>) -> Result<course::Kept, Trouble> {
        let sitting = self.find(table).ok_or_else(|| Trouble::Rules("there is no such table".to_owned()))?;
        sitting.change(sources, model)
    }

    /// Hears what whoever has this key says at a table, as a socket would, and gives what is told to him alone.
    ///
    /// # Errors
    /// It is no message, the key opens no place there, or there is no such table: a socket would be closed.
    pub fn hear(&self, table: &str, key: &str, said: &str) -> Result<Option<String>, Unheard> {
        let sitting = self.find(table).ok_or(Unheard)?;
        let place = sitting.place(key).ok_or(Unheard)?;
        let message = serde_json::from_str(said).map_err(|_| Unheard)?;
        Ok(sitting.hear(place, None, message))
    }

    /// A table is no more; whoever sits there is told good-bye.
    pub(crate) fn close(&self, name: &str) {
        let closed = self.all.write().unwrap_or_else(PoisonError::into_inner).remove(name);
        if let Some(sitting) = closed {
            sitting.farewell();
        }
    }

    /// A table is set up, and the game begins; what is told of it to whoever did so.
    pub(crate) fn begin(&self, lobby: &Lobby, plan: Plan) -> Result<serde_json::Value, String> {
        let (sitting, told) = lobby.begin(plan)?;
        self.put(sitting);
        self.lobbies.write().unwrap_or_else(PoisonError::into_inner).remove(&lobby.name);
        lobby.leave();
        Ok(told)
    }

    /// Whoever sets up a table is let go; he comes back by himself.
    pub(crate) fn leave_lobbies(&self) {
        self.lobbies.read().unwrap_or_else(PoisonError::into_inner).values().for_each(|lobby| lobby.leave());
    }

    /// A table that is still to be set up.
    pub(crate) fn lobby(&self, name: &str) -> Option<Arc<Lobby>> {
        self.lobbies.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// A table that a process of its own plays.
    pub(crate) fn ward(&self, name: &str) -> Option<Arc<Ward>> {
        self.wards.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    pub(crate) fn wards(&self) -> Vec<Arc<Ward>> {
        self.wards.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    pub(crate) fn wait(&self, lobby: Lobby) {
        let mut lobbies = self.lobbies.write().unwrap_or_else(PoisonError::into_inner);
        lobbies.insert(lobby.name.clone(), Arc::new(lobby));
    }

    pub(crate) fn put(&self, sitting: Sitting) {
        let mut all = self.all.write().unwrap_or_else(PoisonError::into_inner);
        all.insert(sitting.name.clone(), Arc::new(sitting));
    }

    pub(crate) fn find(&self, name: &str) -> Option<Arc<Sitting>> {
        self.all.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    pub(crate) fn all(&self) -> Vec<Arc<Sitting>> {
        self.all.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }
}
