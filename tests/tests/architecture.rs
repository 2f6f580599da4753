//! What is written about files and tests of this repository is so: the pages name only paths that exist, and `.ci/long` every long test.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

#[test]
fn every_path_on_the_architecture_page_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for page in ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"] {
        let text = std::fs::read_to_string(root.join(page)).expect("the page is there");
        let quoted = text.split('`').skip(1).step_by(2);
        let paths = quoted.filter(|words| words.contains('/') && !words.contains([' ', '<', '│', '\n']));
        let linked = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for path in paths.chain(linked.filter(|link| !link.contains("://"))) {
            assert!(root.join(path).exists(), "{page} names `{path}`, which does not exist");
        }
    }
}

/// All files of Rust.
fn sources(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() && name != "target" && name != "node_modules" && !name.starts_with('.') {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push(path);
            }
        }
    }
    found
}

/// Nothing is ignored for good.
#[test]
fn every_ignored_test_is_run_by_the_script_for_long_ones() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let script = std::fs::read_to_string(root.join(".ci/long")).expect("the script");
    let run: BTreeSet<(&str, &str)> = script
        .lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            Some((words.next()?, words.next()?))
        })
        .collect();
    let mut ignored = 0;
    for path in sources(&root) {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let file = path.file_stem().unwrap_or_default().to_string_lossy();
        for behind in text.split("\n#[ignore").skip(1) {
            let name = behind.split_once("\nfn ").and_then(|(_, rest)| rest.split_once('(')).expect("a function").0;
            // What stands beside what it looks at is named with its path.
            let within = format!("::{file}::{name}");
            let is_run = run.contains(&(file.as_ref(), name)) || script.lines().any(|line| line.ends_with(&within));
            assert!(is_run, "{file}: {name} is run by nobody; add it to .ci/long");
            ignored += 1;
        }
    }
    assert!(ignored > 5, "only {ignored} ignored tests were found");
}

#[test]
fn every_file_of_tests_is_part_of_the_program_that_runs_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for package in ["tests", "cli", "table", "language-server"] {
        let read = |path: &str| std::fs::read_to_string(root.join(package).join(path)).expect("a file");
        let (listed, manifest) = (read("tests/testsuite.rs"), read("Cargo.toml"));
        for entry in std::fs::read_dir(root.join(package).join("tests")).expect("tests") {
            let path = entry.expect("an entry").path();
            let file = path.file_stem().unwrap_or_default().to_string_lossy();
            if path.extension().is_some_and(|ending| ending == "rs") {
                let run = listed.lines().any(|line| line == format!("mod {file};"))
                    || manifest.contains(&format!("path = \"tests/{file}.rs\""));
                assert!(run, "{} is run by nobody; name it in tests/testsuite.rs", path.display());
            }
        }
    }
}
