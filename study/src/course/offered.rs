//! What an option is called in a study.

use std::collections::BTreeMap;

use rulehound_grammar::span::line_and_column;
use rulehound_interpreter::facts::walk;
use rulehound_interpreter::model::{Model, StatementKind};
use rulehound_interpreter::play::Offer;

use super::first_line::before_block;
use crate::kept::Chosen;

/// Where each option that is written one by one stands, and as what: by the file, where its statement begins, and its number there.
pub(super) struct Written(BTreeMap<(String, u32, usize), Chosen>);

impl Written {
    /// Of several games, which may have files in common.
    pub fn of<'m>(models: impl Iterator<Item = &'m Model>) -> Self {
        Self(models.flat_map(written).collect())
    }

    /// What an option is called: an `option` or `may` as it is written, anything else by its words.
    pub fn chosen(&self, model: &Model, offer: &Offer, way: usize, text: Option<&str>) -> Option<Chosen> {
        let source = model.sources.get(usize::from(offer.asked.at.file.0))?;
        let rule = offer.asked.rule.clone();
        if let Some(written) = self.0.get(&(source.name.clone(), offer.asked.at.span.start, way)) {
            return Some(Chosen { rule, ..written.clone() });
        }
        let line = line_and_column(&source.text, offer.asked.at.span.start).0;
        text.map(|text| Chosen { file: source.name.clone(), line, rule, what: text.to_owned() })
    }
}

fn written(model: &Model) -> BTreeMap<(String, u32, usize), Chosen> {
    let mut found = BTreeMap::new();
    let bodies = model.runnables.iter().flat_map(|one| &one.clauses).map(|clause| &clause.body);
    for statement in bodies.chain(model.triggers.iter().map(|one| &one.body)).flat_map(walk::statements) {
        let Some(source) = model.sources.get(usize::from(statement.at.file.0)) else { continue };
        let mut note = |way: usize, start: u32, what: Option<&str>| {
            let text = source.text.get(start as usize..).unwrap_or_default();
            let first = text.lines().next().unwrap_or_default().trim();
            let own = first.split(" require ").next().map_or(first, before_block);
            let words = what.unwrap_or(own).trim().to_owned();
            let line = line_and_column(&source.text, start).0;
            let key = (source.name.clone(), statement.at.span.start, way);
            found.insert(key, Chosen { file: source.name.clone(), line, rule: String::new(), what: words });
        };
        match &statement.kind {
            StatementKind::ChooseOption { options, .. } => {
                options.iter().enumerate().for_each(|(way, option)| note(way, option.at.span.start, None));
            }
            StatementKind::May(_) => {
                note(0, statement.at.span.start, None);
                note(1, statement.at.span.start, Some("(not doing it)"));
            }
            _ => {}
        }
    }
    found
}
