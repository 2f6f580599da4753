//! Who decides in a phase or rule that others run: a player it is given, or whoever is on turn.
//!
//! A rule is worded once, for all who run it. So `the player chooses` may stand there only if everybody who runs it gives it the very player
//! who is on turn; else whoever runs it has to say whose turn it is.

use std::collections::BTreeSet;

use rulehound_rules::facts::walk;
use rulehound_rules::model::{
    Block, Cell, Clause, Expression, ExpressionKind, LocalId, Model, RunnableId, Sort, StatementKind, VariableId,
};

/// What is known of each phase and rule.
#[derive(Clone, Debug, Default)]
pub struct Turns {
    /// Which of its parameters may be the player on turn, however it is run.
    deciders: Vec<BTreeSet<usize>>,
    /// Whether somebody decides in it, or in what it runs, who is not named there.
    unnamed: Vec<bool>,
}

/// Who is on turn at some point of a body.
#[derive(Clone, Copy)]
enum OnTurn {
    /// Whoever was on turn when it was run.
    Caller,
    /// Whoever bears this name.
    Named(LocalId),
    /// Whom this variable holds, in the first statement: nothing can have changed it by then.
    Held(VariableId),
    /// Somebody who has no name there.
    Other,
}

/// A `do`, and who is on turn then.
struct Run<'m> {
    runnable: RunnableId,
    arguments: &'m [Expression],
    on_turn: OnTurn,
}

impl Turns {
    /// Of a whole game.
    pub fn new(model: &Model) -> Self {
        let players = |of: &[rulehound_rules::model::Type]| {
            let all = of.iter().enumerate().filter(|(_, of)| of.sort == Sort::Player);
            all.map(|(at, _)| at).collect::<BTreeSet<usize>>()
        };
        let mut turns = Self {
            deciders: model.runnables.iter().map(|one| players(&one.parameters)).collect(),
            unnamed: vec![false; model.runnables.len()],
        };
        while turns.narrowed(model) {}
        while turns.spread(model) {}
        turns
    }

    /// The name of the player on turn in a clause, if it is given one.
    pub fn decider(&self, id: RunnableId, clause: &Clause) -> Option<LocalId> {
        let all = self.deciders.get(id.index())?;
        all.iter().find_map(|at| clause.parameters.get(*at).copied().flatten())
    }

    /// Whether something that a body runs has decisions by whoever is on turn, so that it must be said here who that is.
    pub fn must_be_said(&self, model: &Model, body: &Block) -> bool {
        let mut runs = Vec::new();
        collect(model, body, OnTurn::Caller, &mut runs);
        runs.iter().any(|run| matches!(run.on_turn, OnTurn::Caller) && self.is_unnamed(run.runnable))
    }

    /// Whether something that a body runs has decisions by whoever is on turn here. Where somebody else was spoken to, it must be said that it is
    /// another's turn.
    pub fn decides_elsewhere(&self, model: &Model, body: &Block) -> bool {
        let mut runs = Vec::new();
        collect(model, body, OnTurn::Caller, &mut runs);
        let named = |id: RunnableId| {
            let clauses = model.runnables.get(id.index()).map_or(&[][..], |one| one.clauses.as_slice());
            clauses.iter().any(|clause| self.decider(id, clause).is_some())
        };
        let mut asked = runs.iter().filter(|run| matches!(run.on_turn, OnTurn::Caller));
        asked.any(|run| self.is_unnamed(run.runnable) || named(run.runnable))
    }

    fn is_unnamed(&self, id: RunnableId) -> bool {
        self.unnamed.get(id.index()).copied().unwrap_or(false)
    }

    /// Takes away parameters that are not the player on turn somewhere; tells whether there were any.
    fn narrowed(&mut self, model: &Model) -> bool {
        let mut wrong: Vec<(usize, usize)> = Vec::new();
        let mut look = |caller: Option<(RunnableId, &Clause)>, body: &Block| {
            let mut runs = Vec::new();
            collect(model, body, OnTurn::Caller, &mut runs);
            for run in runs {
                let named = match run.on_turn {
                    OnTurn::Named(id) => vec![id],
                    OnTurn::Held(_) | OnTurn::Other => Vec::new(),
                    OnTurn::Caller => caller.map(|(id, clause)| self.names(id, clause)).unwrap_or_default(),
                };
                for at in self.deciders.get(run.runnable.index()).into_iter().flatten() {
                    let given = run.arguments.get(*at).map(|argument| argument.kind.as_ref());
                    let same = match given {
                        Some(ExpressionKind::Local(id)) => named.contains(id),
                        Some(ExpressionKind::Variable(cell)) => {
                            matches!(run.on_turn, OnTurn::Held(id) if held(cell) == Some(id))
                        }
                        _ => false,
                    };
                    if !same {
                        wrong.push((run.runnable.index(), *at));
                    }
                }
            }
        };
        for (at, runnable) in model.runnables.iter().enumerate() {
            let id = model.written_runnable(RunnableId::from(at));
            runnable.clauses.iter().for_each(|clause| look(Some((id, clause)), &clause.body));
        }
        model.triggers.iter().for_each(|trigger| look(None, &trigger.body));
        let before = !wrong.is_empty();
        for (runnable, at) in wrong {
            if let Some(all) = self.deciders.get_mut(runnable) {
                all.remove(&at);
            }
        }
        before
    }

    /// The names that stand for the player on turn in a clause.
    fn names(&self, id: RunnableId, clause: &Clause) -> Vec<LocalId> {
        let all = self.deciders.get(id.index()).into_iter().flatten();
        all.filter_map(|at| clause.parameters.get(*at).copied().flatten()).collect()
    }

    /// Marks what has decisions by somebody unnamed, and what runs it; tells whether something was new.
    fn spread(&mut self, model: &Model) -> bool {
        let mut found = Vec::new();
        for (at, runnable) in model.runnables.iter().enumerate() {
            let id = RunnableId::from(at);
            let unnamed = runnable.clauses.iter().any(|clause| {
                self.decider(id, clause).is_none() && decides(&clause.body) || self.must_be_said(model, &clause.body)
            });
            if unnamed && !self.is_unnamed(id) {
                found.push(at);
            }
        }
        let any = !found.is_empty();
        for at in found {
            if let Some(slot) = self.unnamed.get_mut(at) {
                *slot = true;
            }
        }
        any
    }
}

/// Everything that a body runs, with who is on turn then.
fn collect<'m>(model: &Model, body: &'m Block, on_turn: OnTurn, runs: &mut Vec<Run<'m>>) {
    let mut open = vec![(body, on_turn)];
    while let Some((body, on_turn)) = open.pop() {
        for statement in &body.statements {
            match &statement.kind {
                StatementKind::Do { runnable, arguments } => {
                    let first = body.statements.first().is_some_and(|one| std::ptr::eq(one, statement));
                    let on_turn = if matches!(on_turn, OnTurn::Held(_)) && !first { OnTurn::Other } else { on_turn };
                    // A copy for a greater depth is told of as what it is a copy of.
                    let runnable = model.written_runnable(*runnable);
                    runs.push(Run { runnable, arguments, on_turn });
                }
                StatementKind::Turn(player, body) => {
                    let named = match player.kind.as_ref() {
                        ExpressionKind::Local(id) => OnTurn::Named(*id),
                        ExpressionKind::Variable(cell) => held(cell).map_or(OnTurn::Other, OnTurn::Held),
                        _ => OnTurn::Other,
                    };
                    open.push((body, named));
                }
                StatementKind::Simultaneous { binder, body, reveal, .. } => {
                    open.push((body, OnTurn::Named(binder.local)));
                    open.extend(reveal.iter().map(|block| (block, on_turn)));
                }
                _ => {
                    let inside = if matches!(on_turn, OnTurn::Held(_)) { OnTurn::Other } else { on_turn };
                    open.extend(walk::blocks(statement).into_iter().map(|(_, block)| (block, inside)));
                }
            }
        }
    }
}

/// The variable of a cell that is the only one of its name.
fn held(cell: &Cell) -> Option<VariableId> {
    (cell.owner.is_none() && cell.indices.is_empty()).then_some(cell.variable)
}

/// Whether whoever is on turn decides something in a body itself.
fn decides(body: &Block) -> bool {
    let mut open = vec![body];
    while let Some(body) = open.pop() {
        for statement in &body.statements {
            match &statement.kind {
                StatementKind::Choose(_) | StatementKind::ChooseOption { .. } | StatementKind::May(_) => return true,
                StatementKind::Turn(..) => {}
                StatementKind::Simultaneous { reveal, .. } => open.extend(reveal),
                _ => open.extend(walk::blocks(statement).into_iter().map(|(_, block)| block)),
            }
        }
    }
    false
}
