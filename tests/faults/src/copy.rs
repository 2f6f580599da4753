//! A copy of the project with every fault in it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::list::Fault;
use crate::plant;

/// Copies all files that are kept under version control or are new, with the faults in theirs. What is there already as it should be is
/// not written again, so that little is built anew.
///
/// # Errors
///
/// A sentence if a file cannot be read or written, or a fault not be put.
pub fn make(root: &Path, copy: &Path, faults: &[Fault]) -> Result<(), String> {
    let mut of_file: BTreeMap<&Path, Vec<(usize, &Fault)>> = BTreeMap::new();
    let mut doors = Vec::new();
    for (position, fault) in faults.iter().enumerate() {
        of_file.entry(&fault.file).or_default().push((position + 1, fault));
        doors.extend(doors_of(root, &fault.file)?);
    }
    let files = kept(root)?;
    forget(copy, &files)?;
    for file in files {
        let source = root.join(&file);
        if !source.is_file() {
            continue;
        }
        let mut bytes = std::fs::read(&source).map_err(|error| format!("{}: {error}", source.display()))?;
        let planted = of_file.remove(file.as_path());
        if planted.is_some() || doors.contains(&file) {
            let text = String::from_utf8(bytes).map_err(|_| format!("{} is no text", file.display()))?;
            let mut text = plant::plant(&text, planted.as_deref().unwrap_or_default())?;
            if doors.contains(&file) {
                text.push_str(plant::ASKED);
            }
            bytes = text.into_bytes();
        }
        write(&copy.join(&file), &bytes)?;
    }
    match of_file.first_key_value() {
        Some((file, _)) => Err(format!("{} is no file of the project", file.display())),
        None => Ok(()),
    }
}

/// What was copied before and is no longer there goes: tests take all files of some folders.
fn forget(copy: &Path, files: &[PathBuf]) -> Result<(), String> {
    let list = copy.join("copied.txt");
    for before in std::fs::read_to_string(&list).unwrap_or_default().lines().map(Path::new) {
        if !files.iter().any(|file| file == before) {
            let _ = std::fs::remove_file(copy.join(before));
        }
    }
    let names: String = files.iter().map(|file| format!("{}\n", file.display())).collect();
    write(&list, names.as_bytes())
}

fn kept(root: &Path) -> Result<Vec<PathBuf>, String> {
    let output = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .map_err(|error| format!("git: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).split('\0').filter(|name| !name.is_empty()).map(PathBuf::from).collect())
}

/// The first files of the crate that a file belongs to: of its library and of its program.
fn doors_of(root: &Path, file: &Path) -> Result<Vec<PathBuf>, String> {
    let folder = file
        .ancestors()
        .skip(1)
        .find(|folder| root.join(folder).join("Cargo.toml").is_file() && *folder != Path::new(""))
        .ok_or_else(|| format!("{} belongs to no crate", file.display()))?;
    let doors: Vec<PathBuf> = ["src/lib.rs", "src/main.rs"]
        .iter()
        .map(|name| folder.join(name))
        .filter(|door| root.join(door).is_file())
        .collect();
    Ok(doors)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    if std::fs::read(path).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    std::fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}
