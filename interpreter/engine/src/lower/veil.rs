//! Which statements give something away by running: those behind a condition, a choice or a call that depends on what somebody does not
//! see. Of what they do others are told, but not that it was they who did it.
//!
//! Nothing here changes how a game is played. Where it cannot be known before play, the veil errs on the side of silence.

use rulehound_grammar::span::Location;

use super::aloud::is_left_unseen;
use super::met;
use super::{Lowering, Unheard};
use crate::program::Veil;
use rulehound_rules::facts::reads::Reads;
use rulehound_rules::facts::secrets::may_be_hidden;
use rulehound_rules::facts::walk;
use rulehound_rules::model::{
    Binds, Expression, ExpressionKind, KindId, LocalId, Model, Shape, Sort, Statement, StatementKind,
};

impl Veil {
    pub(super) fn is_open(&self) -> bool {
        *self == Self::default()
    }

    /// Nobody may know of it, since it hangs on this.
    pub(super) fn hide(&mut self, because: Location) {
        self.hidden = true;
        self.because.get_or_insert(because);
    }

    /// Whether not all hear what is said here; `node_at` is where expressions stand.
    pub(super) fn unheard(&self, at: Location, node_at: &[Location]) -> Option<Unheard> {
        let condition = self.conditions.first().and_then(|node| node_at.get(node.0 as usize).copied());
        let because = if self.hidden { self.because } else { condition };
        (self.hidden || condition.is_some()).then_some(Unheard { at, because, by_some: !self.hidden })
    }

    fn add(&mut self, other: &Self) {
        self.hidden |= other.hidden;
        self.because = self.because.or(other.because);
        self.private |= other.private;
        for at in &other.components {
            if !self.components.contains(at) {
                self.components.push(*at);
            }
        }
        for condition in &other.conditions {
            if !self.conditions.contains(condition) {
                self.conditions.push(*condition);
            }
        }
    }
}

/// The veils of the body that is being made.
#[derive(Default)]
pub(super) struct Veiling {
    /// Of the statement that is being made.
    pub here: Veil,
    /// Of the blocks in it.
    pub inside: Veil,
    /// Of what comes behind a `leave` that not everybody can see happen.
    pub rest: Veil,
    /// What the conditions of these read.
    pub asked: Reads,
    /// Names that hold something that somebody may not know.
    tainted: std::collections::BTreeSet<LocalId>,
}

impl Lowering<'_> {
    /// The number of the veil for the next instruction; 0 is none.
    pub(super) fn veil_here(&mut self) -> u32 {
        if self.program.veils.is_empty() {
            self.program.veils.push(Veil::default());
        }
        if self.program.veils.last() != Some(&self.veiling.here) {
            if self.veiling.here.is_open() {
                return 0;
            }
            self.program.veils.push(self.veiling.here.clone());
        }
        u32::try_from(self.program.veils.len().saturating_sub(1)).unwrap_or(0)
    }

    /// A new body; the components that a trigger is about are not always seen.
    pub(super) fn unveil(&mut self, watched: Option<LocalId>) {
        self.veiling = Veiling::default();
        self.veiling.tainted.extend(watched);
    }

    /// Makes a block behind the veil of its statement.
    pub(super) fn behind_veil(&mut self, work: impl FnOnce(&mut Self)) {
        let outer = self.veiling.here.clone();
        let inside = std::mem::take(&mut self.veiling.inside);
        self.veiling.here.add(&inside);
        work(self);
        met::forget_rest(self);
        self.veiling.here = outer;
        let rest = self.veiling.rest.clone();
        self.veiling.here.add(&rest);
        self.veiling.inside = inside;
    }

    /// What is left of a plan that could not be carried out: what stood in its way may be hidden.
    pub(super) fn hide_inside(&mut self) {
        self.veiling.inside.hidden = true;
    }

    /// The block at hand is run for one player alone.
    pub(super) fn private_inside(&mut self, private: bool) {
        self.veiling.inside.private = private;
    }

    /// Makes a statement with the veil that its parts ask for.
    pub(super) fn veiled(&mut self, statement: &Statement, work: impl FnOnce(&mut Self)) {
        if walk::blocks(statement).is_empty() && !names_or_calls(statement) {
            return work(self);
        }
        let mut veil = self.veil_of(statement);
        if let StatementKind::If { arms, otherwise: _ } = &statement.kind {
            met::read(self, arms, &mut veil);
        }
        if let StatementKind::Do { runnable, .. } = &statement.kind {
            // Which clause is run, and what that does, depends on the arguments.
            let outer = self.veiling.here.clone();
            self.veiling.here.add(&veil);
            let clauses = self.model.runnables.get(runnable.index()).map_or(0, |found| found.clauses.len());
            self.veiling.here.call = (clauses == 1 && !veil.is_open()).then(|| Box::new(outer.clone()));
            work(self);
            self.veiling.here = outer;
            return;
        }
        let outer = std::mem::replace(&mut self.veiling.inside, veil.clone());
        self.taint(statement, &veil);
        work(self);
        self.veiling.inside = outer;
        if !veil.is_open() && is_left_unseen(self, statement) {
            if veil.hidden || !veil.components.is_empty() {
                veil.hide(statement.at);
            }
            self.veiling.rest.add(&veil);
            self.veiling.here.add(&veil);
        }
    }

    /// What must be known to tell which of a statement's blocks runs, or which body it calls.
    fn veil_of(&self, statement: &Statement) -> Veil {
        let mut veil = Veil::default();
        walk::expressions(statement, &mut |_, expression| self.add_veil(expression, &mut veil));
        veil
    }

    pub(super) fn add_veil(&self, expression: &Expression, veil: &mut Veil) {
        if self.reads_secrets(expression) {
            veil.hide(expression.at);
        }
        for part in walk::deep(expression) {
            if let ExpressionKind::Local(local) = &*part.kind {
                self.add_name(*local, part.at, veil);
            }
        }
    }

    /// What must be seen to know what a name holds.
    pub(super) fn add_name(&self, local: LocalId, at: Location, veil: &mut Veil) {
        if !self.veiling.tainted.contains(&local) {
            return;
        }
        // A component that all see by now is no secret any more.
        let of = self.model.locals.get(local.index()).map(|local| &local.of);
        let one = of.is_some_and(|of| matches!((&of.sort, of.shape), (Sort::Component { .. }, Shape::One)));
        match self.locals.get(local.index()).copied().flatten().filter(|_| one) {
            Some(cell) => veil.add(&Veil { components: vec![cell], ..Veil::default() }),
            None => veil.hide(at),
        }
    }

    /// Notes the names that hold something hidden.
    fn taint(&mut self, statement: &Statement, veil: &Veil) {
        let mut names = Vec::new();
        match statement.traits().binds {
            // What is drawn by lot all are told, but not what a component is.
            Binds::Elements([binder]) if matches!(statement.kind, StatementKind::DrawOne(_)) => {
                if matches!(binder.set.of.sort, Sort::Component { .. }) {
                    self.veiling.tainted.insert(binder.local);
                }
                return;
            }
            Binds::Nothing => return,
            Binds::Value(local, _) => names.push(local),
            Binds::Elements(binders) => names.extend(binders.iter().map(|binder| binder.local)),
            Binds::Several(set, binder) => names.extend([set, binder.local]),
            Binds::Options(options) => {
                let meant = options.iter().map(|option| &option.offered.meant);
                names.extend(
                    meant.flat_map(|meant| {
                        [meant.names(), meant.binders().iter().map(|it| it.local).collect()].concat()
                    }),
                );
            }
        }
        // What is open when it gets its name may change after it went somewhere hidden.
        let changes = |local: &LocalId| match self.model.locals.get(local.index()).map(|local| &local.of.sort) {
            Some(Sort::Component { kinds }) => kinds.iter().any(|kind| changes_in_secret(self.model, *kind)),
            Some(_) | None => false,
        };
        let names: Vec<LocalId> = names.into_iter().filter(|local| !veil.is_open() || changes(local)).collect();
        self.veiling.tainted.extend(names);
    }
}

/// Whether components of a kind may change where somebody does not see them.
fn changes_in_secret(model: &Model, kind: KindId) -> bool {
    let changes = model.kinds.get(kind.index()).is_some_and(|it| it.attributes.iter().any(|one| !one.printed));
    changes && may_be_hidden(model, kind)
}

/// Whether a statement without blocks matters: what it binds may be asked later, or what it calls depends on it.
fn names_or_calls(statement: &Statement) -> bool {
    matches!(
        statement.kind,
        StatementKind::Do { .. } | StatementKind::Let(..) | StatementKind::Choose(_) | StatementKind::DrawOne(_)
    )
}
