//! Writes the table of shipped games from what lies in `games/`, so that nothing else has to list them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let games = Path::new(&variable("CARGO_MANIFEST_DIR")).join("..").join("games");
    println!("cargo::rerun-if-changed={}", games.display());
    let mut files: Vec<PathBuf> = match fs::read_dir(&games) {
        Ok(entries) => entries.filter_map(|entry| Some(entry.ok()?.path())).collect(),
        // A checkout without games builds a program that ships none.
        Err(_) => Vec::new(),
    };
    files.retain(|path| path.extension().is_some_and(|extension| extension == "rules"));
    files.sort();
    let mut table = String::from("&[\n");
    for path in &files {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        writeln!(table, "    ({name:?}, include_str!({:?})),", path.display().to_string()).expect("a string takes all");
    }
    table.push_str("]\n");
    write_out("shipped.rs", &table);
    write_out("examples.rs", &examples(&games));
}

/// Scripted games of shipped games, which their documents tell: those in `examples/`, in order of their names.
fn examples(games: &Path) -> String {
    let folder = games.join("..").join("examples");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<PathBuf> = Vec::new();
    for inner in entries(&folder).into_iter().filter(|path| path.is_dir()) {
        files.extend(entries(&inner));
    }
    files.retain(|path| path.extension().is_some_and(|extension| extension == "yaml"));
    files.sort();
    let mut table = String::from("&[\n");
    for path in &files {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        writeln!(table, "    ({name:?}, include_str!({:?})),", path.display().to_string()).expect("a string takes all");
    }
    table.push_str("]\n");
    table
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).map_or_else(|_| Vec::new(), |entries| entries.flatten().map(|entry| entry.path()).collect())
}

fn write_out(name: &str, text: &str) {
    let out = Path::new(&variable("OUT_DIR")).join(name);
    fs::write(out, text).expect("the output directory can be written");
}

fn variable(name: &str) -> String {
    env::var(name).expect("cargo sets this variable")
}
