//! Lists of values: those with a name, those written where a type stands, and those made of other lists.
//!
//! A list that is part of another has no values of its own: `type Suit = Black, Red` makes one enumeration, of which `Black` and `Red`
//! name some values each.

use std::collections::{BTreeMap, BTreeSet};

use rulehound_grammar::span::{FileId, Location};
use rulehound_grammar::tree::{self, TypeKind};

use super::Resolver;
use super::borrowed;
use super::declare::all_parts;
use super::names::{TypeName, ValueName};
use super::uses::Named;
use crate::merge::{Merged, Parts, Thing};
use crate::model::{Enumeration, EnumerationId, Notes, Part};

/// All named lists, and of which other each is a part.
#[derive(Default)]
struct Lists<'a> {
    named: BTreeMap<&'a str, &'a Parts<tree::Enumeration>>,
    whole: BTreeMap<&'a str, &'a str>,
}

/// What a list comes to, its parts gone through.
#[derive(Default)]
struct Flat<'a> {
    values: Vec<(FileId, &'a tree::ListedValue)>,
    parts: Vec<(&'a Parts<tree::Enumeration>, BTreeSet<i32>)>,
}

impl<'a> Lists<'a> {
    /// Adds what a list holds, in written order.
    fn flatten(&self, list: &'a Parts<tree::Enumeration>, flat: &mut Flat<'a>) {
        let name = list.first.tree.name.text.as_str();
        for (file, value) in values(list) {
            match self.named.get(value.name.text.as_str()) {
                Some(part) if self.whole.get(value.name.text.as_str()) == Some(&name) => {
                    let from = number(flat.values.len());
                    self.flatten(part, flat);
                    flat.parts.push((part, (from..number(flat.values.len())).collect()));
                }
                _ => flat.values.push((file, value)),
            }
        }
    }

    /// Whether a list is part of itself.
    fn round(&self, name: &str) -> bool {
        let mut at = name;
        for _ in 0..=self.named.len() {
            match self.whole.get(at) {
                Some(whole) if *whole == name => return true,
                Some(whole) => at = whole,
                None => return false,
            }
        }
        false
    }
}

fn values(list: &Parts<tree::Enumeration>) -> impl Iterator<Item = (FileId, &tree::ListedValue)> {
    all_parts(list).flat_map(|(file, part)| part.values.iter().map(move |value| (file, value)))
}

fn number(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

impl<'a> Resolver<'a> {
    /// Named enumerations and lists without a name together, in declaration order.
    pub(super) fn declare_enumerations(&mut self, merged: &'a Merged) {
        let types = type_names(merged);
        let lists = self.lists(merged);
        for thing in &merged.things {
            match thing {
                Thing::Enumeration(list) if lists.whole.contains_key(list.first.tree.name.text.as_str()) => {}
                Thing::Enumeration(list) => self.enumeration(list, &lists),
                Thing::Component(parts) => {
                    for (file, component) in all_parts(parts) {
                        for member in &component.members {
                            if let tree::ComponentMember::Attribute(attribute) = member {
                                self.inline_list(file, &attribute.of, &types);
                            }
                        }
                    }
                }
                Thing::Variable(item) => self.inline_list(item.file, &item.tree.of, &types),
                Thing::Setting(item) => self.inline_list(item.file, &item.tree.of, &types),
                Thing::Table(parts) => {
                    if let Some(of) = &parts.first.tree.of {
                        self.inline_list(parts.first.file, of, &types);
                    }
                }
                _ => {}
            }
        }
    }

    /// Finds out which list is part of which. A list is part of one other at most, and never of itself.
    fn lists(&mut self, merged: &'a Merged) -> Lists<'a> {
        let mut lists = Lists::default();
        for thing in &merged.things {
            if let Thing::Enumeration(list) = thing {
                lists.named.insert(list.first.tree.name.text.as_str(), list);
            }
        }
        for list in lists.named.values().copied().collect::<Vec<_>>() {
            let whole = list.first.tree.name.text.as_str();
            for (file, listed) in values(list) {
                let value = &listed.name;
                let Some((part, _)) = lists.named.get_key_value(value.text.as_str()) else { continue };
                let part = *part;
                // A list that is part of another already stays a value here, and its name is reported as taken.
                if lists.whole.contains_key(part) {
                    continue;
                }
                lists.whole.insert(part, whole);
                if let Some(called) = &listed.called {
                    self.file = file;
                    let (message, help) =
                        (format!("`{part}` is a list of its own"), "say it of its values, or leave it out");
                    self.error_with_help("wrong-type", message, called.span, "not one value is called so", help);
                }
                if let Some(list) = lists.named.get(part) {
                    let declared = Location { file: list.first.file, span: list.first.tree.name.span };
                    self.uses.add(Location { file, span: value.span }, Some(declared), Named::Type);
                }
                if lists.round(part) {
                    lists.whole.remove(part);
                    self.file = file;
                    let message = format!("the type `{part}` would be part of itself");
                    self.error("doubled-name", message, value.span, "this leads back to it");
                }
            }
        }
        lists
    }

    fn enumeration(&mut self, list: &'a Parts<tree::Enumeration>, lists: &Lists<'a>) {
        let id = EnumerationId::from(self.model.enumerations.len());
        let name = &list.first.tree.name;
        let at = self.list_name(list, TypeName::Enumeration(id), ValueName::Enumeration(id));
        let mut flat = Flat::default();
        lists.flatten(list, &mut flat);
        let names = flat.values.iter().map(|(file, value)| (*file, &value.name)).collect();
        self.add_enumeration(Some(name.text.clone()), names, at);
        let words = words_of_values(self, &flat.values);
        if let Some(found) = self.model.to_mut().enumerations.get_mut(id.index()) {
            found.ordered = all_parts(list).any(|(_, part)| part.ordered);
            found.words = words;
        }
        for (index, (part, values)) in flat.parts.into_iter().enumerate() {
            let at = self.list_name(part, TypeName::Part(id, index), ValueName::Part(id, index));
            let name = part.first.tree.name.text.clone();
            if let Some(found) = self.model.to_mut().enumerations.get_mut(id.index()) {
                found.parts.push(Part { name, values, notes: Notes::default(), at });
            }
        }
    }

    /// Declares the name of a list.
    fn list_name(&mut self, list: &'a Parts<tree::Enumeration>, of: TypeName, meant: ValueName) -> Location {
        let name = &list.first.tree.name;
        self.file = list.first.file;
        let at = self.at(name.span);
        let outcome = self.names.add_type(&name.text, of, at);
        self.declared(outcome, &name.text, at);
        let outcome = self.names.add_value(&name.text, meant, at);
        self.declared(outcome, &name.text, at);
        at
    }

    fn inline_list(&mut self, file: FileId, of: &'a tree::Type, types: &BTreeSet<&str>) {
        let (values, span) = match &of.kind {
            TypeKind::Values(values) => (values.as_slice(), of.span),
            // One name that is no type is a list of one value, unless it looks like a slip of the pen.
            // Where a declaration could not be read, it may be the type that is missing.
            TypeKind::Named(name) if !self.unreadable && is_new_value(self, &name.text, types) => {
                (std::slice::from_ref(name), name.span)
            }
            _ => return,
        };
        self.file = file;
        let at = self.at(span);
        self.inline.insert(at, EnumerationId::from(self.model.enumerations.len()));
        self.add_enumeration(None, values.iter().map(|value| (file, value)).collect(), at);
    }

    fn add_enumeration(&mut self, name: Option<String>, values: Vec<(FileId, &tree::Name)>, at: Location) {
        let id = EnumerationId::from(self.model.enumerations.len());
        let mut found = Vec::new();
        for (index, (file, value)) in (0..).zip(values) {
            self.file = file;
            let place = self.at(value.span);
            let outcome = self.names.add_value(&value.text, ValueName::Value(id, index), place);
            self.declared(outcome, &value.text, place);
            found.push((value.text.clone(), place));
        }
        let (words, parts, notes) = (BTreeMap::new(), Vec::new(), Notes::default());
        let list = Enumeration { name, values: found, words, ordered: false, parts, notes, at };
        self.model.to_mut().enumerations.push(list);
    }
}

/// What people call values, where the rules say it. Who says a word must mean one value.
fn words_of_values(resolver: &mut Resolver<'_>, values: &[(FileId, &tree::ListedValue)]) -> BTreeMap<usize, String> {
    let mut words: BTreeMap<usize, String> = BTreeMap::new();
    let folded = |text: &str| text.to_lowercase().replace('_', " ");
    let named = values.iter().filter(|(_, value)| value.called.is_none());
    let mut taken: BTreeSet<String> = named.map(|(_, value)| folded(&value.name.text)).collect();
    for (index, (file, value)) in values.iter().enumerate() {
        let Some(called) = &value.called else { continue };
        resolver.file = *file;
        let text = resolver.plain_words(called).trim().to_owned();
        if text.is_empty() {
            let help = "write what people say, or leave `as` out";
            resolver.error_with_help("wrong-type", "a value has to be called something", called.span, "nothing", help);
        } else if !taken.insert(folded(&text)) {
            let message = format!("two values of this list are called \u{201c}{text}\u{201d}");
            resolver.error("doubled-name", message, called.span, "called so again");
        } else {
            words.insert(index, text);
        }
    }
    words
}

fn type_names(merged: &Merged) -> BTreeSet<&str> {
    let declared = merged.things.iter().filter_map(|thing| match thing {
        Thing::Enumeration(parts) => Some(parts.first.tree.name.text.as_str()),
        Thing::Component(parts) => Some(parts.first.tree.name.text.as_str()),
        Thing::Board(item) => Some(item.tree.name.text.as_str()),
        _ => None,
    });
    declared.chain(["player", "place", "direction"]).collect()
}

fn is_new_value(resolver: &Resolver<'_>, name: &str, types: &BTreeSet<&str>) -> bool {
    let near = || resolver.near.name(name, types.iter().copied());
    !types.contains(name) && near().is_none() && borrowed::type_help(name).is_none()
}
