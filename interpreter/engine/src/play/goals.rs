//! How near each player is to winning, by the conditions that the rules themselves ask before they say who wins.
//!
//! For bots, where imagined games come to no end that tells them anything. Nothing of a game is known here.

use rulehound_rules::facts::goals::{Goal, goals};
use rulehound_rules::model::{Expression, Shape};

use super::machine::{HOLDS, Machine, allow, degree};
use super::{Game, Log};
use crate::cells::Notes;
use crate::lower::{AskedAnywhere, lower_anywhere};
use crate::program::{Addr, NodeId, Program};

/// How near somebody is who has won.
pub const NEAREST: i64 = HOLDS;

/// The most work for all goals of a position; what takes more is not known.
const MOST_STEPS: u64 = 200_000;

/// The most goals of a game; further ones are left out.
const MOST_GOALS: usize = 16;

/// So many ways at most to say who the names of a goal stand for.
const MOST_BINDINGS: usize = 64;

/// The goals of a game, ready to be asked of its positions.
#[derive(Clone, Debug)]
pub struct Goals {
    program: Program,
    goals: Vec<GoalCode>,
}

/// What must hold so that somebody wins, or so that nobody does.
#[derive(Clone, Debug)]
struct GoalCode {
    names: Vec<Addr>,
    conditions: Vec<NodeId>,
    winners: Option<Winners>,
}

/// Who wins.
#[derive(Clone, Copy, Debug)]
struct Winners {
    node: NodeId,
    set: bool,
}

impl Goals {
    /// Those of a game; `None` if its rules state none that can be asked of any position.
    pub fn of(game: &Game) -> Option<Self> {
        let mut program = game.program().clone();
        let model = program.instance.model.clone();
        let seats = program.instance.seats();
        let few = |goal: &Goal<'_>| {
            let bindings = u32::try_from(goal.names.len()).ok().and_then(|names| seats.checked_pow(names));
            bindings.is_some_and(|bindings| bindings <= MOST_BINDINGS)
        };
        let found: Vec<Goal<'_>> = goals(&model).into_iter().filter(few).take(MOST_GOALS).collect();
        let lots: Vec<_> = found.iter().map(|goal| (&goal.names[..], asked(goal))).collect();
        let lowered = lower_anywhere(&mut program, &lots);
        let code = |(goal, lowered): (&Goal<'_>, AskedAnywhere)| {
            let mut conditions = lowered.nodes;
            let winners = goal.winners.and_then(|winners| {
                let set = matches!(winners.of.shape, Shape::Set { .. });
                conditions.pop().map(|node| Winners { node, set })
            });
            GoalCode { names: lowered.names, conditions, winners }
        };
        let codes: Vec<GoalCode> = found.iter().zip(lowered).map(code).collect();
        (!codes.is_empty()).then_some(Self { program, goals: codes })
    }

    /// How near each seat is to winning where these cells stand, from 0 to [`NEAREST`]; whoever plays alone is the farther away the
    /// nearer the game is to an end that nobody wins.
    pub fn nearness(&self, cells: &[i32], notes: &Notes) -> Vec<i64> {
        let seats = self.program.instance.seats();
        let (mut near, mut lost, mut steps) = (vec![0; seats], 0, MOST_STEPS);
        for goal in &self.goals {
            for binding in bindings(goal.names.len(), seats) {
                let mut machine = Machine::new(&self.program, cells, Log::silent());
                machine.notes = notes.clone();
                allow(&mut machine, steps);
                let found = reached(&mut machine, goal, &binding);
                steps = steps.saturating_sub(machine.spent);
                let Some((winners, degree)) = found else { continue };
                if goal.winners.is_none() {
                    lost = degree.max(lost);
                }
                for winner in winners {
                    if let Some(near) = usize::try_from(winner).ok().and_then(|seat| near.get_mut(seat)) {
                        *near = degree.max(*near);
                    }
                }
            }
        }
        if let [alone] = &mut near[..] {
            *alone = (*alone + NEAREST - lost) / 2;
        }
        near
    }
}

/// All that is asked of a goal, who wins last.
fn asked<'m>(goal: &Goal<'m>) -> Vec<&'m Expression> {
    goal.conditions.iter().copied().chain(goal.winners).collect()
}

/// Everybody for each of so many names.
fn bindings(names: usize, seats: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..names {
        all = all
            .into_iter()
            .flat_map(|before| {
                (0..seats).map(move |seat| {
                    let mut binding = before.clone();
                    binding.push(seat);
                    binding
                })
            })
            .collect();
    }
    all
}

/// Who would win, and how near that is; nothing if the rules fail there.
fn reached<'p>(machine: &mut Machine<'p>, goal: &'p GoalCode, binding: &[usize]) -> Option<(Vec<i32>, i64)> {
    for (name, seat) in goal.names.iter().zip(binding) {
        machine.write(*name, i32::try_from(*seat).ok()?);
    }
    let mut winners = Vec::new();
    match goal.winners {
        Some(of) if of.set => machine.set(of.node, &mut winners).ok()?,
        Some(of) => winners.push(machine.value(of.node).ok()?),
        None => {}
    }
    let mut sum = 0;
    for condition in &goal.conditions {
        sum += degree(machine, *condition).ok()?;
    }
    Some((winners, sum / i64::try_from(goal.conditions.len()).ok()?.max(1)))
}
