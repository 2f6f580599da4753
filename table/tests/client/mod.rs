//! A browser as far as tests need one: it sits down, hears frames, answers.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use rulehound_interpreter::model::Source;
use rulehound_table::{Link, Opening, Serving, Store, Studio, Tables, serve};
use rulehound_tests::load::{load, load_text, table_for};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

/// A server on a free port, until it is dropped.
pub struct Server {
    pub tables: Tables,
    pub host: String,
    stop: Option<oneshot::Sender<()>>,
    ended: Option<tokio::task::JoinHandle<()>>,
}

impl Server {
    pub async fn start(tables: Tables) -> Self {
        Self::with_studio(tables, None).await
    }

    pub async fn with_studio(tables: Tables, studio: Option<Studio>) -> Self {
        let serving = Serving::bind(([127, 0, 0, 1], 0).into(), None).await.expect("a port");
        Self::serving(serving, tables, studio)
    }

    /// One whose pages lie at another place of the network, such as behind a proxy; and the port that it has itself.
    pub async fn behind(host: &str, tables: Tables) -> (Self, u16) {
        let serving = Serving::bind(([127, 0, 0, 1], 0).into(), Some(format!("http://{host}"))).await.expect("a port");
        let port = serving.address().port();
        (Self::serving(serving, tables, None), port)
    }

    fn serving(serving: Serving, tables: Tables, studio: Option<Studio>) -> Self {
        let host = serving.address().origin().trim_start_matches("http://").to_owned();
        let (stop, stopped) = oneshot::channel();
        let served = tables.clone();
        let ended = tokio::spawn(async move {
            let stopped = async {
                let _ = stopped.await;
            };
            serve(serving, served, studio, stopped).await.expect("it serves");
        });
        Self { tables, host, stop: Some(stop), ended: Some(ended) }
    }

    pub async fn in_memory() -> Self {
        Self::start(Tables::new(Store::memory().expect("memory"))).await
    }

    /// Stops it, and waits until it has.
    pub async fn stop(mut self) {
        drop(self.stop.take());
        self.ended.take().unwrap().await.expect("it ends");
    }
}

/// A game from its file.
pub fn opening(file: &str, players: usize, seed: u64) -> Opening {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
    let model = load(&path).unwrap_or_else(|errors| panic!("{errors}"));
    let text = std::fs::read_to_string(&path).expect("the rules");
    let name = path.display().to_string();
    let table = table_for(&model, players);
    Opening { name: name.clone(), sources: vec![Source { name, text }], model, table, bots: Vec::new(), seed }
}

/// A game for two from a text.
pub fn opening_of(text: &str, seed: u64) -> Opening {
    let model = load_text(text).unwrap_or_else(|errors| panic!("{errors}"));
    let table = table_for(&model, 2);
    let source = Source { name: "game.rules".to_owned(), text: text.to_owned() };
    Opening { name: source.name.clone(), sources: vec![source], model, table, bots: Vec::new(), seed }
}

/// A browser.
pub struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// The last that was sent of the table.
    pub seen: Value,
    pub hello: Value,
    pub story: Vec<String>,
    /// How many frames came.
    pub frames: u64,
    /// What the last answer was called.
    pub last: String,
}

impl Client {
    pub async fn connect(host: &str) -> Self {
        Self::connect_from(host, Some(&format!("http://{host}"))).await.expect("it is let in")
    }

    pub async fn connect_from(host: &str, origin: Option<&str>) -> Result<Self, String> {
        Self::connect_at(&format!("{host}/ws"), origin).await
    }

    pub async fn connect_at(at: &str, origin: Option<&str>) -> Result<Self, String> {
        let mut request = format!("ws://{at}").into_client_request().expect("a request");
        if let Some(origin) = origin {
            request.headers_mut().insert("Origin", origin.parse().expect("an origin"));
        }
        // Without waiting for more to send.
        let (socket, _) = connect_async_with_config(request, None, true).await.map_err(|error| error.to_string())?;
        Ok(Self { socket, seen: Value::Null, hello: Value::Null, story: Vec::new(), frames: 0, last: String::new() })
    }

    /// Sits down with a link, and hears how things stand.
    pub async fn sit(host: &str, link: &Link) -> Self {
        Self::sit_as(host, &link.table, link.key.as_str()).await.expect("the table")
    }

    /// The same for each of some links, one browser after the other.
    pub async fn sit_all(host: &str, links: &[Link]) -> Vec<Self> {
        let mut clients = Vec::new();
        for link in links {
            clients.push(Self::sit(host, link).await);
        }
        clients
    }

    /// The same with a key as it stands in a link; nothing if that opens no place there.
    pub async fn sit_as(host: &str, table: &str, key: &str) -> Option<Self> {
        let mut client = Self::connect(host).await;
        client.say(json!({ "t": "sit", "table": table, "key": key })).await;
        while client.seen.is_null() {
            client.hear().await?;
        }
        Some(client)
    }

    /// Hears until something of this kind is said.
    pub async fn told(&mut self, kind: &str) -> Value {
        loop {
            let told = self.hear().await.expect("it is told");
            if told["t"] == kind {
                return told;
            }
        }
    }

    pub async fn say(&mut self, what: Value) {
        self.send(Message::text(what.to_string())).await;
    }

    pub async fn send(&mut self, message: Message) {
        // Whoever is let go notices it when it hears nothing more.
        let _ = self.socket.send(message).await;
    }

    /// The next message; nothing when the connection is over or nothing comes for a while.
    pub async fn hear(&mut self) -> Option<Value> {
        self.hear_within(Duration::from_secs(20)).await
    }

    pub async fn hear_within(&mut self, time: Duration) -> Option<Value> {
        let text = self.text_within(time).await?;
        let told: Value = serde_json::from_str(&text).expect("JSON");
        if told["t"] == "all" {
            self.frames += 1;
            assert_eq!(told["n"], self.frames, "frames are numbered one by one");
            let from = usize::try_from(told["from"].as_u64().unwrap()).unwrap();
            self.story.truncate(from);
            self.story.extend(told["story"].as_array().unwrap().iter().map(|line| line.as_str().unwrap().to_owned()));
            self.seen = told["seen"].clone();
        } else if told["t"] == "hello" {
            self.hello = told.clone();
        }
        Some(told)
    }

    /// The next message, not read.
    pub async fn text_within(&mut self, time: Duration) -> Option<Utf8Bytes> {
        loop {
            let message = tokio::time::timeout(time, self.socket.next()).await.ok()??.ok()?;
            match message {
                Message::Text(text) => return Some(text),
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    /// Hears all that was sent before the server has heard this.
    pub async fn catch_up(&mut self) -> Vec<Value> {
        self.say(json!({ "t": "ping" })).await;
        let mut heard = Vec::new();
        loop {
            let told = self.hear().await.expect("the server");
            if told["t"] == "pong" {
                return heard;
            }
            heard.push(told);
        }
    }

    /// How many options there are now.
    pub fn options(&self) -> usize {
        self.seen["ask"]["of"]["words"].as_array().map_or(0, Vec::len)
    }

    pub fn is_over(&self) -> bool {
        !self.seen["over"].is_null()
    }

    /// Gives an answer under a new name, and waits until it is confirmed or refused.
    pub async fn answer(&mut self, option: usize) -> Value {
        static NAMES: AtomicU64 = AtomicU64::new(1);
        let id = format!("a{}", NAMES.fetch_add(1, Ordering::Relaxed));
        self.last = id.clone();
        self.answer_as(&id, option).await
    }

    pub async fn answer_as(&mut self, id: &str, option: usize) -> Value {
        let question = self.seen["ask"]["q"].as_u64().unwrap_or(0);
        self.answer_to(question, id, option).await
    }

    pub async fn answer_to(&mut self, question: u64, id: &str, option: usize) -> Value {
        self.say(json!({ "t": "answer", "q": question, "id": id, "o": option })).await;
        loop {
            let told = self.hear().await.expect("an answer");
            if (told["t"] == "ok" || told["t"] == "no") && told["id"] == id {
                return told;
            }
        }
    }
}

/// A file for tables in a folder of its own, which a test of this name has for itself.
pub fn file_for(test: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("rulehound-{test}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder.join("tables.sqlite")
}

/// Everybody hears all that has come; twice, since what one of them says last may be news for those before him.
pub async fn catch_up(clients: &mut [Client]) {
    for _ in 0..2 {
        for client in &mut *clients {
            client.catch_up().await;
        }
    }
}
