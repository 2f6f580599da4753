//! Built-in words: seats and boards.

use super::{Machine, Try, noting};
use crate::instance::to_value;
use crate::program::NodeId;
use rulehound_rules::model::BuiltIn;
use rulehound_rules::model::value::NONE;

/// Whether `ahead` and `steps` go the other way: the third argument.
fn runs_back<'p>(machine: &mut Machine<'p>, arguments: &'p [NodeId]) -> Try<bool> {
    Ok(arguments.len() > 2 && machine.needed(arguments, 2)? != 0)
}

impl<'p> Machine<'p> {
    pub(super) fn argument(&mut self, arguments: &'p [NodeId], index: usize) -> Try<i32> {
        arguments.get(index).map_or(Ok(NONE), |argument| self.value(*argument))
    }

    fn needed(&mut self, arguments: &'p [NodeId], index: usize) -> Try<i32> {
        arguments.get(index).map_or(Ok(NONE), |argument| self.number(*argument))
    }

    /// How far to go: the last argument, or 1.
    fn distance(&mut self, arguments: &'p [NodeId], index: usize) -> Try<i32> {
        if index < arguments.len() { self.needed(arguments, index) } else { Ok(1) }
    }

    /// A word that gives one value.
    pub(super) fn built_in(&mut self, word: BuiltIn, arguments: &'p [NodeId], id: NodeId) -> Try<i32> {
        let seats = to_value(self.program.instance.seats()).max(1);
        match word {
            BuiltIn::Next => {
                let (seat, steps) = (self.needed(arguments, 0)?, self.distance(arguments, 1)?);
                Ok(i32::try_from((i64::from(seat) + i64::from(steps)).rem_euclid(i64::from(seats))).unwrap_or(0))
            }
            BuiltIn::Other => {
                let seat = self.needed(arguments, 0)?;
                match (seats, seat) {
                    (2, 0 | 1) => Ok(1 - seat),
                    (2, _) => Err(self.fault("none-used", "there is none here, but one is needed", id)),
                    _ => Err(self.fault("not-in-set", "`other` needs two players", id)),
                }
            }
            BuiltIn::Seat => Ok(self.needed(arguments, 0)?.saturating_add(1)),
            BuiltIn::Max | BuiltIn::Min => {
                let mut most = self.needed(arguments, 0)?;
                for index in 1..arguments.len() {
                    let value = self.needed(arguments, index)?;
                    most = if word == BuiltIn::Max { most.max(value) } else { most.min(value) };
                }
                Ok(most)
            }
            BuiltIn::Ahead => {
                let place = self.argument(arguments, 0)?;
                let steps = self.distance(arguments, 1)?;
                let steps = if runs_back(self, arguments)? { steps.saturating_neg() } else { steps };
                Ok(self.program.instance.ahead(place, steps))
            }
            BuiltIn::Steps => {
                let (from, to) = (self.needed(arguments, 0)?, self.needed(arguments, 1)?);
                let (from, to) = if runs_back(self, arguments)? { (to, from) } else { (from, to) };
                let steps = self.program.instance.steps(from, to);
                steps.ok_or_else(|| self.fault("not-in-set", "`steps` needs two places of one board", id))
            }
            BuiltIn::Beside => {
                let place = self.argument(arguments, 0)?;
                let direction = self.needed(arguments, 1)?;
                let steps = self.distance(arguments, 2)?;
                self.burn(u64::from(steps.unsigned_abs()))?;
                Ok(self.program.instance.beside(place, direction, steps))
            }
            BuiltIn::Noted => noting::noted(self, arguments),
            BuiltIn::Around => self.only(id, id),
        }
    }

    /// A word that gives a set.
    pub(super) fn built_in_set(
        &mut self,
        word: BuiltIn,
        arguments: &'p [NodeId],
        id: NodeId,
        out: &mut Vec<i32>,
    ) -> Try<()> {
        match word {
            BuiltIn::Around => {
                let place = self.argument(arguments, 0)?;
                out.extend(self.program.instance.around(place));
            }
            BuiltIn::Next
            | BuiltIn::Other
            | BuiltIn::Seat
            | BuiltIn::Max
            | BuiltIn::Min
            | BuiltIn::Ahead
            | BuiltIn::Steps
            | BuiltIn::Noted
            | BuiltIn::Beside => {
                let value = self.built_in(word, arguments, id)?;
                if value != NONE {
                    out.push(value);
                }
            }
        }
        Ok(())
    }
}
