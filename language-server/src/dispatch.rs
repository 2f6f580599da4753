//! Which message means what.

use gen_lsp_types::{DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, Uri};
use lsp_server::{ErrorCode, Notification, Request};
use serde_json::Value;

use crate::world::World;

/// Why there is no answer.
pub type Refusal = (ErrorCode, String);

/// Answers a request.
pub fn answer(_world: &mut World<'_>, request: &Request) -> Result<Value, Refusal> {
    Err((ErrorCode::MethodNotFound, format!("`{}` is not answered here", request.method)))
}

/// Takes in what the editor tells; gives the address whose findings are to be taken back.
pub fn note(world: &mut World<'_>, notification: Notification) -> Option<Uri> {
    let Notification { method, params } = notification;
    match method.as_str() {
        "textDocument/didOpen" => {
            let opened: DidOpenTextDocumentParams = serde_json::from_value(params).ok()?;
            let item = opened.text_document;
            world.open(item.uri, item.version, item.text);
        }
        "textDocument/didChange" => {
            let changed: DidChangeTextDocumentParams = serde_json::from_value(params).ok()?;
            let item = changed.text_document;
            world.change(&item.text_document_identifier.uri, item.version, changed.content_changes);
        }
        "textDocument/didClose" => {
            let closed: DidCloseTextDocumentParams = serde_json::from_value(params).ok()?;
            return world.close(&closed.text_document.uri);
        }
        "textDocument/didSave" | "workspace/didChangeWatchedFiles" => world.written(),
        _ => {}
    }
    None
}
