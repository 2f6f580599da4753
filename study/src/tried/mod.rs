//! What a designer might turn: a game with one of its numbers otherwise, to see what that makes of it.

mod numbers;
mod settings;

use std::sync::Arc;

use rulehound_interpreter::instance::Table;
use rulehound_interpreter::model::Model;
use rulehound_interpreter::play::Game;

/// So many are tried at most.
const MOST: usize = 24;

/// A game that differs in one number from the one that is studied.
#[derive(Clone, Debug)]
pub struct Tried {
    /// What is otherwise: `goal = 4 (here 3)`, `prize 1125 750 375 (here 1500 1000 500)`.
    pub name: String,
    /// That game, at the same table.
    pub game: Game,
}

/// The game with each setting that the table leaves open otherwise, then with the numbers of its tables and the first values of its variables: of each
/// number about a quarter less and a quarter more. What such rules or such a table do not allow is left out.
pub fn tried(model: &Arc<Model>, table: &Table) -> Vec<Tried> {
    let of_settings = settings::others(model, table).into_iter().map(|(name, table)| (name, Arc::clone(model), table));
    let of_numbers = numbers::others(model).map(|(name, model)| (name, Arc::new(model), table.clone()));
    let games = of_settings.chain(of_numbers).filter_map(|(name, model, table)| {
        let game = Game::load(model, &table).ok()?;
        Some(Tried { name, game })
    });
    games.take(MOST).collect()
}
