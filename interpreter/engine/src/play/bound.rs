//! What is on offer as values, for programs that read no words.

use super::machine::Candidate;
use super::{PlayError, Position};
use crate::program::ChoiceKind;
use rulehound_rules::model::Sort;

/// What each option of an offer binds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The names that are bound, with what they hold; one for a set.
    pub names: Vec<(String, Sort)>,
    /// Whether it is a set.
    pub set: bool,
    /// For each option, in the order of [`Position::offer`], one value for each name, or the elements of the set. Nothing for options that
    /// bind no name. Numbers of components tell more than their decider may know.
    pub options: Vec<Vec<i32>>,
}

impl Position {
    /// What each option of a seat binds, in the order of its offer; `None` if it is not to decide.
    ///
    /// # Errors
    /// As [`Position::offer`].
    pub fn bound(&self, seat: usize) -> Result<Option<Bound>, PlayError> {
        self.viewer(seat)?;
        let Some(mut machine) = self.deciding(seat)? else { return Ok(None) };
        let Some(choice) = machine.choice() else { return Ok(None) };
        let legal = self.legal(&mut machine)?;
        let (names, set) = match &choice.kind {
            ChoiceKind::Tuple(binders) => (binders.as_slice(), false),
            ChoiceKind::Several { element, .. } => (std::slice::from_ref(element), true),
            ChoiceKind::Options(_) | ChoiceKind::May(..) => (&[][..], false),
        };
        let values = |candidate: &Candidate| match candidate {
            Candidate::Tuple(values) | Candidate::Several(values) => values.to_vec(),
            Candidate::Way(_) | Candidate::Do | Candidate::Skip => Vec::new(),
        };
        let names = names.iter().map(|named| (named.name.clone(), named.sort.clone())).collect();
        Ok(Some(Bound { names, set, options: legal.iter().map(values).collect() }))
    }
}
