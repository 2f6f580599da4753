//! Parameters and clauses of definitions, phases and rules.
//!
//! Exactly one position may hold values in place of a name, and then each clause holds one there, or a name that takes the rest. Types
//! stand on the first clause that has a name at a position.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::{FileId, Location, Span};
use rulehound_grammar::tree::{self, ExpressionKind as Tree, Parameter};

use super::names::ValueName;
use super::types;
use super::{Reported, Resolved, Resolver};
use crate::merge::{Clause, Claused, Former};
use crate::model::{Shape, Sort, Type, value};

/// A clause before its body is looked at.
#[derive(Clone, Debug)]
pub struct Written<'a> {
    /// Its file.
    pub file: FileId,
    /// Its name.
    pub name: &'a tree::Name,
    /// What stands in the brackets.
    pub parameters: &'a [Parameter],
    /// What stood in the brackets of all that it replaced: its types hold on unless given again, and must be the same.
    pub earlier: Vec<(FileId, &'a [Parameter])>,
}

/// A clause as it stands in the merged game.
pub fn written<'a, T: Claused>(clause: &'a Clause<T>, formers: &'a [Former<T>]) -> Written<'a> {
    let earlier = with_formers(clause, formers).split_off(1);
    Written { file: clause.item.file, name: clause.item.tree.name(), parameters: clause.item.tree.list(), earlier }
}

/// The parameters of a clause and of all that it replaced, step by step; the first are its own.
pub fn with_formers<'a, T: Claused>(clause: &'a Clause<T>, formers: &'a [Former<T>]) -> Vec<(FileId, &'a [Parameter])> {
    let mut all = vec![(clause.item.file, clause.item.tree.list())];
    // A former one stands in the list before the one that replaced it, so this comes to an end.
    let mut next: Vec<usize> = clause.former.into_iter().collect();
    while let Some(former) = next.pop().and_then(|index| formers.get(index)) {
        all.extend(former.clauses.iter().map(|one| (one.item.file, one.item.tree.list())));
        next.extend(former.clauses.iter().filter_map(|one| one.former));
    }
    all
}

/// The parameters of some clauses and of all that stood before them.
pub fn everything<'a>(clauses: &[Written<'a>]) -> Vec<(FileId, &'a [Parameter])> {
    let one = |clause: &Written<'a>| [vec![(clause.file, clause.parameters)], clause.earlier.clone()].concat();
    clauses.iter().flat_map(one).collect()
}

/// What the clauses of one name have in common.
#[derive(Clone, Debug, Default)]
pub struct Signature {
    /// The types of the parameters.
    pub parameters: Vec<Type>,
    /// Where the values stand.
    pub selector: Option<usize>,
    /// For each clause its value.
    pub values: Vec<Option<i32>>,
}

/// A value in place of a name.
#[derive(Clone, Debug)]
struct Found {
    value: i32,
    of: Type,
    span: Span,
}

impl<'a> Resolver<'a> {
    /// The signature of some clauses of one name.
    pub(super) fn signature(&mut self, clauses: &[Written<'a>]) -> Resolved<Signature> {
        let Some(first) = clauses.first() else { return Err(Reported) };
        let count = first.parameters.len();
        self.same_number(clauses, count)?;
        let selector = self.selector(clauses)?;
        let mut parameters = Vec::new();
        let mut right = true;
        for position in 0..count {
            match self.parameter_type(clauses, position, selector == Some(position)) {
                Ok(of) => parameters.push(of),
                Err(Reported) => right = false,
            }
        }
        if !right {
            return Err(Reported);
        }
        let values: Vec<Option<i32>> =
            clauses.iter().map(|clause| self.value_at(clause, selector).map(|found| found.value)).collect();
        if let Some(position) = selector {
            self.check_clauses(clauses, &values, position, &parameters)?;
        }
        Ok(Signature { parameters, selector, values })
    }

    fn same_number(&mut self, clauses: &[Written<'a>], count: usize) -> Resolved<()> {
        let Some(first) = clauses.first() else { return Err(Reported) };
        if let Some(clause) = clauses.iter().find(|clause| clause.parameters.len() != count) {
            self.file = clause.file;
            let message = format!(
                "this clause of `{}` has {}, the first has {count}",
                clause.name.text,
                counted(clause.parameters.len(), "parameter", "parameters")
            );
            let found = Diagnostic::error("wrong-arguments", message, self.at(clause.name.span), "another number")
                .with_label(Location { file: first.file, span: first.name.span }, "the first clause");
            return Err(self.report(found));
        }
        Ok(())
    }

    /// The position that holds values.
    fn selector(&mut self, clauses: &[Written<'a>]) -> Resolved<Option<usize>> {
        let mut selector: Option<(usize, Location)> = None;
        for clause in clauses {
            self.file = clause.file;
            for (position, parameter) in clause.parameters.iter().enumerate() {
                let Some(found) = self.clause_value(parameter)? else { continue };
                let at = self.at(found.span);
                match selector {
                    None => selector = Some((position, at)),
                    Some((other, first)) if other != position => {
                        let message = "values may stand at one position only";
                        let found = Diagnostic::error("two-positions", message, at, "a value here")
                            .with_label(first, "and one here")
                            .with_help("choose inside the clause with `if`");
                        return Err(self.report(found));
                    }
                    Some(_) => {}
                }
            }
        }
        Ok(selector.map(|(position, _)| position))
    }

    fn value_at(&mut self, clause: &Written<'a>, selector: Option<usize>) -> Option<Found> {
        self.file = clause.file;
        clause.parameters.get(selector?).and_then(|parameter| self.clause_value(parameter).ok().flatten())
    }

    /// The value that stands in place of a name, if one does.
    fn clause_value(&mut self, parameter: &Parameter) -> Resolved<Option<Found>> {
        match parameter {
            Parameter::Named(_, Some(_)) => Ok(None),
            Parameter::Named(name, None) => Ok(match self.names.value(&name.text) {
                Some(ValueName::Value(of, index)) => {
                    self.uses.of_value(self.at(name.span), &name.text, &self.names);
                    let sort = Sort::Value { of, allowed: [index].into() };
                    Some(Found { value: index, of: types::one(sort), span: name.span })
                }
                Some(ValueName::Seat(seat)) => {
                    self.uses.of_value(self.at(name.span), &name.text, &self.names);
                    Some(Found { value: seat, of: types::one(Sort::Player), span: name.span })
                }
                _ => None,
            }),
            Parameter::Value(expression) => {
                let of = match &*expression.kind {
                    Tree::YesNo(yes) => (value::yes_no(*yes), types::yes_no()),
                    _ => {
                        let number = self.fixed_number(expression)?;
                        (number, types::number(number, number))
                    }
                };
                Ok(Some(Found { value: of.0, of: of.1, span: expression.span }))
            }
        }
    }

    /// The type at a position: the one written first, else that of the values there.
    fn parameter_type(&mut self, clauses: &[Written<'a>], position: usize, selecting: bool) -> Resolved<Type> {
        let mut written: Option<(Type, Location)> = None;
        let mut of_values: Option<Type> = None;
        for clause in clauses {
            self.file = clause.file;
            let Some(parameter) = clause.parameters.get(position) else { continue };
            if let Parameter::Named(_, Some(of)) = parameter {
                let found = self.written_type(of)?;
                let at = self.at(of.span);
                match &written {
                    None => written = Some((found, at)),
                    Some((first, _)) if *first == found => {}
                    Some((first, place)) => {
                        let message = format!("this parameter is {} on the first clause", self.words(first));
                        let report =
                            Diagnostic::error("wrong-type", message, at, format!("here it is {}", self.words(&found)))
                                .with_label(*place, "the type stands here")
                                .with_help("leave the type out here");
                        return Err(self.report(report));
                    }
                }
            } else if selecting && let Some(found) = self.clause_value(parameter)? {
                let joined = match &of_values {
                    None => Some(self.whole(found.of.sort)),
                    Some(Type { sort: Sort::Value { of, .. }, .. }) if matches!(&found.of.sort, Sort::Value { of: other, .. } if other == of) =>
                    {
                        continue;
                    }
                    Some(before) => types::join_sorts(&before.sort, &found.of.sort),
                };
                let Some(sort) = joined else {
                    return Err(self.error(
                        "wrong-type",
                        "the clauses of a name select by values of one type",
                        found.span,
                        "of another type",
                    ));
                };
                of_values = Some(types::one(sort));
            }
        }
        let earlier = self.earlier_type(clauses, position);
        match (written, earlier, of_values) {
            (Some((of, at)), Some((before, place)), _) if of != before => {
                let message = format!("before it was replaced, this parameter was {}", self.words(&before));
                let report =
                    Diagnostic::error("other-parameters", message, at, format!("here it is {}", self.words(&of)))
                        .with_label(place, "the type stood here")
                        .with_help("a replacement keeps the number and types of the parameters");
                Err(self.report(report))
            }
            (Some((of, _)), ..) | (None, Some((of, _)), _) | (None, None, Some(of)) => Ok(of),
            (None, None, None) => {
                self.type_of_earlier_value(clauses, position).ok_or_else(|| self.untyped(clauses, position))
            }
        }
    }

    /// The type at a position of what was replaced.
    fn earlier_type(&mut self, clauses: &[Written<'a>], position: usize) -> Option<(Type, Location)> {
        let file = self.file;
        let mut found = None;
        for (from, parameters) in clauses.iter().flat_map(|clause| &clause.earlier) {
            let Some(parameter) = parameters.get(position).filter(|_| found.is_none()) else { continue };
            self.file = *from;
            if let Parameter::Named(_, Some(of)) = parameter {
                let at = self.at(of.span);
                found = self.written_type(of).ok().map(|of| (of, at));
            }
        }
        self.file = file;
        found
    }

    /// Where only a removed or replaced clause said by its value what stands at a position.
    fn type_of_earlier_value(&mut self, clauses: &[Written<'a>], position: usize) -> Option<Type> {
        let mut earlier = clauses.iter().flat_map(|clause| &clause.earlier);
        let found = earlier.find_map(|(_, parameters)| self.clause_value(parameters.get(position)?).ok().flatten());
        found
            .filter(|found| matches!(found.of.sort, Sort::Value { .. } | Sort::YesNo | Sort::Player))
            .map(|found| types::one(self.whole(found.of.sort)))
    }

    /// All values of the list that a value belongs to.
    fn whole(&self, sort: Sort) -> Sort {
        match sort {
            Sort::Value { of, .. } => types::values_of(&self.model, of),
            other => other,
        }
    }

    fn untyped(&mut self, clauses: &[Written<'a>], position: usize) -> Reported {
        let Some(clause) = clauses.first() else { return Reported };
        self.file = clause.file;
        match clause.parameters.get(position) {
            Some(Parameter::Named(name, _)) => {
                let message = format!("it is not said what `{}` is", name.text);
                let help = match self.near.name(&name.text, self.names.value_names()) {
                    Some(near) => format!("did you mean `{near}`? else write `{}: …`", name.text),
                    None if clauses.len() == 1 => {
                        format!(
                            "write `{0}: player` if it is a player, or a range such as `{0}: 1..6` for a number",
                            name.text
                        )
                    }
                    None => format!("write `{0}: …` on the first clause, such as `{0}: player`", name.text),
                };
                self.error_with_help("unknown-name", message, name.span, "a player, a number, …?", help)
            }
            _ => self.error("unknown-type", "this parameter needs a type", clause.name.span, "here"),
        }
    }

    /// A clause for every value, and none twice.
    fn check_clauses(
        &mut self,
        clauses: &[Written<'a>],
        values: &[Option<i32>],
        position: usize,
        parameters: &[Type],
    ) -> Resolved<()> {
        let Some(of) = parameters.get(position).cloned() else { return Err(Reported) };
        for (index, (clause, value)) in clauses.iter().zip(values).enumerate() {
            self.file = clause.file;
            let span = clause.parameters.get(position).map_or(clause.name.span, parameter_span);
            let before = values.iter().zip(clauses).take(index).find(|(other, _)| *other == value);
            if let Some((_, first)) = before {
                return Err(self.doubled_clause(clause, first, span, position, value.is_none()));
            }
            if let Some(found) = self.value_at(clause, Some(position))
                && types::overlap(&of.sort, &found.of.sort) != types::Overlap::Some
            {
                let message = format!("this parameter is {}, and this value is not", self.words(&of));
                return Err(self.error("out-of-range", message, span, "can never be"));
            }
        }
        if values.contains(&None) { Ok(()) } else { self.check_complete(clauses, values, &of) }
    }

    fn doubled_clause(
        &mut self,
        clause: &Written<'a>,
        first: &Written<'a>,
        span: Span,
        position: usize,
        rest: bool,
    ) -> Reported {
        let message = if rest {
            format!("`{}` has two clauses that take the rest", clause.name.text)
        } else {
            format!("`{}` has two clauses for this value", clause.name.text)
        };
        let first_span = first.parameters.get(position).map_or(first.name.span, parameter_span);
        let found = Diagnostic::error("doubled-clause", message, self.at(span), "again here")
            .with_label(Location { file: first.file, span: first_span }, "first here");
        let help = "write `replace` before it to change the one of the other file";
        self.report(if first.file == clause.file { found } else { found.with_help(help) })
    }

    fn check_complete(&mut self, clauses: &[Written<'a>], values: &[Option<i32>], of: &Type) -> Resolved<()> {
        let all: Vec<i32> = match &of.sort {
            Sort::Value { allowed, .. } => allowed.iter().copied().collect(),
            Sort::Number { least, greatest } if i64::from(*greatest) - i64::from(*least) <= 10_000 => {
                (*least..=*greatest).collect()
            }
            Sort::YesNo => vec![0, 1],
            Sort::Player if !self.model.players.names.is_empty() => (0..i32::from(self.model.players.most)).collect(),
            _ => return Err(self.missing(clauses, "some values")),
        };
        let missing: Vec<i32> = all.into_iter().filter(|value| !values.contains(&Some(*value))).collect();
        if missing.is_empty() && of.shape == Shape::One {
            return Ok(());
        }
        let mut names: Vec<String> = missing.iter().take(6).map(|value| self.value_name(&of.sort, *value)).collect();
        if missing.len() > names.len() {
            names.push("others".to_string());
        }
        if of.shape != Shape::One {
            names.push("`none`".to_string());
        }
        Err(self.missing(clauses, &names.join(", ")))
    }

    fn missing(&mut self, clauses: &[Written<'a>], what: &str) -> Reported {
        let Some(first) = clauses.first() else { return Reported };
        self.file = first.file;
        let message = format!("`{}` has no clause for {what}", first.name.text);
        let mut found = Diagnostic::error("missing-clause", message, self.at(first.name.span), "its first clause");
        if let Some(removed) = self.removed.get(first.name.text.as_str()) {
            found = found.with_label(removed.at, "a clause is removed here");
        }
        self.report(found.with_help("add a clause for each, or one with a name in that place, which takes the rest"))
    }

    /// A value of a sort in words.
    pub(super) fn value_name(&self, sort: &Sort, value: i32) -> String {
        let position = usize::try_from(value).unwrap_or(usize::MAX);
        let name = match sort {
            Sort::Value { of, .. } => self
                .model
                .enumerations
                .get(of.index())
                .and_then(|one| one.values.get(position))
                .map(|(name, _)| name.clone()),
            Sort::Player => self.model.players.names.get(position).cloned(),
            Sort::YesNo => Some(if value == 0 { "no" } else { "yes" }.to_string()),
            _ => None,
        };
        format!("`{}`", name.unwrap_or_else(|| value.to_string()))
    }

    /// The type of the name that takes the rest: without the values that have clauses of their own, as far as a range can say it.
    pub(super) fn rest_type(&self, of: &Type, values: &[Option<i32>]) -> Type {
        let taken = |value: i32| values.contains(&Some(value));
        let sort = match &of.sort {
            Sort::Value { of, allowed } => {
                let rest: std::collections::BTreeSet<i32> =
                    allowed.iter().copied().filter(|value| !taken(*value)).collect();
                if rest.is_empty() {
                    return types::one(Sort::Value { of: *of, allowed: allowed.clone() });
                }
                Sort::Value { of: *of, allowed: rest }
            }
            Sort::Number { least, greatest } => {
                let (mut least, mut greatest) = (*least, *greatest);
                while least < greatest && taken(least) {
                    least += 1;
                }
                while greatest > least && taken(greatest) {
                    greatest -= 1;
                }
                Sort::Number { least, greatest }
            }
            other => other.clone(),
        };
        Type { sort, shape: of.shape }
    }
}

/// `no parameters`, `one parameter`, `3 parameters`.
pub fn counted(count: usize, one: &str, several: &str) -> String {
    match count {
        0 => format!("no {several}"),
        1 => format!("one {one}"),
        count => format!("{count} {several}"),
    }
}

/// Where a parameter stands.
pub fn parameter_span(parameter: &Parameter) -> Span {
    match parameter {
        Parameter::Value(expression) => expression.span,
        Parameter::Named(name, _) => name.span,
    }
}
