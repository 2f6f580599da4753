//! Rules that are changed while they are played, for those who write them.

use std::sync::Arc;

use rulehound_interpreter::model::{Model, Source};
use rulehound_interpreter::play::Position;
use rulehound_interpreter::script::Entry;

use super::played::Played;
use super::{Sitting, State};
use crate::bots;
use crate::opening::{Opening, Trouble};
use rulehound_course::{Course, Happened, Kept};

impl Sitting {
    /// Goes on under other rules, as far as that is possible, and tells everybody. Nothing changes if they cannot be played.
    ///
    /// # Errors
    /// The rules are not for this table, or go wrong before anybody decides.
    pub fn change(&self, sources: Vec<Source>, model: Arc<Model>) -> Result<Kept, Trouble> {
        let mut state = self.state();
        let before = &state.played.opening;
        let opening = Opening {
            name: before.name.clone(),
            sources,
            model,
            table: before.table.clone(),
            bots: state.levels(),
            seed: before.seed,
        };
        let played = Played::new(opening)?;
        let by = (played.opening.seed, state.number);
        let (course, happened, kept) = state.course.under(&played.game, &played.headline(), by)?;
        let told = match &kept {
            // Other words, or nothing that is played.
            Kept::Stands if played.game.hash() == state.played.game.hash() => None,
            Kept::Stands => Some("The rules were changed; everything stands where it stood.".to_owned()),
            Kept::Replayed => Some("The rules were changed; the game was played again up to here.".to_owned()),
            Kept::Anew { why, .. } => Some(format!("The rules were changed, and the game begins anew: {why}.")),
        };
        if let Kept::Anew { .. } = kept {
            state.begin_anew();
        }
        self.set_out(&mut state, played, course, &happened);
        if let Some(told) = told {
            state.say(&told);
        }
        self.told(&mut state);
        Ok(kept)
    }

    /// Goes on from another position of the same rules, such as a script leads to; `record` leads there.
    pub fn stand(&self, position: &Position, record: Vec<Entry>) {
        let mut state = self.state();
        state.course = state.course.standing(position.clone(), record);
        state.begin_anew();
        self.told(&mut state);
    }

    /// Where the game stands.
    pub fn position(&self) -> Position {
        self.state().course.position().clone()
    }

    /// The game as a script, with where it leads, for whoever may see all of it; nothing if no script leads here.
    pub fn kept_script(&self) -> Option<(String, Position)> {
        let state = self.state();
        let script = state.course.script(&state.played.headline())?;
        Some((script, state.course.position().clone()))
    }

    /// Another game lies on the table.
    fn set_out(&self, state: &mut State, played: Played, course: Course, happened: &[Happened]) {
        state.minds = bots::Minds::new(&played.game, state.levels(), played.opening.seed);
        (state.played, state.course) = (Arc::new(played), course);
        state.ask_anew();
        let (seats, host) = (state.seats.len(), state.host);
        let played = state.played.clone();
        for socket in &mut state.sockets {
            let seat = (socket.view < seats).then_some(socket.view);
            socket.say(&played.hello(seat, socket.place == host));
        }
        state.hear(happened);
    }
}

impl State {
    /// What was told before is over.
    fn begin_anew(&mut self) {
        self.ask_anew();
        self.onlookers.iter_mut().for_each(|onlooker| onlooker.forget());
        self.sockets.iter_mut().for_each(|socket| socket.forget());
    }

    /// What was asked before is over.
    fn ask_anew(&mut self) {
        self.version += 1;
        (self.wish, self.fault) = (None, None);
        self.seats.iter_mut().for_each(|seat| seat.agrees = false);
        self.onlookers.iter_mut().for_each(|onlooker| onlooker.begin_to_tell());
    }

    /// A line in everybody's story, once in a row.
    fn say(&mut self, line: &str) {
        for onlooker in &mut self.onlookers {
            if onlooker.story.last().is_none_or(|last| last != line) {
                onlooker.story.push(line.to_owned());
            }
        }
    }
}
