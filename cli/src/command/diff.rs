//! `diff`: what a variant changes, or in what two games differ, in words.

use std::sync::Arc;

use rulehound_interpreter::document::{changes, variant};
use rulehound_interpreter::model::Model;

use super::doc;
use crate::arguments::Diff;
use crate::exit::{Done, Exit, Failure};
use crate::output::Output;
use crate::rules;

/// Tells it, declaration by declaration.
pub fn diff(arguments: &Diff) -> Done {
    let (old, new) = both(arguments)?;
    let mut output = Output::new();
    let lines = changes(&variant(&old, &new, &[]), output.width());
    if lines.is_empty() {
        output.prose(&format!("{} and {} are played by the same rules.", old.title, new.title))?;
    } else {
        output.prose(&format!("{}, compared with {}:", new.title, old.title))?;
        output.line("")?;
        output.lines(&lines)?;
    }
    output.flush()?;
    Ok(Exit::Fine)
}

fn both(arguments: &Diff) -> Done<(Arc<Model>, Arc<Model>)> {
    let first = rules::playable(&arguments.old)?;
    match &arguments.new {
        Some(other) => Ok((first.model, rules::playable(other)?.model)),
        None => match doc::base(&arguments.old, &first.sources)? {
            Some(base) => Ok((base, first.model)),
            None => Err(Failure::command_line(format!(
                "`{}` extends no other game; name a second one to compare it with",
                arguments.old
            ))),
        },
    }
}
