//! Numbers in words.

use crate::statistics::Interval;

/// `58.4 %`.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// `58.4 % (57.1 to 59.7)`.
pub fn share(share: f64, interval: Interval) -> String {
    format!("{} ({:.1} to {:.1})", percent(share), 100.0 * interval.low, 100.0 * interval.high)
}

/// `+3.1 % of a win (+1.0 to +5.2)`.
pub fn difference(value: f64, interval: Interval) -> String {
    format!("{:+.1} % of a win ({:+.1} to {:+.1})", 100.0 * value, 100.0 * interval.low, 100.0 * interval.high)
}

/// How many games would tell what these do not.
pub fn would_tell(games: Option<u64>) -> String {
    match games {
        Some(games) => format!("about {games} games would tell a difference as large as the one seen"),
        None => "no difference at all was seen".to_owned(),
    }
}
