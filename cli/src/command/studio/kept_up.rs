//! Keeps the studio up: what rules have ended is started again, at the same place and with the same link.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};

use rulehound_table::{Key, ended};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, Command};

use super::inside::{MEMORY, Told};
use crate::command::{apart, serving};
use crate::exit::{Done, Exit, Failure};
use crate::output::{Output, complain};

/// How long is waited for the last words.
const FAREWELL: std::time::Duration = std::time::Duration::from_millis(1_500);

/// What it says when it serves: the beginning of its links, its port, and whether others than this machine reach it.
type Serves = (String, u16, bool);

/// Serves until somebody stops the program.
pub fn serve(listen: SocketAddr, folder: PathBuf, first: String, output: Output) -> Done {
    let key = Key::new().map_err(|error| Failure::file(format!("no key can be made: {error}")))?;
    let told = (listen, folder, first, key.as_str().to_owned(), None);
    serving::runtime()?.block_on(kept_up(told, output))
}

async fn kept_up(mut told: Told, mut output: Output) -> Done {
    let mut stopped = std::pin::pin!(serving::stopped());
    let mut shown = false;
    loop {
        let mut child = started(&told).await?;
        // It ends when it is told no more.
        let input = child.stdin.take();
        let Some((origin, port, open)) = serves(&mut child).await else {
            let status = child.wait().await.map_err(|error| Failure::file(error.to_string()))?;
            return Err(Failure::said(apart::exit_of(status)));
        };
        if !shown {
            output.line(format!("  {origin}/studio#{}", told.3))?;
            output.line("Ctrl-C ends.")?;
            output.flush()?;
            if open {
                complain(
                    "warning: whoever is in this network can read along, since nothing is encrypted; work with people you trust",
                );
            }
        }
        (shown, told.0) = (true, SocketAddr::new(told.0.ip(), port));
        let status: ExitStatus = tokio::select! {
            ended = child.wait() => ended.map_err(|error| Failure::file(error.to_string()))?,
            () = &mut stopped => {
                drop(input);
                let _ = tokio::time::timeout(FAREWELL, child.wait()).await;
                return Ok(Exit::Fine);
            }
        };
        let why = ended(status, MEMORY);
        complain(&format!("the rules go wrong: {why}; the studio goes on, and nothing that was typed is lost"));
        told.4 = Some(why);
    }
}

async fn started(told: &Told) -> Done<Child> {
    let failed = |error: std::io::Error| Failure::file(format!("no process can be started for the studio: {error}"));
    let mut command = Command::new(apart::program()?);
    command.args(apart::before("studio")).args(["studio", "--process"]);
    command.env("MALLOC_ARENA_MAX", "1").stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
    #[cfg(unix)]
    command.process_group(0);
    let mut child = command.spawn().map_err(failed)?;
    let line = serde_json::to_string(told).map_err(|error| Failure::file(error.to_string()))?;
    if let Some(input) = &mut child.stdin {
        input.write_all(format!("{line}\n").as_bytes()).await.map_err(failed)?;
    }
    Ok(child)
}

/// What it says when it serves; nothing if it cannot.
async fn serves(child: &mut Child) -> Option<Serves> {
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut()?).read_line(&mut line).await.ok()?;
    serde_json::from_str(&line).ok()
}
