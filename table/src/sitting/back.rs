//! Taking back: at once where nothing was revealed since, else with everybody's consent; and the same game once more.

use rulehound_interpreter::play::Stop;
use serde_json::{Value, json};

use super::{Sitting, State};
use crate::opening::Trouble;
use crate::store::Row;
use crate::watch::goes_on;
use rulehound_course::{Course, Given};

impl Sitting {
    /// Somebody wishes to take back his last answer.
    pub(super) fn undo(&self, place: usize) -> Option<Value> {
        let mut state = self.state();
        let no = |why: &str| Some(json!({ "t": "said", "why": why }));
        if state.seats.get(place).is_none_or(|seat| seat.bot.is_some()) {
            return no("only players take back");
        }
        let Some((left, free)) = state.course.back(place) else { return no("you have not answered yet") };
        let others = state.seats.iter().enumerate().any(|(seat, it)| seat != place && it.bot.is_none());
        if free || !others {
            return self.taken_back(&mut state, place, left);
        }
        state.wish = Some(place);
        state.seats.iter_mut().enumerate().for_each(|(seat, it)| it.agrees = seat == place);
        self.told(&mut state);
        None
    }

    /// Somebody agrees to that, or does not.
    pub(super) fn agree(&self, place: usize, yes: bool) -> Option<Value> {
        let mut state = self.state();
        let who = state.wish?;
        state.seats.get(place)?;
        if yes {
            state.seats.get_mut(place)?.agrees = true;
            if state.seats.iter().all(|seat| seat.agrees || seat.bot.is_some()) {
                let (left, _) = state.course.back(who)?;
                return self.taken_back(&mut state, who, left);
            }
        } else {
            state.wish = None;
            state.seats.iter_mut().for_each(|seat| seat.agrees = false);
            let name = state.played.game.instance().players.get(place).cloned().unwrap_or_default();
            let told = json!({ "t": "said", "why": format!("{name} does not agree") });
            // Behind the view in which nobody is asked any more, since with that the page forgets what was said before.
            self.told(&mut state);
            state.sockets.iter_mut().filter(|socket| socket.place == who).for_each(|socket| socket.say(&told));
            return None;
        }
        self.told(&mut state);
        None
    }

    fn taken_back(&self, state: &mut State, seat: usize, left: usize) -> Option<Value> {
        let answers: Vec<Given> = state.given().iter().take(left).cloned().collect();
        let row = Row { option: left, ..self.row(state, seat, "undo") };
        self.anew(state, (state.number, &answers), &row)
    }

    /// The same game once more, when one is over.
    pub(super) fn another(&self, place: usize) -> Option<Value> {
        let mut state = self.state();
        let over = state.course.position().stop() == Stop::Over || state.fault.is_some();
        if !over || (place >= state.seats.len() && place != state.host) {
            return Some(json!({ "t": "said", "why": "this game is not over" }));
        }
        let number = state.number + 1;
        let row = Row { number, row: 0, ..self.row(&state, place, "again") };
        self.anew(&mut state, (number, &[]), &row)
    }

    /// The game begins anew and goes as far as these answers lead; written before it counts.
    fn anew(&self, state: &mut State, (number, answers): (u64, &[Given]), row: &Row<'_>) -> Option<Value> {
        let begun = || -> Result<_, Trouble> {
            let begun = Course::again(&state.played.game, (state.played.opening.seed, number), answers, goes_on)?;
            self.store.write(row)?;
            Ok(begun)
        };
        match begun() {
            Ok((course, happened)) => {
                state.rows = row.row + 1;
                (state.course, state.number) = (course, number);
                (state.wish, state.fault) = (None, None);
                state.seats.iter_mut().for_each(|seat| seat.agrees = false);
                state.onlookers.iter_mut().for_each(|onlooker| onlooker.forget());
                state.sockets.iter_mut().for_each(|socket| socket.forget());
                let game = state.played.game.clone();
                state.minds.forget(&game);
                state.hear(&happened);
                self.told(state);
                None
            }
            Err(_) => Some(json!({ "t": "said", "why": "that could not be kept; nothing has changed" })),
        }
    }
}
