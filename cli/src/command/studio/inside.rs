//! The studio itself, in a process of its own: rules that work for too long end it, and it is started again.

use std::io::BufRead;
use std::net::SocketAddr;
use std::path::PathBuf;

use rulehound_table::{Serving, Store, Studio, Tables, Trouble, limit, serve};
use serde_json::json;

use super::folder::OneFolder;
use crate::command::serving;
use crate::exit::{Done, Exit, Failure};
use crate::output::Output;

/// So much memory it may have, in mebibytes: threads for each processor, the editor's knowledge for each page, and tables.
pub const MEMORY: u64 = 4096;

/// What it is told first: where it listens, its folder and the file to begin with, its key, and why it was stopped before.
pub type Told = (SocketAddr, PathBuf, String, String, Option<String>);

/// Serves until whoever has started it is gone.
pub fn serves() -> Done {
    let mut lines = std::io::stdin().lock().lines();
    let first = lines.next().and_then(Result::ok).unwrap_or_default();
    drop(lines);
    let broken =
        |error: serde_json::Error| Failure::file(format!("the studio is started by `rulehound studio`: {error}"));
    let (listen, folder, file, key, stopped): Told = serde_json::from_str(&first).map_err(broken)?;
    limit(MEMORY).map_err(|error| Failure::file(error.to_string()))?;
    let failed = |trouble: Trouble| Failure::file(format!("`{listen}`: {trouble}"));
    let shelf = OneFolder::new(&folder).map_err(Failure::file)?;
    let studio = Studio::opened_by(&key, Box::new(shelf), file, stopped);
    let tables = Tables::new(Store::memory().map_err(failed)?);
    let runtime = serving::small_runtime()?;
    let bound = runtime.block_on(Serving::bind(listen, None));
    let server = bound.map_err(|trouble| serving::unheard(listen, &trouble))?;
    let mut output = Output::new();
    let open = server.address().is_open();
    output.line(json!([server.address().origin(), server.address().port(), open]).to_string())?;
    output.flush()?;
    let (gone, is_gone) = tokio::sync::oneshot::channel::<()>();
    std::thread::spawn(move || {
        let _ = std::io::stdin().lock().lines().last();
        drop(gone);
    });
    let stop = async {
        let _ = is_gone.await;
    };
    runtime.block_on(serve(server, tables, Some(studio), stop)).map_err(failed)?;
    runtime.shutdown_background();
    Ok(Exit::Fine)
}
