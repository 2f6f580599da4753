//! A browser at a table that another process plays.

use std::sync::Arc;

use axum::extract::ws::{CloseFrame, Message as Frame};
use serde_json::{Value, json};
use tokio::sync::mpsc::Sender;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::sitting::padded;

/// What is sent to a browser, with the room that it takes until then.
pub type Sent = (Frame, Option<OwnedSemaphorePermit>);

/// One that is connected.
pub struct Browser {
    sender: Sender<Sent>,
    /// What it called its last answer.
    pub answer: Option<String>,
}

impl Browser {
    pub fn new(sender: Sender<Sent>) -> Self {
        Self { sender, answer: None }
    }

    /// Passes on what it is told, if there is room for that. Whoever takes too long is let go and comes back.
    pub fn tell(&self, text: String, room: &Arc<Semaphore>) -> bool {
        let size = u32::try_from(text.len()).unwrap_or(u32::MAX);
        let Ok(room) = room.clone().try_acquire_many_owned(size) else { return false };
        self.sender.try_send((Frame::Text(text.into()), Some(room))).is_ok()
    }

    /// Says something of the server's own.
    pub fn say(&self, told: &Value) {
        let _ = self.sender.try_send((Frame::Text(padded(told.to_string()).into()), None));
    }

    /// Lets it go.
    pub fn close(&self, code: u16, reason: String) {
        let _ = self.sender.try_send((Frame::Close(Some(CloseFrame { code, reason: reason.into() })), None));
    }

    /// The process that played here has ended, for this reason, if it is one for people; what was done last was this answer.
    pub fn left(&self, why: Option<&str>, answer: Option<&str>) {
        if let Some(why) = why {
            match self.answer.as_deref().filter(|own| Some(*own) == answer) {
                Some(id) => self.say(&json!({ "t": "no", "id": id, "why": why })),
                None => self.say(&json!({ "t": "said", "why": why })),
            }
        }
        self.close(1012, "come back".to_owned());
    }
}
