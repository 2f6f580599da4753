//! What a designer might turn: a game with one of its numbers otherwise, to see what that makes of it.

mod numbers;
mod settings;

use std::sync::Arc;

use rulehound_grammar::span::Span;
use rulehound_interpreter::instance::Table;
use rulehound_interpreter::model::Model;
use rulehound_interpreter::play::Game;

/// So many are tried at most.
const MOST: usize = 24;

/// A game that differs in one number from the one that is studied.
#[derive(Clone, Debug)]
pub struct Tried {
    /// What is otherwise: `goal = 4 (here 3)`, `prize = 1000 800 400 (here 1500 1000 500)`.
    pub name: String,
    /// That game, at the same table.
    pub game: Game,
    turn: Turn,
}

/// What is done to the rules, or to the table.
#[derive(Clone, Debug)]
enum Turn {
    /// A setting has another value.
    Setting { name: String, value: String },
    /// In a file other numbers stand in these places.
    Numbers { file: usize, places: Vec<(Span, String)> },
}

/// The game with each setting that the table leaves open otherwise, then with the numbers of its tables and the first values of its variables: of each
/// number about a quarter less and a quarter more. What such rules or such a table do not allow is left out.
pub fn tried(model: &Arc<Model>, table: &Table) -> Vec<Tried> {
    let turns = settings::others(model, table).into_iter().chain(numbers::others(model));
    let games = turns.filter_map(|(name, turn)| {
        let game = turned(model, table, &[&turn])?;
        Some(Tried { name, game, turn })
    });
    games.take(MOST).collect()
}

/// The game with several things otherwise at once, if its rules allow that.
pub fn together(model: &Arc<Model>, table: &Table, tried: &[&Tried]) -> Option<Game> {
    turned(model, table, &tried.iter().map(|one| &one.turn).collect::<Vec<_>>())
}

fn turned(model: &Arc<Model>, table: &Table, turns: &[&Turn]) -> Option<Game> {
    let (mut table, mut places) = (table.clone(), Vec::new());
    for turn in turns {
        match turn {
            Turn::Setting { name, value } => {
                table.settings.insert(name.clone(), value.clone());
            }
            Turn::Numbers { file, places: more } => {
                places.extend(more.iter().map(|(span, number)| (*file, *span, number.as_str())));
            }
        }
    }
    let model = if places.is_empty() { Arc::clone(model) } else { Arc::new(numbers::changed(model, places)?) };
    Game::load(model, &table).ok()
}
