//! Where the steps of play go: which statements and which definitions take them, what runs at all, and what refuses.
//!
//! In: what a machine counts while it runs a program that is profiled. Out: the steps of each statement without what it runs, of each
//! definition with all that it asks; how often each instruction ran and each requirement failed.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rulehound_grammar::span::Location;

use super::{NodeId, Pc, Program};
use rulehound_rules::model::DefinitionId;

/// Counts of one run of a program, or several.
#[derive(Debug, Default)]
pub struct Profile {
    statements: Vec<AtomicU64>,
    definitions: Vec<Counts>,
    /// All steps that have been counted for a statement.
    counted: AtomicU64,
    /// How often each instruction ran, what is only tried out in looking ahead left out.
    ran: Vec<AtomicU64>,
    /// How often each node was the condition of a requirement and did not hold.
    refused: Vec<AtomicU64>,
}

#[derive(Debug, Default)]
struct Counts {
    calls: AtomicU64,
    steps: AtomicU64,
}

/// The steps of one statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementSteps {
    /// The rule, phase or trigger that it stands in.
    pub rule: String,
    /// Where.
    pub at: Location,
    /// How many, those of what it runs left out.
    pub steps: u64,
}

/// The steps of one definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinitionSteps {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub at: Location,
    /// How often it was worked out; what is remembered is not worked out again.
    pub calls: u64,
    /// How many steps that took, with all that it asks.
    pub steps: u64,
}

impl Profile {
    /// With nothing counted yet.
    pub fn new(program: &Program) -> Self {
        let none = |count: usize| (0..count).map(|_| AtomicU64::new(0)).collect();
        let definitions = program.definitions.iter().map(|_| Counts::default()).collect();
        let (statements, ran) = (none(program.code.len()), none(program.code.len()));
        Self { statements, definitions, counted: AtomicU64::new(0), ran, refused: none(program.nodes.len()) }
    }

    /// An instruction runs, not only to look ahead.
    pub fn runs(&self, pc: Pc) {
        self.ran.get(pc as usize).map(|count| count.fetch_add(1, Relaxed));
    }

    /// A requirement does not hold for something that could be meant, or on a way that is looked at.
    pub fn refuses(&self, condition: NodeId) {
        self.refused.get(condition.0 as usize).map(|count| count.fetch_add(1, Relaxed));
    }

    /// How often an instruction ran. What has to be worked out again is counted again.
    pub fn ran(&self, pc: Pc) -> u64 {
        self.ran.get(pc as usize).map_or(0, |count| count.load(Relaxed))
    }

    /// How often the requirement with this condition did not hold. Who asks twice what is on offer is refused twice.
    pub fn refused(&self, condition: NodeId) -> u64 {
        self.refused.get(condition.0 as usize).map_or(0, |count| count.load(Relaxed))
    }

    /// What has been counted for statements so far: kept before one runs.
    pub fn before(&self) -> u64 {
        self.counted.load(Relaxed)
    }

    /// A statement has run and taken so many steps, among them those of what it ran.
    pub fn statement(&self, pc: Pc, steps: u64, before: u64) {
        let inside = self.counted.load(Relaxed).saturating_sub(before);
        let own = steps.saturating_sub(inside);
        self.counted.fetch_add(own, Relaxed);
        if let Some(count) = self.statements.get(pc as usize) {
            count.fetch_add(own, Relaxed);
        }
    }

    /// A definition has been worked out.
    pub fn definition(&self, definition: u32, steps: u64) {
        if let Some(counts) = self.definitions.get(definition as usize) {
            counts.calls.fetch_add(1, Relaxed);
            counts.steps.fetch_add(steps, Relaxed);
        }
    }

    /// All steps.
    pub fn steps(&self) -> u64 {
        self.counted.load(Relaxed)
    }

    /// The statements that took any, the most expensive first.
    pub fn by_statement(&self, program: &Program) -> Vec<StatementSteps> {
        let mut found: BTreeMap<Location, StatementSteps> = BTreeMap::new();
        for (pc, count) in self.statements.iter().enumerate() {
            let (steps, at) = (count.load(Relaxed), program.code_at.get(pc).copied().unwrap_or_default());
            if steps > 0 {
                let rule = || {
                    let frame = program.frame_at.get(pc).copied().flatten()?;
                    program.frames.get(frame.0 as usize).map(|frame| frame.name.clone())
                };
                let new = || StatementSteps { rule: rule().unwrap_or_default(), at, steps: 0 };
                found.entry(at).or_insert_with(new).steps += steps;
            }
        }
        let mut found: Vec<StatementSteps> = found.into_values().collect();
        found.sort_by_key(|one| (std::cmp::Reverse(one.steps), one.at));
        found
    }

    /// The definitions that were worked out, the most expensive first.
    pub fn by_definition(&self, program: &Program) -> Vec<DefinitionSteps> {
        let model = &program.instance.model;
        let mut found: BTreeMap<DefinitionId, DefinitionSteps> = BTreeMap::new();
        for (id, (definition, counts)) in model.definitions.iter().zip(&self.definitions).enumerate() {
            let (calls, steps) = (counts.calls.load(Relaxed), counts.steps.load(Relaxed));
            if calls == 0 {
                continue;
            }
            let new = || DefinitionSteps { name: definition.name.clone(), at: definition.at, calls: 0, steps: 0 };
            let one = found.entry(model.written_definition(id.into())).or_insert_with(new);
            one.calls += calls;
            // What comes back to itself is worked out within itself.
            one.steps = one.steps.max(steps);
        }
        let mut found: Vec<DefinitionSteps> = found.into_values().collect();
        found.sort_by_key(|one| (std::cmp::Reverse(one.steps), one.at));
        found
    }
}
