//! `too-large`: positions that would take more memory than they may.

use rulehound_grammar::diagnostic::Diagnostic;

use crate::lower::{Crowded, Taker};
use rulehound_rules::limits::CELLS;
use rulehound_rules::model::Model;

/// At a table for so many.
pub fn found(model: &Model, seats: usize, crowded: Crowded) -> Diagnostic {
    let most = u64::from(CELLS) * 4;
    let table = if model.players.least == model.players.most { String::new() } else { format!(" for {seats}") };
    let Crowded { bytes, largest } = crowded;
    let message = format!("a position of this game would take {bytes} bytes{table}, {most} are allowed");
    let (at, name, share) = match largest {
        Some((Taker::Variable(id), share)) => {
            let variable = model.variables.get(id.index());
            (variable.map(|it| it.at), variable.map(|it| format!("`{}`", it.name)), share)
        }
        Some((Taker::Kind(id), share)) => {
            let kind = model.kinds.get(id.index());
            (kind.map(|it| it.at), kind.map(|it| format!("a feature of all `{}`", it.name)), share)
        }
        Some((Taker::Statement(at), share)) => (Some(at), None, share),
        None => (None, None, 0),
    };
    let name = name.unwrap_or_else(|| "what this keeps".to_owned());
    let label = format!("{name} takes most, {share} bytes: 4 for each value");
    let found = Diagnostic::error("too-large", message, at.unwrap_or(model.players.at), label);
    found.with_help("keep less: fewer or smaller indices, sets in place of lists, or fewer players")
}
