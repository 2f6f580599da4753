//! What was written before in like places, and what was declared and waits for its first use: such names come first among their like.

use std::collections::{BTreeMap, BTreeSet};

use rulehound_grammar::lexemes::{Lexeme, LexemeKind};

/// How many words back it is looked.
const WORDS: usize = 3;

/// For each name, how often it stood behind the same three words, the same two, the same one.
#[derive(Debug, Default)]
pub struct Habits<'t>(BTreeMap<&'t str, [usize; WORDS]>);

impl<'t> Habits<'t> {
    /// Takes in a text; `before` are the words before the place that is asked about, the nearest first. A name that stands at `here` is the one
    /// that is being written, and no habit.
    pub fn add(&mut self, text: &'t str, all: &[Lexeme], before: [&str; WORDS], here: Option<usize>) {
        let words = |index: usize| {
            let span = all.get(index).map(|one| one.span);
            span.and_then(|span| text.get(span.start as usize..span.end as usize)).unwrap_or_default()
        };
        let names = all.iter().enumerate().filter(|(_, one)| one.kind == LexemeKind::Name);
        for (index, _) in names.filter(|(_, one)| Some(one.span.start as usize) != here) {
            let alike = before.iter().enumerate().take_while(|(back, word)| {
                index.checked_sub(back + 1).is_some_and(|at| !word.is_empty() && words(at) == **word)
            });
            let alike = alike.count();
            if alike > 0 {
                let counts = self.0.entry(words(index)).or_default();
                counts.iter_mut().rev().take(alike).for_each(|count| *count += 1);
            }
        }
    }

    /// How often a name stood so, the longest likeness first.
    pub fn of(&self, name: &str) -> [usize; WORDS] {
        self.0.get(name).copied().unwrap_or_default()
    }
}

/// Words before a name that is declared.
const DECLARING: [&str; 10] = ["def", "rule", "phase", "var", "table", "zone", "pile", "setting", "component", "type"];

/// The names that a text declares and does not use.
pub fn unused<'t>(text: &'t str, all: &[Lexeme]) -> BTreeSet<&'t str> {
    let words = |one: &Lexeme| text.get(one.span.start as usize..one.span.end as usize).unwrap_or_default();
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    for one in all.iter().filter(|one| one.kind == LexemeKind::Name) {
        *times.entry(words(one)).or_default() += 1;
    }
    let pairs = all.iter().zip(all.iter().skip(1));
    let declared = pairs.filter(|(before, _)| DECLARING.contains(&words(before))).map(|(_, name)| words(name));
    // Play begins with `play`, whoever does it.
    declared.filter(|name| times.get(name) == Some(&1) && *name != "play").collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulehound_grammar::lexemes::lexemes;

    #[test]
    fn the_longer_the_likeness_the_better() {
        let text = "set p.left += 1 set p.right += 1 set q.right += 1 do left";
        let mut habits = Habits::default();
        habits.add(text, &lexemes(text), [".", "p", "set"], None);
        assert_eq!(habits.of("right"), [1, 1, 2]);
        assert_eq!(habits.of("left"), [1, 1, 1]);
        assert_eq!(habits.of("set"), [0, 0, 0]);
    }

    #[test]
    fn what_waits_for_its_first_use_is_known() {
        let text = "var a : 0..3 var b : 0..3 rule c { set a = 1 }";
        assert_eq!(unused(text, &lexemes(text)).into_iter().collect::<Vec<_>>(), ["b", "c"]);
    }
}
