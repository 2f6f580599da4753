//! `simultaneous`: everyone alone on a copy, then joined in seat order.

use std::collections::BTreeSet;

use rulehound_interpreter::model::{Binder, Block, Key};

use super::fault::Fault;
use super::names::Value;
use super::offer::{SeatOffer, no_option};
use super::run::{Flow, Halt, Run, Source};
use super::world::World;
use super::{Input, Question};

/// How far one player is.
enum Progress {
    Asked(SeatOffer),
    Finished(World),
}

impl<'g> Run<'g> {
    pub(super) fn simultaneous(
        &mut self,
        binder: &'g Binder,
        keys: &'g [Key],
        body: &'g Block,
        reveal: Option<&'g Block>,
    ) -> Result<Flow, Halt> {
        let sorted = self.sorted(std::slice::from_ref(binder), keys)?;
        let mut groups: Vec<(Vec<i32>, BTreeSet<i32>)> = Vec::new();
        for (keys, tuple) in sorted {
            match groups.last_mut().filter(|(group, _)| *group == keys) {
                Some((_, seats)) => drop(seats.insert(tuple[0])),
                None => groups.push((keys, BTreeSet::from([tuple[0]]))),
            }
        }
        if groups.is_empty() && keys.is_empty() {
            groups.push((Vec::new(), BTreeSet::new()));
        }
        for (_, seats) in groups {
            let seats: Vec<i32> = seats.into_iter().collect();
            self.gather_answers(binder, body, &seats)?;
            let mut flow = self.settle()?;
            if let (Flow::Continue, Some(reveal)) = (flow, reveal) {
                flow = self.block(reveal)?;
            }
            if flow != Flow::Continue {
                return Ok(flow);
            }
        }
        Ok(Flow::Continue)
    }

    /// Asks until all have finished, then joins what they wrote.
    fn gather_answers(&mut self, binder: &'g Binder, body: &'g Block, seats: &[i32]) -> Result<(), Halt> {
        let mut answers = vec![Vec::new(); seats.len()];
        let mut progress = Vec::new();
        let mut fault: Option<Fault> = None;
        for seat in seats {
            match (self.alone(binder, body, *seat, &[]), &mut fault) {
                (Ok(one), _) => progress.push(one),
                (Err(Halt::Fault(another)), Some(fault)) => fault.besides.push(another.code),
                (Err(Halt::Fault(first)), None) => fault = Some(first),
                (Err(halt), _) => return Err(halt),
            }
        }
        if let Some(fault) = fault {
            return Err(fault.into());
        }
        loop {
            let asked = |progress: &Progress| match progress {
                Progress::Asked(offer) => Some(offer.clone()),
                Progress::Finished(_) => None,
            };
            let offers: Vec<SeatOffer> = progress.iter().filter_map(asked).collect();
            if offers.is_empty() {
                break;
            }
            let input = self.input(|_| Question::Decision(offers.clone()))?;
            let Input::Answer { seat, option } = input else {
                return Err(self.bad_input("another answer was asked").into());
            };
            let Some(offer) = offers.iter().find(|offer| offer.seat == seat) else {
                return Err(self.bad_input("another answer was asked").into());
            };
            let at = seats.iter().position(|other| *other as usize == seat).expect("who is asked takes part");
            answers[at].push(*offer.numbers.get(option).ok_or_else(|| no_option(option))?);
            // What one answers changes nothing for the others.
            progress[at] = self.alone(binder, body, seats[at], &answers[at])?;
        }
        let before = self.world.clone();
        for finished in &progress {
            if let Progress::Finished(after) = finished {
                self.world.join(&before, after);
            }
        }
        Ok(())
    }

    /// The block of one player with the answers so far, on a copy.
    fn alone(&self, binder: &'g Binder, body: &'g Block, seat: i32, answers: &[usize]) -> Result<Progress, Halt> {
        let mut run = self.clone();
        run.source = Source::Private(answers.to_vec());
        run.used = 0;
        run.private = true;
        run.decider = Some(seat);
        run.names.bind(binder.local, Value::One(seat));
        match run.block(body) {
            Ok(flow) => {
                assert_eq!(flow, Flow::Continue, "nothing outside is left");
                Ok(Progress::Finished(run.world))
            }
            Err(Halt::Asked(offer)) => Ok(Progress::Asked(*offer)),
            Err(halt) => Err(halt),
        }
    }
}
