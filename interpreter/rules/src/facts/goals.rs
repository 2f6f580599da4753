//! What players have to bring about to win: each `win` with the conditions around it.
//!
//! Only what can be asked of any position is taken: conditions that need nothing but who is meant. A `win` that nothing guards, or that ranks
//! everybody, is no goal here.

use std::collections::BTreeSet;

use crate::model::{Block, Expression, ExpressionKind, LocalId, Model, Shape, Sort, StatementKind, Watch, Win};

use super::walk::{self, Inside};

/// What leads to an end of the game.
#[derive(Clone, Debug)]
pub struct Goal<'m> {
    /// The names in it, which stand for players.
    pub names: Vec<LocalId>,
    /// What must hold, all of it; never empty.
    pub conditions: Vec<&'m Expression>,
    /// Who wins then (a *set*, or one or none); nobody if left out.
    pub winners: Option<&'m Expression>,
}

/// All goals of a game, in written order.
pub fn goals(model: &Model) -> Vec<Goal<'_>> {
    let mut found = Found { model, around: Vec::new(), goals: Vec::new() };
    for trigger in &model.triggers {
        if let Watch::When { binder, condition } = &trigger.watch {
            found.around.extend(binder.iter().flat_map(|binder| &binder.condition));
            found.around.push(condition);
        }
        found.block(&trigger.body);
        found.around.clear();
    }
    for clause in model.runnables.iter().filter(|it| it.replaced.is_none()).flat_map(|it| &it.clauses) {
        found.block(&clause.body);
    }
    found.goals
}

/// What has been found on the way.
struct Found<'m> {
    model: &'m Model,
    /// What holds where the walk is.
    around: Vec<&'m Expression>,
    goals: Vec<Goal<'m>>,
}

impl<'m> Found<'m> {
    fn block(&mut self, block: &'m Block) {
        for statement in &block.statements {
            let before = self.around.len();
            if let StatementKind::Win(win) = &statement.kind {
                match win {
                    Win::Nobody => self.goal(None),
                    Win::These(winners) => self.goal(Some(winners)),
                    Win::Ranked(..) => {}
                }
            } else if let StatementKind::If { arms, otherwise: _ } = &statement.kind {
                for (condition, block) in arms {
                    self.around.push(condition);
                    self.block(block);
                    self.around.truncate(before);
                }
            } else {
                if let StatementKind::For(selection, _) = &statement.kind {
                    self.around.extend(selection.binders.iter().flat_map(|binder| &binder.condition));
                }
                // That there is nothing to choose is no condition that can be asked.
                let inner = walk::blocks(statement).into_iter().filter(|(inside, _)| *inside != Inside::IfNone);
                inner.for_each(|(_, block)| self.block(block));
                self.around.truncate(before);
            }
        }
    }

    /// Here the game ends.
    fn goal(&mut self, winners: Option<&'m Expression>) {
        let players = |name: &LocalId| {
            let local = self.model.locals.get(name.index());
            local.is_some_and(|local| local.of.sort == Sort::Player && local.of.shape == Shape::One)
        };
        let asks_players = |expression: &&'m Expression| free(expression).iter().all(players);
        let conditions: Vec<_> = self.around.iter().copied().filter(asks_players).collect();
        if conditions.is_empty() || !winners.iter().all(asks_players) {
            return;
        }
        let names: BTreeSet<LocalId> = conditions.iter().copied().chain(winners).flat_map(free).collect();
        self.goals.push(Goal { names: names.into_iter().collect(), conditions, winners });
    }
}

/// The names that an expression reads and does not bind itself.
fn free(expression: &Expression) -> BTreeSet<LocalId> {
    let (mut read, mut bound) = (BTreeSet::new(), BTreeSet::new());
    for part in walk::deep(expression) {
        bound.extend(walk::binders(part).iter().map(|binder| binder.local));
        if let ExpressionKind::Local(name) = &*part.kind {
            read.insert(*name);
        }
        if let ExpressionKind::Reach { local, from: _, to: _ } = &*part.kind {
            bound.insert(*local);
        }
    }
    read.difference(&bound).copied().collect()
}
