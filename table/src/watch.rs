//! Who watches what strangers' rules do in a process of their own: a piece of work that takes too long ends the process.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use cpu_time::ProcessTime;
use serde::{Deserialize, Serialize};

/// What a process ends with that has worked too long.
pub const TOO_LONG: i32 = 97;

/// How often is looked.
const EVERY: Duration = Duration::from_millis(50);

/// What is done for somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// Rules are read, and somebody comes and looks at the game.
    Coming,
    /// An answer of this name is taken.
    Answer(String),
    /// A bot thinks, or what it decided is done.
    Bot,
    /// A text in an editor is looked at, beside the table.
    Text,
    /// Anything else that somebody wishes.
    Wish,
}

impl What {
    /// Whether it is done beside the table, which does not wait for it.
    const fn is_beside(&self) -> bool {
        matches!(self, Self::Bot | Self::Text)
    }

    /// The longest that it may take, in processor time.
    pub const fn most(&self) -> Duration {
        Duration::from_secs(match self {
            // A bot works out small games when it sits down.
            Self::Bot => 10,
            Self::Coming | Self::Text => 5,
            Self::Answer(_) | Self::Wish => 2,
        })
    }
}

/// What becomes of a piece of work, by its number.
pub enum Mark {
    Begins(u64, What),
    Ends(u64),
    TooLong(u64),
}

/// A piece of work.
struct Doing {
    what: What,
    /// The processor time of the process when its time began.
    since: ProcessTime,
}

struct Watch {
    doing: Mutex<(u64, BTreeMap<u64, Doing>)>,
    tell: Box<dyn Fn(Mark) + Send + Sync>,
}

static WATCH: OnceLock<Watch> = OnceLock::new();

thread_local! {
    /// What this thread works on.
    static OWN: Cell<Option<u64>> = const { Cell::new(None) };
}

/// From now on the work of this process is watched; of each piece is told when it begins and ends.
///
/// # Errors
/// There can be no more threads.
pub fn begin(tell: impl Fn(Mark) + Send + Sync + 'static) -> Result<(), std::io::Error> {
    if WATCH.set(Watch { doing: Mutex::default(), tell: Box::new(tell) }).is_err() {
        return Ok(());
    }
    let look = || {
        loop {
            std::thread::sleep(EVERY);
            let Some((watch, number)) = WATCH.get().and_then(|watch| Some((watch, watch.takes_too_long()?))) else {
                continue;
            };
            (watch.tell)(Mark::TooLong(number));
            // The word goes out.
            std::thread::sleep(EVERY);
            std::process::exit(TOO_LONG);
        }
    };
    std::thread::Builder::new().name("watch".to_owned()).stack_size(256 << 10).spawn(look)?;
    Ok(())
}

/// Whether the rules of this process are strangers'.
pub fn is_on() -> bool {
    WATCH.get().is_some()
}

/// Works, watched where there is somebody who watches.
pub fn watched<T>(what: What, work: impl FnOnce() -> T) -> T {
    let Some(watch) = WATCH.get() else { return work() };
    let number = watch.begins(what);
    let before = OWN.replace(Some(number));
    let done = work();
    OWN.set(before);
    watch.ends(number);
    done
}

/// What this thread works on has come further: its time begins anew.
pub fn goes_on() {
    if let (Some(watch), Some(number)) = (WATCH.get(), OWN.get())
        && let Some(doing) = watch.doing().1.get_mut(&number)
    {
        doing.since = ProcessTime::now();
    }
}

impl Watch {
    fn doing(&self) -> MutexGuard<'_, (u64, BTreeMap<u64, Doing>)> {
        self.doing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begins(&self, what: What) -> u64 {
        let mut doing = self.doing();
        doing.0 += 1;
        let number = doing.0;
        (self.tell)(Mark::Begins(number, what.clone()));
        doing.1.insert(number, Doing { what, since: ProcessTime::now() });
        number
    }

    fn ends(&self, number: u64) {
        let mut doing = self.doing();
        (self.tell)(Mark::Ends(number));
        doing.1.remove(&number);
        // What waited for the table till then has its turn now.
        doing.1.values_mut().filter(|one| !one.what.is_beside()).for_each(|one| one.since = ProcessTime::now());
    }

    /// What takes too long. Bots think and texts are looked at beside the table; of all else only the first is at work, and the rest waits for it.
    fn takes_too_long(&self) -> Option<u64> {
        let doing = self.doing();
        let beside = doing.1.iter().filter(|(_, one)| one.what.is_beside());
        let at_work = doing.1.iter().find(|(_, one)| !one.what.is_beside());
        let side_by_side = u32::try_from(beside.clone().count() + usize::from(at_work.is_some())).unwrap_or(u32::MAX);
        let is_over = |one: &Doing| one.since.elapsed() > one.what.most().saturating_mul(side_by_side);
        beside.chain(at_work).find(|(_, one)| is_over(one)).map(|(number, _)| *number)
    }
}
