//! A browser that sets up a table: it is told what there is to decide, and sends what was decided.

use std::sync::Arc;

use axum::extract::ws::{CloseFrame, Message as Frame};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use super::socket::{From, Out, SILENT, blocking};
use crate::lobby::{Lobby, Message};
use crate::sitting::Sitting;
use crate::tables::Tables;

/// So long is waited before what cannot be played is answered, so that nobody tries it all day.
const REFUSED: std::time::Duration = std::time::Duration::from_millis(200);

/// Until the game begins here; then the table, and where this browser sits.
pub async fn talk(
    tables: &Tables,
    (out, from): (&mut impl Out, &mut impl From),
    lobby: Arc<Lobby>,
    key: &str,
) -> Option<(Arc<Sitting>, usize)> {
    let mut elsewhere = lobby.watch();
    say(out, &lobby.told()).await?;
    loop {
        let heard = tokio::select! {
            // Set up in another browser, or all is over: it comes back, to the table.
            _ = async { elsewhere.wait_for(|begun| *begun).await.is_ok() } => {
                let _ = out.send(Frame::Close(Some(CloseFrame { code: 1012, reason: "come back".into() }))).await;
                return None;
            }
            heard = timeout(SILENT, from.next()) => heard,
        };
        let text = match heard.ok()??.ok()? {
            Frame::Text(text) => text,
            Frame::Ping(_) | Frame::Pong(_) => continue,
            Frame::Binary(_) | Frame::Close(_) => return None,
        };
        let plan = match serde_json::from_str(&text).ok()? {
            Message::Ping => {
                say(out, &json!({ "t": "pong" })).await?;
                continue;
            }
            Message::Begin(plan) => plan,
        };
        let (begun, begins) = (tables.clone(), lobby.clone());
        match blocking(move || begun.begin(&begins, plan)).await? {
            Ok(told) => {
                say(out, &told).await?;
                let (sitting, key) = (tables.find(&lobby.name)?, key.to_owned());
                let asked = sitting.clone();
                let place = blocking(move || asked.place(&key)).await??;
                return Some((sitting, place));
            }
            Err(why) => {
                sleep(REFUSED).await;
                say(out, &json!({ "t": "refused", "why": why })).await?;
            }
        }
    }
}

async fn say(out: &mut impl Out, what: &Value) -> Option<()> {
    out.send(Frame::Text(what.to_string().into())).await.ok()
}
