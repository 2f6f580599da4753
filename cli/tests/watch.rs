//! What is done again whenever a file is written, in each of the ways in which editors write files.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::tool::{Folder, GAME, folder};

/// Long enough for a slow machine, short enough for a hanging test.
const PATIENCE: Duration = Duration::from_secs(30);

/// How a round ends.
const WAITS: &str = "waiting for changes, Ctrl-C ends";

/// A program that does something again and again, and what it says.
struct Watching {
    process: Child,
    said: Receiver<String>,
}

impl Watching {
    fn start(folder: &Folder, arguments: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_rulehound"))
            .args(arguments)
            .current_dir(&folder.0)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (tell, said) = channel();
        let complaints = BufReader::new(process.stderr.take().expect("its complaints"));
        let words = BufReader::new(process.stdout.take().expect("its words"));
        let other = tell.clone();
        std::thread::spawn(move || complaints.lines().map_while(Result::ok).try_for_each(|line| other.send(line)));
        std::thread::spawn(move || words.lines().map_while(Result::ok).try_for_each(|line| tell.send(line)));
        Self { process, said }
    }

    /// Reads on until it says this.
    #[track_caller]
    fn until(&self, words: &str) {
        self.until_both(words, "");
    }

    /// Reads on until it says this and waits again. Complaints and other words come on ways of their own, so either may be heard first.
    #[track_caller]
    fn round(&self, words: &str) {
        self.until_both(words, WAITS);
    }

    #[track_caller]
    fn until_both(&self, one: &str, other: &str) {
        let (mut first, mut second, mut heard) = (false, other.is_empty(), Vec::new());
        while !(first && second) {
            let Ok(line) = self.said.recv_timeout(PATIENCE) else { panic!("`{one}` was not said, but {heard:#?}") };
            first |= line.contains(one);
            second |= line.contains(other);
            heard.push(line);
        }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn a_file_is_checked_again_however_it_is_written() {
    let folder = folder("watch-check");
    let watching = Watching::start(&folder, &["check", "a.rules", "--watch"]);
    watching.round("a.rules: nothing is wrong");
    // Written over.
    folder.file("a.rules", GAME.replace("phase", "fase"));
    watching.round("error");
    // Written under another name, which is then exchanged.
    folder.file("a.rules.new", GAME);
    std::fs::rename(folder.0.join("a.rules.new"), folder.0.join("a.rules")).expect("renamed");
    watching.round("a.rules: nothing is wrong");
    // Taken away, and written anew.
    std::fs::remove_file(folder.0.join("a.rules")).expect("removed");
    folder.file("a.rules", GAME.replace("win ", "wni "));
    watching.round("error");
    // Often in a short time: the last state wins.
    for round in 0..20 {
        folder.file("a.rules", GAME.replace("win ", &format!("wni{round} ")));
        std::thread::sleep(Duration::from_millis(20));
    }
    folder.file("a.rules", GAME);
    watching.round("a.rules: nothing is wrong");
    // What else is written there matters nothing, and reading is no writing.
    std::thread::sleep(Duration::from_millis(400));
    watching.said.try_iter().for_each(drop);
    folder.file("notes.txt", "nothing");
    std::thread::sleep(Duration::from_millis(400));
    assert_eq!(watching.said.try_iter().collect::<Vec<_>>(), Vec::<String>::new());
}

#[test]
fn a_change_of_an_extended_file_is_seen_and_scripts_and_pages_follow() {
    let folder = folder("watch-more");
    folder.file("inner/base.rules", GAME);
    folder.file("b.rules", "game \"More\" extends \"inner/base.rules\"\n");
    let watching = Watching::start(&folder, &["check", "b.rules", "--watch"]);
    watching.round("b.rules: nothing is wrong");
    folder.file("inner/base.rules", GAME.replace("phase", "fase"));
    watching.until("error");
    folder.file("inner/base.rules", GAME);
    let pages = Watching::start(&folder, &["doc", "a.rules", "-o", "pages", "--watch"]);
    pages.round("wrote pages/a.html");
    folder.file("a.rules", format!("{GAME}\n"));
    pages.until("wrote pages/a.html");
}

#[test]
fn a_folder_is_checked_and_played_again() {
    let folder = folder("watch-folder");
    folder.file("other.yaml", "something: else\n");
    let watching = Watching::start(&folder, &["watch"]);
    watching.round("a.rules: nothing is wrong");
    folder.file("s.yaml", "game: a.rules\nsteps:\n  - Ann: nothing of the sort\n");
    watching.round("s.yaml");
    // A folder that is new is watched as well.
    folder.file("more/c.rules", GAME);
    watching.round("more/c.rules: nothing is wrong");
    folder.file("more/c.rules", GAME.replace("phase", "fase"));
    watching.until("error");
}
