//! Casino Hot Dog written straight in Rust, to measure the engine against. What may be drawn and chosen stands in the same order as in the
//! rules, so the same random numbers give the same game.

use rulehound_interpreter::play::Seeded;

use super::{Played, removed};

const DICE: [[u8; 6]; 2] = [[1, 1, 2, 2, 3, 0], [3, 4, 4, 5, 5, 0]];
const CHIPS: [u8; 7] = [1, 1, 2, 2, 3, 4, 5];
const DOUBLE: u8 = 7;
const DOO: u8 = 8;
const BONES: [u8; 4] = [2, 7, 11, 14];
const KENNEL: u8 = 18;
const MOST_SEATS: usize = 4;

#[derive(Clone, Copy, PartialEq)]
enum Status {
    Drawing,
    Safe,
    Out,
}

/// A player in one round: which chips are still in the bag, and what has been drawn.
#[derive(Clone, Copy)]
struct Hand {
    bag: [u8; 9],
    left: usize,
    points: u8,
    numbers: u8,
    double: bool,
    status: Status,
}

impl Hand {
    const FULL: Self = Self {
        bag: [0, 1, 2, 3, 4, 5, 6, DOUBLE, DOO],
        left: 9,
        points: 0,
        numbers: 0,
        double: false,
        status: Status::Drawing,
    };

    fn draw(&mut self, chance: &mut Seeded) {
        match removed(&mut self.bag, &mut self.left, chance) {
            DOUBLE => self.double = true,
            DOO => self.status = Status::Out,
            number => {
                self.points += CHIPS[usize::from(number)];
                self.numbers += 1;
            }
        }
    }

    fn score(&self) -> u8 {
        if self.double { self.points * 2 } else { self.points }
    }
}

/// Plays one game with random players.
///
/// # Panics
/// With more than four players.
pub fn playout(seats: usize, chance: &mut Seeded) -> Played {
    let mut dogs = [0; MOST_SEATS];
    let mut starter = chance.below(seats);
    let mut decisions = 0;
    loop {
        let dice = DICE.map(|die| die[chance.below(6)]);
        let mut hands = [Hand::FULL; MOST_SEATS];
        let hands = &mut hands[..seats];
        hands.iter_mut().for_each(|hand| hand.draw(chance));
        decisions += draw_or_stop(hands, chance);
        if let Some(winner) = move_dogs(hands, dice, starter, &mut dogs, &mut decisions, chance) {
            return Played { winner: Some(winner), decisions };
        }
        starter = (starter + 1) % seats;
    }
}

/// Everybody decides, then everybody draws, until nobody does any more.
fn draw_or_stop(hands: &mut [Hand], chance: &mut Seeded) -> u64 {
    let mut decisions = 0;
    loop {
        let before = decisions;
        for hand in hands.iter_mut().filter(|hand| hand.status == Status::Drawing) {
            decisions += 1;
            let options = if hand.numbers > 0 { 2 } else { 1 };
            if chance.below(options) == 1 {
                hand.status = Status::Safe;
            }
        }
        if decisions == before {
            return decisions;
        }
        for hand in hands.iter_mut().filter(|hand| hand.status == Status::Drawing) {
            hand.draw(chance);
        }
    }
}

/// The best two choose a die each; gives who comes home.
fn move_dogs(
    hands: &[Hand],
    mut dice: [u8; 2],
    starter: usize,
    dogs: &mut [u8; MOST_SEATS],
    decisions: &mut u64,
    chance: &mut Seeded,
) -> Option<usize> {
    let mut left = dice.len();
    best_two(hands, starter).into_iter().flatten().find(|seat| {
        *decisions += 1;
        advance(&mut dogs[*seat], removed(&mut dice, &mut left, chance))
    })
}

/// Of those who stopped in time; on a tie comes first whoever sits nearest to the starter.
fn best_two(hands: &[Hand], starter: usize) -> [Option<usize>; 2] {
    let (mut best, mut second): (Option<usize>, Option<usize>) = (None, None);
    let beats =
        |seat: usize, other: Option<usize>| other.is_none_or(|other| hands[seat].score() > hands[other].score());
    for seat in (starter..hands.len()).chain(0..starter).filter(|seat| hands[*seat].status == Status::Safe) {
        if beats(seat, best) {
            (best, second) = (Some(seat), best);
        } else if beats(seat, second) {
            second = Some(seat);
        }
    }
    [best, second]
}

/// Moves a dog by a die; tells whether it is home.
fn advance(dog: &mut u8, pips: u8) -> bool {
    *dog = match pips {
        0 => BONES.into_iter().find(|bone| bone > dog).unwrap_or(KENNEL),
        pips => (*dog + pips).min(KENNEL),
    };
    *dog == KENNEL
}
