//! Keys of a table: whose place one opens, and how the host has one replaced.

use serde_json::{Value, json};

use super::{Sitting, State};
use crate::key::{Fingerprint, Key, fingerprint};

/// So many browsers may show one seat.
const MOST_AT_A_SEAT: usize = 8;

/// So many may look on at a table.
const MOST_ONLOOKERS: usize = 50;

impl Sitting {
    /// Whose place a key opens: a seat, behind the last seat that of those who look on, behind that one that of a host without a seat.
    pub fn place(&self, said: &str) -> Option<usize> {
        let print = fingerprint(said);
        let mut state = self.state();
        (0..state.seats.len() + 2).find(|place| state.key(*place).is_some_and(|key| *key == print))
    }

    /// Whether one more browser can have this place. At a seat it can: where too many show it, the one that was not heard for longest is told
    /// so and let go, since it may well be gone. Of those who look on nobody makes room for others.
    pub fn has_room(&self, place: usize) -> bool {
        let mut state = self.state();
        let numbers: Vec<u64> =
            state.sockets.iter().filter(|socket| socket.place == place).map(|socket| socket.number).collect();
        if place == state.seats.len() {
            return numbers.len() < MOST_ONLOOKERS;
        }
        let goes = (numbers.len() >= MOST_AT_A_SEAT).then(|| self.pulse.quietest(|number| numbers.contains(&number)));
        if let Some(goes) = goes.flatten() {
            let told = json!({ "t": "elsewhere" });
            state.sockets.iter_mut().filter(|socket| socket.number == goes).for_each(|socket| socket.say(&told));
            state.sockets.retain(|socket| socket.number != goes);
        }
        true
    }

    /// The host wishes a new link for a seat, or for those who look on. From then on the old one opens nothing, and whoever came with it is
    /// let go.
    pub(super) fn renew(&self, place: usize, socket: Option<u64>, seat: Option<usize>) -> Option<Value> {
        let mut state = self.state();
        let no = |why: &str| Some(json!({ "t": "said", "why": why }));
        if place != state.host {
            return no("only the host gives out new links");
        }
        let of = seat.unwrap_or(state.seats.len());
        if state.key(of).is_none() {
            return no("there is no such seat");
        }
        let Ok(key) = Key::new() else { return no("no new link can be made; the old one is still good") };
        if self.store.write_key(&self.name, of, key.fingerprint()).is_err() {
            return no("that could not be kept; the old link is still good");
        }
        if let Some(own) = state.key(of) {
            *own = key.fingerprint();
        }
        let told = json!({ "t": "link", "seat": seat, "key": key.as_str() });
        // Before it is let go, if the link is the host's own.
        let asks = state.sockets.iter_mut().find(|one| Some(one.number) == socket);
        let answer = match asks {
            Some(asks) => {
                asks.say(&told);
                None
            }
            None => Some(told),
        };
        state.sockets.retain(|socket| socket.place != of);
        answer
    }
}

impl State {
    fn key(&mut self, place: usize) -> Option<&mut Fingerprint> {
        let seats = self.seats.len();
        match place {
            _ if place < seats => self.seats.get_mut(place).map(|seat| &mut seat.key),
            _ if place == seats => Some(&mut self.public),
            _ if place == seats + 1 => self.apart.as_mut(),
            _ => None,
        }
    }
}
