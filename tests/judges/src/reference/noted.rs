//! `note position`, `forget positions` and `noted`: whole positions are kept and compared piece by piece.

use rulehound_grammar::span::Location;
use rulehound_interpreter::limits::NOTES;
use rulehound_interpreter::model::{Area, AreaKind, Expression, KindId, OwnerSort, Remember, Sort};

use super::Fault;
use super::run::{Flow, Halt, Run};

/// A position as it was when it was noted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Noted {
    /// For what it was noted.
    value: Option<i32>,
    /// The values of all variables that somebody speaks of; nothing where that is a component without a number.
    variables: Vec<Vec<Option<i32>>>,
    /// All components, in an order in which it does not matter which of those that are alike is which.
    pieces: Vec<Piece>,
}

/// What counts of a component.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Piece {
    kind: usize,
    owner: i32,
    /// Its number, if it counts as itself.
    number: Option<usize>,
    /// Else which variables hold it, and where in them.
    held: Vec<(usize, usize)>,
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
        let spoken = |id: &usize| !self.model().variables[*id].notes.unspoken();
        let spoken: Vec<usize> = (0..self.model().variables.len()).filter(spoken).collect();
        let held_at = |number: usize| {
            let holds = |id: &usize| matches!(self.model().variables[*id].of.sort, Sort::Component { .. });
            let slots = |id: usize| (0..self.world.variables[id].len()).map(move |slot| (id, slot));
            let all = spoken.iter().copied().filter(holds).flat_map(slots);
            all.filter(|(id, slot)| self.world.variables[*id][*slot] == number as i32).collect::<Vec<_>>()
        };
        let piece = |number: usize| {
            let component = &instance.components[number];
            let itself = self.counts_as_itself(component.kind);
            Piece {
                kind: component.kind.index(),
                owner: component.owner,
                number: itself.then_some(number),
                held: if itself { Vec::new() } else { held_at(number) },
                place: self.world.places[number],
                height: self.world.heights[number],
                attributes: self.world.attributes[number].clone(),
            }
        };
        let mut pieces: Vec<Piece> = (0..instance.components.len()).map(piece).collect();
        let held: Vec<(usize, usize)> = pieces.iter().flat_map(|piece| piece.held.iter().copied()).collect();
        let of_slot = |at: (usize, usize)| (!held.contains(&at)).then(|| self.world.variables[at.0][at.1]);
        let values = |id: usize| (0..self.world.variables[id].len()).map(|slot| of_slot((id, slot))).collect();
        let variables = spoken.iter().map(|id| values(*id)).collect();
        pieces.sort();
        Noted { value, variables, pieces }
    }

    /// Whether a component of this kind is never the same as another: it owns something, or a feature can hold it.
    fn counts_as_itself(&self, kind: KindId) -> bool {
        let model = self.model();
        let owner = OwnerSort::Kind(kind);
        let zone = |area: &Area| matches!(&area.kind, AreaKind::Zone(zone) if zone.owner == owner);
        let holds = |kind_of: &Sort| matches!(kind_of, Sort::Component { kinds } if kinds.contains(&kind));
        model.areas.iter().any(zone)
            || model.variables.iter().any(|variable| variable.owner == owner)
            || model.kinds.iter().any(|other| other.owner == owner)
            || model.kinds.iter().flat_map(|other| &other.attributes).any(|feature| holds(&feature.of.sort))
    }
}
