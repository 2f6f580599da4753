//! Restricted play: what a seat is not allowed, to see what it is worth.

use std::collections::BTreeSet;

use rulehound_grammar::span::Location;
use rulehound_interpreter::facts::walk;
use rulehound_interpreter::model::{Block, Model, StatementKind};
use rulehound_interpreter::play::Offer;

/// Options that one seat never takes as long as there is another.
#[derive(Clone, Debug)]
pub struct Forbidden {
    /// As it was given: `rule doubt`, or words of an option.
    pub text: String,
    /// The options whose block runs the rule: the statement, and its number there.
    ways: BTreeSet<(Location, usize)>,
}

impl Forbidden {
    /// Reads `rule NAME`, or takes the words as words of options.
    ///
    /// # Errors
    /// No option runs a rule of this name.
    pub fn read(text: &str, model: &Model) -> Result<Self, String> {
        let text = text.trim().to_owned();
        let Some(name) = text.strip_prefix("rule ").map(str::trim) else {
            return if text.is_empty() {
                Err("words of an option are missing".to_owned())
            } else {
                Ok(Self { text, ways: BTreeSet::new() })
            };
        };
        let mut ways = BTreeSet::new();
        let bodies = model.runnables.iter().flat_map(|one| &one.clauses).map(|clause| &clause.body);
        for statement in bodies.chain(model.triggers.iter().map(|one| &one.body)).flat_map(walk::statements) {
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
        if ways.is_empty() {
            Err(format!("no `option` or `may` runs a rule `{name}`"))
        } else {
            Ok(Self { text, ways })
        }
    }

    /// Whether an option of an offer is meant, which goes on this way.
    pub fn means(&self, offer: &Offer, option: usize, way: usize) -> bool {
        if !self.ways.is_empty() {
            return self.ways.contains(&(offer.asked.at, way));
        }
        let words = offer.options.get(option).map(|option| option.text.to_lowercase()).unwrap_or_default();
        words.contains(&self.text.to_lowercase())
    }
}

/// Whether a block runs a rule of this name itself.
fn runs(block: &Block, name: &str, model: &Model) -> bool {
    walk::statements(block).into_iter().any(|statement| match &statement.kind {
        StatementKind::Do { runnable, .. } => model.runnables.get(runnable.index()).is_some_and(|one| one.name == name),
        _ => false,
    })
}
