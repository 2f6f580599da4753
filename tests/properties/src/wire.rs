//! What browsers send to a table.

use std::sync::LazyLock;

use rulehound_interpreter::instance::Table;
use rulehound_interpreter::model::Model;
use rulehound_table::{Link, Opening, Store, Tables};
use rulehound_tests::documents::folder;
use rulehound_tests::load::{load, table_for};

/// The game: questions of several kinds, answers at once, chance.
static RULES: LazyLock<std::sync::Arc<Model>> = LazyLock::new(|| {
    let path = folder("examples/classics").join("liars-dice.rules");
    load(&path).unwrap_or_else(|errors| panic!("{errors}"))
});

/// Lines of text from browsers at a table: the first sign of a line says from which seat, the rest is a message. Nothing makes the table
/// fail, and afterwards it still takes an answer.
pub fn wire(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (tables, links) = open();
    for line in text.lines().take(40) {
        let mut signs = line.chars();
        let seat = signs.next().map_or(0, |sign| sign as usize) % links.len();
        let Some(link) = links.get(seat) else { continue };
        let _ = tables.hear(&link.table, link.key.as_str(), signs.as_str());
    }
    let link = links.first().expect("a seat");
    let pong = tables.hear(&link.table, link.key.as_str(), r#"{"t":"ping"}"#);
    // Frames are as long as their neighbours, so blanks may follow.
    assert_eq!(pong.expect("the table is there").as_deref().map(str::trim_end), Some(r#"{"t":"pong"}"#));
}

fn open() -> (Tables, Vec<Link>) {
    let model = RULES.clone();
    let table: Table = table_for(&model, 2);
    let opening = Opening {
        name: "liars-dice".to_owned(),
        sources: model.sources.clone(),
        model,
        table,
        bots: Vec::new(),
        seed: 7,
    };
    let tables = Tables::new(Store::memory().expect("memory"));
    let links = tables.open(opening).expect("the rules are sound");
    (tables, links)
}

/// What browsers say, of every kind.
pub fn good() -> Vec<Vec<u8>> {
    let lines = [
        "0{\"t\":\"answer\",\"q\":0,\"id\":\"a\",\"o\":0}\n1{\"t\":\"answer\",\"q\":0,\"id\":\"b\",\"o\":1}\n",
        "0{\"t\":\"why\",\"q\":0,\"what\":[\"bid\",\"3\"]}\n2{\"t\":\"record\"}\n",
        "0{\"t\":\"undo\"}\n1{\"t\":\"agree\",\"yes\":true}\n0{\"t\":\"again\"}\n0{\"t\":\"ping\"}\n",
        "0{\"t\":\"sit\",\"table\":\"x\",\"key\":\"y\"}\n",
    ];
    lines.iter().map(|line| line.as_bytes().to_vec()).collect()
}
