//! Random games that nobody looks into, by machine code: the same games, many times as fast.

use rulehound::workshop::Generators;
use rulehound_interpreter::play::{Game, Position};
use rulehound_native::{Native, Player};

use crate::kept::Row;
use crate::plan::Series;
use crate::question::Question;

/// The games of a study, at their tables.
#[derive(Clone)]
pub struct Tables {
    /// The one that is studied.
    pub game: Game,
    /// The one to compare with.
    pub base: Option<Game>,
    /// The game with other numbers.
    pub tried: Vec<Game>,
    /// What is asked of the end of random games.
    pub questions: Vec<Question>,
    /// The same of the game to compare with, where its rules know of it.
    pub base_questions: Vec<Option<Question>>,
    /// The same of each game with another number.
    pub tried_questions: Vec<Vec<Option<Question>>>,
}

impl Tables {
    /// Of a game, the one to compare with, and those with other numbers.
    pub fn new(game: Game, base: Option<Game>, tried: Vec<Game>, questions: Vec<Question>) -> Self {
        let of = |game: &Game| questions.iter().map(|one| one.of(game)).collect();
        let base_questions = base.as_ref().map_or_else(|| vec![None; questions.len()], of);
        let tried_questions = tried.iter().map(of).collect();
        Self { game, base, tried, questions, base_questions, tried_questions }
    }

    /// What the end of a game of a series answers to each question; nothing where it is not asked.
    ///
    /// # Errors
    /// Which question cannot be worked out there, and why.
    pub(crate) fn answers(&self, series: Series, end: &Position) -> Result<Vec<Option<i64>>, String> {
        let ask = |question: &Question| {
            question.ask(end).map_err(|fault| format!("`{}` cannot be worked out: {}", question.text, fault.message))
        };
        match series {
            Series::Random | Series::Level(_) => self.questions.iter().map(|one| ask(one).map(Some)).collect(),
            Series::Base | Series::BaseLevel => {
                self.base_questions.iter().map(|one| one.as_ref().map(ask).transpose()).collect()
            }
            // Each of these games has numbers of its own, and they are read by its own program.
            Series::Tried(which) => {
                let questions = self.tried_questions.get(usize::from(which)).map(Vec::as_slice).unwrap_or_default();
                Ok(questions.iter().map(|one| one.as_ref()?.ask(end).ok()).collect())
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Whether something is asked of the end of such games.
    pub(crate) fn asks(&self, series: Series) -> bool {
        match series {
            Series::Random | Series::Level(_) => !self.questions.is_empty(),
            Series::Base | Series::BaseLevel => self.base_questions.iter().any(Option::is_some),
            Series::Tried(_) => !self.questions.is_empty(),
            _ => false,
        }
    }

    /// The game of a series.
    pub(crate) fn of(&self, series: Series) -> &Game {
        let other = match series {
            Series::Base | Series::BaseLevel => self.base.as_ref(),
            Series::Tried(which) => self.tried.get(usize::from(which)),
            _ => None,
        };
        other.unwrap_or(&self.game)
    }
}

/// Machine code of the games of a study, made once.
#[derive(Default)]
pub struct Machines {
    game: Option<Native>,
    base: Option<Native>,
    tried: Vec<Option<Native>>,
}

/// Whoever plays with it; where there is none the interpreter plays, and finds the same.
pub(crate) struct Machine {
    game: Option<Player>,
    base: Option<Player>,
    tried: Vec<Option<Player>>,
}

impl Machines {
    /// Of all games of a study.
    pub fn make(tables: &Tables) -> Self {
        let native = |game: &Game| Native::new(game).ok();
        let base = tables.base.as_ref().and_then(native);
        Self { game: native(&tables.game), base, tried: tables.tried.iter().map(native).collect() }
    }

    pub(crate) fn machine(&self) -> Machine {
        let player = |native: &Option<Native>| native.as_ref().and_then(|native| native.player().ok());
        Machine { game: player(&self.game), base: player(&self.base), tried: self.tried.iter().map(player).collect() }
    }
}

impl Machine {
    /// How a game of a series goes, if machine code can play it; with the position at its end, if that is wanted of `game`.
    pub(crate) fn play(
        &mut self,
        (series, number): (Series, u64),
        generators: Generators,
        most: u64,
        wanted: Option<&Game>,
    ) -> Option<(Row, Option<Position>)> {
        let player = match series {
            Series::Base => &mut self.base,
            Series::Tried(which) => self.tried.get_mut(usize::from(which))?,
            _ => &mut self.game,
        };
        let player = player.as_mut()?;
        let course = player.random(generators.chance, Some(generators.bots), most).ok()?;
        let over = course.outcome.is_some();
        // Where the end is no position, which never was so, the interpreter plays the game.
        let end = match wanted.filter(|_| over) {
            Some(game) => Some(game.position_of(&player.position(), &player.notes())?),
            None => None,
        };
        let winners = course.outcome.map(|outcome| outcome.winners()).unwrap_or_default();
        let (decisions, free, options) = (course.decisions, course.free, course.options);
        Some((Row { series, number, over, winners, decisions, free, options }, end))
    }
}
