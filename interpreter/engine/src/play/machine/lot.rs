//! Deciding by lot, as a random player does: each legal option is as likely.
//!
//! Where it is dear to find out whether a candidate is legal, candidates are drawn until one is: of those that are left each is as likely, so
//! of the legal ones, too, and most need not be looked at.

use super::numbered::{Numbered, Undrawn};
use super::{Candidate, Machine, Pause, Trouble, Try};
use crate::play::Seeded;
use crate::program::{ChoiceCode, Pc};
use rulehound_rules::limits::AHEAD_STEPS;

/// A playout: a machine whose players draw lots.
pub(crate) struct Lots<'m, 'p> {
    /// What runs.
    pub machine: &'m mut Machine<'p>,
    /// Whose numbers the players use.
    pub players: &'m mut Seeded,
}

impl<'m, 'p> Lots<'m, 'p> {
    /// Lets players decide by lot from here on: decisions stop whether or not anything is legal.
    pub fn new(machine: &'m mut Machine<'p>, players: &'m mut Seeded) -> Self {
        machine.playout = true;
        Self { machine, players }
    }

    /// A stop is over: there is all work to do before the next.
    pub fn begin_anew(&mut self) {
        self.machine.refuel();
        self.machine.ahead_left = AHEAD_STEPS;
    }

    /// Where to go on if nothing is legal at the decision at hand.
    fn if_none(&self, choice: &ChoiceCode) -> Option<Pc> {
        choice.if_none.or_else(|| self.machine.program.begun_plan(self.machine.pc)?.if_none)
    }

    /// Decides and goes on behind the decision. Where nothing is legal it goes where that leads, and tells a no.
    pub fn decide(&mut self) -> Try<bool> {
        let Some(choice) = self.machine.choice() else { return Ok(false) };
        let reader = self.machine.reader.replace(self.machine.decider());
        let drawn = self.draw(choice);
        self.machine.reader = reader;
        match (drawn?, self.if_none(choice)) {
            (Some(candidate), _) => {
                self.machine.forget_the_way();
                self.begin_anew();
                self.machine.take_candidate(choice, &candidate)?;
                Ok(true)
            }
            (None, Some(pc)) => {
                self.machine.pc = pc;
                Ok(false)
            }
            (None, None) => Err(self.nothing_to_choose()),
        }
    }

    fn nothing_to_choose(&self) -> Trouble {
        self.machine.fault_here("empty-choice", "there is nothing to choose here")
    }

    /// Whether there is anything to decide here; where nothing is legal it goes where that leads.
    pub fn is_asked(&mut self) -> Try<bool> {
        let Some(choice) = self.machine.choice() else { return Ok(true) };
        let reader = self.machine.reader.replace(self.machine.decider());
        let legal = self.machine.legal(choice);
        self.machine.reader = reader;
        match (legal?.is_empty(), self.if_none(choice)) {
            (false, _) => Ok(true),
            (true, Some(pc)) => {
                self.machine.pc = pc;
                Ok(false)
            }
            (true, None) => Err(self.nothing_to_choose()),
        }
    }

    /// Lets the first of a group who has still to decide in secret do so; nobody is a no.
    pub fn decide_in_secret(&mut self, id: u32) -> Try<bool> {
        let Some(seat) = self.machine.deciders(Pause::Gathering(id)).next() else { return Ok(false) };
        self.machine.forget_the_way();
        self.begin_anew();
        let mut private = self.machine.take_private(id, seat)?;
        let legal = match (private.machine.legal_here.take(), private.machine.choice()) {
            (Some(legal), _) => legal,
            (None, Some(choice)) => private.machine.legal(choice)?,
            (None, None) => Vec::new(),
        };
        let option = self.players.below(legal.len());
        private.machine.legal_here = Some(legal);
        self.machine.keep_stand(seat, private);
        self.machine.answer_in_secret(id, seat, option)?;
        Ok(true)
    }

    fn draw(&mut self, choice: &'p ChoiceCode) -> Try<Option<Candidate>> {
        let plan = self.machine.running_plan();
        let code = plan.and_then(|plan| self.machine.program.plans.get(plan as usize));
        let draws = code.map_or(choice.dear, |plan| plan.keys.is_empty());
        if !draws {
            let legal = self.machine.legal(choice)?;
            let option = self.players.below(legal.len());
            return Ok(legal.into_iter().nth(option));
        }
        let numbered = Numbered::of(self.machine, choice)?;
        let drawn = self.draw_among(choice, plan, &numbered);
        numbered.give_back(self.machine);
        drawn
    }

    /// Draws candidates until one is legal.
    fn draw_among(&mut self, choice: &'p ChoiceCode, plan: Option<u32>, all: &Numbered) -> Try<Option<Candidate>> {
        let mut undrawn = Undrawn::all(all.count(), self.machine.take());
        let mut found = None;
        while found.is_none() && undrawn.left() > 0 {
            let at = self.players.below(undrawn.left());
            let Some(drawn) = all.candidate(undrawn.draw(at)) else { break };
            if self.is_legal(choice, &drawn, plan)? {
                found = Some(drawn);
            }
        }
        self.machine.give(undrawn.room());
        Ok(found)
    }

    /// Whether a candidate passes every requirement and leads through the plan that runs, if one does.
    fn is_legal(&mut self, choice: &'p ChoiceCode, candidate: &Candidate, plan: Option<u32>) -> Try<bool> {
        self.machine.bind_candidate(choice, candidate)?;
        let allowed = self.machine.allowed(choice, candidate);
        self.machine.unbind(choice);
        let allowed = allowed?;
        let (true, Some(plan)) = (allowed, plan) else { return Ok(allowed) };
        let mut ways = vec![candidate.clone()];
        self.machine.best_of_plan(plan, &mut ways, true)?;
        Ok(!ways.is_empty())
    }
}
