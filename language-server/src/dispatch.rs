//! Which message means what.

use gen_lsp_types::{
    CodeActionRequest, CodeLensRequest, CodeLensResolveRequest, CompletionRequest, CompletionResponse, Definition,
    DefinitionRequest, DefinitionResponse, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DocumentFormattingRequest, DocumentHighlightRequest, DocumentLinkRequest,
    DocumentSymbolRequest, DocumentSymbolResponse, FoldingRangeRequest, HoverRequest, InlayHintRequest,
    PrepareRenameRequest, ReferencesRequest, RenameRequest, Request as Asked, SelectionRangeRequest, SemanticTokens,
    SemanticTokensRequest, SignatureHelpRequest, TextDocumentPositionParams, Uri, WorkspaceSymbolRequest,
    WorkspaceSymbolResponse,
};
use lsp_server::{ErrorCode, Notification, Request};
use rulehound_grammar::span::Span;
use serde_json::Value;

use crate::command;
use crate::document::{Document, Sort};
use crate::feature::{
    actions, completion, folding, format, hints, hover, lenses, links, page, references, rename, selection, signature,
    step, symbols, tokens, trials,
};
use crate::findings::EXPLAINED;
use crate::scripted;
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
        "textDocument/selectionRange" => typed::<SelectionRangeRequest>(params, |asked| {
            Some(selection::ranges(rules(world, &asked.text_document.uri)?, &asked.positions))
        }),
        "textDocument/documentLink" => typed::<DocumentLinkRequest>(params, |asked| {
            let name = world.name_of(&asked.text_document.uri);
            links::links(world, &name)
        }),
        "textDocument/formatting" => {
            typed::<DocumentFormattingRequest>(params, |asked| format::edits(rules(world, &asked.text_document.uri)?))
        }
        "textDocument/semanticTokens/full" => typed::<SemanticTokensRequest>(params, |asked| {
            let name = world.name_of(&asked.text_document.uri);
            world.document(&name).filter(|document| document.is_rules())?;
            world.look_at(&name);
            let names = world.game(&name).map(tokens::names).unwrap_or_default();
            let data = tokens::tokens(rules(world, &asked.text_document.uri)?, &names);
            Some(SemanticTokens { result_id: None, data })
        }),
        "textDocument/codeAction" => typed::<CodeActionRequest>(params, |asked| {
            let name = world.name_of(&asked.text_document.uri);
            world.document(&name).filter(|document| document.is_rules())?;
            actions::actions(world, &name, asked.range)
        }),
        "textDocument/completion" => typed::<CompletionRequest>(params, |asked| {
            let file = world.name_of(&asked.text_document_position_params.text_document.uri);
            if let Some(script) = world.document(&file).filter(|document| !document.is_rules()) {
                let offset = script.lines.offset(&script.text, asked.text_document_position_params.position);
                return step::completion(world, &file, offset).map(CompletionResponse::CompletionItemList);
            }
            let (name, offset) = place(world, &asked.text_document_position_params)?;
            let lists = world.lists(&name);
            let sources = world.game(&name).into_iter().flat_map(|game| game.checked.sources.iter().skip(1));
            let others: Vec<String> = sources.map(|source| source.text.clone()).collect();
            let items = completion::completion(world.document(&name)?, offset, &lists, &others);
            Some(CompletionResponse::CompletionItemList(items))
        }),
        "textDocument/signatureHelp" => typed::<SignatureHelpRequest>(params, |asked| {
            let (name, offset) = place(world, &asked.text_document_position_params)?;
            signature::help(world, &name, offset)
        }),
        "textDocument/inlayHint" => typed::<InlayHintRequest>(params, |asked| {
            let document = rules(world, &asked.text_document.uri)?;
            let offset = |position| document.lines.offset(&document.text, position);
            let stretch = (offset(asked.range.start), offset(asked.range.end));
            let name = world.name_of(&asked.text_document.uri);
            hints::hints(world, &name, stretch)
        }),
        "textDocument/codeLens" => typed::<CodeLensRequest>(params, |asked| {
            let name = world.name_of(&asked.text_document.uri);
            lenses::lenses(world, &name)
        }),
        "codeLens/resolve" => typed::<CodeLensResolveRequest>(params, |asked| lenses::resolved(world, asked)),
        "workspace/executeCommand" => {
            let name = params.get("command").and_then(Value::as_str).unwrap_or_default();
            let arguments = params.get("arguments").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
            command::carry_out(world, name, arguments).map(Value::String).map_err(|why| (ErrorCode::RequestFailed, why))
        }
        "workspace/symbol" => typed::<WorkspaceSymbolRequest>(params, |asked| {
            Some(WorkspaceSymbolResponse::SymbolInformationList(symbols::everywhere(world, &asked.query)))
        }),
        "textDocument/hover" => typed::<HoverRequest>(params, |asked| {
            let (name, offset) = place(world, &asked.text_document_position_params)?;
            hover::hover(world, &name, offset)
        }),
        "textDocument/definition" => typed::<DefinitionRequest>(params, |asked| {
            let found = match meant(world, &asked.text_document_position_params)? {
                (name, offset, None) => references::definition(world, &name, offset)?,
                (name, offset, Some(_)) => references::declaration(world, &name, offset)?,
            };
            Some(DefinitionResponse::Definition(Definition::LocationList(found)))
        }),
        "textDocument/references" => typed::<ReferencesRequest>(params, |asked| {
            let (name, offset, _) = meant(world, &asked.text_document_position_params)?;
            references::references(world, &name, offset)
        }),
        "textDocument/documentHighlight" => typed::<DocumentHighlightRequest>(params, |asked| {
            let (name, offset) = place(world, &asked.text_document_position_params)?;
            references::highlights(world, &name, offset)
        }),
        "textDocument/prepareRename" => {
            typed::<PrepareRenameRequest>(params, |asked| match meant(world, &asked.text_document_position_params)? {
                (name, offset, None) => rename::prepare(world, &name, offset),
                (_, _, Some((script, span))) => rename::prepare_scripted(world, &script, span),
            })
        }
        "textDocument/rename" => {
            let mut refused = None;
            let answered = typed::<RenameRequest>(params, |asked| {
                let (name, offset, _) = meant(world, &asked.text_document_position_params)?;
                rename::rename(world, &name, offset, &asked.new_name).unwrap_or_else(|why| {
                    refused = Some((ErrorCode::RequestFailed, why));
                    None
                })
            });
            refused.map_or(answered, Err)
        }
        // Not of the protocol: what stands at an address of `codeDescription`.
        "rulehound/explain" => {
            let Uri(uri) = address(params);
            let name = uri.strip_prefix(EXPLAINED).unwrap_or(&uri);
            let found = rulehound_explain::find(name.strip_suffix(".md").unwrap_or(name));
            let pages = found.iter().map(|one| format!("# {}: {}\n\n{}", one.name, one.sort.words(), one.markdown()));
            let pages: Vec<String> = pages.collect();
            Ok(if pages.is_empty() { Value::Null } else { Value::String(pages.join("\n")) })
        }
        // Nor these: the rule document beside the rules, and scripts in a list of tests.
        "rulehound/page" => {
            let name = world.name_of(&address(params));
            Ok(page::page(world, &name).unwrap_or(Value::Null))
        }
        "rulehound/scripts" => Ok(trials::scripts(world)),
        "rulehound/test" => trials::trial(world, &address(params)).map_err(|why| (ErrorCode::RequestFailed, why)),
        "rulehound/coverage" => {
            let uris = params.get("uris").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
            let uris: Vec<Uri> = uris.iter().filter_map(Value::as_str).map(|uri| Uri(uri.to_owned())).collect();
            Ok(trials::coverage(world, &uris))
        }
        method => Err((ErrorCode::MethodNotFound, format!("`{method}` is not answered here"))),
    }
}

/// Reads what is asked, and writes the answer.
fn typed<R: Asked>(params: &Value, answer: impl FnOnce(R::Params) -> R::Result) -> Result<Value, Refusal> {
    let asked = serde_json::from_value(params.clone()).map_err(|why| (ErrorCode::InvalidParams, why.to_string()))?;
    serde_json::to_value(answer(asked)).map_err(|why| (ErrorCode::InternalError, why.to_string()))
}

/// The address that a question of our own is about.
fn address(params: &Value) -> Uri {
    Uri(params.get("uri").and_then(Value::as_str).unwrap_or_default().to_owned())
}

/// The name of an open text of rules, and the offset of a position in it.
fn place(world: &mut World<'_>, asked: &TextDocumentPositionParams) -> Option<(String, usize)> {
    let name = world.name_of(&asked.text_document.uri);
    let document = world.document(&name).filter(|document| document.is_rules())?;
    let offset = document.lines.offset(&document.text, asked.position);
    Some((name, offset))
}

/// The file of rules and the offset in it of what stands at a position; of a word of a script that of what it means, with the script and
/// where the word stands in it.
type Meant = (String, usize, Option<(String, Span)>);

fn meant(world: &mut World<'_>, asked: &TextDocumentPositionParams) -> Option<Meant> {
    let script = world.name_of(&asked.text_document.uri);
    match world.document(&script).filter(|document| document.sort == Sort::Script) {
        Some(document) => {
            let offset = document.lines.offset(&document.text, asked.position);
            let (name, offset, span) = scripted::meaning(world, &script, offset)?;
            Some((name, offset, Some((script, span))))
        }
        None => place(world, asked).map(|(name, offset)| (name, offset, None)),
    }
}

/// An open text of rules.
fn rules<'w>(world: &'w mut World<'_>, uri: &Uri) -> Option<&'w Document> {
    let name = world.name_of(uri);
    world.document(&name).filter(|document| document.is_rules())
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
        "workspace/didChangeConfiguration" => {
            if let Some(said) = params.get("settings") {
                world.settings.take(said);
            }
        }
        "textDocument/didSave" | "workspace/didChangeWatchedFiles" => world.written(),
        _ => {}
    }
    None
}
