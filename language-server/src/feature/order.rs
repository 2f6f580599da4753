//! In which order what could be written is offered.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use gen_lsp_types::{CompletionItem, CompletionItemKind, TextEdit};

use rulehound_interpreter::Named;

use super::completion::{Place, Rank};

/// What can be offered: its words, how good it is to offer it, and what it is.
type Item = (String, (Rank, CompletionItemKind));

impl Place<'_> {
    /// First what fits best; among the like what is called next, what stood in like places, what waits for its first use, and what was written
    /// last.
    pub(super) fn items(mut self) -> Vec<CompletionItem> {
        let mut all: Vec<Item> = std::mem::take(&mut self.found).into_iter().collect();
        for (name, (rank, _)) in &mut all {
            // The two words before it ask for what stood behind them before.
            let [_, two, _] = self.habits.of(name);
            let waits = self.waits(name);
            if two > 0 || waits {
                *rank = (*rank).min(Rank::Wanted);
            }
        }
        let called = if self.back(1) == "do" { self.called(&all) } else { BTreeMap::new() };
        let last = self.last();
        let place = |(name, (rank, _)): &Item| {
            let name = name.as_str();
            let next = called.get(name).copied().unwrap_or(usize::MAX);
            (*rank, next, Reverse(self.habits.of(name)), !self.waits(name), Reverse(last.get(name).copied()))
        };
        all.sort_by_cached_key(|one| (place(one), one.0.clone()));
        let range = self.document.lines.range(&self.document.text, self.span);
        let item = |(index, (name, (_, kind))): (usize, Item)| CompletionItem {
            sort_text: Some(format!("{index:05}")),
            kind: Some(kind),
            text_edit: Some(TextEdit { range, new_text: name.clone() }.into()),
            label: name,
            ..CompletionItem::default()
        };
        all.into_iter().enumerate().map(item).collect()
    }

    /// Whether a name waits for its first use. What is left is running already.
    fn waits(&self, name: &str) -> bool {
        self.unused.contains(name) && name != self.enclosing && self.back(1) != "leave"
    }

    /// Where each word before this place was written last, counted in words.
    fn last(&self) -> BTreeMap<&str, usize> {
        let text = self.document.text.as_str();
        let words = self.lexed.iter().map(|one| text.get(one.span.start as usize..one.span.end as usize));
        words.enumerate().map(|(index, word)| (word.unwrap_or_default(), index)).collect()
    }

    /// What is called is mostly declared just below, or was called just before: names by how near that is.
    fn called(&self, all: &[Item]) -> BTreeMap<String, usize> {
        let last = self.last();
        let behind = self.document.text.get(self.span.end as usize..).unwrap_or_default();
        let (mut below, mut before) = (Vec::new(), Vec::new());
        for (name, _) in all {
            let next = ["rule", "phase"].iter().filter_map(|word| behind.find(&format!("{word} {name}"))).min();
            below.extend(next.map(|at| (at, name.as_str())));
            before.extend(last.get(name.as_str()).map(|at| (usize::MAX - at, name.as_str())));
        }
        let mut near = BTreeMap::new();
        for list in [&mut below, &mut before] {
            list.sort_unstable();
            for (index, (_, name)) in list.iter().enumerate() {
                let known = near.entry((*name).to_owned()).or_insert(index);
                *known = index.min(*known);
            }
        }
        near
    }
}

/// As what an editor shows something.
pub(super) fn kind(named: Named) -> CompletionItemKind {
    match named {
        Named::Type => CompletionItemKind::Class,
        Named::Value => CompletionItemKind::EnumMember,
        Named::Function => CompletionItemKind::Function,
        Named::Trigger => CompletionItemKind::Event,
        Named::Variable => CompletionItemKind::Field,
        Named::Member => CompletionItemKind::Property,
        Named::Bound => CompletionItemKind::Variable,
    }
}
