//! What people read about scripts and rules with mistakes in them, whole files as a beginner would have them; and about input that
//! is none at all.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tool::Folder;

/// The most processor time that anything may take, in seconds.
const LONGEST: u32 = 2;

fn broken() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/broken")
}

/// What is printed, without colour and without anything that depends on this machine.
fn said(command: &str, path: &Path) -> String {
    let folder = path.parent().and_then(Path::file_name).expect("a folder").to_string_lossy();
    let name = path.file_name().expect("a file").to_string_lossy();
    let ran = Command::new(env!("CARGO_BIN_EXE_rulehound"))
        .args([command, &format!("{folder}/{name}")])
        .current_dir(broken())
        .output()
        .expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
    let (out, err) = (text(&ran.stdout), text(&ran.stderr));
    assert!(!err.contains("panicked"), "{err}");
    assert!(err.lines().all(|line| line.chars().count() <= 160), "a long line:\n{err}");
    assert!(!err.contains(env!("CARGO_MANIFEST_DIR")), "a path of this machine:\n{err}");
    // What a script tells before it goes wrong is not looked at here.
    let out = if command == "run" { String::new() } else { out };
    format!("{err}{out}exit code {}", ran.status.code().expect("no signal"))
}

fn snapshot(name: &str, command: &str, path: &Path) {
    let said = said(command, path);
    assert!(!said.ends_with("exit code 0") || said.contains('⚠'), "{} is not broken:\n{said}", path.display());
    insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false}, {
        insta::assert_snapshot!(name, said);
    });
}

#[test]
fn scripts() {
    insta::glob!("../../tests/broken/scripts", "*.yaml", |path| snapshot("script", "run", path));
}

#[test]
fn rules() {
    insta::glob!("../../tests/broken/rules", "*.rules", |path| snapshot("rules", "check", path));
}

/// The game that the rules were copied from is in order, and so is the one that the scripts play.
#[test]
fn what_was_damaged_is_in_order() {
    for path in ["rules/whole/bag-of-chips.rules", "scripts/count.rules"] {
        let ran = Command::new(env!("CARGO_BIN_EXE_rulehound"))
            .args(["check", path, "--deny", "warnings"])
            .current_dir(broken())
            .output()
            .expect("the program starts");
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    }
}

/// What takes longer is ended, and told.
#[cfg(unix)]
#[test]
fn whatever_takes_too_long_is_noticed() {
    let folder = Folder::new("too-long");
    folder.file("a.rules", crate::tool::GAME);
    let told = folder.run_within(1, "simulate a.rules --games 1000000000 --seed 1");
    let told = told.map(|ran| ran.out).expect_err("so many games take longer");
    assert!(told.contains("more than 1 s"), "{told}");
}

/// Files that are neither rules nor scripts: refused clearly, with the promised code, and at once.
#[test]
fn hostile_files() {
    let folder = Folder::new("hostile-files");
    std::fs::create_dir(folder.0.join("folder.rules")).expect("a folder");
    std::fs::create_dir(folder.0.join("folder.yaml")).expect("a folder");
    let opening = "(".repeat(100_000);
    let nested = format!("game \"A\"\nplayers 2\nphase play {{ set x = {opening}1{} }}\n", ")".repeat(100_000));
    let blocks = format!("game \"A\"\nplayers 2\nphase play {}{}\n", "{ if yes ".repeat(100_000), "}".repeat(100_000));
    let files: [(&str, Vec<u8>, i32, &str); 11] = [
        ("empty", Vec::new(), 1, ""),
        ("blank", b" \n\t\n ".to_vec(), 1, ""),
        ("binary", (0..=255).cycle().take(4096).collect(), 1, "no text"),
        ("zero", vec![0; 1000], 1, ""),
        ("huge", b"# too long\n".repeat(1_000_000), 4, "it is longer than "),
        ("escapes", b"game \"\x1b[31mred\x1b[0m\" {\n".to_vec(), 1, ""),
        ("nested", nested.into_bytes(), 1, ""),
        ("blocks", blocks.into_bytes(), 1, ""),
        ("brackets", "[".repeat(100_000).into_bytes(), 1, ""),
        ("braces", "{".repeat(100_000).into_bytes(), 1, ""),
        ("dashes", "- ".repeat(100_000).into_bytes(), 1, ""),
    ];
    let check = |arguments: &str, code: i32, words: &str| {
        let ran = folder.run_within(LONGEST, arguments).unwrap_or_else(|message| panic!("{message}"));
        ran.complains(code, words);
        assert!(!ran.err.is_empty() && ran.err.len() < 20_000, "{arguments}: {} bytes", ran.err.len());
        assert!(!ran.err.contains('\u{1b}') && !ran.err.contains('\0'), "{arguments}: control signs\n{}", ran.err);
    };
    for (name, text, code, words) in files {
        folder.file(&format!("{name}.rules"), &text).file(&format!("{name}.yaml"), &text);
        folder.file(&format!("plays-{name}.yaml"), format!("game: {name}.rules\nsteps: []\n"));
        check(&format!("check {name}.rules"), code, words);
        check(&format!("fmt --check {name}.rules"), code, words);
        check(&format!("run {name}.yaml"), code, words);
        check(&format!("options {name}.yaml"), code, words);
        check(&format!("run plays-{name}.yaml"), code, words);
    }
    check("check folder.rules", 4, "it is a folder");
    check("check nowhere.rules", 4, "no such file");
    check("run nowhere.yaml", 4, "no such file");
    check("run folder.yaml", 4, "no script");
    check("options folder.yaml", 4, "it is a folder");
    folder.file("plays-folder.yaml", "game: folder.rules\nsteps: []\n");
    check("run plays-folder.yaml", 4, "it is a folder");
    folder.file("plays-nothing.yaml", "game: nowhere.rules\nsteps: []\n");
    check("run plays-nothing.yaml", 4, "neither a file");
}
