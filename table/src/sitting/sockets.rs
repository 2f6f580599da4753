//! The browsers at a table: each gets numbered frames of its own, so that a number tells nothing of others.

use serde_json::{Value, json};
use tokio::sync::mpsc::Sender;

use rulehound_course::Onlooker;

/// Frames are as long as the next multiple of this many bytes: the same of a hand of short and of long words.
const BLOCK: usize = 256;

/// Blanks behind a message, so that its length tells whoever watches the network next to nothing. What is encrypted is as long as before.
pub fn padded(mut message: String) -> String {
    let blanks = message.len().next_multiple_of(BLOCK) - message.len();
    message.extend(std::iter::repeat_n(' ', blanks));
    message
}

/// A browser that is connected.
pub struct Socket {
    /// Among all that ever were connected to this table.
    pub number: u64,
    /// Whose link it came with: that of a seat, or behind the last seat that of those who look on.
    pub place: usize,
    /// Whose view it gets.
    pub view: usize,
    sender: Sender<String>,
    frames: u64,
    /// Which of the things its viewer has seen it was sent last.
    seen: u64,
    /// How many lines of the story it has.
    heard: usize,
    /// Whether it takes too long; then it is let go, and comes back for the whole.
    pub slow: bool,
}

impl Socket {
    pub fn new(number: u64, (place, view): (usize, usize), sender: Sender<String>) -> Self {
        Self { number, place, view, sender, frames: 0, seen: 0, heard: 0, slow: false }
    }

    /// Says something that is for this browser alone and has no number.
    pub fn say(&mut self, told: &Value) {
        self.slow |= self.sender.try_send(padded(told.to_string())).is_err();
    }

    /// Sends what is seen now, with what the story has more than this browser has.
    pub fn show(&mut self, onlooker: &Onlooker) {
        self.frames += 1;
        let from = self.heard.min(onlooker.story.len());
        let lines = onlooker.story.get(from..).unwrap_or_default();
        // What is seen is JSON already.
        let (frame, story) = (self.frames, json!(lines));
        let told = format!(r#"{{"t":"all","n":{frame},"from":{from},"story":{story},"seen":{}}}"#, onlooker.seen);
        self.slow |= self.sender.try_send(padded(told)).is_err();
        (self.heard, self.seen) = (onlooker.story.len(), onlooker.sights);
    }

    /// Whether there is something to see or to hear that it was not sent.
    pub fn lacks(&self, onlooker: &Onlooker) -> bool {
        self.seen != onlooker.sights || self.heard < onlooker.story.len()
    }

    /// The story begins anew.
    pub fn forget(&mut self) {
        self.heard = 0;
    }
}
