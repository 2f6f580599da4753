//! Bots at the table: what one has to think about, and what becomes of its thought.

use super::{Sitting, State};
use crate::bots::Thinking;

/// A decision of a bot.
pub struct Task {
    /// Who decides.
    pub seat: usize,
    /// What it knows and how long it may think.
    pub thinking: Thinking,
    version: u64,
}

impl Sitting {
    /// Whether bots have something to do that nobody does yet; whoever is told so makes them think.
    pub fn to_drive(&self) -> bool {
        // For that a table without bots need not be played again.
        if self.asleep().seats.iter().all(|seat| seat.bot.is_none()) {
            return false;
        }
        let mut state = self.state();
        let wanted = !state.driven && state.bot().is_some();
        state.driven |= wanted;
        wanted
    }

    /// The next decision of a bot; nothing where people decide, and then nobody drives any more.
    pub fn task(&self) -> Option<Task> {
        let mut state = self.state();
        let task = state.bot().and_then(|seat| {
            let State { minds, course, version, .. } = &mut *state;
            Some(Task { seat, thinking: minds.thinking(course.position(), seat)?, version: *version })
        });
        state.driven = task.is_some();
        task
    }

    /// What a bot decided counts, unless the game has gone on otherwise.
    pub fn decided(&self, task: &Task, option: usize) {
        let mut state = self.state();
        if state.version != task.version {
            return;
        }
        if let Err(trouble) = self.given(&mut state, task.seat, option, "") {
            state.fault = Some(trouble.to_string());
        }
        self.told(&mut state);
    }
}

impl State {
    /// The first bot that is to decide.
    fn bot(&self) -> Option<usize> {
        let is_bot = |seat: &usize| self.seats.get(*seat).is_some_and(|it| it.bot.is_some());
        self.course.position().deciders().into_iter().find(is_bot).filter(|_| self.fault.is_none())
    }
}
