//! Writes the table of shipped games from the files that lie here, so that nothing else has to list them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let folder = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<PathBuf> =
        fs::read_dir(&folder).expect("the games can be listed").flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "rules"));
    files.sort();
    assert!(!files.is_empty(), "no game lies in {}: a program built from here would ship none", folder.display());
    let mut table = String::from("&[\n");
    for path in &files {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        writeln!(table, "    ({name:?}, include_str!({:?})),", path.display().to_string()).expect("a string takes all");
    }
    table.push_str("]\n");
    let out = Path::new(&variable("OUT_DIR")).join("games.rs");
    fs::write(out, table).expect("the output directory can be written");
}

fn variable(name: &str) -> String {
    env::var(name).expect("cargo sets this variable")
}
