//! `plan`: looking ahead. A candidate is legal if a path that does not fail starts with it, and reaches the greatest keys there are.

use std::collections::BTreeMap;

use super::{Candidate, Machine, Pause, Try};
use crate::play::Log;

/// The most positions looked at in one search.
const MOST_POSITIONS: usize = 1_000_000;

/// The most decisions on one path.
const DEEPEST_PATH: usize = 400;

/// The greatest keys a position can reach; `None` if every path fails.
type Reach = Option<Vec<i32>>;

/// Positions already looked at, in normal form.
#[derive(Default)]
struct Visited {
    found: BTreeMap<Vec<i32>, Reach>,
    looked_at: usize,
}

impl<'p> Machine<'p> {
    /// The beginning of a plan: if it cannot be carried out, its `if none` runs, outside it.
    pub(super) fn plan_start(&mut self, plan: u32) -> Try<Option<Pause>> {
        if self.search.is_some() {
            self.pc += 1;
            return Ok(None);
        }
        let mut visited = Visited::default();
        let mut start = self.searcher(plan);
        start.pc += 1;
        let reach = start.reach(plan, &mut visited, 0);
        self.fuel = self.fuel.min(start.fuel);
        if reach?.is_some() {
            self.pc += 1;
            return Ok(None);
        }
        match self.program.plans.get(plan as usize).and_then(|plan| plan.if_none) {
            Some(pc) => {
                self.pc = pc;
                Ok(None)
            }
            None => Err(self.fault_here("empty-choice", "this plan cannot be carried out")),
        }
    }

    /// Of the allowed candidates those that reach the greatest keys.
    pub(super) fn best_of_plan(&mut self, plan: u32, allowed: Vec<Candidate>) -> Try<Vec<Candidate>> {
        let mut visited = Visited::default();
        let mut reached = Vec::new();
        for candidate in &allowed {
            let mut path = self.searcher(plan);
            reached.push(path.reach_after(plan, candidate, &mut visited, 0)?);
        }
        let best = reached.iter().flatten().max().cloned();
        let legal = allowed.into_iter().zip(reached).filter(|(_, reach)| best.is_some() && *reach == best);
        Ok(legal.map(|(candidate, _)| candidate).collect())
    }

    /// A machine that tries paths out.
    fn searcher(&self, plan: u32) -> Self {
        let mut machine = self.fork(Log::silent());
        machine.search = Some(plan);
        machine.reader = Some(self.decider());
        machine.refuel();
        machine
    }

    fn reach_after(&mut self, plan: u32, candidate: &Candidate, visited: &mut Visited, depth: usize) -> Try<Reach> {
        let Some(choice) = self.choice() else { return Ok(None) };
        self.take_candidate(choice, candidate)?;
        self.refuel();
        self.reach(plan, visited, depth)
    }

    /// Runs to the next stop on this path; a fault of the rules fails the path, a limit ends the search.
    fn reach(&mut self, plan: u32, visited: &mut Visited, depth: usize) -> Try<Reach> {
        match self.reach_here(plan, visited, depth) {
            Err(trouble) if !ends_search(trouble.code) => Ok(None),
            result => result,
        }
    }

    fn reach_here(&mut self, plan: u32, visited: &mut Visited, depth: usize) -> Try<Reach> {
        match self.run()? {
            Pause::PathFails => Ok(None),
            Pause::PathEnd | Pause::Over => self.plan_keys(plan).map(Some),
            Pause::Decision => self.reach_choice(plan, visited, depth),
            Pause::Chance | Pause::Gathering(_) | Pause::PrivateEnd => {
                Err(self.fault_here("plan-too-wide", "a plan cannot wait for chance or for others"))
            }
        }
    }

    fn plan_keys(&mut self, plan: u32) -> Try<Vec<i32>> {
        let keys = self.program.plans.get(plan as usize).map(|plan| plan.keys.as_slice()).unwrap_or_default();
        keys.iter().map(|key| self.number(*key)).collect()
    }

    fn reach_choice(&mut self, plan: u32, visited: &mut Visited, depth: usize) -> Try<Reach> {
        visited.looked_at += 1;
        if visited.looked_at > MOST_POSITIONS || depth > DEEPEST_PATH {
            let message =
                format!("looking ahead would take more than {MOST_POSITIONS} positions or {DEEPEST_PATH} decisions");
            return Err(self.fault_here("plan-too-wide", message));
        }
        self.normalize();
        let position = self.cells().to_vec();
        if let Some(known) = visited.found.get(&position) {
            return Ok(known.clone());
        }
        let Some(choice) = self.choice() else { return Ok(None) };
        let mut best: Reach = None;
        for candidate in self.all_allowed(choice)? {
            let mut path = self.fork(Log::silent());
            let reach = path.reach_after(plan, &candidate, visited, depth + 1)?;
            best = best.max(reach);
        }
        if let (None, Some(pc)) = (&best, choice.if_none) {
            self.pc = pc;
            best = self.reach(plan, visited, depth + 1)?;
        }
        visited.found.insert(position, best.clone());
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
