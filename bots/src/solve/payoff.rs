//! What is played for: the win alone, or by how much.

use rulehound_interpreter::play::Position;

/// What is played for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Payoff {
    /// To win: 1 for whoever wins alone, -1 for whoever does not win, shared wins in between. All seats together have 0 at a table of two.
    #[default]
    Win,
    /// To be ahead: the difference to the mean of all seats in what a game that is won by rank ranks first.
    Lead,
}

impl Payoff {
    /// What the end of a game is worth to each seat.
    pub fn of(self, end: &Position) -> Vec<f64> {
        match self {
            Self::Win => wins(end),
            Self::Lead => leads(end).unwrap_or_else(|| vec![0.0; end.game().instance().seats()]),
        }
    }
}

/// Whoever wins alone gets 1 and everybody else -1; what several win together they share, so that a win of all is worth 0.
fn wins(end: &Position) -> Vec<f64> {
    let seats = end.game().instance().seats();
    let winners = end.outcome().map(|outcome| outcome.winners()).unwrap_or_default();
    if winners.is_empty() && seats > 1 {
        return vec![0.0; seats];
    }
    let others = seats - winners.len();
    let worth = |seat: usize| match (winners.contains(&seat), seats) {
        (won, 1) => f64::from(i8::from(won)) * 2.0 - 1.0,
        (true, seats) => others as f64 / (seats - 1) as f64,
        (false, _) => -1.0,
    };
    (0..seats).map(worth).collect()
}

/// How far each seat is before the mean of all; nothing where nobody is ranked.
fn leads(end: &Position) -> Option<Vec<f64>> {
    let scores = end.game().scores(&end.cells(), end.notes())?;
    let ranked: Vec<f64> = scores.iter().flatten().map(|score| *score as f64).collect();
    let mean = ranked.iter().sum::<f64>() / ranked.len().max(1) as f64;
    Some(scores.iter().map(|score| score.map_or(0.0, |score| score as f64 - mean)).collect())
}
