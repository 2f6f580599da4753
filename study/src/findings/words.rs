//! Numbers in words.

use crate::statistics::Interval;

/// `58.4 %`.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// How many digits behind the point are worth reading of a number of which this much is known.
pub fn fine(interval: Interval) -> usize {
    let size = interval.low.abs().max(interval.high.abs());
    match interval.half() {
        half if !half.is_finite() || half == 0.0 => 1,
        half if half < 0.2 && size < 100.0 => 2,
        half if half < 20.0 && size < 1_000.0 => 1,
        _ => 0,
    }
}

/// With a capital, as a sentence begins.
pub fn beginning(words: &str) -> String {
    let mut signs = words.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}

/// `58.4 % (57.1 to 59.7)`.
pub fn share(share: f64, interval: Interval) -> String {
    format!("{} ({:.1} to {:.1})", percent(share), 100.0 * interval.low, 100.0 * interval.high)
}

/// `+3.1 % of a win (+1.0 to +5.2)`.
pub fn difference(value: f64, interval: Interval) -> String {
    format!("{:+.1} % of a win ({:+.1} to {:+.1})", 100.0 * value, 100.0 * interval.low, 100.0 * interval.high)
}

/// Beyond so many games a difference is too small to matter at a table.
pub(crate) const FAR: u64 = 100_000;

/// How many games would tell what these do not.
pub fn would_tell(games: Option<u64>) -> String {
    match games {
        Some(games) if games > FAR => {
            "a difference as small as the one seen is hardly worth the games that it takes to tell".to_owned()
        }
        Some(games) => format!("about {games} games would tell a difference as large as the one seen"),
        None => "no difference at all was seen".to_owned(),
    }
}
