//! Where one game stands: put aside by the machine code, or with the interpreter, and how it goes on until somebody decides.

use rulehound::workshop::Generators;
use rulehound_interpreter::play::{Game, Log, Outcome, Position, Stop};
use rulehound_native::{Aside, Lost, Player, Shelf};

/// What a game of a batch stands at.
pub enum Stands {
    /// Put aside by the machine code.
    Aside(Aside),
    /// With the interpreter.
    Position(Box<Position>),
    /// Nowhere: it could not be begun.
    Nowhere,
}

/// One of the games.
pub struct One {
    /// Which game of the seed it is.
    pub number: u64,
    pub generators: Generators,
    pub stands: Stands,
    /// Who is to decide, and the fixed numbers of the options.
    pub decider: usize,
    pub numbers: Vec<u32>,
    pub decisions: u64,
}

impl One {
    pub fn new(seed: u64, number: u64) -> Self {
        let generators = Generators::new(seed, number);
        Self { number, generators, stands: Stands::Nowhere, decider: 0, numbers: Vec::new(), decisions: 0 }
    }
}

/// How one step ended.
pub enum Ended {
    No,
    Over(Option<Outcome>),
    Fault,
}

pub fn begin_natively(player: &mut Player, game: &mut One) -> Result<Ended, Lost> {
    player.start()?;
    let ended = on_natively(player, &mut game.generators)?;
    if !matches!(game.stands, Stands::Aside(_)) {
        game.stands = Stands::Aside(Aside::default());
    }
    Ok(ended)
}

pub fn answer_natively(
    player: &mut Player,
    aside: &mut Aside,
    seat: usize,
    option: usize,
    generators: &mut Generators,
) -> Result<Ended, Lost> {
    Shelf::of(player).take_up(aside)?;
    player.apply(seat, option)?;
    on_natively(player, generators)
}

/// Lets chance decide until somebody else has to.
fn on_natively(player: &mut Player, generators: &mut Generators) -> Result<Ended, Lost> {
    loop {
        match player.stop() {
            Stop::Decision => return Ok(Ended::No),
            Stop::Chance => player.resolve_random(&mut generators.chance)?,
            Stop::Over => return Ok(Ended::Over(player.outcome())),
        }
    }
}

pub fn interpreted(engine: &Game, game: &mut One) -> Ended {
    let Ok(position) = engine.start(&mut Log::silent()) else { return Ended::Fault };
    let mut position = Box::new(position);
    let ended = on(&mut position, &mut game.generators);
    game.stands = Stands::Position(position);
    ended
}

pub fn on(position: &mut Position, generators: &mut Generators) -> Ended {
    loop {
        match position.stop() {
            Stop::Decision => return Ended::No,
            Stop::Over => return Ended::Over(position.outcome()),
            Stop::Chance => {
                let outcome = generators.chance.pick_weight(&position.weights());
                if position.resolve(outcome, &mut Log::silent()).is_err() {
                    return Ended::Fault;
                }
            }
        }
    }
}
