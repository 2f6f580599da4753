//! What is printed says the same as what was read, and printing it again changes nothing.
#![expect(clippy::unwrap_used, reason = "a test")]

use std::path::Path;

use rulehound_grammar::span::FileId;
use rulehound_grammar::tree::{File, shape};
use rulehound_grammar::{format, parse, print};

fn read(text: &str, path: &Path) -> File {
    let parsed = parse(FileId(0), text);
    assert_eq!(parsed.diagnostics, [], "{}\n{text}", path.display());
    parsed.file
}

fn comments(file: &File) -> Vec<&str> {
    file.comments.iter().map(|comment| comment.text.as_str()).collect()
}

/// The properties that hold for every readable text.
fn check(text: &str, path: &Path) {
    let tree = read(text, path);
    let formatted = format(text).unwrap();
    let printed = print(&tree);
    for (way, text) in [("formatted", &formatted), ("printed", &printed)] {
        let again = read(text, path);
        similar(&shape(&tree), &shape(&again), path, way);
        assert_eq!(comments(&tree), comments(&again), "{way} {}", path.display());
    }
    similar(&formatted, &format(&formatted).unwrap(), path, "formatted twice");
    similar(&printed, &print(&read(&printed, path)), path, "printed twice");
}

fn similar(left: &str, right: &str, path: &Path, what: &str) {
    if left != right {
        let at = left.lines().zip(right.lines()).position(|(left, right)| left != right).unwrap_or(0);
        let around = |text: &str| text.lines().skip(at.saturating_sub(3)).take(7).collect::<Vec<_>>().join("\n");
        panic!("{what} {}, line {}:\n{}\n--- or ---\n{}", path.display(), at + 1, around(left), around(right));
    }
}

#[test]
fn readable_files() {
    insta::glob!("readable/*.rules", |path| check(&std::fs::read_to_string(path).unwrap(), path));
}
