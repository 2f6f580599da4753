//! How fast a browser may talk: nobody needs more, and a flood waits.

use std::time::{Duration, Instant};

/// So many messages in a row may come at once.
const BURST: u32 = 40;

/// Then one each of these.
const EACH: Duration = Duration::from_millis(50);

/// How fast one browser talks.
pub struct Pace {
    /// When it will have been quiet for long enough.
    quiet: Instant,
}

impl Pace {
    pub fn new() -> Self {
        Self { quiet: Instant::now() }
    }

    /// One more message that costs as much as so many; how long to wait before it is read.
    pub fn wait(&mut self, cost: u32) -> Duration {
        let now = Instant::now();
        self.quiet = self.quiet.max(now) + EACH * cost;
        self.quiet.saturating_duration_since(now).saturating_sub(EACH * BURST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_waits() {
        let mut pace = Pace::new();
        let waits: Vec<Duration> = (0..100).map(|_| pace.wait(1)).collect();
        assert!(waits.iter().take(20).all(Duration::is_zero));
        assert!(waits.last().is_some_and(|wait| *wait > EACH * 30));
    }
}
