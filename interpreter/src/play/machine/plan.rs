//! `plan`: looking ahead. A candidate is legal if a path that does not fail starts with it, and reaches the greatest keys there are.

use std::collections::BTreeMap;

use super::{Candidate, Machine, Pause, Try};
use crate::play::Log;
use crate::program::PlanKey;

/// The most positions looked at in one search.
const MOST_POSITIONS: usize = 1_000_000;

/// The most decisions on one path.
const DEEPEST_PATH: usize = 400;

/// The greatest keys a position can reach; `None` if every path fails.
pub(super) type Reach = Option<Vec<i32>>;

/// A search: the keys at which it may stop, and the positions already looked at, in normal form.
#[derive(Default)]
pub(super) struct Search {
    /// Keys that nothing passes; a path that reaches them ends the search.
    enough: Vec<i32>,
    found: BTreeMap<Vec<i32>, Reach>,
    looked_at: usize,
}

impl Search {
    pub(super) fn up_to(enough: Vec<i32>) -> Self {
        Self { enough, ..Self::default() }
    }

    pub(super) fn is_enough(&self, reach: &Reach) -> bool {
        reach.as_ref().is_some_and(|reach| *reach >= self.enough)
    }
}

impl<'p> Machine<'p> {
    /// The beginning of a plan: if it cannot be carried out, its `if none` runs, outside it.
    pub(super) fn plan_start(&mut self, plan: u32) -> Try<Option<Pause>> {
        let (None, Some(code)) = (self.search, self.program.plans.get(plan as usize)) else {
            self.pc += 1;
            return Ok(None);
        };
        let bound = code.keys.iter().map(|key| goodness(key, key.bound)).collect();
        let mut search = Search::up_to(bound);
        let mut start = self.searcher(plan);
        start.pc += 1;
        let reach = start.reach(plan, &mut search, 0);
        self.fuel = self.fuel.min(start.fuel);
        match (reach?, code.if_none) {
            (Some(keys), _) => {
                for (cell, key) in (code.best..).zip(keys) {
                    self.write(cell, key);
                }
                self.pc += 1;
                Ok(None)
            }
            (None, Some(pc)) => {
                self.pc = pc;
                Ok(None)
            }
            (None, None) => Err(self.fault_here("empty-choice", "this plan cannot be carried out")),
        }
    }

    /// Of the allowed candidates those that reach the greatest keys; with `first` no more than one. What is legal never loses the greatest
    /// keys, so they are those that were found at the beginning.
    pub(super) fn best_of_plan(&mut self, plan: u32, allowed: Vec<Candidate>, first: bool) -> Try<Vec<Candidate>> {
        let greatest = self.greatest_keys(plan);
        let mut search = Search::up_to(greatest);
        let mut best = Vec::new();
        for candidate in allowed {
            let reach = self.searcher(plan).reach_after(plan, &candidate, &mut search, 0)?;
            if search.is_enough(&reach) {
                best.push(candidate);
                if first {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// The greatest keys there are, as found at the beginning of the plan that runs.
    pub(super) fn greatest_keys(&self, plan: u32) -> Vec<i32> {
        let Some(code) = self.program.plans.get(plan as usize) else { return Vec::new() };
        (code.best..).take(code.keys.len()).map(|cell| self.read(cell)).collect()
    }

    /// A machine that tries paths out.
    pub(super) fn searcher(&self, plan: u32) -> Self {
        let mut machine = self.fork(Log::silent());
        machine.search = Some(plan);
        machine.reader = Some(self.decider());
        machine.refuel();
        machine
    }

    pub(super) fn reach_after(
        &mut self,
        plan: u32,
        candidate: &Candidate,
        search: &mut Search,
        depth: usize,
    ) -> Try<Reach> {
        let Some(choice) = self.choice() else { return Ok(None) };
        self.take_candidate(choice, candidate)?;
        self.refuel();
        self.reach(plan, search, depth)
    }

    /// Runs to the next stop on this path; a fault of the rules fails the path, a limit ends the search.
    fn reach(&mut self, plan: u32, search: &mut Search, depth: usize) -> Try<Reach> {
        match self.reach_here(plan, search, depth) {
            Err(trouble) if !ends_search(trouble.code) => Ok(None),
            result => result,
        }
    }

    fn reach_here(&mut self, plan: u32, search: &mut Search, depth: usize) -> Try<Reach> {
        match self.run()? {
            Pause::PathFails => Ok(None),
            Pause::PathEnd | Pause::Over => self.plan_keys(plan).map(Some),
            Pause::Decision => self.reach_choice(plan, search, depth),
            Pause::Chance | Pause::Gathering(_) | Pause::PrivateEnd => {
                Err(self.fault_here("plan-too-wide", "a plan cannot wait for chance or for others"))
            }
        }
    }

    fn plan_keys(&mut self, plan: u32) -> Try<Vec<i32>> {
        let keys = self.program.plans.get(plan as usize).map(|plan| plan.keys.as_slice()).unwrap_or_default();
        keys.iter().map(|key| Ok(goodness(key, self.number(key.value)?))).collect()
    }

    fn reach_choice(&mut self, plan: u32, search: &mut Search, depth: usize) -> Try<Reach> {
        search.looked_at += 1;
        if search.looked_at > MOST_POSITIONS || depth > DEEPEST_PATH {
            let message =
                format!("looking ahead would take more than {MOST_POSITIONS} positions or {DEEPEST_PATH} decisions");
            return Err(self.fault_here("plan-too-wide", message));
        }
        self.normalize();
        let position = self.cells().to_vec();
        if let Some(known) = search.found.get(&position) {
            return Ok(known.clone());
        }
        let Some(choice) = self.choice() else { return Ok(None) };
        let mut best: Reach = None;
        for candidate in self.all_allowed(choice)? {
            let mut path = self.fork(Log::silent());
            let reach = path.reach_after(plan, &candidate, search, depth + 1)?;
            best = best.max(reach);
            if search.is_enough(&best) {
                break;
            }
        }
        if let (None, Some(pc)) = (&best, choice.if_none) {
            self.pc = pc;
            best = self.reach(plan, search, depth + 1)?;
        }
        search.found.insert(position, best.clone());
        Ok(best)
    }

    /// Whether a `leave` has ended the plan that is searched: the path is then complete.
    pub(super) fn plan_left(&self) -> bool {
        self.search.is_some_and(|plan| self.running_plan() != Some(plan))
    }
}

/// Limits and secrets end a search; other faults only fail a path.
fn ends_search(code: &str) -> bool {
    matches!(code, "budget" | "plan-too-wide" | "secret-read" | "choice-too-wide")
}

/// The greater the better; the other way round and back.
pub(super) fn goodness(key: &PlanKey, value: i32) -> i32 {
    if key.best { value } else { value.saturating_neg() }
}
