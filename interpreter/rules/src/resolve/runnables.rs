//! Phases and rules.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::{FileId, Location};
use rulehound_grammar::tree::{self, Parameter};

use super::advice;
use super::clauses::{Signature, Written, everything, with_formers, written};
use super::names::RunnableName;
use super::scope::{Base, Scope};
use super::{Reported, Resolved, Resolver};
use crate::mending;
use crate::merge::{Clause, Claused, Merged, Thing};
use crate::model::{Block, Clause as ModelClause, Life, Notes, Runnable, RunnableId};

/// What is to be done for a phase or rule.
#[derive(Clone, Debug)]
pub struct RunnableWork<'a> {
    pub(super) clauses: Vec<&'a Clause<tree::Runnable>>,
    /// Whether its parameters were wrong; then nothing is said about its uses.
    pub spoilt: bool,
    signature: Signature,
    /// Parameters of everything that bore the name; types may stand on any of them.
    earlier: Vec<(FileId, &'a [Parameter])>,
}

impl<'a> Resolver<'a> {
    /// Enters all phases and rules.
    pub(super) fn declare_runnables(&mut self, merged: &'a Merged) {
        for thing in &merged.things {
            let Thing::Runnable(group) = thing else { continue };
            let earlier = group.removed.iter().flat_map(|one| with_formers(one, self.all_former_runnables)).collect();
            let id = self.enter_runnable(group.clauses.iter().collect(), earlier, None, None);
            let Some(runnable) = self.model.runnables.get(id.index()) else { continue };
            let (name, at) = (runnable.name.clone(), runnable.at);
            let outcome = self.names.add_runnable(&name, RunnableName::Runnable(id), at);
            self.declared(outcome, &name, at);
        }
    }

    fn enter_runnable(
        &mut self,
        clauses: Vec<&'a Clause<tree::Runnable>>,
        earlier: Vec<(FileId, &'a [Parameter])>,
        given: Option<Signature>,
        replaced: Option<RunnableId>,
    ) -> RunnableId {
        let mut written: Vec<Written<'a>> =
            clauses.iter().map(|clause| written(clause, self.all_former_runnables)).collect();
        if let Some(first) = written.first_mut() {
            first.earlier.extend(earlier);
        }
        let signature = given.map_or_else(|| self.signature(&written), Ok);
        let spoilt = signature.is_err();
        let signature = self.kept(signature).unwrap_or_default();
        let place = |one: &Written<'_>| Location { file: one.file, span: one.name.span };
        let at = written.first().map(place).unwrap_or_default();
        let clauses_of_model = written.iter().zip(&clauses).enumerate().map(|(index, (one, clause))| ModelClause {
            value: signature.values.get(index).copied().flatten(),
            parameters: Vec::new(),
            body: Block { statements: Vec::new(), at: Location { file: one.file, span: clause.item.tree.body.span } },
            notes: Notes::default(),
            at: place(one),
        });
        let runnable = Runnable {
            name: written.first().map(|first| first.name.text.clone()).unwrap_or_default(),
            phase: clauses.first().is_some_and(|clause| clause.item.tree.phase),
            replaced,
            within: None,
            parameters: signature.parameters.clone(),
            selector: signature.selector,
            clauses: clauses_of_model.collect(),
            notes: Notes::default(),
            at,
        };
        let id = RunnableId::from(self.model.runnables.len());
        self.model.to_mut().runnables.push(runnable);
        let earlier = everything(&written);
        self.runnables.push(RunnableWork { clauses, spoilt, signature, earlier });
        id
    }

    /// What `do base` runs; it enters the model when it is first run.
    pub(super) fn former_runnable(&mut self, former: usize) -> Resolved<RunnableId> {
        if let Some(id) = self.former_runnables.get(&former) {
            return Ok(*id);
        }
        let Some(found) = self.all_former_runnables.get(former) else { return Err(Reported) };
        let file = self.file;
        let current = match self.names.runnable(&found.name) {
            Some(RunnableName::Runnable(id)) => id,
            _ => return Err(Reported),
        };
        let work = self.runnables.get(current.index()).filter(|work| !work.spoilt);
        let Some(work) = work else { return Err(Reported) };
        let single = found.clauses.first().filter(|_| found.single);
        let signature = single.map(|clause| self.standing_alone(&work.signature, clause.item.tree.list()));
        let earlier = work.earlier.clone();
        let id = self.enter_runnable(found.clauses.iter().collect(), earlier, signature, Some(current));
        self.file = file;
        let circle = self.depths.former_runnables.get(&former).copied();
        if let (Some(circle), Some(one)) = (circle, self.model.to_mut().runnables.get_mut(id.index())) {
            one.within = Some(super::depths::outermost(id, circle, None));
        }
        self.former_runnables.insert(former, id);
        Ok(id)
    }

    /// Resolves the bodies of all phases and rules, replaced ones that somebody runs included.
    pub(super) fn run_all(&mut self) {
        let mut index = 0;
        while let Some(work) = self.runnables.get(index) {
            let (clauses, signature, spoilt) = (work.clauses.clone(), work.signature.clone(), work.spoilt);
            let within = self.model.runnables.get(index).and_then(|one| one.within);
            self.depths.around_runnable = within.map(|within| (RunnableId::from(index), within));
            let found = self.diagnostics.len();
            for (position, clause) in clauses.into_iter().enumerate() {
                self.runnable_clause(index, position, clause, &signature, spoilt);
            }
            if within.is_some_and(|within| within.is_copy()) {
                // It was told of what is written.
                self.diagnostics.truncate(found);
            }
            index += 1;
        }
        self.depths.around_runnable = None;
    }

    fn runnable_clause(
        &mut self,
        index: usize,
        position: usize,
        clause: &'a Clause<tree::Runnable>,
        signature: &Signature,
        spoilt: bool,
    ) {
        let tree = &clause.item.tree;
        self.file = clause.item.file;
        self.scope = Scope::default();
        if spoilt {
            // Its parameters are wrong; the body is looked at all the same, and nothing is said about their uses.
            self.scope.open();
            for parameter in tree.parameters.as_deref().unwrap_or_default() {
                if let tree::Parameter::Named(name, _) = parameter
                    && self.names.value(&name.text).is_none()
                {
                    self.bind_spoilt(name);
                }
            }
        }
        let written = if spoilt { &[] } else { tree.parameters.as_deref().unwrap_or_default() };
        let (parameters, own) = self.bind_parameters(written, signature, position, Life::Block);
        self.scope.base = clause.former.map(|former| Base {
            former,
            single: self.all_former_runnables.get(former).is_some_and(|one| one.single),
            own,
        });
        let body = self.block(&tree.body);
        let notes = self.notes(&clause.item.inherited, clause.item.file, &tree.notes);
        self.scope = Scope::default();
        let Some(runnable) = self.model.to_mut().runnables.get_mut(index) else { return };
        if position == 0 {
            runnable.notes = notes.clone();
            // What one of several clauses is called is no name for all of them.
            if runnable.clauses.len() > 1 {
                runnable.notes.called = None;
            }
        }
        if let Some(slot) = runnable.clauses.get_mut(position) {
            slot.parameters = parameters;
            slot.body = body;
            slot.notes = notes;
        }
    }

    /// Says that there is no such phase, rule or trigger.
    pub(super) fn unknown_runnable(&mut self, name: &tree::Name, what: &str) -> Reported {
        let found = not_runnable(self, name, what);
        self.report(found)
    }
}

/// That there is no such phase, rule or trigger.
fn not_runnable(resolver: &Resolver<'_>, name: &tree::Name, what: &str) -> Diagnostic {
    let message = format!("there is no {what} `{}`", name.text);
    let mut found = Diagnostic::error("unknown-name", message, resolver.at(name.span), "not known here");
    if let Some(removed) = resolver.removed.get(name.text.as_str()) {
        found = found.with_label(removed.at, "removed here").with_help("leave it in, or replace what still uses it");
    } else if let Some(near) = resolver.near.name(&name.text, resolver.names.runnable_names()) {
        found = found.did_you_mean(near);
    } else if name.text == "base" {
        found = found.with_help("`base` is what a `replace` replaced, and is known only there");
    } else {
        found = found.with_help(advice::runnables(resolver, &name.text));
    }
    found
}

/// Says that there is no such rule, where it is carried out without arguments: it may be meant to be written next.
pub(super) fn unknown_rule(resolver: &mut Resolver<'_>, name: &tree::Name) -> Reported {
    let found = not_runnable(resolver, name, "phase or rule");
    if !found.fixes.is_empty() || !found.others.is_empty() || name.text == "base" {
        return resolver.report(found);
    }
    let (title, words) = (format!("add the rule `{}`", name.text), format!("rule {} {{\n}}", name.text));
    let fix = mending::at_the_end(&resolver.model.sources, resolver.file, &title, &words);
    resolver.report(fix.into_iter().fold(found, Diagnostic::with_fix))
}
