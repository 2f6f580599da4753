//! An editor for tests: it speaks the protocol with a server in this process, and its files are in memory.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::Duration;

use lsp_server::{Message, Notification, Request, RequestId};
use rulehound_interpreter::model::Source;
use rulehound_language_server::{Connection, Folder, serve};
use serde_json::{Value, json};

/// Where all files of a test lie.
const FOLDER: &str = "/games";

/// Long enough for a slow machine, short enough for a hanging test.
const PATIENCE: Duration = Duration::from_secs(60);

const FINDINGS: &str = "textDocument/publishDiagnostics";

/// Files in memory, which another program may write.
#[derive(Clone, Debug, Default)]
struct Files(Arc<Mutex<BTreeMap<String, String>>>);

impl Files {
    fn all(&self) -> MutexGuard<'_, BTreeMap<String, String>> {
        self.0.lock().expect("nobody panics while writing")
    }
}

impl Folder for Files {
    fn canonical(&mut self, path: &str) -> String {
        path.to_owned()
    }

    fn read(&mut self, name: &str) -> Result<String, String> {
        self.all().get(name).cloned().ok_or_else(|| "there is no such file".to_owned())
    }

    fn find(&mut self, name: &str, from: &str) -> Result<Source, String> {
        let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
        let beside = format!("{folder}/{name}");
        // What is no file is a shipped game.
        let name = if self.all().contains_key(&beside) { beside } else { format!("{beside}.rules") };
        self.read(&name).map(|text| Source { name, text })
    }

    fn rules_below(&mut self, folder: &str) -> Vec<String> {
        self.all().keys().filter(|name| name.starts_with(folder) && name.ends_with(".rules")).cloned().collect()
    }

    fn scripts_below(&mut self, folder: &str) -> Vec<String> {
        self.all().keys().filter(|name| name.starts_with(folder) && name.ends_with(".yaml")).cloned().collect()
    }
}

/// An editor with a server of its own.
pub struct Editor {
    connection: Connection,
    files: Files,
    server: Option<JoinHandle<()>>,
    requests: i32,
    version: i32,
    /// What was told of the newest text while something else was waited for.
    heard: Option<Value>,
    /// What the server said it can do.
    pub capabilities: Value,
}

impl Editor {
    /// Begins a session; `files` are saved files by name.
    pub fn new(files: &[(&str, &str)]) -> Self {
        let files = files.iter().map(|(name, text)| (format!("{FOLDER}/{name}"), (*text).to_owned())).collect();
        let files = Files(Arc::new(Mutex::new(files)));
        let mut read = files.clone();
        let (connection, other) = Connection::memory();
        let stack = std::thread::Builder::new().stack_size(64 << 20);
        let server = stack.spawn(move || serve(&other, &mut read).expect("a session by the protocol"));
        let server = Some(server.expect("a thread"));
        let mut editor =
            Self { connection, files, server, requests: 0, version: 0, heard: None, capabilities: Value::Null };
        let folders = json!([{ "uri": format!("file://{FOLDER}"), "name": "games" }]);
        let started = editor.ask("initialize", json!({ "capabilities": {}, "workspaceFolders": folders }));
        editor.capabilities = started["capabilities"].clone();
        editor.tell("initialized", json!({}));
        editor
    }

    pub fn send(&mut self, method: &str, params: Value) -> RequestId {
        self.requests += 1;
        let id = RequestId::from(self.requests);
        let request = Request { id: id.clone(), method: method.to_owned(), params };
        self.connection.sender.send(request.into()).expect("the server listens");
        id
    }

    /// Asks, and gives the answer.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        self.try_ask(method, params).unwrap_or_else(|why| panic!("{method}: {why}"))
    }

    /// Asks, and gives the answer or why there is none.
    pub fn try_ask(&mut self, method: &str, params: Value) -> Result<Value, String> {
        let id = self.send(method, params);
        loop {
            match self.next() {
                Message::Response(response) if response.id == id => {
                    return response.response_result.map_err(|error| error.message);
                }
                // It may come before the answer or behind it.
                Message::Notification(told) if told.method == FINDINGS && told.params["version"] == self.version => {
                    self.heard = Some(told.params);
                }
                Message::Response(_) | Message::Notification(_) | Message::Request(_) => {}
            }
        }
    }

    /// Tells something.
    pub fn tell(&mut self, method: &str, params: Value) {
        // Whatever is told, what was found before may hold no longer.
        self.heard = None;
        let message = Notification { method: method.to_owned(), params };
        self.connection.sender.send(message.into()).expect("the server listens");
    }

    /// The next message of the server.
    pub fn next(&mut self) -> Message {
        self.connection.receiver.recv_timeout(PATIENCE).expect("the server answers")
    }

    /// Opens a text.
    pub fn open(&mut self, name: &str, text: &str) {
        self.version += 1;
        let language = if name.ends_with(".yaml") { "yaml" } else { "rulehound" };
        let item = json!({ "uri": uri(name), "languageId": language, "version": self.version, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": item }));
    }

    /// Writes over a whole text.
    pub fn rewrite(&mut self, name: &str, text: &str) {
        self.edit(name, json!([{ "text": text }]));
    }

    /// Another program writes a file, and the editor says that it saw that.
    pub fn written_by_another(&mut self, name: &str, text: &str) {
        self.files.all().insert(format!("{FOLDER}/{name}"), text.to_owned());
        self.tell("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": uri(name), "type": 2 }] }));
    }

    /// Types: changes as the protocol writes them.
    pub fn edit(&mut self, name: &str, changes: Value) {
        self.version += 1;
        let item = json!({ "uri": uri(name), "version": self.version });
        self.tell("textDocument/didChange", json!({ "textDocument": item, "contentChanges": changes }));
    }

    /// What is told next of the findings of a text.
    pub fn told(&mut self, name: &str) -> Value {
        if let Some(heard) = self.heard.take_if(|heard| heard["uri"] == uri(name)) {
            return heard;
        }
        loop {
            let Message::Notification(told) = self.next() else { continue };
            if told.method == FINDINGS && told.params["uri"] == uri(name) {
                return told.params;
            }
        }
    }

    /// The findings that are told next of a text.
    pub fn findings(&mut self, name: &str) -> Vec<Value> {
        self.told(name)["diagnostics"].as_array().expect("a list").clone()
    }

    /// Asks about a whole text.
    pub fn ask_of(&mut self, method: &str, name: &str) -> Value {
        self.ask(method, json!({ "textDocument": { "uri": uri(name) } }))
    }

    /// Asks about a place in a text.
    pub fn ask_at(&mut self, method: &str, name: &str, (line, character): (usize, usize)) -> Value {
        let position = json!({ "line": line, "character": character });
        self.ask(method, json!({ "textDocument": { "uri": uri(name) }, "position": position }))
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        self.server.take().expect("it runs").join().expect("the server did not panic");
    }
}

/// The address of a file.
pub fn uri(name: &str) -> String {
    format!("file://{FOLDER}/{name}")
}

/// One finding on one line: where, what sort, which code, what.
pub fn line(found: &Value) -> String {
    let place = |end: &str| format!("{}:{}", found["range"][end]["line"], found["range"][end]["character"]);
    let others = found["relatedInformation"].as_array().cloned().unwrap_or_default();
    let mut text = format!(
        "{}-{} {} {}: {}",
        place("start"),
        place("end"),
        found["severity"],
        found["code"].as_str().unwrap_or_default(),
        found["message"].as_str().unwrap_or_default().replace('\n', " | "),
    );
    for other in others {
        let at = &other["location"]["range"]["start"];
        let file = other["location"]["uri"].as_str().unwrap_or_default().rsplit('/').next().unwrap_or_default();
        text +=
            &format!("\n  {file} {}:{} {}", at["line"], at["character"], other["message"].as_str().unwrap_or_default());
    }
    text
}

/// Line and character of the first `words` in a text, in units of UTF-16.
pub fn place_of(text: &str, words: &str) -> (usize, usize) {
    let at = text.find(words).unwrap_or_else(|| panic!("there is no `{words}`"));
    let before = &text[..at];
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    (before.matches('\n').count(), text[start..at].encode_utf16().count())
}

/// The offset of a position.
pub fn offset(text: &str, position: &Value) -> usize {
    let number = |key: &str| usize::try_from(position[key].as_u64().expect("a number")).expect("small");
    let start: usize = text.split_inclusive('\n').take(number("line")).map(str::len).sum();
    let mut units = 0;
    let rest = &text[start..];
    let inside = rest.char_indices().find(|(_, sign)| {
        let here = units >= number("character");
        units += sign.len_utf16();
        here
    });
    start + inside.map_or(rest.len(), |(index, _)| index)
}

/// A text after the edits of an answer.
pub fn edited(text: &str, edits: &Value) -> String {
    let mut edits: Vec<(usize, usize, String)> = edits
        .as_array()
        .expect("a list of edits")
        .iter()
        .map(|edit| {
            let place = |end: &str| offset(text, &edit["range"][end]);
            (place("start"), place("end"), edit["newText"].as_str().expect("a text").to_owned())
        })
        .collect();
    edits.sort();
    let mut result = text.to_owned();
    for (start, end, new) in edits.into_iter().rev() {
        result.replace_range(start..end, &new);
    }
    result
}

/// All shipped games and classics: names and texts.
pub fn shipped() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for folder in ["../games", "../examples/classics"] {
        for entry in std::fs::read_dir(folder).expect("games") {
            let path = entry.expect("a file").path();
            if path.extension().is_some_and(|end| end == "rules") {
                let name = path.file_name().expect("a name").to_string_lossy().into_owned();
                all.push((name, std::fs::read_to_string(&path).expect("a text")));
            }
        }
    }
    all.sort();
    assert!(all.len() > 20, "only {} games", all.len());
    all
}
