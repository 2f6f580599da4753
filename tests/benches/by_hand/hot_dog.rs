//! Casino Hot Dog written straight in Rust: the fastest that can reasonably be expected.

use rulehound_interpreter::play::Seeded;

const DICE: [[u8; 6]; 2] = [[1, 1, 2, 2, 3, 0], [3, 4, 4, 5, 5, 0]];
const CHIPS: [u8; 7] = [1, 1, 2, 2, 3, 4, 5];
const BONES: [u8; 4] = [2, 7, 11, 14];
const KENNEL: u8 = 18;
const DOUBLE: usize = 7;
const DOO: usize = 8;

#[derive(Clone, Copy, PartialEq)]
enum Status {
    Drawing,
    Safe,
    Out,
}

/// A player: which chips are still in the bag, and what has been drawn.
#[derive(Clone)]
struct Player {
    dog: u8,
    bag: Vec<usize>,
    points: u32,
    numbers: u32,
    double: bool,
    status: Status,
}

impl Player {
    fn new() -> Self {
        Self { dog: 0, bag: Vec::with_capacity(9), points: 0, numbers: 0, double: false, status: Status::Drawing }
    }

    fn begin_round(&mut self) {
        self.bag.clear();
        self.bag.extend(0..9);
        (self.points, self.numbers, self.double, self.status) = (0, 0, false, Status::Drawing);
    }

    fn draw(&mut self, chance: &mut Seeded) {
        let chip = self.bag.swap_remove(chance.below(self.bag.len()));
        match chip {
            DOUBLE => self.double = true,
            DOO => self.status = Status::Out,
            number => {
                self.points += u32::from(CHIPS[number]);
                self.numbers += 1;
            }
        }
    }

    fn score(&self) -> u32 {
        self.points * if self.double { 2 } else { 1 }
    }
}

/// Plays one game with random players; gives the winner and the number of decisions.
pub fn playout(seats: usize, chance: &mut Seeded) -> (usize, u64) {
    let mut players = vec![Player::new(); seats];
    let mut starter = chance.below(seats);
    let mut decisions = 0;
    loop {
        let dice = [DICE[0][chance.below(6)], DICE[1][chance.below(6)]];
        for player in &mut players {
            player.begin_round();
            player.draw(chance);
        }
        while players.iter().any(|player| player.status == Status::Drawing) {
            for player in players.iter_mut().filter(|player| player.status == Status::Drawing) {
                decisions += 1;
                let options = if player.numbers > 0 { 2 } else { 1 };
                if chance.below(options) == 1 {
                    player.status = Status::Safe;
                }
            }
            for player in players.iter_mut().filter(|player| player.status == Status::Drawing) {
                player.draw(chance);
            }
        }
        let mut ranked: Vec<usize> = (0..seats).map(|step| (starter + step) % seats).collect();
        ranked.retain(|seat| players[*seat].status == Status::Safe);
        ranked.sort_by_key(|seat| std::cmp::Reverse(players[*seat].score()));
        let mut left = vec![0, 1];
        for seat in ranked.into_iter().take(2) {
            decisions += 1;
            let die = left.swap_remove(chance.below(left.len()));
            let dog = players[seat].dog;
            let to = match dice[die] {
                0 => BONES.into_iter().find(|bone| *bone > dog).unwrap_or(KENNEL),
                pips => (dog + pips).min(KENNEL),
            };
            players[seat].dog = to;
            if to == KENNEL {
                return (seat, decisions);
            }
        }
        starter = (starter + 1) % seats;
    }
}
