//! Good files to damage: all rules and scripts of the project, and saves of games in the middle.

use std::path::{Path, PathBuf};

use rulehound_interpreter::play::{Game, Seeded};

use crate::documents::folder;
use crate::load::{load, rules_in, tables};
use crate::playout::playout;
use crate::saves::unsealed;

/// What kind of file it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A game or variant.
    Rules,
    /// A scripted game.
    Script,
    /// A saved position.
    Save,
}

/// Good files.
pub struct Corpus {
    rules: Vec<(PathBuf, Vec<u8>)>,
    scripts: Vec<(PathBuf, Vec<u8>)>,
    saves: Vec<(PathBuf, Vec<u8>)>,
}

impl Corpus {
    /// All files of the project.
    ///
    /// # Panics
    /// If one of them cannot be read, or a game is not in order.
    pub fn of_the_project() -> Self {
        let folders = ["games", "examples/classics", "tests/fixtures/points", "tests/fixtures/reference"];
        let games: Vec<PathBuf> = folders.iter().flat_map(|name| rules_in(&folder(name))).collect();
        let read = |path: PathBuf| {
            let bytes = std::fs::read(&path).expect("a file");
            (path, bytes)
        };
        let saves = games.iter().flat_map(|path| saves_of(path)).collect();
        let mut rules: Vec<PathBuf> = games;
        rules.extend(rules_in(&folder("tests/broken/rules")));
        let mut scripts = Vec::new();
        for name in ["examples", "tests/playthroughs", "tests/broken/scripts"] {
            scripts_below(&folder(name), &mut scripts);
        }
        assert!(rules.len() > 100 && scripts.len() > 100, "the project's files are not where they were");
        Self { rules: rules.into_iter().map(read).collect(), scripts: scripts.into_iter().map(read).collect(), saves }
    }

    /// Some good file.
    pub(super) fn pick(&self, chance: &mut Seeded) -> (Sort, &Path, &[u8]) {
        let (sort, files) = match chance.below(20) {
            0..=11 => (Sort::Rules, &self.rules),
            12..=17 => (Sort::Script, &self.scripts),
            _ => (Sort::Save, &self.saves),
        };
        let (path, bytes) = &files[chance.below(files.len())];
        (sort, path, bytes)
    }

    /// Another text of the same kind.
    pub(super) fn another(&self, sort: Sort, chance: &mut Seeded) -> String {
        let files = match sort {
            Sort::Rules => &self.rules,
            Sort::Script => &self.scripts,
            Sort::Save => &self.saves,
        };
        String::from_utf8_lossy(&files[chance.below(files.len())].1).into_owned()
    }
}

fn scripts_below(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            scripts_below(&entry, found);
        } else if entry.extension().is_some_and(|extension| extension == "yaml") {
            found.push(entry);
        }
    }
}

/// A random game at its beginning, and at three places in the middle.
fn saves_of(path: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let model = load(path).unwrap_or_else(|errors| panic!("{errors}"));
    let table = tables(&model).remove(0);
    let game = Game::load(model, &table).expect("the table fits");
    let mut saves = Vec::new();
    let mut stop = 0;
    let stops = [0, 7, 20, 60];
    // Enough has been seen then; a longer game need not be played to its end.
    let _ = playout(&game, 3, 0, &mut |position| {
        if stops.contains(&stop) {
            saves.push((path.to_owned(), unsealed(&position.save())));
        }
        stop += 1;
        if stop > 60 { Err(String::new()) } else { Ok(()) }
    });
    saves
}
