//! Expressions that give one value, or none.

use rulehound_interpreter::model::value::{NONE, UNSET, yes_no};
use rulehound_interpreter::model::{Comparison, Expression, ExpressionKind as Kind, Shape, Sort, Type};

use super::Fault;
use super::names::Value;
use super::run::Run;

impl Run<'_> {
    /// What an expression gives: one value or a set, by its type.
    pub(super) fn evaluate(&mut self, expression: &Expression) -> Result<Value, Fault> {
        match expression.of.shape {
            Shape::Set { .. } => self.set(expression).map(Value::Set),
            Shape::One | Shape::OneOrNone => self.value(expression).map(Value::One),
        }
    }

    /// One value; may be none.
    pub(super) fn value(&mut self, expression: &Expression) -> Result<i32, Fault> {
        self.step()?;
        match &*expression.kind {
            Kind::Constant(value) => Ok(*value),
            Kind::Setting(id) => Ok(self.game.instance.settings[id.index()]),
            Kind::Local(local) => match self.names.get(*local) {
                Some(Value::One(value)) => Ok(*value),
                Some(Value::Set(_)) => panic!("{} holds a set", self.model().locals[local.index()].name),
                None => panic!("{} is not bound", self.model().locals[local.index()].name),
            },
            Kind::Variable(cell) => self.read_variable(cell, expression),
            Kind::Attribute(cell) => self.read_attribute(cell, expression),
            Kind::Table(table, indices) => self.read_table(*table, indices, expression.at),
            Kind::Owner(component) => self.read_owner(component, expression),
            Kind::PlaceOf(component) => {
                let component = self.value(component)?;
                Ok(if component == NONE { NONE } else { self.world.places[component as usize] })
            }
            Kind::IndexOf(place) => self.some(place).map(|place| self.index_of(place)),
            Kind::ColumnOf(place) => {
                self.some(place).map(|place| self.point(place).map_or(0, |point| point.column.into()))
            }
            Kind::RowOf(place) => self.some(place).map(|place| self.point(place).map_or(0, |point| point.row.into())),
            Kind::Top(pile) => self.read_end(pile, true, expression.at),
            Kind::Bottom(pile) => self.read_end(pile, false, expression.at),
            Kind::Marked { board, mark, place } => self.value(place).map(|place| self.marked(*board, *mark, place)),
            Kind::BoxOf(sort, owner) => self.box_of(*sort, owner.as_ref(), expression.at),
            Kind::Zone { zone, owner, indices } => self.zone(*zone, owner.as_ref(), indices, expression.at),
            Kind::BoardPlace(board, number) => self.board_place(*board, number),
            Kind::Call(id, arguments) => match self.define(*id, arguments, expression)? {
                Value::One(value) => Ok(value),
                Value::Set(_) => panic!("a definition of one value gave a set"),
            },
            Kind::BuiltIn(word, arguments) => self.built_in(*word, arguments, expression.at),
            Kind::Not(condition) => self.truth(condition).map(|truth| yes_no(!truth)),
            Kind::Negative(number) => self.some(number).map(|number| -number),
            Kind::And(one, other) => Ok(yes_no(self.truth(one)? && self.truth(other)?)),
            Kind::Or(one, other) => Ok(yes_no(self.truth(one)? || self.truth(other)?)),
            Kind::Arithmetic(operator, one, other) => {
                let (one, other) = (self.some(one)?, self.some(other)?);
                super::arithmetic::reckon(*operator, one, other, expression.at)
            }
            Kind::Compare(comparison, one, other) => {
                let (one, other) = (self.value(one)?, self.value(other)?);
                Ok(yes_no(compare(*comparison, one, other)))
            }
            Kind::Among { element, set, negated } => {
                let element = self.value(element)?;
                let set = self.set(set)?;
                Ok(yes_no((element != NONE && set.contains(&element)) != *negated))
            }
            Kind::If { arms, otherwise } => {
                for (condition, value) in arms {
                    if self.truth(condition)? {
                        return self.value(value);
                    }
                }
                self.value(otherwise)
            }
            Kind::Any(binders, condition) => self.any(binders, condition.as_ref()).map(yes_no),
            Kind::All(binders, condition) => self.all(binders, condition.as_ref()).map(yes_no),
            Kind::CountTuples(binders) => self.count(binders),
            Kind::CountOf(set) => match &*set.kind {
                // How many there are anybody may know.
                Kind::Contents(place) => self.value(place).map(|place| self.contents(place).len() as i32),
                _ => Ok(self.set(set)?.len() as i32),
            },
            Kind::CountOn { components, place } => {
                let whole = matches!(&*components.kind, Kind::Components(_, None));
                let components = self.set(components)?;
                let place = self.value(place)?;
                // How many there are of a kind anybody may know, but not whose they are.
                if !whole && place != NONE {
                    self.check_place(place, expression.at)?;
                }
                Ok(components.iter().filter(|component| self.world.places[**component as usize] == place).count()
                    as i32)
            }
            Kind::Sum(binders, value) => self.sum(binders, value, expression.at),
            Kind::Most { greatest, binders, value, otherwise } => {
                self.most(*greatest, binders, value, otherwise.as_ref())
            }
            Kind::First { .. } => match self.first(expression)? {
                Value::One(value) => Ok(value),
                Value::Set(_) => panic!("a first of one value gave a set"),
            },
            Kind::Only(set) => Ok(self.set(set)?.first().copied().unwrap_or(NONE)),
            Kind::TooDeep { .. } => unreachable!("how deep it goes is counted"),
            Kind::Range(..)
            | Kind::Players
            | Kind::Values(_)
            | Kind::Directions
            | Kind::Board(_)
            | Kind::Family(..)
            | Kind::Components(..)
            | Kind::Contents(_)
            | Kind::Listed(_)
            | Kind::Union(..)
            | Kind::Each { .. }
            | Kind::Reach { .. }
            | Kind::OneOrNothing(_) => panic!("a set stands where one value is wanted: {expression:?}"),
        }
    }

    /// One value that must be there.
    pub(super) fn some(&mut self, expression: &Expression) -> Result<i32, Fault> {
        match self.value(expression)? {
            NONE => Err(Fault::new("none-used", "none is used", expression.at)),
            value => Ok(value),
        }
    }

    /// A condition.
    pub(super) fn truth(&mut self, condition: &Expression) -> Result<bool, Fault> {
        self.some(condition).map(|value| value != 0)
    }

    /// Whether an optional condition holds.
    pub(super) fn holds(&mut self, condition: Option<&Expression>) -> Result<bool, Fault> {
        condition.map_or(Ok(true), |condition| self.truth(condition))
    }

    /// Checks a value that is stored somewhere.
    pub(super) fn fitting(&self, value: i32, target: &Type, from: &Expression) -> Result<i32, Fault> {
        if value == NONE && target.shape == Shape::One {
            return Err(Fault::new("none-used", "none is stored where there must be something", from.at));
        }
        assert!(value != UNSET, "unset values are found when read");
        let fits = value == NONE
            || match &target.sort {
                Sort::Number { least, greatest } => (*least..=*greatest).contains(&value),
                Sort::YesNo => value == 0 || value == 1,
                Sort::Value { allowed, .. } => allowed.contains(&value),
                Sort::Player | Sort::Direction => true,
                Sort::Component { kinds } => kinds.contains(&self.game.instance.components[value as usize].kind),
                Sort::Place { classes } => classes.contains(&self.game.instance.places[value as usize].class),
                Sort::Nothing => false,
            };
        if fits { Ok(value) } else { Err(Fault::new("range-left", format!("{value} does not fit"), from.at)) }
    }
}

/// None equals none; of anything else with it only "unequal" holds.
fn compare(comparison: Comparison, one: i32, other: i32) -> bool {
    let both = one != NONE && other != NONE;
    match comparison {
        Comparison::Equal => one == other,
        Comparison::Unequal => one != other,
        Comparison::Less => both && one < other,
        Comparison::AtMost => both && one <= other,
        Comparison::Greater => both && one > other,
        Comparison::AtLeast => both && one >= other,
    }
}
