//! A table inside of a process of its own: what browsers say comes line by line, and so goes out what they are told. In between stands what
//! stands between browsers and tables in a server.

use std::collections::BTreeMap;
use std::io::{BufRead, Write};

use axum::extract::ws::Message as Frame;
use futures_util::{sink, stream};
use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::socket::{drive, first, refuse, sit};
use super::{pages, socket};
use crate::lobby::Lobby;
use crate::opening::Trouble;
use crate::sitting::Sitting;
use crate::store::{Elsewhere, Kept, Store};
use crate::tables::Tables;
use crate::unread::Unread;
use crate::ward::{Changed, Order, Word, limit_memory, step_back};
use crate::watch::{self, Mark, What, watched};

/// Rules are walked recursively.
const STACK: usize = 64 << 20;

/// One works for a bot, and one for everybody else.
const AT_ONCE: usize = 2;

/// So much waits on either side.
const WAITING: usize = 64;

/// Plays one table for the server that has started this process, until that says no more. It gets so many mebibytes of memory.
///
/// # Errors
/// There can be no threads.
pub fn inside(mebibytes: u64) -> Result<(), Trouble> {
    limit_memory(mebibytes);
    step_back();
    let (says, words) = std::sync::mpsc::channel();
    std::thread::Builder::new().name("says".to_owned()).stack_size(1 << 20).spawn(move || say(&words))?;
    let marks = says.clone();
    watch::begin(move |mark| {
        let _ = marks.send(match mark {
            Mark::Begins(number, what) => Word::Begins { number, what },
            Mark::Ends(number) => Word::Ends { number },
            Mark::TooLong(number) => Word::TooLong { number },
        });
    })?;
    let (orders, heard) = channel(WAITING);
    std::thread::Builder::new().name("hears".to_owned()).stack_size(1 << 20).spawn(move || hear(&orders))?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .thread_stack_size(STACK)
        .max_blocking_threads(AT_ONCE)
        .build()?;
    runtime.block_on(serve(heard, says));
    // What still works has nobody left to work for.
    runtime.shutdown_background();
    Ok(())
}

type Says = std::sync::mpsc::Sender<Word>;

/// Writes what is said, until there is nobody who reads it.
fn say(words: &std::sync::mpsc::Receiver<Word>) {
    let mut out = std::io::stdout().lock();
    for word in words {
        let Ok(mut line) = serde_json::to_vec(&word) else { continue };
        line.push(b'\n');
        if out.write_all(&line).and_then(|()| out.flush()).is_err() {
            return;
        }
    }
}

/// Reads what the server says, until it says no more.
fn hear(orders: &Sender<Order>) {
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let Ok(order) = serde_json::from_str(&line) else { return };
        if orders.blocking_send(order).is_err() {
            return;
        }
    }
}

async fn serve(mut orders: Receiver<Order>, says: Says) {
    let Some(Order::Serve(kept)) = orders.recv().await else { return };
    let written = says.clone();
    let store = Store::elsewhere(move |number, work| {
        let _ = written.send(Word::Write { number, work });
    });
    let Ok((store, elsewhere)) = store else { return };
    let tables = Tables::new(store.clone());
    let name = kept.name.clone();
    if let Err(trouble) = watched(What::Coming, || open(*kept, &tables, &store)) {
        let _ = says.send(Word::Broken { why: trouble.to_string() });
        // The server ends this process.
        while orders.recv().await.is_some() {}
        return;
    }
    if let Some(sitting) = tables.find(&name) {
        drive(&sitting).await;
    }
    let mut table = Inside { name, tables, elsewhere, says, browsers: BTreeMap::new() };
    while let Some(order) = orders.recv().await {
        table.obey(order);
    }
}

/// The table as it was kept, or as somebody is to set it up.
fn open(kept: Kept, tables: &Tables, store: &Store) -> Result<(), Trouble> {
    let lost = |why: String| Trouble::Rules(why);
    let model = kept.unread.model().map_err(lost)?;
    if kept.waits {
        tables.wait(Lobby::again(kept, model, store)?);
    } else {
        tables.put(Sitting::again(kept, model, store)?);
    }
    Ok(())
}

struct Inside {
    name: String,
    tables: Tables,
    elsewhere: Elsewhere,
    says: Says,
    browsers: BTreeMap<u64, Sender<Frame>>,
}

impl Inside {
    fn obey(&mut self, order: Order) {
        match order {
            Order::Open { socket } => self.opened(socket),
            Order::Text { socket, text } => {
                let heard = self.browsers.get(&socket).is_some_and(|it| it.try_send(Frame::Text(text.into())).is_ok());
                // It talks faster than it may, or nobody hears it any more.
                if !heard {
                    self.browsers.remove(&socket);
                }
            }
            Order::Close { socket } => drop(self.browsers.remove(&socket)),
            Order::Written { number, done } => self.elsewhere.written(number, done),
            Order::Rules { asked } => {
                let (tables, name, says) = (self.tables.clone(), self.name.clone(), self.says.clone());
                tokio::spawn(async move {
                    let page = pages::document(&tables, name).await;
                    let _ = says.send(Word::Rules { asked, page });
                });
            }
            Order::Change { asked, sources } => {
                let (tables, name, says) = (self.tables.clone(), self.name.clone(), self.says.clone());
                tokio::spawn(async move {
                    let kept = socket::blocking(move || change(&tables, &name, sources)).await;
                    let kept = kept.unwrap_or_else(|| Err("the rules go wrong".to_owned()));
                    let _ = says.send(Word::Changed { asked, kept });
                });
            }
            Order::Farewell => {
                self.tables.all().iter().for_each(|sitting| sitting.farewell());
                self.tables.leave_lobbies();
            }
            // It serves one already.
            Order::Serve(_) => {}
        }
    }

    /// A browser is there; it talks as with a server.
    fn opened(&mut self, socket: u64) {
        let (sender, receiver) = channel(WAITING);
        self.browsers.insert(socket, sender);
        let from = stream::unfold(receiver, |mut receiver: Receiver<Frame>| async move {
            let frame = receiver.recv().await?;
            Some((Ok(frame), receiver))
        });
        let tells = self.says.clone();
        let out = sink::unfold(tells, move |tells: Says, frame| async move {
            let told = match frame {
                Frame::Text(text) => tells.send(Word::Text { socket, text: text.to_string() }),
                Frame::Close(Some(close)) => {
                    tells.send(Word::Close { socket, code: close.code, reason: close.reason.to_string() })
                }
                _ => Ok(()),
            };
            told.map(|()| tells)
        });
        let (tables, says) = (self.tables.clone(), self.says.clone());
        tokio::spawn(async move {
            let (mut out, mut from) = (Box::pin(out), Box::pin(from));
            match first(&mut from).await {
                Some((_, table, key)) => sit((out, from), &tables, &table, key).await,
                None => refuse(&mut out).await,
            }
            // However it ended, nobody is there any more.
            let _ = says.send(Word::Close { socket, code: 1012, reason: "come back".to_owned() });
        });
    }
}

fn change(tables: &Tables, name: &str, sources: Vec<(String, String)>) -> Result<Changed, String> {
    let unread = Unread { sources, ..Unread::default() };
    let model = unread.model()?;
    let sources = unread.with(model.clone())?.sources;
    let kept = tables.change(name, sources, model).map_err(|trouble| trouble.to_string())?;
    Ok(match kept {
        rulehound_course::Kept::Stands => Changed::Stands,
        rulehound_course::Kept::Replayed => Changed::Replayed,
        rulehound_course::Kept::Anew { why, .. } => Changed::Anew { why },
    })
}
