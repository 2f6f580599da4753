//! What one viewer is sent: the scene he sees and the question he is asked, as JSON. Nothing here comes from anywhere but a view of his own.

mod ask;
mod plan;
mod scene;
#[cfg(test)]
mod twins;

use rulehound_interpreter::play::{Position, Stop};
use rulehound_interpreter::scene::Scene;
use serde_json::{Value, json};

pub use ask::asked;
pub use plan::plans;

/// The table as somebody sees it, whose scene of this position it is.
pub fn seen(position: &Position, scene: &Scene) -> Value {
    let players = &position.game().instance().players;
    let over = (position.stop() == Stop::Over).then(|| {
        let outcome = position.outcome();
        let winners = outcome.as_ref().map(|outcome| outcome.winners()).unwrap_or_default();
        json!({ "winners": winners, "places": outcome.map(|outcome| outcome.places) })
    });
    json!({
        "scene": scene::scene(scene, players),
        "over": over,
    })
}
