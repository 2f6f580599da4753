//! Backgammon written straight in Rust, to measure the engine against: the game that `backgammon` judges, with a search that stops as soon
//! as it knows enough. Options stand in the order of the rules, so the same random numbers give the same game.

use rulehound_interpreter::play::Seeded;

use super::Played;
use super::backgammon::{Board, POND, SAFE, Step};

/// Numbers that can still be used, the least first.
#[derive(Clone, Copy, Debug)]
pub struct Left {
    numbers: [usize; 4],
    count: usize,
}

impl Left {
    /// A double counts twice.
    pub fn new([one, other]: [usize; 2]) -> Self {
        if one == other {
            Self { numbers: [one; 4], count: 4 }
        } else {
            Self { numbers: [one.min(other), one.max(other), 0, 0], count: 2 }
        }
    }

    /// The numbers.
    pub fn numbers(&self) -> &[usize] {
        &self.numbers[..self.count]
    }

    /// Without a number that has been used.
    pub fn remove(&mut self, number: usize) {
        if self.numbers[0] == number {
            self.numbers.copy_within(1.., 0);
        }
        self.count -= 1;
    }
}

/// All steps with which a turn can begin that uses as many numbers as possible, and of single numbers the highest.
pub fn options(board: &mut Board, side: usize, left: &Left, steps: &mut Vec<Step>) {
    steps.clear();
    match *left.numbers() {
        [] => {}
        [low, high] if low != high => {
            add_steps(board, side, low, steps);
            add_steps(board, side, high, steps);
            keep_longest_of_two(board, side, low + high, steps);
        }
        [number, ..] => {
            add_steps(board, side, number, steps);
            if left.count > 1 {
                keep_longest_of_same(board, side, left.count - 1, steps);
            }
        }
    }
}

/// Wolves count trees as the wood does, sheep from the other edge; the pond comes last.
fn add_steps(board: &Board, side: usize, number: usize, steps: &mut Vec<Step>) {
    if board.0[side][POND] > 0 {
        steps.extend(allows(board, side, number, POND).then_some((number, POND)));
        return;
    }
    for tree in 1..POND {
        let from = if side == 0 { tree } else { POND - tree };
        steps.extend(allows(board, side, number, from).then_some((number, from)));
    }
}

/// Two different numbers: steps that the other number can follow; if there is none, the higher number if it can be used.
fn keep_longest_of_two(board: &mut Board, side: usize, sum: usize, steps: &mut Vec<Step>) {
    let followed = |step: &Step, board: &mut Board| {
        after(board, side, *step, |board| reach(board, side, sum - step.0, 1, POND)) == 1
    };
    let mut kept = 0;
    for index in 0..steps.len() {
        if followed(&steps[index], board) {
            steps[kept] = steps[index];
            kept += 1;
        }
    }
    if kept > 0 {
        steps.truncate(kept);
    } else if let Some(&(last, _)) = steps.last() {
        steps.retain(|(number, _)| *number == last);
    }
}

/// A double: steps that as many others as possible can follow.
fn keep_longest_of_same(board: &mut Board, side: usize, others: usize, steps: &mut Vec<Step>) {
    let mut longest = 0;
    let mut kept = 0;
    for index in 0..steps.len() {
        let step = steps[index];
        let follow = after(board, side, step, |board| reach(board, side, step.0, others, POND));
        if follow > longest {
            (longest, kept) = (follow, 0);
        }
        if follow == longest {
            steps[kept] = step;
            kept += 1;
        }
    }
    steps.truncate(kept);
}

/// How often the number can be used, at most so often. The order does not matter, so no step begins behind `farthest`, where the one before began.
fn reach(board: &mut Board, side: usize, number: usize, most: usize, farthest: usize) -> usize {
    let mut longest = 0;
    if most == 0 {
        return longest;
    }
    let nearest = if board.0[side][POND] > 0 { POND } else { 1 };
    for from in (nearest..=farthest).rev() {
        if allows(board, side, number, from) {
            longest =
                longest.max(1 + after(board, side, (number, from), |board| reach(board, side, number, most - 1, from)));
            if longest == most {
                break;
            }
        }
    }
    longest
}

/// Whether a step is allowed, if nobody of one's own waits in the pond but those who begin there.
fn allows(board: &Board, side: usize, number: usize, from: usize) -> bool {
    let own = &board.0[side];
    if own[from] == 0 {
        return false;
    }
    if from > number {
        return board.0[1 - side][POND - (from - number)] < 2;
    }
    let behind = if from == number { 7 } else { from + 1 };
    own[behind..].iter().all(|count| *count == 0)
}

/// What a look at the board after a step gives; then the step is taken back.
fn after<T>(board: &mut Board, side: usize, step: Step, look: impl FnOnce(&mut Board) -> T) -> T {
    let chased = take(board, side, step);
    let seen = look(board);
    let (number, from) = step;
    let to = from.saturating_sub(number);
    board.0[side][to] -= 1;
    board.0[side][from] += 1;
    if chased {
        board.0[1 - side][POND] -= 1;
        board.0[1 - side][POND - to] = 1;
    }
    seen
}

/// Moves an animal; tells whether another was chased.
fn take(board: &mut Board, side: usize, (number, from): Step) -> bool {
    let to = from.saturating_sub(number);
    board.0[side][from] -= 1;
    board.0[side][to] += 1;
    let other = &mut board.0[1 - side];
    let chased = to != SAFE && other[POND - to] == 1;
    if chased {
        other[POND - to] = 0;
        other[POND] += 1;
    }
    chased
}

/// Plays one game with random players.
pub fn playout(chance: &mut Seeded) -> Played {
    let mut board = Board::opening();
    let mut side = chance.below(2);
    let mut decisions = 0;
    let mut steps = Vec::with_capacity(2 * POND);
    loop {
        let mut left = Left::new([chance.below(6) + 1, chance.below(6) + 1]);
        loop {
            options(&mut board, side, &left, &mut steps);
            if steps.is_empty() {
                break;
            }
            decisions += 1;
            let step = steps[chance.below(steps.len())];
            take(&mut board, side, step);
            left.remove(step.0);
        }
        if board.has_won(side) {
            return Played { winner: Some(side), decisions };
        }
        side = 1 - side;
    }
}
