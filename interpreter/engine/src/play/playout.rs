//! Playouts: random games in which nothing stops to be looked at.

use super::machine::{Lots, Machine, Pause, settle};
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
        let mut lots = Lots::new(machine, players);
        let mut weights = Vec::new();
        loop {
            let pause = lots.machine.run()?;
            settle(lots.machine);
            let decided = match pause {
                Pause::Over => return Ok(true),
                Pause::Gathering(_) if playout.decisions >= most => return Ok(false),
                // Where nothing is legal nobody is asked: what comes then still belongs to the last decision.
                Pause::Decision if playout.decisions >= most => {
                    if lots.is_asked()? {
                        return Ok(false);
                    }
                    false
                }
                Pause::Decision => lots.decide()?,
                Pause::Gathering(id) => lots.decide_in_secret(id)?,
                Pause::Chance => {
                    weights.clear();
                    lots.machine.weigh(&mut weights)?;
                    let outcome = chance.pick_of(weights.iter().map(|(_, weight)| u64::from(*weight)));
                    lots.machine.take_outcome(outcome, Some(&weights))?;
                    lots.begin_anew();
                    false
                }
                Pause::PrivateEnd | Pause::PathEnd | Pause::PathFails => return Ok(false),
            };
            playout.decisions += u64::from(decided);
            playout.stops += u64::from(decided || pause == Pause::Chance);
        }
    }
}
