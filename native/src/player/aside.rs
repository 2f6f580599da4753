//! Many games with one player: a game that waits for an answer is put aside, and taken up again when the answer is there.

use rulehound_interpreter::cells::Notes;

use super::Player;
use crate::map::Extra;
use crate::{Lost, Pause, candidate_width};

/// A game that was put aside at a decision, with what is legal there.
#[derive(Clone, Debug, Default)]
pub struct Aside {
    words: Vec<i32>,
    notes: Notes,
}

/// A decision as it lies in memory.
#[derive(Clone, Copy, Debug)]
pub struct Open<'m> {
    /// The cells of the position.
    pub cells: &'m [i32],
    /// Which decision of the program it is.
    pub decision: usize,
    /// What is legal: one after the other, each so many words wide, the first of them the way if the decision has several.
    pub candidates: &'m [i32],
    /// How wide.
    pub width: usize,
    /// Whether the first word tells which way it is.
    pub tagged: bool,
}

/// Where games of a player are put aside.
pub struct Shelf<'p>(&'p mut Player);

impl<'p> Shelf<'p> {
    /// That of this player.
    pub fn of(player: &'p mut Player) -> Self {
        Self(player)
    }

    /// Whether games of this player can be put aside: nobody decides in secret and nothing is planned, since that takes more than what is kept.
    pub fn holds(player: &Player) -> bool {
        let program = player.game.program();
        program.gatherings.is_empty() && program.plans.is_empty()
    }

    /// Puts the game that is played aside, at a decision.
    ///
    /// # Errors
    /// [`Lost`] where nobody is to decide.
    pub fn put_aside(&mut self, aside: &mut Aside) -> Result<(), Lost> {
        let end = self.legal_end()?;
        let kept = self.0.block(0, |block| {
            aside.words.clear();
            aside.words.extend_from_slice(block.words.get(block.base..block.base + end)?);
            Some(())
        })?;
        kept.ok_or(Lost)?;
        std::mem::swap(&mut aside.notes, &mut self.0.store.data_mut().notes);
        Ok(())
    }

    /// Takes it up again. What was put aside is good for this only once, until it is put aside again.
    ///
    /// # Errors
    /// [`Lost`] if nothing was put aside.
    pub fn take_up(&mut self, aside: &mut Aside) -> Result<(), Lost> {
        // What the player has noted is of another game that was put aside or is over, and of no use; changing places takes no memory.
        std::mem::swap(&mut aside.notes, &mut self.0.store.data_mut().notes);
        let laid = self.0.block(0, |block| {
            let words = block.words.get_mut(block.base..block.base + aside.words.len())?;
            words.copy_from_slice(&aside.words);
            (!aside.words.is_empty()).then_some(())
        })?;
        self.0.outcomes.clear();
        self.0.pause = Pause::Decision;
        laid.ok_or(Lost)
    }

    /// Looks at the decision that is to be made.
    ///
    /// # Errors
    /// [`Lost`] where nobody is to decide.
    pub fn look<T>(&mut self, work: impl FnOnce(Open<'_>) -> T) -> Result<T, Lost> {
        let end = self.legal_end()?;
        let decision = usize::try_from(self.0.extra(0, Extra::Choice)?).map_err(|_| Lost)?;
        // Nothing that threads share is counted here: two of them would wait for each other at every step.
        let choice = self.0.game.program().choices.get(decision).ok_or(Lost)?;
        let (width, tagged) = (candidate_width(choice) as usize, choice.ways.len() > 1);
        let (legal, size) = (self.0.map.legal as usize / 4, self.0.map.size as usize);
        let looked = self.0.block(0, |block| {
            let words = block.words.get(block.base..block.base + end)?;
            let (cells, candidates) = (words.get(..size)?, words.get(legal..)?);
            Some(work(Open { cells, decision, candidates, width, tagged }))
        })?;
        looked.ok_or(Lost)
    }

    /// Where what is legal ends in the block of the game, in words.
    fn legal_end(&mut self) -> Result<usize, Lost> {
        if self.0.pause != Pause::Decision {
            return Err(Lost);
        }
        let decision = usize::try_from(self.0.extra(0, Extra::Choice)?).map_err(|_| Lost)?;
        let count = usize::try_from(self.0.extra(0, Extra::Count)?).map_err(|_| Lost)?;
        let width = self.0.game.program().choices.get(decision).map(candidate_width).ok_or(Lost)? as usize;
        Ok(self.0.map.legal as usize / 4 + count * width)
    }
}

impl Aside {
    /// The cells of the game, if any was put aside, of a position that has so many.
    pub fn cells(&self, size: usize) -> Option<&[i32]> {
        self.words.get(..size).filter(|cells| !cells.is_empty())
    }

    /// The positions that were noted in it.
    pub fn notes(&self) -> &Notes {
        &self.notes
    }
}
