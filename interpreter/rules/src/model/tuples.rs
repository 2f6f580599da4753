//! Definitions that give tuples.
//!
//! Every value is one number, so a tuple is none. A definition of tuples stands in a model once for each of their values: as it is written it
//! gives all first values, the next one all second values beside a given first one, and so on. Whoever takes tuples apart goes through
//! all of them, one inside the other.

use super::{Binder, Definition, Expression};
use crate::model::DefinitionId;

/// That a definition gives one of the values of tuples.
#[derive(Clone, Debug)]
pub struct Tuple {
    /// For each of the values the definition that gives it; the first of them is the one as it is written.
    pub parts: Vec<DefinitionId>,
    /// Which of the values this one gives, from 0. Those before it are its last parameters.
    pub number: usize,
}

/// Tuples as they are written, to be told of: `each w in ways(m), x in beside(m.place, w) : (w, x)`.
#[derive(Clone, Debug)]
pub struct Tuples {
    /// The names and their sets.
    pub binders: Vec<Binder>,
    /// The values of a tuple.
    pub values: Vec<Expression>,
}

impl Tuple {
    /// Whether it gives the last of the values.
    pub fn is_last(&self) -> bool {
        self.number + 1 == self.parts.len()
    }
}

/// Whether a definition is one for a further value of tuples.
pub fn is_further_value(definition: &Definition) -> bool {
    definition.tuple.as_ref().is_some_and(|tuple| tuple.number > 0)
}
