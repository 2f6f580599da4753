//! Runs the built program in a folder of its own.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, PoisonError};

/// A folder for one test, empty at the beginning.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        // Tests run side by side; two of them may have thought of the same name.
        static TAKEN: Mutex<BTreeMap<String, usize>> = Mutex::new(BTreeMap::new());
        let mut taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
        let times = taken.entry(name.to_owned()).and_modify(|times| *times += 1).or_default();
        let name = if *times == 0 { name.to_owned() } else { format!("{name}-{times}") };
        drop(taken);
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    pub fn file(&self, name: &str, text: impl AsRef<[u8]>) -> &Self {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder in it");
        std::fs::write(path, text).expect("a file");
        self
    }

    pub fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).expect("a file that was written")
    }

    /// The names of all that lies in it, in order.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).expect("a folder");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// Runs `rulehound` with arguments separated by blanks, except between quotation marks.
    pub fn run(&self, arguments: &str) -> Ran {
        self.run_with(arguments, "")
    }

    pub fn run_with(&self, arguments: &str, input: &str) -> Ran {
        self.start("", arguments, input)
    }

    /// Runs it in a folder below.
    pub fn run_in(&self, folder: &str, arguments: &str) -> Ran {
        self.start(folder, arguments, "")
    }

    /// Runs it with so many seconds of processor time; where that does not suffice it is ended, and this says so. Wall time would tell more
    /// of the machine than of the program.
    #[cfg(unix)]
    pub fn run_within(&self, seconds: u32, arguments: &str) -> Result<Ran, String> {
        let output = Command::new("sh")
            .args(["-c", "ulimit -t \"$1\"; shift; exec \"$@\"", "sh", &seconds.to_string()])
            .arg(env!("CARGO_BIN_EXE_rulehound"))
            .args(words(arguments))
            .current_dir(&self.0)
            .stdin(Stdio::null())
            .output()
            .expect("the program starts");
        match output.status.code() {
            Some(_) => Ok(Ran::of(output)),
            None => Err(format!("{arguments} takes more than {seconds} s of processor time: {}", output.status)),
        }
    }

    #[cfg(not(unix))]
    pub fn run_within(&self, _: u32, arguments: &str) -> Result<Ran, String> {
        Ok(self.run(arguments))
    }

    /// Runs what serves until it is ended, and ends it when it has said a line of which this holds; gives what it said until then.
    pub fn serve(&self, arguments: &str, is_last: impl Fn(&str) -> bool) -> Vec<String> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_rulehound"))
            .args(words(arguments))
            .current_dir(&self.0)
            .env("XDG_STATE_HOME", self.0.join("state"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let lines = BufReader::new(child.stdout.take().expect("its words")).lines().map_while(Result::ok);
        let mut said = Vec::new();
        for line in lines {
            let ends = is_last(&line);
            said.push(line);
            if ends {
                break;
            }
        }
        child.kill().expect("it runs, or has ended");
        child.wait().expect("it ends");
        said
    }

    fn start(&self, folder: &str, arguments: &str, input: &str) -> Ran {
        let mut child = Command::new(env!("CARGO_BIN_EXE_rulehound"))
            .args(words(arguments))
            .current_dir(self.0.join(folder))
            .env("XDG_STATE_HOME", self.0.join("state"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("its input");
        let input = input.to_owned();
        // Beside reading, or both would wait for each other; it may end without reading everything.
        let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
        let ran = Ran::of(child.wait_with_output().expect("the program ends"));
        writer.join().expect("no panic");
        ran
    }
}

/// A folder with [`GAME`] in `a.rules`.
pub fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.file("a.rules", GAME);
    folder
}

/// Arguments separated by blanks, except between quotation marks.
fn words(arguments: &str) -> impl Iterator<Item = &str> {
    arguments.split('"').enumerate().flat_map(|(index, part)| {
        let words: Vec<&str> = if index % 2 == 1 { vec![part] } else { part.split_whitespace().collect() };
        words
    })
}

/// What the program said.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    fn of(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("text");
        Self { code: output.status.code().expect("no signal"), out: text(output.stdout), err: text(output.stderr) }
    }

    /// It ended with this code, said this on standard error, and did not panic. Where lines end depends on how long the path of this
    /// checkout is.
    #[track_caller]
    pub fn complains(&self, code: i32, words: &str) {
        assert_eq!(self.code, code, "{self:#?}");
        assert!(self.err.contains(words) || unbroken(&self.err).contains(words), "{self:#?}");
        assert!(!self.err.contains("panicked"), "{self:#?}");
    }

    /// It ended well and printed this.
    #[track_caller]
    pub fn prints(&self, words: &str) {
        assert_eq!(self.code, 0, "{self:#?}");
        assert!(self.out.contains(words), "{self:#?}");
    }
}

/// What a finding says as one line.
fn unbroken(text: &str) -> String {
    text.split(|sign: char| sign.is_whitespace() || sign == '│')
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// A small whole game.
pub const GAME: &str = include_str!("../../src/command/new/first.rules");
