//! What an editor sends.

use lsp_server::Message;
use rulehound_interpreter::model::Source;
use rulehound_language_server::{Connection, Folder, serve};
use serde_json::{Value, json};

/// All that can be asked about a place in a text.
const REQUESTS: [&str; 14] = [
    "hover",
    "definition",
    "references",
    "documentHighlight",
    "prepareRename",
    "rename",
    "completion",
    "codeAction",
    "documentSymbol",
    "foldingRange",
    "formatting",
    "semanticTokens/full",
    "inlayHint",
    "nothing/of/the/kind",
];

/// No files but those that are open.
struct Nothing;

impl Folder for Nothing {
    fn canonical(&mut self, path: &str) -> String {
        path.to_owned()
    }

    fn read(&mut self, _: &str) -> Result<String, String> {
        Err("there is no such file".to_owned())
    }

    fn find(&mut self, _: &str, _: &str) -> Result<Source, String> {
        Err("there is no such file".to_owned())
    }

    fn rules_below(&mut self, _: &str) -> Vec<String> {
        Vec::new()
    }
}

/// Two bytes for a place, one for what is asked first, and a text: a session with it ends as sessions end, every request is answered,
/// and none by an error of our own.
pub fn editor(bytes: &[u8]) {
    let [line, character, kind, text @ ..] = bytes else { return };
    let text = String::from_utf8_lossy(text);
    let name = if *kind < 224 { "file:///any.rules" } else { "file:///any.yaml" };
    let (editor, server) = Connection::memory();
    let send = |id: Option<i32>, method: &str, params: Value| {
        let message = match id {
            Some(id) => json!({ "id": id, "method": method, "params": params }),
            None => json!({ "method": method, "params": params }),
        };
        let message: Message = serde_json::from_value(message).expect("a message of the protocol");
        editor.sender.send(message).expect("the server listens");
    };
    send(Some(0), "initialize", json!({ "capabilities": {} }));
    send(None, "initialized", json!({}));
    let item = json!({ "uri": name, "languageId": "rulehound", "version": 1, "text": text });
    send(None, "textDocument/didOpen", json!({ "textDocument": item }));
    let at = json!({ "line": line, "character": character });
    let mut asked = 0;
    for step in 0..3 {
        let request = REQUESTS[(usize::from(*kind) + step) % REQUESTS.len()];
        asked += 1;
        send(Some(asked), &format!("textDocument/{request}"), params(name, &at));
    }
    // Half of the text goes, as while it is being written.
    let change = json!([{ "range": { "start": at, "end": { "line": 999, "character": 0 } }, "text": "" }]);
    send(
        None,
        "textDocument/didChange",
        json!({ "textDocument": { "uri": name, "version": 2 }, "contentChanges": change }),
    );
    asked += 1;
    send(Some(asked), "textDocument/documentSymbol", params(name, &at));
    asked += 1;
    send(Some(asked), "shutdown", Value::Null);
    send(None, "exit", Value::Null);
    serve(&server, &mut Nothing).expect("a session by the protocol");
    drop(server);
    let mut answered = 0;
    while let Ok(message) = editor.receiver.try_recv() {
        let Message::Response(response) = message else { continue };
        if let Err(error) = &response.response_result {
            assert!(!error.message.contains("mistake of rulehound"), "{error:?}");
        }
        answered += 1;
    }
    assert_eq!(answered, asked + 1, "a request has no answer");
}

fn params(name: &str, at: &Value) -> Value {
    json!({
        "textDocument": { "uri": name },
        "position": at,
        "range": { "start": at, "end": at },
        "newName": "other_name",
        "context": { "diagnostics": [], "includeDeclaration": true, "triggerKind": 1 },
        "options": { "tabSize": 2, "insertSpaces": true },
    })
}
