//! Strangers' rules that misbehave at a table: they are stopped, everybody is told, and nobody else notices.

#![cfg(all(feature = "table", target_os = "linux"))]

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::served::{Browser, Link, Server, start};
use crate::tool::Folder;

/// A game in which somebody may choose to misbehave, by the second option.
const SLOW: &str = include_str!("hostile/slow.rules");
const LARGE: &str = include_str!("hostile/large.rules");

/// Sits down and hears how things stand.
fn seated(host: &str, link: &Link) -> (Browser, Value) {
    let mut browser = Browser::sit(host, link).expect("the table is there");
    let seen = seen(&mut browser);
    (browser, seen)
}

/// What is seen next.
fn seen(browser: &mut Browser) -> Value {
    loop {
        let told = browser.hear().expect("the table is shown");
        if told["t"] == "all" {
            return told["seen"].clone();
        }
    }
}

fn answer(browser: &mut Browser, seen: &Value, id: &str, option: usize) -> Option<Value> {
    browser.say(&json!({ "t": "answer", "q": seen["ask"]["q"], "id": id, "o": option }))?;
    loop {
        let told = browser.hear()?;
        if told["id"] == id {
            return Some(told);
        }
    }
}

/// The most memory that a process ever had, in mebibytes.
fn most_memory(process: u32) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("it runs");
    let line = status.lines().find(|line| line.starts_with("VmHWM")).expect("its memory");
    line.split_whitespace().nth(1).and_then(|kilobytes| kilobytes.parse::<usize>().ok()).expect("a number") / 1024
}

/// The processes that a process has started.
fn children(process: u32) -> Vec<u32> {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task")).expect("it runs");
    let of = |task: std::path::PathBuf| std::fs::read_to_string(task.join("children")).unwrap_or_default();
    let all: Vec<String> = tasks.flatten().map(|task| of(task.path())).collect();
    all.iter().flat_map(|list| list.split_whitespace()).filter_map(|number| number.parse().ok()).collect()
}

/// Ann goes on, Ben misbehaves: he is refused in words, all are told, and what counted before counts still.
fn misbehaves(name: &str, rules: &str, why: &str) {
    let folder = Folder::new(name);
    folder.file("game.rules", rules);
    let (game, data) = (folder.0.join("game.rules"), folder.0.join("tables.sqlite"));
    let server = start(&[&game.display().to_string(), "--data", &data.display().to_string(), "--seed", "1"]);
    let [ann, ben, public] = [0, 1, 2].map(|place| server.links[place].clone());
    let (mut first, asked) = seated(&server.host, &ann);
    assert_eq!(answer(&mut first, &asked, "one", 0).expect("she is answered")["t"], "ok");
    let (mut second, asked) = seated(&server.host, &ben);
    let (mut onlooker, _) = seated(&server.host, &public);
    let begun = Instant::now();
    let told = answer(&mut second, &asked, "two", 1).expect("he is told why");
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
    assert_eq!(told["t"], "no");
    assert!(told["why"].as_str().is_some_and(|said| said.contains(why)), "{told}");
    let said = onlooker.hear().expect("those who look on are told, too");
    assert!(said["why"].as_str().is_some_and(|said| said.contains(why)), "{said}");
    assert_eq!(onlooker.hear(), None, "he is to come back");
    // So is she, whose own answer counts: nobody takes that back.
    let told = std::iter::from_fn(|| first.hear()).find(|told| told["t"] == "said" || told["t"] == "no");
    let told = told.expect("she is told, too");
    assert_eq!((&told["t"], &told["id"]), (&json!("said"), &Value::Null), "{told}");
    // Whoever comes back sees the table where it stood, and why it stands still.
    let (mut again, shown) = seated(&server.host, &ann);
    assert!(shown["extra"]["fault"].as_str().is_some_and(|said| said.contains(why)), "{shown}");
    assert_eq!(again.counts("one"), Some(true));
    assert_eq!(again.counts("two"), Some(false));
    let (mut other, shown) = seated(&server.host, &ben);
    assert_eq!(shown["ask"], Value::Null);
    // He could take nothing back, for he has not answered; Ann can, and then it goes on.
    other.say(&json!({ "t": "undo" })).expect("he is heard");
    again.say(&json!({ "t": "undo" })).expect("she is heard");
    assert_eq!(seen(&mut again)["extra"]["fault"], Value::Null);
    let most = most_memory(server.process.id());
    assert!(most < 150, "the server has had {most} MB");
}

#[test]
fn rules_that_work_for_too_long_are_stopped() {
    misbehaves("apart-slow", SLOW, "take too long");
}

#[test]
fn rules_that_need_too_much_memory_are_stopped() {
    misbehaves("apart-large", LARGE, "need too much memory");
}

#[test]
fn a_process_that_is_killed_loses_nothing_that_was_confirmed() {
    let folder = Folder::new("apart-killed");
    folder.file("game.rules", SLOW);
    let server = start(&[&folder.0.join("game.rules").display().to_string(), "--seed", "1"]);
    let mut confirmed = Vec::new();
    for round in 0..4 {
        for (seat, link) in server.links.iter().take(2).enumerate() {
            let (mut browser, seen) = seated(&server.host, link);
            assert_eq!(seen["extra"]["fault"], Value::Null);
            let id = format!("r{round}s{seat}");
            assert_eq!(answer(&mut browser, &seen, &id, 0).expect("it is confirmed")["t"], "ok", "{seen}");
            confirmed.push((seat, id));
            for process in children(server.process.id()) {
                let killed = std::process::Command::new("kill").args(["-KILL", &process.to_string()]).status();
                assert!(killed.expect("kill").success());
            }
            // He is let go, and comes back.
            while browser.hear().is_some() {}
        }
    }
    for (seat, id) in confirmed {
        let (mut browser, _) = seated(&server.host, &server.links[seat]);
        assert_eq!(browser.counts(&id), Some(true), "{id}");
    }
    assert!(Path::new("/proc").exists() && children(server.process.id()).len() == 1);
}

#[test]
fn a_lobby_of_strange_rules_is_set_up_in_the_browser() {
    let folder = Folder::new("apart-lobby");
    folder.file("game.rules", SLOW);
    let server = start(&[&folder.0.join("game.rules").display().to_string(), "--lobby"]);
    let mut host = Browser::sit(&server.host, &server.links[0]).expect("the lobby");
    assert_eq!(host.hear().expect("it is told")["title"], "Slow");
    let chairs =
        |names: [&str; 2]| -> Value { names.iter().map(|name| json!({ "name": name, "bot": null })).collect() };
    host.say(&json!({ "t": "begin", "players": chairs(["Ann", "Ann"]), "settings": {}, "me": 0 })).expect("heard");
    assert!(host.hear().expect("it is told")["why"].as_str().is_some_and(|why| why.contains("two players")));
    host.say(&json!({ "t": "begin", "players": chairs(["Ann", "Ben"]), "settings": {}, "me": 0 })).expect("heard");
    let begun = host.hear().expect("it is told");
    let shown = seen(&mut host);
    assert_eq!(answer(&mut host, &shown, "one", 0).expect("it is confirmed")["t"], "ok");
    let key = begun["links"][0]["key"].as_str().expect("a link").to_owned();
    let (_, shown) = seated(&server.host, &(server.links[0].0.clone(), key));
    assert_eq!(shown["ask"]["of"]["words"][0], "go on");
}

#[test]
fn told_to_stop_it_does_not_wait_for_rules_that_do_not_end() {
    let folder = Folder::new("apart-stop");
    folder.file("game.rules", SLOW);
    let mut server = start(&[&folder.0.join("game.rules").display().to_string(), "--seed", "1"]);
    let (mut ann, shown) = seated(&server.host, &server.links[0]);
    ann.say(&json!({ "t": "answer", "q": shown["ask"]["q"], "id": "one", "o": 1 })).expect("she is heard");
    std::thread::sleep(Duration::from_millis(500));
    let process = children(server.process.id())[0];
    let begun = Instant::now();
    let told = std::process::Command::new("kill").args(["-TERM", &server.process.id().to_string()]).status();
    assert!(told.expect("kill").success());
    assert!(server.process.wait().expect("it ends").success());
    assert!(begun.elapsed() < Duration::from_millis(1_900), "{:?}", begun.elapsed());
    // What it has started ends with it.
    std::thread::sleep(Duration::from_millis(200));
    let state = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    assert!(state.is_empty() || state.contains(") Z "), "{state}");
}

/// A server of these tables, and how a table of it is reached.
fn beside(folder: &Folder, good: u64) -> (Server, Vec<Vec<Link>>, Vec<Link>) {
    use rulehound_table::{Store, Tables, Unread};
    folder.file("game.rules", SLOW);
    let data = folder.0.join("tables.sqlite");
    let (store, _) = Store::file(&data).expect("a file");
    let players = vec!["Ann".to_owned(), "Ben".to_owned()];
    let (_, text) = rulehound_cli::shipped::text("backgammon").expect("it is shipped");
    let sources = vec![("shipped:backgammon.rules".to_owned(), text.to_owned())];
    let unread = Unread { name: "backgammon".to_owned(), sources, players: players.clone(), ..Unread::default() };
    let tables = Tables::new(store);
    let links = |unread: &Unread| -> Vec<Link> {
        let links = tables.open(unread.clone().read().expect("rules")).expect("a table");
        links.iter().map(|link| (link.table.clone(), link.key.as_str().to_owned())).collect()
    };
    let good = (0..good).map(|seed| links(&Unread { seed, ..unread.clone() })).collect();
    let sources = vec![("game.rules".to_owned(), SLOW.to_owned())];
    let bad = links(&Unread { name: "game.rules".to_owned(), sources, players, ..Unread::default() });
    drop(tables);
    let server = loop {
        let server = start(&["--data", &data.display().to_string()]);
        if !server.host.is_empty() {
            break server;
        }
    };
    (server, good, bad)
}

/// Answers at a table whenever asked, for so long; how long each answer took to be confirmed.
fn plays(host: &str, links: &[Link], until: Instant, pause: Duration) -> Vec<Duration> {
    let mut times = Vec::new();
    while Instant::now() < until {
        for link in links.iter().take(links.len() - 1) {
            std::thread::sleep(pause);
            let (mut browser, shown) = seated(host, link);
            if shown["ask"].is_null() {
                continue;
            }
            let begun = Instant::now();
            let told = answer(&mut browser, &shown, &format!("n{}", times.len()), 0).expect("it is confirmed");
            times.push(begun.elapsed());
            assert_eq!(told["t"], "ok", "{told}");
        }
    }
    times
}

/// Writes a few bytes again and again; the longest time until they were on disk.
fn longest_on_disk(file: &Path, until: Instant) -> Duration {
    let mut out = std::fs::File::create(file).expect("a file");
    let mut longest = Duration::ZERO;
    while Instant::now() < until {
        let begun = Instant::now();
        out.write_all(&[0; 64]).and_then(|()| out.sync_data()).expect("it is written");
        longest = longest.max(begun.elapsed());
        std::thread::sleep(Duration::from_millis(20));
    }
    longest
}

/// Misbehaves again and again; how often it was stopped.
fn misbehaves_on(host: &str, links: &[Link], until: Instant) -> usize {
    let mut stopped = 0;
    while Instant::now() < until {
        for link in links.iter().take(2) {
            let (mut browser, shown) = seated(host, link);
            if !shown["extra"]["fault"].is_null() {
                browser.say(&json!({ "t": "again" })).expect("it is heard");
            } else if !shown["ask"].is_null() {
                let told = answer(&mut browser, &shown, "bad", 1).expect("it is told why");
                assert_eq!(told["t"], "no", "{told}");
                stopped += 1;
            }
        }
    }
    stopped
}

#[test]
fn a_game_with_secrets_is_played_apart_as_well() {
    let hearts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/classics/hearts.rules");
    let server = start(&[&hearts.display().to_string(), "--seed", "1"]);
    let until = Instant::now() + Duration::from_secs(8);
    let times = plays(&server.host, &server.links, until, Duration::ZERO);
    assert!(times.len() > 20, "{} answers", times.len());
}

#[test]
fn tables_beside_rules_that_misbehave_go_on() {
    let folder = Folder::new("apart-beside");
    let (server, good, bad) = beside(&folder, 8);
    let until = Instant::now() + Duration::from_secs(8);
    let (host, bad_host) = (server.host.clone(), server.host.clone());
    let misbehaving = std::thread::spawn(move || misbehaves_on(&bad_host, &bad, until));
    let players: Vec<_> = good
        .into_iter()
        .map(|links| {
            let host = host.clone();
            std::thread::spawn(move || plays(&host, &links, until, Duration::from_millis(150)))
        })
        .collect();
    let disk = longest_on_disk(&folder.0.join("beside"), until);
    let mut times: Vec<Duration> = players.into_iter().flat_map(|player| player.join().expect("it plays")).collect();
    times.sort();
    let stopped = misbehaving.join().expect("it is stopped");
    assert!(stopped > 0 && times.len() > 30, "{stopped} times stopped, {} answers", times.len());
    // What misbehaves has two seconds at a time; if others waited for it, it would be seen here. All wait for a disk that stands still.
    let longest = times.last().copied().unwrap_or_default();
    assert!(
        longest.saturating_sub(disk) < Duration::from_secs(1),
        "somebody waited {longest:?}, for the disk {disk:?}"
    );
    let most = most_memory(server.process.id());
    assert!(most < 150, "the server has had {most} MB");
}

/// What the program says of rules that it does not serve, and that it says so soon.
fn not_served(rules: &str, code: i32, why: &str) {
    let folder = Folder::new("apart-refused");
    folder.file("game.rules", rules);
    let begun = Instant::now();
    let ended = std::process::Command::new(env!("CARGO_BIN_EXE_rulehound"))
        .args(["table", "game.rules", "--listen", "127.0.0.1:0", "--seed", "1"])
        .current_dir(&folder.0)
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(code), "{said}");
    assert!(said.contains(why), "{said}");
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
}

#[test]
fn what_cannot_be_read_or_begun_is_said_at_the_terminal() {
    let made = "game \"Bomb\"\nplayers 2\n\
        component C { a : 1..4000 b : 1..4000 make a in 1..4000, b in 1..4000, c in 1..4000 where a + b + c = 1 : a = a }\n\
        phase play { for p in players { turn of p { choose k in 1..2 } } win nobody }\n";
    not_served(made, 1, "game.rules:3:");
    let planned = "game \"Bomb\"\nplayers 2\nvar n : 0..99999999 seen by all = 0\n\
        phase play { for p in players { turn of p { plan best by n mod 9973 { repeat 399 { \
        choose c in 1..9 where (sum x in 1..4000, y in 1..100 : x) > 3 set n += c } } } } win nobody }\n";
    not_served(planned, 3, "looking ahead would take more than");
    let kept = "game \"P\"\nplayers 2\nvar past(0..100, 1..64) : 0..12 seen by all = 0\n\
        phase play { set past(1, 1) = 3 win nobody }\n";
    not_served(kept, 1, "`past` takes most");
    not_served("game \"x\" extends \"/proc/self/environ\"\n", 4, "outside of the folder");
    not_served(include_str!("hostile/endless.rules"), 1, "take too long before anybody is asked");
    let chain: String = (0..27).map(|n| format!("def f{n}(n: 0..9) = max(f{0}(n), f{0}(9 - n))\n", n + 1)).collect();
    let doubled = format!(
        "game \"Doubled\"\nplayers 2\n{chain}def f27(n: 0..9) = n mod 2\n\
         component C {{ v : 0..9 make f0(3) of v = 1 }}\nphase play {{ win nobody }}\n"
    );
    not_served(&doubled, 1, "game.rules:31:");
}

#[test]
fn rules_with_very_many_decisions_are_played_against_a_bot() {
    let folder = Folder::new("apart-many");
    let decisions = "choose { option \"a\" { } option \"b\" { } }\n".repeat(4_000);
    let rules = format!(
        "game \"Many\"\nplayers 2\nphase play {{ for p in players {{ turn of p {{\n{decisions}}} }} win nobody }}\n"
    );
    folder.file("game.rules", &rules);
    let game = folder.0.join("game.rules").display().to_string();
    let server = start(&[&game, "--bot", "Ben=medium", "--seed", "1"]);
    let (mut ann, mut asked) = seated(&server.host, &server.links[0]);
    for number in 0..5 {
        let begun = Instant::now();
        let told = answer(&mut ann, &asked, &format!("n{number}"), number % 2).expect("she is answered");
        assert_eq!(told["t"], "ok", "{told}");
        assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
        asked = seated(&server.host, &server.links[0]).1;
    }
    let most = most_memory(server.process.id());
    assert!(most < 150, "the server has had {most} MB");
}

#[test]
fn rules_that_offer_more_than_can_be_shown_are_stopped() {
    let folder = Folder::new("apart-wide");
    let words = "{a} ".repeat(25);
    let rules = format!(
        "game \"Wide\"\nplayers 2\nphase play {{ for p in players {{ turn of p {{ \
         choose a in 1..4000, b in 1..16 as \"{words}\" }} }} win nobody }}\n"
    );
    folder.file("game.rules", &rules);
    let server = start(&[&folder.0.join("game.rules").display().to_string(), "--bot", "Ben=easy"]);
    let why = "more at once than can be shown";
    let mut first = Browser::sit(&server.host, &server.links[0]).expect("the table is there");
    let said = std::iter::from_fn(|| first.hear()).find(|told| told["t"] == "said").expect("she is told why");
    assert!(said["why"].as_str().is_some_and(|said| said.contains(why)), "{said}");
    let (_, shown) = seated(&server.host, &server.links[0]);
    assert!(shown["extra"]["fault"].as_str().is_some_and(|said| said.contains(why)), "{shown}");
    let most = most_memory(server.process.id());
    assert!(most < 150, "the server has had {most} MB");
}
