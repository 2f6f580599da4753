//! What a stop asks, in words; setting a position up; telling whether cells are sound.

use super::{Machine, Try};
use crate::play::Setup;
use crate::program::{FrameId, FrameOf, Instruction, Node};

impl<'p> Machine<'p> {
    /// The sentence of a body.
    pub fn doc_of(&self, body: Option<FrameId>) -> Option<String> {
        let frame = body.and_then(|frame| self.program.frames.get(frame.0 as usize))?;
        let model = &self.program.instance.model;
        match frame.of {
            FrameOf::Clause(runnable, clause) => {
                let runnable = model.runnables.get(runnable.index())?;
                let own = runnable.clauses.get(clause).and_then(|clause| clause.notes.doc.clone());
                own.or_else(|| runnable.notes.doc.clone())
            }
            FrameOf::Trigger(trigger) => model.triggers.get(trigger.index())?.notes.doc.clone(),
        }
    }

    /// What chance is asked for in words, and whose it is: the owner of the target or of the die.
    pub fn asked_of_chance(&mut self) -> (String, Option<usize>) {
        match self.instruction() {
            Instruction::Roll(target, _) => match self.target(target) {
                Ok((at, component)) => {
                    let (words, _) = self.target_words(target, at, component);
                    let owner = match (component, self.at(target.node)) {
                        (Some(component), _) => self.player_of(component),
                        (None, Node::Cell(cell)) => self.variable_owner(cell.variable, at),
                        (None, _) => None,
                    };
                    (words, owner)
                }
                Err(_) => (String::new(), None),
            },
            Instruction::Draw(draw) => {
                let (from, to) = (self.read(draw.places), self.read(draw.places + 1));
                (self.name_place(from), self.place_owner(to))
            }
            Instruction::DrawLot(local, ..) => (self.local_name(*local), None),
            Instruction::Shuffle(_, pile, _) => {
                let place = match self.at(*pile) {
                    Node::Contents(place, _) => self.value(*place).unwrap_or(-1),
                    _ => -1,
                };
                (self.name_place(place), self.place_owner(place))
            }
            _ => (String::new(), None),
        }
    }

    /// The seat that owns a component.
    pub fn owner_of(&self, component: i32) -> Option<usize> {
        self.player_of(component)
    }

    fn player_of(&self, component: i32) -> Option<usize> {
        let instance = &self.program.instance;
        let component = instance.component(component)?;
        let kind = instance.model.kinds.get(component.kind.index())?;
        (kind.owner == rulehound_rules::model::OwnerSort::Player)
            .then(|| usize::try_from(component.owner).ok())
            .flatten()
    }

    fn variable_owner(&self, variable: u32, at: u32) -> Option<usize> {
        let instance = &self.program.instance;
        let declared = instance.model.variables.get(variable as usize)?;
        let first = self.program.layout.variables.get(variable as usize)?;
        let size = instance.family_size(&declared.index).max(1);
        (declared.owner == rulehound_rules::model::OwnerSort::Player).then(|| at.saturating_sub(*first) as usize / size)
    }

    /// The seat that owns a place.
    fn place_owner(&self, place: i32) -> Option<usize> {
        let instance = &self.program.instance;
        let found = instance.place(place)?;
        let owner = instance.model.owners_of(found.class);
        (owner == rulehound_rules::model::OwnerSort::Player).then(|| usize::try_from(found.owner).ok()).flatten()
    }

    /// Puts a given position on the table.
    pub fn set_up(&mut self, setup: &Setup) -> Try<()> {
        for (variable, cell, value) in &setup.variables {
            let first = self.program.layout.variables.get(variable.index()).copied().unwrap_or(0);
            self.write(first + u32::try_from(*cell).unwrap_or(0), *value);
        }
        for (component, place) in &setup.components {
            self.relocate(*component, *place, false)?;
        }
        for (component, cell, value) in &setup.attributes {
            if let Some(at) = self.attribute_address(*component, *cell) {
                self.write(at, *value);
            }
        }
        Ok(())
    }
}
