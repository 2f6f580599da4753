//! What comes from others: each is named with its reason, and its terms go with the program.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The systems that packages are made for.
fn targets() -> Vec<String> {
    let settings = read("deny.toml");
    let list = settings.split("targets = [").nth(1).and_then(|rest| rest.split(']').next()).expect("a list");
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Crates of others in the program on such a system, as `name version`.
fn carried(target: &str) -> BTreeSet<String> {
    let tree = |offline: &[&str]| {
        let tree = ["tree", "--package", "rulehound-cli", "--edges", "normal,no-proc-macro", "--target", target];
        let shape = ["--prefix", "none", "--format", "{p}", "--locked"];
        Command::new(env!("CARGO")).args(tree).args(shape).args(offline).current_dir(root()).output().expect("cargo")
    };
    let mut found = tree(&["--offline"]);
    // What only other systems need is not there on a new machine until somebody asks for it.
    if String::from_utf8_lossy(&found.stderr).contains("--offline was specified") {
        found = tree(&[]);
    }
    let tree = found;
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let text = String::from_utf8_lossy(&tree.stdout).into_owned();
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with("rulehound"));
    lines.map(|line| line.split_whitespace().take(2).collect::<Vec<_>>().join(" ").replace(" v", " ")).collect()
}

#[test]
fn the_terms_of_everything_carried_go_with_it() {
    let notices = read("THIRD-PARTY.md");
    let noted: BTreeSet<&str> = notices.lines().filter_map(|line| line.strip_prefix("- ")).collect();
    let targets = targets();
    assert!(targets.len() > 3, "{targets:?}");
    let carried: BTreeSet<String> = targets.iter().flat_map(|target| carried(target)).collect();
    assert!(carried.len() > 100, "{carried:?}");
    let missing: Vec<&String> = carried.iter().filter(|one| !noted.contains(one.as_str())).collect();
    assert!(missing.is_empty(), "THIRD-PARTY.md lacks {missing:?}; run `.ci/notices`");
    // What the pages are made of, as the bundle itself says.
    let bundle = read("table/page/editor.js");
    let head = bundle.split("*/").next().expect("a comment");
    let parts: Vec<&str> = head.lines().filter(|line| line.trim_start().starts_with('@')).collect();
    assert!(parts.len() > 5, "{head}");
    for part in parts {
        let named = part.split(" (").next().unwrap_or_default().trim();
        assert!(noted.contains(named), "THIRD-PARTY.md lacks {named}; run `.ci/notices`");
    }
}

/// `docs/dependencies.md` has a row for everything that we chose, with what it is for.
#[test]
fn every_dependency_says_what_it_is_for() {
    let manifest = read("Cargo.toml");
    let listed = manifest.split("[workspace.dependencies]").nth(1).and_then(|rest| rest.split("\n[").next());
    let lines =
        listed.expect("the list").lines().filter(|line| !line.is_empty() && !line.starts_with(['#', '"', ' ', ']']));
    let names = lines.filter_map(|line| line.split(" = ").next()).filter(|name| !name.starts_with("rulehound"));
    let chosen: BTreeSet<&str> = names.collect();
    assert!(chosen.len() > 30, "{chosen:?}");
    let page = read("docs/dependencies.md");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    let told: BTreeSet<&str> = rows.clone().map(|(name, _)| name).collect();
    assert_eq!(told, chosen, "the rows of docs/dependencies.md, and [workspace.dependencies]");
    for (name, rest) in rows {
        let cells: Vec<&str> = rest.split(" | ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
        assert!(cells.len() >= 2 && cells[1].len() > 10, "{name} says nothing of what it is for: {cells:?}");
    }
}

/// One number for all crates: whoever publishes them changes it in one place, and where the crates name each other.
#[test]
fn all_crates_have_one_version() {
    let manifest = read("Cargo.toml");
    let version = manifest.lines().find_map(|line| line.strip_prefix("version = ")).expect("a version");
    let own: Vec<&str> =
        manifest.lines().filter(|line| line.starts_with("rulehound") && line.contains("version = ")).collect();
    assert!(own.len() > 10, "{own:?}");
    for line in own {
        assert!(line.contains(&format!("version = {version}")), "{line} is not {version}");
    }
}
