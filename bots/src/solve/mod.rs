//! Perfect play of small games.
//!
//! In: a position, what is played for, and how much work there may be. Out: what the position is worth to each seat if everybody plays
//! perfectly, and how. Where nothing is hidden every position that can come is looked at once (`graph`), and values go back from the ends until
//! none changes (`values`). Where something is hidden every course of the game is written down (`game_tree`), and two players learn from what
//! they regret (`regret`); how much somebody could still gain against them (`best_response`) says how good the result is.
//!
//! Numbers here are fractions of doubles, added and multiplied in one order, so they are the same on every machine.

mod best_response;
mod game_tree;
mod graph;
mod payoff;
mod played;
mod regret;
mod strategy;
mod values;
mod whole;

use rulehound_interpreter::play::{Fault, Game, Position};

pub use best_response::{Exploitability, exploitability};
pub use game_tree::{GameTree, InformationSet};
pub use payoff::Payoff;
pub use played::played_by;
pub use strategy::Strategy;
pub use whole::WholeGame;

/// How much work there may be.
#[derive(Clone, Copy, Debug)]
pub struct SolveBounds {
    /// The most positions, or stops of all courses of a game.
    pub most: usize,
    /// The most rounds of learning.
    pub rounds: u32,
    /// Learning ends when nobody could gain more than this.
    pub within: f64,
}

impl Default for SolveBounds {
    fn default() -> Self {
        Self { most: 1_000_000, rounds: 10_000, within: 0.001 }
    }
}

/// Why a position is not solved.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SolveError {
    /// Too much of it.
    #[error("there are more than {0} positions to look at")]
    TooLarge(usize),
    /// More than two players, and something is hidden.
    #[error(
        "something is hidden, and {0} players are at the table: perfect play is worked out for one or two of them only"
    )]
    TooManyPlayers(usize),
    /// Values go round in a circle.
    #[error("what positions are worth does not settle: players who only help each other go round in circles")]
    Unsettled,
    /// What somebody may do hangs on something that he was not told.
    #[error("a player with a choice is told too little to know which options there are")]
    Forgetful,
    /// The rules misbehaved.
    #[error("{0}")]
    Fault(Fault),
}

/// What perfect play comes to.
#[derive(Clone, Debug)]
pub struct Solution {
    /// What the position is worth to each seat.
    pub values: Vec<f64>,
    /// Positions, or stops of all courses of the game.
    pub positions: usize,
    /// Of each option of the position what it is worth to each seat; empty unless somebody decides there and nothing is hidden.
    pub options: Vec<Vec<f64>>,
    /// How to play, where something is hidden.
    pub learned: Option<Learned>,
}

/// What players learned who do not see all.
#[derive(Clone, Debug)]
pub struct Learned {
    /// Every course of the game.
    pub tree: GameTree,
    /// What to do in each information set of it.
    pub strategy: Strategy,
    /// What somebody could gain who knew it.
    pub exploitability: Exploitability,
    /// How many rounds it took.
    pub rounds: u32,
}

/// Works out perfect play from a position. Somebody is asked after each round whether to go on.
///
/// # Errors
/// [`SolveError`]: the game is too large, too many players hide something, or the rules misbehave.
pub fn solve(
    from: &Position,
    payoff: Payoff,
    bounds: SolveBounds,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Solution, SolveError> {
    if from.game().is_open() {
        let graph = graph::Graph::of(from, payoff, bounds.most)?;
        let values = values::values(&graph, from.game().instance().seats())?;
        return Ok(Solution {
            values: values.of(graph.root()),
            positions: graph.len(),
            options: graph.options().iter().map(|node| values.of(*node)).collect(),
            learned: None,
        });
    }
    let seats = seats(from.game())?;
    let tree = GameTree::of(from, payoff, bounds.most)?;
    let (strategy, rounds) = regret::learn(&tree, seats, bounds, go_on);
    let exploitability = exploitability(&tree, &strategy, seats);
    let values = exploitability.values.clone();
    let positions = tree.len();
    Ok(Solution {
        values,
        positions,
        options: Vec::new(),
        learned: Some(Learned { tree, strategy, exploitability, rounds }),
    })
}

/// How many sit at the table, if that is few enough.
fn seats(game: &Game) -> Result<usize, SolveError> {
    match game.instance().seats() {
        seats @ 1..=2 => Ok(seats),
        seats => Err(SolveError::TooManyPlayers(seats)),
    }
}
