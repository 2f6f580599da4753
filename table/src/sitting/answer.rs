//! Answers: tried on a copy, written down, then taken and told.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{Sitting, State, is_name};
use crate::opening::Trouble;
use crate::store::Row;

/// What is answered while others decide in secret, too, is confirmed at multiples of this time, so that how long it takes tells nothing of it:
/// not what was chosen, nor what the table did for others meanwhile. Longer than an answer takes where little else is done, and
/// short enough that nobody feels it.
const SLOT: Duration = Duration::from_millis(5);

/// How long after it came an answer is confirmed that is taken after so long: at once, if it was no secret one.
fn confirmed_after(taken: Duration, in_secret: bool) -> Duration {
    if !in_secret {
        return taken;
    }
    let slots = taken.as_nanos().div_ceil(SLOT.as_nanos()).max(1);
    SLOT.saturating_mul(u32::try_from(slots).unwrap_or(u32::MAX))
}

impl Sitting {
    /// Takes an answer of a person, once, however often it is sent. It came at this time.
    pub(super) fn answer(&self, place: usize, (question, id): (u32, String), option: usize, came: Instant) -> Value {
        let mut state = self.state();
        let no = |why: &str| json!({ "t": "no", "id": id, "why": why });
        let (Some(seat), Some(onlooker)) = (state.seats.get(place), state.onlookers.get(place)) else {
            return no("those who look on do not answer");
        };
        if !is_name(&id) {
            return no("an answer needs a name of its own");
        }
        if seat.has_answered(&id) {
            return json!({ "t": "ok", "id": id });
        }
        if seat.bot.is_some() {
            return no("a bot plays here");
        }
        if onlooker.options == 0 {
            return no("it is not your turn");
        }
        if onlooker.question != question {
            return no("that question is over");
        }
        if option >= onlooker.options {
            return no("there is no such option");
        }
        let in_secret = state.course.position().is_gathering();
        match self.given(&mut state, place, option, &id) {
            Ok(()) => {
                if let Some(seat) = state.seats.get_mut(place) {
                    seat.remember(id.clone());
                }
                // What everybody is to be sent is found out before, since that takes its time, too.
                self.looked(&mut state);
                let taken = came.elapsed();
                let kept_back = confirmed_after(taken, in_secret).saturating_sub(taken);
                if kept_back.is_zero() {
                    state.show();
                } else {
                    // Nobody else waits for that.
                    drop(state);
                    std::thread::sleep(kept_back);
                    self.state().show();
                }
                json!({ "t": "ok", "id": id })
            }
            Err(Trouble::Rules(why)) => {
                // The rules went wrong: everybody is told, and the game stands still where it was.
                state.fault = Some(why);
                self.told(&mut state);
                no("the rules go wrong here")
            }
            Err(_) => no("your answer could not be kept; nothing has changed"),
        }
    }

    /// What somebody answers counts once it is written.
    pub(super) fn given(&self, state: &mut State, seat: usize, option: usize, id: &str) -> Result<(), Trouble> {
        let step = state.course.try_out(seat, option)?;
        let text = step.given.as_ref().map(|given| given.text.clone()).unwrap_or_default();
        self.store.write(&Row { option, text: &text, id, ..self.row(state, seat, "answer") })?;
        state.rows += 1;
        state.wish = None;
        state.seats.iter_mut().for_each(|seat| seat.agrees = false);
        if let Some(onlooker) = state.onlookers.get_mut(seat) {
            onlooker.answered();
        }
        let happened = state.course.take(step);
        state.hear(&happened);
        Ok(())
    }

    /// Everybody is sent what has changed for him.
    pub(super) fn told(&self, state: &mut State) {
        self.looked(state);
        state.show();
    }

    /// Everybody looks at the table.
    fn looked(&self, state: &mut State) {
        if let Err(trouble) = state.look() {
            state.fault = Some(trouble.to_string());
            // Nobody is asked any more, so nothing that goes wrong is looked at again.
            let _ = state.look();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secret_answers_are_confirmed_in_slots_and_others_at_once() {
        let after = |micros, in_secret| confirmed_after(Duration::from_micros(micros), in_secret).as_micros();
        assert_eq!(
            [0, 1, 4_999, 5_000, 5_001, 11_000].map(|micros| after(micros, true)),
            [5_000, 5_000, 5_000, 5_000, 10_000, 15_000]
        );
        assert_eq!([0, 1, 5_001].map(|micros| after(micros, false)), [0, 1, 5_001]);
    }
}
