//! Playouts: random games in which nothing stops to be looked at.

use super::machine::{Machine, Pause};
use super::position::Position;
use super::{Fault, Game, Log, Outcome, Seeded, Setup};

/// How a playout went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playout {
    /// How it ended; `None` if it did not within the decisions that were allowed.
    pub outcome: Option<Outcome>,
    /// How many decisions were made, forced ones included.
    pub decisions: u64,
    /// Stops: decisions, chance, the end.
    pub stops: u64,
    /// Steps: instructions, parts of expressions, elements looked at.
    pub steps: u64,
}

/// Where random numbers come from.
pub struct Generators<'g> {
    /// Chance.
    pub chance: &'g mut Seeded,
    /// The players.
    pub players: &'g mut Seeded,
}

impl Game {
    /// Plays a game by lot, each legal option being as likely, to its end or to the decision after so many. Where it is dear to find out what is
    /// legal, players draw candidates until one is, so a fault that only another candidate would meet is not met.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn playout(&self, generators: Generators<'_>, most: u64) -> Result<Playout, Fault> {
        let mut machine = Machine::new(self.program(), &self.blank(), Log::silent());
        Self::prepare(&mut machine, &Setup::default()).map_err(|trouble| *trouble)?;
        let mut playout = Playout { outcome: None, decisions: 0, stops: 0, steps: 0 };
        let ends = self.play_out(&mut machine, generators, most, &mut playout).map_err(|trouble| *trouble)?;
        playout.steps = machine.spent;
        if ends {
            machine.rest(Pause::Over);
            playout.stops += 1;
            playout.outcome = Outcome::of(self.program(), |at| machine.read(at));
        }
        Ok(playout)
    }

    /// Tells whether the game ends.
    fn play_out<'p>(
        &'p self,
        machine: &mut Machine<'p>,
        generators: Generators<'_>,
        most: u64,
        playout: &mut Playout,
    ) -> Result<bool, Box<Fault>> {
        let Generators { chance, players } = generators;
        machine.playout = true;
        let mut weights = Vec::new();
        let mut pause = machine.run()?;
        loop {
            match pause {
                Pause::Over => return Ok(true),
                Pause::Decision if playout.decisions >= most => return Ok(false),
                Pause::Decision => {
                    if machine.decide_by_lot(players)? {
                        playout.decisions += 1;
                        playout.stops += 1;
                    }
                }
                Pause::Chance => {
                    weights.clear();
                    machine.weigh(&mut weights)?;
                    let outcome = chance.pick_of(weights.iter().map(|(_, weight)| u64::from(*weight)));
                    machine.take_outcome(outcome, Some(&weights))?;
                    machine.refuel();
                    playout.stops += 1;
                }
                Pause::Gathering(_) => {
                    let position = Position::of(self.clone(), machine, pause);
                    let Some(joined) = in_secret(position, players, most, playout)? else { return Ok(false) };
                    let spent = machine.spent;
                    *machine = Machine::new(self.program(), &joined.cells(), Log::silent());
                    (machine.playout, machine.spent) = (true, spent);
                    pause = joined.pause();
                    continue;
                }
                Pause::PrivateEnd | Pause::PathEnd | Pause::PathFails => return Ok(false),
            }
            pause = machine.run()?;
        }
    }
}

/// Lets all of a group decide by lot; `None` where there are too many decisions.
fn in_secret(
    mut position: Position,
    players: &mut Seeded,
    most: u64,
    playout: &mut Playout,
) -> Result<Option<Position>, Box<Fault>> {
    while let (Pause::Gathering(_), Some(seat)) = (position.pause(), position.deciders().first().copied()) {
        if playout.decisions >= most {
            return Ok(None);
        }
        let options = position.count(seat).map_err(Fault::from)?;
        position.answer(seat, players.below(options), false, &mut Log::silent())?;
        playout.decisions += 1;
        playout.stops += 1;
    }
    Ok(Some(position))
}
