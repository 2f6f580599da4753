//! `simultaneous`: everyone alone on a copy, then joined in seat order.

use std::collections::BTreeSet;

use rulehound_interpreter::model::{Binder, Block, Key};

use super::names::Value;
use super::offer::SeatOffer;
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
        loop {
            let mut finished = Vec::new();
            let mut asked = Vec::new();
            for (seat, answers) in seats.iter().zip(&answers) {
                match self.alone(binder, body, *seat, answers)? {
                    Progress::Asked(offer) => asked.push(offer),
                    Progress::Finished(world) => finished.push(world),
                }
            }
            if asked.is_empty() {
                let before = self.world.clone();
                finished.iter().for_each(|after| self.world.join(&before, after));
                return Ok(());
            }
            let asking: Vec<usize> = asked.iter().map(|offer| offer.seat).collect();
            match self.input(|_| Question::Decision(asked))? {
                Input::Answer { seat, option } if asking.contains(&seat) => {
                    let position = seats.iter().position(|other| *other as usize == seat);
                    answers[position.expect("who is asked takes part")].push(option);
                }
                _ => return Err(self.bad_input("another answer was asked").into()),
            }
        }
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
