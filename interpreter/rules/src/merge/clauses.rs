//! Definitions, phases and rules: clauses are grouped by name, and a variant may replace all of them or one.
//!
//! A replacement whose parameter list holds a value replaces the clause of that value. One without a value replaces the clause that
//! takes the rest if there is one beside others, else the whole.

use std::collections::BTreeSet;
use std::sync::Arc;

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::{FileId, Location, Span};
use rulehound_grammar::tree;

use super::combine::Merger;
use super::key::{Key, clause_value};
use super::touched::Touch;
use super::{Clause, Former, Group, Item, Removed, Thing};

/// What definitions, phases and rules have in common.
pub trait Claused {
    /// The name.
    fn name(&self) -> &tree::Name;
    /// The parameters, if brackets were written.
    fn parameters(&self) -> Option<&[tree::Parameter]>;
    /// What is said about it: `ref`, `doc`, `as`, `assume`.
    fn notes(&self) -> &Vec<tree::Note>;
    /// How deep it may go within itself.
    fn deep(&self) -> Option<&tree::Deep>;
    /// All names in its body, whatever they mean there.
    fn mentioned(&self) -> Vec<&str>;
    /// Where its body stands.
    fn body(&self) -> Span;
    /// The parameters; none if no brackets were written.
    fn list(&self) -> &[tree::Parameter] {
        self.parameters().unwrap_or_default()
    }
}

impl Claused for tree::Definition {
    fn name(&self) -> &tree::Name {
        &self.name
    }
    fn parameters(&self) -> Option<&[tree::Parameter]> {
        self.parameters.as_deref()
    }
    fn notes(&self) -> &Vec<tree::Note> {
        &self.notes
    }
    fn deep(&self) -> Option<&tree::Deep> {
        self.deep.as_ref()
    }
    fn mentioned(&self) -> Vec<&str> {
        tree::names_in_expression(&self.value)
    }
    fn body(&self) -> Span {
        self.value.span
    }
}

impl Claused for tree::Runnable {
    fn name(&self) -> &tree::Name {
        &self.name
    }
    fn parameters(&self) -> Option<&[tree::Parameter]> {
        self.parameters.as_deref()
    }
    fn notes(&self) -> &Vec<tree::Note> {
        &self.notes
    }
    fn deep(&self) -> Option<&tree::Deep> {
        self.deep.as_ref()
    }
    fn mentioned(&self) -> Vec<&str> {
        tree::names_in_block(&self.body)
    }
    fn body(&self) -> Span {
        self.body.span
    }
}

/// Adds a clause to a definition; gives it back if it would be a second one of the same name without a value to tell them apart.
pub fn add_definition(
    merger: &mut Merger<'_>,
    index: usize,
    one: Arc<tree::Definition>,
) -> Result<(), Arc<tree::Definition>> {
    let (file, values) = (merger.file, &merger.values);
    match merger.things.get_mut(index).and_then(Option::as_mut) {
        Some(Thing::Definition(group)) => add(group, file, one, values),
        _ => Err(one),
    }
}

/// Adds a clause to a phase or rule.
pub fn add_runnable(
    merger: &mut Merger<'_>,
    index: usize,
    one: Arc<tree::Runnable>,
) -> Result<(), Arc<tree::Runnable>> {
    let (file, values) = (merger.file, &merger.values);
    match merger.things.get_mut(index).and_then(Option::as_mut) {
        Some(Thing::Runnable(group)) => add(group, file, one, values),
        _ => Err(one),
    }
}

fn add<T: Claused>(group: &mut Group<T>, file: FileId, one: Arc<T>, values: &BTreeSet<String>) -> Result<(), Arc<T>> {
    let plain = |tree: &T| clause_value(tree.parameters(), values).is_none();
    if plain(&one) && group.clauses.iter().any(|clause| plain(&clause.item.tree)) {
        return Err(one);
    }
    // A further clause of the file that replaced the whole may run the same former one.
    let former = group.clauses.iter().filter(|clause| clause.item.file == file).find_map(|clause| clause.former);
    group.clauses.push(Clause { item: Item { file, tree: one, inherited: Vec::new() }, former });
    Ok(())
}

/// Replaces a definition or one clause of it.
pub fn replace_definition(
    merger: &mut Merger<'_>,
    index: usize,
    mut one: Arc<tree::Definition>,
    key: Key,
    at: Location,
) {
    let next = merger.merged.former_definitions.len();
    let (file, values) = (merger.file, &merger.values);
    let Some(Some(Thing::Definition(group))) = merger.things.get_mut(index) else { return };
    if let (None, Some(shown)) = (&one.shown, still_shown(group, one.name.span)) {
        Arc::make_mut(&mut one).shown = Some(shown);
    }
    let outcome = replace(group, file, one, values, next);
    let former = finish(merger, outcome, key, at);
    merger.merged.former_definitions.extend(former);
}

/// What was told at the table is told on, whatever it means now. If it can be told no more, the new name is where that is seen.
fn still_shown(group: &Group<tree::Definition>, span: Span) -> Option<tree::Shown> {
    let shown = group.clauses.iter().find_map(|clause| clause.item.tree.shown.as_ref())?;
    let called = shown.called.as_ref().map(|called| tree::Plain { text: called.text.clone(), span });
    Some(tree::Shown { called, span })
}

/// Replaces a phase or rule or one clause of it.
pub fn replace_runnable(merger: &mut Merger<'_>, index: usize, one: Arc<tree::Runnable>, key: Key, at: Location) {
    let next = merger.merged.former_runnables.len();
    let (file, values) = (merger.file, &merger.values);
    let Some(Some(Thing::Runnable(group))) = merger.things.get_mut(index) else { return };
    let outcome = replace(group, file, one, values, next);
    let former = finish(merger, outcome, key, at);
    merger.merged.former_runnables.extend(former);
}

/// What replacing did.
enum Outcome<T> {
    /// The former one, and the value of the clause if only one was replaced.
    Done(Former<T>, Option<String>),
    /// A further clause of a file that has just replaced the whole.
    Added,
    /// There is no clause with this value.
    NoClause(String),
    /// A replacement with another number of parameters: how many there were, how many there are.
    OtherParameters(usize, usize),
}

fn finish<T>(merger: &mut Merger<'_>, outcome: Outcome<T>, key: Key, at: Location) -> Option<Former<T>> {
    match outcome {
        Outcome::Done(former, clause) => {
            merger.touch(key, clause.map_or(Touch::Whole, Touch::Clause), at);
            Some(former)
        }
        Outcome::Added => None,
        Outcome::NoClause(value) if merger.is_taken_by_another(&key, &Touch::Clause(value.clone()), at) => None,
        Outcome::NoClause(value) => {
            let message = format!("`{}` has no clause for `{value}` to replace", key.name);
            let found =
                Diagnostic::error("nothing-to-replace", message, at, "there is no such clause before this file");
            merger.diagnostics.push(found.with_help("to add a clause for a new value, leave `replace` out"));
            None
        }
        Outcome::OtherParameters(before, now) => {
            let names = if before == 1 { "name" } else { "names" };
            let message = format!("the replaced `{}` has {before} {names} in its brackets, and {now} here", key.name);
            let found = Diagnostic::error("other-parameters", message, at, "replaced here");
            merger
                .diagnostics
                .push(found.with_help(
                    "what stands in brackets behind its name stays as it is in the file that is extended: write it here in the same way",
                ));
            None
        }
    }
}

fn replace<T: Claused>(
    group: &mut Group<T>,
    file: FileId,
    one: Arc<T>,
    values: &BTreeSet<String>,
    next: usize,
) -> Outcome<T> {
    let value_of = |tree: &T| clause_value(tree.parameters(), values).map(|(_, value)| value);
    let given = value_of(&one);
    let count = |tree: &T| tree.parameters().unwrap_or_default().len();
    let before = group.clauses.first().map(|clause| count(&clause.item.tree)).unwrap_or_default();
    if before != count(&one) {
        return Outcome::OtherParameters(before, count(&one));
    }
    let several = group.clauses.iter().any(|clause| value_of(&clause.item.tree).is_some());
    let found = group.clauses.iter().position(|clause| value_of(&clause.item.tree) == given);
    match found {
        Some(index) if several => replace_one(group, index, file, one, next, given),
        None if several && given.is_some() => {
            let former =
                group.clauses.iter().filter(|clause| clause.item.file == file).find_map(|clause| clause.former);
            if group.clauses.iter().all(|clause| clause.item.file == file) {
                group.clauses.push(Clause { item: Item { file, tree: one, inherited: Vec::new() }, former });
                return Outcome::Added;
            }
            Outcome::NoClause(given.unwrap_or_default())
        }
        _ => replace_whole(group, file, one, next),
    }
}

fn replace_one<T: Claused>(
    group: &mut Group<T>,
    index: usize,
    file: FileId,
    one: Arc<T>,
    next: usize,
    given: Option<String>,
) -> Outcome<T> {
    let name = one.name().text.clone();
    let Some(slot) = group.clauses.get_mut(index) else { return Outcome::Added };
    let inherited = inherited(&slot.item, one.as_ref());
    let old = std::mem::replace(slot, Clause { item: Item { file, tree: one, inherited }, former: Some(next) });
    Outcome::Done(
        Former { name, single: true, clauses: vec![old] },
        Some(given.unwrap_or_else(|| "the rest".to_string())),
    )
}

fn replace_whole<T: Claused>(group: &mut Group<T>, file: FileId, one: Arc<T>, next: usize) -> Outcome<T> {
    let name = one.name().text.clone();
    let inherited = group.clauses.first().map(|clause| inherited(&clause.item, one.as_ref())).unwrap_or_default();
    let fresh = vec![Clause { item: Item { file, tree: one, inherited }, former: Some(next) }];
    let clauses = std::mem::replace(&mut group.clauses, fresh);
    Outcome::Done(Former { name, single: false, clauses }, None)
}

fn inherited<T: Claused>(old: &Item<T>, fresh: &T) -> Vec<(FileId, tree::Note)> {
    let mut all = old.inherited.clone();
    all.extend(old.tree.notes().iter().map(|note| (old.file, note.clone())));
    let same_names = old.tree.list().iter().map(name_of).eq(fresh.list().iter().map(name_of));
    super::combine::notes_that_hold_on(all, fresh.notes(), same_names)
}

/// The name of a parameter; a value that makes a clause has none.
fn name_of(parameter: &tree::Parameter) -> Option<&str> {
    match parameter {
        tree::Parameter::Named(name, _) => Some(&name.text),
        tree::Parameter::Value(_) => None,
    }
}

/// Takes one clause away.
pub fn remove_clause(merger: &mut Merger<'_>, key: &Key, value: &str, span: Span, at: Location) {
    let Some(index) = merger.find(key) else { return merger.nothing_to_replace(key, span, ("remove", None)) };
    let values = &merger.values;
    let removed = match merger.things.get_mut(index).and_then(Option::as_mut) {
        Some(Thing::Definition(group)) => take(group, value, values),
        Some(Thing::Runnable(group)) => take(group, value, values),
        _ => false,
    };
    let touch = Touch::Clause(value.to_string());
    if !removed && merger.is_taken_by_another(key, &touch, at) {
        return;
    }
    if !removed {
        let message = format!("`{}` has no clause for `{value}` to remove", key.name);
        return merger.error("nothing-to-replace", message, at, "there is no such clause before this file");
    }
    if merger.things.get(index).and_then(Option::as_ref).is_some_and(is_empty) {
        merger.take_away(key);
    }
    merger.touch(key.clone(), touch, at);
    merger.merged.removed.push(Removed { name: key.name.clone(), at });
}

fn take<T: Claused>(group: &mut Group<T>, value: &str, values: &BTreeSet<String>) -> bool {
    let found = group.clauses.iter().position(|clause| {
        clause_value(clause.item.tree.parameters(), values).is_some_and(|(_, other)| other == value)
    });
    let removed = found.map(|index| group.clauses.remove(index));
    let any = removed.is_some();
    group.removed.extend(removed);
    any
}

fn is_empty(thing: &Thing) -> bool {
    match thing {
        Thing::Definition(group) => group.clauses.is_empty(),
        Thing::Runnable(group) => group.clauses.is_empty(),
        _ => false,
    }
}
