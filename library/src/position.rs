//! Positions: where a game stands, and going on from there.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::choice::Offer;
use crate::{Choice, Fault, Game, Misuse, OptionKey, Outcome, PlayError, Question, Seat, Status};
use rulehound_interpreter::play::{self, Log, Seeded, Stop};

/// Where a game stands: somebody decides, chance is asked, or it is over.
///
/// It is a value: a clone is a game of its own that goes on from here. Positions are equal if everything on the table is, with all that is
/// still hidden; what chance will give is no part of that.
///
/// ```
/// use rulehound::{Random, Rules, Status};
///
/// let game = Rules::from_text("sticks.rules", rulehound::STICKS)?.game().build()?;
/// let mut position = game.start(1)?;
/// let mut random = Random::new(1);
/// let outcome = loop {
///     match position.status() {
///         Status::Decision(seats) => {
///             let options = position.options(seats[0])?;
///             let choice = random.pick(&options).expect("whoever decides has options");
///             position.play(choice)?;
///         }
///         Status::Chance => unreachable!("chance comes from the seed"),
///         Status::Over(outcome) => break outcome,
///     }
/// };
/// assert_eq!(outcome.winners().len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Position {
    pub(crate) game: Game,
    pub(crate) engine: play::Position,
    pub(crate) chance: Option<Seeded>,
    /// What has happened since the stop before.
    pub(crate) log: Arc<Log>,
    pub(crate) listens: bool,
}

impl Position {
    pub(crate) fn start(game: &Game, chance: Option<Seeded>) -> Result<Self, Fault> {
        let mut log = Log::new();
        let fault = |fault| Fault::new(fault, game.rules());
        let engine = game.engine().start(&mut log).map_err(fault)?;
        let position = Self { game: game.clone(), engine, chance: None, log: Arc::default(), listens: true };
        match position.settled(chance, log) {
            Ok(position) => Ok(position),
            Err(PlayError::Fault(fault)) => Err(*fault),
            // Only what the position itself has named was asked for.
            Err(PlayError::Misuse(misuse)) => Err(fault(play::Fault {
                code: "misuse",
                message: misuse.to_string(),
                at: Default::default(),
                chain: Vec::new(),
            })),
        }
    }

    /// One that was saved. Where it was saved nothing had happened since.
    pub(crate) fn resumed(game: &Game, engine: play::Position, chance: Option<Seeded>) -> Self {
        Self { game: game.clone(), engine, chance, log: Arc::default(), listens: true }
    }

    /// The same position with this source of chance, gone on to where chance is not asked.
    pub(crate) fn settled(mut self, mut chance: Option<Seeded>, mut log: Log) -> Result<Self, PlayError> {
        if let Some(chance) = &mut chance {
            Self::draw(&mut self.engine, chance, &mut log).map_err(|error| self.wrong(error))?;
        }
        self.chance = chance;
        self.log = Arc::new(log);
        Ok(self)
    }

    /// Lets chance decide until somebody else has to.
    fn draw(engine: &mut play::Position, chance: &mut Seeded, log: &mut Log) -> Result<(), play::PlayError> {
        while engine.stop() == Stop::Chance {
            let outcome = chance.pick_weight(&engine.weights());
            engine.resolve(outcome, log)?;
        }
        Ok(())
    }

    /// Goes on by `step` and lets chance decide behind it; on any error everything is as it was.
    pub(crate) fn go_on(
        &mut self,
        step: impl FnOnce(&mut play::Position, &mut Log) -> Result<(), play::PlayError>,
    ) -> Result<(), PlayError> {
        let mut log = self.log();
        let before = self.chance.as_ref().map(|chance| (self.engine.clone(), chance.clone()));
        let mut result = step(&mut self.engine, &mut log);
        if let (Ok(()), Some(chance)) = (&result, &mut self.chance) {
            result = Self::draw(&mut self.engine, chance, &mut log);
        }
        match result {
            Ok(()) => {
                self.log = Arc::new(log);
                Ok(())
            }
            Err(error) => {
                if let Some((engine, chance)) = before {
                    (self.engine, self.chance) = (engine, Some(chance));
                }
                Err(self.wrong(error))
            }
        }
    }

    pub(crate) fn log(&self) -> Log {
        if self.listens { Log::new() } else { Log::silent() }
    }

    pub(crate) fn wrong(&self, error: play::PlayError) -> PlayError {
        PlayError::new(error, self.game.rules())
    }

    /// Its game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What it waits for.
    pub fn status(&self) -> Status {
        match self.engine.stop() {
            Stop::Decision => Status::Decision(self.deciders()),
            Stop::Chance => Status::Chance,
            Stop::Over => Status::Over(self.outcome().unwrap_or_else(|| {
                let seats = self.game.seats().len();
                Outcome { places: vec![None; seats], keys: vec![Vec::new(); seats] }
            })),
        }
    }

    /// Who decides, in the order of the seats; nobody where chance is asked and where the game is over.
    pub fn deciders(&self) -> Vec<Seat> {
        self.engine.deciders().into_iter().map(Seat::new).collect()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.engine.stop() == Stop::Over
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.engine.outcome().map(Outcome::new)
    }

    /// Everything this seat may do now; nothing if it is not to decide.
    ///
    /// # Errors
    /// Nobody sits there, or a fault of the rules.
    pub fn options(&self, seat: Seat) -> Result<Vec<Choice>, PlayError> {
        let Some(offer) = self.offer(seat)? else { return Ok(Vec::new()) };
        Ok((0..offer.len()).map(|number| Choice { offer: offer.clone(), number }).collect())
    }

    /// The option that has this key now.
    ///
    /// # Errors
    /// No option of this seat has it ([`Misuse::NoSuchKey`]), nobody sits there, or a fault of the rules.
    pub fn option(&self, seat: Seat, key: OptionKey) -> Result<Choice, PlayError> {
        let offer = self.offer(seat)?.ok_or(Misuse::NotDeciding { seat })?;
        let number = offer.keyed(key).ok_or(Misuse::NoSuchKey { seat })?;
        Ok(Choice { offer, number })
    }

    pub(crate) fn offer(&self, seat: Seat) -> Result<Option<Arc<Offer>>, PlayError> {
        let index = seat.index();
        let listed = self.engine.offer(index).and_then(|offer| Ok(offer.zip(self.engine.bound(index)?)));
        let listed = listed.map_err(|error| self.wrong(error))?;
        Ok(listed.map(|(offer, bound)| Arc::new(Offer::new(self.game.clone(), self.engine.clone(), offer, bound))))
    }

    /// How many options this seat has now, without wording them; 0 if it is not to decide.
    ///
    /// ```
    /// # use rulehound::Rules;
    /// let mut position = Rules::from_text("sticks.rules", rulehound::STICKS)?.game().build()?.start(1)?.silent();
    /// while let Some(seat) = position.deciders().first().copied() {
    ///     let last = position.count(seat)? - 1;
    ///     position.play_nth(seat, last)?;
    /// }
    /// assert!(position.is_over());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Nobody sits there, or a fault of the rules.
    pub fn count(&self, seat: Seat) -> Result<usize, PlayError> {
        self.engine.count(seat.index()).map_err(|error| self.wrong(error))
    }

    /// What this seat is asked; `None` if it is not to decide.
    ///
    /// ```
    /// # use rulehound::Rules;
    /// let position = Rules::from_text("sticks.rules", rulehound::STICKS)?.game().build()?.start(1)?;
    /// let question = position.question(position.deciders()[0])?.unwrap();
    /// assert_eq!(question.prompt, "Take one, two or three sticks.");
    /// assert_eq!(question.section.as_deref(), Some("2"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Nobody sits there, or a fault of the rules.
    pub fn question(&self, seat: Seat) -> Result<Option<Question>, PlayError> {
        let asked = self.engine.asked(seat.index(), play::Viewer::Seat(seat.index()));
        Ok(asked.map_err(|error| self.wrong(error))?.map(|asked| Question::new(asked, &self.game)))
    }

    /// Takes an option and goes on to where somebody decides next. On an error the position is as it was.
    ///
    /// ```
    /// use rulehound::{Misuse, PlayError, Rules};
    ///
    /// let mut position = Rules::from_text("sticks.rules", rulehound::STICKS)?.game().build()?.start(1)?;
    /// let option = position.options(position.deciders()[0])?.remove(0);
    /// position.play(&option)?;
    /// let again = position.play(&option);
    /// assert_eq!(again, Err(PlayError::Misuse(Misuse::Stale { option: "take 1".to_owned() })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The option is of another position or another game, or a fault of the rules.
    pub fn play(&mut self, choice: &Choice) -> Result<(), PlayError> {
        let option = || choice.text().to_owned();
        if !self.game.is_same(&choice.offer.game) {
            return Err(Misuse::ForeignGame { option: option() }.into());
        }
        if self.engine != choice.offer.position {
            return Err(Misuse::Stale { option: option() }.into());
        }
        self.play_nth(choice.seat(), choice.number())
    }

    /// The position behind an option; this one stays as it is.
    ///
    /// ```
    /// # use rulehound::Rules;
    /// let position = Rules::from_text("sticks.rules", rulehound::STICKS)?.game().build()?.start(1)?;
    /// for option in position.options(position.deciders()[0])? {
    ///     let left = position.after(&option)?.public_view().at("heap").unwrap().count();
    ///     assert_eq!(left, 10 - (option.number() as u32 + 1));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Position::play`].
    pub fn after(&self, choice: &Choice) -> Result<Self, PlayError> {
        let mut next = self.clone();
        next.play(choice).map(|()| next)
    }

    /// Takes the option of this number, without listing them: with [`Position::count`] the fast way for bots that look at many positions.
    ///
    /// # Errors
    /// The seat is not to decide or has no such option, or a fault of the rules.
    pub fn play_nth(&mut self, seat: Seat, number: usize) -> Result<(), PlayError> {
        self.go_on(|engine, log| engine.apply(seat.index(), number, log))
    }

    /// The same position, keeping no events from now on. Going on is several times as fast then.
    #[must_use]
    pub fn silent(mut self) -> Self {
        self.listens = false;
        self.log = Arc::default();
        self
    }

    /// Whether another is the same to the rules, whichever of several like things lies where.
    pub fn is_like(&self, other: &Self) -> bool {
        self.game.is_same(&other.game) && self.engine.is_same(&other.engine)
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.game.is_same(&other.game) && self.engine == other.engine
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.engine.hash(state);
    }
}

impl fmt::Debug for Position {
    /// Who decides, and nothing of what lies where: what is hidden stays so in logs, too.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.game.rules().title();
        formatter.debug_struct("Position").field("of", name).field("status", &self.status()).finish_non_exhaustive()
    }
}
