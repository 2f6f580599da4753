//! Numbers that were tried one by one, turned together and played.

use rulehound_study::{Judged, Kept, Machines, Part, Plan, Player, Recipe, Series, Tables, Tried, choose, together};
use serde_json::{Value, json};

use super::{Studied, goals};
use crate::command::asked::goals_json;

/// So many games are played at most: who wins is known to three or four in a hundred then.
const GAMES: u64 = 1_000;

/// Plays what brings missed goals nearest together; nothing where no goal is missed, nothing helps, or such rules do not play.
pub(super) fn play(studied: &Studied, whole: &Part, judged: &[Judged]) -> Option<Recipe> {
    let turned: Vec<&Tried> = choose(whole, judged).into_iter().filter_map(|one| studied.tried.get(one)).collect();
    if turned.is_empty() {
        return None;
    }
    let game = together(&studied.rules.model, &studied.table, &turned)?;
    let questions: Option<Vec<_>> = studied.asked.questions.iter().map(|question| question.of(&game)).collect();
    let tables = Tables::new(game, None, Vec::new(), questions?);
    let plan = Plan {
        levels: Vec::new(),
        forbidden: Vec::new(),
        compared: false,
        tried: 0,
        closely: 0,
        ..studied.plan.clone()
    };
    let machines = Machines::make(&tables);
    let mut player = Player::new(&plan, &tables, &tables.game, &machines);
    let (games, mut kept) = (GAMES.min(whole.to - whole.from), Kept::default());
    for number in whole.from..whole.from + games {
        let played = player.play(Series::Random, number, false).ok().filter(|played| played.unanswered.is_none())?;
        kept.add(&plan, studied.manifest.players.len(), &[played]);
    }
    let played = Part { manifest: whole.manifest.clone(), from: whole.from, to: whole.from + games, kept };
    let turned = turned.iter().map(|tried| tried.name.clone()).collect();
    Some(Recipe { turned, games, goals: goals::judge(&studied.asked, &played) })
}

/// In lines for people.
pub(super) fn human(recipe: &Recipe) -> Vec<String> {
    let mut lines = vec![format!("with {}, in {} random games:", recipe.turned.join(" and "), recipe.games)];
    lines.extend(recipe.goals.iter().map(|one| format!("  {}", one.told())));
    lines
}

/// The same for programs.
pub(super) fn json(recipe: &Recipe) -> Value {
    json!({"turned": recipe.turned, "games": recipe.games, "goals": goals_json(&recipe.goals)})
}
