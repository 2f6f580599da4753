//! Mistakes of beginners, one a file, written by hand: what somebody reads who does not program. A message that is not good enough yet
//! stands below `not-yet`, with what is wrong with it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tool::Folder;

fn broken() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/broken")
}

/// The files of a folder, in order; what lies in folders below is what they play or change.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.is_file()).collect();
    files.sort();
    files
}

/// What is said about a file, without colour.
fn said(folder: &Path, path: &Path) -> String {
    let name = path.file_name().expect("a file");
    let command = if name.to_string_lossy().ends_with(".yaml") { "run" } else { "check" };
    let mut program = Command::new(env!("CARGO_BIN_EXE_rulehound"));
    let ran = program.arg(command).arg(name).current_dir(folder).output().expect("the program starts");
    let err = String::from_utf8(ran.stderr).expect("text");
    assert!(!err.contains("panicked"), "{err}");
    // Behind the findings stands how many there are.
    let ends = |line: &&str| !line.starts_with(&*name.to_string_lossy());
    let lines: Vec<&str> = err.lines().filter(ends).map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

/// How many findings are told.
fn findings(said: &str) -> usize {
    said.lines().filter(|line| line.starts_with("  × ") || line.starts_with("  ⚠ ")).count()
}

/// What the person thought: the comment at the top.
fn thought(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("a text");
    let lines = text.lines().take_while(|line| line.starts_with("# "));
    let lines: Vec<String> = lines.map(|line| line.trim_start_matches("# ").to_owned()).collect();
    assert!(!lines.is_empty(), "{} does not say what its mistake is", path.display());
    lines
}

/// The lines that `check --fix` changes, as they are then; the folder may be written to.
fn mended(folder: &Folder, name: &str) -> String {
    if !name.ends_with(".rules") {
        return String::new();
    }
    let before = folder.text(name);
    folder.run(&format!("check --fix {name}"));
    let after = folder.text(name);
    let changed = after.lines().filter(|line| !before.lines().any(|other| other == *line));
    changed.fold(String::new(), |told, line| format!("{told}  --fix: {}\n", line.trim()))
}

/// A chapter as one reads it: each mistake with its message.
fn chapter(name: &str) {
    let folder = broken().join("beginners").join(name);
    let copy = copied(name, &folder);
    let mut told = String::new();
    for path in files(&folder) {
        let file = path.file_name().expect("a file").to_string_lossy();
        let said = said(&folder, &path);
        assert_eq!(findings(&said), 1, "one mistake is one finding: {name}/{file}\n{said}");
        assert!(said.contains("\n  help: "), "nothing says what to do: {name}/{file}\n{said}");
        writeln!(told, "=== {}\n\n{said}\n{}", thought(&path).join(" "), mended(&copy, &file)).expect("a text");
    }
    insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false}, {
        insta::assert_snapshot!(format!("beginners-{name}"), told);
    });
}

/// The same files where they may be written to.
fn copied(name: &str, folder: &Path) -> Folder {
    let copy = Folder::new(&format!("beginners-{name}"));
    for path in files(folder).into_iter().chain(whole(folder)) {
        let below = path.strip_prefix(folder).expect("below it").to_string_lossy().into_owned();
        copy.file(&below, std::fs::read(&path).expect("a file"));
    }
    copy
}

fn whole(folder: &Path) -> Vec<PathBuf> {
    let whole = folder.join("whole");
    if whole.is_dir() { files(&whole) } else { Vec::new() }
}

#[test]
fn words() {
    chapter("words");
}

#[test]
fn what_is_in_the_box() {
    chapter("box");
}

#[test]
fn boards() {
    chapter("boards");
}

#[test]
fn how_it_goes() {
    chapter("play");
}

#[test]
fn decisions() {
    chapter("decide");
}

#[test]
fn things_and_values() {
    chapter("things");
}

#[test]
fn chance() {
    chapter("chance");
}

#[test]
fn secrets() {
    chapter("secrets");
}

#[test]
fn variants() {
    chapter("variants");
}

#[test]
fn scripts() {
    chapter("scripts");
}

/// How many there are; and each of those that are not good enough says what it lacks.
#[test]
fn two_hundred_and_more() {
    let folders = std::fs::read_dir(broken().join("beginners")).expect("a folder");
    let good: usize = folders.map(|folder| files(&folder.expect("a folder").path()).len()).sum();
    let folder = broken().join("not-yet");
    let mut told = String::new();
    // No folder: all are good enough.
    for path in if folder.exists() { files(&folder) } else { Vec::new() } {
        let thought = thought(&path);
        let lacks = thought.iter().any(|line| line.starts_with("Not good enough: "));
        assert!(lacks, "{} does not say what it lacks", path.display());
        let said = said(&folder, &path);
        writeln!(told, "=== {}\n\n{}\n", thought.join("\n    "), if said.is_empty() { "(nothing)" } else { &said })
            .expect("a text");
    }
    assert!(good >= 200, "only {good}");
    insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false}, {
        insta::assert_snapshot!("beginners-not-yet", told);
    });
}

/// What the scripts play and the variants change is in order.
#[test]
fn what_they_stand_on_is_in_order() {
    for name in ["scripts", "variants"] {
        let folder = broken().join("beginners").join(name);
        for path in whole(&folder) {
            assert_eq!(said(&folder.join("whole"), &path), "", "{}", path.display());
        }
    }
}
