//! Why something cannot be done.

use serde::Serialize;

use super::BindingValue;

/// One failing requirement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// The refusal.
    pub sentence: String,
    /// The rule it stands in.
    pub rule: String,
    /// The section of the rulebook.
    pub reference: Option<String>,
}

/// A candidate that is not legal, with everything that speaks against it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// The candidate in words.
    pub text: String,
    /// Its bindings.
    pub bindings: Vec<(String, BindingValue)>,
    /// All that fail, in written order; at least one.
    pub reasons: Vec<Reason>,
}

/// The refused candidates of an offer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Refusals {
    /// In the order of candidates.
    pub refused: Vec<Refusal>,
    /// How many candidates were not looked at any more.
    pub more: usize,
}

/// What somebody would like to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// By the words of the option; matched without regard to case and runs of blanks.
    Text(String),
    /// By bindings: name and value in words.
    Bindings(Vec<(String, String)>),
}

/// The answer to "why can't I do that?".
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Explanation {
    /// It can be done: the option's number.
    Legal(usize),
    /// It is somebody else's decision, or nobody's.
    NotYours {
        /// Who decides.
        deciders: Vec<usize>,
        /// In which rule.
        rule: Option<String>,
    },
    /// It is forbidden.
    Refused(Refusal),
    /// It is not among what is meant at all.
    NotOnOffer {
        /// Why, in words: which set it is not in, or that nothing is called so.
        sentence: String,
        /// The rule that asks.
        rule: String,
        /// The section of the rulebook.
        reference: Option<String>,
    },
}
