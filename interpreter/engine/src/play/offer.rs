//! What a decider may do.

use rulehound_grammar::span::Location;
use serde::Serialize;

/// Every legal option of one decider, numbered in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// Who decides: the seat, from 0.
    pub seat: usize,
    /// What is asked.
    pub asked: Asked,
    /// The legal options; never empty.
    pub options: Vec<OfferedChoice>,
    /// Whether something that the decision reads, or because of which it is asked, is hidden from somebody, so that skipping a forced question
    /// would be news.
    pub secret: bool,
}

/// Which question is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Asked {
    /// A short line: the `doc` of the rule, or its name in words.
    pub prompt: String,
    /// The innermost running phase.
    pub phase: String,
    /// The rule, phase or trigger that asks.
    pub rule: String,
    /// The section of the rulebook it comes from.
    pub reference: Option<String>,
    /// The statement.
    pub at: Location,
}

/// One option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OfferedChoice {
    /// Its number in the offer, from 0.
    pub id: usize,
    /// For people.
    pub text: String,
    /// For programs: what each name would be bound to. Empty for what is nothing but its words.
    pub bindings: Vec<(String, BindingValue)>,
}

/// A bound value in the words of the rules.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(untagged)]
pub enum BindingValue {
    /// A number.
    Number(i32),
    /// Anything else: `Ann`, `path(24)`, `Card red of Ann`.
    Word(String),
    /// A set.
    Several(Vec<BindingValue>),
}

impl std::fmt::Display for BindingValue {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(formatter, "{number}"),
            Self::Word(word) => formatter.write_str(word),
            Self::Several(values) => {
                for (index, value) in values.iter().enumerate() {
                    if index > 0 {
                        formatter.write_str(", ")?;
                    }
                    write!(formatter, "{value}")?;
                }
                Ok(())
            }
        }
    }
}
