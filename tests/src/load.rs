//! Reads games from files and checks them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rulehound_grammar::diagnostic::Severity;
use rulehound_grammar::lexemes::{LexemeKind, lexemes};
use rulehound_grammar::span::line_and_column;
use rulehound_interpreter::check::{Checked, Library, check};
use rulehound_interpreter::instance::{Table, default_names};
use rulehound_interpreter::model::{Model, Source};
use rulehound_interpreter::play::Game;

/// Files beside the one that extends them.
struct Folder;

impl Library for Folder {
    fn read(&mut self, name: &str, from: Option<&str>) -> Result<Source, String> {
        let folder = from.and_then(|from| Path::new(from).parent()).unwrap_or(Path::new(""));
        let path = folder.join(name);
        let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
        Ok(Source { name: path.display().to_string(), text })
    }
}

/// What loading a file gave.
type Loaded = Arc<OnceLock<Result<Arc<Model>, String>>>;

/// What was loaded already: dozens of tests go through all games, and no test writes one of these files.
static LOADED: Mutex<BTreeMap<PathBuf, Loaded>> = Mutex::new(BTreeMap::new());

/// A game from its file.
///
/// # Errors
/// All errors the checker finds, one a line.
pub fn load(path: &Path) -> Result<Arc<Model>, String> {
    let loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner).entry(path.to_owned()).or_default().clone();
    loaded.get_or_init(|| model_or_errors(check(&path.display().to_string(), &mut Folder))).clone()
}

fn model_or_errors(checked: Checked) -> Result<Arc<Model>, String> {
    let Some(model) = checked.model else {
        let errors = checked.diagnostics.iter().filter(|one| one.severity == Severity::Error);
        let lines = errors.map(|one| {
            let source = &checked.sources[usize::from(one.primary.at.file.0)];
            let (line, column) = line_and_column(&source.text, one.primary.at.span.start);
            format!("{}:{line}:{column}: {} {}: {}", source.name, one.code, one.message, one.primary.text)
        });
        return Err(lines.collect::<Vec<_>>().join("\n"));
    };
    Ok(Arc::new(model))
}

/// All `.rules` files of a folder by name.
///
/// # Panics
/// If there are none: a test that goes through them would look at nothing.
pub fn rules_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(|path| is_rules(path)).collect();
    assert!(!files.is_empty(), "{} holds no rules", folder.display());
    files.sort();
    files
}

/// The shipped games and the classics that stand in one file each, with their texts.
///
/// # Panics
/// If they cannot be read.
pub fn games_in_one_file() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = rules_in(&root.join("../games"));
    paths.extend(rules_in(&root.join("../examples/classics")));
    let text =
        |path: &PathBuf| std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let read = paths.into_iter().map(|path| (path.clone(), text(&path)));
    let games: Vec<(PathBuf, String)> = read.filter(|(_, text)| !text.contains("extends \"")).collect();
    assert!(games.len() > 12, "{} games", games.len());
    games
}

/// Where the numbers of rules stand, in bytes: not those in texts, prose or remarks.
pub fn numbers(text: &str) -> Vec<(usize, usize)> {
    let all = lexemes(text).into_iter().filter(|one| one.kind == LexemeKind::Number);
    all.map(|one| (one.span.start as usize, one.span.end as usize)).collect()
}

fn is_rules(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "rules")
}

/// Tables with the fewest and the most players.
pub fn tables(model: &Model) -> Vec<Table> {
    let (least, most) = (model.players.least, model.players.most);
    let counts = if least == most { vec![least] } else { vec![least, most] };
    counts.into_iter().map(|count| table_for(model, usize::from(count))).collect()
}

/// A table with so many players, called as the rules call them if they do.
pub fn table_for(model: &Model, players: usize) -> Table {
    let named = model.players.names.clone();
    let players = if named.is_empty() { default_names(players) } else { named };
    Table { players, ..Table::default() }
}

/// A game at a table with so many players.
///
/// # Panics
/// If so many cannot play it.
pub fn game_for(model: Arc<Model>, players: usize) -> Game {
    let table = table_for(&model, players);
    Game::load(model, &table).unwrap_or_else(|error| panic!("{error}"))
}

/// A game at a table with the fewest players.
///
/// # Panics
/// If the table does not fit the rules, which would be a fault of the checker.
pub fn smallest(model: Arc<Model>) -> Game {
    let least = usize::from(model.players.least);
    game_for(model, least)
}

/// A game from a text alone; shipped games may be extended.
///
/// # Errors
/// All errors the checker finds, one a line.
pub fn load_text(text: &str) -> Result<Arc<Model>, String> {
    struct Alone<'t>(&'t str);
    impl Library for Alone<'_> {
        fn read(&mut self, name: &str, from: Option<&str>) -> Result<Source, String> {
            let shipped = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../games").join(name);
            let text = match from {
                None => self.0.to_owned(),
                Some(_) => std::fs::read_to_string(shipped()).map_err(|error| error.to_string())?,
            };
            Ok(Source { name: name.to_owned(), text })
        }
    }
    model_or_errors(check("game.rules", &mut Alone(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "no-such-folder")]
    fn a_missing_folder_is_no_empty_one() {
        rules_in(Path::new("no-such-folder"));
    }

    #[test]
    #[should_panic(expected = "holds no rules")]
    fn a_folder_without_rules_is_told() {
        rules_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    }
}
