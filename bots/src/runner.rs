//! Plays imagined positions on: machine code where there is any, else the interpreter.

use rulehound_interpreter::cells::Notes;
use rulehound_interpreter::model::Sort;
use rulehound_interpreter::play::{Game, Goals, Log, Outcome, Position, Seeded, Stop};
use rulehound_native::{Entry, Native, Passes, Player};

/// An imagined game that goes no further: the rules fail there, or a bound of machine code is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failed;

/// How many decisions are made at random before somebody asks whether to go on.
const AT_ONCE: u64 = 40;

/// The same for the interpreter, which is slower.
const AT_ONCE_INTERPRETED: u64 = 2;

/// Stands at one position at a time.
pub struct Runner {
    game: Game,
    player: Option<Player>,
    /// Where it stands, if the interpreter plays.
    position: Option<Position>,
}

impl Runner {
    /// Makes machine code of the game, if that can be.
    pub fn new(game: &Game) -> Self {
        let native = Native::with(game, &Passes::default(), Entry::Stops).ok();
        Self { game: game.clone(), player: native.and_then(|native| native.player().ok()), position: None }
    }

    /// Leaves all to the interpreter.
    pub fn interpreting(game: &Game) -> Self {
        Self { game: game.clone(), player: None, position: None }
    }

    /// Whether machine code plays.
    pub fn is_by_code(&self) -> bool {
        self.player.is_some()
    }

    /// Leaves it to the interpreter from now on; tells whether it was left to it before.
    pub fn interpret(&mut self) -> bool {
        self.player.take().is_none()
    }

    /// Stands where these cells stand, after these positions were noted.
    pub fn load(&mut self, cells: &[i32], notes: &Notes) -> Result<(), Failed> {
        if let Some(player) = &mut self.player {
            return player.load(cells, notes).map_err(|_| Failed);
        }
        self.position = self.game.position_of(cells, notes);
        self.position.as_ref().map(|_| ()).ok_or(Failed)
    }

    /// Stands where the game begins.
    pub fn begin(&mut self) -> Result<(), Failed> {
        let cells = self.game.beginning().map_err(|_| Failed)?;
        self.load(&cells, &Notes::default())
    }

    /// What the game waits for.
    pub fn stop(&self) -> Stop {
        match (&self.player, &self.position) {
            (Some(player), _) => player.stop(),
            (None, Some(position)) => position.stop(),
            (None, None) => Stop::Over,
        }
    }

    /// The first of those who are to decide, and how many options there are.
    pub fn decision(&mut self) -> Result<(usize, usize), Failed> {
        if let Some(player) = &mut self.player {
            let seat = player.decider().map_err(|_| Failed)?;
            return Ok((seat, player.count(seat).map_err(|_| Failed)?));
        }
        let position = self.position.as_ref().ok_or(Failed)?;
        let seat = position.deciders().first().copied().ok_or(Failed)?;
        Ok((seat, position.count(seat).map_err(|_| Failed)?))
    }

    /// How many options a seat has that is to decide.
    pub fn count(&mut self, seat: usize) -> Result<usize, Failed> {
        match (&mut self.player, &self.position) {
            (Some(player), _) => player.count(seat).map_err(|_| Failed),
            (None, Some(position)) => position.count(seat).map_err(|_| Failed),
            (None, None) => Err(Failed),
        }
    }

    /// Whether several decide at once here, each in secret.
    pub fn is_gathering(&self) -> bool {
        match (&self.player, &self.position) {
            (Some(player), _) => player.is_gathering(),
            (None, Some(position)) => position.is_gathering(),
            (None, None) => false,
        }
    }

    /// Answers for a seat and goes on to the next stop.
    pub fn apply(&mut self, seat: usize, option: usize) -> Result<(), Failed> {
        if let Some(player) = &mut self.player {
            return player.apply(seat, option).map_err(|_| Failed);
        }
        self.position.as_mut().ok_or(Failed)?.apply(seat, option, &mut Log::silent()).map_err(|_| Failed)
    }

    /// Lets chance decide and goes on to the next stop; gives the number of the outcome, and how many there were.
    pub fn resolve(&mut self, random: &mut Seeded) -> Result<(usize, usize), Failed> {
        let weights = match (&mut self.player, &self.position) {
            (Some(player), _) => player.weights().map_err(|_| Failed)?,
            (None, Some(position)) => position.weights(),
            (None, None) => return Err(Failed),
        };
        let outcome = random.pick_weight(&weights);
        match (&mut self.player, &mut self.position) {
            (Some(player), _) => player.resolve(outcome).map_err(|_| Failed)?,
            (None, Some(position)) => position.resolve(outcome, &mut Log::silent()).map_err(|_| Failed)?,
            (None, None) => return Err(Failed),
        }
        Ok((outcome, weights.len()))
    }

    /// What each option of a seat that is to decide means, whatever its number, into a list of lists; gives which decision it is.
    pub fn meanings(&mut self, seat: usize, count: usize, out: &mut Vec<Vec<i32>>) -> Result<usize, Failed> {
        out.resize_with(count, Vec::new);
        out.iter_mut().for_each(Vec::clear);
        if let Some(player) = &mut self.player {
            for (option, words) in out.iter_mut().enumerate() {
                player.meaning(seat, option, words).map_err(|_| Failed)?;
            }
            let decision = out.first().and_then(|words| words.first()).copied().unwrap_or(0);
            return usize::try_from(decision).map_err(|_| Failed);
        }
        let position = self.position.as_ref().ok_or(Failed)?;
        let bound = position.bound(seat).map_err(|_| Failed)?.ok_or(Failed)?;
        let program = self.game.program();
        for (words, (way, values)) in out.iter_mut().zip(&bound.options) {
            let names = bound.ways.get(*way).map(|way| way.names.as_slice()).unwrap_or_default();
            words.extend([bound.decision.cast_signed(), i32::try_from(*way).unwrap_or(0)]);
            // The one name of a set is that of each element.
            let sorts = names.iter().map(|(_, sort)| sort).cycle();
            words.extend(values.iter().zip(sorts).map(|(value, sort)| match sort {
                Sort::Component { .. } => program.first_alike(*value),
                _ => *value,
            }));
        }
        usize::try_from(bound.decision).map_err(|_| Failed)
    }

    /// Whether everybody sees what follows from an answer to this decision.
    pub fn is_aloud(&self, decision: usize) -> bool {
        self.game.program().choices.get(decision).is_some_and(|choice| choice.aloud)
    }

    /// Plays on at random, to the end or to the decision after so many; `None` if somebody had it broken off.
    pub fn play_on(
        &mut self,
        (seed, stream): (u64, u64),
        most: u64,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Option<Outcome>>, Failed> {
        let mut chance = Seeded::new(seed, 2 * stream);
        let mut players = Seeded::new(seed, 2 * stream + 1);
        let mut left = most;
        while self.stop() != Stop::Over && left > 0 {
            let now = left.min(if self.player.is_some() { AT_ONCE } else { AT_ONCE_INTERPRETED });
            let made = match &mut self.player {
                Some(player) => {
                    let course = player.play_on(chance.clone(), players.clone(), now).map_err(|_| Failed)?;
                    if player.stop() == Stop::Over {
                        return Ok(Some(course.outcome));
                    }
                    // What it drew is not known here, so the next part has numbers of its own.
                    chance = Seeded::new(chance.next_number(), 0);
                    players = Seeded::new(players.next_number(), 1);
                    course.decisions
                }
                None => self.interpret_on(&mut chance, &mut players, now)?,
            };
            left -= made.clamp(1, left);
            if left > 0 && self.stop() != Stop::Over && !go_on() {
                return Ok(None);
            }
        }
        Ok(Some(self.outcome()))
    }

    /// The same by the interpreter; gives how many decisions were made.
    fn interpret_on(&mut self, chance: &mut Seeded, players: &mut Seeded, most: u64) -> Result<u64, Failed> {
        let mut decisions = 0;
        while decisions < most {
            match self.stop() {
                Stop::Over => break,
                Stop::Chance => {
                    self.resolve(chance)?;
                }
                Stop::Decision => {
                    let (seat, count) = self.decision()?;
                    self.apply(seat, players.below(count))?;
                    decisions += 1;
                }
            }
        }
        Ok(decisions)
    }

    /// How far each seat is in a game that is won by rank, the more the better.
    pub fn scores(&mut self) -> Option<Vec<Option<i64>>> {
        let (cells, notes) = self.stands()?;
        self.game.scores(&cells, &notes)
    }

    /// How near each seat is to winning by these goals.
    pub fn nearness(&mut self, goals: &Goals) -> Option<Vec<i64>> {
        let (cells, notes) = self.stands()?;
        Some(goals.nearness(&cells, &notes))
    }

    /// The cells where it stands, and the positions that were noted.
    fn stands(&mut self) -> Option<(Vec<i32>, Notes)> {
        match (&mut self.player, &self.position) {
            (Some(player), _) => Some((player.position(), player.notes())),
            (None, Some(position)) => Some((position.cells(), position.notes().clone())),
            (None, None) => None,
        }
    }

    /// How the game ended, if it did.
    pub fn outcome(&mut self) -> Option<Outcome> {
        match (&mut self.player, &self.position) {
            (Some(player), _) => player.outcome(),
            (None, Some(position)) => position.outcome(),
            (None, None) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::expect_used, reason = "a test")]

    use rulehound_interpreter::check::{Library, check};
    use rulehound_interpreter::instance::{Table, default_names};
    use rulehound_interpreter::model::Source;

    use super::*;

    const RULES: &str = "game \"Nuts\"\nplayers 2\ncomponent Nut {\n  size : 1..2\n  make 3 of size = 1\n  make 2 of size = 2\n}\n\
        zone yard : Nut seen by all\nzone bowl of each player : Nut seen by all\n\
        phase play ref \"a test\" doc \"Nuts are taken one by one.\" {\n  move all Nut from box to yard\n  \
        repeat turn of p in players {\n    if count yard = 0 { win nobody }\n    \
        choose nut in yard as \"take {nut}\"\n    move nut to p.bowl\n  }\n}\n";

    struct One;

    impl Library for One {
        fn read(&mut self, name: &str, _: Option<&str>) -> Result<Source, String> {
            Ok(Source { name: name.to_owned(), text: RULES.to_owned() })
        }
    }

    fn next(runner: &mut Runner, random: &mut Seeded) -> Result<Option<(usize, usize)>, Failed> {
        loop {
            match runner.stop() {
                Stop::Chance => _ = runner.resolve(random)?,
                Stop::Decision => return runner.decision().map(Some),
                Stop::Over => return Ok(None),
            }
        }
    }

    /// The search goes by them: things that look alike mean the same, by machine code and without.
    #[test]
    fn an_option_means_the_same_with_machine_code_and_without() {
        let model = check("nuts.rules", &mut One).model.expect("the game is right");
        let table = Table { players: default_names(2), ..Table::default() };
        let game = Game::load(model.into(), &table).expect("two may play");
        let (start, mut chance) = (game.start(&mut Log::silent()).expect("it begins"), Seeded::new(3, 0));
        let (mut by_code, mut without) = (Runner::new(&game), Runner::interpreting(&game));
        for runner in [&mut by_code, &mut without] {
            runner.load(&start.cells(), start.notes()).expect("it may stand there");
        }
        let mut asked = 0;
        while let Some((seat, count)) = next(&mut by_code, &mut chance).expect("it goes on") {
            assert_eq!(next(&mut without, &mut chance), Ok(Some((seat, count))));
            let (mut one, mut other) = (Vec::new(), Vec::new());
            by_code.meanings(seat, count, &mut one).expect("each means something");
            without.meanings(seat, count, &mut other).expect("each means something");
            assert_eq!(one, other);
            let nuts: Vec<i32> = other.iter().filter_map(|words| words.last().copied()).collect();
            assert!(nuts.iter().all(|nut| [0, 3].contains(nut)), "the first of each size: {nuts:?}");
            asked += 1;
            let option = chance.below(count);
            for runner in [&mut by_code, &mut without] {
                runner.apply(seat, option).expect("it is allowed");
            }
        }
        assert_eq!(asked, 5);
    }
}
