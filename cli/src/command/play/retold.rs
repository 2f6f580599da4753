//! What happened before a saved game was saved: told once more to nobody, so that people can read it again and bots remember it.

use rulehound_interpreter::script::{Listener, Passage};
use rulehound_interpreter::story::Teller;

use super::apart::Apart;
use super::session::MOST_TOLD;
use super::told::Told;
use crate::thinkers::Thinkers;

/// Who listens while a record is played again.
pub struct Retold<'s> {
    /// The bots.
    pub thinkers: Thinkers,
    /// What can be read again.
    pub told: Told,
    /// What each of several people alone can read again.
    pub apart: Apart,
    teller: Teller,
    people: &'s [usize],
    width: usize,
}

impl<'s> Retold<'s> {
    /// For these bots and people, in lines of this width.
    pub fn to(thinkers: Thinkers, people: &'s [usize], teller: Teller, width: usize) -> Self {
        let (told, apart) = (Told::at_most(MOST_TOLD), Apart::default());
        Self { thinkers, told, apart, teller, people, width }
    }

    /// Nobody has heard anything, since it is not known what happened.
    pub fn nothing(self) -> Self {
        let Self { thinkers, teller, people, width, .. } = self;
        Self::to(thinkers.forgetful(), people, teller, width)
    }
}

impl Listener for Retold<'_> {
    fn passage(&mut self, passage: &Passage<'_>) {
        // What was before a saved game cannot be taken back, so it need not be known when it was told.
        self.thinkers.take_in(passage.log, passage.position);
        if self.people.len() > 1 {
            self.apart.keep(passage.events(), passage.position, self.people, (0, self.width));
        }
        let mut lines = self.teller.tell(passage.events(), passage.position);
        // As if they had been asked there: what was told up to then is told apart.
        if passage.position.deciders().iter().any(|seat| self.people.contains(seat)) {
            lines.extend(self.teller.pause(passage.position));
        }
        self.told.add(lines, 0);
        self.apart.have_read();
    }
}
