//! Expressions that give a set.

use rulehound_interpreter::model::value::{DIRECTIONS, NONE};
use rulehound_interpreter::model::{Binder, Expression, ExpressionKind as Kind, Key, LocalId, PlaceClass, Shape};

use super::Fault;
use super::names::Value;
use super::run::Run;

impl Run<'_> {
    /// A set; one value counts as the set of it, none as the empty one.
    pub(super) fn gather(&mut self, expression: &Expression) -> Result<Vec<i32>, Fault> {
        match expression.of.shape {
            Shape::Set { .. } => self.set(expression),
            Shape::One | Shape::OneOrNone => self.value(expression).map(one_or_nothing),
        }
    }

    /// A set.
    pub(super) fn set(&mut self, expression: &Expression) -> Result<Vec<i32>, Fault> {
        self.step()?;
        match &*expression.kind {
            Kind::Local(local) => match self.names.get(*local) {
                Some(Value::Set(values)) => Ok(values.clone()),
                Some(Value::One(value)) => Ok(one_or_nothing(*value)),
                None => panic!("{} is not bound", self.model().locals[local.index()].name),
            },
            Kind::Call(id, arguments) => match self.define(*id, arguments, expression)? {
                Value::Set(values) => Ok(values),
                Value::One(value) => Ok(one_or_nothing(value)),
            },
            Kind::BuiltIn(word, arguments) => match expression.of.shape {
                Shape::Set { .. } => self.built_in_set(*word, arguments),
                Shape::One | Shape::OneOrNone => self.built_in(*word, arguments, expression.at).map(one_or_nothing),
            },
            Kind::If { arms, otherwise } => {
                for (condition, value) in arms {
                    if self.truth(condition)? {
                        return self.gather(value);
                    }
                }
                self.gather(otherwise)
            }
            Kind::First { .. } => match self.first(expression)? {
                Value::Set(values) => Ok(values),
                Value::One(value) => Ok(one_or_nothing(value)),
            },
            Kind::Range(one, other) => {
                let (one, other) = (self.some(one)?, self.some(other)?);
                Ok((one..=other).collect())
            }
            Kind::Players => Ok((0..self.game.instance.seats() as i32).collect()),
            Kind::Values(id) => Ok((0..self.game.instance.values(*id) as i32).collect()),
            Kind::Directions => Ok((0..DIRECTIONS.len() as i32).collect()),
            Kind::Board(board) => Ok(self.game.instance.classes[&PlaceClass::Area(*board)].clone().collect()),
            Kind::Family(zone, owner) => {
                let places = self.game.instance.classes[&PlaceClass::Area(*zone)].clone();
                let Some(owner) = owner else { return Ok(places.collect()) };
                let sort = self.declared_zone(*zone).owner;
                let Some(owner) = self.owner(sort, Some(owner))? else { return Ok(Vec::new()) };
                Ok(places.filter(|place| self.game.instance.places[*place as usize].owner == owner).collect())
            }
            Kind::Components(kind, owner) => self.components(*kind, owner.as_ref()),
            Kind::Contents(place) => {
                let place = self.value(place)?;
                if place != NONE {
                    self.check_place(place, expression.at)?;
                }
                Ok(self.contents(place))
            }
            Kind::Listed(elements) => {
                let mut set = Vec::new();
                for element in elements {
                    add_new(&mut set, one_or_nothing(self.value(element)?));
                }
                Ok(set)
            }
            Kind::Union(one, other) => {
                let mut set = self.gather(one)?;
                add_new(&mut set, self.gather(other)?);
                Ok(set)
            }
            Kind::Each { first: None, binders, keys, value } => self.each(binders, keys, value),
            Kind::Each { first: Some(most), binders, keys, value } => self.first_of(most, (binders, keys), value),
            Kind::Reach { local, from, to } => self.closure(*local, from, to),
            Kind::OneOrNothing(value) => self.gather(value),
            Kind::Constant(_)
            | Kind::Setting(_)
            | Kind::Variable(_)
            | Kind::Attribute(_)
            | Kind::Table(..)
            | Kind::Owner(_)
            | Kind::PlaceOf(_)
            | Kind::IndexOf(_)
            | Kind::ColumnOf(_)
            | Kind::RowOf(_)
            | Kind::Top(_)
            | Kind::Bottom(_)
            | Kind::Marked { .. }
            | Kind::BoxOf(..)
            | Kind::Zone { .. }
            | Kind::BoardPlace(..)
            | Kind::Not(_)
            | Kind::Negative(_)
            | Kind::And(..)
            | Kind::Or(..)
            | Kind::Arithmetic(..)
            | Kind::Compare(..)
            | Kind::Among { .. }
            | Kind::Any(..)
            | Kind::All(..)
            | Kind::CountTuples(_)
            | Kind::CountOf(_)
            | Kind::CountOn { .. }
            | Kind::Sum(..)
            | Kind::Most { .. }
            | Kind::Only(_)
            | Kind::TooDeep { .. } => self.value(expression).map(one_or_nothing),
        }
    }

    /// The first so many of what is gathered, which are the elements themselves.
    fn first_of(
        &mut self,
        most: &Expression,
        (binders, keys): (&[Binder], &[Key]),
        value: &Expression,
    ) -> Result<Vec<i32>, Fault> {
        let most = self.some(most)?;
        let mut set = self.each(binders, keys, value)?;
        set.truncate(most.max(0) as usize);
        Ok(set)
    }

    /// All that is there, and what each of it leads to, until nothing is new.
    fn closure(&mut self, local: LocalId, from: &Expression, to: &Expression) -> Result<Vec<i32>, Fault> {
        let mut set = self.gather(from)?;
        let mut asked = 0;
        while asked < set.len() {
            let mark = self.names.mark();
            self.names.bind(local, Value::One(set[asked]));
            let more = self.gather(to)?;
            self.names.release(mark);
            add_new(&mut set, more);
            asked += 1;
        }
        Ok(set)
    }

    fn components(
        &mut self,
        kind: rulehound_interpreter::model::KindId,
        owner: Option<&Expression>,
    ) -> Result<Vec<i32>, Fault> {
        let mut components: Vec<i32> = self.game.instance.kinds[kind.index()].clone().collect();
        if let Some(owner) = owner {
            let sort = self.model().kinds[kind.index()].owner;
            let Some(owner) = self.owner(sort, Some(owner))? else { return Ok(Vec::new()) };
            components.retain(|component| self.game.instance.components[*component as usize].owner == owner);
        }
        self.stand(&mut components);
        Ok(components)
    }

    /// The components at a place in standing order, a pile from the top; nothing at none.
    pub(super) fn contents(&self, place: i32) -> Vec<i32> {
        let mut components = if place == NONE { Vec::new() } else { self.world.at(place) };
        self.stand(&mut components);
        components
    }
}

fn one_or_nothing(value: i32) -> Vec<i32> {
    if value == NONE { Vec::new() } else { vec![value] }
}

/// Adds what is not there yet.
pub(super) fn add_new(set: &mut Vec<i32>, more: Vec<i32>) {
    for value in more {
        if !set.contains(&value) {
            set.push(value);
        }
    }
}
