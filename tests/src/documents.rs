//! Rule documents of the shipped games, made as the command line makes them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rulehound_interpreter::document::{self, Document, Example};
use rulehound_interpreter::model::Model;
use rulehound_interpreter::script::read;

use crate::load::{load, load_text, rules_in};

/// A folder of the project.
pub fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)
}

/// The names of the shipped games.
pub fn games() -> Vec<String> {
    let files = rules_in(&folder("games"));
    files.iter().map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned()).collect()
}

/// A shipped game.
pub fn shipped(name: &str) -> Arc<Model> {
    load(&folder("games").join(format!("{name}.rules"))).unwrap_or_else(|errors| panic!("{errors}"))
}

/// The worked examples of a shipped game.
pub fn examples(name: &str, model: &Arc<Model>) -> Vec<Example> {
    let inner = |folder: &Path| -> Vec<PathBuf> {
        let mut paths: Vec<PathBuf> =
            std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        paths.sort();
        paths
    };
    let all = inner(&folder("examples")).into_iter().filter(|path| path.is_dir()).flat_map(|path| inner(&path));
    let scripts = all.filter(|path| path.extension().is_some_and(|extension| extension == "yaml"));
    let texts = scripts.map(|path| std::fs::read_to_string(path).expect("a script"));
    let of_game = |text: &String| read(text).is_ok_and(|script| script.game.text == name);
    texts.filter(of_game).map(|text| Example::play(&text, model).unwrap_or_else(|error| panic!("{error:#?}"))).collect()
}

/// The document of a shipped game, or the page of a shipped variant.
pub fn document_of(name: &str) -> Document {
    let model = shipped(name);
    let examples = examples(name, &model);
    match document::origin(&model.sources) {
        Some(source) => {
            let base = load(Path::new(&source.name)).unwrap_or_else(|errors| panic!("{errors}"));
            document::variant(&base, &model, &examples)
        }
        None => document::document(&model, &examples),
    }
}

/// A game from a text alone; shipped games may be extended.
pub fn game(text: &str) -> Arc<Model> {
    load_text(text).unwrap_or_else(|errors| panic!("{errors}"))
}
