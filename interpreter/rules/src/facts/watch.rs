//! Which effects may set off which triggers.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{
    Binder, Expression, KindId, Model, PlaceClass, RunnableId, Statement, TriggerId, Watch, WatchedArgument,
    WatchedPlace,
};

use super::effects::{self, Movement, Writes, classes_of};
use super::reads::{Reading, Reads};

/// What sets off the triggers of a game; each answer lists triggers in written order.
///
/// An effect marks the `when` triggers of [`Watching::whens`]; a look at marked ones only is as good as a look at all, if marks
/// set by an effect stay while the `after` triggers it sets off (and the bodies of `when`) are running.
#[derive(Clone, Debug)]
pub struct Watching {
    moves: Vec<(TriggerId, Movement)>,
    rules: BTreeMap<RunnableId, Vec<TriggerId>>,
    whens: Vec<(TriggerId, Reads)>,
    reading: Reading,
}

impl Watching {
    /// Of all triggers of a game.
    pub fn new(model: &Model) -> Self {
        let reading = Reading::new(model);
        let mut watching = Self { moves: Vec::new(), rules: BTreeMap::new(), whens: Vec::new(), reading };
        for (at, trigger) in model.triggers.iter().enumerate() {
            watching.add(model, TriggerId::from(at), &trigger.watch);
        }
        watching
    }

    fn add(&mut self, model: &Model, trigger: TriggerId, watch: &Watch) {
        match watch {
            Watch::Move { kind, from, to, component: _, owner: _, condition: _ } => {
                let kinds = BTreeSet::from([*kind]);
                let (from, to) = (ends(model, *kind, from.as_ref()), ends(model, *kind, to.as_ref()));
                self.moves.push((trigger, Movement { kinds, from, to }));
            }
            Watch::Rule { runnable, arguments: _, condition: _ } => {
                self.rules.entry(*runnable).or_default().push(trigger);
            }
            Watch::When { binder, condition } => {
                let reads = self.reading.of_all(model, binder.iter().flat_map(binder_reads).chain([condition]));
                self.whens.push((trigger, reads));
            }
        }
    }

    /// What definitions and expressions read.
    pub fn reading(&self) -> &Reading {
        &self.reading
    }

    /// The `after move` triggers that an effect may match, by kind and by classes of places.
    pub fn after_move(&self, model: &Model, statement: &Statement) -> Vec<TriggerId> {
        let Some(moved) = effects::movement(model, statement) else { return Vec::new() };
        self.moves.iter().filter(|(_, watched)| may_match(watched, &moved)).map(|(trigger, _)| *trigger).collect()
    }

    /// The `after` triggers of a phase or rule.
    pub fn after_rule(&self, model: &Model, runnable: RunnableId) -> Vec<TriggerId> {
        self.rules.get(&model.written_runnable(runnable)).cloned().unwrap_or_default()
    }

    /// The `when` triggers whose condition or set reads something that the effect itself writes.
    pub fn whens(&self, model: &Model, statement: &Statement) -> Vec<TriggerId> {
        self.whens_touched(&effects::writes(model, statement))
    }

    /// The `when` triggers that read what gets its first value again when a phase or rule begins.
    pub fn whens_fresh(&self, model: &Model, runnable: RunnableId) -> Vec<TriggerId> {
        self.whens_touched(&effects::fresh_writes(model, runnable))
    }

    /// The `when` triggers whose condition or set reads something of this.
    pub fn whens_touched(&self, writes: &Writes) -> Vec<TriggerId> {
        if writes.is_empty() {
            return Vec::new();
        }
        self.whens.iter().filter(|(_, reads)| reads.touched_by(writes)).map(|(trigger, _)| *trigger).collect()
    }

    /// What a `when` trigger reads.
    pub fn when_reads(&self, trigger: TriggerId) -> Option<&Reads> {
        self.whens.iter().find(|(when, _)| *when == trigger).map(|(_, reads)| reads)
    }
}

fn binder_reads(binder: &Binder) -> impl Iterator<Item = &Expression> {
    [&binder.set].into_iter().chain(&binder.from).chain(&binder.condition)
}

fn ends(model: &Model, kind: KindId, place: Option<&WatchedPlace>) -> BTreeSet<PlaceClass> {
    match place {
        Some(place) => classes_of(&place.place.of),
        None => effects::homes_of(model, kind),
    }
}

fn may_match(watched: &Movement, moved: &Movement) -> bool {
    !watched.kinds.is_disjoint(&moved.kinds)
        && !watched.from.is_disjoint(&moved.from)
        && !watched.to.is_disjoint(&moved.to)
}

/// Whether a clause with this value at its selector may be the one that was watched.
pub fn may_watch_clause(arguments: &[WatchedArgument], selector: Option<usize>, value: Option<i32>) -> bool {
    let asked = selector.and_then(|at| arguments.get(at));
    match (asked, value) {
        (Some(WatchedArgument::Equal(expression)), Some(value)) => {
            super::reads::may_be(&expression.of, i64::from(value))
        }
        (Some(WatchedArgument::Equal(_)), None) | (Some(WatchedArgument::Bound(_)), _) | (None, _) => true,
    }
}
