//! What the end of a game is worth to each seat.

use rulehound_interpreter::play::Outcome;

/// The reward of a seat that wins alone. Rewards are whole numbers from 0 to this, so that they are the same on every machine.
pub const ONE: u32 = 10_000;

/// Winning together with everybody else, in a game of several.
const ALL_TOGETHER: u32 = 6_000;

/// That nobody wins, in a game of several.
const NOBODY: u32 = 4_000;

/// The most that a place behind the winners is worth.
const SECOND: u32 = 2_000;

/// What is not known to be good or bad.
const UNKNOWN: u32 = ONE / 2;

/// The reward of each seat, into a list of as many numbers.
///
/// Who wins alone or with a partner gets most; the more seats share a win, the less it is worth, since otherwise a tie would be as good. Behind
/// the winners a better place is better. Alone one wins or loses.
pub fn rewards(outcome: Option<&Outcome>, out: &mut [u32]) {
    let Some(outcome) = outcome else {
        out.fill(UNKNOWN);
        return;
    };
    let seats = u32::try_from(out.len()).unwrap_or(u32::MAX);
    let winners = outcome.places.iter().filter(|place| **place == Some(1)).count();
    let winners = u32::try_from(winners).unwrap_or(seats);
    for (reward, place) in out.iter_mut().zip(&outcome.places) {
        *reward = match place {
            _ if seats == 1 => ONE * u32::from(*place == Some(1)),
            _ if winners == 0 => NOBODY,
            Some(1) => ONE - (ONE - ALL_TOGETHER) * winners.saturating_sub(1) / (seats - 1),
            Some(place) => {
                SECOND * seats.saturating_sub(*place) / seats.saturating_sub(1).max(1) * u32::from(seats > 2)
            }
            None => 0,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::{ONE, rewards};
    use rulehound_interpreter::play::Outcome;

    fn of(places: &[Option<u32>]) -> Vec<u32> {
        let mut out = vec![0; places.len()];
        rewards(Some(&Outcome { places: places.to_vec(), keys: vec![Vec::new(); places.len()] }), &mut out);
        out
    }

    #[test]
    fn a_better_end_is_worth_more() {
        assert_eq!(of(&[Some(1), Some(2)]), [ONE, 0]);
        assert_eq!(of(&[Some(1)]), [ONE]);
        assert_eq!(of(&[None]), [0]);
        let first = |places: &[Option<u32>]| of(places).first().copied().unwrap_or(0);
        let (shared, nobody) = (first(&[Some(1), Some(1)]), first(&[None, None]));
        assert!(ONE > shared && shared > nobody && nobody > 0, "{shared} {nobody}");
        assert_eq!(of(&[Some(2), Some(1), Some(4), Some(3)]), [1_333, ONE, 0, 666]);
        assert_eq!(of(&[Some(1), Some(3), Some(1), Some(3)]), [8_667, 666, 8_667, 666]);
        assert_eq!(of(&[Some(1), None, None]), [ONE, 0, 0]);
    }
}
