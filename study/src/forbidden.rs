//! Restricted play: what a seat is not allowed, to see what it is worth.

use std::collections::BTreeSet;

use rulehound_grammar::span::{Location, line_and_column};
use rulehound_interpreter::facts::walk;
use rulehound_interpreter::model::{Block, Model, Statement, StatementKind};
use rulehound_interpreter::play::{BindingValue, Offer};

/// Options that one seat never takes as long as there is another.
#[derive(Clone, Debug)]
pub struct Forbidden {
    /// As it was given: `rule doubt`, `line 12`, `component Card red`, or words of an option.
    pub text: String,
    what: What,
}

/// Which options are meant.
#[derive(Clone, Debug)]
enum What {
    /// These of a statement, by where it stands and their number there.
    Ways(BTreeSet<(Location, usize)>),
    /// Those that bind a component of these words, which begin with its kind.
    Component(String),
    /// Those with these words in them.
    Words(String),
}

impl Forbidden {
    /// Reads what is forbidden.
    ///
    /// # Errors
    /// There is nothing of the kind in the rules.
    pub fn read(text: &str, model: &Model) -> Result<Self, String> {
        let text = text.trim().to_owned();
        let what = match text.split_once(' ').map(|(sort, rest)| (sort, rest.trim())) {
            Some(("rule", name)) => What::Ways(of_rule(name, model)?),
            Some(("line", number)) => What::Ways(of_line(number, model)?),
            Some(("component", words)) => What::Component(component(words, model)?),
            _ if text.is_empty() => return Err("words of an option are missing".to_owned()),
            _ => What::Words(text.to_lowercase()),
        };
        Ok(Self { text, what })
    }

    /// Whether an option of an offer is meant, which goes on this way.
    pub fn means(&self, offer: &Offer, option: usize, way: usize) -> bool {
        let Some(one) = offer.options.get(option) else { return false };
        match &self.what {
            What::Ways(ways) => ways.contains(&(offer.asked.at, way)),
            What::Component(words) => one.bindings.iter().any(|(_, value)| binds(value, words)),
            What::Words(words) => one.text.to_lowercase().contains(words),
        }
    }
}

/// All statements of the rules.
fn statements(model: &Model) -> impl Iterator<Item = &Statement> {
    let bodies = model.runnables.iter().flat_map(|one| &one.clauses).map(|clause| &clause.body);
    bodies.chain(model.triggers.iter().map(|one| &one.body)).flat_map(walk::statements)
}

fn of_rule(name: &str, model: &Model) -> Result<BTreeSet<(Location, usize)>, String> {
    let mut ways = BTreeSet::new();
    for statement in statements(model) {
        match &statement.kind {
            StatementKind::ChooseOption { options, .. } => {
                let runs = options.iter().enumerate().filter(|(_, option)| runs(&option.body, name, model));
                ways.extend(runs.map(|(number, _)| (statement.at, number)));
            }
            StatementKind::May(may) if runs(&may.body, name, model) => {
                ways.insert((statement.at, 0));
            }
            _ => {}
        }
    }
    if ways.is_empty() { Err(format!("no `option` or `may` runs a rule `{name}`")) } else { Ok(ways) }
}

fn of_line(number: &str, model: &Model) -> Result<BTreeSet<(Location, usize)>, String> {
    let line: usize = number.parse().map_err(|_| format!("`{number}` is no number of a line"))?;
    let is_there = |at: Location, start: u32| {
        // Variants stand in files of their own; a line is one of the file that was named.
        let source = model.sources.get(usize::from(at.file.0)).filter(|_| at.file.0 == 0);
        source.is_some_and(|source| line_and_column(&source.text, start).0 == line)
    };
    let mut ways = BTreeSet::new();
    for statement in statements(model) {
        match &statement.kind {
            StatementKind::ChooseOption { options, .. } => {
                let here = options.iter().enumerate().filter(|(_, option)| is_there(option.at, option.at.span.start));
                ways.extend(here.map(|(number, _)| (statement.at, number)));
            }
            StatementKind::May(_) if is_there(statement.at, statement.at.span.start) => {
                ways.insert((statement.at, 0));
            }
            _ => {}
        }
    }
    if ways.is_empty() { Err(format!("no `option` or `may` stands in line {line}")) } else { Ok(ways) }
}

fn component(words: &str, model: &Model) -> Result<String, String> {
    let kind = words.split(' ').next().unwrap_or_default();
    let known: Vec<&str> = model.kinds.iter().map(|kind| kind.name.as_str()).collect();
    match known.as_slice() {
        known if known.contains(&kind) => Ok(words.to_owned()),
        [] => Err(format!("there is no component `{kind}`; the game has none")),
        [one] => Err(format!("there is no component `{kind}`; there is {one}")),
        known => Err(format!("there is no component `{kind}`; there are {}", known.join(", "))),
    }
}

/// Whether a bound value is such a component, or holds one.
fn binds(value: &BindingValue, words: &str) -> bool {
    match value {
        BindingValue::Number(_) => false,
        BindingValue::Word(word) => {
            let rest = word.strip_prefix(words);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        }
        BindingValue::Several(values) => values.iter().any(|value| binds(value, words)),
    }
}

/// Whether a block runs a rule of this name, itself or by another one.
fn runs(block: &Block, name: &str, model: &Model) -> bool {
    let mut seen = BTreeSet::new();
    let mut waiting = vec![block];
    while let Some(block) = waiting.pop() {
        for statement in walk::statements(block) {
            let StatementKind::Do { runnable, .. } = &statement.kind else { continue };
            let Some(one) = model.runnables.get(runnable.index()).filter(|_| seen.insert(runnable.index())) else {
                continue;
            };
            if one.name == name {
                return true;
            }
            waiting.extend(one.clauses.iter().map(|clause| &clause.body));
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_component_are_whole_words() {
        let card = |words: &str| BindingValue::Word(words.to_owned());
        assert!(binds(&card("Card 1"), "Card 1") && binds(&card("Card 1 red"), "Card 1"));
        assert!(!binds(&card("Card 10"), "Card 1") && !binds(&card("Card 2"), "Card 1"));
        let several = |words: &str| BindingValue::Several(vec![card("Card 2"), card(words)]);
        assert!(binds(&several("Card 1"), "Card 1") && !binds(&several("Card 10"), "Card 1"));
        assert!(!binds(&BindingValue::Number(1), "Card 1"));
    }
}
