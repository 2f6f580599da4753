//! A game that goes on under rules that were changed while it was played.

use rulehound_grammar::span::Location;
use rulehound_interpreter::play::{Game, Position, Stop};
use rulehound_interpreter::script::{Entry, Headline, read, run, write};

use super::{Course, Happened, Recorded};
use crate::Wrong;

/// How a game was kept, the best way first that was possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// Everything stands where it stood.
    Stands,
    /// It was played again from its beginning, answer by answer.
    Replayed,
    /// It begins anew.
    Anew {
        /// What does not fit the new rules.
        why: String,
        /// Where they say so.
        at: Option<Location>,
    },
}

impl Course {
    /// The same game under other rules, and what is to be told of its beginning if it begins anew.
    ///
    /// # Errors
    /// The new rules go wrong before anybody decides.
    pub fn under(
        &self,
        game: &Game,
        headline: &Headline,
        by: (u64, u64),
    ) -> Result<(Self, Vec<Happened>, Kept), Wrong> {
        let unfit = match game.transplant(&self.position) {
            Ok(position) => return Ok((self.standing(position, self.record()), Vec::new(), Kept::Stands)),
            Err(unfit) => unfit,
        };
        if let Some((position, record)) = self.replayed(game, headline) {
            return Ok((self.standing(position, record), Vec::new(), Kept::Replayed));
        }
        let (course, happened) = Self::begin(game, by.0, by.1)?;
        Ok((course, happened, Kept::Anew { why: unfit.why, at: unfit.at }))
    }

    /// Goes on from another position, to which a record leads, or would have led before the rules were changed. Nothing before can be taken
    /// back.
    pub fn standing(&self, position: Position, record: Vec<Entry>) -> Self {
        Self {
            position,
            chance: self.chance.clone(),
            given: Vec::new(),
            record: Recorded::So(record),
            changed: true,
            free: false,
        }
    }

    /// Where all answers and outcomes lead under these rules; nothing if one of them is not possible any more.
    fn replayed(&self, game: &Game, headline: &Headline) -> Option<(Position, Vec<Entry>)> {
        let script = read(&write(headline, &self.record())).ok()?;
        let played = run(&script, game.instance().model.clone(), &mut ());
        let waits = |position: &Position| position.stop() != Stop::Chance;
        let position = played.position.filter(|position| played.diagnostics.is_empty() && waits(position))?;
        Some((position, played.record))
    }

    /// The game as a script; nothing if that would not lead here, since the rules were changed on the way.
    pub fn script(&self, headline: &Headline) -> Option<String> {
        let leads_here = || {
            let replayed = self.replayed(self.position.game(), headline);
            replayed.is_some_and(|(position, _)| position.declared() == self.position.declared())
        };
        (!self.changed || leads_here()).then(|| write(headline, &self.record()))
    }
}
