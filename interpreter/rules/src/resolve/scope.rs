//! The names bound by parameters, `let`, loops, choices, draws and triggers.
//!
//! A bound name lives to the end of its block and hides nothing: neither another bound name nor a name of the game.

use std::collections::BTreeMap;

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::Location;
use rulehound_grammar::tree;

use super::names::TypeName;
use super::uses::Named;
use super::{Reported, Resolver};
use crate::model::{Expression, KindId, Life, LocalId, Type};

/// What a bound name stands for.
#[derive(Clone, Copy, Debug)]
pub enum Bound {
    /// A value.
    Local(LocalId),
    /// Something that was wrong and reported.
    Spoilt,
}

/// What `base` means.
#[derive(Clone, Debug)]
pub struct Base {
    /// The replaced thing: an index into the list of former ones.
    pub former: usize,
    /// Whether it is only one clause of several.
    pub single: bool,
    /// The own parameters in order: names, and values that make the clause.
    pub own: Vec<OwnParameter>,
}

/// A parameter of the clause at hand.
#[derive(Clone, Debug)]
pub enum OwnParameter {
    /// A name.
    Named(LocalId),
    /// The value of the clause.
    Value(Expression),
}

/// The names in force.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    pub(super) frames: Vec<BTreeMap<String, (Bound, Location)>>,
    /// Names that were known before, to be told of where they are used too late.
    pub(super) ended: BTreeMap<String, (Bound, Location)>,
    /// What `base` means here.
    pub base: Option<Base>,
    /// In the `as` text of a kind: the kind, and the name of the component.
    pub described: Option<(KindId, LocalId)>,
    /// In an audience: the owning player.
    pub owner: Option<LocalId>,
    /// Names of players at a table, in scripts.
    pub table: Vec<String>,
}

impl Scope {
    /// What a bound name stands for.
    pub fn get(&self, name: &str) -> Option<Bound> {
        self.frames.iter().rev().find_map(|frame| frame.get(name)).map(|(bound, _)| *bound)
    }

    /// Where a bound name is bound.
    pub fn place_of(&self, name: &str) -> Option<Location> {
        self.frames.iter().find_map(|frame| frame.get(name)).map(|(_, at)| *at)
    }

    /// Opens a block.
    pub fn open(&mut self) {
        self.frames.push(BTreeMap::new());
    }

    /// Closes a block and gives its names.
    pub fn close(&mut self) -> BTreeMap<String, (Bound, Location)> {
        let names = self.frames.pop().unwrap_or_default();
        self.ended.extend(names.clone());
        names
    }

    /// Puts names into the block at hand.
    pub fn take_in(&mut self, names: BTreeMap<String, (Bound, Location)>) {
        if self.frames.is_empty() {
            self.open();
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.extend(names);
        }
    }

    /// The names in force.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.frames.iter().flat_map(|frame| frame.keys()).map(String::as_str)
    }
}

impl Resolver<'_> {
    /// Binds a name to values of a type.
    pub(super) fn bind(&mut self, name: &tree::Name, of: Type, life: Life) -> LocalId {
        let at = self.at(name.span);
        let id = self.new_local(&name.text, of, at, life);
        self.bind_as(name, Bound::Local(id));
        id
    }

    /// Binds a name to something that was wrong, so that its uses are not reported again.
    pub(super) fn bind_spoilt(&mut self, name: &tree::Name) {
        self.bind_as(name, Bound::Spoilt);
    }

    /// Binds a name, unless it would hide another.
    pub(super) fn bind_as(&mut self, name: &tree::Name, bound: Bound) {
        let at = self.at(name.span);
        if let Some(first) = self.scope.place_of(&name.text) {
            self.doubled_local(name, Some(first));
        } else if let Some(taken) = self.names.taken(&name.text) {
            self.doubled_local(name, taken);
        }
        self.uses.add(at, Some(at), Named::Bound);
        self.scope.take_in(BTreeMap::from([(name.text.clone(), (bound, at))]));
    }

    fn doubled_local(&mut self, name: &tree::Name, first: Option<Location>) -> Reported {
        let message = format!("`{}` already means something else here", name.text);
        let mut found = Diagnostic::error("doubled-name", message, self.at(name.span), "used for something else here");
        found = match first {
            Some(first) => found.with_label(first, "first declared here"),
            None => found.with_help("it is a word of the language"),
        };
        let counted = super::around::counted_in(self, name);
        let help = match (self.names.type_of(&name.text), counted) {
            (Some(TypeName::Kind(_)), Some(place)) => {
                format!("how many lie there is `count {} on {place}`", name.text)
            }
            (Some(TypeName::Kind(_)), None) => format!(
                "`{0}` is the whole kind: give a single one a name of its own, as in `{1} in …`, and write `{1}` for it below; how many lie in a place is `count {0} on …`",
                name.text,
                letter_for(&self.scope, &name.text)
            ),
            _ => "take another name".to_owned(),
        };
        self.report(if found.help.is_none() { found.with_help(help) } else { found })
    }
}

/// A letter that a single thing of a kind may be called by.
pub(super) fn letter_for(scope: &Scope, kind: &str) -> String {
    let first: String = kind.chars().next().into_iter().flat_map(char::to_lowercase).collect();
    if first.is_empty() || scope.get(&first).is_some() { "x".to_owned() } else { first }
}
