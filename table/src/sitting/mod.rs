//! A table with its seats: who may answer what, and who is told what.

mod answer;
mod back;
mod change;
mod message;
mod played;
mod seat;
mod sockets;
mod thinking;
mod why;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rulehound_interpreter::play::{Stop, Viewer};
use serde_json::{Value, json};
use tokio::sync::mpsc::Sender;

use crate::key::{Fingerprint, Key, fingerprint};
use crate::opening::{Opening, Trouble};
use crate::store::{Kept, Row, Store};
use crate::{bots, key};
use rulehound_course::{Course, Given, Happened, Onlooker};

pub use message::Message;

use message::LONGEST_ID;
use played::Played;
use seat::Seat;
use sockets::Socket;

/// A way into a table, to be given to one person.
pub struct Link {
    /// Who sits there; `None` for those who look on.
    pub player: Option<String>,
    /// The bot that plays there.
    pub bot: bool,
    /// The table.
    pub table: String,
    /// What opens it.
    pub key: Key,
}

/// A table.
pub struct Sitting {
    /// What it is called in links.
    pub name: String,
    /// The key of those who look on.
    public: Fingerprint,
    store: Store,
    state: Mutex<State>,
}

/// What changes while it is played.
struct State {
    played: Arc<Played>,
    course: Course,
    /// How many games were played before this one.
    number: u64,
    /// How many rows were written for this game.
    rows: u64,
    seats: Vec<Seat>,
    /// One for each seat, and the last for those who look on.
    onlookers: Vec<Onlooker>,
    sockets: Vec<Socket>,
    connected: u64,
    minds: bots::Minds,
    /// Grows with everything that happens, so that a bot's thought is known to be stale.
    version: u64,
    /// Whether somebody makes the bots think.
    driven: bool,
    /// Who wishes to take back an answer.
    wish: Option<usize>,
    /// What stopped the game, if the rules went wrong.
    fault: Option<String>,
}

impl Sitting {
    /// A new table, written down, with the ways into it.
    pub fn open(opening: Opening, store: &Store) -> Result<(Self, Vec<Link>), Trouble> {
        let name = key::name()?;
        let played = Played::new(opening)?;
        let players = played.game.instance().players.clone();
        let mut links = Vec::new();
        for (seat, player) in players.iter().enumerate() {
            let bot = played.opening.bot(seat).is_some();
            links.push(Link { player: Some(player.clone()), bot, table: name.clone(), key: Key::new()? });
        }
        links.push(Link { player: None, bot: false, table: name.clone(), key: Key::new()? });
        let keys: Vec<Fingerprint> = links.iter().map(|link| link.key.fingerprint()).collect();
        let begun = Course::begin(&played.game, played.opening.seed, 0)?;
        store.open_table(&name, &played.opening, &players, &keys)?;
        let sitting = Self::seated((name, played), &keys, begun, 0, store)?;
        Ok((sitting, links))
    }

    /// A table that was kept.
    pub fn again(kept: Kept, store: &Store) -> Result<Self, Trouble> {
        let table = kept.name.clone();
        let lost = |why: String| Trouble::Kept { table: table.clone(), why };
        let seed = kept.opening.seed;
        let played = Played::new(kept.opening).map_err(|trouble| lost(trouble.to_string()))?;
        let begun = Course::again(&played.game, (seed, kept.number), &kept.answers)
            .map_err(|trouble| lost(trouble.to_string()))?;
        let sitting = Self::seated((kept.name, played), &kept.keys, begun, kept.number, store)?;
        let mut state = sitting.state();
        state.rows = kept.rows;
        for (seat, id) in kept.ids {
            if let Some(seat) = state.seats.get_mut(seat) {
                seat.remember(id);
            }
        }
        drop(state);
        Ok(sitting)
    }

    fn seated(
        (name, played): (String, Played),
        keys: &[Fingerprint],
        (course, happened): (Course, Vec<Happened>),
        number: u64,
        store: &Store,
    ) -> Result<Self, Trouble> {
        let (opening, game) = (&played.opening, &played.game);
        let count = game.instance().seats();
        let mut keys = keys.iter().copied();
        let seats = keys.by_ref().take(count).enumerate().map(|(seat, key)| Seat::new(key, opening.bot(seat)));
        let seats: Vec<Seat> = seats.collect();
        let viewers = (0..count).map(Viewer::Seat).chain([Viewer::Nobody]);
        let levels = (0..count).map(|seat| opening.bot(seat)).collect();
        let mut state = State {
            minds: bots::Minds::new(game, levels, opening.seed),
            played: Arc::new(played),
            course,
            number,
            rows: 0,
            seats,
            onlookers: viewers.map(Onlooker::new).collect(),
            sockets: Vec::new(),
            connected: 0,
            version: 0,
            driven: false,
            wish: None,
            fault: None,
        };
        state.hear(&happened);
        state.look()?;
        let public = keys.next().unwrap_or_default();
        Ok(Self { name, public, store: store.clone(), state: Mutex::new(state) })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A thread that failed has changed nothing: answers are tried on copies.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is played.
    pub fn title(&self) -> String {
        self.state().played.opening.model.title.clone()
    }

    /// Whose place a key opens: a seat, or behind the last seat that of those who look on.
    pub fn place(&self, said: &str) -> Option<usize> {
        let print = fingerprint(said);
        let state = self.state();
        let seat = state.seats.iter().position(|seat| seat.key == print);
        seat.or_else(|| (self.public == print).then_some(state.seats.len()))
    }

    /// How many browsers have this place now, and whether it is that of those who look on.
    pub fn crowd(&self, place: usize) -> (usize, bool) {
        let state = self.state();
        let here = state.sockets.iter().filter(|socket| socket.place == place).count();
        (here, place >= state.seats.len())
    }

    /// A browser comes; it is told everything. Its number is what it is called by from now on.
    pub fn join(&self, place: usize, sender: Sender<String>) -> u64 {
        let mut state = self.state();
        state.connected += 1;
        let mut socket = Socket::new(state.connected, place, sender);
        socket.say(&state.played.hello((place < state.seats.len()).then_some(place)));
        if let Some(onlooker) = state.onlookers.get(place) {
            socket.show(onlooker);
        }
        let number = socket.number;
        state.sockets.push(socket);
        number
    }

    /// A browser goes.
    pub fn leave(&self, number: u64) {
        self.state().sockets.retain(|socket| socket.number != number);
    }

    /// A browser says something; what is for it alone comes back, unless nothing is to be said.
    pub fn hear(&self, place: usize, message: Message) -> Option<Value> {
        match message {
            // Sat down already.
            Message::Sit { .. } => None,
            Message::Ping => Some(json!({ "t": "pong" })),
            Message::Answer { q, id, o } => Some(self.answer(place, q, id, o)),
            Message::Why { q, what } => Some(self.why(place, q, &what)),
            Message::Undo => self.undo(place),
            Message::Agree { yes } => self.agree(place, yes),
            Message::Again => self.another(place),
            Message::Record => Some(self.script()),
        }
    }

    /// Everybody is told good-bye, and let go; they come back by themselves.
    pub fn farewell(&self) {
        let mut state = self.state();
        state.sockets.iter_mut().for_each(|socket| socket.say(&json!({ "t": "bye" })));
        state.sockets.clear();
    }

    /// The rule document.
    pub fn rules(&self) -> Arc<String> {
        let played = self.state().played.clone();
        played.document()
    }

    /// The game as a script, once nothing of it is secret any more.
    fn script(&self) -> Value {
        let state = self.state();
        if state.course.position().stop() != Stop::Over && !state.played.game.is_open() {
            return json!({ "t": "record", "why": "the record holds what is hidden: it is given out when the game is over" });
        }
        match state.course.script(&state.played.headline()) {
            Some(script) => json!({ "t": "record", "script": script }),
            None => {
                json!({ "t": "record", "why": "the rules were changed while this game was played, so no script leads here" })
            }
        }
    }

    fn row<'r>(&'r self, state: &State, seat: usize, kind: &'r str) -> Row<'r> {
        Row { table: &self.name, number: state.number, row: state.rows, seat, kind, option: 0, text: "", id: "" }
    }
}

impl State {
    /// Everybody hears what happened, as far as he may.
    fn hear(&mut self, happened: &[Happened]) {
        self.version += 1;
        self.onlookers.iter_mut().for_each(|onlooker| onlooker.hear(happened));
        self.minds.hear(happened);
    }

    /// Everybody looks at the table; whose view has changed is sent it.
    fn look(&mut self) -> Result<(), Trouble> {
        let position = self.course.position();
        let people = self.seats.iter().filter(|seat| seat.bot.is_none()).count();
        let mut changed = Vec::with_capacity(self.onlookers.len());
        for (place, onlooker) in self.onlookers.iter_mut().enumerate() {
            let seat = self.seats.get(place);
            let extra = json!({
                "bots": self.seats.iter().map(|seat| seat.bot.is_some()).collect::<Vec<_>>(),
                "wish": self.wish,
                "agreed": seat.is_some_and(|seat| seat.agrees),
                "alone": people == 1,
                "fault": self.fault,
            });
            let plays = self.fault.is_none() && seat.is_some_and(|seat| seat.bot.is_none());
            changed.push(onlooker.look(position, plays, &extra)?);
        }
        for socket in &mut self.sockets {
            let Some(onlooker) = self.onlookers.get(socket.place) else { continue };
            if changed.get(socket.place).copied().unwrap_or(false) || socket.lacks(onlooker) {
                socket.show(onlooker);
            }
        }
        // Whoever takes too long comes back and is told everything.
        self.sockets.retain(|socket| !socket.slow);
        Ok(())
    }

    /// The answers that were given.
    fn given(&self) -> &[Given] {
        self.course.given()
    }
}

/// Whether a name for an answer can be kept.
fn is_name(id: &str) -> bool {
    !id.is_empty() && id.len() <= LONGEST_ID && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}
