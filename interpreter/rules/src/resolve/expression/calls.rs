//! Names with brackets behind them.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::{Location, Span};
use rulehound_grammar::tree::{self, ExpressionKind as Tree};

use super::super::advice;
use super::super::names::ValueName;
use super::super::scope::OwnParameter;
use super::super::types::{self, Overlap, overlap};
use super::super::uses::Named;
use super::super::{Reported, Resolved, Resolver};
use crate::model::{
    AreaId, AreaKind, BoardShape, DefinitionId, Expression, ExpressionKind, PlaceClass, Shape, Sort, TableId, Type,
};

impl Resolver<'_> {
    /// `score(p)`, `p.home(3)`, `road(goal)`.
    pub(in super::super) fn call(
        &mut self,
        callee: &tree::Expression,
        arguments: &[tree::Expression],
        span: Span,
    ) -> Resolved<Expression> {
        match &*callee.kind {
            Tree::Member(base, name) => self.member(base, name, Some(arguments), span),
            Tree::Name(name) => self.call_name(name, arguments, span),
            _ => Err(self.error("wrong-arguments", "brackets may stand only behind a name", span, "here")),
        }
    }

    fn call_name(&mut self, name: &tree::Name, arguments: &[tree::Expression], span: Span) -> Resolved<Expression> {
        if name.text == "base" && self.scope.base.is_some() && self.scope.get("base").is_none() {
            return self.base_call(Some(arguments), span);
        }
        if self.scope.get(&name.text).is_some() {
            return Err(self.takes_nothing(name));
        }
        if let Some(described) = self.described_name(name, Some(arguments), span)? {
            return Ok(described);
        }
        self.uses.of_value(self.at(name.span), &name.text, &self.names);
        match self.names.value(&name.text) {
            Some(ValueName::Definition(id)) => self.call_definition(id, arguments, name, span),
            Some(ValueName::Table(id)) => self.table_entry(id, arguments, span),
            Some(ValueName::Variable(id)) => self.variable(id, None, Some(arguments), span),
            Some(ValueName::Zone(id)) => self.zone(id, None, Some(arguments), span),
            Some(ValueName::Board(id)) => self.board_place(id, arguments, name, span),
            Some(ValueName::BuiltIn(word)) => self.built_in(word, arguments, name, span),
            Some(_) => Err(self.takes_nothing(name)),
            None => Err(self.unknown_value(name)),
        }
    }

    fn takes_nothing(&mut self, name: &tree::Name) -> Reported {
        let message = format!("`{}` takes nothing in brackets", name.text);
        self.error("wrong-arguments", message, name.span, "here")
    }

    fn table_entry(&mut self, id: TableId, arguments: &[tree::Expression], span: Span) -> Resolved<Expression> {
        let Some(table) = self.model.tables.get(id.index()) else { return Err(Reported) };
        let (name, index, of) = (table.name.clone(), table.index.clone(), table.of.clone());
        let indices = self.indices(&name, &index, Some(arguments), span)?;
        Ok(self.expression_at(ExpressionKind::Table(id, indices), of, span))
    }

    /// `road(3)`; or `road(goal)` if the mark stands on exactly one place.
    fn board_place(
        &mut self,
        id: AreaId,
        arguments: &[tree::Expression],
        name: &tree::Name,
        span: Span,
    ) -> Resolved<Expression> {
        let [argument] = arguments else {
            let message = format!("`{}` takes one number or mark", name.text);
            let found = Diagnostic::error("wrong-arguments", message, self.at(span), "here");
            let help = advice::numbered(self, id, &name.text, arguments);
            return Err(self.report(help.into_iter().fold(found, Diagnostic::with_help)));
        };
        let of = types::one(types::place(PlaceClass::Area(id)));
        if let Some(AreaKind::Board(board)) = self.model.areas.get(id.index()).map(|area| &area.kind)
            && let BoardShape::Net { of: list } = board.shape
        {
            let target = types::one(types::values_of(&self.model, list));
            let value = self.expression(argument)?;
            let value = self.fitted(value, &target, &format!("the place of `{}`", name.text))?;
            let index = super::listed::index(self, &value, argument.span).unwrap_or(Ok(value))?;
            return Ok(self.expression_at(ExpressionKind::BoardPlace(id, index), of, span));
        }
        if let Tree::Name(mark) = &*argument.kind
            && let Some(number) = self.marked_place(id, mark)
        {
            let number = number?;
            let index = self.expression_at(ExpressionKind::Constant(number), types::number(number, number), mark.span);
            return Ok(self.expression_at(ExpressionKind::BoardPlace(id, index), of, span));
        }
        let count = types::class_count(&self.model, PlaceClass::Area(id));
        let target = types::number(1, i32::try_from(count).unwrap_or(i32::MAX).max(1));
        let before = self.diagnostics.len();
        let index = self.expression(argument);
        // A bare name that is unknown here was probably meant as a mark.
        if let (Err(_), Tree::Name(_)) = (&index, &*argument.kind) {
            let marks = match self.model.areas.get(id.index()).map(|area| &area.kind) {
                Some(AreaKind::Board(board)) => board.marks.iter().map(|mark| mark.name.clone()).collect(),
                _ => Vec::new(),
            };
            for finding in self.diagnostics.iter_mut().skip(before) {
                if finding.code == "unknown-name" && !advice::is_certain(finding) && !marks.is_empty() {
                    finding.help = Some(format!("the marks of `{}` are `{}`", name.text, marks.join("`, `")));
                }
            }
        }
        let index = match index {
            Ok(index) => self.fitted(index, &target, &format!("the number of a place of `{}`", name.text))?,
            Err(reported) => return Err(reported),
        };
        Ok(self.expression_at(ExpressionKind::BoardPlace(id, index), of, span))
    }

    /// The number of the only place with a mark, if the name is a mark of this board and no bound name.
    fn marked_place(&mut self, id: AreaId, name: &tree::Name) -> Option<Resolved<i32>> {
        if self.scope.get(&name.text).is_some() {
            return None;
        }
        let AreaKind::Board(board) = &self.model.areas.get(id.index())?.kind else { return None };
        let mark = board.marks.iter().find(|mark| mark.name == name.text)?;
        let at = Location { file: self.file, span: name.span };
        self.uses.add(at, Some(mark.at), Named::Value);
        let places: Vec<i32> = (1..).zip(&mark.on).filter(|(_, on)| **on).map(|(number, _)| number).collect();
        if let [only] = places.as_slice() {
            return Some(Ok(*only));
        }
        // That its sign is not in the drawing has been said.
        if places.is_empty() && self.diagnostics.iter().any(|found| found.code == "wrong-sign") {
            return Some(Err(Reported));
        }
        let board = self.model.areas.get(id.index()).map_or("S", |area| area.name.as_str()).to_owned();
        let message = format!("`{}` stands on {} places", name.text, places.len());
        let found = Diagnostic::error("several-places", message, self.at(name.span), "which of them?")
            .with_label(mark.at, "the mark")
            .with_help(format!(
                "write `first s in {board} where s.{0}` in place of `{board}({0})` for the first of them",
                name.text
            ));
        Some(Err(self.report(found)))
    }

    /// A definition with its values.
    pub(in super::super) fn call_definition(
        &mut self,
        id: DefinitionId,
        arguments: &[tree::Expression],
        name: &tree::Name,
        span: Span,
    ) -> Resolved<Expression> {
        let Some(definition) = self.model.definitions.get(id.index()) else { return Err(Reported) };
        if self.is_spoilt_definition(id) {
            return Err(Reported);
        }
        if definition.tuple.is_some() {
            return Err(super::super::taken_apart::taken_whole(self, &name.text, span));
        }
        let targets = definition.parameters.clone();
        let arguments = self.call_arguments(&name.text, &targets, arguments, span)?;
        let id = super::super::depths::definition_here(self, id);
        self.called(id, arguments, span)
    }

    /// A call with values that fit: its type is that of the clauses which the values allow.
    pub(in super::super) fn called(
        &mut self,
        id: DefinitionId,
        arguments: Vec<Expression>,
        span: Span,
    ) -> Resolved<Expression> {
        let Some(definition) = self.model.definitions.get(id.index()) else { return Err(Reported) };
        let targets = definition.parameters.clone();
        let values: Vec<Option<i32>> = definition.clauses.iter().map(|clause| clause.value).collect();
        let argument = definition.selector.and_then(|position| arguments.get(position));
        let allowed = allowed_clauses(&values, argument);
        let mut of: Option<Type> = None;
        for clause in allowed {
            let found = self.clause_type(id, clause, span)?;
            of = Some(match of {
                None => found,
                Some(before) => {
                    let sort = types::join_sorts(&before.sort, &found.sort).ok_or(Reported)?;
                    Type { sort, shape: super::super::convert::joined_shape(before.shape, found.shape) }
                }
            });
        }
        let Some(mut of) = of else {
            let name = self.model.definitions.get(id.index()).map(|one| one.name.clone()).unwrap_or_default();
            return Err(self.error("out-of-range", format!("`{name}` has no clause for this value"), span, "here"));
        };
        // A place or component asked of none is none.
        let pairs = arguments.iter().zip(&targets);
        let may_be_none =
            pairs.into_iter().any(|(value, target)| value.of.shape == Shape::OneOrNone && target.shape == Shape::One);
        if may_be_none && of.shape == Shape::One && matches!(of.sort, Sort::Component { .. } | Sort::Place { .. }) {
            of.shape = Shape::OneOrNone;
        }
        Ok(self.expression_at(ExpressionKind::Call(id, arguments), of, span))
    }

    /// `base`, `base(x)` in a replaced definition: without brackets the same values again, else all that are not clause values.
    pub(in super::super) fn base_call(
        &mut self,
        arguments: Option<&[tree::Expression]>,
        span: Span,
    ) -> Resolved<Expression> {
        let Some(base) = self.scope.base.clone() else { return Err(Reported) };
        let id = self.former_definition(base.former)?;
        if self.model.definitions.get(id.index()).is_some_and(|one| one.tuple.is_some()) {
            return Err(super::super::taken_apart::taken_whole(self, "base", span));
        }
        let targets = self.model.definitions.get(id.index()).map(|one| one.parameters.clone()).unwrap_or_default();
        let values = self.base_arguments(&base, &targets, arguments, span)?;
        let id = super::super::depths::definition_here(self, id);
        self.called(id, values, span)
    }

    /// The values for what was replaced.
    pub(in super::super) fn base_arguments(
        &mut self,
        base: &super::super::scope::Base,
        targets: &[Type],
        arguments: Option<&[tree::Expression]>,
        span: Span,
    ) -> Resolved<Vec<Expression>> {
        let named = |own: &&OwnParameter| matches!(own, OwnParameter::Named(_));
        let open: Vec<usize> = base
            .own
            .iter()
            .enumerate()
            .filter(|(_, own)| matches!(own, OwnParameter::Named(_)))
            .map(|(index, _)| index)
            .collect();
        let given = match arguments {
            None => base.own.iter().filter(named).map(|own| self.own_value(own, span)).collect(),
            Some(arguments) if base.single => self.call_arguments("base", targets, arguments, span)?,
            Some(arguments) => {
                let wanted: Vec<Type> = open.iter().filter_map(|index| targets.get(*index)).cloned().collect();
                self.call_arguments("base", &wanted, arguments, span)?
            }
        };
        if base.single {
            return Ok(given);
        }
        let mut given = given.into_iter();
        let all = base.own.iter().map(|own| match own {
            OwnParameter::Named(_) => given.next(),
            OwnParameter::Value(value) => Some(value.clone()),
        });
        all.collect::<Option<Vec<_>>>().ok_or(Reported)
    }

    fn own_value(&mut self, own: &OwnParameter, span: Span) -> Expression {
        match own {
            OwnParameter::Named(local) => self.local_value(*local, span),
            OwnParameter::Value(value) => value.clone(),
        }
    }
}

/// The clauses that the type of the selecting argument allows.
pub(in super::super) fn allowed_clauses(values: &[Option<i32>], argument: Option<&Expression>) -> Vec<usize> {
    let Some(argument) = argument else { return (0..values.len()).collect() };
    let rest_allowed = match &argument.of.sort {
        Sort::Value { allowed, .. } => allowed.iter().any(|value| !values.contains(&Some(*value))),
        Sort::Number { least, greatest } if i64::from(*greatest) - i64::from(*least) <= values.len() as i64 => {
            (*least..=*greatest).any(|value| !values.contains(&Some(value)))
        }
        _ => match *argument.kind {
            ExpressionKind::Constant(constant) => !values.contains(&Some(constant)),
            _ => true,
        },
    };
    let allowed = |value: &Option<i32>| match value {
        None => rest_allowed,
        Some(value) => can_be(argument, *value),
    };
    values.iter().enumerate().filter(|(_, value)| allowed(value)).map(|(index, _)| index).collect()
}

/// Whether an expression can have a value.
fn can_be(expression: &Expression, value: i32) -> bool {
    if let ExpressionKind::Constant(constant) = *expression.kind {
        return constant == value;
    }
    let sort = match &expression.of.sort {
        Sort::Number { .. } => Sort::Number { least: value, greatest: value },
        Sort::Value { of, .. } => Sort::Value { of: *of, allowed: std::collections::BTreeSet::from([value]) },
        other => other.clone(),
    };
    overlap(&expression.of.sort, &sort) == Overlap::Some
}
