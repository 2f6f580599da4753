//! Reading variables, attributes, tables, zones; calling definitions.

use rulehound_grammar::span::Location;
use rulehound_interpreter::model::value::{NONE, UNSET};
use rulehound_interpreter::model::{
    AreaId, AttributeCell, Cell, DefinitionId, Expression, Index, OwnerSort, Shape, Sort, TableId, VariableId,
};

use super::Fault;
use super::deep::Circle;
use super::names::Value;
use super::run::Run;

/// A cell of a variable or of a component's attributes, by its number.
pub(super) type Slot = (usize, usize);

/// What a member asked of none gives: no, none, or the fault.
fn of_none(asked: &Expression) -> Result<i32, Fault> {
    of_none_by(&asked.of.sort, asked)
}

impl Run<'_> {
    pub(super) fn read_variable(&mut self, cell: &Cell, asked: &Expression) -> Result<i32, Fault> {
        let Some((variable, slot)) = self.variable_slot(cell, asked.at)? else { return of_none(asked) };
        self.read_variable_slot((variable, slot), asked.at)
    }

    pub(super) fn read_variable_slot(&mut self, (variable, slot): Slot, at: Location) -> Result<i32, Fault> {
        self.check_variable((variable, slot), at)?;
        match self.world.variables[variable][slot] {
            UNSET => Err(Fault::new("unset", self.model().variables[variable].name.clone(), at)),
            value => Ok(value),
        }
    }

    /// Which cell of a variable; nothing if its owner is none.
    pub(super) fn variable_slot(&mut self, cell: &Cell, at: Location) -> Result<Option<Slot>, Fault> {
        let variable = &self.model().variables[cell.variable.index()];
        let Some(owner) = self.owner_number(variable.owner, cell.owner.as_ref())? else { return Ok(None) };
        let offset = self.offset(&variable.index, &cell.indices, at)?;
        let family = self.game.instance.family_size(&variable.index);
        Ok(Some((cell.variable.index(), owner * family + offset)))
    }

    pub(super) fn read_attribute(&mut self, cell: &AttributeCell, asked: &Expression) -> Result<i32, Fault> {
        let Some((component, slot)) = self.attribute_slot(cell, asked.at)? else { return of_none(asked) };
        self.read_attribute_slot((component, slot), asked.at)
    }

    pub(super) fn read_attribute_slot(&mut self, (component, slot): Slot, at: Location) -> Result<i32, Fault> {
        self.check_attribute((component, slot), at)?;
        match self.world.attributes[component][slot] {
            UNSET => Err(Fault::new("unset", "an attribute has no value", at)),
            value => Ok(value),
        }
    }

    /// Which cell of which component; nothing if the component is none.
    pub(super) fn attribute_slot(&mut self, cell: &AttributeCell, at: Location) -> Result<Option<Slot>, Fault> {
        let attribute = &self.model().kinds[cell.kind.index()].attributes[cell.attribute];
        let component = self.value(&cell.component)?;
        if component == NONE {
            return Ok(None);
        }
        if self.game.instance.components[component as usize].kind != cell.kind {
            return Err(Fault::new("range-left", "the component is of another kind", at));
        }
        let offset = self.offset(&attribute.index, &cell.indices, at)?;
        Ok(Some((component as usize, attribute.first_cell + offset)))
    }

    pub(super) fn read_table(&mut self, table: TableId, indices: &[Expression], at: Location) -> Result<i32, Fault> {
        let table = &self.model().tables[table.index()];
        let offset = self.offset(&table.index, indices, at)?;
        Ok(table.entries[offset])
    }

    /// Which cell of a family.
    fn offset(&mut self, family: &[Index], indices: &[Expression], at: Location) -> Result<usize, Fault> {
        let values = indices.iter().map(|index| self.some(index)).collect::<Result<Vec<i32>, Fault>>()?;
        let outside = || Fault::new("range-left", format!("the index {values:?} is outside"), at);
        self.game.instance.family_offset(family, &values).ok_or_else(outside)
    }

    /// Which of the owners in order, from 0; nothing if it is none.
    fn owner_number(&mut self, sort: OwnerSort, owner: Option<&Expression>) -> Result<Option<usize>, Fault> {
        let Some(expression) = owner else { return Ok(Some(0)) };
        let owner = self.value(expression)?;
        let owners = self.game.instance.owners(sort);
        match owner {
            NONE => Ok(None),
            owner if owners.contains(&owner) => Ok(Some((owner - owners.start) as usize)),
            _ => Err(Fault::new("range-left", "this owns nothing of that name", expression.at)),
        }
    }

    /// An owner as a value of its sort; nothing if it is none.
    pub(super) fn owner(&mut self, sort: OwnerSort, owner: Option<&Expression>) -> Result<Option<i32>, Fault> {
        let first = self.game.instance.owners(sort).start;
        Ok(self.owner_number(sort, owner)?.map(|number| first + number as i32))
    }

    pub(super) fn read_owner(&mut self, component: &Expression, asked: &Expression) -> Result<i32, Fault> {
        match self.value(component)? {
            NONE => of_none(asked),
            component => Ok(self.game.instance.components[component as usize].owner),
        }
    }

    pub(super) fn box_of(&mut self, sort: OwnerSort, owner: Option<&Expression>, at: Location) -> Result<i32, Fault> {
        let Some(owner) = self.owner(sort, owner)? else { return Ok(NONE) };
        let place = self.game.instance.box_place(sort, owner);
        place.ok_or_else(|| Fault::new("range-left", "there is no such box", at))
    }

    pub(super) fn zone(
        &mut self,
        zone: AreaId,
        owner: Option<&Expression>,
        indices: &[Expression],
        at: Location,
    ) -> Result<i32, Fault> {
        let declared = self.declared_zone(zone);
        let owner = self.owner(declared.owner, owner)?;
        let offset = self.offset(&declared.index, indices, at)?;
        let Some(owner) = owner else { return Ok(NONE) };
        let indices = self.game.instance.family_indices(&declared.index, offset);
        let place = self.game.instance.zone_place(zone, Some(owner), &indices);
        place.ok_or_else(|| Fault::new("range-left", "there is no such place", at))
    }

    /// Calls a definition.
    pub(super) fn define(
        &mut self,
        id: DefinitionId,
        arguments: &[Expression],
        asked: &Expression,
    ) -> Result<Value, Fault> {
        let definition = &self.model().definitions[self.model().written_definition(id).index()];
        let mut values = Vec::new();
        for (argument, target) in arguments.iter().zip(&definition.parameters) {
            let value = self.value(argument)?;
            if value == NONE && target.shape == Shape::One {
                return match definition.of.shape {
                    Shape::Set { .. } => Ok(Value::Set(Vec::new())),
                    Shape::One | Shape::OneOrNone => of_none_by(&definition.of.sort, asked).map(Value::One),
                };
            }
            values.push(self.fitting(value, target, argument)?);
        }
        let fits = |value: Option<i32>| value.is_none() || definition.selector.map(|at| values[at]) == value;
        let clause =
            definition.clauses.iter().filter(|clause| fits(clause.value)).min_by_key(|clause| clause.value.is_none());
        let clause = clause.expect("every value has its clause");
        self.go_deeper(definition.within, Circle::Definitions, &definition.name)?;
        let mark = self.names.mark();
        for (local, value) in clause.parameters.iter().zip(values) {
            if let Some(local) = local {
                self.names.bind(*local, Value::One(value));
            }
        }
        let result = match definition.of.shape {
            Shape::Set { .. } => self.gather(&clause.body).map(Value::Set),
            Shape::One | Shape::OneOrNone => self.value(&clause.body).map(Value::One),
        };
        self.names.release(mark);
        self.within.pop();
        result
    }

    /// The number of a variable in its list with all its cells that belong to one owner.
    pub(super) fn cells_of(&mut self, variable: VariableId, owner: Option<&Expression>) -> Result<Vec<Slot>, Fault> {
        let declared = &self.model().variables[variable.index()];
        let family = self.game.instance.family_size(&declared.index);
        let owner = self.owner_number(declared.owner, owner)?;
        Ok(owner.map_or_else(Vec::new, |owner| {
            (owner * family..(owner + 1) * family).map(|slot| (variable.index(), slot)).collect()
        }))
    }
}

fn of_none_by(sort: &Sort, asked: &Expression) -> Result<i32, Fault> {
    match sort {
        Sort::YesNo => Ok(0),
        Sort::Component { .. } | Sort::Place { .. } => Ok(NONE),
        Sort::Number { .. } | Sort::Value { .. } | Sort::Player | Sort::Direction | Sort::Nothing => {
            Err(Fault::new("none-used", "a value is asked of none", asked.at))
        }
    }
}
