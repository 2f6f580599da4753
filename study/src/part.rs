//! Parts of a study that were played apart, put together again.

use std::collections::BTreeMap;

use rulehound_interpreter::coverage::{Coverage, PointKind};
use rulehound_interpreter::program::Program;
use serde::{Deserialize, Serialize};

use crate::kept::{Kept, Reached};

/// What two parts must have in common to be of one study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The program's version: another may play other games.
    pub version: String,
    /// The title of the game.
    pub title: String,
    /// The hash of the rules at this table.
    pub rules: String,
    /// The game that it is compared with, and the hash of its rules.
    pub base: Option<(String, String)>,
    /// The players.
    pub players: Vec<String>,
    /// Settings that were changed.
    pub settings: BTreeMap<String, String>,
    /// The seed.
    pub seed: u64,
    /// The bots, the weakest first.
    pub bots: Vec<String>,
    /// Bots imagine games by machine code; without it they imagine others.
    pub machine_code: bool,
    /// Which games bots play.
    pub every: u64,
    /// Which other numbers were tried.
    pub tried: Vec<String>,
    /// What one seat was not allowed.
    pub forbidden: Vec<String>,
    /// What was asked of the end of random games.
    #[serde(default)]
    pub questions: Vec<String>,
    /// Random games below this number were looked into.
    pub closely: u64,
    /// The most decisions of a game.
    pub most: u64,
    /// If it was watched, and ended when every seat's share was known so well: the half width, in hundredths of a per cent.
    pub until: Option<u64>,
}

/// The games from one number up to another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// Of which study.
    pub manifest: Manifest,
    /// The number of its first game.
    pub from: u64,
    /// The number behind its last.
    pub to: u64,
    /// What was played.
    pub kept: Kept,
}

/// Why parts are not put together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// There are none.
    #[error("there is no part of a study")]
    Nothing,
    /// They are not of one study.
    #[error("games {0}..{1} are of another study than those before: {2} differs")]
    Other(u64, u64, &'static str),
    /// Some games are missing.
    #[error("games {0}..{1} are missing")]
    Gap(u64, u64),
    /// Some games are there twice.
    #[error("games {0}..{1} are there twice")]
    Overlap(u64, u64),
}

impl Part {
    /// What was kept of games. What those that were looked into reached is in the profile of the program that played them.
    pub fn collect(manifest: Manifest, (from, to): (u64, u64), mut kept: Kept, counted: &Program) -> Self {
        kept.reached = reached(counted);
        Self { manifest, from, to, kept }
    }

    /// Puts parts together, in whatever order they come: they must be of one study and hold each game once.
    ///
    /// # Errors
    /// [`Mismatch`].
    pub fn merge(mut parts: Vec<Self>) -> Result<Self, Mismatch> {
        parts.sort_by_key(|part| (part.from, part.to));
        let mut parts = parts.into_iter();
        let mut whole = parts.next().ok_or(Mismatch::Nothing)?;
        for part in parts {
            if let Some(what) = whole.manifest.differs(&part.manifest) {
                return Err(Mismatch::Other(part.from, part.to, what));
            }
            if part.from > whole.to {
                return Err(Mismatch::Gap(whole.to, part.from));
            }
            if part.from < whole.to {
                return Err(Mismatch::Overlap(part.from, whole.to.min(part.to)));
            }
            whole.to = part.to;
            whole.kept.append(part.kept);
        }
        Ok(whole)
    }
}

impl Manifest {
    /// What is not the same in another.
    pub fn differs(&self, other: &Self) -> Option<&'static str> {
        let pairs = [
            (self.rules != other.rules || self.title != other.title, "the hash of the rules"),
            (self.base != other.base, "the game to compare with"),
            (
                (&self.players, &self.settings, &self.tried) != (&other.players, &other.settings, &other.tried),
                "the table",
            ),
            (self.seed != other.seed, "the seed"),
            (self.bots != other.bots || self.every != other.every, "the bots"),
            (self.forbidden != other.forbidden, "what is forbidden"),
            (self.questions != other.questions, "what is asked (`--report`, and `mean of` in `--expect`)"),
            (self.closely != other.closely, "which games are looked into"),
            (self.most != other.most || self.until != other.until, "when games end"),
            (self.version != other.version || self.machine_code != other.machine_code, "the program"),
        ];
        pairs.into_iter().find_map(|(differs, what)| differs.then_some(what))
    }
}

/// All points of the rules with what the program's profile counted.
pub(crate) fn reached(program: &Program) -> Vec<Reached> {
    let mut coverage = Coverage::default();
    coverage.add(program);
    let mut found = Vec::new();
    for file in &coverage.files {
        found.extend(file.points().map(|met| Reached {
            kind: kind(met.point.kind).to_owned(),
            file: file.name.clone(),
            line: file.line(&met.point),
            rule: met.point.rule.clone(),
            written: met.point.written.clone(),
            times: met.times,
        }));
    }
    found
}

fn kind(kind: PointKind) -> &'static str {
    match kind {
        PointKind::Rule => "rule",
        PointKind::Statement => "statement",
        PointKind::Requirement => "require",
        PointKind::IfNone => "if none",
        PointKind::Option => "option",
        PointKind::Ending => "ending",
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Of a small study.
    pub(crate) fn manifest() -> Manifest {
        Manifest {
            version: "1".to_owned(),
            title: "Goats".to_owned(),
            rules: "a".to_owned(),
            base: None,
            players: vec!["Ann".to_owned(), "Bo".to_owned()],
            settings: BTreeMap::new(),
            seed: 1,
            bots: vec!["easy".to_owned()],
            machine_code: true,
            every: 1,
            tried: Vec::new(),
            forbidden: Vec::new(),
            questions: Vec::new(),
            closely: 100,
            most: 60,
            until: None,
        }
    }

    /// What is changed, and what is said of it.
    type Change = (fn(&mut Manifest), &'static str);

    const CHANGES: [Change; 16] = [
        (|one| one.version = "2".to_owned(), "the program"),
        (|one| one.title = "Sheep".to_owned(), "the hash of the rules"),
        (|one| one.rules = "b".to_owned(), "the hash of the rules"),
        (|one| one.base = Some(("Sheep".to_owned(), "b".to_owned())), "the game to compare with"),
        (|one| one.players = vec!["Ann".to_owned()], "the table"),
        (|one| one.settings = [("rounds".to_owned(), "2".to_owned())].into(), "the table"),
        (|one| one.seed = 2, "the seed"),
        (|one| one.bots = vec!["strong".to_owned()], "the bots"),
        (|one| one.machine_code = false, "the program"),
        (|one| one.every = 3, "the bots"),
        (|one| one.tried = vec!["rounds = 2".to_owned()], "the table"),
        (|one| one.forbidden = vec!["line 3".to_owned()], "what is forbidden"),
        (|one| one.questions = vec!["count box".to_owned()], "what is asked (`--report`, and `mean of` in `--expect`)"),
        (|one| one.closely = 50, "which games are looked into"),
        (|one| one.most = 50, "when games end"),
        (|one| one.until = Some(100), "when games end"),
    ];

    #[test]
    fn parts_of_one_study_have_all_in_common_that_games_hang_on() {
        assert_eq!(manifest().differs(&manifest()), None);
        for (change, said) in CHANGES {
            let mut other = manifest();
            change(&mut other);
            assert_eq!(manifest().differs(&other), Some(said), "{other:?}");
            assert_eq!(other.differs(&manifest()), Some(said), "{other:?}");
        }
    }
}
