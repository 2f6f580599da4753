//! Definitions.
//!
//! What a definition gives is found by typing its clauses, and a clause may call others: each is typed when it is first asked for. A
//! clause that is asked for while it is being typed calls itself, which is an error.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::{FileId, Span};
use rulehound_grammar::tree::{self, Parameter};

use super::clauses::{Signature, Written, everything, with_formers, written};
use super::names::ValueName;
use super::scope::OwnParameter;
use super::types;
use super::{Reported, Resolved, Resolver};
use crate::merge::{Clause, Claused, Merged, Thing};
use crate::model::{
    Definition, DefinitionClause, DefinitionId, Expression, ExpressionKind, Life, LocalId, Notes, Sort, Type, value,
};

/// How deep definitions are typed inside each other before the deepest is put off to be typed on its own first.
pub(super) const MOST_NESTED: usize = 48;

/// How far the typing of a clause has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    Waiting,
    Open,
    Done,
    Failed,
}

/// What is to be done for a definition.
#[derive(Debug)]
pub struct DefinitionWork<'a> {
    pub(super) clauses: Vec<(&'a Clause<tree::Definition>, Progress)>,
    /// Whether its parameters were wrong; then nothing is said about its uses.
    pub(super) spoilt: bool,
    /// The types of the parameters, with the position of the values.
    pub(super) signature: Signature,
    /// Parameters of everything that bore the name; types may stand on any of them.
    earlier: Vec<(FileId, &'a [Parameter])>,
}

impl DefinitionWork<'_> {
    /// The same, all clauses so far.
    pub(super) fn with_all(&self, progress: Progress) -> Self {
        let clauses = self.clauses.iter().map(|(clause, _)| (*clause, progress)).collect();
        Self { clauses, spoilt: self.spoilt, signature: self.signature.clone(), earlier: self.earlier.clone() }
    }
}

impl<'a> Resolver<'a> {
    /// Enters all definitions.
    pub(super) fn declare_definitions(&mut self, merged: &'a Merged) {
        for thing in &merged.things {
            let Thing::Definition(group) = thing else { continue };
            let earlier = group.removed.iter().flat_map(|one| with_formers(one, self.all_former_definitions)).collect();
            let wanted = self.uses.wanted;
            self.uses.wanted &= group.way.is_none();
            let id = self.enter_definition(group.clauses.iter().collect(), earlier, None, false);
            self.uses.wanted = wanted;
            if let Some(way) = &group.way {
                super::ways::declare(self, id, way);
                continue;
            }
            let Some(definition) = self.model.definitions.get(id.index()) else { continue };
            let (name, at) = (definition.name.clone(), definition.at);
            let outcome = self.names.add_value(&name, ValueName::Definition(id), at);
            self.declared(outcome, &name, at);
        }
    }

    fn enter_definition(
        &mut self,
        clauses: Vec<&'a Clause<tree::Definition>>,
        earlier: Vec<(FileId, &'a [Parameter])>,
        given: Option<Signature>,
        replaced: bool,
    ) -> DefinitionId {
        let mut written: Vec<Written<'a>> =
            clauses.iter().map(|clause| written(clause, self.all_former_definitions)).collect();
        if let Some(first) = written.first_mut() {
            first.earlier.extend(earlier);
        }
        let signature = given.map_or_else(|| self.signature(&written), Ok);
        let spoilt = signature.is_err();
        let signature = self.kept(signature).unwrap_or_default();
        let file = written.first().map(|first| first.file).unwrap_or_default();
        self.file = file;
        let at = written.first().map(|first| self.at(first.name.span)).unwrap_or_default();
        let stubs = written.iter().enumerate().map(|(index, clause)| DefinitionClause {
            value: signature.values.get(index).copied().flatten(),
            parameters: Vec::new(),
            body: Expression {
                kind: Box::new(ExpressionKind::Constant(value::NONE)),
                of: types::one_or_none(Sort::Nothing),
                at,
            },
            tuples: None,
            notes: Notes::default(),
            at: rulehound_grammar::span::Location { file: clause.file, span: clause.name.span },
        });
        let definition = Definition {
            name: written.first().map(|first| first.name.text.clone()).unwrap_or_default(),
            replaced,
            within: None,
            tuple: None,
            way: None,
            parameters: signature.parameters.clone(),
            selector: signature.selector,
            clauses: stubs.collect(),
            of: types::one_or_none(Sort::Nothing),
            shown: None,
            struck: None,
            notes: Notes::default(),
            at,
        };
        let id = DefinitionId::from(self.model.definitions.len());
        self.model.to_mut().definitions.push(definition);
        let clauses = clauses.into_iter().map(|clause| (clause, Progress::Waiting)).collect();
        let earlier = everything(&written);
        self.definitions.push(DefinitionWork { clauses, spoilt, signature, earlier });
        id
    }

    /// What `base` calls; it enters the model when it is first called.
    pub(super) fn former_definition(&mut self, former: usize) -> Resolved<DefinitionId> {
        if let Some(id) = self.former_definitions.get(&former) {
            return Ok(*id);
        }
        let Some(found) = self.all_former_definitions.get(former) else { return Err(Reported) };
        let file = self.file;
        let work = self.definition_work(&found.name).filter(|work| !work.spoilt);
        let Some(work) = work else { return Err(Reported) };
        let single = found.clauses.first().filter(|_| found.single);
        let signature = single.map(|clause| self.standing_alone(&work.signature, clause.item.tree.list()));
        let earlier = work.earlier.clone();
        let id = self.enter_definition(found.clauses.iter().collect(), earlier, signature, true);
        self.file = file;
        let circle = self.depths.former_definitions.get(&former).copied();
        if let (Some(circle), Some(one)) = (circle, self.model.to_mut().definitions.get_mut(id.index())) {
            one.within = Some(super::depths::outermost(id, circle, None));
        }
        self.former_definitions.insert(former, id);
        super::tuples::enter(self, id);
        Ok(id)
    }

    /// The work for the definition that now bears a name.
    fn definition_work(&self, name: &str) -> Option<&DefinitionWork<'a>> {
        let mut all = self.model.definitions.iter().zip(&self.definitions);
        all.find(|(one, _)| one.name == name && !one.replaced).map(|(_, work)| work)
    }

    /// Types all definitions.
    pub(super) fn define_all(&mut self) {
        let mut index = 0;
        while index < self.definitions.len() {
            let clauses = self.definitions.get(index).map_or(0, |work| work.clauses.len());
            for clause in 0..clauses {
                self.define_with_others(DefinitionId::from(index), clause);
            }
            index += 1;
        }
        for index in 0..self.definitions.len() {
            self.join_clauses(index);
        }
    }

    /// Types a clause, and before it whatever had to be put off.
    fn define_with_others(&mut self, id: DefinitionId, clause: usize) {
        let defining = std::mem::replace(&mut self.defining, true);
        self.define_in_turn(id, clause);
        self.defining = defining;
    }

    /// Types the clause that had to be put off, if there is one; tells whether there was.
    pub(super) fn define_wanted(&mut self) -> bool {
        let Some((id, clause)) = self.wanted.take() else { return false };
        self.define_with_others(id, clause);
        true
    }

    fn define_in_turn(&mut self, id: DefinitionId, clause: usize) {
        let mut pending = vec![(id, clause)];
        while let Some((id, clause)) = pending.last().copied() {
            self.define_once(id, clause);
            match self.wanted.take() {
                None => {
                    pending.pop();
                }
                Some(next) if pending.contains(&next) => {
                    self.cycle(next.0, None);
                    for (id, clause) in pending.drain(..) {
                        self.set_progress(id, clause, Progress::Failed);
                    }
                }
                Some(next) => pending.push(next),
            }
        }
    }

    fn progress(&self, id: DefinitionId, clause: usize) -> Progress {
        let work = self.definitions.get(id.index()).and_then(|work| work.clauses.get(clause));
        work.map_or(Progress::Done, |(_, progress)| *progress)
    }

    pub(super) fn set_progress(&mut self, id: DefinitionId, clause: usize, progress: Progress) {
        if let Some((_, slot)) = self.definitions.get_mut(id.index()).and_then(|work| work.clauses.get_mut(clause)) {
            *slot = progress;
        }
    }

    /// Whether the parameters of a definition are wrong, so that nothing more is said about its uses.
    pub(super) fn is_spoilt_definition(&self, id: DefinitionId) -> bool {
        self.definitions.get(id.index()).is_some_and(|work| work.spoilt)
    }

    /// What a clause gives.
    pub(super) fn clause_type(&mut self, id: DefinitionId, clause: usize, span: Span) -> Resolved<Type> {
        if self.is_spoilt_definition(id) {
            return Err(Reported);
        }
        if let Some(in_circle) = super::inference::type_in_circle(self, id, clause) {
            return in_circle;
        }
        match self.progress(id, clause) {
            Progress::Done => {}
            Progress::Failed => return Err(Reported),
            Progress::Open => return Err(self.cycle(id, Some(span))),
            // Something else must be typed first; going on here would only be done again.
            Progress::Waiting if self.wanted.is_some() => return Err(Reported),
            Progress::Waiting if self.depth > MOST_NESTED => {
                self.wanted = Some((id, clause));
                return Err(Reported);
            }
            Progress::Waiting => self.define(id, clause)?,
        }
        let found = self.model.definitions.get(id.index()).and_then(|one| one.clauses.get(clause));
        found.map(|clause| clause.body.of.clone()).ok_or(Reported)
    }

    fn cycle(&mut self, id: DefinitionId, span: Option<Span>) -> Reported {
        let Some(definition) = self.model.definitions.get(id.index()) else { return Reported };
        let name = &definition.name;
        let message = format!("`{name}` calls itself");
        let at = span.map_or(definition.at, |span| self.at(span));
        let found = Diagnostic::error("call-cycle", message, at, "this call leads back to it")
            .with_label(definition.at, "declared here")
            .with_help(format!(
                "say how deep it may go within itself: `def {name}(…) deep 20 = …`; or go through a set with `each`, `sum` or `reach`"
            ));
        self.report(found)
    }

    /// Types a clause, unless that has been done or is being done.
    pub(super) fn define_once(&mut self, id: DefinitionId, clause: usize) {
        if self.progress(id, clause) == Progress::Waiting {
            let _: Resolved<()> = self.define(id, clause);
        }
    }

    /// Types a clause in a scope of its own.
    fn define(&mut self, id: DefinitionId, clause: usize) -> Resolved<()> {
        if self.is_spoilt_definition(id) {
            self.set_progress(id, clause, Progress::Failed);
            return Err(Reported);
        }
        let within = self.model.definitions.get(id.index()).and_then(|one| one.within);
        if let Some(within) = within {
            super::inference::infer(self, within.circle, within.written, clause)?;
        }
        self.set_progress(id, clause, Progress::Open);
        let found = self.diagnostics.len();
        let running = self.inference.pause();
        let outcome = super::tuples::know_those_before(self, id).and_then(|()| self.define_body(id, clause));
        self.inference.resume(running);
        if self.model.definitions.get(id.index()).is_some_and(|one| one.is_copy()) {
            // It was told of what is written.
            self.diagnostics.truncate(found);
        }
        let progress = match outcome {
            Ok(()) => Progress::Done,
            // Something must be typed first; this one is tried again.
            Err(Reported) if self.wanted.is_some() => Progress::Waiting,
            Err(Reported) => {
                self.incomplete = true;
                Progress::Failed
            }
        };
        self.set_progress(id, clause, progress);
        outcome
    }

    fn define_body(&mut self, id: DefinitionId, clause: usize) -> Resolved<()> {
        let super::bodies::Body { parameters, body, tuples, notes } = super::bodies::body_of(self, id, clause, true)?;
        if let Some(definition) = self.model.to_mut().definitions.get_mut(id.index()) {
            if clause == 0 {
                definition.notes = notes.clone();
            }
            if let Some(slot) = definition.clauses.get_mut(clause) {
                slot.parameters = parameters;
                slot.body = body;
                slot.tuples = tuples;
                slot.notes = notes;
            }
        }
        Ok(())
    }

    /// Binds the parameters of a clause. The name that takes the rest is known not to have the values of the other clauses.
    pub(super) fn bind_parameters(
        &mut self,
        written: &[Parameter],
        signature: &Signature,
        clause: usize,
        life: Life,
    ) -> (Vec<Option<LocalId>>, Vec<OwnParameter>) {
        let value = signature.values.get(clause).copied().flatten();
        let mut parameters = Vec::new();
        let mut own = Vec::new();
        let mut types = signature.parameters.iter();
        self.scope.open();
        for (position, parameter) in written.iter().enumerate() {
            let selecting = signature.selector == Some(position);
            // A single clause that stands alone as `base` has lost its value: it takes no parameter there.
            if signature.selector.is_none() && self.is_value(parameter) {
                continue;
            }
            let Some(of) = types.next() else { continue };
            match (parameter, selecting, value) {
                (Parameter::Named(name, _), false, _) => {
                    let local = self.bind(name, of.clone(), life);
                    parameters.push(Some(local));
                    own.push(OwnParameter::Named(local));
                }
                (Parameter::Named(name, _), true, None) => {
                    let of = self.rest_type(of, &signature.values);
                    let local = self.bind(name, of, life);
                    parameters.push(Some(local));
                    own.push(OwnParameter::Named(local));
                }
                (_, _, value) => {
                    let span = super::clauses::parameter_span(parameter);
                    let constant = self.expression_at(
                        ExpressionKind::Constant(value.unwrap_or_default()),
                        narrowed(of, value),
                        span,
                    );
                    parameters.push(None);
                    own.push(OwnParameter::Value(constant));
                }
            }
        }
        (parameters, own)
    }

    /// The signature of a single clause that was replaced: without the position of its value; one that takes the rest keeps its name.
    pub(super) fn standing_alone(&self, signature: &Signature, written: &[Parameter]) -> Signature {
        let mut parameters = signature.parameters.clone();
        let selector = signature.selector.filter(|selector| *selector < parameters.len());
        if let Some(selector) = selector {
            if written.get(selector).is_some_and(|parameter| self.is_value(parameter)) {
                parameters.remove(selector);
            } else if let Some(of) = parameters.get_mut(selector) {
                *of = self.rest_type(of, &signature.values);
            }
        }
        Signature { parameters, selector: None, values: vec![None] }
    }

    fn is_value(&self, parameter: &Parameter) -> bool {
        match parameter {
            Parameter::Value(_) => true,
            Parameter::Named(_, Some(_)) => false,
            Parameter::Named(name, None) => {
                matches!(self.names.value(&name.text), Some(ValueName::Value(..) | ValueName::Seat(_)))
            }
        }
    }

    /// The type of a definition is the union of its clauses.
    fn join_clauses(&mut self, index: usize) {
        let Some(definition) = self.model.definitions.get(index) else { return };
        if (0..definition.clauses.len()).any(|clause| self.progress(index.into(), clause) != Progress::Done) {
            return;
        }
        let bodies: Vec<Expression> = definition.clauses.iter().map(|clause| clause.body.clone()).collect();
        let mut of: Option<Type> = None;
        for body in bodies {
            of = match of {
                None => Some(body.of.clone()),
                Some(before) => match types::join_sorts(&before.sort, &body.of.sort) {
                    Some(sort) => Some(Type { sort, shape: super::convert::joined_shape(before.shape, body.of.shape) }),
                    None => {
                        let message = format!("the clauses before give {}", self.words(&before));
                        let label = format!("this is {}", self.words(&body.of));
                        self.report(Diagnostic::error("wrong-type", message, body.at, label));
                        return;
                    }
                },
            };
        }
        if let (Some(of), Some(definition)) = (of, self.model.to_mut().definitions.get_mut(index)) {
            definition.of = of;
        }
    }
}

/// The type of a constant at the position of the values.
fn narrowed(of: &Type, value: Option<i32>) -> Type {
    let Some(value) = value else { return of.clone() };
    types::one(match &of.sort {
        Sort::Number { .. } => Sort::Number { least: value, greatest: value },
        Sort::Value { of, .. } => Sort::Value { of: *of, allowed: [value].into() },
        other => other.clone(),
    })
}
