//! Where play begins, if not at the beginning.

use super::Misuse;
use super::machine::Machine;
use rulehound_rules::model::{RunnableId, Sort, Type, VariableId};

/// What lies where and holds what before the first instruction, and what is run.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// What to run instead of `play`, with its arguments.
    pub run: Option<(RunnableId, Vec<i32>)>,
    /// Who is on turn where that begins, by seat from 0; nobody if the rules are to say so.
    pub turn: Option<usize>,
    /// Values of variables: which, owner and index cell, value.
    pub variables: Vec<(VariableId, usize, i32)>,
    /// Where components lie, from the bottom of a pile: component, place. Those not named stay in their box.
    pub components: Vec<(i32, i32)>,
    /// Values of attributes: component, cell of its kind, value.
    pub attributes: Vec<(i32, usize, i32)>,
}

impl Setup {
    /// Whether all that it names is at the table of this machine. What the rules themselves judge, such as which numbers a rule takes and
    /// what a place holds, is left to them.
    pub(super) fn fits(&self, machine: &Machine<'_>) -> Result<(), Misuse> {
        let instance = &machine.program.instance;
        let judged = [
            ("phase or rule with these arguments", self.run.iter().all(|run| runs(machine, run))),
            ("player on turn", self.turn.is_none_or(|seat| seat < instance.seats())),
            ("value of a variable", self.variables.iter().all(|one| holds(machine, one))),
            (
                "component or place",
                self.components.iter().all(|(component, place)| {
                    instance.component(*component).is_some() && instance.place(*place).is_some()
                }),
            ),
            ("value of a feature", self.attributes.iter().all(|one| features(machine, one))),
        ];
        judged.iter().find(|(_, fits)| !fits).map_or(Ok(()), |(what, _)| Err(Misuse::NoSuchBeginning { what }))
    }
}

fn runs(machine: &Machine<'_>, (runnable, arguments): &(RunnableId, Vec<i32>)) -> bool {
    let Some(found) = machine.program.instance.model.runnables.get(runnable.index()) else { return false };
    let is_there = |(of, value): (&Type, &i32)| match of.sort {
        Sort::Number { .. } | Sort::YesNo | Sort::Value { .. } => true,
        Sort::Player | Sort::Component { .. } | Sort::Place { .. } | Sort::Direction | Sort::Nothing => {
            machine.may_be(of, *value)
        }
    };
    found.parameters.len() == arguments.len() && found.parameters.iter().zip(arguments).all(is_there)
}

fn holds(machine: &Machine<'_>, (id, cell, value): &(VariableId, usize, i32)) -> bool {
    let instance = &machine.program.instance;
    let variable = instance.model.variables.get(id.index());
    variable.is_some_and(|variable| *cell < instance.variable_cells(*id) && machine.may_be(&variable.of, *value))
}

fn features(machine: &Machine<'_>, (component, cell, value): &(i32, usize, i32)) -> bool {
    let instance = &machine.program.instance;
    let kind = instance.component(*component).and_then(|it| instance.model.kinds.get(it.kind.index()));
    let mut all = kind.into_iter().flat_map(|kind| &kind.attributes);
    let changes = machine.attribute_address(*component, *cell).is_some();
    changes
        && all.any(|one| (one.first_cell..one.first_cell + one.cells).contains(cell) && machine.may_be(&one.of, *value))
}
