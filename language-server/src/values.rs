//! Lists of values as a text declares them, in their order, and which of them a name may hold. Read from the words alone, so that a mistake
//! hides none.

use std::collections::BTreeMap;

use rulehound_grammar::lexemes::{Lexeme, LexemeKind};

/// The lists of a text.
#[derive(Debug, Default)]
pub struct Values<'t> {
    /// Each with its name, if it has one, and its values in order.
    lists: Vec<(Option<&'t str>, Vec<&'t str>)>,
    /// What features, variables and parameters may hold, by their names.
    held: BTreeMap<&'t str, usize>,
}

impl<'t> Values<'t> {
    /// Reads them; `all` are the words of the text.
    pub fn read(text: &'t str, all: &[Lexeme]) -> Self {
        let words = Words { text, all };
        let mut values = Self::default();
        // Lists with names first, since what is held names them.
        for index in (0..all.len()).filter(|index| words.at(*index) == "type") {
            let listed = words.listed(index + 3);
            if words.at(index + 2) == "=" && !listed.is_empty() {
                values.lists.push((Some(words.at(index + 1)), listed));
            }
        }
        for index in (0..all.len()).filter(|index| words.at(*index) == ":") {
            let Some(name) = words.named_before(index) else { continue };
            let listed = words.listed(index + 1);
            match listed.as_slice() {
                [] => {}
                [one] => {
                    let list = values.lists.iter().position(|(name, _)| *name == Some(*one));
                    list.map(|list| values.held.entry(name).or_insert(list));
                }
                _ => {
                    values.lists.push((None, listed));
                    values.held.entry(name).or_insert(values.lists.len() - 1);
                }
            }
        }
        values
    }

    /// What a name may hold, parts of lists taken apart, in order.
    pub fn held_by(&self, name: &str) -> Vec<&'t str> {
        // Behind a type stands the value with which something of it begins.
        let own = || self.lists.iter().position(|(list, _)| *list == Some(name));
        self.held.get(name).copied().or_else(own).map(|list| self.whole(list, 0)).unwrap_or_default()
    }

    /// The lists that one of these values stands in, with all that stands beside them, in order.
    pub fn beside(&self, used: &[&str]) -> Vec<&'t str> {
        let mut found: Vec<&str> = Vec::new();
        let holding: Vec<usize> = (0..self.lists.len())
            .filter(|list| {
                self.lists.get(*list).is_some_and(|(_, values)| values.iter().any(|value| used.contains(value)))
            })
            .collect();
        let name = |list: &usize| self.lists.get(*list).and_then(|(name, _)| *name);
        let names: Vec<&str> = holding.iter().filter_map(name).collect();
        let around = (0..self.lists.len()).filter(|list| {
            self.lists.get(*list).is_some_and(|(_, values)| values.iter().any(|value| names.contains(value)))
        });
        for list in holding.iter().copied().chain(around) {
            for value in self.whole(list, 0) {
                if !found.contains(&value) {
                    found.push(value);
                }
            }
        }
        found
    }

    /// What follows a value in its list.
    pub fn behind(&self, value: &str) -> Option<&'t str> {
        let list =
            self.lists.iter().find_map(|(_, values)| Some((values, values.iter().position(|one| *one == value)?)));
        list.and_then(|(values, at)| values.get(at + 1).copied())
    }

    /// The values of a list, those of its parts instead of these.
    fn whole(&self, list: usize, depth: usize) -> Vec<&'t str> {
        let values = self.lists.get(list).map(|(_, values)| values.as_slice()).unwrap_or_default();
        let part = |value: &&str| self.lists.iter().position(|(name, _)| name == &Some(*value));
        let taken = values.iter().flat_map(|value| match part(value) {
            // A list that is part of itself is a mistake, and no reason to go on for ever.
            Some(inner) if depth < 4 => self.whole(inner, depth + 1),
            _ => vec![*value],
        });
        taken.collect()
    }
}

struct Words<'t, 'a> {
    text: &'t str,
    all: &'a [Lexeme],
}

impl<'t> Words<'t, '_> {
    fn at(&self, index: usize) -> &'t str {
        let Some(one) = self.all.get(index) else { return "" };
        self.text.get(one.span.start as usize..one.span.end as usize).unwrap_or_default()
    }

    fn is_name(&self, index: usize) -> bool {
        self.all.get(index).is_some_and(|one| one.kind == LexemeKind::Name)
    }

    /// Names with commas or `<` between them.
    fn listed(&self, mut index: usize) -> Vec<&'t str> {
        let mut found = Vec::new();
        while self.is_name(index) {
            found.push(self.at(index));
            if !matches!(self.at(index + 1), "," | "<") {
                break;
            }
            index += 2;
        }
        // A last name with a colon behind it begins something else: `k: Kind, n: 1..3`.
        if found.len() > 1 && self.at(index + 1) == ":" {
            found.pop();
        }
        found
    }

    /// The name that is declared before a colon: `rank :`, `spot(1..4) :`, `mood of each player :`.
    fn named_before(&self, colon: usize) -> Option<&'t str> {
        let mut index = colon.checked_sub(1)?;
        if self.at(index.checked_sub(1)?) == "each" {
            index = index.checked_sub(3)?;
        }
        if self.at(index) == ")" {
            while self.at(index) != "(" {
                index = index.checked_sub(1)?;
            }
            index = index.checked_sub(1)?;
        }
        self.is_name(index).then(|| self.at(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulehound_grammar::lexemes::lexemes;

    #[test]
    fn lists_are_read_from_words() {
        let text = "type Suit = Black, joker\ntype Black = clubs, spades\ncomponent Card { suit : Suit  spot(1..2) : up, down }\n\
                    var mood of each player : calm, wild seen by all = calm\nrule use(k: Black, n: 1..3) { } broken {";
        let values = Values::read(text, &lexemes(text));
        assert_eq!(values.held_by("suit"), ["clubs", "spades", "joker"]);
        assert_eq!(values.held_by("spot"), ["up", "down"]);
        assert_eq!(values.held_by("mood"), ["calm", "wild"]);
        assert_eq!(values.held_by("k"), ["clubs", "spades"]);
        assert_eq!(values.beside(&["clubs"]), ["clubs", "spades", "joker"]);
        assert_eq!(values.behind("clubs"), Some("spades"));
        let circle = "type A = B, x\ntype B = A, y\nvar v : A";
        assert!(Values::read(circle, &lexemes(circle)).held_by("v").len() < 40);
    }
}
