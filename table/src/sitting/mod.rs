//! A table with its seats: who may answer what, and who is told what.

mod answer;
mod back;
mod begin;
mod change;
mod keys;
mod message;
mod played;
mod pulse;
mod seat;
mod sockets;
mod takeover;
mod thinking;
#[cfg(test)]
mod twins;
mod why;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use rulehound_bots::Level;
use rulehound_interpreter::play::Stop;
use serde_json::{Value, json};
use tokio::sync::mpsc::Sender;

use crate::bots;
use crate::key::{Fingerprint, Key};
use crate::opening::Trouble;
use crate::store::{Row, Store};
use rulehound_course::{Course, Given, Happened, Onlooker};

pub use begin::Invited;
pub use message::{Message, Strength};
pub use sockets::padded;

use message::LONGEST_ID;
use played::Played;
use pulse::Pulse;
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
    store: Store,
    state: Mutex<State>,
    pulse: Pulse,
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
    /// The key of those who look on.
    public: Fingerprint,
    /// The key of a host who has no seat.
    apart: Option<Fingerprint>,
    /// Whose link is the host's: that of a seat, or the one behind that of those who look on.
    host: usize,
    /// One for each seat, and the last for those who look on.
    onlookers: Vec<Onlooker>,
    sockets: Vec<Socket>,
    connected: u64,
    minds: bots::Minds,
    /// Grows with everything that happens, so that a bot's thought is known to be stale.
    version: u64,
    /// The answers of a game that was kept, while nobody has come since: it is played again, told and looked at when somebody does.
    untold: Option<Vec<Given>>,
    /// Whether somebody makes the bots think.
    driven: bool,
    /// Who wishes to take back an answer.
    wish: Option<usize>,
    /// What stopped the game, if the rules went wrong.
    fault: Option<String>,
}

impl Sitting {
    fn state(&self) -> MutexGuard<'_, State> {
        let mut state = self.asleep();
        if let Some(answers) = state.untold.take() {
            match state.again(&answers) {
                Ok(happened) => state.hear(&happened),
                Err(why) => state.fault = Some(format!("what was kept cannot be played again: {why}")),
            }
            self.told(&mut state);
        }
        state
    }

    /// The same of a table to which nobody has come yet: nobody is told anything.
    fn asleep(&self) -> MutexGuard<'_, State> {
        // A thread that failed has changed nothing: answers are tried on copies.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is played.
    pub fn title(&self) -> String {
        self.asleep().played.opening.model.title.clone()
    }

    /// A browser comes; it is told everything. Its number is what it is called by from now on.
    pub fn join(&self, place: usize, sender: Sender<String>) -> u64 {
        let mut state = self.state();
        state.connected += 1;
        let view = state.view(place);
        let mut socket = Socket::new(state.connected, (place, view), sender);
        socket.say(&state.played.hello((view < state.seats.len()).then_some(view), place == state.host));
        if let Some(onlooker) = state.onlookers.get(view) {
            socket.show(onlooker);
        }
        let number = socket.number;
        state.sockets.push(socket);
        self.pulse.beats(number);
        number
    }

    /// A browser goes.
    pub fn leave(&self, number: u64) {
        self.state().sockets.retain(|socket| socket.number != number);
        self.pulse.ends(number);
    }

    /// A browser says something; what is for it alone comes back, unless nothing is to be said. `socket` is its number, if it has one.
    pub fn hear(&self, place: usize, socket: Option<u64>, message: Message) -> Option<String> {
        if let Some(number) = socket {
            self.pulse.beats(number);
        }
        // Without a look at the table, which others may keep busy for a moment: how long a ping takes tells nothing of what they do.
        if matches!(message, Message::Ping) {
            return Some(padded(json!({ "t": "pong" }).to_string()));
        }
        self.told_to(place, socket, message, Instant::now()).map(|told| padded(told.to_string()))
    }

    fn told_to(&self, place: usize, socket: Option<u64>, message: Message, came: Instant) -> Option<Value> {
        // Whoever was let go, since his link is good no more, is not heard.
        if socket.is_some_and(|number| !self.state().sockets.iter().any(|socket| socket.number == number)) {
            return None;
        }
        match message {
            // Sat down already, or is answered already.
            Message::Sit { .. } | Message::Ping => None,
            Message::Answer { q, id, o } => Some(self.answer(place, (q, id), o, came)),
            Message::Why { q, what } => Some(self.why(place, q, &what)),
            Message::Undo => self.undo(place),
            Message::Agree { yes } => self.agree(place, yes),
            Message::Again => self.another(place),
            Message::Record => Some(self.script()),
            Message::Bot { seat, level } => self.takeover(place, seat, level.map(Into::into)),
            Message::Renew { seat } => self.renew(place, socket, seat),
        }
    }

    /// Everybody is told good-bye, and let go; they come back by themselves.
    pub fn farewell(&self) {
        let mut state = self.asleep();
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

    /// Everybody looks at the table.
    fn look(&mut self) -> Result<(), Trouble> {
        let position = self.course.position();
        let people = self.seats.iter().filter(|seat| seat.bot.is_none()).count();
        for (place, onlooker) in self.onlookers.iter_mut().enumerate() {
            let seat = self.seats.get(place);
            let extra = json!({
                "bots": self.seats.iter().map(|seat| seat.bot.map(|level| level.to_string())).collect::<Vec<_>>(),
                "wish": self.wish,
                "agreed": seat.is_some_and(|seat| seat.agrees),
                "alone": people == 1,
                "fault": self.fault,
            });
            let plays = self.fault.is_none() && seat.is_some_and(|seat| seat.bot.is_none());
            onlooker.look(position, plays, &extra)?;
        }
        Ok(())
    }

    /// Whoever has not been sent what he sees now is sent it.
    fn show(&mut self) {
        for socket in &mut self.sockets {
            let Some(onlooker) = self.onlookers.get(socket.view) else { continue };
            if socket.lacks(onlooker) {
                socket.show(onlooker);
            }
        }
        // Whoever takes too long comes back and is told everything.
        self.sockets.retain(|socket| !socket.slow);
    }

    /// Whose view a place has: a host without a seat looks on.
    fn view(&self, place: usize) -> usize {
        place.min(self.seats.len())
    }

    /// The bots of all seats.
    fn levels(&self) -> Vec<Option<Level>> {
        self.seats.iter().map(|seat| seat.bot).collect()
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
