//! What of a game's rules has been played, and what has never been: rules, statements, requirements, `if none`, options and endings.
//!
//! In: programs with what a [`Profile`](crate::program::Profile) counted while they ran. Out: for each file of rules every point that can be
//! met, with how often it was. Games of one file at several tables, and variants that share files, are counted together.

mod count;
mod points;

pub use points::{Point, PointKind};

use std::collections::BTreeMap;

use rulehound_grammar::span::{Span, line_and_column};

use crate::program::Program;

/// Everything that was counted, file by file in the order in which they were met.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// The files.
    pub files: Vec<CoveredFile>,
}

/// A file of rules with its points.
#[derive(Clone, Debug)]
pub struct CoveredFile {
    /// The name under which it was read first.
    pub name: String,
    /// Its text. Two files with the same text are one.
    pub text: String,
    points: BTreeMap<(Span, PointKind), Met>,
}

/// A point, and how often it was met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Met {
    /// Which.
    pub point: Point,
    /// How often. What had to be worked out again, as answers given in secret are, is counted again.
    pub times: u64,
}

/// How many points of one kind there are, and how many of them were met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// How many were met.
    pub met: usize,
    /// How many there are.
    pub all: usize,
}

impl Coverage {
    /// Adds what was counted while this program ran; without a profile nothing was met.
    pub fn add(&mut self, program: &Program) {
        let model = &program.instance.model;
        let numbers: Vec<usize> = model.sources.iter().map(|source| self.file(&source.name, &source.text)).collect();
        for met in count::counted(program) {
            let number = numbers.get(usize::from(met.point.at.file.0));
            let Some(file) = number.and_then(|number| self.files.get_mut(*number)) else { continue };
            file.add(met);
        }
    }

    /// The number of a file.
    fn file(&mut self, name: &str, text: &str) -> usize {
        if let Some(known) = self.files.iter().position(|file| file.text == text) {
            return known;
        }
        self.files.push(CoveredFile { name: name.to_owned(), text: text.to_owned(), points: BTreeMap::new() });
        self.files.len() - 1
    }

    /// How many points of a kind were met, in all files together.
    pub fn share(&self, kind: PointKind) -> Share {
        self.files
            .iter()
            .map(|file| file.share(kind))
            .fold(Share::default(), |sum, one| Share { met: sum.met + one.met, all: sum.all + one.all })
    }
}

impl CoveredFile {
    fn add(&mut self, met: Met) {
        match self.points.get_mut(&(met.point.at.span, met.point.kind)) {
            Some(known) => known.times = known.times.saturating_add(met.times),
            None => {
                self.points.insert((met.point.at.span, met.point.kind), met);
            }
        }
    }

    /// All points in the order of the text.
    pub fn points(&self) -> impl Iterator<Item = &Met> {
        self.points.values()
    }

    /// How many points of a kind were met.
    pub fn share(&self, kind: PointKind) -> Share {
        let of_kind = || self.points().filter(|met| met.point.kind == kind);
        Share { met: of_kind().filter(|met| met.times > 0).count(), all: of_kind().count() }
    }

    /// The line that a point begins in, from 1.
    pub fn line(&self, point: &Point) -> usize {
        line_and_column(&self.text, point.at.span.start).0
    }
}
