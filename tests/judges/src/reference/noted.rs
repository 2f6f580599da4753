//! `note position`, `forget positions` and `noted`: whole positions are kept and compared piece by piece.

use rulehound_grammar::span::Location;
use rulehound_interpreter::limits::NOTES;
use rulehound_interpreter::model::{Expression, Remember};

use super::Fault;
use super::run::{Flow, Halt, Run};

/// A position as it was when it was noted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Noted {
    /// For what it was noted.
    value: Option<i32>,
    /// The values of all variables that somebody speaks of.
    variables: Vec<Vec<i32>>,
    /// All components, in an order in which it does not matter which of those that are alike is which.
    pieces: Vec<Piece>,
}

/// What counts of a component.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Piece {
    kind: usize,
    owner: i32,
    /// Its number, if it is never alike another.
    number: Option<usize>,
    place: i32,
    height: i32,
    attributes: Vec<i32>,
}

impl<'g> Run<'g> {
    pub(super) fn remember(&mut self, what: &'g Remember, at: Location) -> Result<Flow, Halt> {
        match what {
            Remember::Note(value) => {
                let value = value.as_ref().map(|value| self.some(value)).transpose()?;
                if self.notes.len() >= NOTES {
                    return Err(Fault::new("too-many-notes", "too many positions are noted", at).into());
                }
                let position = self.position(value);
                self.notes.push(position);
            }
            Remember::Forget => self.notes.clear(),
        }
        self.finish_effect(&[])
    }

    /// How often this position was noted.
    pub(super) fn noted(&mut self, values: &[Expression]) -> Result<i32, Fault> {
        let value = values.first().map(|value| self.some(value)).transpose()?;
        let here = self.position(value);
        Ok(self.notes.iter().filter(|noted| **noted == here).count() as i32)
    }

    fn position(&self, value: Option<i32>) -> Noted {
        let instance = self.game.instance;
        let spoken = self.model().variables.iter().zip(&self.world.variables);
        let variables = spoken.filter(|(variable, _)| !variable.notes.unspoken()).map(|(_, cells)| cells.clone());
        let piece = |number: usize| {
            let component = &instance.components[number];
            Piece {
                kind: component.kind.index(),
                owner: component.owner,
                number: (!self.model().kinds[component.kind.index()].plain).then_some(number),
                place: self.world.places[number],
                height: self.world.heights[number],
                attributes: self.world.attributes[number].clone(),
            }
        };
        let mut pieces: Vec<Piece> = (0..instance.components.len()).map(piece).collect();
        pieces.sort();
        Noted { value, variables: variables.collect(), pieces }
    }
}
