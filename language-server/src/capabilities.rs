//! What the server can do.

use gen_lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProvider, CodeLensOptions, CompletionOptions, DefinitionProvider,
    DocumentFormattingProvider, DocumentHighlightProvider, DocumentLinkOptions, DocumentSymbolProvider,
    ExecuteCommandOptions, FoldingRangeProvider, Full, HoverProvider, InlayHintProvider, PositionEncodingKind,
    ReferencesProvider, RenameOptions, RenameProvider, Save, SaveOptions, SelectionRangeProvider, SemanticTokensLegend,
    SemanticTokensOptions, SemanticTokensProvider, ServerCapabilities, SignatureHelpOptions, TextDocumentSync,
    TextDocumentSyncKind, TextDocumentSyncOptions, WorkspaceSymbolProvider,
};

use crate::command::COMMANDS;
use crate::feature::tokens::LEGEND;

/// As it is told to the editor.
pub fn capabilities() -> ServerCapabilities {
    let token_types = LEGEND.iter().map(|(_, word)| (*word).to_owned()).collect();
    let legend = SemanticTokensLegend { token_types, token_modifiers: Vec::new() };
    ServerCapabilities {
        position_encoding: Some(PositionEncodingKind::UTF16),
        text_document_sync: Some(TextDocumentSync::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::Incremental),
            save: Some(Save::SaveOptions(SaveOptions { include_text: Some(false) })),
            ..TextDocumentSyncOptions::default()
        })),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec![".".to_owned(), "{".to_owned()]),
            ..CompletionOptions::default()
        }),
        code_action_provider: Some(CodeActionProvider::CodeActionOptions(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QuickFix, CodeActionKind::SourceFixAll]),
            ..CodeActionOptions::default()
        })),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(vec!["(".to_owned(), ",".to_owned()]),
            ..SignatureHelpOptions::default()
        }),
        inlay_hint_provider: Some(InlayHintProvider::Bool(true)),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(true), ..CodeLensOptions::default() }),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: COMMANDS.iter().map(|name| (*name).to_owned()).collect(),
            ..ExecuteCommandOptions::default()
        }),
        hover_provider: Some(HoverProvider::Bool(true)),
        definition_provider: Some(DefinitionProvider::Bool(true)),
        references_provider: Some(ReferencesProvider::Bool(true)),
        document_highlight_provider: Some(DocumentHighlightProvider::Bool(true)),
        rename_provider: Some(RenameProvider::RenameOptions(RenameOptions {
            prepare_provider: Some(true),
            ..RenameOptions::default()
        })),
        workspace_symbol_provider: Some(WorkspaceSymbolProvider::Bool(true)),
        document_symbol_provider: Some(DocumentSymbolProvider::Bool(true)),
        folding_range_provider: Some(FoldingRangeProvider::Bool(true)),
        selection_range_provider: Some(SelectionRangeProvider::Bool(true)),
        document_link_provider: Some(DocumentLinkOptions::default()),
        document_formatting_provider: Some(DocumentFormattingProvider::Bool(true)),
        semantic_tokens_provider: Some(SemanticTokensProvider::SemanticTokensOptions(SemanticTokensOptions {
            legend,
            full: Some(Full::Bool(true)),
            ..SemanticTokensOptions::default()
        })),
        ..ServerCapabilities::default()
    }
}
