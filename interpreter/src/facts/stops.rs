//! What may come to a decision or to chance: the machine waits there, and loops around it keep their lists.

use std::collections::BTreeSet;

use crate::model::{AreaKind, Chance, Expression, Model, Opens, PlaceClass, Statement};

use super::calls::{self, Calls, Node};
use super::effects::classes_of;
use super::walk;
use super::watch::Watching;

/// What may stop, with all it runs and sets off. A yes may be wrong, a no never is (but the end of the game, which is
/// a stop too, does not count).
#[derive(Clone, Debug, Default)]
pub struct Stops {
    nodes: BTreeSet<Node>,
}

impl Stops {
    /// Of a game.
    pub fn new(model: &Model, watching: &Watching, calls: &Calls) -> Self {
        let mut stops = Self::default();
        for node in calls::nodes(model) {
            let statements = calls::body(model, node).map(walk::statements).unwrap_or_default();
            if statements.into_iter().any(|statement| stops_itself(model, statement)) {
                stops.nodes.insert(node);
            }
        }
        stops.spread(model, watching, calls);
        stops
    }

    /// Carries the answer from the called to the callers until nothing changes.
    fn spread(&mut self, model: &Model, watching: &Watching, calls: &Calls) {
        loop {
            let before = self.nodes.len();
            for node in calls.inner_first() {
                // Code inside `when` bodies has no edges to other `when`, so its statements are asked too.
                let runs = calls.next(*node).iter().any(|next| self.nodes.contains(next));
                if !self.nodes.contains(node) && (runs || self.body_may_stop(model, watching, calls, *node)) {
                    self.nodes.insert(*node);
                }
            }
            if before == self.nodes.len() {
                return;
            }
        }
    }

    fn body_may_stop(&self, model: &Model, watching: &Watching, calls: &Calls, node: Node) -> bool {
        let statements = calls::body(model, node).map(walk::statements).unwrap_or_default();
        statements.into_iter().any(|statement| self.runs_stop(model, watching, calls, statement))
    }

    /// Whether a body may stop.
    pub fn node(&self, node: Node) -> bool {
        self.nodes.contains(&node)
    }

    /// Whether running a statement, with its blocks and all it runs and sets off, may stop.
    pub fn may_stop(&self, model: &Model, watching: &Watching, calls: &Calls, statement: &Statement) -> bool {
        let mut all = vec![statement];
        all.extend(walk::blocks(statement).into_iter().flat_map(|(_, block)| walk::statements(block)));
        all.into_iter().any(|one| stops_itself(model, one) || self.runs_stop(model, watching, calls, one))
    }

    /// Whether what the statement itself runs or sets off may stop.
    pub fn runs_stop(&self, model: &Model, watching: &Watching, calls: &Calls, statement: &Statement) -> bool {
        let triggers = watching.after_move(model, statement).into_iter();
        let whens = calls.with_following(watching.whens(model, statement));
        let called = calls::called(model, statement);
        called.into_iter().chain(triggers.chain(whens).map(Node::Trigger)).any(|node| self.nodes.contains(&node))
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
