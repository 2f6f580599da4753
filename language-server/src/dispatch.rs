//! Which message means what.

use gen_lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, DocumentFormattingRequest,
    DocumentSymbolRequest, DocumentSymbolResponse, FoldingRangeRequest, Request as Asked, SemanticTokens,
    SemanticTokensRequest, Uri,
};
use lsp_server::{ErrorCode, Notification, Request};
use serde_json::Value;

use crate::document::{Document, Sort};
use crate::feature::{folding, format, symbols, tokens};
use crate::world::World;

/// Why there is no answer.
pub type Refusal = (ErrorCode, String);

/// Answers a request.
///
/// # Errors
/// Nobody answers such a request, or it is not written as it should be.
pub fn answer(world: &mut World<'_>, request: &Request) -> Result<Value, Refusal> {
    let params = &request.params;
    match request.method.as_str() {
        "textDocument/documentSymbol" => typed::<DocumentSymbolRequest>(params, |asked| {
            let outline = symbols::outline(rules(world, &asked.text_document.uri)?);
            Some(DocumentSymbolResponse::DocumentSymbolList(outline))
        }),
        "textDocument/foldingRange" => {
            typed::<FoldingRangeRequest>(params, |asked| Some(folding::ranges(rules(world, &asked.text_document.uri)?)))
        }
        "textDocument/formatting" => {
            typed::<DocumentFormattingRequest>(params, |asked| format::edits(rules(world, &asked.text_document.uri)?))
        }
        "textDocument/semanticTokens/full" => typed::<SemanticTokensRequest>(params, |asked| {
            let data = tokens::tokens(rules(world, &asked.text_document.uri)?, &[]);
            Some(SemanticTokens { result_id: None, data })
        }),
        method => Err((ErrorCode::MethodNotFound, format!("`{method}` is not answered here"))),
    }
}

/// Reads what is asked, and writes the answer.
fn typed<R: Asked>(params: &Value, answer: impl FnOnce(R::Params) -> R::Result) -> Result<Value, Refusal> {
    let asked = serde_json::from_value(params.clone()).map_err(|why| (ErrorCode::InvalidParams, why.to_string()))?;
    serde_json::to_value(answer(asked)).map_err(|why| (ErrorCode::InternalError, why.to_string()))
}

/// An open text of rules.
fn rules<'w>(world: &'w mut World<'_>, uri: &Uri) -> Option<&'w Document> {
    let name = world.name_of(uri);
    world.document(&name).filter(|document| document.sort == Sort::Rules)
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
