//! What each pass is worth: random games with all of them and without each, in turn, so that whatever else the machine does concerns all alike.

use std::time::Duration;

use rulehound_interpreter::play::Game;
use rulehound_native::Player;

use super::bench::{Counts, grouped, interpret, play_natively};
use super::passes::Without;
use crate::arguments::Bench;
use crate::machine_code;

/// So often it is each one's turn.
const TURNS: u32 = 4;

/// Games by all passes or without one.
pub struct Rest {
    /// Which one is left out; none is.
    pub without: Option<&'static str>,
    /// What was played; nothing where machine code gave up, or the rules do too much.
    pub counts: Option<Counts>,
}

enum Runner {
    MachineCode(Box<Player>),
    Interpreter(Game),
}

impl Runner {
    fn new(game: &Game, without: &Without) -> Option<Self> {
        match without.machine_code() {
            Some(passes) => machine_code::player(game, passes).ok().map(|player| Self::MachineCode(Box::new(player))),
            None => Some(Self::Interpreter(without.interpreted(game))),
        }
    }

    fn play(&mut self, counts: &mut Counts, seed: u64, time: Duration) -> bool {
        match self {
            Self::MachineCode(player) => play_natively(player, counts, seed, time).is_ok(),
            Self::Interpreter(game) => interpret(game, counts, seed, time).is_ok(),
        }
    }
}

/// Plays with all passes and without each for as long as was asked for: those first.
pub fn measured(game: &Game, arguments: &Bench) -> Vec<Rest> {
    let all = (None, Without::nothing(arguments.interpreter));
    let each = Without::each(arguments.interpreter).into_iter().map(|(pass, without)| (Some(pass), without));
    let mut played: Vec<_> = [all]
        .into_iter()
        .chain(each)
        .map(|(pass, without)| {
            let runner = Runner::new(game, &without);
            (Rest { without: pass, counts: runner.as_ref().map(|_| Counts::default()) }, runner)
        })
        .collect();
    for _ in 0..TURNS {
        for (rest, runner) in &mut played {
            if let (Some(counts), Some(runner)) = (&mut rest.counts, runner)
                && !runner.play(counts, arguments.seed, arguments.seconds / TURNS)
            {
                rest.counts = None;
            }
        }
    }
    played.into_iter().map(|(rest, _)| rest).collect()
}

/// What is left of the playouts without each pass.
pub fn table(played: &[Rest], interpreter: bool) -> Vec<String> {
    let all = played.first().and_then(|all| all.counts.as_ref()).map_or(0.0, Counts::playouts);
    played.iter().map(|rest| row(rest, all, interpreter)).collect()
}

fn row(rest: &Rest, all: f64, interpreter: bool) -> String {
    let what = rest.without.map_or("with all passes, in turn".to_owned(), |pass| format!("without {pass}"));
    match rest.counts.as_ref().map(Counts::playouts) {
        Some(playouts) => {
            let share = 100.0 * playouts / all.max(f64::MIN_POSITIVE);
            format!("  {what:<30}{:>12}  {share:>4.0} %", grouped(playouts))
        }
        None if interpreter => format!("  {what:<30}  too much work"),
        None => format!("  {what:<30}  no machine code"),
    }
}
