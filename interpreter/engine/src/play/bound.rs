//! What is on offer as values, for programs that read no words.

use super::{PlayError, Position};
use crate::program::{Instruction, MeantCode, WayCode};
use rulehound_rules::model::Sort;

/// What each option of an offer binds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Which decision of the program it is.
    pub decision: u32,
    /// What is bound, for options that go on alike.
    pub ways: Vec<BoundNames>,
    /// For each option, in the order of [`Position::offer`], which way it goes on, and one value for each name, or the elements of the set.
    /// Numbers of components tell more than their decider may know.
    pub options: Vec<(usize, Vec<i32>)>,
}

/// The names that an option binds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundNames {
    /// With what they hold; one for a set, none for an option that is nothing but its words.
    pub names: Vec<(String, Sort)>,
    /// Whether it is a set.
    pub set: bool,
}

impl BoundNames {
    fn of(way: &WayCode) -> Self {
        let names = way.meant.names().iter().map(|named| (named.name.clone(), named.sort.clone())).collect();
        Self { names, set: matches!(way.meant, MeantCode::Several { .. }) }
    }
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
        let options = legal.iter().map(|candidate| (candidate.way as usize, candidate.values.to_vec())).collect();
        let Instruction::Choose(decision) = machine.instruction() else { return Ok(None) };
        Ok(Some(Bound { decision: *decision, ways: choice.ways.iter().map(BoundNames::of).collect(), options }))
    }
}
