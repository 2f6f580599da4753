//! From the merged declarations to the checked model: names resolved, every expression typed, every conversion written out.
//!
//! In: a [`Merged`] game. Out: a [`Model`] (only if nothing was wrong) and everything that is wrong. What it does not look at: the
//! flow of play, cycles of rules, endless loops, secrets; the checks over the finished model do that.

mod advice;
mod arguments;
mod around;
mod audiences;
mod beside;
mod boards;
mod bodies;
mod borrowed;
mod circles;
mod clauses;
mod components;
mod constants;
mod convert;
mod declare;
mod definitions;
mod depths;
mod enumerations;
mod expression;
mod finish;
mod grids;
mod inference;
mod layouts;
mod lists;
mod make;
mod marks;
mod names;
mod nets;
pub(crate) mod numbers;
mod on_paper;
mod paths;
mod runnables;
mod scope;
mod scripts;
mod shown;
pub(crate) mod similar;
mod statement;
mod struck;
mod tables;
mod taken_apart;
mod texts;
mod triggers;
mod tuples;
mod types;
mod uses;
mod variables;
mod ways;
mod written;

pub use lists::NameLists;
pub use types::words as type_words;
pub use uses::{KnownNames, Named, Use};

pub use scripts::{Call, Resolved as ResolvedExpression, resolve_call, resolve_expression};

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use rulehound_grammar::diagnostic::{Diagnostic, Severity};
use rulehound_grammar::span::{FileId, Location, Span};
use rulehound_grammar::tree;

use crate::limits::{Budget, FIXED_STEPS};
use crate::merge::{Merged, Removed};
use crate::model::{
    DefinitionId, EnumerationId, Expression, ExpressionKind, Index, KindId, Life, Local, LocalId, Model, Notes,
    Players, RunnableId, Source, Type,
};
use definitions::DefinitionWork;
use depths::Depths;
use inference::Inference;
use names::Names;
use runnables::RunnableWork;
use scope::Scope;
use similar::Near;
use uses::Uses;

/// Marks that something is wrong and has been reported; whoever gets it says nothing more.
#[derive(Clone, Copy, Debug)]
struct Reported;

type Resolved<T> = Result<T, Reported>;

/// The greatest depth of expressions and blocks in each other. The parser allows 64 brackets; chains of points and of definitions that
/// need each other's types come on top.
const MOST_DEPTH: usize = 400;

/// Resolves a merged game.
pub fn resolve(merged: &Merged, sources: Vec<Source>) -> (Option<Model>, Vec<Diagnostic>) {
    let (model, found, _) = resolve_names(merged, sources, false);
    (model, found)
}

/// Resolves a merged game, and says what its names mean if that is `wanted`.
pub fn resolve_names(
    merged: &Merged,
    sources: Vec<Source>,
    wanted: bool,
) -> (Option<Model>, Vec<Diagnostic>, KnownNames) {
    let mut resolver = Resolver::new(Cow::Owned(empty_model(merged, sources)), Names::new(), 0);
    resolver.uses.wanted = wanted;
    for one in merged.removed.iter().rev() {
        resolver.removed.insert(&one.name, one);
    }
    resolver.declare(merged);
    resolver.put_marks(merged);
    resolver.make_components(merged);
    nets::join_nets(&mut resolver, merged);
    resolver.define_all();
    resolver.fill_areas_and_variables(merged);
    resolver.run_all();
    resolver.watch_all(merged);
    resolver.finish(merged);
    resolver.say_if_left_out(merged.heading);
    let wrong = resolver.diagnostics.iter().any(|one| one.severity == Severity::Error);
    let mut model = resolver.model.into_owned();
    let known = resolver.uses.known(&resolver.names, &model, &resolver.locals);
    model.locals = resolver.locals;
    (if wrong { None } else { Some(model) }, resolver.diagnostics, known)
}

/// What is known while resolving.
struct Resolver<'a> {
    /// The model as far as it is known; borrowed where a finished one is asked.
    model: Cow<'a, Model>,
    names: Names,
    /// Where names are used.
    uses: Uses,
    diagnostics: Vec<Diagnostic>,
    /// Names bound so far, behind those of a finished model.
    locals: Vec<Local>,
    /// The number of the first of `locals`.
    first_local: usize,
    /// The names in force.
    scope: Scope,
    /// The file of the tree at hand.
    file: FileId,
    /// How deep the expression at hand lies.
    depth: usize,
    /// Lists of values written where a type stands, by place.
    inline: BTreeMap<Location, EnumerationId>,
    /// What is to be done for each definition of the model.
    definitions: Vec<DefinitionWork<'a>>,
    /// Definitions that came into the model because a `base` calls them.
    former_definitions: BTreeMap<usize, DefinitionId>,
    all_former_definitions: &'a [crate::merge::Former<tree::Definition>],
    /// The clause of a definition that must be known first.
    wanted: Option<(DefinitionId, usize)>,
    runnables: Vec<RunnableWork<'a>>,
    former_runnables: BTreeMap<usize, RunnableId>,
    all_former_runnables: &'a [crate::merge::Former<tree::Runnable>],
    /// Names declared with an index that was wrong; what stands behind them in brackets is not looked at.
    wrongly_indexed: BTreeSet<&'a str>,
    /// Attributes that some `set` or `roll` names.
    changed: BTreeSet<(KindId, usize)>,
    /// Kinds to which a `when` is bound.
    watched: BTreeSet<KindId>,
    /// What was removed, by its name; of several of one name the first.
    removed: BTreeMap<&'a str, &'a Removed>,
    /// Looks for the names that unknown ones may mean.
    near: Near,
    /// Whether declarations are missing because they could not be read.
    unreadable: bool,
    /// Whether something had to be left out of the model.
    incomplete: bool,
    /// What is left for working out what is fixed before play.
    work: Budget,
    /// Whether a definition is being typed.
    defining: bool,
    /// What comes back to itself, and how deep it is where something is being resolved.
    depths: Depths,
    /// What definitions give that come back to themselves.
    inference: Inference,
}

impl<'a> Resolver<'a> {
    fn new(model: Cow<'a, Model>, names: Names, first_local: usize) -> Self {
        Resolver {
            model,
            names,
            uses: Uses::default(),
            diagnostics: Vec::new(),
            locals: Vec::new(),
            first_local,
            scope: Scope::default(),
            file: FileId(0),
            depth: 0,
            inline: BTreeMap::new(),
            definitions: Vec::new(),
            former_definitions: BTreeMap::new(),
            all_former_definitions: &[],
            wanted: None,
            runnables: Vec::new(),
            former_runnables: BTreeMap::new(),
            all_former_runnables: &[],
            wrongly_indexed: BTreeSet::new(),
            changed: BTreeSet::new(),
            watched: BTreeSet::new(),
            removed: BTreeMap::new(),
            near: Near::new(),
            unreadable: false,
            incomplete: false,
            work: Budget::new(FIXED_STEPS),
            defining: false,
            depths: Depths::default(),
            inference: Inference::default(),
        }
    }

    /// A place of the file at hand.
    fn at(&self, span: Span) -> Location {
        Location { file: self.file, span }
    }

    /// An expression at a place of the file at hand.
    fn expression_at(&self, kind: ExpressionKind, of: Type, span: Span) -> Expression {
        Expression { kind: Box::new(kind), of, at: self.at(span) }
    }

    /// The indices of a declared name, none if they are wrong.
    fn declared_indices(&mut self, name: &'a tree::Name, index: Option<&tree::Index>) -> Vec<Index> {
        let found = self.written_indices(index);
        self.kept(found).unwrap_or_else(|| {
            self.wrongly_indexed.insert(&name.text);
            Vec::new()
        })
    }

    /// Reports an error.
    fn error(
        &mut self,
        code: &'static str,
        message: impl Into<String>,
        span: Span,
        label: impl Into<String>,
    ) -> Reported {
        let at = self.at(span);
        self.report(Diagnostic::error(code, message, at, label))
    }

    /// Reports an error with advice.
    fn error_with_help(
        &mut self,
        code: &'static str,
        message: impl Into<String>,
        span: Span,
        label: impl Into<String>,
        help: impl Into<String>,
    ) -> Reported {
        let at = self.at(span);
        self.report(Diagnostic::error(code, message, at, label).with_help(help))
    }

    fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        self.diagnostics.push(diagnostic);
        Reported
    }

    /// What was resolved; or nothing, and then there must be no model.
    fn kept<T>(&mut self, outcome: Resolved<T>) -> Option<T> {
        self.incomplete |= outcome.is_err();
        outcome.ok()
    }

    /// Nothing may be left out silently: if no finding says why, this one does.
    fn say_if_left_out(&mut self, heading: Location) {
        if self.incomplete && self.diagnostics.iter().all(|one| one.severity != Severity::Error) {
            let message = "something in this game is not supported yet";
            self.report(Diagnostic::error("not-yet", message, heading, "in this game"));
        }
    }

    /// A type in words.
    fn words(&self, of: &Type) -> String {
        types::words(&self.model, of)
    }

    /// Creates a name that nobody can look up.
    fn new_local(&mut self, name: &str, of: Type, at: Location, life: Life) -> LocalId {
        let id = LocalId::from(self.first_local + self.locals.len());
        self.locals.push(Local { name: name.to_string(), of, at, life });
        id
    }

    /// What is known of a bound name.
    fn local(&self, id: LocalId) -> Option<&Local> {
        match id.index().checked_sub(self.first_local) {
            Some(index) => self.locals.get(index),
            None => self.model.locals.get(id.index()),
        }
    }
}

fn empty_model(merged: &Merged, sources: Vec<Source>) -> Model {
    Model {
        title: merged.title.clone(),
        notes: Notes::default(),
        books: merged.books.clone(),
        sections: merged.sections.iter().map(|(_, section)| section.text.clone()).collect(),
        listing: merged.listing.clone(),
        sources,
        players: Players { least: 1, most: 1, names: Vec::new(), notes: Notes::default(), at: merged.heading },
        enumerations: Vec::new(),
        kinds: Vec::new(),
        areas: Vec::new(),
        variables: Vec::new(),
        settings: Vec::new(),
        tables: Vec::new(),
        definitions: Vec::new(),
        runnables: Vec::new(),
        triggers: Vec::new(),
        locals: Vec::new(),
        play: RunnableId(0),
    }
}
