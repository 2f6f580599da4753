//! `may`, `may repeat`.

use rulehound_grammar::span::Location;
use rulehound_interpreter::model::{May, Repeat};

use super::names::Value;
use super::run::{Flow, Halt, Run, Step};

impl<'g> Run<'g> {
    /// Asked as long as its condition holds and its count lasts. `if none` runs unless the count was used up.
    pub(super) fn may(&mut self, may: &'g May, at: Location) -> Result<Flow, Halt> {
        let most = match &may.repeat {
            Repeat::Once => Some(1),
            Repeat::Often => None,
            Repeat::AtMost(times) => Some(self.some(times)?),
        };
        let mut done = 0;
        while most.is_none_or(|most| done < most) {
            self.step()?;
            if !self.holds(may.condition.as_ref())? || !self.wanted(may, at)? {
                return may.if_none.as_ref().map_or(Ok(Flow::Continue), |block| self.block(block));
            }
            let flow = self.block(&may.body)?;
            if flow != Flow::Continue {
                return Ok(flow);
            }
            done += 1;
        }
        Ok(Flow::Continue)
    }

    /// Doing it, if that is allowed, then `skip`.
    fn wanted(&mut self, may: &'g May, at: Location) -> Result<bool, Halt> {
        let step = match self.foreseen() {
            Some(step) => step,
            None => self.ask_may(may)?,
        };
        match step {
            Some(taken) => Ok(taken == [Value::One(1)]),
            None => self.nothing_legal(None, at).map(|_| false),
        }
    }

    fn ask_may(&mut self, may: &'g May) -> Result<Step, Halt> {
        let mut offer = self.asked(false);
        self.judge(&mut offer, vec![Value::One(1)], &[], &may.requirements, |run| run.text(&may.text))?;
        offer.options.push(vec![Value::One(0)]);
        offer.texts.push("skip".to_owned());
        offer.bindings.push(Vec::new());
        offer.secrets.push(None);
        self.decide(offer)
    }
}
