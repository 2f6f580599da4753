//! Writes the tables of scripted games and of classics from the files that lie here, so that nothing else has to list them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let folder = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    println!("cargo::rerun-if-changed={}", folder.display());
    let folders: Vec<PathBuf> = entries(&folder).into_iter().filter(|path| path.is_dir()).collect();
    let (classics, others): (Vec<PathBuf>, Vec<PathBuf>) =
        folders.into_iter().partition(|path| path.file_name().is_some_and(|name| name == "classics"));
    write_table("scripts.rs", others.iter().flat_map(|folder| entries(folder)).collect(), "yaml");
    write_table("classics.rs", classics.iter().flat_map(|folder| entries(folder)).collect(), "rules");
}

/// Names and texts of the files that end so, in order of the names.
fn write_table(name: &str, mut files: Vec<PathBuf>, ending: &str) {
    files.retain(|path| path.extension().is_some_and(|extension| extension == ending));
    files.sort();
    assert!(!files.is_empty(), "no file ends with .{ending}: a program built from here would lack them");
    let mut table = String::from("&[\n");
    for path in &files {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        writeln!(table, "    ({name:?}, include_str!({:?})),", path.display().to_string()).expect("a string takes all");
    }
    table.push_str("]\n");
    let out = Path::new(&variable("OUT_DIR")).join(name);
    fs::write(out, table).expect("the output directory can be written");
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the examples can be listed");
    entries.flatten().map(|entry| entry.path()).collect()
}

fn variable(name: &str) -> String {
    env::var(name).expect("cargo sets this variable")
}
