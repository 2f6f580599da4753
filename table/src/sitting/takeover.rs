//! A bot takes a seat over while the game runs, and gives it back.

use rulehound_bots::Level;
use serde_json::{Value, json};

use super::{Sitting, State};
use crate::watch::goes_on;
use rulehound_course::{Course, Given, Happened, Wrong};

impl Sitting {
    /// Whoever sits there or is the host has a bot play at a seat, or people again.
    pub(super) fn takeover(&self, place: usize, seat: usize, level: Option<Level>) -> Option<Value> {
        let mut state = self.state();
        let no = |why: &str| Some(json!({ "t": "said", "why": why }));
        if place != seat && place != state.host {
            return no("only the host and whoever sits there can say who plays there");
        }
        let mut levels = state.levels();
        let Some(here) = levels.get_mut(seat) else { return no("there is no such seat") };
        if *here == level {
            return None;
        }
        *here = level;
        if self.store.write_bots(&self.name, &levels).is_err() {
            return no("that could not be kept; nothing has changed");
        }
        if let Some(seat) = state.seats.get_mut(seat) {
            seat.bot = level;
        }
        // Who is to be asked about it is another question now.
        state.wish = None;
        state.seats.iter_mut().for_each(|seat| seat.agrees = false);
        // What a bot thinks about is thought about anew.
        state.version += 1;
        let game = state.played.game.clone();
        if state.minds.seat(&game, levels) {
            let happened = state.until_now();
            state.minds.forget(&game);
            state.minds.hear(&happened);
        }
        self.told(&mut state);
        None
    }
}

impl State {
    /// The game goes on where these answers lead; all that happened till then.
    pub(super) fn again(&mut self, answers: &[Given]) -> Result<Vec<Happened>, Wrong> {
        let by = (self.played.opening.seed, self.number);
        let (course, happened) = Course::again(&self.played.game, by, answers, goes_on)?;
        self.course = course;
        Ok(happened)
    }

    /// All that happened in this game; nothing where the rules were changed on the way, since it cannot be played again.
    pub(super) fn until_now(&self) -> Vec<Happened> {
        let played = &self.played;
        let by = (played.opening.seed, self.number);
        let again = Course::again(&played.game, by, self.course.given(), goes_on);
        let leads_here = |course: &Course| course.position().declared() == self.course.position().declared();
        again.ok().filter(|(course, _)| leads_here(course)).map(|(_, happened)| happened).unwrap_or_default()
    }
}
