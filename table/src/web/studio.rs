//! The studio's page and its one socket: messages for the desk, and those for the language server, side by side.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, WebSocketUpgrade};
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::{SinkExt, StreamExt};
use rulehound_language_server::serve_texts;
use serde_json::{Value, json};
use tokio::sync::mpsc::{Sender, channel};
use tokio::time::timeout;

use super::socket::blocking;
use super::{Web, pages};
use crate::key::Key;
use crate::studio::{Desk, Message, Paths, Studio};
use crate::watch::{What, watched};

/// The longest message: a whole file in an editor.
const LONGEST: usize = 4 << 20;

/// Whoever does not say who he is within this time goes.
const ENTERS: Duration = Duration::from_secs(5);

/// Whoever is not heard of for so long is gone; the page says every now and then that it is there.
const SILENT: Duration = Duration::from_secs(90);

/// So many messages wait for a slow page.
const WAITING: usize = 256;

/// Rules are walked recursively.
const STACK: usize = 64 << 20;

const PAGE: &str = include_str!("../../page/studio.html");

/// The page. The editor writes styles of its own, and is known by a word that nobody else knows.
pub async fn page(State(web): State<Arc<Web>>) -> Response {
    let (Some(_), Ok(nonce)) = (&web.studio, Key::new()) else { return pages::nothing().await };
    let nonce = nonce.as_str();
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data:; connect-src 'self'; \
         frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    let headers = [(CONTENT_TYPE, "text/html; charset=utf-8".to_owned()), (CONTENT_SECURITY_POLICY, policy)];
    (headers, PAGE.replace("NONCE", nonce)).into_response()
}

/// Lets the page connect.
pub async fn upgrade(State(web): State<Arc<Web>>, headers: HeaderMap, upgrade: WebSocketUpgrade) -> Response {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(HOST).unwrap_or_default();
    if !text(ORIGIN).is_some_and(|origin| web.address.is_origin(origin, host)) {
        return (StatusCode::FORBIDDEN, "Only pages of this server may connect.").into_response();
    }
    let Some(studio) = web.studio.clone() else { return pages::nothing().await };
    let (Ok(place), Ok(stranger)) =
        (web.sockets.clone().try_acquire_owned(), web.strangers.clone().try_acquire_owned())
    else {
        return (StatusCode::SERVICE_UNAVAILABLE, "Too many are here already.").into_response();
    };
    upgrade.max_message_size(LONGEST).max_frame_size(LONGEST).on_upgrade(move |mut socket| async move {
        let entered = timeout(ENTERS, enters(&studio, &mut socket)).await.unwrap_or(false);
        drop(stranger);
        if entered {
            work(socket, studio, web).await;
        } else {
            let close = CloseFrame { code: 4003, reason: "not with this key".into() };
            let _ = socket.send(Frame::Close(Some(close))).await;
        }
        drop(place);
    })
}

async fn enters(studio: &Studio, socket: &mut WebSocket) -> bool {
    let Some(Ok(Frame::Text(text))) = socket.recv().await else { return false };
    matches!(serde_json::from_str(&text), Ok(Message::Enter { key }) if studio.opens(&key))
}

async fn work(socket: WebSocket, studio: Studio, web: Arc<Web>) {
    let (mut out, mut from) = socket.split();
    let (sender, mut receiver) = channel::<String>(WAITING);
    let mut writes = tokio::spawn(async move {
        while let Some(text) = receiver.recv().await {
            if out.send(Frame::Text(text.into())).await.is_err() {
                return;
            }
        }
    });
    let Ok(mut editor) = Editor::new(&studio, sender.clone()) else { return };
    let desk = Arc::new(Mutex::new(Desk::new(studio, web.tables.clone())));
    let welcomes = desk.clone();
    let welcome = blocking(move || welcomes.lock().unwrap_or_else(PoisonError::into_inner).welcome()).await;
    if !tell(&sender, welcome.into_iter().collect()).await {
        return;
    }
    loop {
        let heard = tokio::select! {
            _ = &mut writes => break,
            heard = timeout(SILENT, from.next()) => heard,
        };
        let Ok(Some(Ok(Frame::Text(text)))) = heard else { break };
        let Ok(message) = serde_json::from_str::<Message>(&text) else { break };
        if let Message::Lsp { m } = message {
            if !editor.says(m) {
                break;
            }
            continue;
        }
        editor.is_followed_by(&message);
        let hears = desk.clone();
        let answers = blocking(move || hears.lock().unwrap_or_else(PoisonError::into_inner).hear(message)).await;
        let Some(answers) = answers else { break };
        if !tell(&sender, answers).await {
            break;
        }
    }
    writes.abort();
    blocking(move || drop(desk)).await;
}

async fn tell(sender: &Sender<String>, answers: Vec<Value>) -> bool {
    for answer in answers {
        if sender.send(answer.to_string()).await.is_err() {
            return false;
        }
    }
    true
}

/// What the page's editor says to the language server.
struct Editor {
    server: std::sync::mpsc::Sender<String>,
    /// What waits while nothing that stopped the studio has been changed.
    held: Option<Held>,
}

struct Held {
    /// The language server, before it begins.
    server: Server,
    said: Vec<String>,
    /// The page has come back, and whatever comes now is its author's doing.
    is_back: bool,
}

impl Editor {
    fn new(studio: &Studio, sender: Sender<String>) -> std::io::Result<Self> {
        let (asks, asked) = std::sync::mpsc::channel();
        let server = Server { studio: studio.clone(), sender, asked };
        if studio.was_stopped() {
            let held = Held { server, said: Vec::new(), is_back: false };
            return Ok(Self { server: asks, held: Some(held) });
        }
        server.begins()?;
        Ok(Self { server: asks, held: None })
    }

    /// Whether somebody listens.
    fn says(&mut self, message: String) -> bool {
        match &mut self.held {
            Some(held) if held.said.len() < WAITING => held.said.push(message),
            Some(_) => return false,
            None => return self.server.send(message).is_ok(),
        }
        true
    }

    /// The page says this to the desk: it has come back with its first wish to play, and looks at texts again when one is changed.
    fn is_followed_by(&mut self, message: &Message) {
        match (message, &mut self.held) {
            (Message::Play { .. }, Some(held)) => held.is_back = true,
            (Message::Text { .. }, Some(held)) if held.is_back => {
                let Some(Held { server, said, .. }) = self.held.take() else { return };
                // Whether anybody listens is seen at the next message. It begins with all of it, so that it looks at texts as they are now.
                said.into_iter().for_each(|message| drop(self.server.send(message)));
                drop(server.begins());
            }
            _ => {}
        }
    }
}

/// A language server of this page's own; it ends when nobody talks to it any more.
struct Server {
    studio: Studio,
    sender: Sender<String>,
    asked: std::sync::mpsc::Receiver<String>,
}

impl Server {
    fn begins(self) -> std::io::Result<()> {
        let Self { studio, sender, asked } = self;
        let serve = move || {
            let say = |text: String| {
                let _ = sender.blocking_send(json!({ "t": "lsp", "m": text }).to_string());
            };
            // Whoever does not keep to the protocol is answered no more.
            let _ = serve_texts(asked, say, &mut Paths(studio), &|work| watched(What::Text, work));
        };
        std::thread::Builder::new().name("language server".to_owned()).stack_size(STACK).spawn(serve)?;
        Ok(())
    }
}
