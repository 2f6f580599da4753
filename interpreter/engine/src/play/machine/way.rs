//! Why a candidate is no way through a plan: the best way there is, or where it gets stuck.

use std::collections::BTreeSet;

use super::plan::goodness;
use super::search::Search;
use super::{Candidate, Machine, Pause, Try, noting};
use crate::play::{Log, Reason};
use crate::program::{ChoiceCode, Instruction, PlanKey};
use rulehound_rules::limits::{AHEAD_STEPS, STUCK_STEPS};

/// The most positions looked at to find where a way gets stuck.
const MOST_LOOKED_AT: usize = 20_000;

/// The most cells of them that are kept: 32 MiB.
const MOST_KEPT: usize = 1 << 23;

/// The most steps of a way that are told.
const MOST_STEPS: usize = 12;

/// The most reasons told of one place where a way gets stuck.
const MOST_REASONS: usize = 2;

/// Where a way through a plan fails.
struct Stuck {
    /// What was chosen before, in words.
    steps: Vec<String>,
    /// What stands against going on.
    reasons: Vec<Reason>,
}

/// A search for the deepest place where ways get stuck; of equally deep ones the first.
#[derive(Default)]
struct Probe {
    left: u64,
    seen: BTreeSet<Vec<i32>>,
    deepest: Option<Stuck>,
}

impl<'p> Machine<'p> {
    /// Why candidates that pass every requirement are not legal in the plan that runs; nothing for those that are legal.
    pub fn plan_reasons(&mut self, choice: &'p ChoiceCode, refused: &[&Candidate]) -> Try<Vec<Reason>> {
        let (None, Some(plan)) = (self.search, self.running_plan()) else { return Ok(Vec::new()) };
        let keys = self.program.plans.get(plan as usize).map(|plan| plan.keys.as_slice()).unwrap_or_default();
        let mut search = Search::up_to(plan, keys.iter().map(|key| goodness(key, key.bound)).collect(), AHEAD_STEPS);
        let mut stuck_left = STUCK_STEPS;
        let mut best_way = None;
        let mut reasons = Vec::new();
        for candidate in refused {
            let mut path = self.searcher(plan);
            let reason = match path.reach_after(plan, candidate, &mut search, 1) {
                // Whoever asked says less of the rest.
                Err(trouble) if trouble.code == "plan-too-wide" => break,
                Err(trouble) => return Err(trouble),
                Ok(Some(reach)) => {
                    if best_way.is_none() {
                        best_way = Some(self.best_way(plan, choice)?);
                    }
                    let way = best_way.as_deref().unwrap_or_default();
                    let sentence = worse(keys, &reach, &self.greatest_keys(plan), way);
                    self.reason_here(sentence)
                }
                Ok(None) => self.stuck_after(plan, choice, candidate, &mut stuck_left)?,
            };
            reasons.push(reason);
        }
        Ok(reasons)
    }

    /// The first of the best ways through a plan from here, step by step in words.
    fn best_way(&self, plan: u32, choice: &'p ChoiceCode) -> Try<Vec<String>> {
        let mut search = Search::up_to(plan, self.greatest_keys(plan), AHEAD_STEPS);
        let mut here = self.searcher(plan);
        let mut next = Some(choice);
        let mut steps = Vec::new();
        while let (Some(choice), true) = (next, steps.len() < MOST_STEPS) {
            here.refuel();
            let mut taken = None;
            for candidate in here.all_allowed(choice)? {
                let reach = here.fork(Log::silent()).reach_after(plan, &candidate, &mut search, 1)?;
                if search.is_enough(&reach) {
                    taken = Some(candidate);
                    break;
                }
            }
            match (taken, choice.if_none) {
                (Some(candidate), _) => {
                    steps.push(here.wording(choice, &candidate)?);
                    here.take_candidate(choice, &candidate)?;
                }
                (None, Some(pc)) => here.pc = pc,
                (None, None) => break,
            }
            here.refuel();
            next = if here.run()? == Pause::Decision { here.choice() } else { None };
        }
        Ok(steps)
    }

    /// Where a way that begins like this gets stuck at last.
    fn stuck_after(&self, plan: u32, choice: &'p ChoiceCode, candidate: &Candidate, left: &mut u64) -> Try<Reason> {
        let mut probe = Probe { left: *left, ..Probe::default() };
        let mut path = self.searcher(plan);
        path.take_candidate(choice, candidate)?;
        let probed = path.probe(&mut Vec::new(), &mut probe);
        *left = probe.left;
        match probed {
            // What was found until then is told.
            Err(trouble) if trouble.code != "budget" => return Err(trouble),
            Ok(()) | Err(_) => {}
        }
        let Some(stuck) = probe.deepest else {
            return Ok(self.reason_here("This cannot be carried out to the end.".to_owned()));
        };
        let after = match stuck.steps.as_slice() {
            [] => "This cannot be carried out to the end.".to_owned(),
            steps => format!("This cannot be carried out to the end. After {} it gets stuck.", in_a_row(steps)),
        };
        let sentences: Vec<&str> = stuck.reasons.iter().map(|reason| reason.sentence.as_str()).collect();
        let sentence = [vec![after.as_str()], sentences].concat().join(" ");
        let last = stuck.reasons.into_iter().next();
        Ok(match last {
            Some(reason) => Reason { sentence, ..reason },
            None => self.reason_here(sentence),
        })
    }

    /// Runs on and notes where nothing goes any further.
    fn probe(&mut self, steps: &mut Vec<String>, probe: &mut Probe) -> Try<()> {
        self.fuel = probe.left;
        let before = self.spent;
        let pause = self.run();
        probe.left = probe.left.saturating_sub(self.spent - before);
        match pause {
            Ok(Pause::Decision) => self.probe_choice(steps, probe),
            Ok(Pause::PathFails) => {
                let reason = self.failing_requirement()?;
                probe.note(steps, vec![reason]);
                Ok(())
            }
            Ok(_) => Ok(()),
            Err(trouble) => {
                let reason = self.reason_at(format!("The rules fail: {}.", trouble.message), trouble.at);
                probe.note(steps, vec![reason]);
                Ok(())
            }
        }
    }

    fn probe_choice(&mut self, steps: &mut Vec<String>, probe: &mut Probe) -> Try<()> {
        self.normalize();
        let kept = probe.seen.len() * self.program.layout.size as usize;
        if probe.left == 0
            || probe.seen.len() >= MOST_LOOKED_AT
            || kept >= MOST_KEPT
            || !probe.seen.insert(noting::known_by(self))
        {
            return Ok(());
        }
        let Some(choice) = self.choice() else { return Ok(()) };
        let before = self.spent;
        let allowed = self.all_allowed(choice)?;
        probe.left = probe.left.saturating_sub(self.spent - before);
        for candidate in &allowed {
            let mut path = self.fork(Log::silent());
            steps.push(path.wording(choice, candidate)?);
            path.take_candidate(choice, candidate)?;
            path.probe(steps, probe)?;
            steps.pop();
        }
        if allowed.is_empty() && choice.if_none.is_none() && probe.is_deeper(steps) {
            let reasons = self.all_reasons(choice)?;
            probe.note(steps, reasons);
        }
        Ok(())
    }

    /// What stands against the candidates of a decision, each sentence once.
    fn all_reasons(&mut self, choice: &'p ChoiceCode) -> Try<Vec<Reason>> {
        let mut reasons: Vec<Reason> = Vec::new();
        self.candidates(choice, &mut |machine, candidate| {
            for reason in machine.reasons(choice, &candidate)? {
                if reasons.iter().all(|known| known.sentence != reason.sentence) {
                    reasons.push(reason);
                }
            }
            Ok(reasons.len() < MOST_REASONS)
        })?;
        if reasons.is_empty() {
            let (rule, _) = self.rule_here();
            reasons.push(self.reason_here(format!("There is nothing to choose in {rule}.")));
        }
        reasons.truncate(MOST_REASONS);
        Ok(reasons)
    }

    /// The bare `require` that the path has failed at.
    fn failing_requirement(&mut self) -> Try<Reason> {
        let sentence = match self.instruction() {
            Instruction::Require(requirement) => self.text(&requirement.otherwise)?,
            _ => String::new(),
        };
        Ok(self.reason_here(sentence))
    }
}

impl Probe {
    fn is_deeper(&self, steps: &[String]) -> bool {
        self.deepest.as_ref().is_none_or(|deepest| deepest.steps.len() < steps.len())
    }

    fn note(&mut self, steps: &[String], reasons: Vec<Reason>) {
        if self.is_deeper(steps) {
            self.deepest = Some(Stuck { steps: steps.to_vec(), reasons });
        }
    }
}

/// That there is a better way, and by which key.
fn worse(keys: &[PlanKey], reach: &[i32], best: &[i32], way: &[String]) -> String {
    let better = format!("There is a better way: {}.", in_a_row(way));
    let differs = keys.iter().zip(reach.iter().zip(best)).find(|(_, (reach, best))| reach != best);
    let Some((key, (reach, best))) = differs else { return better };
    let (reach, best) = (goodness(key, *reach), goodness(key, *best));
    let limit = if key.best { "at most" } else { "at least" };
    format!("{better} {}: {best} then, {limit} {reach} this way.", key.words)
}

/// Steps one after the other.
fn in_a_row(steps: &[String]) -> String {
    let quoted: Vec<String> = steps.iter().map(|step| format!("\u{201c}{step}\u{201d}")).collect();
    quoted.join(", then ")
}
