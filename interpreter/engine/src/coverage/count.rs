//! How often each point was met.

use std::collections::BTreeMap;

use rulehound_grammar::span::Location;
use rulehound_rules::facts::walk;
use rulehound_rules::model::{Expression, Statement, StatementKind};

use super::points::{Place, points};
use super::{Met, Point};
use crate::program::{ChoiceCode, Instruction, Pc, Profile, Program};

/// All points with how often the runs of this program met them.
pub(super) fn counted(program: &Program) -> Vec<Met> {
    let counts = Counts::new(program);
    let mut found = Vec::new();
    points(&program.instance.model, &mut |point, place| {
        let times = counts.times(&point, &place);
        found.push(Met { point, times });
    });
    found
}

/// What was counted, by where it stands. What stands in the program several times, for greater depths, is one.
#[derive(Default)]
struct Counts {
    /// Bodies.
    bodies: BTreeMap<Location, u64>,
    /// The first instruction of a statement.
    statements: BTreeMap<Location, u64>,
    /// Conditions of requirements.
    refused: BTreeMap<Location, u64>,
    /// By the statement that has one.
    none: BTreeMap<Location, u64>,
    /// By the statement that offers it, and its number there.
    ways: BTreeMap<(Location, usize), u64>,
}

impl Counts {
    fn new(program: &Program) -> Self {
        let mut counts = Self::default();
        let Some(profile) = &program.profile else { return counts };
        for frame in &program.frames {
            let at = program.code_at.get(frame.code.start as usize).copied().unwrap_or_default();
            *counts.bodies.entry(at).or_default() += profile.ran(frame.code.start);
            counts.body(program, profile, frame.code.clone());
        }
        for choice in &program.choices {
            for condition in choice.ways.iter().flat_map(|way| &way.requirements).map(|one| one.condition) {
                let at = program.node_at.get(condition.0 as usize).copied().unwrap_or_default();
                *counts.refused.entry(at).or_default() += profile.refused(condition);
            }
        }
        counts
    }

    /// The statements of one body.
    fn body(&mut self, program: &Program, profile: &Profile, code: std::ops::Range<Pc>) {
        let mut first: BTreeMap<Location, u64> = BTreeMap::new();
        for pc in code {
            let at = program.code_at.get(pc as usize).copied().unwrap_or_default();
            first.entry(at).or_insert_with(|| profile.ran(pc));
            match program.code.get(pc as usize) {
                Some(Instruction::Choose(id)) => {
                    if let Some(choice) = program.choices.get(*id as usize) {
                        self.choice(choice, at, profile);
                    }
                }
                Some(Instruction::PlanStart(id)) => {
                    let if_none = program.plans.get(*id as usize).and_then(|plan| plan.if_none);
                    *self.none.entry(at).or_default() += if_none.map_or(0, |pc| profile.ran(pc));
                }
                Some(Instruction::Require(requirement)) => {
                    let condition = requirement.condition;
                    let at = program.node_at.get(condition.0 as usize).copied().unwrap_or_default();
                    *self.refused.entry(at).or_default() += profile.refused(condition);
                }
                Some(_) | None => {}
            }
        }
        for (at, times) in first {
            *self.statements.entry(at).or_default() += times;
        }
    }

    fn choice(&mut self, choice: &ChoiceCode, at: Location, profile: &Profile) {
        let ways = choice.ways.iter().map(|way| profile.ran(way.goal));
        // A `may` has a second way, to go on without it; what stands there is its `if none`.
        let none = choice.if_none.map_or_else(|| ways.clone().nth(1).unwrap_or(0), |pc| profile.ran(pc));
        *self.none.entry(at).or_default() += none;
        for (number, times) in ways.enumerate() {
            *self.ways.entry((at, number)).or_default() += times;
        }
    }

    fn times(&self, point: &Point, place: &Place<'_>) -> u64 {
        let found = match place {
            Place::Body => self.bodies.get(&point.at),
            Place::Statement(statement) => return self.statement(statement),
            Place::Requirement(requirement) => self.refused.get(&requirement.condition.at),
            Place::IfNone(statement) => self.none.get(&statement.at),
            Place::Way(statement, number) => self.ways.get(&(statement.at, *number)),
        };
        found.copied().unwrap_or(0)
    }

    /// A statement that has no instruction of its own, such as a `repeat` without end, ran if its condition was asked or something in it ran.
    fn statement(&self, statement: &Statement) -> u64 {
        let at = |at: &Location| self.statements.get(at).copied().unwrap_or(0);
        let asked = condition(statement).map_or(0, |condition| at(&condition.at));
        let own = at(&statement.at).max(asked);
        let inside = || walk::blocks(statement).into_iter().flat_map(|(_, block)| &block.statements);
        if own > 0 { own } else { inside().map(|inner| self.statement(inner)).max().unwrap_or(0) }
    }
}

/// What is asked first of all, before anything in it runs.
fn condition(statement: &Statement) -> Option<&Expression> {
    match &statement.kind {
        StatementKind::If { arms, .. } => arms.first().map(|(condition, _)| condition),
        StatementKind::Repeat { condition, .. } => condition.as_ref(),
        StatementKind::May(may) => may.condition.as_ref(),
        StatementKind::RepeatFor { .. }
        | StatementKind::Choose(_)
        | StatementKind::ChooseOption { .. }
        | StatementKind::Require(_)
        | StatementKind::For(..)
        | StatementKind::Simultaneous { .. }
        | StatementKind::Plan { .. }
        | StatementKind::Turn(..)
        | StatementKind::LayOut(..)
        | StatementKind::Leave(_)
        | StatementKind::Let(..)
        | StatementKind::MoveEach(..)
        | StatementKind::MoveAll { .. }
        | StatementKind::MoveSome { .. }
        | StatementKind::Move(..)
        | StatementKind::DrawFrom { .. }
        | StatementKind::DrawOne(_)
        | StatementKind::Roll(_)
        | StatementKind::Shuffle(_)
        | StatementKind::Swap(..)
        | StatementKind::Set { .. }
        | StatementKind::Remember(_)
        | StatementKind::Show { .. }
        | StatementKind::Do { .. }
        | StatementKind::Win(_) => None,
    }
}
