//! Go on nine by nine, by hand: what may be played, and who holds how much.
//!
//! Points count row by row from 0. A move is tried on a copy of the board; ko compares whole boards: no earlier one may come back.

/// Rows and columns.
pub const SIDE: usize = 9;
/// Points of the board.
pub const POINTS: usize = SIDE * SIDE;

/// 0 where nothing lies, 1 black, 2 white.
pub type Board = [u8; POINTS];

/// A game at a turn.
#[derive(Clone, Debug)]
pub struct Go {
    /// What lies where.
    pub board: Board,
    /// What lay there before, turn by turn.
    before: Vec<Board>,
    /// Whose turn it is: 1 black, 2 white.
    pub turn: u8,
    /// Whether the other player has just passed.
    passed: bool,
    /// Whether both have.
    pub over: bool,
}

fn around(point: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (point / SIDE, point % SIDE);
    let up = (row > 0).then(|| point - SIDE);
    let left = (column > 0).then(|| point - 1);
    let right = (column + 1 < SIDE).then(|| point + 1);
    let down = (row + 1 < SIDE).then(|| point + SIDE);
    [up, left, right, down].into_iter().flatten()
}

/// All points of one colour (or empty ones) that hang together with this one, and the colours beside them.
fn region(board: &Board, point: usize) -> (Vec<usize>, [bool; 3]) {
    let colour = board[point];
    let mut region = vec![point];
    let mut beside = [false; 3];
    let mut next = 0;
    while next < region.len() {
        for other in around(region[next]) {
            if board[other] != colour {
                beside[usize::from(board[other])] = true;
            } else if !region.contains(&other) {
                region.push(other);
            }
        }
        next += 1;
    }
    (region, beside)
}

impl Go {
    /// Before the first stone.
    pub fn new() -> Self {
        Self { board: [0; POINTS], before: Vec::new(), turn: 1, passed: false, over: false }
    }

    /// After a stone here; `None` if it must not be played.
    pub fn play(&self, point: usize) -> Option<Self> {
        if self.over || self.board[point] != 0 {
            return None;
        }
        let mut board = self.board;
        board[point] = self.turn;
        for other in around(point) {
            if board[other] == 3 - self.turn {
                let (stones, beside) = region(&board, other);
                if !beside[0] {
                    stones.into_iter().for_each(|stone| board[stone] = 0);
                }
            }
        }
        let breathes = region(&board, point).1[0];
        let new = board != self.board && !self.before.contains(&board);
        (breathes && new).then(|| Self {
            board,
            before: self.and_before(),
            turn: 3 - self.turn,
            passed: false,
            over: false,
        })
    }

    /// This board and all before it.
    fn and_before(&self) -> Vec<Board> {
        self.before.iter().copied().chain([self.board]).collect()
    }

    /// After a pass.
    #[must_use]
    pub fn pass(&self) -> Self {
        Self { board: self.board, before: self.and_before(), turn: 3 - self.turn, passed: true, over: self.passed }
    }

    /// All points that may be played.
    pub fn legal(&self) -> Vec<usize> {
        (0..POINTS).filter(|point| self.play(*point).is_some()).collect()
    }

    /// In how many ways the next turns can go.
    pub fn paths(&self, turns: u32) -> u64 {
        if turns == 0 {
            return 1;
        }
        if self.over {
            return 0;
        }
        let stones = (0..POINTS).filter_map(|point| self.play(point));
        stones.chain([self.pass()]).map(|next| next.paths(turns - 1)).sum()
    }

    /// How much a colour holds: its stones, and the empty regions beside which only its stones lie.
    pub fn area(&self, colour: u8) -> usize {
        let holds = |point: &usize| match self.board[*point] {
            0 => {
                let beside = region(&self.board, *point).1;
                beside[usize::from(colour)] && !beside[usize::from(3 - colour)]
            }
            stone => stone == colour,
        };
        (0..POINTS).filter(holds).count()
    }
}

impl Default for Go {
    fn default() -> Self {
        Self::new()
    }
}
