//! The tests of the copy: built once, run for one fault at a time.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// A program of tests.
pub struct Tests {
    program: PathBuf,
    /// The folder of its crate, in which it runs.
    folder: PathBuf,
    /// The crate and its part, as people read them.
    pub name: String,
}

/// How one run ended.
pub enum Ended {
    Well,
    /// A test that failed.
    At(String),
    /// Without a test that failed: the program itself came to its end, or took too long.
    Badly(String),
}

/// Builds all tests of the copy.
///
/// # Errors
///
/// A sentence if something does not compile.
pub fn build(copy: &Path) -> Result<Vec<Tests>, String> {
    let mut cargo = Command::new("cargo")
        .args(["test", "--quiet", "--workspace", "--no-run", "--message-format", "json"])
        .env("CARGO_INCREMENTAL", "1")
        .current_dir(copy)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cargo: {error}"))?;
    let messages = cargo.stdout.take().map(BufReader::new).into_iter().flat_map(BufRead::lines);
    let messages: Vec<Value> =
        messages.map_while(Result::ok).filter_map(|line| serde_json::from_str(&line).ok()).collect();
    match cargo.wait() {
        Ok(status) if status.success() => Ok(messages.iter().filter_map(program).collect()),
        _ => Err(messages.iter().filter_map(error).collect::<Vec<_>>().join("\n")),
    }
}

/// What the compiler says that is wrong. A fault may leave something without use, which is no matter here.
fn error(message: &Value) -> Option<&str> {
    let said = message.get("message")?;
    said.get("level").filter(|level| *level == "error")?;
    said.get("rendered")?.as_str()
}

fn program(message: &Value) -> Option<Tests> {
    let target = message.get("target")?;
    let manifest = Path::new(message.get("manifest_path")?.as_str()?);
    let is_test = message.get("profile")?.get("test")?.as_bool()?;
    let kind = target.get("kind")?.as_array()?.first()?.as_str()?;
    if !is_test || kind == "example" {
        return None;
    }
    let folder = manifest.parent()?.to_owned();
    let name = format!("{}/{}", folder.file_name()?.to_str()?, target.get("name")?.as_str()?);
    Some(Tests { program: message.get("executable")?.as_str()?.into(), folder, name })
}

impl Tests {
    /// Runs those that these arguments choose to the first that fails, with the fault of this number (0 for none).
    #[must_use]
    pub fn run(&self, arguments: &[&str], fault: usize, at_most: Duration) -> Ended {
        match self.command(arguments, fault).spawn() {
            Ok(child) => judge(child, at_most),
            Err(error) => Ended::Badly(error.to_string()),
        }
    }

    /// What each takes, in seconds, after the names of program and test.
    #[must_use]
    pub fn times(&self) -> Vec<(String, f64)> {
        // That times are told is not stable yet; nothing but this hangs on it.
        let timed = self.command(&["-Z", "unstable-options", "--report-time"], 0).env("RUSTC_BOOTSTRAP", "1").output();
        let said = timed.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
        let time = |line: &str| {
            let (name, rest) = line.strip_prefix("test ")?.split_once(" ... ")?;
            let seconds = rest.split_once('<')?.1.strip_suffix("s>")?.parse().ok()?;
            Some((format!("{} {name}", self.name), seconds))
        };
        said.lines().filter_map(time).collect()
    }

    fn command(&self, arguments: &[&str], fault: usize) -> Command {
        use std::os::unix::process::CommandExt;
        let mut command = Command::new(&self.program);
        command
            .args(arguments)
            .current_dir(&self.folder)
            .env("CARGO_MANIFEST_DIR", &self.folder)
            .env("INSTA_UPDATE", "no")
            .env("PLANTED", fault.to_string())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0);
        command
    }
}

/// Reads what tests say as they end; the rest is not waited for after the first that failed.
fn judge(mut child: Child, at_most: Duration) -> Ended {
    let begun = Instant::now();
    let (told, said) = std::sync::mpsc::channel();
    let lines = child.stdout.take().map(BufReader::new).into_iter().flat_map(BufRead::lines);
    std::thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| told.send(line)));
    loop {
        match said.recv_timeout(at_most.saturating_sub(begun.elapsed())) {
            Ok(line) => {
                if let Some(name) = line.strip_prefix("test ").and_then(|rest| rest.strip_suffix(" ... FAILED")) {
                    end(&mut child);
                    return Ended::At(name.split(" - should panic").next().unwrap_or(name).to_owned());
                }
            }
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => {
                return match child.wait() {
                    Ok(status) if status.success() => Ended::Well,
                    Ok(status) => Ended::Badly(status.to_string()),
                    Err(error) => Ended::Badly(error.to_string()),
                };
            }
            Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {
                end(&mut child);
                return Ended::Badly(format!("not at its end after {} s", at_most.as_secs()));
            }
        }
    }
}

/// Ends a program of tests with all that it started.
fn end(child: &mut Child) {
    let group = format!("-{}", child.id());
    let _ = Command::new("kill").args(["-9", "--", &group]).status();
    let _ = child.wait();
}
