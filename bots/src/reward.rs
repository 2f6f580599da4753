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

/// The reward of each seat in a game that goes on, by how far it is before the others. The greatest lead met so far says what is much.
pub fn by_scores(scores: &[Option<i64>], greatest: &mut i64, out: &mut [u32]) {
    out.fill(UNKNOWN);
    let ranked = scores.iter().flatten().count();
    let others = i64::try_from(ranked).unwrap_or(i64::MAX).saturating_sub(1);
    let sum: i64 = scores.iter().flatten().fold(0, |sum, score| sum.saturating_add(*score));
    let lead = |score: i64| {
        if others == 0 { score } else { score.saturating_sub(sum.saturating_sub(score) / others) }
    };
    for score in scores.iter().flatten() {
        *greatest = (*greatest).max(lead(*score).saturating_abs()).max(1);
    }
    let half = i64::from(ONE / 2);
    for (reward, score) in out.iter_mut().zip(scores) {
        let before = score.map_or(0, lead).clamp(-MOST_LEAD, MOST_LEAD);
        let share = half * before / (before.abs() + (*greatest).min(MOST_LEAD)).max(1);
        *reward = u32::try_from(half + share).unwrap_or(UNKNOWN);
    }
}

/// The reward of each seat by how far it is before the mean of all at the end: half for who is as far, in a straight line up to the greatest
/// lead met so far.
pub fn by_lead(scores: &[Option<i64>], greatest: &mut i64, out: &mut [u32]) {
    out.fill(UNKNOWN);
    let ranked = i64::try_from(scores.iter().flatten().count()).unwrap_or(i64::MAX).max(1);
    let sum: i64 = scores.iter().flatten().fold(0, |sum, score| sum.saturating_add(*score));
    // So many times as far, so that nothing has to be divided.
    let lead = |score: i64| score.saturating_mul(ranked).saturating_sub(sum).clamp(-MOST_LEAD, MOST_LEAD);
    for score in scores.iter().flatten() {
        *greatest = (*greatest).max(lead(*score).abs()).max(1);
    }
    let half = i64::from(ONE / 2);
    for (reward, score) in out.iter_mut().zip(scores) {
        let share = half * score.map_or(0, lead) / (*greatest).clamp(1, MOST_LEAD);
        *reward = u32::try_from(half + share).unwrap_or(UNKNOWN);
    }
}

/// A greater lead is worth no more.
const MOST_LEAD: i64 = 1 << 40;

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
    fn who_is_ahead_is_worth_more() {
        let of = |scores: &[Option<i64>]| {
            let (mut greatest, mut out) = (10, vec![0; scores.len()]);
            super::by_scores(scores, &mut greatest, &mut out);
            (out, greatest)
        };
        assert_eq!(of(&[Some(7), Some(7)]).0, [ONE / 2, ONE / 2]);
        assert_eq!(of(&[Some(12), Some(2)]), (vec![7_500, 2_500], 10));
        assert_eq!(of(&[Some(40), Some(0)]).1, 40);
        assert_eq!(of(&[Some(3), None, Some(5)]).0.get(1), Some(&(ONE / 2)));
        let (extreme, _) = of(&[Some(i64::MAX), Some(i64::MIN), Some(0)]);
        assert!(extreme.iter().all(|reward| *reward <= ONE), "{extreme:?}");
    }

    #[test]
    fn a_lead_is_worth_what_it_is() {
        let (mut greatest, mut out) = (0, vec![0; 2]);
        let mut of = |scores: &[Option<i64>]| {
            super::by_lead(scores, &mut greatest, &mut out);
            out.clone()
        };
        assert_eq!(of(&[Some(2), Some(-2)]), [ONE, 0]);
        assert_eq!(of(&[Some(-1), Some(1)]), [ONE / 4, 3 * ONE / 4]);
        assert_eq!(of(&[Some(0), Some(0)]), [ONE / 2, ONE / 2]);
        assert!(of(&[Some(i64::MAX), Some(i64::MIN)]).iter().all(|reward| *reward <= ONE));
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
