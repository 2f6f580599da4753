//! Parts of a study as files, and put together.

use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};

use rulehound_study::{Broken, Part, PartReader, PartWriter, Row};

use super::asked::Games;
use super::{Studied, playing};
use crate::arguments::Study;
use crate::exit::{Done, Exit, Failure};
use crate::files::Growing;
use crate::output::Output;

/// How the names of parts end.
const PART: &str = ".part.jsonl";

/// Plays a part into a file, game by game.
pub(super) fn play(studied: &Studied, games: Games, arguments: &Study) -> Done {
    let path = arguments.out.join(format!("games-{:010}-{:010}{PART}", games.from, games.to));
    let unwritten = |why: &dyn std::fmt::Display| Failure::file(format!("cannot write `{}`: {why}", path.display()));
    let file = BufWriter::new(Growing::begin(&path, arguments.force)?);
    let mut writer = PartWriter::begin(file, &studied.manifest, games.from).map_err(|why| unwritten(&why))?;
    let part = playing::play(studied, games, arguments, |row| writer.add(&row).map_err(|why| unwritten(&why)))?;
    let file = writer.end(&part).map_err(|why| unwritten(&why))?;
    file.into_inner().map_err(|why| unwritten(why.error()))?.place()?;
    let mut output = Output::new();
    output.line(format!(
        "games {}..{} are in {}; `--merge` puts all parts together",
        part.from,
        part.to,
        path.display()
    ))?;
    output.flush()?;
    Ok(Exit::Fine)
}

/// Puts the parts in a folder together; each game of them is given to `take` in the order of the numbers.
pub(super) fn merge(folder: &Path, studied: &Studied, mut take: impl FnMut(Row) -> Done<()>) -> Done<Part> {
    let mut parts = Vec::new();
    for path in paths(folder)? {
        let part = reader(&path)?.part().map_err(|why| broken(&path, &why))?;
        parts.push((part, path));
    }
    parts.sort_by_key(|(part, _)| (part.from, part.to));
    let (parts, paths): (Vec<Part>, Vec<PathBuf>) = parts.into_iter().unzip();
    let whole = Part::merge(parts).map_err(|why| Failure::file(why.to_string()))?;
    if let Some(what) = whole.manifest.differs(&studied.manifest) {
        return Err(Failure::file(format!("the parts are of another study than asked for: {what} differs")));
    }
    if whole.from > 0 {
        return Err(Failure::file(format!("games 0..{} are missing", whole.from)));
    }
    for path in paths {
        let read = reader(&path)?.rows(|row| take(row).map_err(Stopped::Failed));
        read.map_err(|why| match why {
            Stopped::Failed(failure) => failure,
            Stopped::Broken(why) => broken(&path, &why),
        })?;
    }
    Ok(whole)
}

/// Why not all games of a part are read.
enum Stopped {
    Broken(Broken),
    Failed(Failure),
}

impl From<Broken> for Stopped {
    fn from(why: Broken) -> Self {
        Self::Broken(why)
    }
}

fn reader(path: &Path) -> Done<PartReader<BufReader<File>>> {
    let file = File::open(path).map_err(|error| broken(path, &Broken::from(error)))?;
    Ok(PartReader::new(BufReader::new(file)))
}

fn broken(path: &Path, why: &Broken) -> Failure {
    Failure::file(format!("`{}` is no part of a study: {why}", path.display()))
}

/// All parts in a folder.
fn paths(folder: &Path) -> Done<Vec<PathBuf>> {
    let failed = |error: std::io::Error| Failure::file(format!("cannot read `{}`: {error}", folder.display()));
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.to_string_lossy().ends_with(PART) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
