//! Decisions by the rule that asks.

use serde::{Deserialize, Serialize};

/// Decisions that were not forced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decisions {
    /// How many.
    pub times: u64,
    /// How many options they had together.
    pub options: u64,
}

impl Decisions {
    /// One more, with so many options.
    pub fn add(&mut self, options: u64) {
        self.merge(Self { times: 1, options });
    }

    /// Takes in others.
    pub fn merge(&mut self, other: Self) {
        self.times += other.times;
        self.options += other.options;
    }
}

/// How much it mattered to bots which of their two best options they took: in how many decisions hardly, in how many it did, in how many much.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stakes {
    /// Two games won more of a hundred at most.
    pub hardly: u64,
    /// More than that.
    pub some: u64,
    /// 25 games of a hundred and more.
    pub much: u64,
}

impl Stakes {
    /// All of them.
    pub fn all(&self) -> u64 {
        self.hardly + self.some + self.much
    }

    /// Takes in others.
    pub fn merge(&mut self, other: Self) {
        self.hardly += other.hardly;
        self.some += other.some;
        self.much += other.much;
    }
}
