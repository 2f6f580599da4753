//! What was asked of the end of random games.

use super::Finding;
use super::words::beginning;
use crate::part::Part;
use crate::question::called;
use crate::statistics::{Moments, SURE};

pub(super) fn asked(whole: &Part) -> Option<Finding> {
    let questions = &whole.manifest.questions;
    let first = called(questions.first()?);
    let answers = &whole.kept.answers;
    let mean =
        |found: Option<&Moments>| found.filter(|found| found.count > 0).map_or("no game has ended".to_owned(), of);
    let sentence = match questions.len() {
        1 => format!("{} is {} at the end of random games.", beginning(&first), mean(answers.first())),
        count => {
            format!("At the end of random games {count} things were asked; {first} is {}.", mean(answers.first()))
        }
    };
    let mut table = vec![["asked of the end", "on average", "spread", "least", "most"].map(str::to_owned).to_vec()];
    for (question, found) in questions.iter().zip(answers) {
        let (least, most) = found.ends().unwrap_or_default();
        let digits = digits(found);
        let spread = format!("{:.digits$}", found.spread());
        table.push(vec![called(question), mean(Some(found)), spread, least.to_string(), most.to_string()]);
    }
    let best = whole.manifest.bots.last();
    let between = questions.iter().zip(&whole.kept.bot_answers).zip(best.into_iter().cycle());
    let lines = between.map(|((question, found), name)| {
        format!("Between {name} bots {} is {}, in {} games.", called(question), mean(Some(found)), found.count)
    });
    let lines = lines.collect();
    let shown = answers.iter().any(|found| found.count > 0);
    Some(Finding { table, lines, ..Finding::told("asked", "What was asked", shown, sentence) })
}

/// `12.40 (12.10 to 12.70)`.
fn of(found: &Moments) -> String {
    let digits = digits(found);
    let interval = found.interval(SURE);
    let between = if found.count > 1 {
        format!(" ({:.digits$} to {:.digits$})", interval.low, interval.high)
    } else {
        String::new()
    };
    format!("{:.digits$}{between}", found.mean())
}

/// How many digits behind the point are worth reading: of thousands none.
pub(super) fn digits(found: &Moments) -> usize {
    let size = found.ends().map_or(0, |(least, most)| least.unsigned_abs().max(most.unsigned_abs()));
    match size {
        0..100 => 2,
        100..1_000 => 1,
        _ => 0,
    }
}
