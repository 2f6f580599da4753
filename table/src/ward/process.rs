//! A process that plays a table, from its start to its end, however that comes.

use std::process::ExitStatus;
use std::sync::Arc;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout};
use tokio::sync::mpsc::Receiver;

use rulehound_course::Kept as How;

use super::limits::words;
use super::{Asked, Changed, MOST_ENDS, Now, Order, Ward, Word};
use crate::store::Kept;
use crate::watch::What;

/// The longest line that a process may say, in bytes.
const LONGEST: usize = 4 << 20;

/// How a process ended.
enum End {
    /// By itself, or by the system.
    Ended(Option<ExitStatus>),
    /// It would have said too much.
    SaysTooMuch,
    /// The table cannot be opened there.
    Broken(String),
}

/// Serves the table by a process until that ends.
pub async fn run(ward: Arc<Ward>, orders: Receiver<Order>) {
    let end = match begun(&ward).await {
        Ok((child, kept)) => served(&ward, child, kept, orders).await,
        Err(why) => End::Broken(why),
    };
    ward.over(end);
}

/// A new process, and what it is to be told of the table.
async fn begun(ward: &Arc<Ward>) -> Result<(Child, Kept), String> {
    let asks = ward.clone();
    let kept = tokio::task::spawn_blocking(move || asks.store.kept(&asks.name)).await;
    let kept = kept.ok().and_then(Result::ok).flatten();
    let mut kept = kept.ok_or_else(|| "what was kept of this table cannot be read".to_owned())?;
    let mut now = ward.now();
    kept.fault = now.fault.take();
    if let Some(sources) = &now.sources {
        kept.unread.sources.clone_from(sources);
    }
    drop(now);
    let child = ward.guard.start().map_err(|error| format!("no process can be started for these rules: {error}"))?;
    Ok((child, kept))
}

async fn served(ward: &Arc<Ward>, mut child: Child, kept: Kept, orders: Receiver<Order>) -> End {
    let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else { return End::Ended(None) };
    let (written, to_tell) = tokio::sync::mpsc::unbounded_channel();
    let writes = tokio::spawn(write(input, kept, (orders, to_tell)));
    let mut output = BufReader::new(output);
    let end = loop {
        match word(&mut output).await {
            Ok(Some(Word::Broken { why })) => break End::Broken(why),
            // One after the other, as they were said.
            Ok(Some(Word::Write { number, work })) => {
                let store = ward.store.clone();
                let done = tokio::task::spawn_blocking(move || store.carry_out(work)).await;
                let _ = written.send(Order::Written { number, done: matches!(done, Ok(Ok(()))) });
            }
            Ok(Some(word)) => ward.heard(word),
            Ok(None) => break End::Ended(None),
            Err(()) => break End::SaysTooMuch,
        }
    };
    writes.abort();
    if !matches!(end, End::Ended(_)) {
        let _ = child.start_kill();
    }
    let status = child.wait().await.ok();
    match end {
        End::Ended(_) => End::Ended(status),
        other => other,
    }
}

type Says = (Receiver<Order>, tokio::sync::mpsc::UnboundedReceiver<Order>);

/// Says to a process what it is to be told, the table first.
async fn write(mut input: ChildStdin, kept: Kept, (mut orders, mut written): Says) {
    let mut next = Some(Order::Serve(Box::new(kept)));
    while let Some(order) = next {
        let Ok(mut line) = serde_json::to_vec(&order) else { return };
        line.push(b'\n');
        if input.write_all(&line).await.is_err() {
            return;
        }
        next = tokio::select! {
            order = orders.recv() => order,
            order = written.recv() => order,
        };
    }
}

/// The next word of a process; nothing when it says no more, an error when it is too long.
async fn word(output: &mut BufReader<ChildStdout>) -> Result<Option<Word>, ()> {
    let mut line = Vec::new();
    loop {
        let Ok(ready) = output.fill_buf().await else { return Ok(None) };
        let end = ready.iter().position(|byte| *byte == b'\n');
        let taken = end.map_or(ready.len(), |end| end + 1);
        line.extend(ready.iter().take(taken));
        output.consume(taken);
        if line.len() > LONGEST {
            return Err(());
        }
        if end.is_some() || taken == 0 {
            return Ok(serde_json::from_slice(&line).ok());
        }
    }
}

impl Ward {
    fn heard(&self, word: Word) {
        let mut now = self.now();
        match word {
            Word::Text { socket, text } => {
                let slow = now.browsers.get(&socket).is_some_and(|browser| !browser.tell(text, &self.room));
                if slow && now.browsers.remove(&socket).is_some() {
                    now.tell(Order::Close { socket });
                }
            }
            Word::Close { socket, code, reason } => {
                if let Some(browser) = now.browsers.remove(&socket) {
                    browser.close(code, reason);
                }
            }
            Word::Rules { asked, page } => {
                if let (Some(Asked::Rules(answer)), Some(page)) = (now.asked.remove(&asked), page) {
                    let _ = answer.send(page);
                }
            }
            Word::Changed { asked, kept } => now.changed(asked, kept),
            Word::Begins { number, what } => drop(now.doing.insert(number, what)),
            Word::Ends { number } => {
                if let Some(What::Answer(_)) = now.doing.remove(&number) {
                    now.ends = 0;
                }
            }
            Word::TooLong { number } => now.blamed = now.doing.get(&number).cloned(),
            Word::Broken { .. } | Word::Write { .. } => {}
        }
    }

    /// The process is no more. Whoever is here is told why and let go; he comes back, and finds the table as it is kept.
    fn over(&self, end: End) {
        let mut now = self.now();
        now.orders = None;
        let doing = std::mem::take(&mut now.doing);
        let at_work = || doing.values().find(|one| **one != What::Bot).or(doing.values().next()).cloned();
        let blamed = now.blamed.take().or_else(at_work);
        let why = now.settle(end, blamed.as_ref(), self.guard.memory);
        let answer = match &blamed {
            Some(What::Answer(id)) => Some(id.as_str()),
            _ => None,
        };
        let said = why.map(|why| format!("the rules go wrong here: {why}")).filter(|_| !now.farewell);
        for browser in std::mem::take(&mut now.browsers).into_values() {
            browser.left(said.as_deref(), answer);
        }
        for asked in std::mem::take(&mut now.asked).into_values() {
            if let Asked::Change(answer, before) = asked {
                now.sources = before;
                let _ = answer.send(Err(said.clone().unwrap_or_default()));
            }
        }
    }
}

impl Now {
    fn tell(&self, order: Order) {
        if let Some(orders) = &self.orders {
            let _ = orders.try_send(order);
        }
    }

    fn changed(&mut self, asked: u64, kept: Result<Changed, String>) {
        let Some(Asked::Change(answer, before)) = self.asked.remove(&asked) else { return };
        if kept.is_err() {
            self.sources = before;
        }
        let _ = answer.send(kept.map(|changed| match changed {
            Changed::Stands => How::Stands,
            Changed::Replayed => How::Replayed,
            Changed::Anew { why } => How::Anew { why, at: None },
        }));
    }

    /// What follows from the end of a process that did this: in words for people, if it is the rules' doing.
    fn settle(&mut self, end: End, blamed: Option<&What>, memory: u64) -> Option<String> {
        let why = match end {
            End::Broken(why) => {
                self.given_up = Some(why.clone());
                return Some(why);
            }
            End::SaysTooMuch => "they say more at once than can be shown".to_owned(),
            End::Ended(status) => {
                self.ends += 1;
                // Somebody ended it from outside; if that happens again and again, it is no accident.
                if is_outside(status) && self.ends < MOST_ENDS {
                    return None;
                }
                words(status, blamed, memory)
            }
        };
        match blamed {
            // What can be left undone stops nothing.
            Some(What::Wish | What::Text) => {}
            // It cannot even be shown that it stands still.
            Some(What::Coming) if self.ends > 1 => self.given_up = Some(why.clone()),
            Some(What::Coming | What::Answer(_) | What::Bot) | None => self.fault = Some(why.clone()),
        }
        Some(why)
    }
}

/// Whether a process ended in a way in which rules do not end it.
fn is_outside(status: Option<ExitStatus>) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;
        // SIGINT, SIGKILL, SIGTERM.
        status.is_some_and(|status| [2, 9, 15].iter().any(|signal| status.signal() == Some(*signal)))
    }
    #[cfg(not(unix))]
    {
        let _ = status;
        false
    }
}
