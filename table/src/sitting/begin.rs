//! How a table comes about: a new one, written down, or one that was kept.

use std::sync::{Arc, Mutex};

use rulehound_interpreter::model::Model;
use rulehound_interpreter::play::Viewer;

use super::played::Played;
use super::pulse::Pulse;
use super::seat::Seat;
use super::{Link, Sitting, State};
use crate::key::{Fingerprint, Key};
use crate::opening::{Opening, Trouble};
use crate::store::{Kept, Store};
use crate::unread::Unread;
use crate::{bots, key};
use rulehound_course::{Course, Given, Onlooker};

/// Who has set up a table in the browser: the link that he came with goes on as his.
pub struct Invited {
    /// What the table is called in his link.
    pub name: String,
    /// Of the key in it.
    pub key: Fingerprint,
    /// Where he sits; nothing if he looks on.
    pub seat: Option<usize>,
}

/// What opens a table, and whose key is the host's.
struct Keys {
    /// Of each seat, then of those who look on, then of a host who has no seat.
    all: Vec<Fingerprint>,
    host: usize,
}

impl Sitting {
    /// A new table, written down, with the ways into it. Whoever was invited has one already.
    pub fn open(opening: Opening, store: &Store, invited: Option<Invited>) -> Result<(Self, Vec<Link>), Trouble> {
        let played = Played::new(opening)?;
        let players = played.game.instance().players.clone();
        let (name, host, own) = match invited {
            Some(invited) => (invited.name, invited.seat.unwrap_or(players.len() + 1), Some(invited.key)),
            None => (key::name()?, played.opening.first_person(players.len()), None),
        };
        let mut links = Vec::new();
        for (seat, player) in players.iter().enumerate() {
            let bot = played.opening.bot(seat).is_some();
            links.push(Link { player: Some(player.clone()), bot, table: name.clone(), key: Key::new()? });
        }
        links.push(Link { player: None, bot: false, table: name.clone(), key: Key::new()? });
        let mut all: Vec<Fingerprint> = links.iter().map(|link| link.key.fingerprint()).collect();
        match (own, all.get_mut(host)) {
            (Some(own), Some(seat)) => *seat = own,
            (Some(own), None) => all.push(own),
            (None, _) => {}
        }
        let (course, happened) = Course::begin(&played.game, played.opening.seed, 0)?;
        store.open_table(&name, &Unread::of(&played.opening, &players), (&all, host))?;
        let sitting = Self::seated((name, played), &Keys { all, host }, course, 0, store);
        let mut state = sitting.asleep();
        state.hear(&happened);
        state.look()?;
        drop(state);
        Ok((sitting, links))
    }

    /// A table that was kept, with its rules.
    pub fn again(kept: Kept, model: Arc<Model>, store: &Store) -> Result<Self, Trouble> {
        let table = kept.name.clone();
        let lost = |why: String| Trouble::Kept { table: table.clone(), why };
        let seed = kept.unread.seed;
        let opening = kept.unread.with(model).map_err(lost)?;
        let played = Played::new(opening).map_err(|trouble| lost(trouble.to_string()))?;
        let answers = kept.answers.into_iter().map(|(seat, option, text)| Given { seat, option, text });
        let answers: Vec<Given> = answers.collect();
        // Where that leads is seen when somebody comes: it takes a while, and nobody may ever do.
        let (course, _) =
            Course::begin(&played.game, seed, kept.number).map_err(|trouble| lost(trouble.to_string()))?;
        let keys = Keys { all: kept.keys, host: kept.host };
        let sitting = Self::seated((kept.name, played), &keys, course, kept.number, store);
        let mut state = sitting.asleep();
        state.untold = Some(answers);
        state.fault = kept.fault;
        state.rows = kept.rows;
        for (seat, id) in kept.ids {
            if let Some(seat) = state.seats.get_mut(seat) {
                seat.remember(id);
            }
        }
        drop(state);
        Ok(sitting)
    }

    fn seated((name, played): (String, Played), keys: &Keys, course: Course, number: u64, store: &Store) -> Self {
        let (opening, game) = (&played.opening, &played.game);
        let count = game.instance().seats();
        let mut all = keys.all.iter().copied();
        let seats = all.by_ref().take(count).enumerate().map(|(seat, key)| Seat::new(key, opening.bot(seat)));
        let seats: Vec<Seat> = seats.collect();
        let viewers = (0..count).map(Viewer::Seat).chain([Viewer::Nobody]);
        let levels = (0..count).map(|seat| opening.bot(seat)).collect();
        let state = State {
            minds: bots::Minds::new(game, levels, opening.seed),
            played: Arc::new(played),
            course,
            number,
            rows: 0,
            seats,
            public: all.next().unwrap_or_default(),
            apart: all.next(),
            host: keys.host,
            onlookers: viewers.map(Onlooker::new).collect(),
            sockets: Vec::new(),
            connected: 0,
            version: 0,
            untold: None,
            driven: false,
            wish: None,
            fault: None,
        };
        Self { name, store: store.clone(), state: Mutex::new(state), pulse: Pulse::default() }
    }
}
