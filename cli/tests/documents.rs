//! Rule documents written by the command line.

use crate::tool::{Folder, GAME};

#[test]
fn a_document_is_written_and_written_again() {
    let folder = Folder::new("doc");
    folder.file("games/a.rules", GAME);
    folder.run("doc games/a.rules -o pages").prints("wrote pages/a.html");
    assert!(folder.text("pages/a.html").starts_with("<!DOCTYPE html>"));
    folder.run("doc games/a.rules -o pages --format markdown").prints("wrote pages/a.md");
    assert!(folder.text("pages/a.md").contains("\n# "));
    // What the command wrote it may write again.
    folder.run("doc games/a.rules -o pages").prints("wrote pages/a.html");
    folder.run("doc games/a.rules -o pages --format markdown").prints("wrote pages/a.md");
    let printed = folder.run("doc games/a.rules --stdout");
    assert_eq!(printed.out, folder.text("pages/a.html"));
    folder.run("doc hot-dog backgammon -o pages").prints("wrote pages/backgammon.html");
}

#[test]
fn what_somebody_else_wrote_is_kept() {
    let folder = Folder::new("doc-kept");
    folder.file("a.rules", GAME).file("a.html", "<p>my own notes</p>");
    folder.run("doc a.rules").complains(4, "`rulehound doc` did not write what is there");
    assert_eq!(folder.text("a.html"), "<p>my own notes</p>");
    folder.run("doc a.rules --force").prints("wrote");
    assert!(folder.text("a.html").contains("rulehound doc"));
}

#[test]
fn examples_of_a_folder_are_played() {
    let folder = Folder::new("doc-examples");
    let script =
        "game: hot-dog\ntitle: A start\nplayers: [Ann, Ben]\nphase: prepare\nsteps:\n  - expect: {count Ann.bag: 9}\n";
    folder.file("scripts/a.yaml", script).file("scripts/other.yaml", script.replace("hot-dog", "spots"));
    let page = folder.run("doc hot-dog --stdout --examples scripts").out;
    assert!(page.contains("A start") && !page.contains("Golden bones"), "only those of the folder");
    assert!(folder.run("doc hot-dog --stdout").out.contains("Golden bones"));
    folder.file("scripts/a.yaml", script.replace(": 9", ": 8"));
    folder.run("doc hot-dog --stdout --examples scripts").complains(1, "not-as-expected");
}

#[test]
fn a_game_of_ones_own_has_no_examples_of_a_shipped_one_that_is_called_alike() {
    let folder = Folder::new("doc-alike");
    folder.file("hot-dog.rules", GAME);
    let page = folder.run("doc hot-dog.rules --stdout");
    page.prints("Up to Ten");
    assert!(!page.out.contains("Golden bones"), "{}", page.out);
    // The shipped game has them, read from its own file, too.
    let shipped = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/hot-dog.rules");
    folder.file("hot-dog.rules", std::fs::read_to_string(shipped).expect("its file"));
    folder.run("doc hot-dog.rules --stdout").prints("Golden bones");
}

#[test]
fn a_variant_tells_what_changes_or_all() {
    let folder = Folder::new("doc-variant");
    let changes = folder.run("doc hot-dog-young --stdout").out;
    let whole = folder.run("doc hot-dog-young --stdout --whole").out;
    assert!(changes.contains("What changes") && !changes.contains("rule-draw_or_stop"));
    assert!(!whole.contains("What changes") && whole.contains("rule-draw_or_stop"));
    folder.file("mine.rules", "game \"Mine\" extends \"hot-dog.rules\"\nreplace players 3\n");
    folder.run("doc mine.rules --stdout").prints("3 players");
}

#[test]
fn wrong_rules_have_no_document() {
    let folder = Folder::new("doc-wrong");
    folder.file("a.rules", "game \"A\"\nplayers 2\nphase play { win nobodyy }\n");
    folder.run("doc a.rules").complains(1, "unknown-name");
    folder.run("doc nowhere.rules").complains(4, "there is no such file");
    folder.run("doc").complains(2, "GAME");
}
