//! How long an answer takes until it is confirmed, with a hundred tables in one file on disk: `cargo bench --bench load`.
//!
//! Four browsers sit at each table and one looks on; each waits a random time before it answers, so that some 160 answers come in a
//! second. Server and browsers share the machine, so these are upper bounds. Meanwhile a few bytes are written to another file beside, again
//! and again, each time waiting until they are on disk: how long that takes is how long the disk takes, whoever writes. Where it stands still,
//! nothing can be confirmed; so the answers that did not meet such a moment are counted by themselves, too. Then the server is started again
//! with what it kept.
//!
//! Behind `--` can stand another longest time to think in milliseconds (the shorter, the more is kept); `hearts` or `greyhounds`, which are
//! played then; and `hostile`: then there is one more table, whose rules work for too long whenever they are answered. With `long` there is one
//! table alone, of a game with twenty thousand answers, which is started again.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::print_stdout)]

// What only the tests ask for stays unused here.
#[allow(dead_code)]
#[path = "../tests/client/mod.rs"]
mod client;

use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use client::{Client, Server, opening};
use rulehound_course::Course;
use rulehound_interpreter::instance::Table as TableOf;
use rulehound_interpreter::play::{Game, Seeded};
use rulehound_table::{Guard, KeptTable, Link, MEMORY, Store, Tables, Unread, inside};
use rusqlite::{Connection, params};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;
use sha2::{Digest, Sha256};

const TABLES: u64 = 100;
const SECONDS: u64 = 20;

/// The longest time to think; half of it on average, for four browsers of which about two are asked.
const THINKS: usize = 1_900;

/// Whoever thinks for a short time only has played to the end long before the time is over; so the busiest part is told by itself.
const BUSIEST: Duration = Duration::from_secs(4);

/// A disk that takes longer than this for a few bytes stands still.
const STANDS_STILL: Duration = Duration::from_millis(20);

/// With this word the program plays strangers' rules for itself.
const INSIDE: &str = "--inside";

fn main() {
    if std::env::args().any(|argument| argument == INSIDE) {
        return inside(MEMORY).expect("threads");
    }
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    if std::env::args().any(|argument| argument == "long") {
        return runtime.block_on(long());
    }
    runtime.block_on(loaded());
}

/// How many answers a long game has.
const LONG: usize = 20_000;

/// Long games, started again, and one of them shown to whoever comes first.
async fn long() {
    let file = std::env::temp_dir().join(format!("rulehound-long-{}.sqlite", std::process::id()));
    let (mut answers, mut tables, mut longest) = (0, 0, String::new());
    while answers < LONG {
        let mut opening = opening("games/backgammon.rules", 2, tables);
        opening.table.settings.insert("target".to_owned(), "99".to_owned());
        let store = opened(&file).0;
        let table = Tables::new(store).open(opening).expect("a table").swap_remove(0).table;
        answers += played(&file, &table, LONG - answers);
        if tables == 0 {
            longest = table;
        }
        tables += 1;
    }
    let begun = Instant::now();
    let (store, kept) = opened(&file);
    let all = Tables::new(store);
    all.open_all(kept).expect("the tables");
    let ready = begun.elapsed();
    let server = Server::start(all).await;
    let begun = Instant::now();
    Client::sit_as(&server.host, &longest, KEY).await.expect("a place");
    println!(
        "{answers} answers at {tables} tables: ready within {ready:?}, the longest is shown to whoever comes first within {:?}",
        begun.elapsed()
    );
    server.stop().await;
    let _ = std::fs::remove_file(&file);
}

const KEY: &str = "0";

/// The file, as soon as the last thread that writes has let it go.
fn opened(file: &Path) -> (Store, Vec<KeptTable>) {
    loop {
        match Store::file(file) {
            Ok(opened) => return opened,
            Err(_) => std::thread::sleep(Duration::from_millis(5)),
        }
    }
}

/// Writes at most so many answers into the file of a table that has just begun, as it would have written them; how many.
fn played(file: &Path, table: &str, most: usize) -> usize {
    let file = loop {
        let open = Connection::open(file).expect("the file");
        // The last thread that writes may still have the file.
        if open.query_row("SELECT count(*) FROM sitting", [], |row| row.get::<_, i64>(0)).is_ok() {
            break open;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let seed = "SELECT seed FROM sitting WHERE name = ?1";
    let seed: String = file.query_row(seed, [table], |row| row.get(0)).expect("it");
    let opening = opening("games/backgammon.rules", 2, 1);
    let settings = [("target".to_owned(), "99".to_owned())].into();
    let players = opening.table.players.clone();
    let game = Game::load(opening.model, &TableOf { players, settings }).expect("a table");
    let (mut course, _) = Course::begin(&game, seed.parse().expect("a number"), 0).expect("it begins");
    let mut random = Seeded::new(1, 2);
    file.execute_batch("BEGIN").expect("it is written together");
    let print = Sha256::digest(KEY.as_bytes());
    let renew = "UPDATE place SET key = ?1 WHERE place = 0 AND sitting = ?2";
    file.execute(renew, params![print.as_slice(), table]).expect("a key");
    for number in 0..most {
        let Some(seat) = course.position().deciders().first().copied() else { break };
        let count = course.position().count(seat).expect("options");
        let step = course.try_out(seat, random.below(count)).expect("an answer");
        let given = step.given.clone().expect("it");
        let numbers = [number, seat, given.option].map(|count| i64::try_from(count).expect("small"));
        let [number, seat, option] = numbers;
        let insert = "INSERT INTO entry VALUES (?1, 0, ?2, ?3, 'answer', ?4, ?5, '')";
        file.execute(insert, params![table, number, seat, option, given.text]).expect("a row");
        course.take(step);
    }
    file.execute_batch("COMMIT").expect("written");
    course.given().len()
}

async fn loaded() {
    let thinks = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(THINKS);
    let file = std::env::temp_dir().join(format!("rulehound-load-{}.sqlite", std::process::id()));
    let (store, _) = Store::file(&file).expect("a file");
    let own = std::env::current_exe().expect("this program");
    let server = Server::start(Tables::guarded(store, Guard::new(own, vec![INSIDE.into()], |_| true))).await;
    let times = Arc::new(Mutex::new(Vec::new()));
    let asked_for = |word: &str| std::env::args().any(|argument| argument == word);
    let hostile = asked_for("hostile");
    let game = match (asked_for("hearts"), asked_for("greyhounds")) {
        (true, _) => "examples/classics/hearts.rules",
        (_, true) => "games/greyhounds.rules",
        _ => "games/hot-dog.rules",
    };
    let mut seated = Vec::new();
    for table in 0..TABLES {
        let links = server.tables.open(opening(game, 4, table)).expect("a table");
        seated.extend((table * 8..).zip(Client::sit_all(&server.host, &links).await));
    }
    let begun = Instant::now();
    let until = begun + Duration::from_secs(SECONDS);
    let disk = std::thread::spawn({
        let beside = file.with_extension("beside");
        move || written_beside(&beside, until)
    });
    let stopped = hostile.then(|| tokio::spawn(misbehave(server.host.clone(), strange(&server.tables), until)));
    let browsers =
        seated.into_iter().map(|(seed, client)| tokio::spawn(play(client, (seed, thinks), until, times.clone())));
    let browsers: Vec<_> = browsers.collect();
    for browser in browsers {
        browser.await.expect("it plays");
    }
    // Whoever thinks for a short time only is done sooner.
    let seconds = begun.elapsed().as_secs_f64().min(SECONDS as f64);
    if let Some(stopped) = stopped {
        println!("rules that work for too long were stopped {} times beside", stopped.await.expect("it is stopped"));
    }
    server.stop().await;
    let (answers, time) = restarted(&file).await;
    let _ = std::fs::remove_file(&file);
    let times = times.lock().expect("whole").clone();
    let disk = disk.join().expect("it writes");
    println!("{} answers in {seconds:.1} s at {TABLES} tables: {}", times.len(), parts(&times));
    let busiest = busiest(&times);
    println!("in the busiest {BUSIEST:?} {} a second: {}", busiest.len() as u64 / BUSIEST.as_secs(), parts(&busiest));
    println!("a few bytes beside are on disk: {}", parts(&disk));
    let still: Vec<&Answered> = disk.iter().filter(|one| one.took() > STANDS_STILL).collect();
    let met = |one: &Answered| still.iter().any(|still| one.begun < still.ended && still.begun < one.ended);
    let others: Vec<Answered> = times.into_iter().filter(|one| !met(one)).collect();
    println!(
        "{} answers while the disk did not stand still (it did {} times): {}",
        others.len(),
        still.len(),
        parts(&others)
    );
    println!("started again with all tables and {answers} answers within {time:?}");
}

/// When an answer was given, or something written, and when it was confirmed.
#[derive(Clone, Copy)]
struct Answered {
    begun: Instant,
    ended: Instant,
}

impl Answered {
    fn since(begun: Instant) -> Self {
        Self { begun, ended: Instant::now() }
    }

    fn took(&self) -> Duration {
        self.ended - self.begun
    }
}

/// The most that came within [`BUSIEST`].
fn busiest(all: &[Answered]) -> Vec<Answered> {
    let from = |first: &Answered| {
        let until = first.begun + BUSIEST;
        all.iter().filter(|one| one.begun >= first.begun && one.begun < until).copied().collect::<Vec<_>>()
    };
    // Not from each: there are thousands.
    all.iter().step_by(16).map(from).max_by_key(Vec::len).unwrap_or_default()
}

/// How long they took, in words.
fn parts(all: &[Answered]) -> String {
    let mut times: Vec<Duration> = all.iter().map(Answered::took).collect();
    times.sort_unstable();
    let part = |of: usize| times.get(times.len() * of / 100).or(times.last()).copied().unwrap_or_default();
    format!(
        "half of them within {:.1?}, 95 % within {:.1?}, 99 % within {:.1?}, all within {:.1?}",
        part(50),
        part(95),
        part(99),
        part(100)
    )
}

/// Writes a few bytes again and again until the time is over, each time until they are on disk.
fn written_beside(file: &Path, until: Instant) -> Vec<Answered> {
    let mut out = std::fs::File::create(file).expect("a file");
    let mut all = Vec::new();
    while Instant::now() < until {
        let begun = Instant::now();
        out.write_all(&[0; 64]).and_then(|()| out.sync_data()).expect("it is written");
        all.push(Answered::since(begun));
        std::thread::sleep(Duration::from_millis(10));
    }
    let _ = std::fs::remove_file(file);
    all
}

/// Opens again what was kept: how many answers, and how long it took.
async fn restarted(file: &Path) -> (i64, Duration) {
    let count = loop {
        // The last thread that writes may still have the file.
        match Connection::open(file).and_then(|file| file.query_row("SELECT count(*) FROM entry", [], |row| row.get(0)))
        {
            Ok(count) => break count,
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    };
    let begun = Instant::now();
    let (store, kept) = Store::file(file).expect("the file");
    let tables = Tables::new(store);
    tables.open_all(kept).expect("the tables");
    (count, begun.elapsed())
}

/// A table of rules that work for too long.
fn strange(tables: &Tables) -> Link {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cli/tests/hostile/slow.rules");
    let text = std::fs::read_to_string(path).expect("rules");
    let (name, players) = ("slow.rules".to_owned(), vec!["Ann".to_owned(), "Ben".to_owned()]);
    let unread = Unread { sources: vec![(name.clone(), text)], name, players, ..Unread::default() };
    tables.open_apart(&unread).expect("a table").swap_remove(0)
}

/// Has them do so again and again; how often they were stopped.
async fn misbehave(host: String, link: Link, until: Instant) -> u64 {
    let mut stopped = 0;
    while Instant::now() < until {
        let mut client = Client::sit(&host, &link).await;
        if client.options() == 0 {
            client.say(json!({ "t": "again" })).await;
            client.hear().await;
        } else if client.answer(1).await["t"] == "no" {
            stopped += 1;
        }
    }
    stopped
}

/// What is read of a message: a browser keeps the rest for whoever looks at it, and the browsers are not what is measured.
#[derive(Deserialize)]
struct Told {
    t: String,
    id: Option<String>,
    seen: Option<Seen>,
}

#[derive(Clone, Copy, Default)]
struct Asked {
    question: u64,
    options: usize,
    over: bool,
}

#[derive(Deserialize)]
struct Seen {
    ask: Option<Ask>,
    over: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Ask {
    q: u64,
    of: Of,
}

#[derive(Deserialize)]
struct Of {
    words: Vec<IgnoredAny>,
}

impl From<Seen> for Asked {
    fn from(seen: Seen) -> Self {
        let (question, options) = seen.ask.map_or((0, 0), |ask| (ask.q, ask.of.words.len()));
        Self { question, options, over: seen.over.is_some() }
    }
}

/// A browser that reads no more than it needs to play.
struct Browser {
    client: Client,
    asked: Asked,
}

impl Browser {
    fn new(client: Client) -> Self {
        let question = client.seen["ask"]["q"].as_u64().unwrap_or(0);
        let asked = Asked { question, options: client.options(), over: client.is_over() };
        Self { client, asked }
    }

    async fn hear(&mut self, time: Duration) -> Option<Told> {
        let text = self.client.text_within(time).await?;
        let mut told: Told = serde_json::from_str(&text).expect("JSON");
        if let Some(seen) = told.seen.take() {
            self.asked = seen.into();
        }
        Some(told)
    }

    /// Hears until this is said.
    async fn told(&mut self, said: impl Fn(&Told) -> bool) {
        while !said(&self.hear(Duration::from_secs(20)).await.expect("the server")) {}
    }

    async fn catch_up(&mut self) {
        self.client.say(json!({ "t": "ping" })).await;
        self.told(|told| told.t == "pong").await;
    }

    async fn answer(&mut self, id: &str, option: usize) {
        self.client.say(json!({ "t": "answer", "q": self.asked.question, "id": id, "o": option })).await;
        self.told(|told| (told.t == "ok" || told.t == "no") && told.id.as_deref() == Some(id)).await;
    }
}

/// Plays or looks on until the time is over.
async fn play(client: Client, (seed, thinks): (u64, usize), until: Instant, times: Arc<Mutex<Vec<Answered>>>) {
    let mut browser = Browser::new(client);
    let mut random = Seeded::new(seed, 0);
    let mut answers = 0_u64;
    while Instant::now() < until && !browser.asked.over {
        if browser.asked.options == 0 {
            browser.hear(Duration::from_millis(200)).await;
            continue;
        }
        let thinks = u64::try_from(random.below(thinks)).expect("small");
        tokio::time::sleep(Duration::from_millis(thinks)).await;
        browser.catch_up().await;
        if browser.asked.options > 0 {
            let option = random.below(browser.asked.options);
            answers += 1;
            let begun = Instant::now();
            browser.answer(&format!("{seed}-{answers}"), option).await;
            times.lock().expect("whole").push(Answered::since(begun));
        }
    }
}
