//! Answers: tried on a copy, written down, then taken and told.

use serde_json::{Value, json};

use super::{Sitting, State, is_name};
use crate::opening::Trouble;
use crate::store::Row;

impl Sitting {
    /// Takes an answer of a person, once, however often it is sent.
    pub(super) fn answer(&self, place: usize, question: u32, id: String, option: usize) -> Value {
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
        match self.given(&mut state, place, option, &id) {
            Ok(()) => {
                if let Some(seat) = state.seats.get_mut(place) {
                    seat.remember(id.clone());
                }
                self.told(&mut state);
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
        if let Err(trouble) = state.look() {
            state.fault = Some(trouble.to_string());
            // Nobody is asked any more, so nothing that goes wrong is looked at again.
            let _ = state.look();
        }
    }
}
