//! From text to a game that can be played: the longest shipped game, and rules of growing length, whose time per byte should stay the same.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rulehound_grammar::parse;
use rulehound_grammar::span::FileId;
use rulehound_interpreter::check::{Library, check};
use rulehound_interpreter::instance::Table;
use rulehound_interpreter::model::{Model, Source};
use rulehound_interpreter::play::Game;
use rulehound_tests::load::{rules_in, tables};
use rulehound_tests::synthetic;

/// One text in memory.
struct Text<'a>(&'a str);

impl Library for Text<'_> {
    fn read(&mut self, name: &str, _from: Option<&str>) -> Result<Source, String> {
        Ok(Source { name: name.to_owned(), text: self.0.to_owned() })
    }
}

fn checked(text: &str) -> Model {
    let checked = check("game.rules", &mut Text(text));
    checked.model.unwrap_or_else(|| panic!("not a game: {:?}", checked.diagnostics.first()))
}

/// With as many players as can be.
fn table(model: &Model) -> Table {
    tables(model).pop().expect("somebody plays")
}

/// Parsed; parsed and checked; put on a table and lowered; and all of it.
fn stages(criterion: &mut Criterion, name: &str, text: &str) {
    let model = Arc::new(checked(text));
    let table = table(&model);
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Bytes(text.len() as u64)).sample_size(20);
    group.bench_function("parse", |bencher| bencher.iter(|| parse(FileId(0), black_box(text))));
    group.bench_function("parse and check", |bencher| bencher.iter(|| checked(black_box(text))));
    group.bench_function("lower", |bencher| bencher.iter(|| Game::load(model.clone(), &table).expect("it fits")));
    group.bench_function("all", |bencher| {
        bencher.iter(|| Game::load(Arc::new(checked(black_box(text))), &table).expect("it fits"));
    });
    group.finish();
}

/// The longest game that stands in one file.
fn longest_shipped() -> (PathBuf, String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games");
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("it can be read");
        (path, text)
    };
    rules_in(&folder).into_iter().map(read).max_by_key(|(_, text)| text.len()).expect("a shipped game")
}

fn loading(criterion: &mut Criterion) {
    let (path, text) = longest_shipped();
    let name = path.file_stem().expect("a name").to_string_lossy();
    stages(criterion, &name, &text);
    for kilobytes in [250, 500, 1_000] {
        stages(criterion, &format!("{kilobytes} KB"), &synthetic::rules(kilobytes * 1_000));
    }
}

criterion_group!(benches, loading);
criterion_main!(benches);
