//! A position: a value that holds everything needed to go on.

use super::{Chance, Explanation, Fault, Game, Log, Offer, Outcome, Refusals, View, Viewer, Wanted};
use crate::model::{Expression, Local};

/// A game at a stop. Copying it forks the game.
#[derive(Clone, Debug)]
pub struct Position {
    game: Game,
}

/// What the machine waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// One or several players decide.
    Decision,
    /// Chance decides.
    Chance,
    /// Nothing: the game is over.
    Over,
}

/// What an expression gives, for `expect`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The values; one, or those of a set.
    pub values: Vec<i32>,
    /// As scripts write it: `8`, `safe`, `road(7)`, `yes`; of a set the parts joined by commas.
    pub text: String,
    /// Whether it is a set.
    pub set: bool,
}

impl Position {
    /// The rules it belongs to.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What the machine waits for.
    pub fn stop(&self) -> Stop {
        Stop::Over
    }

    /// Who is to decide, in seat order; empty unless [`Stop::Decision`].
    pub fn deciders(&self) -> Vec<usize> {
        Vec::new()
    }

    /// Everything this seat may do now; `None` if it is not to decide.
    ///
    /// # Errors
    /// Fault `secret-read`, `choice-too-wide`, `plan-too-wide` or `budget`.
    pub fn offer(&self, _seat: usize) -> Result<Option<Offer>, Fault> {
        Ok(None)
    }

    /// Everything this seat may not do now though it is meant, with reasons; stops at 1,000 candidates.
    ///
    /// # Errors
    /// As [`Position::offer`].
    pub fn refusals(&self, _seat: usize) -> Result<Refusals, Fault> {
        Ok(Refusals::default())
    }

    /// Whether and why this seat cannot do a thing.
    ///
    /// # Errors
    /// As [`Position::offer`].
    pub fn why_not(&self, _seat: usize, _wanted: &Wanted) -> Result<Explanation, Fault> {
        Ok(Explanation::NotYours { deciders: Vec::new(), rule: None })
    }

    /// Answers for a seat with the option of this number and runs to the next stop.
    ///
    /// # Errors
    /// A fault of the rules (also `not-in-set` if there is no such option); the position is then as before.
    pub fn apply(&mut self, _seat: usize, _option: usize, _log: &mut Log) -> Result<(), Fault> {
        Ok(())
    }

    /// What chance is asked for; `None` unless [`Stop::Chance`].
    pub fn chance(&self) -> Option<Chance> {
        None
    }

    /// Lets chance give the outcome of this number and runs to the next stop.
    ///
    /// # Errors
    /// A fault of the rules; the position is then as before.
    pub fn resolve(&mut self, _outcome: usize, _log: &mut Log) -> Result<(), Fault> {
        Ok(())
    }

    /// How the game ended; `None` unless [`Stop::Over`].
    pub fn outcome(&self) -> Option<Outcome> {
        None
    }

    /// What somebody may see.
    pub fn view(&self, _viewer: Viewer) -> View {
        View {
            phases: Vec::new(),
            deciders: Vec::new(),
            settings: Vec::new(),
            places: Vec::new(),
            variables: Vec::new(),
            outcome: None,
        }
    }

    /// Works out an expression that knows everything, such as a script expects. `locals` are the names it binds itself, numbered behind
    /// those of the model.
    ///
    /// # Errors
    /// A fault of the expression.
    pub fn evaluate(&self, _expression: &Expression, _locals: &[Local]) -> Result<Answer, Fault> {
        Ok(Answer { values: Vec::new(), text: String::new(), set: false })
    }

    /// The declared part in normal form: result, variables, components, `when` bits. Equal for positions that are the same to the rules.
    pub fn declared(&self) -> Vec<i32> {
        Vec::new()
    }

    /// Bytes that [`Game::restore`] reads.
    pub fn save(&self) -> Vec<u8> {
        Vec::new()
    }
}
