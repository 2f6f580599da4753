//! Rules at a table.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use rulehound_interpreter::instance::{Table, default_names};
use rulehound_interpreter::limits;
use rulehound_interpreter::play::{self, Seeded};

use crate::naming;
use crate::{Fault, Misuse, Place, Position, Rules, Seat};

/// Who plays, and what was agreed; see [`Rules::game`].
#[derive(Clone, Debug)]
#[must_use]
pub struct GameBuilder {
    rules: Rules,
    players: Option<Vec<String>>,
    settings: BTreeMap<String, String>,
}

impl GameBuilder {
    pub(crate) fn new(rules: Rules) -> Self {
        Self { rules, players: None, settings: BTreeMap::new() }
    }

    /// So many players, called as the rules call the seats, or Ann, Ben, Cleo and so on.
    pub fn seats(mut self, count: usize) -> Self {
        // No table has more; of how many too many there are nothing hangs.
        let count = count.min(limits::PLAYERS.unsigned_abs() as usize + 1);
        let mut names = self.rules.seat_names().to_vec();
        names.extend(default_names(count).into_iter().skip(names.len()));
        names.truncate(count);
        self.players = Some(names);
        self
    }

    /// Players of these names, in the order of their seats.
    pub fn players<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.players = Some(names.into_iter().map(Into::into).collect());
        self
    }

    /// A setting's value: a number, `yes` or `no`, or the name of a value. See [`Rules::settings`].
    ///
    /// ```
    /// # use rulehound::Rules;
    /// let text = rulehound::STICKS.replace("players 2", "players 2\nsetting most: 1..5 = 3").replace("1..3", "1..most");
    /// let rules = Rules::from_text("sticks.rules", &text)?;
    /// let position = rules.game().set("most", 5).build()?.start(1)?;
    /// assert_eq!(position.options(position.deciders()[0])?.len(), 5);
    /// assert!(rules.game().set("most", "seven").build().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set(mut self, name: impl Into<String>, value: impl ToString) -> Self {
        self.settings.insert(name.into(), value.to_string());
        self
    }

    /// Puts the rules on this table.
    ///
    /// # Errors
    /// The number of players, a name or a setting does not fit.
    pub fn build(self) -> Result<Game, Misuse> {
        // To name nobody is not the same as to leave open who plays.
        if self.players.as_ref().is_some_and(Vec::is_empty) {
            let seats = self.rules.seats();
            return Err(Misuse::Players { found: 0, least: *seats.start(), most: *seats.end() });
        }
        let table = Table { players: self.players.unwrap_or_default(), settings: self.settings };
        let engine = play::Game::load(self.rules.model().clone(), &table)?;
        let names = naming::Names::new(&engine);
        Ok(Game(Arc::new(Inner {
            rules: self.rules,
            engine,
            names,
            #[cfg(feature = "native")]
            native: Default::default(),
        })))
    }
}

/// Rules at a table: who plays, with which settings. Cheap to clone, to be shared between threads.
///
/// ```
/// use rulehound::Rules;
///
/// let game = Rules::from_text("sticks.rules", rulehound::STICKS)?.game().build()?;
/// let names: Vec<&str> = game.seats().filter_map(|seat| game.name(seat)).collect();
/// assert_eq!(names, ["Ann", "Ben"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Game(Arc<Inner>);

struct Inner {
    rules: Rules,
    engine: play::Game,
    names: naming::Names,
    #[cfg(feature = "native")]
    native: std::sync::OnceLock<Option<rulehound_native::Native>>,
}

impl Game {
    pub(crate) fn engine(&self) -> &play::Game {
        &self.0.engine
    }

    pub(crate) fn names(&self) -> &naming::Names {
        &self.0.names
    }

    #[cfg(feature = "native")]
    pub(crate) fn native(&self) -> &std::sync::OnceLock<Option<rulehound_native::Native>> {
        &self.0.native
    }

    /// Whether another is of the same rules, with the same players and settings.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || self.0.engine.hash() == other.0.engine.hash()
                && self.0.engine.instance().players == other.0.engine.instance().players
    }

    /// Its rules.
    pub fn rules(&self) -> &Rules {
        &self.0.rules
    }

    /// The seats, in order.
    pub fn seats(&self) -> impl ExactSizeIterator<Item = Seat> + use<> {
        (0..self.0.engine.instance().seats()).map(Seat::new)
    }

    /// The name of the player of a seat; `None` if nobody sits there.
    pub fn name(&self, seat: Seat) -> Option<&str> {
        self.0.engine.instance().players.get(seat.index()).map(String::as_str)
    }

    /// The seat of the player of this name.
    pub fn seat_of(&self, name: &str) -> Option<Seat> {
        self.0.engine.instance().players.iter().position(|player| player == name).map(Seat::new)
    }

    /// The settings with the values agreed on.
    pub fn settings(&self) -> Vec<(String, String)> {
        naming::settings(&self.0.engine)
    }

    /// All places that do not belong to a component: fields of boards, zones, piles and boxes, with where they are.
    ///
    /// ```
    /// # use rulehound::Rules;
    /// let game = Rules::from_text("sticks.rules", rulehound::STICKS)?.game().build()?;
    /// let zones: Vec<&str> = game.places().map(|place| place.name()).filter(|name| !name.contains("box")).collect();
    /// assert_eq!(zones, ["heap", "Ann.taken", "Ben.taken"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn places(&self) -> impl Iterator<Item = &Place> {
        self.0.names.places()
    }

    /// The place of this name, as scripts write it: `Ann.hand`, `square(3)`.
    pub fn place(&self, name: &str) -> Option<&Place> {
        self.places().find(|place| place.name() == name)
    }

    /// Begins a game. All chance comes from the seed: the same rules, table, seed and answers give the same course, on every machine.
    ///
    /// # Errors
    /// A fault of the rules before anybody decides.
    pub fn start(&self, seed: u64) -> Result<Position, Fault> {
        Position::start(self, Some(Seeded::new(seed, 0)))
    }

    /// Begins a game in which the caller says what chance gives: see [`Position::chance`].
    ///
    /// # Errors
    /// A fault of the rules before anybody decides and before chance is asked.
    pub fn start_by_hand(&self) -> Result<Position, Fault> {
        Position::start(self, None)
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let players = &self.0.engine.instance().players;
        formatter.debug_struct("Game").field("rules", &self.0.rules).field("players", players).finish()
    }
}
