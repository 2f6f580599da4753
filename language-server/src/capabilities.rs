//! What the server can do.

use gen_lsp_types::{
    DocumentFormattingProvider, DocumentSymbolProvider, FoldingRangeProvider, Full, PositionEncodingKind, Save,
    SaveOptions, SemanticTokensLegend, SemanticTokensOptions, SemanticTokensProvider, ServerCapabilities,
    TextDocumentSync, TextDocumentSyncKind, TextDocumentSyncOptions,
};

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
        document_symbol_provider: Some(DocumentSymbolProvider::Bool(true)),
        folding_range_provider: Some(FoldingRangeProvider::Bool(true)),
        document_formatting_provider: Some(DocumentFormattingProvider::Bool(true)),
        semantic_tokens_provider: Some(SemanticTokensProvider::SemanticTokensOptions(SemanticTokensOptions {
            legend,
            full: Some(Full::Bool(true)),
            ..SemanticTokensOptions::default()
        })),
        ..ServerCapabilities::default()
    }
}
