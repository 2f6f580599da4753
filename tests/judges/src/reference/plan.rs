//! `plan`: plain brute force over all paths, each walked from the beginning of the plan.

use std::collections::BTreeSet;

use rulehound_grammar::span::Location;
use rulehound_interpreter::model::{Block, Key, Leave};

use super::names::Value;
use super::run::{Flow, Halt, Run, Source, Step};
use super::{Fault, GAVE_UP};

/// How many paths are walked before the reference gives up.
const PATIENCE: usize = 20_000;

/// The tuples of keys that paths can reach.
type Ends = BTreeSet<Vec<i32>>;

/// A plan that is being carried out.
#[derive(Clone, Debug)]
pub(super) struct Plan<'g> {
    /// Just before the block.
    start: Box<Run<'g>>,
    body: &'g Block,
    keys: &'g [Key],
    /// What was taken so far.
    pub path: Vec<Step>,
}

impl<'g> Run<'g> {
    pub(super) fn carry_out(
        &mut self,
        keys: &'g [Key],
        body: &'g Block,
        if_none: Option<&'g Block>,
        at: Location,
    ) -> Result<Flow, Halt> {
        let plan = Plan { start: Box::new(self.clone()), body, keys, path: Vec::new() };
        if plan.ends(&mut Vec::new(), &mut 0)?.is_empty() {
            return self.nothing_legal(if_none, at);
        }
        self.plan = Some(plan);
        let flow = self.block(body)?;
        self.plan = None;
        self.landed(flow, Leave::Plan)
    }

    /// Which of the allowed candidates are legal: outside a plan all.
    pub(super) fn legal(&mut self, allowed: &[Vec<Value>], escape: bool) -> Result<Vec<usize>, Fault> {
        let Some(plan) = &self.plan else { return Ok((0..allowed.len()).collect()) };
        let mut walked = 0;
        let mut ends = Vec::new();
        for candidate in allowed {
            let mut path = plan.path.clone();
            path.push(Some(candidate.clone()));
            ends.push(plan.ends(&mut path, &mut walked)?);
        }
        let greatest = ends.iter().flatten().max();
        let legal: Vec<usize> = (0..allowed.len())
            .filter(|candidate| greatest.is_some_and(|greatest| ends[*candidate].contains(greatest)))
            .collect();
        assert!(escape || !legal.is_empty(), "a plan that can be finished never gets stuck");
        Ok(legal)
    }
}

impl<'g> Plan<'g> {
    /// What can be reached behind a path.
    fn ends(&self, path: &mut Vec<Step>, walked: &mut usize) -> Result<Ends, Fault> {
        *walked += 1;
        if *walked > PATIENCE {
            return Err(Fault::new(GAVE_UP, "the plan has too many paths", self.body.at));
        }
        let mut run = self.start.clone();
        run.source = Source::Path(path.clone());
        run.used = 0;
        let offer = match run.block(self.body) {
            Ok(_) | Err(Halt::Over) => return keys(&mut run, self.keys),
            Err(Halt::Failed) => return Ok(Ends::new()),
            Err(Halt::Fault(fault)) => return if fault.ends_search() { Err(fault) } else { Ok(Ends::new()) },
            Err(Halt::Asked(offer)) => offer,
            Err(Halt::Stop(_)) => unreachable!("a path asks nobody"),
        };
        let mut ends = Ends::new();
        for candidate in offer.options {
            path.push(Some(candidate));
            ends.extend(self.ends(path, walked)?);
            path.pop();
            // Without keys one way is as good as another.
            if self.keys.is_empty() && !ends.is_empty() {
                break;
            }
        }
        if ends.is_empty() && offer.escape {
            path.push(None);
            ends = self.ends(path, walked)?;
            path.pop();
        }
        Ok(ends)
    }
}

/// The keys at the end of a path; a fault in them is one of the path.
fn keys(run: &mut Run<'_>, keys: &[Key]) -> Result<Ends, Fault> {
    let value = |key: &Key| run.some(&key.value).map(|value| if key.best { value } else { -value });
    let values: Result<Vec<i32>, Fault> = keys.iter().map(value).collect();
    match values {
        Ok(values) => Ok(Ends::from([values])),
        Err(fault) if fault.ends_search() => Err(fault),
        Err(_) => Ok(Ends::new()),
    }
}
