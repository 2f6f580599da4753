//! Whoever makes a game: its chance, what is declared, and where it stands.

use std::collections::BTreeSet;

use rulehound_interpreter::play::Seeded;

use super::signature::{Sight, Signature, Type};

/// What a local name holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holds {
    /// A single value.
    One(Type),
    /// Components of a kind.
    Components(usize),
    /// Players.
    Players,
    /// Any place.
    Place,
    /// A direction.
    Direction,
}

/// A local name.
#[derive(Clone, Debug)]
pub struct Local {
    pub name: String,
    pub holds: Holds,
    /// Of components: who sees them.
    pub sight: Sight,
}

/// What surrounds a statement.
#[derive(Clone, Debug, Default)]
pub struct Around {
    /// Who is on turn.
    pub decider: Option<String>,
    /// Inside of a `plan` or of what may run in one: no chance, no turns, everything bounded.
    pub calm: bool,
    /// Directly inside of a `plan`: a `require` may stand alone.
    pub plan: bool,
    /// Inside of a `simultaneous`: whose block.
    pub secret: Option<String>,
    /// What can be left.
    pub leavable: Vec<String>,
    /// Whether a `turn of` is there to be left.
    pub turn: bool,
    /// How many loops stand around.
    pub loops: usize,
    /// What must not be written, since it would set off what runs.
    pub forbidden: BTreeSet<String>,
}

/// Makes a game.
pub struct Maker {
    chance: Seeded,
    /// Whether there are several tracks; decided apart, so that games without them stay as they are.
    pub lanes: bool,
    pub signature: Signature,
    pub locals: Vec<Local>,
    pub around: Around,
    /// For whom something is read now; only what they see may be.
    pub reader: Option<String>,
    /// What the expressions so far read.
    pub reads: BTreeSet<String>,
    /// What the statements so far write.
    pub writes: BTreeSet<String>,
    /// Whether what was made could run in a search.
    pub calm: bool,
    /// What triggers watch.
    pub watched: Vec<BTreeSet<String>>,
    /// What triggers `after` watch.
    pub watched_moves: BTreeSet<String>,
    /// What sets off triggers that cannot run in a search or in secret.
    pub noisy: BTreeSet<String>,
    /// How many statements may still be made.
    pub statements: usize,
    /// How many shares of a hundred are risky: may be refused or end in a fault.
    pub risk: usize,
    /// What a variant may do to this game, in writing.
    pub differences: Vec<String>,
    /// What a variant must write if the list of this number gets one more value, here called `further`.
    pub clauses: Vec<(usize, String)>,
    names: usize,
}

impl Maker {
    /// For the game of this number.
    pub fn new(seed: u64, number: u64) -> Self {
        Self {
            chance: Seeded::new(seed, number),
            lanes: Seeded::new(seed ^ 0x1A4E, number).below(10) < 3,
            signature: Signature::default(),
            locals: Vec::new(),
            around: Around::default(),
            reader: None,
            reads: BTreeSet::new(),
            writes: BTreeSet::new(),
            calm: true,
            watched: Vec::new(),
            watched_moves: BTreeSet::new(),
            noisy: BTreeSet::new(),
            statements: 0,
            risk: 0,
            differences: Vec::new(),
            clauses: Vec::new(),
            names: 0,
        }
    }

    /// A number below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        self.chance.below(count)
    }

    /// A number from `low` to `high`.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        let width = usize::try_from(high - low + 1).unwrap_or(1);
        low + i64::try_from(self.below(width)).unwrap_or(0)
    }

    /// Whether so many of a hundred.
    pub fn percent(&mut self, share: usize) -> bool {
        self.below(100) < share
    }

    /// Whether something may be done that is perhaps not allowed.
    pub fn dares(&mut self) -> bool {
        let risk = self.risk;
        self.below(1000) < risk
    }

    /// One of several.
    pub fn pick<T: Clone>(&mut self, of: &[T]) -> Option<T> {
        let at = self.below(of.len());
        of.get(at).cloned()
    }

    /// A new local name; nothing else is called so.
    pub fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// Gives a name to something, to the end of the block.
    pub fn bind(&mut self, name: &str, holds: Holds, sight: Sight) {
        self.locals.push(Local { name: name.to_owned(), holds, sight });
    }

    /// The local names that fit.
    pub fn known(&self, fits: impl Fn(&Local) -> bool) -> Vec<Local> {
        self.locals.iter().filter(|local| fits(local)).cloned().collect()
    }

    /// Works with further names and forgets them.
    pub fn inside<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let names = self.locals.clone();
        let around = self.around.clone();
        let result = work(self);
        self.locals = names;
        self.around = around;
        result
    }

    /// Works as somebody who may read only what they see.
    pub fn as_decider<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let decider = self.around.decider.clone();
        let before = std::mem::replace(&mut self.reader, decider);
        let result = work(self);
        self.reader = before;
        result
    }

    /// Works where everything may be read only if all see it.
    pub fn in_public<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.reader.replace(String::new());
        let result = work(self);
        self.reader = before;
        result
    }

    /// Whether something may be read here.
    pub fn may_read(&mut self, sight: &Sight) -> bool {
        let allowed = match (&self.reader, sight) {
            (None, _) | (_, Sight::All) => true,
            (Some(reader), Sight::Only(name)) => reader == name,
            (Some(_), Sight::Unsure) => false,
        };
        allowed || self.dares()
    }

    /// Whether something may be written here.
    pub fn may_write(&self, what: &str) -> bool {
        let sleeps = self.around.secret.is_some() && self.watched.iter().any(|watched| watched.contains(what));
        let disturbs = self.around.calm && self.noisy.contains(what);
        !(sleeps || disturbs || self.around.forbidden.contains(what))
    }

    /// Notes that something is written.
    pub fn written(&mut self, what: impl Into<String>) {
        self.writes.insert(what.into());
    }

    /// Notes that something is read.
    pub fn read(&mut self, what: impl Into<String>) {
        self.reads.insert(what.into());
    }
}
