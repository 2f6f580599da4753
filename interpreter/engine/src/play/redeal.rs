//! What somebody cannot see, dealt anew.

use super::machine::{Machine, Pause};
use super::{Log, Misuse, Position, Seeded};
use crate::cells;
use crate::program::Progress;

/// How many deals are tried. Who has something to decide at the same time may hang on what is hidden; then some deals fit no more.
const TRIES: usize = 8;

impl Position {
    /// The same position to this seat, but with the components it does not see exchanged at random among the hidden places, and the hidden
    /// values of each variable among its owners; each place keeps its number of each kind. What was rolled unseen is rolled anew, what others
    /// have answered in secret is answered anew at random. View, offer and texts of the seat are the same as before: that is what hidden means.
    ///
    /// # Errors
    /// Nobody sits there.
    pub fn redealt(&self, seat: usize, chance: &mut Seeded) -> Result<Self, Misuse> {
        let dealt = self.redealt_if_any_fits(seat, chance)?;
        // Where no deal fits, everything stays where it is: there all answers fit.
        Ok(dealt.or_else(|| self.answered_otherwise(self.machine(), seat, chance)).unwrap_or_else(|| self.clone()))
    }

    /// The same for bots, which must not get to know the truth; nothing where none of the deals that were tried fits.
    ///
    /// # Errors
    /// Nobody sits there.
    pub fn redealt_if_any_fits(&self, seat: usize, chance: &mut Seeded) -> Result<Option<Self>, Misuse> {
        self.viewer(seat)?;
        Ok((0..TRIES).find_map(|_| {
            let mut machine = self.machine();
            machine.exchange_hidden(seat, chance);
            self.answered_otherwise(machine, seat, chance)
        }))
    }

    /// Where this machine stands, with what others have answered in secret answered anew; nothing if that does not fit.
    fn answered_otherwise(&self, mut machine: Machine<'_>, seat: usize, chance: &mut Seeded) -> Option<Self> {
        let had_decided = forget_answers(&mut machine, self.pause(), Machine::seat_value(seat));
        let dealt = Self::of(self.game().clone(), &mut machine, self.pause());
        answered_anew(dealt, &had_decided, seat, chance)
    }
}

/// Takes back what others have answered in secret; who of them had decided.
fn forget_answers(machine: &mut Machine<'_>, pause: Pause, seat: i32) -> Vec<i32> {
    let Pause::Gathering(id) = pause else { return Vec::new() };
    let Some(code) = machine.program.gatherings.get(id as usize) else { return Vec::new() };
    let mut had_decided = Vec::new();
    for other in machine.gathered(id).into_iter().filter(|other| *other != seat) {
        match cells::progress(machine, code, other) {
            // Who had nothing to decide has nothing to take back.
            Progress::NotBegun | Progress::Waits(0) | Progress::Finished(0) => continue,
            Progress::Waits(_) => {}
            Progress::Finished(_) => had_decided.push(other),
        }
        let answers = code.answers_of(other) + 1;
        machine.clear(answers..answers + code.depth);
        cells::set_progress(machine, code, other, Progress::Waits(0));
    }
    had_decided
}

/// Lets these decide at random; nothing if that leads elsewhere than to where they had decided and the others had not.
fn answered_anew(mut dealt: Position, had_decided: &[i32], seat: usize, chance: &mut Seeded) -> Option<Position> {
    for other in had_decided.iter().filter_map(|other| usize::try_from(*other).ok()) {
        while dealt.deciders().contains(&other) {
            let option = chance.below(dealt.count(other).ok()?);
            dealt.answer(other, option, true, &mut Log::silent()).ok()?;
        }
    }
    let Pause::Gathering(id) = dealt.pause() else { return Some(dealt) };
    let machine = dealt.machine();
    let code = machine.program.gatherings.get(id as usize)?;
    for other in machine.gathered(id).into_iter().filter(|other| *other != Machine::seat_value(seat)) {
        let has_decided = matches!(cells::progress(&machine, code, other), Progress::Finished(_));
        if machine.private(id, other, Log::silent()).ok()?.finished != has_decided {
            return None;
        }
    }
    drop(machine);
    Some(dealt)
}
