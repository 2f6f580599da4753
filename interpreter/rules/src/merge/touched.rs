//! Who changed what: two files that do not know each other may not change the same thing.
//!
//! Which of them is read first must not matter, so everything that a file does to a thing is noted, and each two doings are compared. A file
//! that extends both may decide; what it decides is no conflict any more.

use std::collections::{BTreeMap, BTreeSet};

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::{FileId, Location};

use super::key::Key;

/// What a file does to a thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Touch {
    /// Declares, replaces or removes all of it.
    Whole,
    /// Replaces or removes the clause for this value.
    Clause(String),
    /// Adds to it: values, features, rows, clauses.
    Addition,
}

impl Touch {
    /// Whether the order of the two would matter.
    fn collides(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Whole, _) | (_, Self::Whole) => true,
            (Self::Clause(one), Self::Clause(two)) => one == two,
            (Self::Addition, Self::Addition | Self::Clause(_)) | (Self::Clause(_), Self::Addition) => false,
        }
    }
}

/// A touch with its file.
struct Noted {
    touch: Touch,
    file: FileId,
    at: Location,
}

/// Two answers that nobody has decided between yet.
struct Conflict {
    key: Key,
    files: [FileId; 2],
    touches: [Touch; 2],
    found: Diagnostic,
}

/// Everything that was done, and what collides.
#[derive(Default)]
pub struct Touched {
    noted: BTreeMap<Key, Vec<Noted>>,
    conflicts: Vec<Conflict>,
}

impl Touched {
    /// The conflicts that no file has decided.
    pub fn undecided(self) -> impl Iterator<Item = Diagnostic> {
        self.conflicts.into_iter().map(|one| one.found)
    }

    /// Whether a file that knows both sides of a conflict decides it by this, and no conflict is left of it then.
    pub fn decide(&mut self, key: &Key, touch: &Touch, known: &BTreeSet<FileId>) -> bool {
        let before = self.conflicts.len();
        self.conflicts.retain(|one| {
            let all = *touch == Touch::Whole || one.touches.iter().all(|other| other == touch);
            !(one.key == *key && all && one.files.iter().all(|file| known.contains(file)))
        });
        self.conflicts.len() < before
    }

    /// The last that another file, not known to this one, did to the same thing.
    fn rival(&self, key: &Key, touch: &Touch, known: &BTreeSet<FileId>) -> Option<&Noted> {
        let noted = self.noted.get(key)?;
        noted.iter().rev().find(|one| !known.contains(&one.file) && one.touch.collides(touch))
    }

    /// Notes what a file does; tells whether that collides. `name` gives the names of files.
    pub fn note<'n>(
        &mut self,
        key: Key,
        touch: Touch,
        at: Location,
        known: &BTreeSet<FileId>,
        name: impl Fn(FileId) -> &'n str,
    ) -> bool {
        self.decide(&key, &touch, known);
        let conflict = self.rival(&key, &touch, known).map(|rival| Conflict {
            key: key.clone(),
            files: [rival.file, at.file],
            touches: [rival.touch.clone(), touch.clone()],
            found: Diagnostic::error(
                "two-answers",
                format!("`{}` is changed by two files that do not know each other", key.name),
                at,
                format!("changed here by `{}`", name(at.file)),
            )
            .with_label(rival.at, format!("and here by `{}`", name(rival.file)))
            .with_help(
                "let one of the two files extend the other, or replace it once more in a file that extends both",
            ),
        });
        let collides = conflict.is_some();
        self.conflicts.extend(conflict);
        self.noted.entry(key).or_default().push(Noted { touch, file: at.file, at });
        collides
    }

    /// Whether another file, not known to this one, has done what makes this impossible.
    pub fn collides(&self, key: &Key, touch: &Touch, known: &BTreeSet<FileId>) -> bool {
        self.rival(key, touch, known).is_some()
    }
}
