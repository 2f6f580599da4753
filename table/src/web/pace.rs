//! How fast a browser may talk: nobody needs more, and a flood waits.

use std::time::{Duration, Instant};

use crate::sitting::Message;

/// So much may come at once.
const BURST: Duration = Duration::from_secs(2);

/// How often somebody says how a table is to be set up.
pub const SETS_UP: Duration = Duration::from_millis(200);

/// How fast one browser talks.
pub struct Pace {
    /// When it will have been quiet for long enough.
    quiet: Instant,
}

impl Pace {
    pub fn new() -> Self {
        Self { quiet: Instant::now() }
    }

    /// One more message; how long to wait before it is heard.
    pub fn wait(&mut self, message: &Message) -> Duration {
        self.wait_for(cost(message))
    }

    /// The same of a message that may come as often as this time passes.
    pub fn wait_for(&mut self, cost: Duration) -> Duration {
        let now = Instant::now();
        self.quiet = self.quiet.max(now) + cost;
        self.quiet.saturating_duration_since(now).saturating_sub(BURST)
    }
}

/// How often a message may come for a long time: the time until the next one.
fn cost(message: &Message) -> Duration {
    Duration::from_millis(match message {
        Message::Ping => 2,
        Message::Answer { .. } | Message::Sit { .. } | Message::Agree { .. } => 50,
        Message::Bot { .. }
        | Message::Renew { .. }
        | Message::Why { .. }
        | Message::Undo
        | Message::Again
        | Message::Record => 200,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_waits() {
        let mut pace = Pace::new();
        let waits: Vec<Duration> = (0..100).map(|_| pace.wait(&Message::Agree { yes: true })).collect();
        assert!(waits.iter().take(20).all(Duration::is_zero));
        assert!(waits.last().is_some_and(|wait| *wait > Duration::from_secs(2)));
    }
}
