//! Goes through the files, parents first, and builds the one list.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::fix::{Certainty, Fix};
use rulehound_grammar::span::{FileId, Location, Span};
use rulehound_grammar::tree;

use super::clauses;
use super::key::{Category, Key, clause_value, key_of, key_of_merged, value_names};
use super::touched::{Touch, Touched};
use super::{Clause, Group, Item, Loaded, Merged, Parts, Removed, Thing};
use crate::resolve::similar::Near;

/// Merges files, given parents first. `names` are the names of the files by id.
pub fn merge(loaded: Vec<Loaded>, names: &[String]) -> (Merged, Vec<Diagnostic>) {
    let values = value_names(loaded.iter().flat_map(|file| file.tree.declarations.iter().map(|one| &one.thing)));
    let mut merger = Merger {
        merged: Merged::default(),
        things: Vec::new(),
        places: BTreeMap::new(),
        diagnostics: Vec::new(),
        values,
        names,
        file: FileId(0),
        ancestors: BTreeSet::new(),
        touched: Touched::default(),
        near: Near::new(),
    };
    for file in loaded {
        merger.file = file.id;
        merger.ancestors = file.ancestors;
        merger.heading(file.tree.game);
        for declaration in file.tree.declarations {
            merger.declaration(declaration);
        }
    }
    merger.diagnostics.extend(merger.touched.undecided());
    merger.merged.things = merger.things.into_iter().flatten().collect();
    super::ways::expand(&mut merger.merged.things);
    (merger.merged, merger.diagnostics)
}

/// The state while merging.
pub struct Merger<'a> {
    /// What there is so far, but for the list of things.
    pub merged: Merged,
    /// The list of things, with holes where something was removed.
    pub things: Vec<Option<Thing>>,
    /// Where each of them stands.
    places: BTreeMap<Key, usize>,
    /// What is wrong.
    pub diagnostics: Vec<Diagnostic>,
    /// Names that make a clause.
    pub values: BTreeSet<String>,
    names: &'a [String],
    /// The file at hand.
    pub file: FileId,
    ancestors: BTreeSet<FileId>,
    /// Who changed what.
    touched: Touched,
    /// Looks for what was meant where there is nothing to change.
    near: Near,
}

/// How many names a help lists.
const LISTED: usize = 8;

impl Merger<'_> {
    /// A place of the file at hand.
    pub fn at(&self, span: Span) -> Location {
        Location { file: self.file, span }
    }

    /// The title is that of the entry, which comes last; `ref` and `doc` hold on unless given again.
    fn heading(&mut self, game: Option<tree::Game>) {
        let Some(game) = game else { return };
        self.merged.heading = self.at(game.title.span);
        self.merged.title = game.title.text;
        let books = game.notes.iter().filter(|note| note.kind == tree::NoteKind::Ref).map(|note| words_of(&note.text));
        for book in books {
            if !self.merged.books.contains(&book) {
                self.merged.books.push(book);
            }
        }
        let inherited = inherited_notes(std::mem::take(&mut self.merged.notes), &game.notes);
        self.merged.notes = inherited;
        self.merged.notes.extend(game.notes.into_iter().map(|note| (self.file, note)));
        if !game.sections.is_empty() {
            self.merged.listing.push(self.file);
        }
        let mut all: BTreeSet<String> = self.merged.sections.iter().map(|(_, one)| one.text.clone()).collect();
        // Those of this file, and where they stand.
        let mut new: BTreeMap<String, Span> = BTreeMap::new();
        for section in game.sections {
            if let Some(first) = new.get(&section.text) {
                let (first, again) = (self.at(*first), self.at(section.span));
                let found = Diagnostic::error("doubled-name", "this section is listed twice", again, "again here");
                self.diagnostics.push(found.with_label(first, "listed here"));
            } else if all.insert(section.text.clone()) {
                new.insert(section.text.clone(), section.span);
                self.merged.sections.push((self.file, section));
            }
        }
    }

    fn declaration(&mut self, declaration: tree::Declaration) {
        let code = declaration.code;
        match declaration.thing {
            tree::Thing::Removal(removal) => self.removal(removal, declaration.span),
            tree::Thing::Players(players) => self.players(players, declaration.change, declaration.span),
            thing => {
                let Some((key, span)) = key_of(&thing) else { return };
                match declaration.change {
                    tree::Change::New => self.add(thing, key, span, code),
                    tree::Change::Replace(word) => self.replace(thing, key, span, word),
                    tree::Change::Extend(word) => self.extend(thing, key, span, word),
                }
            }
        }
    }

    fn players(&mut self, players: Arc<tree::Players>, change: tree::Change, span: Span) {
        let at = self.at(span);
        let key = Key { category: Category::Type, name: "players".to_string(), owner: None };
        match (&self.merged.players, change) {
            (Some(_), tree::Change::Replace(_)) => self.touch(key, Touch::Whole, at),
            (None, tree::Change::Replace(_)) => {
                self.error(
                    "nothing-to-replace",
                    "there are no `players` to replace",
                    at,
                    "nothing before it says who plays",
                );
            }
            (Some(_), _) => {
                let first = self.merged.players.as_ref().map(|item| item.file).unwrap_or_default();
                let help = if first == self.file { "say it once" } else { "write `replace players`" };
                let found = Diagnostic::error("doubled-name", "it is said twice who plays", at, "said again here");
                self.diagnostics.push(found.with_help(help));
                return;
            }
            (None, _) => {}
        }
        let former = self.merged.players.take();
        let inherited = former.map(|item| item.notes_to_inherit(&players.notes, |one| &one.notes)).unwrap_or_default();
        self.merged.players = Some(Item { file: self.file, tree: players, inherited });
    }

    /// Where a thing stands in the list.
    pub fn find(&self, key: &Key) -> Option<usize> {
        self.places.get(key).copied()
    }

    /// Everything that stands, in order.
    fn standing(&self) -> impl Iterator<Item = &Thing> {
        self.things.iter().flatten()
    }

    /// All things of this name, whoever owns them, in order.
    fn named(&self, category: Category, name: &str) -> Vec<Key> {
        let first = Key { category, name: name.to_owned(), owner: None };
        let all = self.places.range(first..).take_while(|(key, _)| key.category == category && key.name == name);
        let mut found: Vec<(usize, Key)> = all.map(|(key, index)| (*index, key.clone())).collect();
        found.sort_unstable();
        found.into_iter().map(|(_, key)| key).collect()
    }

    /// Takes a thing away.
    pub fn take_away(&mut self, key: &Key) {
        if let Some(slot) = self.places.remove(key).and_then(|index| self.things.get_mut(index)) {
            *slot = None;
        }
    }

    fn add(&mut self, thing: tree::Thing, key: Key, span: Span, code: Span) {
        let at = self.at(span);
        let Some(index) = self.find(&key) else {
            if let Some(thing) = self.fresh(thing) {
                self.touch(key.clone(), Touch::Whole, at);
                self.places.insert(key, self.things.len());
                self.things.push(Some(thing));
            }
            return;
        };
        let thing = match thing {
            tree::Thing::Definition(one) => {
                clauses::add_definition(self, index, one).err().map(tree::Thing::Definition)
            }
            tree::Thing::Runnable(one) => clauses::add_runnable(self, index, one).err().map(tree::Thing::Runnable),
            other => Some(other),
        };
        if thing.is_some() {
            self.doubled(&key, index, span, code);
        } else {
            self.touch(key, Touch::Addition, at);
        }
    }

    fn doubled(&mut self, key: &Key, index: usize, span: Span, code: Span) {
        let Some((_, first)) = self.things.get(index).and_then(Option::as_ref).map(key_of_merged) else { return };
        let message = format!("the {} `{}` is declared twice", key.category.word(), key.name);
        let mut found = Diagnostic::error("doubled-name", message, self.at(span), "declared again here")
            .with_label(first, "first declared here");
        if first.file != self.file {
            let more =
                if key.category == Category::Type { ", or `extend` before it with the new values alone" } else { "" };
            let help = format!("write `replace` before it to change the one of `{}`{more}", self.file_name(first.file));
            found = found.with_help(help).with_fix(Fix::before(self.at(code), "replace ", Certainty::Likely));
        } else {
            found = found.with_help("take another name for one of them, or leave one out");
        }
        self.diagnostics.push(found);
    }

    /// A thing that stands for the first time.
    fn fresh(&self, thing: tree::Thing) -> Option<Thing> {
        let file = self.file;
        fn item<T>(file: FileId, tree: Arc<T>) -> Item<T> {
            Item { file, tree, inherited: Vec::new() }
        }
        fn parts<T>(file: FileId, tree: Arc<T>) -> Parts<T> {
            Parts { first: item(file, tree), more: Vec::new() }
        }
        fn group<T>(file: FileId, tree: Arc<T>) -> Group<T> {
            Group { clauses: vec![Clause { item: item(file, tree), former: None }], removed: Vec::new(), way: None }
        }
        Some(match thing {
            tree::Thing::Removal(_) | tree::Thing::Players(_) => return None,
            tree::Thing::Enumeration(one) => Thing::Enumeration(parts(file, one)),
            tree::Thing::Component(one) => Thing::Component(parts(file, one)),
            tree::Thing::Board(one) => Thing::Board(item(file, one)),
            tree::Thing::Zone(one) => Thing::Zone(item(file, one)),
            tree::Thing::Variable(one) => Thing::Variable(item(file, one)),
            tree::Thing::Setting(one) => Thing::Setting(item(file, one)),
            tree::Thing::Table(one) => Thing::Table(parts(file, one)),
            tree::Thing::Definition(one) => Thing::Definition(group(file, one)),
            tree::Thing::Runnable(one) => Thing::Runnable(group(file, one)),
            tree::Thing::Trigger(one) => Thing::Trigger(item(file, one)),
            tree::Thing::Layout(one) => Thing::Layout(item(file, one)),
        })
    }

    fn replace(&mut self, thing: tree::Thing, key: Key, span: Span, word: Span) {
        let at = self.at(span);
        let Some(index) = self.find(&key) else {
            // Of what one parent removed and another changed, the file that extends both says what it is.
            if self.touched.decide(&key, &Touch::Whole, &self.ancestors) {
                return self.add(thing, key, span, span);
            }
            return self.nothing_to_replace(&key, span, ("replace", Some(word)));
        };
        let thing = match thing {
            tree::Thing::Definition(one) => return clauses::replace_definition(self, index, one, key, at),
            tree::Thing::Runnable(one) => return clauses::replace_runnable(self, index, one, key, at),
            other => other,
        };
        self.touch(key, Touch::Whole, at);
        let Some(mut fresh) = self.fresh(thing) else { return };
        if let Some(slot) = self.things.get_mut(index).and_then(Option::as_mut) {
            inherit(slot, &mut fresh);
            *slot = fresh;
        }
    }

    /// Says that there is nothing of this name, with the nearest name of the same category.
    pub fn nothing_to_replace(&mut self, key: &Key, span: Span, (word, at): (&str, Option<Span>)) {
        if self.is_taken_by_another(key, &Touch::Whole, self.at(span)) {
            return;
        }
        let message = format!("there is no {} `{}` to {word}", key.category.word(), key.name);
        let mut found = Diagnostic::error(
            "nothing-to-replace",
            message,
            self.at(span),
            "nothing of this name is in the files it extends",
        );
        // All that there is would be gone through for each of thousands of slips.
        if !self.near.may_look_at(self.things.len()) {
            self.diagnostics.push(found);
            return;
        }
        let keys: Vec<Key> = self.standing().map(|thing| key_of_merged(thing).0).collect();
        let extends = self.standing().any(|thing| key_of_merged(thing).1.file != self.file);
        let same = keys.iter().filter(|other| other.category == key.category);
        if let Some(other) = keys.iter().find(|other| other.category == key.category && other.name == key.name) {
            let owner =
                other.owner.as_ref().map_or("one for the whole game".to_string(), |owner| format!("`of each {owner}`"));
            found = found.with_help(format!("`{}` is {owner}, and whose it is must stay", key.name));
        } else if !extends {
            let fix = at.map(|at| Fix::remove(self.at(at), word, Certainty::Likely));
            found = found.with_help(format!("this file extends no other: leave `{word}` out"));
            found = fix.into_iter().fold(found, Diagnostic::with_fix);
        } else if let Some(near) = self.near.name(&key.name, same.map(|other| other.name.as_str())) {
            found = found.did_you_mean(near);
        } else {
            let mut names: Vec<String> = Vec::new();
            for other in keys.iter().filter(|other| other.category == key.category) {
                let name = format!("`{}`", other.name);
                if !names.contains(&name) {
                    names.push(name);
                }
                if names.len() == LISTED {
                    break;
                }
            }
            let there = match names.as_slice() {
                [] => "there is nothing of this sort".to_owned(),
                [one] => format!("there is {one}"),
                several => format!("there are {}", several.join(", ")),
            };
            found = found.with_help(match word {
                "remove" => there,
                _ => format!("{there}; what is new stands without `{word}`"),
            });
        }
        self.diagnostics.push(found);
    }

    fn extend(&mut self, thing: tree::Thing, key: Key, span: Span, word: Span) {
        let at = self.at(word);
        if !matches!(key.category, Category::Type | Category::Component | Category::Table) {
            let message = format!("a {} cannot be extended", key.category.word());
            let found = Diagnostic::error("cannot-extend", message, at, "this word does not fit here");
            let help = match key.category {
                Category::Runnable => {
                    format!("write `replace` here, and `do base` in `{}` for what it did before", key.name)
                }
                Category::Type | Category::Component | Category::Table => String::new(),
                _ => "only types, components and tables can be extended; use `replace`".to_owned(),
            };
            self.diagnostics.push(found.with_help(help));
            return;
        }
        let Some(index) = self.find(&key) else { return self.nothing_to_replace(&key, span, ("extend", Some(word))) };
        self.touch(key, Touch::Addition, self.at(span));
        let file = self.file;
        match (self.things.get_mut(index).and_then(Option::as_mut), thing) {
            (Some(Thing::Enumeration(parts)), tree::Thing::Enumeration(one)) => parts.more.push((file, one)),
            (Some(Thing::Component(parts)), tree::Thing::Component(one)) => parts.more.push((file, one)),
            (Some(Thing::Table(parts)), tree::Thing::Table(one)) => parts.more.push((file, one)),
            _ => {}
        }
    }

    fn removal(&mut self, removal: tree::Removal, span: Span) {
        let category = Category::of_sort(removal.sort);
        let at = self.at(span);
        if let Some((_, value)) = clause_value(removal.parameters.as_deref(), &self.values) {
            let key = Key { category, name: removal.name.text.clone(), owner: None };
            return clauses::remove_clause(self, &key, &value, removal.name.span, at);
        }
        let meant = self.named(category, &removal.name.text);
        if meant.is_empty() {
            let key = Key { category, name: removal.name.text.clone(), owner: None };
            // One parent has removed it, and the file that extends both says that so it shall be.
            if !self.touched.decide(&key, &Touch::Whole, &self.ancestors) {
                self.nothing_to_replace(&key, removal.name.span, ("remove", None));
            }
        }
        for key in meant {
            self.take_away(&key);
            self.touch(key, Touch::Whole, at);
        }
        self.merged.removed.push(Removed { name: removal.name.text, at });
    }

    /// Notes what the file at hand does to something; two files that do not know each other may not change the same.
    pub fn touch(&mut self, key: Key, touch: Touch, at: Location) {
        let names = self.names;
        self.touched.note(key, touch, at, &self.ancestors, |file| file_name(names, file));
    }

    /// Whether what the file at hand wants to change is not there because a file changed it that it does not know; then that is said.
    pub fn is_taken_by_another(&mut self, key: &Key, touch: &Touch, at: Location) -> bool {
        let taken = self.touched.collides(key, touch, &self.ancestors);
        if taken {
            self.touch(key.clone(), touch.clone(), at);
        }
        taken
    }

    /// The name of a file.
    pub fn file_name(&self, file: FileId) -> &str {
        file_name(self.names, file)
    }

    /// A finding without further places.
    pub fn error(&mut self, code: &'static str, message: impl Into<String>, at: Location, label: &str) {
        self.diagnostics.push(Diagnostic::error(code, message, at, label));
    }
}

fn file_name(names: &[String], file: FileId) -> &str {
    names.get(usize::from(file.0)).map_or("another file", String::as_str)
}

impl<T> Item<T> {
    /// What a replacement with the remarks `given` inherits from this.
    pub fn notes_to_inherit(
        self,
        given: &[tree::Note],
        own: impl Fn(&T) -> &Vec<tree::Note>,
    ) -> Vec<(FileId, tree::Note)> {
        let mut all = self.inherited;
        all.extend(own(&self.tree).iter().map(|note| (self.file, note.clone())));
        inherited_notes(all, given)
    }
}

/// The words of a text in which nothing is to be worked out.
fn words_of(text: &tree::Template) -> String {
    let words = text.pieces.iter().filter_map(|piece| match piece {
        tree::Piece::Words(words) => Some(words.as_str()),
        tree::Piece::Value(_) | tree::Piece::Counted { .. } | tree::Piece::If { .. } => None,
    });
    words.collect()
}

/// The remarks that hold on where `given` are the new ones. What a thing is called holds on as far as its words need no value: one that is read
/// in them may be there no longer.
pub fn inherited_notes(earlier: Vec<(FileId, tree::Note)>, given: &[tree::Note]) -> Vec<(FileId, tree::Note)> {
    notes_that_hold_on(earlier, given, false)
}

/// The same; with `same_names`, whatever its words read is still there.
pub fn notes_that_hold_on(
    earlier: Vec<(FileId, tree::Note)>,
    given: &[tree::Note],
    same_names: bool,
) -> Vec<(FileId, tree::Note)> {
    use tree::NoteKind as N;
    let gives = |kind: N| given.iter().any(|note| note.kind == kind);
    let holds_on = |note: &tree::Note| match note.kind {
        kind @ (N::Ref | N::Doc) => !gives(kind),
        N::As => !gives(N::As) && !gives(N::Untold) && (same_names || !note.text.has_values()),
        N::Assume | N::Untold => false,
    };
    earlier.into_iter().filter(|(_, note)| holds_on(note)).collect()
}

/// Hands the remarks of what is replaced on.
fn inherit(former: &Thing, fresh: &mut Thing) {
    let notes = |inherited: &[(FileId, tree::Note)], file: FileId, own: &[tree::Note], given: &[tree::Note]| {
        let mut all = inherited.to_vec();
        all.extend(own.iter().map(|note| (file, note.clone())));
        inherited_notes(all, given)
    };
    match (former, fresh) {
        (Thing::Enumeration(old), Thing::Enumeration(new)) => {
            let (old, new) = (&old.first, &mut new.first);
            new.inherited = notes(&old.inherited, old.file, &old.tree.notes, &new.tree.notes);
        }
        (Thing::Component(old), Thing::Component(new)) => {
            let (old, new) = (&old.first, &mut new.first);
            new.inherited = notes(&old.inherited, old.file, &old.tree.notes, &new.tree.notes);
        }
        (Thing::Table(old), Thing::Table(new)) => {
            let (old, new) = (&old.first, &mut new.first);
            new.inherited = notes(&old.inherited, old.file, &old.tree.notes, &new.tree.notes);
        }
        (Thing::Board(old), Thing::Board(new)) => {
            new.inherited = notes(&old.inherited, old.file, &old.tree.notes, &new.tree.notes);
        }
        (Thing::Zone(old), Thing::Zone(new)) => {
            new.inherited = notes(&old.inherited, old.file, &old.tree.notes, &new.tree.notes);
        }
        (Thing::Variable(old), Thing::Variable(new)) => {
            new.inherited = notes(&old.inherited, old.file, &old.tree.notes, &new.tree.notes);
        }
        (Thing::Setting(old), Thing::Setting(new)) => {
            new.inherited = notes(&old.inherited, old.file, &old.tree.notes, &new.tree.notes);
        }
        (Thing::Trigger(old), Thing::Trigger(new)) => {
            new.inherited = notes(&old.inherited, old.file, &old.tree.notes, &new.tree.notes);
        }
        _ => {}
    }
}
