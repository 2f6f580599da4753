//! What games say: one sentence, one picture, one interval for each subject. In: what was kept. Out: findings as data; `report` shows them.

mod asked;
mod choices;
mod games;
mod ladder;
mod length;
mod luck;
mod options;
mod reached;
mod restricted;
mod seats;
mod sources;
mod taken;
mod tension;
mod tried;
mod variant;
pub(crate) mod words;

pub use games::{Picked, picked};
pub use seats::is_told_apart;
pub use tried::{Effect, effects};

use serde::Serialize;

use crate::part::Part;

/// What was found out about one subject.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// A short name that stays.
    pub key: &'static str,
    /// What it is about.
    pub title: String,
    /// Whether these games show something; if not, they were too few, or there is nothing.
    pub shown: bool,
    /// Where nothing is shown: how much there may be nevertheless, or what it takes to tell.
    pub doubt: String,
    /// What was found, in a sentence or two.
    pub sentence: String,
    /// The same in numbers, the first row the heads; often empty.
    pub table: Vec<Vec<String>>,
    /// A picture of it.
    pub picture: Picture,
    /// More of it, line by line.
    pub lines: Vec<String>,
}

impl Finding {
    /// One in words alone.
    fn told(key: &'static str, title: impl Into<String>, shown: bool, sentence: impl Into<String>) -> Self {
        let (title, sentence) = (title.into(), sentence.into());
        let (table, picture, lines) = (Vec::new(), Picture::None, Vec::new());
        Self { key, title, shown, doubt: String::new(), sentence, table, picture, lines }
    }

    /// With what may be nevertheless, where nothing is shown.
    fn doubted(self, doubt: impl Into<String>) -> Self {
        let doubt = if self.shown { String::new() } else { doubt.into() };
        Self { doubt, ..self }
    }
}

/// A picture as data.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Picture {
    /// Nothing can be drawn.
    None,
    /// Values with their intervals, and what they would be if nothing were the matter.
    Bars {
        /// What they are, as shares of one.
        unit: &'static str,
        /// The values.
        bars: Vec<Bar>,
        /// A line to compare with.
        mark: Option<f64>,
    },
    /// How many games fall into each class.
    Histogram {
        /// What is counted.
        unit: &'static str,
        /// From where each class goes up, and how many fall into it.
        classes: Vec<(u64, u64)>,
        /// Where the last ends.
        end: u64,
    },
    /// Shares that follow each other.
    Line {
        /// What they are.
        unit: &'static str,
        /// The values from left to right.
        values: Vec<f64>,
    },
}

/// A value with its interval.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bar {
    /// Whose.
    pub label: String,
    /// It.
    pub value: f64,
    /// From where it may be.
    pub low: f64,
    /// Up to where.
    pub high: f64,
}

/// All findings of a study, in the order in which they are told. What is sure 19 times out of 20 is so for all seats, options or bots of one finding
/// together.
pub fn findings(whole: &Part) -> Vec<Finding> {
    // What a designer asks first comes first; what needs many games of bots, and what is about the text of the rules, comes last.
    let mut found: Vec<Finding> = variant::variant(whole).into_iter().collect();
    found.extend(asked::asked(whole));
    found.extend(sources::sources(whole));
    found.extend([seats::ties(whole), length::length(whole), seats::seats(whole)]);
    found.extend(tension::tension(whole));
    found.extend([choices::choices(whole), options::options(whole)]);
    found.extend(restricted::restricted(whole));
    found.extend(tried::tried(whole));
    found.extend(ladder::ladder(whole));
    found.push(luck::luck(whole));
    found.push(reached::reached(whole));
    found
}
