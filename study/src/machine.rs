//! Random games that nobody looks into, by machine code: the same games, many times as fast.

use rulehound::workshop::Generators;
use rulehound_interpreter::play::Game;
use rulehound_native::{Native, Player};

use crate::kept::Row;
use crate::plan::Series;

/// The games of a study, at their tables.
#[derive(Clone)]
pub struct Tables {
    /// The one that is studied.
    pub game: Game,
    /// The one to compare with.
    pub base: Option<Game>,
    /// The game with other settings.
    pub settings: Vec<Game>,
}

impl Tables {
    /// The game of a series.
    pub(crate) fn of(&self, series: Series) -> &Game {
        let other = match series {
            Series::Base => self.base.as_ref(),
            Series::Setting(which) => self.settings.get(usize::from(which)),
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
    settings: Vec<Option<Native>>,
}

/// Whoever plays with it; where there is none the interpreter plays, and finds the same.
pub(crate) struct Machine {
    game: Option<Player>,
    base: Option<Player>,
    settings: Vec<Option<Player>>,
}

impl Machines {
    /// Of all games of a study.
    pub fn make(tables: &Tables) -> Self {
        let native = |game: &Game| Native::new(game).ok();
        let base = tables.base.as_ref().and_then(native);
        Self { game: native(&tables.game), base, settings: tables.settings.iter().map(native).collect() }
    }

    pub(crate) fn machine(&self) -> Machine {
        let player = |native: &Option<Native>| native.as_ref().and_then(|native| native.player().ok());
        Machine {
            game: player(&self.game),
            base: player(&self.base),
            settings: self.settings.iter().map(player).collect(),
        }
    }
}

impl Machine {
    /// How a game of a series goes, if machine code can play it.
    pub(crate) fn play(&mut self, series: Series, number: u64, generators: Generators, most: u64) -> Option<Row> {
        let player = match series {
            Series::Base => &mut self.base,
            Series::Setting(which) => self.settings.get_mut(usize::from(which))?,
            _ => &mut self.game,
        };
        let course = player.as_mut()?.random(generators.chance, Some(generators.bots), most).ok()?;
        let over = course.outcome.is_some();
        let winners = course.outcome.map(|outcome| outcome.winners()).unwrap_or_default();
        let (decisions, free, options) = (course.decisions, course.free, course.options);
        Some(Row { series, number, over, winners, decisions, free, options })
    }
}
