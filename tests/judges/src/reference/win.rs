//! The end of the game.

use rulehound_interpreter::model::{Binder, Key, Win};
use rulehound_interpreter::play::Outcome;

use super::Fault;
use super::binder::in_order;
use super::run::{Halt, Run};

impl Run<'_> {
    /// Ends the game.
    pub(super) fn win(&mut self, win: &Win) -> Halt {
        let outcome = match win {
            Win::Nobody => Ok(self.nobody()),
            Win::These(players) => self.gather(players).map(|winners| self.winners(&winners)),
            Win::Ranked(binder, keys) => self.ranked(binder, keys),
        };
        match outcome {
            Ok(outcome) => {
                self.world.result = Some(outcome);
                Halt::Over
            }
            Err(fault) => Halt::Fault(fault),
        }
    }

    pub(super) fn nobody_wins(&mut self) {
        self.world.result = Some(self.nobody());
    }

    fn nobody(&self) -> Outcome {
        let seats = self.game.instance.seats();
        Outcome { places: vec![None; seats], keys: vec![Vec::new(); seats] }
    }

    /// These on place 1, the others on the next.
    fn winners(&self, winners: &[i32]) -> Outcome {
        if winners.is_empty() {
            return self.nobody();
        }
        let mut outcome = self.nobody();
        let next = winners.len() as u32 + 1;
        for (seat, place) in outcome.places.iter_mut().enumerate() {
            *place = Some(if winners.contains(&(seat as i32)) { 1 } else { next });
        }
        outcome
    }

    /// By their keys; equals share a place.
    fn ranked(&mut self, binder: &Binder, keys: &[Key]) -> Result<Outcome, Fault> {
        let sorted = self.sorted(std::slice::from_ref(binder), keys)?;
        let mut outcome = self.nobody();
        for (own, tuple) in &sorted {
            let better = sorted.iter().filter(|(other, _)| in_order(keys, other, own).is_lt()).count();
            let seat = tuple[0] as usize;
            outcome.places[seat] = Some(better as u32 + 1);
            outcome.keys[seat] = own.clone();
        }
        Ok(outcome)
    }
}
