//! Texts that are written into scripts are read as they were.

use rulehound_script::{quoted, read};

fn check(text: &str, written: &str) {
    assert_eq!(quoted(text), written);
    let step = format!("game: g\nsteps:\n  - say: {written}\n  - roll: [{written}, {written}]\n");
    let script = read(&step);
    assert!(script.is_ok(), "{script:?}");
    assert!(format!("{script:?}").matches(&format!("{text:?}")).count() >= 3, "{script:?}");
}

#[test]
fn plain_words_stay_plain() {
    check("pull out another card", "pull out another card");
    check("6 from tree 24 (2)", "6 from tree 24 (2)");
    check("3", "3");
}

#[test]
fn all_else_is_quoted() {
    check("a: b", "\"a: b\"");
    check("{n}, [x] # y", "\"{n}, [x] # y\"");
    check("null", "\"null\"");
    check("- \"x\" \\", "\"- \\\"x\\\" \\\\\"");
    check("two\nlines\t", "\"two\\nlines\\t\"");
    check("", "\"\"");
    check(" blank ", "\" blank \"");
    check("→", "\"\\U00002192\"");
    check("Größe", "Größe");
}
