//! Pages and their files; all are inside the program.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

use super::Web;
use super::guard::BESIDE;
use super::socket::blocking;
use crate::tables::Tables;

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// A rule document brings its style and its search with it, and stands beside the table. No other script runs there.
fn document_policy(page: &str) -> String {
    let script =
        page.split_once("<script>").and_then(|(_, rest)| rest.split_once("</script>")).map(|(script, _)| script);
    let allowed = script.map_or_else(
        || "'none'".to_owned(),
        |script| format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(script.as_bytes()))),
    );
    format!(
        "default-src 'none'; style-src 'unsafe-inline'; script-src {allowed}; img-src data:; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'self'"
    )
}

const TABLE: &str = include_str!("../../page/table.html");

const FILES: [(&str, &str, &str); 19] = [
    ("table.css", STYLE, include_str!("../../page/table.css")),
    ("table.js", SCRIPT, include_str!("../../page/table.js")),
    ("around.js", SCRIPT, include_str!("../../page/around.js")),
    ("beside.js", SCRIPT, include_str!("../../page/beside.js")),
    ("board.js", SCRIPT, include_str!("../../page/board.js")),
    ("clicks.js", SCRIPT, include_str!("../../page/clicks.js")),
    ("connection.js", SCRIPT, include_str!("../../page/connection.js")),
    ("link.js", SCRIPT, include_str!("../../page/link.js")),
    ("lobby.js", SCRIPT, include_str!("../../page/lobby.js")),
    ("seats.js", SCRIPT, include_str!("../../page/seats.js")),
    ("drag.js", SCRIPT, include_str!("../../page/drag.js")),
    ("motion.js", SCRIPT, include_str!("../../page/motion.js")),
    ("things.js", SCRIPT, include_str!("../../page/things.js")),
    ("options.js", SCRIPT, include_str!("../../page/options.js")),
    ("zones.js", SCRIPT, include_str!("../../page/zones.js")),
    ("studio.css", STYLE, include_str!("../../page/studio.css")),
    ("studio.js", SCRIPT, include_str!("../../page/studio.js")),
    ("editor.js", SCRIPT, include_str!("../../page/editor.js")),
    ("lit-html.js", SCRIPT, include_str!("../../page/lit-html.js")),
];

/// Whoever comes without a link.
pub async fn front() -> Response {
    said(StatusCode::OK, "A Rulehound server. Whoever opened a table here has a link for you.")
}

/// Whatever is not here.
pub async fn nothing() -> Response {
    said(StatusCode::NOT_FOUND, "There is nothing here.")
}

/// The table; the key stays in the link and is not sent.
pub async fn table(State(web): State<Arc<Web>>, Path(table): Path<String>) -> Response {
    match web.tables.find(&table) {
        // In the studio it stands beside the rules.
        Some(_) if web.studio.is_some() => {
            ([(CONTENT_TYPE, HTML), (CONTENT_SECURITY_POLICY, BESIDE)], TABLE).into_response()
        }
        Some(_) => ([(CONTENT_TYPE, HTML)], TABLE).into_response(),
        None if web.tables.lobby(&table).is_some() || web.tables.ward(&table).is_some() => {
            ([(CONTENT_TYPE, HTML)], TABLE).into_response()
        }
        None => said(StatusCode::NOT_FOUND, "There is no such table here, or not any more."),
    }
}

/// The rules of a table, for whoever has a link to it.
pub async fn rules(State(web): State<Arc<Web>>, Path(table): Path<String>) -> Response {
    let page = match web.tables.ward(&table) {
        Some(ward) => ward.rules().await,
        None => document(&web.tables, table).await,
    };
    match page {
        Some(rules) => {
            let headers = [(CONTENT_TYPE, HTML.to_owned()), (CONTENT_SECURITY_POLICY, document_policy(&rules))];
            (headers, rules).into_response()
        }
        None => nothing().await,
    }
}

/// The rule document of a table that is played here.
pub async fn document(tables: &Tables, table: String) -> Option<String> {
    let (sitting, lobby) = (tables.find(&table), tables.lobby(&table));
    let rules = move || sitting.map(|it| it.rules()).or_else(|| lobby.map(|it| it.rules()));
    blocking(rules).await.flatten().map(|rules| rules.as_ref().clone())
}

/// A file of the page.
pub async fn file(Path(file): Path<String>) -> Response {
    match FILES.iter().find(|(name, _, _)| *name == file) {
        Some((_, kind, text)) => ([(CONTENT_TYPE, *kind)], *text).into_response(),
        None => nothing().await,
    }
}

fn said(status: StatusCode, what: &'static str) -> Response {
    (status, what).into_response()
}
