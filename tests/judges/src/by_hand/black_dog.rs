//! The turns of BLACK DOG by plain brute force: where the pawns may stand when a card has been carried out.

use std::collections::BTreeSet;

/// Spaces of the track.
pub const TRACK: usize = 64;
/// Spaces of a quarter; it begins with a start space.
pub const QUARTER: usize = 16;

/// Who plays, and by which rules.
#[derive(Clone, Debug)]
pub struct Seats {
    /// The quarter of each seat.
    pub corners: Vec<usize>,
    /// Whether everybody plays alone.
    pub alone: bool,
}

/// A card. Copies are looked through before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Card {
    /// With its number.
    Blue(usize),
    /// With its number.
    Black(usize),
    /// 1 to 7.
    BlackChoice,
    /// 1/11.
    OneOrEleven,
    /// 13.
    Thirteen,
    /// Two pawns change places.
    Switch,
    /// A pawn is drawn.
    Magnet,
    /// With its points.
    Partner(usize),
}

/// A pawn on the track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pawn {
    /// Its seat.
    pub of: usize,
    /// Whether it has walked here in this turn.
    pub walked: bool,
}

/// Where everything stands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Board {
    /// The track, clockwise from the first start space.
    pub track: Vec<Option<Pawn>>,
    /// The Black Dog's space.
    pub dog: usize,
    /// Home spaces of each seat that are taken.
    pub home: Vec<[bool; 4]>,
}

/// Whether a space bears a paw.
pub fn is_paw(space: usize) -> bool {
    matches!(space % QUARTER, 5 | 11)
}

fn on_wheel(space: usize) -> bool {
    (5..=11).contains(&(space % QUARTER))
}

impl Seats {
    fn start(&self, seat: usize) -> usize {
        self.corners[seat] * QUARTER
    }

    fn mate(&self, seat: usize) -> usize {
        if self.alone { seat } else { (seat + 2) % 4 }
    }

    /// Whose pawns a seat moves.
    fn own(&self, board: &Board, seat: usize) -> usize {
        if board.is_home(seat) { self.mate(seat) } else { seat }
    }

    /// Whether the pawn on a space is protected there.
    fn is_protected(&self, board: &Board, space: usize) -> bool {
        board.track[space].is_some_and(|pawn| self.start(pawn.of) == space)
    }

    /// Every board after a turn with this card; none if it cannot be carried out.
    pub fn turns(&self, board: &Board, seat: usize, card: Card) -> BTreeSet<Board> {
        let card_done = self.carried_out(board, seat, card);
        card_done.into_iter().flat_map(Board::wheel_turned).collect()
    }

    fn carried_out(&self, board: &Board, seat: usize, card: Card) -> BTreeSet<Board> {
        let own = self.own(board, seat);
        match card {
            Card::Blue(steps) => self.walks(board, &[own], steps),
            Card::Black(steps) => self.with_dog(board, own, steps),
            Card::BlackChoice => (1..=7).flat_map(|steps| self.with_dog(board, own, steps)).collect(),
            Card::OneOrEleven => {
                let walks = [1, 11].into_iter().flat_map(|steps| self.walks(board, &[own], steps));
                walks.chain(self.comes_out(board, own)).collect()
            }
            Card::Thirteen => self.walks(board, &[own], 13).into_iter().chain(self.comes_out(board, own)).collect(),
            Card::Switch => self.switched(board, own),
            Card::Magnet => self.drawn(board, own),
            Card::Partner(points) => self.split(board, seat, points),
        }
    }

    fn with_dog(&self, board: &Board, own: usize, steps: usize) -> BTreeSet<Board> {
        self.walks(board, &[own], steps).into_iter().map(|board| board.dog_walked(steps)).collect()
    }

    /// One pawn of these seats goes so many spaces.
    fn walks(&self, board: &Board, seats: &[usize], steps: usize) -> BTreeSet<Board> {
        let mut found = BTreeSet::new();
        for from in 0..TRACK {
            if let Some(pawn) = board.track[from].filter(|pawn| seats.contains(&pawn.of)) {
                self.walk(board, from, pawn.of, steps, &mut found);
            }
        }
        for seat in seats {
            for from in (0..4).filter(|from| board.home[*seat][*from]) {
                let to = from + steps;
                if to < 4 && !board.home[*seat][from + 1..=to].contains(&true) {
                    let mut after = board.clone();
                    after.home[*seat][from] = false;
                    after.home[*seat][to] = true;
                    found.insert(after);
                }
            }
        }
        found
    }

    /// Space by space: along the track to the end, and off it where the start space is behind.
    fn walk(&self, board: &Board, from: usize, of: usize, steps: usize, found: &mut BTreeSet<Board>) {
        let begins_on_start = from == self.start(of);
        for step in 1..=steps {
            let space = (from + step) % TRACK;
            if self.is_protected(board, space) {
                return;
            }
            let left = steps - step;
            let into_home = space == self.start(of) && !begins_on_start && (1..=4).contains(&left);
            if into_home && !board.home[of][..left].contains(&true) {
                let mut after = board.clone();
                after.track[from] = None;
                after.home[of][left - 1] = true;
                found.insert(after);
            }
        }
        let mut after = board.clone();
        after.track[from] = None;
        after.lands(of, (from + steps) % TRACK);
        found.insert(after);
    }

    fn comes_out(&self, board: &Board, own: usize) -> Option<Board> {
        let start = self.start(own);
        if board.waiting(self, own) == 0 || self.is_protected(board, start) {
            return None;
        }
        let mut after = board.clone();
        after.lands(own, start);
        Some(after)
    }

    fn switched(&self, board: &Board, own: usize) -> BTreeSet<Board> {
        let loose = |space: &usize| board.track[*space].is_some() && !self.is_protected(board, *space);
        let of = |space: usize| board.track[space].map(|pawn| pawn.of);
        let spaces: Vec<usize> = (0..TRACK).filter(loose).collect();
        let mut found = BTreeSet::new();
        for one in spaces.iter().filter(|space| of(**space) == Some(own)) {
            for other in spaces.iter().filter(|space| of(**space) != Some(own)) {
                let mut after = board.clone();
                after.track.swap(*one, *other);
                found.insert(after);
            }
        }
        found
    }

    fn drawn(&self, board: &Board, own: usize) -> BTreeSet<Board> {
        let mut found = BTreeSet::new();
        for from in (0..TRACK).filter(|from| board.track[*from].is_some_and(|pawn| pawn.of == own)) {
            let mut steps = 0;
            while !board.is_taken((from + steps + 1) % TRACK) {
                steps += 1;
            }
            if steps > 0 {
                let mut after = board.clone();
                after.track[from] = None;
                after.lands(own, (from + steps) % TRACK);
                found.insert(after);
            }
        }
        found
    }

    /// All points are used, in any order and split.
    fn split(&self, board: &Board, seat: usize, points: usize) -> BTreeSet<Board> {
        let mate = self.mate(seat);
        let everybody = self.alone || board.is_home(seat) || board.is_home(mate);
        let seats: Vec<usize> =
            (0..self.corners.len()).filter(|other| everybody || *other == seat || *other == mate).collect();
        let mut left: Vec<BTreeSet<Board>> = vec![BTreeSet::new(); points + 1];
        left[points].insert(board.clone());
        for rest in (1..=points).rev() {
            for board in std::mem::take(&mut left[rest]) {
                for steps in 1..=rest {
                    left[rest - steps].extend(self.walks(&board, &seats, steps));
                }
            }
        }
        left.swap_remove(0)
    }

    /// Alone: every board after a turn with a Partner card, and who has won then: whoever plays it if four of the own pawns are home, else
    /// whoever was the first to have four home while the points were used.
    pub fn finishes(&self, board: &Board, seat: usize, points: usize) -> BTreeSet<(Board, Option<usize>)> {
        let all: Vec<usize> = (0..self.corners.len()).collect();
        let mut left: Vec<BTreeSet<(Board, Option<usize>)>> = vec![BTreeSet::new(); points + 1];
        left[points].insert((board.clone(), None));
        for rest in (1..=points).rev() {
            for (board, first) in std::mem::take(&mut left[rest]) {
                for steps in 1..=rest {
                    for after in self.walks(&board, &all, steps) {
                        let first = first.or_else(|| all.iter().copied().find(|seat| after.is_home(*seat)));
                        left[rest - steps].insert((after, first));
                    }
                }
            }
        }
        let won = |board: &Board, first| if board.is_home(seat) { Some(seat) } else { first };
        let turned = |(board, first): (Board, Option<usize>)| {
            let winner = won(&board, first);
            board.wheel_turned().into_iter().map(move |board| (board, winner))
        };
        left.swap_remove(0).into_iter().flat_map(turned).collect()
    }

    /// Whether all points can be used, without listing all ways.
    pub fn can_split(&self, board: &Board, seat: usize, points: usize) -> bool {
        let mate = self.mate(seat);
        let everybody = self.alone || board.is_home(seat) || board.is_home(mate);
        let seats: Vec<usize> =
            (0..self.corners.len()).filter(|other| everybody || *other == seat || *other == mate).collect();
        self.can_use(board, &seats, points)
    }

    fn can_use(&self, board: &Board, seats: &[usize], points: usize) -> bool {
        points == 0
            || (1..=points).any(|steps| {
                self.walks(board, seats, steps).iter().any(|after| self.can_use(after, seats, points - steps))
            })
    }

    /// Whether a card can be carried out completely.
    pub fn is_playable(&self, board: &Board, seat: usize, card: Card) -> bool {
        match card {
            Card::Partner(points) => self.can_split(board, seat, points),
            Card::Blue(_)
            | Card::Black(_)
            | Card::BlackChoice
            | Card::OneOrEleven
            | Card::Thirteen
            | Card::Switch
            | Card::Magnet => !self.carried_out(board, seat, card).is_empty(),
        }
    }
}

impl Board {
    /// With nobody in play.
    pub fn empty(seats: usize, dog: usize) -> Self {
        Self { track: vec![None; TRACK], dog, home: vec![[false; 4]; seats] }
    }

    fn is_home(&self, seat: usize) -> bool {
        self.home[seat] == [true; 4]
    }

    /// Pawns of a seat in its start area.
    pub fn waiting(&self, seats: &Seats, seat: usize) -> usize {
        let on_track = self.track.iter().flatten().filter(|pawn| pawn.of == seat).count();
        let home = self.home[seat].iter().filter(|taken| **taken).count();
        (if seats.alone { 5 } else { 4 }) - on_track - home
    }

    fn is_taken(&self, space: usize) -> bool {
        self.track[space].is_some() || self.dog == space
    }

    /// Whoever stood there is gone; on the Black Dog's space the mover is.
    fn lands(&mut self, of: usize, space: usize) {
        self.track[space] = (space != self.dog).then_some(Pawn { of, walked: true });
    }

    fn dog_walked(mut self, steps: usize) -> Self {
        let mut left = steps;
        while left > 0 {
            self.dog = (self.dog + 1) % TRACK;
            if !self.dog.is_multiple_of(QUARTER) {
                self.track[self.dog] = None;
                left -= 1;
            }
        }
        self
    }

    /// The end of a turn: both ways round, if the wheel must be turned.
    fn wheel_turned(self) -> Vec<Self> {
        let walked = |(space, pawn): (usize, &Option<Pawn>)| is_paw(space) && pawn.is_some_and(|pawn| pawn.walked);
        let turns = self.track.iter().enumerate().any(walked);
        let mut rested = self;
        rested.track.iter_mut().flatten().for_each(|pawn| pawn.walked = false);
        if turns { vec![rested.turned(QUARTER), rested.turned(TRACK - QUARTER)] } else { vec![rested] }
    }

    fn turned(&self, by: usize) -> Self {
        let mut after = self.clone();
        for space in (0..TRACK).filter(|space| on_wheel(*space)) {
            after.track[(space + by) % TRACK] = self.track[space];
        }
        if on_wheel(self.dog) {
            after.dog = (self.dog + by) % TRACK;
        }
        after
    }
}
