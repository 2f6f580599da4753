//! Backgammon by hand: one game, and what one turn can lead to, by plain brute force.
//!
//! Each side counts its own way: 1 to 24 are trees from its own edge, 25 is the pond, 0 is safety. Tree `n` of one side is tree `25 - n` of
//! the other. Sources: the fact sheet of HABA 2595; for the rest the usual rules of backgammon.

use std::collections::BTreeSet;

use rulehound_interpreter::play::Seeded;

/// Where a side's animals are taken out.
pub const SAFE: usize = 0;
/// Where a side's animals wait.
pub const POND: usize = 25;

/// How many animals each side has where, counted its own way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Board(pub [[u8; 26]; 2]);

/// One number used: the number, and where from.
pub type Step = (usize, usize);

/// What a turn can lead to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// The different boards at the end.
    pub ends: BTreeSet<Board>,
    /// How the turn can begin, by number and tree; nothing if no number can be used.
    pub first: BTreeSet<Step>,
    /// How many numbers can be used, and how many dots that is.
    pub used: (usize, usize),
}

impl Board {
    /// The usual layout.
    pub fn opening() -> Self {
        let mut side = [0; 26];
        for (tree, count) in [(24, 2), (13, 5), (8, 3), (6, 5)] {
            side[tree] = count;
        }
        Self([side, side])
    }

    /// Whether this side has brought all animals home.
    pub fn has_won(&self, side: usize) -> bool {
        self.0[side][SAFE] == 15
    }

    fn farthest(&self, side: usize) -> usize {
        (1..=POND).rev().find(|tree| self.0[side][*tree] > 0).unwrap_or(0)
    }

    /// Whether a side may use a number from here.
    fn allows(&self, side: usize, (number, from): Step) -> bool {
        let own = &self.0[side];
        if own[from] == 0 || (own[POND] > 0 && from != POND) {
            return false;
        }
        if from > number {
            return self.0[1 - side][25 - (from - number)] < 2;
        }
        let farthest = self.farthest(side);
        farthest <= 6 && (from == number || from == farthest)
    }

    /// The board after a side has used a number.
    pub fn after(mut self, side: usize, (number, from): Step) -> Self {
        self.0[side][from] -= 1;
        let to = from.saturating_sub(number);
        self.0[side][to] += 1;
        let other = &mut self.0[1 - side];
        if to != SAFE && other[25 - to] == 1 {
            other[25 - to] = 0;
            other[POND] += 1;
        }
        self
    }

    fn steps(&self, side: usize, left: &[usize]) -> Vec<Step> {
        let numbers: BTreeSet<usize> = left.iter().copied().collect();
        let all = numbers.into_iter().flat_map(|number| (1..=POND).map(move |from| (number, from)));
        all.filter(|step| self.allows(side, *step)).collect()
    }

    /// All that a side can do with these dice: every order of every number from everywhere, then only what uses the most, then the most dots.
    pub fn turn(&self, side: usize, dice: [usize; 2]) -> Turn {
        self.rest_of_turn(side, &numbers(dice))
    }

    /// The same with the numbers that are left.
    pub fn rest_of_turn(&self, side: usize, left: &[usize]) -> Turn {
        let mut turn = Turn::default();
        self.walk(side, left, None, (0, 0), &mut turn);
        turn
    }

    fn walk(&self, side: usize, left: &[usize], first: Option<Step>, used: (usize, usize), turn: &mut Turn) {
        let steps = if self.has_won(side) { Vec::new() } else { self.steps(side, left) };
        if steps.is_empty() {
            if used > turn.used {
                *turn = Turn { used, ..Turn::default() };
            }
            if used == turn.used {
                turn.ends.insert(*self);
                turn.first.extend(first);
            }
        }
        for step in steps {
            let mut rest = left.to_vec();
            rest.remove(rest.iter().position(|number| *number == step.0).expect("the number is there"));
            let used = (used.0 + 1, used.1 + step.0);
            self.after(side, step).walk(side, &rest, first.or(Some(step)), used, turn);
        }
    }
}

/// A double counts twice.
pub fn numbers(dice: [usize; 2]) -> Vec<usize> {
    if dice[0] == dice[1] { vec![dice[0]; 4] } else { dice.to_vec() }
}

/// A whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// How often dice were rolled.
    pub turns: u32,
    /// Who won.
    pub winner: usize,
    /// 1, 2 or 3.
    pub worth: u32,
}

/// One game between players who choose each number and tree at random among those that the rules leave them.
pub fn playout(chance: &mut Seeded) -> Played {
    let mut board = Board::opening();
    let mut side = chance.below(2);
    let mut turns = 0;
    loop {
        turns += 1;
        let mut left = numbers([chance.below(6) + 1, chance.below(6) + 1]);
        loop {
            let first: Vec<Step> = board.rest_of_turn(side, &left).first.into_iter().collect();
            if first.is_empty() {
                break;
            }
            let step = first[chance.below(first.len())];
            board = board.after(side, step);
            left.remove(left.iter().position(|number| *number == step.0).expect("the number is there"));
        }
        if board.has_won(side) {
            return Played { turns, winner: side, worth: worth(&board, side) };
        }
        side = 1 - side;
    }
}

/// What a win counts in a duel.
pub fn worth(board: &Board, winner: usize) -> u32 {
    let loser = &board.0[1 - winner];
    let in_home = (19..=POND).any(|tree| loser[tree] > 0);
    match (loser[SAFE] > 0, in_home) {
        (true, _) => 1,
        (false, false) => 2,
        (false, true) => 3,
    }
}
