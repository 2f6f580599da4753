//! Pig by hand.

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
