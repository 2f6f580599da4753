//! A browser's connection: who it is, what it says, what it is told.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message as Frame, WebSocketUpgrade};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::{Sink, SinkExt, Stream, StreamExt};
use tokio::sync::mpsc::{Receiver, WeakSender, channel};
use tokio::time::timeout;

use super::pace::Pace;
use super::{Web, lobby, passed};
use crate::lobby::Lobby;
use crate::sitting::{Message, Sitting};
use crate::tables::Tables;
use crate::watch::{What, watched};

/// The longest message from a browser, in bytes.
const LONGEST: usize = 16 << 10;

/// Whoever does not say who he is within this time goes.
const SITS_DOWN: Duration = Duration::from_secs(5);

/// Whoever is not heard of for so long is gone.
pub const SILENT: Duration = Duration::from_secs(90);

/// How long is waited for the last words.
pub const FAREWELL: Duration = Duration::from_secs(1);

/// So many messages wait for a slow browser.
const WAITING: usize = 64;

/// The way to a browser.
pub trait Out: Sink<Frame> + Unpin + Send + 'static {}
impl<S: Sink<Frame> + Unpin + Send + 'static> Out for S {}

/// What a browser says.
pub trait From: Stream<Item = Result<Frame, axum::Error>> + Unpin + Send {}
impl<S: Stream<Item = Result<Frame, axum::Error>> + Unpin + Send> From for S {}

/// Does work that takes a moment where it keeps nobody waiting.
pub async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    doing(What::Coming, work).await
}

/// The same, where it is watched as work of this kind.
async fn doing<T: Send + 'static>(what: What, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    tokio::task::spawn_blocking(move || watched(what, work)).await.ok()
}

/// Lets a browser connect, if a page of this server asks for it.
pub async fn upgrade(State(web): State<Arc<Web>>, headers: HeaderMap, upgrade: WebSocketUpgrade) -> Response {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(HOST).unwrap_or_default();
    if !text(ORIGIN).is_some_and(|origin| web.address.is_origin(origin, host)) {
        return (StatusCode::FORBIDDEN, "Only pages of this server may connect.").into_response();
    }
    let (Ok(place), Ok(stranger)) =
        (web.sockets.clone().try_acquire_owned(), web.strangers.clone().try_acquire_owned())
    else {
        return (StatusCode::SERVICE_UNAVAILABLE, "Too many are here already.").into_response();
    };
    upgrade.max_message_size(LONGEST).max_frame_size(LONGEST).on_upgrade(move |socket| async move {
        let (mut out, mut from) = socket.split();
        let first = first(&mut from).await;
        drop(stranger);
        let ward = first.as_ref().and_then(|(_, table, _)| web.tables.ward(table));
        match (ward, first) {
            (Some(ward), Some((text, _, _))) => passed::pass((out, from), ward, text).await,
            (_, Some((_, table, key))) => sit((out, from), &web.tables, &table, key).await,
            (_, None) => refuse(&mut out).await,
        }
        drop(place);
    })
}

/// What a browser says first, with the table and the key that it names.
pub async fn first(from: &mut impl From) -> Option<(String, String, String)> {
    let Ok(Some(Ok(Frame::Text(text)))) = timeout(SITS_DOWN, from.next()).await else { return None };
    let Ok(Message::Sit { table, key }) = serde_json::from_str(&text) else { return None };
    Some((text.to_string(), table, key))
}

/// Whoever has no key for a place goes.
pub async fn refuse(out: &mut impl Out) {
    close(out, 4003, "no such seat").await;
}

async fn close(out: &mut impl Out, code: u16, reason: &'static str) {
    let _ = out.send(Frame::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
}

/// Somebody sits down with a key and stays, if that opens a place.
pub async fn sit((mut out, mut from): (impl Out, impl From), tables: &Tables, table: &str, key: String) {
    match sits(tables, table, key).await {
        Some(Sits::Table(sitting, seat)) => talk((out, from), sitting, seat).await,
        Some(Sits::Lobby(lobby, key)) => {
            let begun = lobby::talk(tables, (&mut out, &mut from), lobby, &key).await;
            if let Some((sitting, seat)) = begun {
                talk((out, from), sitting, seat).await;
            }
        }
        Some(Sits::Nowhere) => close(&mut out, 4005, "too many look on").await,
        None => refuse(&mut out).await,
    }
}

/// Where somebody has sat down.
enum Sits {
    /// At a table, in this place.
    Table(Arc<Sitting>, usize),
    /// At one that he is to set up, with this key.
    Lobby(Arc<Lobby>, String),
    /// Too many look on already.
    Nowhere,
}

/// Who it is: a table and a place there, if its key opens one.
async fn sits(tables: &Tables, table: &str, key: String) -> Option<Sits> {
    if let Some(lobby) = tables.lobby(table) {
        return lobby.opens(&key).then_some(Sits::Lobby(lobby, key));
    }
    let sitting = tables.find(table)?;
    let asked = sitting.clone();
    let place = blocking(move || {
        let place = asked.place(&key)?;
        Some(asked.has_room(place).then_some(place))
    });
    Some(place.await??.map_or(Sits::Nowhere, |place| Sits::Table(sitting, place)))
}

async fn talk((out, mut from): (impl Out, impl From), sitting: Arc<Sitting>, place: usize) {
    let (sender, receiver) = channel(WAITING);
    let own = sender.downgrade();
    let joined = sitting.clone();
    let Some(number) = blocking(move || joined.join(place, sender)).await else { return };
    let mut writes = tokio::spawn(write(out, receiver));
    drive(&sitting).await;
    let mut pace = Pace::new();
    loop {
        let heard = tokio::select! {
            // Nobody writes to it any more: it was too slow, or all is over.
            _ = &mut writes => break,
            heard = timeout(SILENT, from.next()) => heard,
        };
        let Ok(Some(Ok(frame))) = heard else { break };
        let text = match frame {
            Frame::Text(text) => text,
            Frame::Ping(_) | Frame::Pong(_) => continue,
            Frame::Binary(_) | Frame::Close(_) => break,
        };
        let Ok(message) = serde_json::from_str::<Message>(&text) else { break };
        tokio::time::sleep(pace.wait(&message)).await;
        if !hear(&sitting, (place, number), message, &own).await {
            break;
        }
    }
    writes.abort();
    blocking(move || sitting.leave(number)).await;
}

/// Whether the browser is still there.
async fn hear(
    sitting: &Arc<Sitting>,
    (place, number): (usize, u64),
    message: Message,
    own: &WeakSender<String>,
) -> bool {
    let hears = sitting.clone();
    let what = match &message {
        Message::Answer { id, .. } => What::Answer(id.clone()),
        _ => What::Wish,
    };
    let Some(answer) = doing(what, move || hears.hear(place, Some(number), message)).await else { return false };
    drive(sitting).await;
    let Some(answer) = answer else { return true };
    match own.upgrade() {
        Some(sender) => sender.try_send(answer).is_ok(),
        None => false,
    }
}

async fn write(mut out: impl Out, mut receiver: Receiver<String>) {
    while let Some(text) = receiver.recv().await {
        if out.send(Frame::Text(text.into())).await.is_err() {
            return;
        }
    }
    close(&mut out, 1012, "come back").await;
}

/// Makes the bots of a table think, if it is their turn and nobody does so yet.
pub async fn drive(sitting: &Arc<Sitting>) {
    let asked = sitting.clone();
    if doing(What::Bot, move || asked.to_drive()).await != Some(true) {
        return;
    }
    let sitting = sitting.clone();
    tokio::spawn(async move {
        loop {
            let asked = sitting.clone();
            let Some(Some(task)) = doing(What::Wish, move || asked.task()).await else { return };
            let until = task.thinking.not_before;
            let thought = doing(What::Bot, move || {
                let option = task.thinking.think();
                (task, option)
            });
            let Some((task, option)) = thought.await else { return };
            tokio::time::sleep_until(until.into()).await;
            let decides = sitting.clone();
            doing(What::Answer(String::new()), move || decides.decided(&task, option)).await;
        }
    });
}
