//! Writes down what was played as a script: everything filled in, so that it replays to the same bytes.
//!
//! Every answer and every outcome is written, also where there was no other. Answers are written by their whole texts, outcomes by the
//! fewest words that say which.

mod entry;
mod group;
mod quote;

pub use entry::Entry;
pub use quote::quoted;

use group::{Line, lines};

/// What stands before the steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headline {
    /// The rules: a file, seen from the script, or the name of a shipped game.
    pub game: String,
    /// What it shows.
    pub title: Option<String>,
    /// Who plays.
    pub players: Vec<String>,
    /// What was agreed at the table.
    pub settings: Vec<(String, String)>,
}

/// A script that replays a record.
pub fn write(headline: &Headline, record: &[Entry]) -> String {
    let mut text = format!("game: {}\n", quoted(&headline.game));
    if let Some(title) = &headline.title {
        text.push_str(&format!("title: {}\n", quoted(title)));
    }
    if !headline.players.is_empty() {
        text.push_str(&format!("players: [{}]\n", list(&headline.players)));
    }
    if !headline.settings.is_empty() {
        let pairs = headline.settings.iter().map(|(name, value)| pair(name, value));
        text.push_str(&format!("settings: {{{}}}\n", pairs.collect::<Vec<_>>().join(", ")));
    }
    let lines = lines(record);
    text.push_str(if lines.is_empty() { "steps: []\n" } else { "steps:\n" });
    for line in lines {
        step(&line, &headline.players, &mut text);
    }
    text
}

fn step(line: &Line<'_>, players: &[String], text: &mut String) {
    let player = |seat: &usize| players.get(*seat).map_or("nobody", String::as_str);
    match line {
        Line::Outcomes(word, outcomes) => {
            let outcomes: Vec<String> = outcomes.iter().map(|outcome| (*outcome).to_owned()).collect();
            text.push_str(&format!("  - {word}: [{}]\n", list(&outcomes)));
        }
        Line::ByOwner(word, outcomes) => {
            let pairs = outcomes.iter().map(|(seat, outcome)| pair(player(seat), outcome));
            text.push_str(&format!("  - {word}: {{{}}}\n", pairs.collect::<Vec<_>>().join(", ")));
        }
        Line::Answers(answers) => {
            for (index, (seat, answer)) in answers.iter().enumerate() {
                let begin = if index == 0 { "  - " } else { "    " };
                text.push_str(&format!("{begin}{}\n", pair(player(seat), answer)));
            }
        }
    }
}

fn pair(key: &str, value: &str) -> String {
    format!("{}: {}", quoted(key), quoted(value))
}

fn list(values: &[String]) -> String {
    values.iter().map(|value| quoted(value)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulehound_engine::play::ChanceKind;

    fn outcome(kind: ChanceKind, owner: Option<usize>, text: &str) -> Entry {
        Entry::Chance { kind, owner, outcome: text.to_owned() }
    }

    fn answer(seat: usize, text: &str, deciders: &[usize]) -> Entry {
        Entry::Answer { seat, text: text.to_owned(), deciders: deciders.to_vec() }
    }

    fn check(record: &[Entry], steps: &str) {
        let headline = Headline {
            game: "a.rules".to_owned(),
            players: vec!["Ann".to_owned(), "Ben".to_owned()],
            ..Headline::default()
        };
        assert_eq!(write(&headline, record), format!("game: a.rules\nplayers: [Ann, Ben]\nsteps:\n{steps}"));
    }

    #[test]
    fn chance_is_grouped() {
        let record = [
            outcome(ChanceKind::Roll, None, "3"),
            outcome(ChanceKind::Roll, None, "6"),
            outcome(ChanceKind::Draw, Some(0), "double"),
            outcome(ChanceKind::Draw, Some(1), "5"),
        ];
        check(&record, "  - roll: [3, 6]\n  - draw: {Ann: double, Ben: 5}\n");
    }

    #[test]
    fn those_who_decide_at_once_share_a_step() {
        let record = [answer(0, "go on", &[0, 1]), answer(1, "stop: now", &[1])];
        check(&record, "  - Ann: go on\n    Ben: \"stop: now\"\n");
    }
}
