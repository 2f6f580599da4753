//! Kalah by hand: what sowing leads to.
//!
//! Pits stand in two rows of six, each seen from its player, and the stores beside them; so sowing walks along a row, into a store, and
//! along the other row.

/// A game at a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kalah {
    /// The six pits of each player, in the order in which they are sown.
    pub pits: [[u8; 6]; 2],
    /// What each player has in the store.
    pub stores: [u8; 2],
    /// Whose turn it is.
    pub turn: usize,
    /// Whether a player's pits have become empty.
    pub over: bool,
}

impl Kalah {
    /// So many seeds in every pit.
    pub fn new(seeds: u8) -> Self {
        Self { pits: [[seeds; 6]; 2], stores: [0, 0], turn: 0, over: false }
    }

    /// Which pits can be sown, from 0.
    pub fn legal(&self) -> Vec<usize> {
        if self.over { Vec::new() } else { (0..6).filter(|pit| self.pits[self.turn][*pit] > 0).collect() }
    }

    /// After sowing from this pit.
    #[must_use]
    pub fn sow(&self, pit: usize) -> Self {
        let mut next = self.clone();
        let own = self.turn;
        let mut seeds = std::mem::take(&mut next.pits[own][pit]);
        let (mut side, mut at) = (own, pit + 1);
        let mut again = false;
        while seeds > 0 {
            if at < 6 {
                next.pits[side][at] += 1;
                seeds -= 1;
                if seeds == 0 && side == own && next.pits[own][at] == 1 {
                    next.capture(at);
                }
                at += 1;
                continue;
            }
            if side == own {
                next.stores[own] += 1;
                seeds -= 1;
                again = seeds == 0;
            }
            (side, at) = (1 - side, 0);
        }
        if !again {
            next.turn = 1 - own;
        }
        next.end();
        next
    }

    /// The last seed came into an empty pit of one's own.
    fn capture(&mut self, at: usize) {
        let own = self.turn;
        let across = self.pits[1 - own][5 - at];
        if across > 0 {
            self.stores[own] += across + 1;
            self.pits[1 - own][5 - at] = 0;
            self.pits[own][at] = 0;
        }
    }

    /// If one row is empty, everybody takes what is left of the own one.
    fn end(&mut self) {
        let left = self.pits.map(|row| row.iter().sum::<u8>());
        if left.contains(&0) {
            self.over = true;
            self.stores = [self.stores[0] + left[0], self.stores[1] + left[1]];
            self.pits = [[0; 6]; 2];
        }
    }

    /// In how many ways the next decisions can go.
    pub fn paths(&self, decisions: u32) -> u64 {
        if decisions == 0 {
            return 1;
        }
        self.legal().into_iter().map(|pit| self.sow(pit).paths(decisions - 1)).sum()
    }
}
