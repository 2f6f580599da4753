//! `plan`: looking ahead. A candidate is legal if a path that does not fail starts with it, and reaches the greatest keys there are.

use smallvec::SmallVec;

use super::search::{MOST_POSITIONS, Reach, Search, hash_of};
use super::{Candidate, Machine, Pause, Try, noting};
use crate::play::{Log, Seen};
use crate::program::{CLEARED, PlanKey};
use rulehound_rules::limits::AHEAD_STEPS;

/// The most decisions on one path.
const DEEPEST_PATH: usize = rulehound_rules::limits::AHEAD_DEPTH;

impl<'p> Machine<'p> {
    /// The beginning of a plan: if it cannot be carried out, its `if none` runs, outside it.
    pub(super) fn plan_start(&mut self, plan: u32) -> Try<Option<Pause>> {
        let (None, Some(code)) = (self.search, self.program.plans.get(plan as usize)) else {
            self.pc += 1;
            return Ok(None);
        };
        // Whoever draws lots finds out at its first decision whether it can be carried out.
        if self.playout && self.program.begun_plan(self.pc + 1).is_some() {
            self.pc += 1;
            return Ok(None);
        }
        let bound = code.keys.iter().map(|key| goodness(key, key.bound)).collect();
        let mut search = Search::up_to(plan, bound, self.ahead_left);
        let mut start = self.searcher(plan);
        start.pc += 1;
        let reach = start.reach(plan, &mut search, 0);
        self.ahead_left = search.left();
        self.spent += start.spent;
        self.ahead = Some(Box::new(search));
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
    pub(super) fn best_of_plan(&mut self, plan: u32, allowed: &mut Vec<Candidate>, first: bool) -> Try<()> {
        let greatest = self.greatest_keys(plan);
        let mut search = match self.ahead.take() {
            Some(mut known) if known.plan == plan => {
                known.go_on(greatest, self.ahead_left);
                known
            }
            Some(_) | None => Box::new(Search::up_to(plan, greatest, self.ahead_left)),
        };
        let result = self.reach_greatest(plan, allowed, first, &mut search);
        self.ahead_left = search.left();
        self.ahead = Some(search);
        result
    }

    fn reach_greatest(&mut self, plan: u32, allowed: &mut Vec<Candidate>, first: bool, search: &mut Search) -> Try<()> {
        let mut path = self.searcher(plan);
        path.noted = self.noted;
        let here = path.cells().to_vec();
        let mut passed = 0;
        for index in 0..allowed.len() {
            let Some(candidate) = allowed.get(index) else { break };
            path.return_to(&here);
            let reach = path.reach_after(plan, candidate, search, 1)?;
            if search.is_enough(&reach) {
                allowed.swap(passed, index);
                passed += 1;
                if first {
                    break;
                }
            }
        }
        allowed.truncate(passed);
        self.spent += path.spent;
        self.noted = path.noted;
        Ok(())
    }

    /// Looks ahead once more from here, to note what is read for it. Who does not know how good the best way is cannot tell anyway.
    pub(super) fn note_plan(&mut self, plan: u32, allowed: &mut Vec<Candidate>) -> Try<()> {
        let keys = self.greatest_keys(plan);
        if !keys.is_empty() {
            self.note(Seen::NOBODY);
            return Ok(());
        }
        self.reach_greatest(plan, allowed, false, &mut Search::up_to(plan, keys, self.ahead_left))
    }

    /// Stands where these cells stand, as a path that is tried out does before each candidate.
    pub(super) fn return_to(&mut self, cells: &[i32]) {
        if let Some((own, scratch)) = self.mem.split_at_mut_checked(cells.len()) {
            own.copy_from_slice(cells);
            // A path that failed may have left something lying.
            scratch.fill(CLEARED);
        }
        self.pc = u32::try_from(self.read(self.program.layout.pc)).unwrap_or(0);
        self.depth = 0;
        self.epoch += 1;
    }

    /// The greatest keys there are, as found at the beginning of the plan that runs.
    pub(super) fn greatest_keys(&self, plan: u32) -> SmallVec<[i32; 4]> {
        let Some(code) = self.program.plans.get(plan as usize) else { return SmallVec::new() };
        (code.best..).take(code.keys.len()).map(|cell| self.read(cell)).collect()
    }

    /// A machine that tries paths out.
    pub(super) fn searcher(&self, plan: u32) -> Self {
        let mut machine = self.fork(Log::silent());
        machine.search = Some(plan);
        machine.reader = Some(self.decider());
        machine.refuel();
        // Positions of a path are the same whether or not the greatest keys are known already.
        if let Some(code) = self.program.plans.get(plan as usize) {
            machine.clear(code.best..code.best + u32::try_from(code.keys.len()).unwrap_or(0));
        }
        machine
    }

    /// Takes this candidate, with which so many decisions of the path are made, and runs on.
    pub(super) fn reach_after(
        &mut self,
        plan: u32,
        candidate: &Candidate,
        search: &mut Search,
        depth: usize,
    ) -> Try<Reach> {
        let Some(choice) = self.choice() else { return Ok(None) };
        self.take_candidate(choice, candidate)?;
        self.reach(plan, search, depth)
    }

    /// Runs to the next stop on this path, behind so many decisions; a fault of the rules fails the path, a limit ends the search.
    fn reach(&mut self, plan: u32, search: &mut Search, depth: usize) -> Try<Reach> {
        match self.reach_here(plan, search, depth) {
            Err(trouble) if !ends_search(trouble.code) => Ok(None),
            result => result,
        }
    }

    fn reach_here(&mut self, plan: u32, search: &mut Search, depth: usize) -> Try<Reach> {
        match self.within(search, |machine| machine.run())? {
            Pause::PathFails => Ok(None),
            Pause::PathEnd | Pause::Over => self.plan_keys(plan).map(Some),
            Pause::Decision => self.reach_choice(plan, search, depth),
            Pause::Chance | Pause::Gathering(_) | Pause::PrivateEnd => {
                Err(self.fault_here("plan-too-wide", "a plan cannot wait for chance or for others"))
            }
        }
    }

    /// Does some of the work of a search: as much as there may be between two stops, and no more than is left for all of it.
    fn within<T>(&mut self, search: &mut Search, work: impl FnOnce(&mut Self) -> Try<T>) -> Try<T> {
        self.refuel();
        let before = self.spent;
        let result = work(self);
        if search.spend(self.spent - before) { result } else { Err(self.too_far_ahead()) }
    }

    fn too_far_ahead(&self) -> super::Trouble {
        let message = format!(
            "looking ahead would take more than {MOST_POSITIONS} positions, {DEEPEST_PATH} decisions in a row or {AHEAD_STEPS} steps"
        );
        self.fault_here("plan-too-wide", message)
    }

    fn plan_keys(&mut self, plan: u32) -> Try<SmallVec<[i32; 4]>> {
        let keys = self.program.plans.get(plan as usize).map(|plan| plan.keys.as_slice()).unwrap_or_default();
        keys.iter().map(|key| Ok(goodness(key, self.number(key.value)?))).collect()
    }

    fn reach_choice(&mut self, plan: u32, search: &mut Search, depth: usize) -> Try<Reach> {
        if !search.look(self.program.layout.size as usize) || depth >= DEEPEST_PATH {
            return Err(self.too_far_ahead());
        }
        self.normalize();
        let known_by = noting::known_by(self);
        let hash = hash_of(&known_by);
        if let Some(known) = search.known(hash, &known_by) {
            let known = known.clone();
            self.give(known_by);
            return Ok(known);
        }
        let Some(choice) = self.choice() else { return Ok(None) };
        let mut here = self.take();
        here.extend_from_slice(self.cells());
        let mut best: Reach = None;
        for candidate in self.within(search, |machine| machine.all_allowed(choice))? {
            self.return_to(&here);
            let reach = self.reach_after(plan, &candidate, search, depth + 1)?;
            best = best.max(reach);
            if search.is_enough(&best) {
                break;
            }
        }
        if let (None, Some(pc)) = (&best, choice.if_none) {
            self.return_to(&here);
            self.pc = pc;
            best = self.reach(plan, search, depth + 1)?;
        }
        search.keep(hash, &known_by, best.clone());
        self.give(here);
        self.give(known_by);
        Ok(best)
    }

    /// Whether a `leave` has ended the plan that is searched: the path is then complete.
    pub(super) fn plan_left(&self) -> bool {
        self.search.is_some_and(|plan| self.running_plan() != Some(plan))
    }
}

/// Limits and secrets end a search; other faults only fail a path.
fn ends_search(code: &str) -> bool {
    matches!(code, "budget" | "plan-too-wide" | "secret-read" | "choice-too-wide" | "too-many-notes" | "too-deep")
}

/// The greater the better; the other way round and back.
pub(super) fn goodness(key: &PlanKey, value: i32) -> i32 {
    if key.best { value } else { value.saturating_neg() }
}
