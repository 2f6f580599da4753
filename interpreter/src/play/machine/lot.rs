//! Deciding by lot, as a random player does: each legal option is as likely.
//!
//! Where it is dear to find out whether a candidate is legal, candidates are drawn until one is: of those that are left each is as likely, so
//! of the legal ones, too, and most need not be looked at.

use super::{Candidate, Machine, Try};
use crate::limits::AHEAD_STEPS;
use crate::play::Seeded;
use crate::program::ChoiceCode;

impl<'p> Machine<'p> {
    /// A stop is over: there is all work to do before the next, and the way from here is counted anew.
    pub fn begin_anew(&mut self) {
        self.forget_the_way();
        self.refuel();
        self.ahead_left = AHEAD_STEPS;
    }

    /// Lets a player decide by lot and goes on behind the decision. Where nothing is legal it goes where that leads, and tells a no.
    pub fn decide_by_lot(&mut self, player: &mut Seeded) -> Try<bool> {
        let Some(choice) = self.choice() else { return Ok(false) };
        let reader = self.reader.replace(self.decider());
        let taken = self.by_lot(choice, player);
        self.reader = reader;
        match (taken?, choice.if_none) {
            (Some(candidate), _) => {
                self.begin_anew();
                self.take_candidate(choice, &candidate)?;
                Ok(true)
            }
            (None, Some(pc)) => {
                self.pc = pc;
                Ok(false)
            }
            (None, None) => Err(self.fault_here("empty-choice", "there is nothing to choose here")),
        }
    }

    fn by_lot(&mut self, choice: &'p ChoiceCode, player: &mut Seeded) -> Try<Option<Candidate>> {
        let plan = self.running_plan();
        let code = plan.and_then(|plan| self.program.plans.get(plan as usize));
        let draws = code.map_or(choice.dear, |plan| plan.keys.is_empty());
        let mut left = Vec::new();
        if !draws {
            left = self.legal(choice)?;
            let option = player.below(left.len());
            return Ok(left.into_iter().nth(option));
        }
        self.candidates(choice, &mut |_, candidate| {
            left.push(candidate);
            Ok(true)
        })?;
        while !left.is_empty() {
            let number = player.below(left.len());
            left.swap(0, number);
            let drawn = left.swap_remove(0);
            if self.is_legal(choice, &drawn, plan)? {
                return Ok(Some(drawn));
            }
        }
        Ok(None)
    }

    /// Whether a candidate passes every requirement and leads through the plan that runs, if one does.
    fn is_legal(&mut self, choice: &'p ChoiceCode, candidate: &Candidate, plan: Option<u32>) -> Try<bool> {
        self.bind_candidate(choice, candidate)?;
        let allowed = self.allowed(choice, candidate);
        self.unbind(choice);
        let allowed = allowed?;
        let (true, Some(plan)) = (allowed, plan) else { return Ok(allowed) };
        let mut ways = vec![candidate.clone()];
        self.best_of_plan(plan, &mut ways, true)?;
        Ok(!ways.is_empty())
    }
}
