//! `rulehound lsp` as an editor starts it: messages over standard input and output.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::tool::{Folder, GAME};
use serde_json::{Value, json};

struct Session {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Session {
    fn start(folder: &Folder) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_rulehound"))
            .args(["lsp", "--stdio"])
            .current_dir(&folder.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().expect("its input");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        Self { child, input, output }
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("it listens");
        self.input.flush().expect("it listens");
    }

    fn next(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).expect("it speaks");
            match line.trim().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().expect("a length"),
                None if line.trim().is_empty() => break,
                None => {}
            }
        }
        let mut body = vec![0; length];
        self.output.read_exact(&mut body).expect("a whole message");
        serde_json::from_slice(&body).expect("JSON")
    }
}

#[test]
fn a_whole_session() {
    let folder = Folder::new("lsp");
    folder.file("a.rules", GAME).file("b.rules", "game \"B\" extends \"a.rules\"\nremove rule nothing\n");
    let uri = format!("file://{}", folder.0.join("b.rules").canonicalize().expect("a path").display());
    let mut session = Session::start(&folder);
    session.send(&json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} } }));
    assert_eq!(session.next()["result"]["serverInfo"]["name"], "rulehound");
    session.send(&json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }));
    let item = json!({ "uri": uri, "languageId": "rulehound", "version": 1, "text": folder.text("b.rules") });
    session.send(&json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": item } }));
    let told = session.next();
    assert_eq!(told["method"], "textDocument/publishDiagnostics");
    let found = told["params"]["diagnostics"].as_array().expect("a list");
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0]["code"], "nothing-to-replace");
    assert_eq!(found[0]["range"]["start"]["line"], 1);
    session.send(&json!({ "jsonrpc": "2.0", "id": 2, "method": "shutdown" }));
    assert_eq!(session.next()["id"], 2);
    session.send(&json!({ "jsonrpc": "2.0", "method": "exit" }));
    assert!(session.child.wait().expect("it ends").success());
}

#[test]
fn an_editor_that_goes_away_ends_it() {
    let folder = Folder::new("lsp-gone");
    folder.run("lsp").complains(2, "the editor broke off");
}
