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
        let mut heard = Vec::new();
        loop {
            match self.said.recv_timeout(PATIENCE) {
                Ok(line) if line.contains(words) => return,
                Ok(line) => heard.push(line),
                Err(_) => panic!("`{words}` was not said, but {heard:#?}"),
            }
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
    watching.until("a.rules: nothing is wrong");
    watching.until(WAITS);
    // Written over.
    folder.file("a.rules", GAME.replace("phase", "fase"));
    watching.until("1 file was written");
    watching.until("error");
    watching.until(WAITS);
    // Written under another name, which is then exchanged.
    folder.file("a.rules.new", GAME);
    std::fs::rename(folder.0.join("a.rules.new"), folder.0.join("a.rules")).expect("renamed");
    watching.until("a.rules: nothing is wrong");
    watching.until(WAITS);
    // Taken away, and written anew.
    std::fs::remove_file(folder.0.join("a.rules")).expect("removed");
    folder.file("a.rules", GAME.replace("win ", "wni "));
    watching.until("error");
    watching.until(WAITS);
    // Often in a short time: the last state wins.
    for round in 0..20 {
        folder.file("a.rules", GAME.replace("win ", &format!("wni{round} ")));
        std::thread::sleep(Duration::from_millis(20));
    }
    folder.file("a.rules", GAME);
    watching.until("a.rules: nothing is wrong");
    watching.until(WAITS);
    // What else is written there matters nothing, and reading is no writing.
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
    watching.until("b.rules: nothing is wrong");
    watching.until(WAITS);
    folder.file("inner/base.rules", GAME.replace("phase", "fase"));
    watching.until("error");
    folder.file("inner/base.rules", GAME);
    let pages = Watching::start(&folder, &["doc", "a.rules", "-o", "pages", "--watch"]);
    pages.until("wrote pages/a.html");
    pages.until(WAITS);
    folder.file("a.rules", format!("{GAME}\n"));
    pages.until("wrote pages/a.html");
}

#[test]
fn a_folder_is_checked_and_played_again() {
    let folder = folder("watch-folder");
    folder.file("other.yaml", "something: else\n");
    let watching = Watching::start(&folder, &["watch"]);
    watching.until("a.rules: nothing is wrong");
    watching.until(WAITS);
    folder.file("s.yaml", "game: a.rules\nsteps:\n  - Ann: nothing of the sort\n");
    watching.until("s.yaml");
    watching.until(WAITS);
    // A folder that is new is watched as well.
    folder.file("more/c.rules", GAME);
    watching.until("more/c.rules: nothing is wrong");
    watching.until(WAITS);
    folder.file("more/c.rules", GAME.replace("phase", "fase"));
    watching.until("error");
}
