//! Pig by hand: step by step to judge the engine by, and in one go to measure it against.

use rulehound_interpreter::play::Seeded;

use super::Played;

/// As many as may play.
const MOST_SEATS: usize = 6;

/// A game in the middle of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pig {
    /// How many points win.
    target: u32,
    /// What everybody has.
    pub points: Vec<u32>,
    /// What this turn has brought.
    pub pot: u32,
    /// Whose turn it is.
    pub turn: usize,
}

impl Pig {
    /// Nobody has anything.
    pub fn new(players: usize, target: u32, starter: usize) -> Self {
        Self { target, points: vec![0; players], pot: 0, turn: starter }
    }

    /// The die shows this.
    pub fn throw(&mut self, side: u32) {
        if side == 1 {
            self.pass_on();
        } else {
            self.pot += side;
        }
    }

    /// The player on turn keeps the points.
    pub fn stop(&mut self) {
        self.points[self.turn] += self.pot;
        self.pass_on();
    }

    /// Who has won, counting what this turn has brought.
    pub fn winner(&self) -> Option<usize> {
        (self.points[self.turn] + self.pot >= self.target).then_some(self.turn)
    }

    fn pass_on(&mut self) {
        self.pot = 0;
        self.turn = (self.turn + 1) % self.points.len();
    }
}

/// Plays one game with random players. The same random numbers give the same game as the rules do.
///
/// # Panics
/// With more than six players.
pub fn playout(seats: usize, target: u32, chance: &mut Seeded) -> Played {
    let mut points = [0; MOST_SEATS];
    let mut turn = chance.below(seats);
    let mut decisions = 0;
    loop {
        let mut pot = 0;
        loop {
            let side = chance.below(6) as u32 + 1;
            if side == 1 {
                break;
            }
            pot += side;
            if points[turn] + pot >= target {
                return Played { winner: Some(turn), decisions };
            }
            decisions += 1;
            if chance.below(2) == 1 {
                points[turn] += pot;
                break;
            }
        }
        turn = if turn + 1 == seats { 0 } else { turn + 1 };
    }
}
