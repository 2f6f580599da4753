//! The program as a server of tables, and browsers as far as tests need them.

#![cfg(feature = "table")]

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Message, WebSocket, client};

/// A table and a key there.
pub type Link = (String, String);

pub struct Server {
    pub process: Child,
    pub host: String,
    /// The ways in, of a table that is new.
    pub links: Vec<Link>,
}

impl Drop for Server {
    fn drop(&mut self) {
        // SIGKILL: nothing is tidied up.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Starts a server and reads what it says.
pub fn start(arguments: &[&str]) -> Server {
    let mut process = Command::new(env!("CARGO_BIN_EXE_rulehound"))
        .args(["table", "--listen", "127.0.0.1:0"])
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .expect("it starts");
    let mut lines = BufReader::new(process.stdout.take().expect("its words")).lines();
    let (mut host, mut links) = (String::new(), Vec::new());
    for line in lines.by_ref().map_while(Result::ok) {
        if let Some(at) = line.find("http://") {
            let link = line.get(at + 7..).unwrap_or_default();
            host = link.split(['/', ';']).next().unwrap_or_default().to_owned();
            if let Some((table, key)) = link.split_once("/t/").and_then(|(_, rest)| rest.split_once('#')) {
                links.push((table.to_owned(), key.to_owned()));
            }
        }
        if line.contains("Ctrl-C ends") {
            break;
        }
    }
    Server { process, host, links }
}

/// A browser.
pub struct Browser(WebSocket<TcpStream>);

impl Browser {
    pub fn sit(host: &str, (table, key): &Link) -> Option<Self> {
        Self::open(host, "/ws", &json!({ "t": "sit", "table": table, "key": key }))
    }

    /// A page that connects there and says this first.
    pub fn open(host: &str, path: &str, first: &Value) -> Option<Self> {
        let stream = TcpStream::connect(host).ok()?;
        stream.set_nodelay(true).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(60))).ok()?;
        let mut request = format!("ws://{host}{path}").into_client_request().ok()?;
        request.headers_mut().insert("Origin", format!("http://{host}").parse().ok()?);
        let (socket, _) = client(request, stream).ok()?;
        let mut browser = Self(socket);
        browser.say(first)?;
        Some(browser)
    }

    pub fn say(&mut self, what: &Value) -> Option<()> {
        self.0.send(Message::text(what.to_string())).ok()
    }

    /// The next message; nothing when the server is gone.
    pub fn hear(&mut self) -> Option<Value> {
        loop {
            if let Message::Text(text) = self.0.read().ok()? {
                return serde_json::from_str(&text).ok();
            }
        }
    }

    /// Whether an answer of this name counts already: one that does not is refused, since no question has this number.
    pub fn counts(&mut self, id: &str) -> Option<bool> {
        self.say(&json!({ "t": "answer", "q": u32::MAX, "id": id, "o": 0 }))?;
        loop {
            let told = self.hear()?;
            if told["id"] == id {
                return Some(told["t"] == "ok");
            }
        }
    }
}
