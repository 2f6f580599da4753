//! From a sign that is typed to the findings, over the protocol: the longest shipped game, and made-up rules of about 2,000 lines.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::disallowed_methods,
    missing_docs,
    reason = "a measurement is no part of the server"
)]

// What only the tests ask for stays unused here.
#[allow(dead_code)]
#[path = "../tests/editor/mod.rs"]
mod editor;

use criterion::{Criterion, criterion_group, criterion_main};
use editor::Editor;
use rulehound_tests::synthetic;
use serde_json::json;

fn typing(criterion: &mut Criterion, name: &str, text: &str) {
    let mut editor = Editor::new(&[]);
    editor.open("game.rules", text);
    editor.findings("game.rules");
    let line = text.lines().count() / 2;
    let at = |start: u32, end: u32| json!({ "start": { "line": line, "character": start }, "end": { "line": line, "character": end } });
    let mut written = false;
    criterion.bench_function(name, |bencher| {
        bencher.iter(|| {
            // A blank at the beginning of a line in the middle comes and goes.
            let change = if written {
                json!({ "range": at(0, 1), "text": "" })
            } else {
                json!({ "range": at(0, 0), "text": " " })
            };
            written = !written;
            editor.edit("game.rules", json!([change]));
            editor.findings("game.rules")
        });
    });
}

fn keystroke(criterion: &mut Criterion) {
    let spots = std::fs::read_to_string("../games/spots.rules").expect("a shipped game");
    typing(criterion, &format!("spots, {} lines", spots.lines().count()), &spots);
    let long = synthetic::rules(120_000);
    typing(criterion, &format!("made up, {} lines", long.lines().count()), &long);
}

criterion_group!(benches, keystroke);
criterion_main!(benches);
