//! What the words before a place all but name: it is offered before everything else.

use gen_lsp_types::CompletionItemKind;
use rulehound_grammar::lexemes::Lexeme;
use rulehound_interpreter::Named;

use super::completion::{Place, Rank};
use crate::scope::Bound;

/// The most bound names that are offered for what belongs to them.
const MOST_OWNERS: usize = 2;

/// The most that are offered as all but named.
const MOST_LIKELY: usize = 8;

/// How many words back a value is looked for that was written before.
const MOST_BACK: usize = 40;

impl<'a> Place<'a> {
    /// What the words before this place all but name.
    pub(super) fn likely(&mut self) {
        let mut likely: Vec<String> = Vec::new();
        match (self.back(3), self.back(2), self.back(1)) {
            (_, name, "=" | "!=") | (name, "in", "{") => {
                likely.extend(self.in_turn(name));
                likely.extend(self.bound_like(name));
                if likely.is_empty() {
                    likely.extend(self.owners_at_hand().into_iter().filter(|one| one != name));
                }
            }
            // So many of a kind are moved.
            (_, "move", _) => likely.extend(self.kinds_at_hand()),
            (_, _, "from" | "to" | "in" | "count" | "+" | "set" | "on") => likely.extend(self.owners_at_hand()),
            (_, _, "(" | ",") => {
                likely.extend(self.clause_values());
                // What is called is mostly about the player at hand.
                if likely.is_empty() && self.back(1) == "(" {
                    likely.extend(self.player_at_hand());
                }
            }
            // A row that is written value by value.
            _ => {
                likely.extend(self.values.behind(self.last_value()).map(str::to_owned).filter(|_| self.begins_a_row()))
            }
        }
        for (index, name) in likely.into_iter().take(MOST_LIKELY).enumerate() {
            self.offer(&name, Rank::Likely(index), CompletionItemKind::EnumMember);
        }
    }

    /// What a name may hold; where its values are gone through one by one, the next comes first.
    fn in_turn(&self, name: &str) -> Vec<String> {
        let mut held: Vec<String> = self.values.held_by(name).into_iter().map(str::to_owned).collect();
        let next = self.values.behind(self.last_value());
        if let Some(at) = held.iter().position(|one| Some(one.as_str()) == next) {
            held.rotate_left(at);
        }
        held
    }

    /// Other bound names of the same origin as one.
    fn bound_like(&self, name: &str) -> Vec<String> {
        let from = |one: &Bound| match one.from.as_deref() {
            Some("players" | "player") => Some("player".to_owned()),
            other => other.map(str::to_owned),
        };
        let Some(own) = self.bound.iter().find(|one| one.name == name).map(from) else { return Vec::new() };
        let alike = self.bound.iter().filter(|one| one.name != name && from(one) == own);
        alike.map(|one| one.name.clone()).collect()
    }

    /// The nearest bound names that things belong to.
    fn owners_at_hand(&self) -> Vec<String> {
        let owns = |one: &&Bound| one.from.as_deref().is_some_and(|from| self.owners_of(from).is_some());
        self.bound.iter().filter(owns).take(MOST_OWNERS).map(|one| one.name.clone()).collect()
    }

    /// The nearest bound player.
    fn player_at_hand(&self) -> Option<String> {
        let player = |one: &&Bound| matches!(one.from.as_deref(), Some("player" | "players"));
        self.bound.iter().find(player).map(|one| one.name.clone())
    }

    /// The kinds of component, the one that was named last first.
    fn kinds_at_hand(&self) -> Vec<String> {
        let text = self.document.text.as_str();
        let words = |one: &Lexeme| text.get(one.span.start as usize..one.span.end as usize).unwrap_or_default();
        let is_kind =
            |name: &&str| self.lists.values.get(*name) == Some(&Named::Type) && self.owners_of(name).is_some();
        let mut found: Vec<String> = Vec::new();
        for name in self.lexed.iter().rev().map(words).filter(is_kind) {
            if !found.iter().any(|one| one == name) {
                found.push(name.to_owned());
            }
        }
        found.truncate(MOST_OWNERS);
        found
    }

    /// In the head of a clause the values that have none yet.
    fn clause_values(&self) -> Vec<String> {
        let words = |index: usize| {
            let span = self.all.get(index).map(|one| one.span);
            span.and_then(|span| self.document.text.get(span.start as usize..span.end as usize)).unwrap_or_default()
        };
        let Some(open) = (0..self.lexed.len()).rev().find(|index| matches!(words(*index), "(" | ")" | "{" | "}"))
        else {
            return Vec::new();
        };
        let is_head =
            |index: usize| words(index) == "(" && index >= 2 && matches!(words(index - 2), "rule" | "def" | "phase");
        if !is_head(open) {
            return Vec::new();
        }
        let name = words(open - 1);
        let heads = (2..self.all.len()).filter(|index| is_head(*index) && words(index - 1) == name);
        let used: Vec<&str> =
            heads.flat_map(|head| (head + 1..self.all.len()).map(words).take_while(|word| *word != ")")).collect();
        let left = self.values.beside(&used).into_iter().filter(|value| !used.contains(value));
        left.map(str::to_owned).collect()
    }

    /// The value that was written last.
    fn last_value(&self) -> &'a str {
        let is_value = |name: &&str| self.lists.values.get(*name) == Some(&Named::Value);
        let text = self.document.text.as_str();
        let words = self
            .lexed
            .iter()
            .rev()
            .map(|one| text.get(one.span.start as usize..one.span.end as usize).unwrap_or_default());
        words.take(MOST_BACK).find(is_value).unwrap_or_default()
    }

    /// Whether a row of a table or of a making may begin here.
    fn begins_a_row(&self) -> bool {
        let text = self.document.text.as_str();
        let before = text.get(..self.span.start as usize).unwrap_or_default();
        before.trim_end_matches([' ', '\t']).ends_with('\n') || self.back(1).parse::<u32>().is_ok()
    }
}
