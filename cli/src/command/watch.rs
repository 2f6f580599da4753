//! Does something again whenever a file of rules or a script is written, until the program is ended.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher as _, recommended_watcher};

use super::{check, run};
use crate::arguments::{Check, Format, Run, Story, Watch};
use crate::exit::{Done, Exit, Failure};
use crate::output::{Output, complain};
use crate::rules;
use crate::table::EVERYTHING;

/// How long nothing must be written before it is looked at: an editor writes a file in several steps.
const REST: Duration = Duration::from_millis(50);

/// `watch`: checks the rules and plays the scripts in folders, again and again.
pub fn watch(arguments: &Watch) -> Done {
    let paths = &arguments.paths;
    if let Some(path) = paths.iter().find(|path| !path.exists()) {
        return Err(Failure::file(format!("there is no `{}`", path.display())));
    }
    again(|| paths.iter().flat_map(|path| folders_below(path)).collect(), || look(paths))
}

/// Checks and plays once.
fn look(paths: &[PathBuf]) -> Done {
    let mut worst = Exit::Fine;
    let games: Vec<String> = paths.iter().flat_map(|path| files(path, &["rules"])).map(named).collect();
    let scripts: Vec<PathBuf> =
        paths.iter().flat_map(|path| files(path, &["yaml", "yml"])).filter(|path| names_a_game(path)).collect();
    if games.is_empty() && scripts.is_empty() {
        complain("there are no rules and no scripts yet");
    }
    if !games.is_empty() {
        worst = worst.max(check::check(&Check {
            games,
            format: Format::Human,
            deny: None,
            fix: false,
            speed: false,
            verbose: false,
            watch: false,
        })?);
    }
    if !scripts.is_empty() {
        worst = worst.max(run::run(&Run {
            scripts,
            view: EVERYTHING.to_owned(),
            format: Format::Human,
            story: Story::Short,
            explain: false,
            offers: false,
            quiet: true,
            watch: false,
            coverage: false,
            lcov: None,
            force: false,
        })?);
    }
    Ok(worst)
}

fn named(path: PathBuf) -> String {
    path.to_string_lossy().into_owned()
}

/// YAML of another sort is left alone.
fn names_a_game(path: &Path) -> bool {
    std::fs::read_to_string(path).is_ok_and(|text| text.lines().any(|line| line.starts_with("game:")))
}

/// A file itself, or the files of a folder with these endings, in order of their names.
fn files(path: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let fits = |path: &PathBuf| path.extension().is_some_and(|end| endings.iter().any(|one| end == *one));
    if !path.is_dir() {
        return Some(path.to_path_buf()).filter(fits).into_iter().collect();
    }
    let mut found: Vec<PathBuf> = folders_below(path).iter().flat_map(|folder| entries(folder)).collect();
    found.retain(|path| fits(path) && path.is_file());
    found.sort();
    found.into_iter().map(|path| path.strip_prefix("./").map(Path::to_path_buf).unwrap_or(path)).collect()
}

/// The deepest folder that is looked into.
const MOST_DEPTH: usize = 8;

/// A folder and the folders in it, as far as rules may lie there; of a file the folder it lies in.
fn folders_below(path: &Path) -> BTreeSet<PathBuf> {
    if !path.is_dir() {
        return std::iter::once(folder_of(path)).collect();
    }
    let mut found = BTreeSet::new();
    let mut next = vec![(path.to_path_buf(), 0)];
    while let Some((folder, depth)) = next.pop() {
        let inner = entries(&folder).into_iter().filter(|path| path.is_dir() && !path.is_symlink());
        let is_looked_at = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            !name.starts_with('.') && name != "target" && name != "node_modules"
        };
        if depth < MOST_DEPTH {
            next.extend(inner.filter(is_looked_at).map(|path| (path, depth + 1)));
        }
        found.insert(folder);
    }
    found
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// The folder a file lies in.
fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_path_buf(),
        Some(_) | None => PathBuf::from("."),
    }
}

/// The folders of all files that games consist of; shipped games lie in none.
pub fn folders_of_games<'n>(names: impl IntoIterator<Item = &'n str>) -> BTreeSet<PathBuf> {
    let mut folders = BTreeSet::new();
    for name in names {
        let own = Path::new(name);
        let sources = rules::find(name).sources;
        let files = sources.iter().map(|source| Path::new(&source.name)).chain(Some(own));
        folders.extend(files.map(folder_of).filter(|folder| folder.is_dir()));
    }
    folders
}

/// The folders of scripts and of the games that they play.
pub fn folders_of_scripts(scripts: &[PathBuf]) -> BTreeSet<PathBuf> {
    let mut folders: BTreeSet<PathBuf> = scripts.iter().flat_map(|path| folders_below(path)).collect();
    for script in scripts.iter().flat_map(|path| files(path, &["yaml", "yml"])) {
        let text = std::fs::read_to_string(&script).unwrap_or_default();
        let game = text.lines().find_map(|line| line.strip_prefix("game:")).unwrap_or_default();
        let beside = folder_of(&script).join(game.trim().trim_matches('"'));
        folders.extend(folders_of_games([&*beside.to_string_lossy()]));
    }
    folders
}

/// Does something, and again whenever a file of rules or a script is written in these folders, which are asked for anew each time. What is
/// found wrong ends nothing.
pub fn again(mut folders: impl FnMut() -> BTreeSet<PathBuf>, mut once: impl FnMut() -> Done) -> Done {
    let mut changes = Changes::new()?;
    let mut written = 0;
    loop {
        // Watched before it is read, so that nothing written meanwhile is missed.
        changes.watch(folders())?;
        begin(written)?;
        let started = Instant::now();
        match once() {
            Ok(_) => {}
            Err(Failure { message: Some(message), .. }) => complain(&format!("error: {message}")),
            Err(Failure { message: None, .. }) => {}
        }
        // What was read may lie in further folders by now.
        if changes.watch(folders())? {
            continue;
        }
        let mut output = Output::new();
        output.line(format!("looked at in {} ms; waiting for changes, Ctrl-C ends", started.elapsed().as_millis()))?;
        output.flush()?;
        written = changes.next()?;
    }
}

/// Empties the screen, if there is one, and says how many files were written.
fn begin(written: usize) -> Done<()> {
    let mut output = Output::new();
    if output.is_terminal() {
        output.clear()?;
    }
    if written > 0 {
        output.line(format!("{written} {} written", if written == 1 { "file was" } else { "files were" }))?;
    }
    output.flush()
}

/// What is written in folders.
struct Changes {
    watcher: RecommendedWatcher,
    told: Receiver<notify::Result<Event>>,
    watched: BTreeSet<PathBuf>,
}

impl Changes {
    fn new() -> Done<Self> {
        let (tell, told) = channel();
        let watcher = recommended_watcher(tell).map_err(|error| refused(&error))?;
        Ok(Self { watcher, told, watched: BTreeSet::new() })
    }

    /// Watches these folders from now on; tells whether one of them is new. Files are not watched themselves, since many editors write
    /// another file and give it the name.
    fn watch(&mut self, folders: BTreeSet<PathBuf>) -> Done<bool> {
        let mut added = false;
        for folder in folders {
            if self.watched.insert(folder.clone()) {
                self.watcher.watch(&folder, RecursiveMode::NonRecursive).map_err(|error| refused(&error))?;
                added = true;
            }
        }
        Ok(added)
    }

    /// Waits until rules or scripts are written, and nothing more for a while; gives how many files were.
    fn next(&mut self) -> Done<usize> {
        let gone = |_| Failure::file("the folders are not watched any more");
        let mut written = BTreeSet::new();
        while written.is_empty() {
            let event = self.told.recv().map_err(gone)?;
            self.note(event, &mut written);
        }
        while let Ok(event) = self.told.recv_timeout(REST) {
            self.note(event, &mut written);
        }
        Ok(written.len())
    }

    /// Takes in what was written. To read a file is no change, and what is neither rules nor a script matters nothing.
    fn note(&mut self, event: notify::Result<Event>, written: &mut BTreeSet<PathBuf>) {
        let counts = |path: &PathBuf| {
            path.is_dir() || path.extension().is_some_and(|end| end == "rules" || end == "yaml" || end == "yml")
        };
        let Some(event) = event.ok().filter(|event| !event.kind.is_access()) else { return };
        if event.kind.is_remove() {
            // A folder that comes back is another one, and not watched yet.
            event.paths.iter().for_each(|path| _ = self.watched.remove(path));
        }
        written.extend(event.paths.into_iter().filter(counts));
    }
}

fn refused(error: &notify::Error) -> Failure {
    Failure::file(format!("folders cannot be watched here: {error}"))
}
