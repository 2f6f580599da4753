//! A browser at a table that another process plays: what it says is passed on, as fast as it may talk, and so is what it is told.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message as Frame};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::mpsc::Receiver;
use tokio::time::timeout;

use super::pace::{Pace, SETS_UP};
use super::socket::{FAREWELL, From, Out, SILENT};
use crate::lobby;
use crate::sitting::Message;
use crate::ward::{Comes, Sent, Ward};

/// Until it goes, or is let go.
pub async fn pass((out, mut from): (impl Out, impl From), ward: Arc<Ward>, first: String) {
    let Comes { number, frames } = ward.come(first);
    let mut writes = tokio::spawn(write(out, frames));
    let mut pace = Pace::new();
    loop {
        let heard = tokio::select! {
            _ = &mut writes => break,
            heard = timeout(SILENT, from.next()) => heard,
        };
        let text = match heard {
            Ok(Some(Ok(Frame::Text(text)))) => text,
            Ok(Some(Ok(Frame::Ping(_) | Frame::Pong(_)))) => continue,
            _ => break,
        };
        let Some((wait, answer)) = meant(&text, &mut pace) else { break };
        tokio::time::sleep(wait).await;
        if !ward.hear(number, text.to_string(), answer).await {
            break;
        }
    }
    ward.leave(number).await;
    // What it is told last goes out.
    if !writes.is_finished() {
        let _ = timeout(FAREWELL, writes).await;
    }
}

/// How long a message has to wait, and what the answer in it is called; nothing if it is no message.
fn meant(text: &str, pace: &mut Pace) -> Option<(Duration, Option<String>)> {
    if let Ok(message) = serde_json::from_str::<Message>(text) {
        let wait = pace.wait(&message);
        let answer = match message {
            Message::Answer { id, .. } => Some(id),
            _ => None,
        };
        return Some((wait, answer));
    }
    serde_json::from_str::<lobby::Message>(text).ok().map(|_| (pace.wait_for(SETS_UP), None))
}

async fn write(mut out: impl Out, mut frames: Receiver<Sent>) {
    while let Some((frame, room)) = frames.recv().await {
        let last = matches!(frame, Frame::Close(_));
        if out.send(frame).await.is_err() || last {
            return;
        }
        drop(room);
    }
    let _ = out.send(Frame::Close(Some(CloseFrame { code: 1012, reason: "come back".into() }))).await;
}
