//! What could be written at a place: the words of the language that fit there, and the names of the sort that does.

use std::collections::{BTreeMap, BTreeSet};

use gen_lsp_types::{CompletionItem, CompletionItemKind};
use rulehound_grammar::lexemes::{Lexeme, LexemeKind, lexemes};
use rulehound_grammar::span::Span;
use rulehound_grammar::{Expected, expected_at};
use rulehound_interpreter::model::OwnerSort;
use rulehound_interpreter::{NameLists, Named};

use super::habit::{Habits, unused};
use super::order::kind;
use crate::document::Document;
use crate::scope::{self, Bound};
use crate::values::Values;

/// What could be written at an offset. `lists` are the names of the game, as far as they are known, `others` the texts of its other files.
pub fn completion<'a>(
    document: &'a Document,
    offset: usize,
    lists: &'a NameLists,
    others: &'a [String],
) -> Vec<CompletionItem> {
    let text = document.text.as_str();
    let before = text.get(..offset).unwrap_or_default();
    let word = before
        .rfind(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_')
        .map_or(0, |at| at + sign_length(before, at));
    let lexed = lexemes(text.get(..word).unwrap_or_default());
    let all = lexemes(text);
    let values = Values::read(text, &all);
    let span = Span::new(word, offset);
    let mut place = Place {
        document,
        lists,
        span,
        lexed,
        all,
        values,
        found: BTreeMap::new(),
        bound: Vec::new(),
        habits: Habits::default(),
        unused: BTreeSet::new(),
        enclosing: "",
    };
    let before = [place.back(1), place.back(2), place.back(3)];
    place.habits.add(text, &place.all, before, Some(word));
    for other in others {
        place.habits.add(other, &lexemes(other), before, None);
    }
    place.enclosing = place.declared_here();
    place.unused = unused(text, &place.all);
    place.bound = scope::bound(text.get(..word).unwrap_or_default());
    match place.inside() {
        Inside::Comment => return Vec::new(),
        Inside::Text(None) => return Vec::new(),
        Inside::Text(Some(value)) => place.in_braces(value),
        Inside::Rules => {
            let expected = expected_at(text, word);
            place.names(&expected);
            place.words(&expected);
        }
    }
    place.items()
}

fn sign_length(text: &str, at: usize) -> usize {
    text.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8)
}

/// In what a place lies.
enum Inside {
    Rules,
    Comment,
    /// A text; with where the value in braces begins, if the place lies in one.
    Text(Option<usize>),
}

/// How good it is to offer something: what is nearest comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// What the words before it all but name: a value that a feature can have, the player whose things are meant. With how many come before.
    Likely(usize),
    /// What the word before it asks for.
    Wanted,
    Bound,
    Name,
    Word,
}

/// The most bound names that come before all others.
const MOST_BOUND: usize = 6;

pub(super) struct Place<'a> {
    pub(super) document: &'a Document,
    pub(super) lists: &'a NameLists,
    /// What is written of the word so far.
    pub(super) span: Span,
    /// What stands before it.
    pub(super) lexed: Vec<Lexeme>,
    /// All words of the text.
    pub(super) all: Vec<Lexeme>,
    /// The lists of values in it.
    pub(super) values: Values<'a>,
    pub(super) found: BTreeMap<String, (Rank, CompletionItemKind)>,
    /// The names bound here.
    pub(super) bound: Vec<Bound>,
    /// What stood in like places before.
    pub(super) habits: Habits<'a>,
    /// What is declared in this text and stands nowhere else in it.
    pub(super) unused: BTreeSet<&'a str>,
    /// The rule, phase or definition that is being written.
    pub(super) enclosing: &'a str,
}

impl<'a> Place<'a> {
    /// The words of the one that stands so many before this place.
    pub(super) fn back(&self, count: usize) -> &'a str {
        let index = self.lexed.len().checked_sub(count);
        let span = index.and_then(|index| self.lexed.get(index)).map(|one| one.span);
        let bytes = span.map(|span| span.start as usize..span.end as usize);
        bytes.and_then(|bytes| self.document.text.get(bytes)).unwrap_or_default()
    }

    /// The name behind the last word that begins something that runs or is worked out.
    fn declared_here(&self) -> &'a str {
        let text = self.document.text.as_str();
        let words = |one: &Lexeme| text.get(one.span.start as usize..one.span.end as usize).unwrap_or_default();
        let declares = |word: &str| matches!(word, "rule" | "phase" | "def");
        let at = self.lexed.iter().rposition(|one| one.kind == LexemeKind::Keyword && declares(words(one)));
        at.and_then(|at| self.lexed.get(at + 1)).map(words).unwrap_or_default()
    }

    fn inside(&self) -> Inside {
        let line = |span: Span| {
            let between = self.document.text.get(span.end as usize..self.span.start as usize).unwrap_or_default();
            !between.contains(['\n', '\r'])
        };
        match self.lexed.last() {
            Some(one) if matches!(one.kind, LexemeKind::Comment | LexemeKind::Prose) && line(one.span) => {
                Inside::Comment
            }
            Some(one) if one.kind == LexemeKind::Text && line(one.span) => {
                let words =
                    self.document.text.get(one.span.start as usize..self.span.start as usize).unwrap_or_default();
                let closed = words.len() > 1 && self.back(1).len() > 1 && self.back(1).ends_with('"');
                if closed {
                    return Inside::Rules;
                }
                let open = words.rfind('{').filter(|open| words.rfind('}').is_none_or(|close| close < *open));
                Inside::Text(open.map(|open| one.span.start as usize + open + 1))
            }
            _ => Inside::Rules,
        }
    }

    /// A value in the braces of a text.
    fn in_braces(&mut self, start: usize) {
        let written = self.document.text.get(start..self.span.start as usize).unwrap_or_default();
        let before = lexemes(written);
        let words = |back: usize| {
            let one = before.len().checked_sub(back).and_then(|index| before.get(index));
            one.and_then(|one| written.get(one.span.start as usize..one.span.end as usize)).unwrap_or_default()
        };
        if words(1) == "." { self.members(words(2)) } else { self.values() }
    }

    fn names(&mut self, expected: &Expected) {
        match (self.back(2), self.back(1)) {
            (base, ".") => self.members(base),
            (_, "do" | "leave" | "after") => self.runnables(),
            ("remove" | "replace" | "extend", sort) => self.of_sort(sort),
            ("of", "each") => self.types(),
            // A variable that begins anew with each of a phase.
            (_, "each") if !expected.value => self.runnables(),
            (_, "make") => self.all_members(),
            ("move", _) if !expected.value && !expected.words.contains(&"to") => self.types(),
            _ if expected.of_type => self.types(),
            _ if expected.audience => self.players(),
            _ if expected.value => self.values(),
            // What a zone holds are kinds of component.
            (_, ":") => {
                for name in self.lists.types.iter().filter(|name| self.lists.values.get(*name) == Some(&Named::Type)) {
                    let kind_of = self.owners_of(name).unwrap_or_default();
                    if kind_of.iter().any(|owner| matches!(owner, OwnerSort::Kind(_))) {
                        self.offer(name, Rank::Wanted, CompletionItemKind::Class);
                    }
                }
                self.types();
            }
            // What a type is without, and the values that make a clause.
            (_, "except" | "(" | ",") => self.values(),
            _ => {}
        }
    }

    fn words(&mut self, expected: &Expected) {
        // Behind a point stands a name.
        if self.back(1) == "." {
            return;
        }
        for word in &expected.words {
            self.offer(word, Rank::Word, CompletionItemKind::Keyword);
        }
    }

    pub(super) fn offer(&mut self, name: &str, rank: Rank, kind: CompletionItemKind) {
        // What is just being declared seldom comes back to itself, but is often left.
        let rank = if name == self.enclosing && self.back(1) != "leave" { rank.max(Rank::Word) } else { rank };
        let item = (rank, kind);
        let known = self.found.entry(name.to_owned()).or_insert(item);
        if item.0 < known.0 {
            *known = item;
        }
    }

    fn values(&mut self) {
        self.likely();
        for (index, one) in self.bound.clone().iter().enumerate() {
            // Of many names that are bound the nearest are meant, mostly.
            let rank = if index < MOST_BOUND { Rank::Bound } else { Rank::Name };
            self.offer(&one.name, rank, CompletionItemKind::Variable);
        }
        let wanted: &[Named] = match self.back(1) {
            "set" | "roll" | "shuffle" => &[Named::Variable],
            "in" => &[Named::Variable, Named::Type, Named::Function],
            "from" | "to" | "count" | "+" => &[Named::Variable, Named::Type],
            "!=" => &[Named::Value],
            "best" | "not" => &[Named::Function],
            _ => &[],
        };
        for (name, named) in &self.lists.values {
            let wanted = wanted.contains(named);
            self.offer(name, if wanted { Rank::Wanted } else { Rank::Name }, kind(*named));
        }
    }

    fn types(&mut self) {
        for name in &self.lists.types {
            self.offer(name, Rank::Name, CompletionItemKind::Class);
        }
    }

    fn runnables(&mut self) {
        for (name, named) in &self.lists.runnables {
            self.offer(name, Rank::Name, kind(*named));
        }
    }

    /// Who may see something: what is of players, and names of the thing itself.
    fn players(&mut self) {
        let colon = (1..=self.lexed.len()).find(|back| self.back(*back) == ":");
        let declared = colon.map_or("", |colon| self.back(colon + 1));
        for one in self.bound.clone().iter().filter(|one| one.name != declared) {
            self.offer(&one.name, Rank::Bound, CompletionItemKind::Variable);
        }
        for (name, named) in &self.lists.values {
            if matches!(named, Named::Variable | Named::Function | Named::Value) {
                self.offer(name, Rank::Name, kind(*named));
            }
        }
    }

    /// Things that are declared with a word.
    fn of_sort(&mut self, sort: &str) {
        match sort {
            "type" | "component" | "track" | "ring" | "grid" | "net" => self.types(),
            "phase" | "rule" | "trigger" => self.runnables(),
            _ => {
                self.values();
                self.all_members();
            }
        }
    }

    fn all_members(&mut self) {
        for name in self.lists.members.values().flatten() {
            self.offer(name, Rank::Name, CompletionItemKind::Property);
        }
    }

    /// What may stand behind a point; `base` is the word before it.
    fn members(&mut self, base: &str) {
        let bound = self.bound.iter().find(|one| one.name == base);
        let from = bound.and_then(|one| one.from.as_deref()).and_then(|from| self.owners_of(from));
        let owners = from.or_else(|| self.owners_of(base)).unwrap_or_default();
        let mut names: BTreeSet<&String> =
            owners.iter().filter_map(|owner| self.lists.members.get(owner)).flatten().collect();
        if names.is_empty() {
            names = self.lists.members.values().flatten().collect();
        }
        for name in names {
            self.offer(name, Rank::Name, CompletionItemKind::Property);
        }
    }

    pub(super) fn owners_of(&self, word: &str) -> Option<Vec<OwnerSort>> {
        let word = if word == "player" { "players" } else { word };
        self.lists.owners.get(word).filter(|owners| !owners.is_empty()).cloned()
    }
}
