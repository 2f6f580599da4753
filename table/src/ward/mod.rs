//! Tables whose rules are strangers': each is played by a process of its own, which may have so much memory and may work for so long at a time.
//!
//! In there runs what else runs here: the same sittings and lobbies, the same talk with browsers (`web::inside`). The server keeps the sockets
//! and the file; what browsers say is passed through, and so is what they are told. A process that ends is no loss: it is started again with
//! what is on disk.

mod browser;
mod guard;
mod limits;
mod line;
mod process;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rulehound_course::Kept;
use rulehound_interpreter::model::Source;
use serde_json::json;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::{Semaphore, oneshot};

pub use browser::Sent;
pub use guard::Guard;
pub use limits::{MEMORY, ended, limit, limit_memory, limited, step_back};
pub use line::{Changed, Order, Word};

use crate::opening::Trouble;
use crate::store::Store;
use crate::unread::Unread;
use crate::watch::What;
use browser::Browser;

/// So much may wait for a process that is busy.
const ORDERS: usize = 256;

/// So many messages wait for a slow browser.
const WAITING: usize = 64;

/// So many bytes wait for all browsers of a table.
const ROOM: usize = 16 << 20;

/// A process that ended so often without anybody having answered in between is not started again for the same.
const MOST_ENDS: u32 = 3;

/// A table that another process plays.
pub struct Ward {
    /// What it is called in links.
    pub name: String,
    /// Whether bots sit there.
    bots: bool,
    guard: Arc<Guard>,
    store: Store,
    room: Arc<Semaphore>,
    now: Mutex<Now>,
}

/// Who waits for what the process says.
enum Asked {
    Rules(oneshot::Sender<String>),
    /// With the texts that were played before.
    Change(oneshot::Sender<Result<Kept, String>>, Option<Texts>),
}

type Texts = Vec<(String, String)>;

/// How things stand.
#[derive(Default)]
struct Now {
    /// The way to the process, if there is one.
    orders: Option<Sender<Order>>,
    count: u64,
    browsers: BTreeMap<u64, Browser>,
    asked: BTreeMap<u64, Asked>,
    /// What the process is doing.
    doing: BTreeMap<u64, What>,
    /// What of that took too long.
    blamed: Option<What>,
    /// The texts of the rules, if they are others than those that are kept.
    sources: Option<Texts>,
    /// What stops the game, to be told by the next process.
    fault: Option<String>,
    /// How often processes have ended since somebody could answer.
    ends: u32,
    /// Why no process is started any more.
    given_up: Option<String>,
    /// All is over.
    farewell: bool,
}

/// Whoever comes: what he is called by, and what he is sent.
pub struct Comes {
    pub number: u64,
    pub frames: Receiver<Sent>,
}

impl Ward {
    /// A table that is kept.
    pub fn new(name: String, unread: &Unread, guard: Arc<Guard>, store: Store) -> Self {
        let bots = unread.bots.iter().any(Option::is_some);
        Self { name, bots, guard, store, room: Arc::new(Semaphore::new(ROOM)), now: Mutex::default() }
    }

    /// Whether something may happen there before anybody comes.
    pub fn plays_by_itself(&self) -> bool {
        self.bots
    }

    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The way to the process, which is started if there is none.
    fn orders(self: &Arc<Self>, now: &mut Now) -> Sender<Order> {
        now.orders
            .get_or_insert_with(|| {
                let (orders, receiver) = channel(ORDERS);
                tokio::spawn(process::run(self.clone(), receiver));
                orders
            })
            .clone()
    }

    /// Somebody is to play without anybody having come: bots.
    pub fn wake(self: &Arc<Self>) {
        self.orders(&mut self.now());
    }

    /// A browser comes, whose first words are these.
    pub fn come(self: &Arc<Self>, first: String) -> Comes {
        let mut now = self.now();
        now.count += 1;
        let number = now.count;
        let (sender, frames) = channel(WAITING);
        let browser = Browser::new(sender);
        if let Some(why) = &now.given_up {
            browser.say(&json!({ "t": "stopped", "why": why }));
            browser.close(4004, "these rules cannot be played".to_owned());
            return Comes { number, frames };
        }
        let orders = self.orders(&mut now);
        let told = orders.try_send(Order::Open { socket: number });
        match told.and_then(|()| orders.try_send(Order::Text { socket: number, text: first })) {
            Ok(()) => drop(now.browsers.insert(number, browser)),
            // More has come than can be heard.
            Err(_) => browser.close(1012, "come back".to_owned()),
        }
        Comes { number, frames }
    }

    /// A browser says something; whether it is heard. `answer` is what it calls that, if it is an answer.
    pub async fn hear(&self, number: u64, text: String, answer: Option<String>) -> bool {
        let orders = {
            let mut now = self.now();
            let Some(browser) = now.browsers.get_mut(&number) else { return false };
            if answer.is_some() {
                browser.answer = answer;
            }
            now.orders.clone()
        };
        match orders {
            Some(orders) => orders.send(Order::Text { socket: number, text }).await.is_ok(),
            None => false,
        }
    }

    /// A browser is gone.
    pub async fn leave(&self, number: u64) {
        let orders = {
            let mut now = self.now();
            now.browsers.remove(&number).and(now.orders.clone())
        };
        if let Some(orders) = orders {
            let _ = orders.send(Order::Close { socket: number }).await;
        }
    }

    /// The rule document.
    pub async fn rules(self: &Arc<Self>) -> Option<String> {
        let (answer, page) = oneshot::channel();
        let (orders, asked) = self.ask(Asked::Rules(answer));
        orders.send(Order::Rules { asked }).await.ok()?;
        page.await.ok()
    }

    /// The table goes on under these texts, as far as it fits them. To be called where waiting keeps nobody else waiting.
    ///
    /// # Errors
    /// They cannot be played; nothing has changed then.
    pub fn change(self: &Arc<Self>, sources: Vec<Source>) -> Result<Kept, Trouble> {
        let sources: Texts = sources.into_iter().map(|source| (source.name, source.text)).collect();
        let (answer, kept) = oneshot::channel();
        let before = {
            let mut now = self.now();
            (now.fault, now.given_up, now.ends) = (None, None, 0);
            now.sources.replace(sources.clone())
        };
        let (orders, asked) = self.ask(Asked::Change(answer, before));
        let told = orders.blocking_send(Order::Change { asked, sources }).ok().and_then(|()| kept.blocking_recv().ok());
        told.unwrap_or_else(|| Err("the process in which they are played has ended".to_owned())).map_err(Trouble::Rules)
    }

    fn ask(self: &Arc<Self>, what: Asked) -> (Sender<Order>, u64) {
        let mut now = self.now();
        now.count += 1;
        let number = now.count;
        now.asked.insert(number, what);
        (self.orders(&mut now), number)
    }

    /// All are told good-bye.
    pub fn farewell(&self) {
        let mut now = self.now();
        now.farewell = true;
        if let Some(orders) = &now.orders {
            let _ = orders.try_send(Order::Farewell);
        }
    }
}
