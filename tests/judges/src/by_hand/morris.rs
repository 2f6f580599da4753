//! Nine men's morris by hand: what a turn can lead to.
//!
//! Points count row by row from 0, as they stand in the drawing. White is 1, black is 2.

/// All lines of three.
const LINES: [[usize; 3]; 16] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [9, 10, 11],
    [12, 13, 14],
    [15, 16, 17],
    [18, 19, 20],
    [21, 22, 23],
    [0, 9, 21],
    [3, 10, 18],
    [6, 11, 15],
    [1, 4, 7],
    [16, 19, 22],
    [8, 12, 17],
    [5, 13, 20],
    [2, 14, 23],
];

/// A game at a turn.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Morris {
    /// 0 where nothing lies, 1 white, 2 black.
    pub board: [u8; 24],
    /// How many men each has still to lay.
    pub hands: [u8; 2],
    /// Whose turn it is.
    pub turn: u8,
}

impl Morris {
    fn men(&self, colour: u8) -> usize {
        self.board.iter().filter(|man| **man == colour).count()
    }

    fn hand(&self, colour: u8) -> u8 {
        self.hands[usize::from(colour - 1)]
    }

    fn points(&self, colour: u8) -> Vec<usize> {
        (0..24).filter(|point| self.board[*point] == colour).collect()
    }

    fn in_mill(&self, point: usize) -> bool {
        let closed = |line: &[usize; 3]| line.iter().all(|other| self.board[*other] == self.board[point]);
        LINES.iter().any(|line| line.contains(&point) && closed(line))
    }

    fn neighbours(from: usize, to: usize) -> bool {
        LINES.iter().any(|line| line.windows(2).any(|pair| pair == [from, to] || pair == [to, from]))
    }

    /// Every way the turn can go; none if it is lost.
    pub fn turns(&self) -> Vec<Self> {
        let mut after = Vec::new();
        let own = self.turn;
        if self.hand(own) > 0 {
            for to in self.points(0) {
                let mut next = self.clone();
                next.hands[usize::from(own - 1)] -= 1;
                next.board[to] = own;
                next.take(to, &mut after);
            }
            return after;
        }
        if self.men(own) < 3 {
            return after;
        }
        for from in self.points(own) {
            for to in self.points(0) {
                if self.men(own) == 3 || Self::neighbours(from, to) {
                    let mut next = self.clone();
                    next.board[from] = 0;
                    next.board[to] = own;
                    next.take(to, &mut after);
                }
            }
        }
        after
    }

    /// Takes a man if the one that has just come here closes a mill; then it is the other's turn.
    fn take(mut self, point: usize, after: &mut Vec<Self>) {
        let other = 3 - self.turn;
        self.turn = other;
        if !self.in_mill(point) {
            after.push(self);
            return;
        }
        let men = self.points(other);
        let all_safe = men.iter().all(|man| self.in_mill(*man));
        for man in men.into_iter().filter(|man| all_safe || !self.in_mill(*man)) {
            let mut next = self.clone();
            next.board[man] = 0;
            after.push(next);
        }
    }
}
