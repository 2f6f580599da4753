//! From a sign that is typed to the findings, over the protocol: the longest shipped game, and made-up rules of about 2,000 lines.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    clippy::print_stdout,
    missing_docs,
    reason = "a measurement is no part of the server"
)]

// What only the tests ask for stays unused here.
#[allow(dead_code)]
#[path = "../tests/editor/mod.rs"]
mod editor;

use std::time::Instant;

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

/// How many signs are typed and taken back again.
const SIGNS: usize = 500;

/// Types signs anywhere in a text, sound or not, and takes each back: the median of all keystrokes, and what 99 of 100 do not take longer than.
/// `others` are files beside it.
fn anywhere(name: &str, text: &str, others: &[(&str, &str)]) {
    const TYPED: [&str; 10] = ["a", " ", "(", ")", "{", "}", "=", ".", "\"", "\n"];
    let mut editor = Editor::new(others);
    editor.open("game.rules", text);
    editor.findings("game.rules");
    let lines: Vec<&str> = text.lines().collect();
    let mut chance = 1_u64;
    let mut next = |most: usize| {
        // Any numbers that are the same every time.
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(chance >> 33).expect("31 bits") % most
    };
    let mut took = Vec::new();
    for _ in 0..SIGNS {
        let line = next(lines.len());
        let at = next(lines[line].encode_utf16().count() + 1);
        let sign = TYPED[next(TYPED.len())];
        let (start, behind) = (
            json!({ "line": line, "character": at }),
            match sign {
                "\n" => json!({ "line": line + 1, "character": 0 }),
                _ => json!({ "line": line, "character": at + 1 }),
            },
        );
        for (end, text) in [(&start, sign), (&behind, "")] {
            let begun = Instant::now();
            editor.edit("game.rules", json!([{ "range": { "start": start, "end": end }, "text": text }]));
            editor.findings("game.rules");
            took.push(begun.elapsed());
        }
    }
    took.sort();
    let part = |hundredth: usize| took[(took.len() - 1) * hundredth / 100].as_secs_f64() * 1e3;
    println!("{name}: {} keystrokes anywhere, median {:.1} ms, p99 {:.1} ms", took.len(), part(50), part(99));
}

/// Sixteen files, each a variant of the one before; somebody types in the last.
fn chain() {
    let first = synthetic::rules(60_000);
    let mut files = vec![("v1.rules".to_owned(), first)];
    for number in 2..=16 {
        let before = number - 1;
        let text = format!(
            "game \"Variant {number}\" extends \"v{before}.rules\"\n\nreplace def grown_{number}(m: 1..12, n: 1..12) =\n  if n > m then {number} else 0\n"
        );
        files.push((format!("v{number}.rules"), text));
    }
    let last = files.pop().map(|(_, text)| text).unwrap_or_default();
    let others: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    anywhere("a variant of a variant, sixteen files deep", &last, &others);
}

/// The longest file there can be, opened: until its findings are there.
fn longest() {
    let text = synthetic::rules((1 << 20) - 4_096);
    let mut editor = Editor::new(&[]);
    let begun = Instant::now();
    editor.open("game.rules", &text);
    editor.findings("game.rules");
    println!(
        "{} bytes, {} lines: opened in {:.0} ms",
        text.len(),
        text.lines().count(),
        begun.elapsed().as_secs_f64() * 1e3
    );
}

fn keystroke(criterion: &mut Criterion) {
    let spots = std::fs::read_to_string("../games/spots.rules").expect("a shipped game");
    typing(criterion, &format!("spots, {} lines", spots.lines().count()), &spots);
    let long = synthetic::rules(120_000);
    let name = format!("made up, {} lines", long.lines().count());
    typing(criterion, &name, &long);
    anywhere(&name, &long, &[]);
    chain();
    longest();
}

criterion_group!(benches, keystroke);
criterion_main!(benches);
