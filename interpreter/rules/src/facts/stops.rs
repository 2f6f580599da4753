//! What may come to a decision or to chance: the machine waits there, and loops around it keep their lists.

use crate::model::{AreaKind, Chance, Expression, Model, Opens, PlaceClass, Statement};

use super::calls::{Calls, Node, body, nodes};
use super::does::Does;
use super::effects::classes_of;
use super::walk;
use super::watch::Watching;

/// What may stop, with all it runs and sets off. A yes may be wrong, a no never is (but the end of the game, which is
/// a stop too, does not count).
#[derive(Clone, Debug)]
pub struct Stops(Does);

impl Stops {
    /// Of a game.
    pub fn new(model: &Model, watching: &Watching, calls: &Calls) -> Self {
        Self(Does::new(model, watching, calls, stops_itself))
    }

    /// Whether a body may stop.
    pub fn node(&self, node: Node) -> bool {
        self.0.node(node)
    }

    /// Whether running a statement, with its blocks and all it runs and sets off, may stop.
    pub fn may_stop(&self, model: &Model, watching: &Watching, calls: &Calls, statement: &Statement) -> bool {
        self.0.statement(model, watching, calls, statement)
    }

    /// Whether what the statement itself runs or sets off may stop.
    pub fn runs_stop(&self, model: &Model, watching: &Watching, calls: &Calls, statement: &Statement) -> bool {
        self.0.runs(model, watching, calls, statement)
    }
}

/// Whether the statement itself, its blocks left out, is a decision or chance.
pub fn stops_itself(model: &Model, statement: &Statement) -> bool {
    let traits = statement.traits();
    traits.asks || traits.opens == Opens::Secret || is_chance(model, statement)
}

/// Whether the statement itself is chance. A draw from a pile takes from the top and is none.
pub fn is_chance(model: &Model, statement: &Statement) -> bool {
    match statement.traits().chance {
        Chance::Never => false,
        Chance::Always => true,
        Chance::UnlessPile(from) => !is_pile(model, from),
    }
}

/// Whether anything in a game is left to chance.
pub fn has_chance(model: &Model) -> bool {
    let bodies = nodes(model).into_iter().filter_map(|node| body(model, node));
    bodies.flat_map(walk::statements).any(|statement| is_chance(model, statement))
}

/// Whether a place is certainly a pile.
pub fn is_pile(model: &Model, place: &Expression) -> bool {
    let classes = classes_of(&place.of);
    !classes.is_empty() && classes.into_iter().all(|class| is_pile_class(model, class))
}

/// Whether the places of a class are piles.
pub fn is_pile_class(model: &Model, class: PlaceClass) -> bool {
    match class {
        PlaceClass::Area(area) => match model.areas.get(area.index()).map(|area| &area.kind) {
            Some(AreaKind::Zone(zone)) => zone.ordered,
            Some(AreaKind::Board(_)) | None => false,
        },
        PlaceClass::Box(_) => false,
    }
}
