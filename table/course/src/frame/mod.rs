//! What one viewer is sent: the scene he sees and the question he is asked, as JSON. Nothing here comes from anywhere but a view of his own.

mod ask;
mod plan;
mod scene;
#[cfg(test)]
mod twins;

use rulehound_interpreter::play::{Position, Stop};
use rulehound_interpreter::scene::Scene;
use serde::Serialize;
use serde_json::Value;

pub use ask::{Asked, asked};
pub use plan::plans;
use scene::SceneTold;

/// The table as somebody sees it, and what he is asked.
#[derive(Serialize)]
pub struct Seen<'s> {
    /// His question, if he has one.
    pub ask: Option<Ask<'s>>,
    /// What the table says besides.
    pub extra: &'s Value,
    over: Option<Over>,
    scene: SceneTold<'s>,
}

/// A question.
#[derive(Serialize)]
pub struct Ask<'s> {
    /// What it is.
    pub of: &'s Asked,
    /// Its number.
    pub q: u32,
}

/// How the game ended.
#[derive(Serialize)]
struct Over {
    places: Option<Vec<Option<u32>>>,
    winners: Vec<usize>,
}

/// What somebody is sent whose scene of this position it is.
pub fn seen<'s>(position: &Position, scene: &'s Scene, ask: Option<Ask<'s>>, extra: &'s Value) -> Seen<'s> {
    let over = (position.stop() == Stop::Over).then(|| {
        let outcome = position.outcome();
        let winners = outcome.as_ref().map(|outcome| outcome.winners()).unwrap_or_default();
        Over { places: outcome.map(|outcome| outcome.places), winners }
    });
    Seen { ask, extra, over, scene: SceneTold::of(scene, &position.game().instance().players) }
}
