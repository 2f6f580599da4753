//! What other numbers in the rules make of the game, paired by seed.

use super::words::fine;
use super::{Bar, Finding, Picture};
use crate::goal::Subject;
use crate::part::Part;
use crate::question::{called, means};
use crate::statistics::{Interval, Moments, each};

/// So many changes are told in words.
const TOLD: usize = 3;

/// By how much a number that was tried changes something, on average, and where that may be.
#[derive(Clone, Debug)]
pub struct Effect {
    /// What was tried, as `goal = 4 (here 3)`.
    pub name: String,
    /// By how much.
    pub by: f64,
    /// Where it may be.
    pub interval: Interval,
    /// What stands behind it: shares are told in hundredths.
    unit: &'static str,
}

impl Effect {
    fn of(name: &str, found: &Moments, of: usize) -> Self {
        Self { name: name.to_owned(), by: found.mean(), interval: found.interval(each(of)), unit: "" }
    }

    /// Whether it is about a share, in hundredths.
    pub fn is_of_shares(&self) -> bool {
        !self.unit.is_empty()
    }

    /// Whether it is shown to change anything.
    pub fn is_shown(&self) -> bool {
        !self.interval.holds(0.0) && self.interval.low.is_finite()
    }

    fn digits(&self) -> usize {
        if self.is_of_shares() { 1 } else { fine(self.interval) }
    }

    /// `-34.8`.
    pub fn briefly(&self) -> String {
        let digits = self.digits();
        format!("{:+.digits$}{}", self.by, self.unit)
    }

    /// `-34.8 (-36.0 to -33.6)`.
    pub fn told(&self) -> String {
        let digits = self.digits();
        let Interval { low, high } = self.interval;
        let between = if low.is_finite() { format!(" ({low:+.digits$} to {high:+.digits$})") } else { String::new() };
        format!("{}{between}", self.briefly())
    }
}

/// What each number that was tried makes of something, in the order in which they were.
pub fn effects(whole: &Part, subject: &Subject) -> Vec<Effect> {
    let tried = &whole.manifest.tried;
    let pairs = tried.iter().zip(&whole.kept.tried);
    let found = pairs.filter_map(|(name, pairs)| {
        let (found, share) = match subject {
            Subject::Length => (&pairs.lengths, false),
            Subject::Ties => (&pairs.tied, true),
            Subject::WinShare(seat) => (pairs.wins.get(*seat)?, true),
            Subject::Mean(expression) => {
                let number = whole.manifest.questions.iter().position(|question| means(question, expression))?;
                (pairs.answers.get(number)?, false)
            }
            Subject::NobodyWins | Subject::Unfinished => return None,
        };
        let effect = Effect::of(name, found, tried.len());
        Some(if share { Effect { unit: " %", ..effect } } else { effect })
    });
    found.collect()
}

pub(super) fn tried(whole: &Part) -> Option<Finding> {
    let manifest = &whole.manifest;
    if manifest.tried.is_empty() {
        return None;
    }
    let mut subjects = vec![("decisions of a game".to_owned(), "the length of a game".to_owned(), Subject::Length)];
    subjects.extend(manifest.questions.iter().map(|text| (called(text), called(text), Subject::Mean(text.clone()))));
    subjects.push((
        "without a single winner".to_owned(),
        "how often there is no single winner".to_owned(),
        Subject::Ties,
    ));
    let seats = manifest.players.iter().enumerate().filter(|_| manifest.players.len() > 1);
    subjects.extend(
        seats.map(|(seat, player)| {
            (format!("{player} wins"), format!("how often {player} wins"), Subject::WinShare(seat))
        }),
    );
    let columns: Vec<(String, String, Vec<Effect>)> =
        subjects.into_iter().map(|(head, words, subject)| (head, words, effects(whole, &subject))).collect();
    // A column in which nothing is shown would look like something to act on.
    let shown: Vec<_> = columns.iter().filter(|(_, _, effects)| effects.iter().any(Effect::is_shown)).collect();
    let mut heads = vec!["with".to_owned()];
    heads.extend(shown.iter().map(|(head, _, _)| head.clone()));
    let mut table = vec![heads];
    let is_shown =
        |number: usize| shown.iter().any(|(_, _, effects)| effects.get(number).is_some_and(Effect::is_shown));
    for (number, name) in manifest.tried.iter().enumerate().filter(|(number, _)| is_shown(*number)) {
        let cell = |effects: &Vec<Effect>| {
            let effect = effects.get(number).filter(|effect| effect.is_shown());
            effect.map_or_else(|| "not shown".to_owned(), Effect::told)
        };
        let mut row = vec![format!("`{name}`")];
        row.extend(shown.iter().map(|(_, _, effects)| cell(effects)));
        table.push(row);
    }
    let strongest = shown.iter().filter_map(|(_, words, effects)| {
        let shown = effects.iter().filter(|effect| effect.is_shown());
        let most = shown.max_by(|one, other| one.by.abs().total_cmp(&other.by.abs()))?;
        Some(format!("What changes {words} most is `{}`: {}.", most.name, most.told()))
    });
    let sentences: Vec<String> = strongest.take(TOLD).collect();
    let count = manifest.tried.len();
    let sentence = if sentences.is_empty() {
        format!("None of {count} other numbers in the rules is shown to change anything.")
    } else {
        sentences.join(" ")
    };
    let games = whole.kept.tried.iter().map(|pairs| pairs.lengths.count).max().unwrap_or(0);
    let mut lines = vec![format!(
        "Each is tried in {games} random games, with the same seeds as those of the rules as they are; told is by how much they differ. Of numbers a quarter less and a quarter more is tried."
    )];
    let idle: Vec<String> = manifest
        .tried
        .iter()
        .enumerate()
        .filter(|(number, _)| !is_shown(*number))
        .map(|(_, name)| format!("`{name}`"))
        .collect();
    if !idle.is_empty() {
        lines.push(format!("Not shown to change anything: {}.", idle.join(", ")));
    }
    let broken = manifest.tried.iter().zip(&whole.kept.tried).filter(|(_, pairs)| pairs.lengths.count < games);
    lines.extend(broken.map(|(name, pairs)| {
        format!("With `{name}` only {} of the {games} games came to an end.", pairs.lengths.count)
    }));
    let (picture, is_shown) = (winners(whole), !shown.is_empty());
    if !is_shown {
        table.clear();
    }
    let doubt = format!("none of {count} other numbers in the rules is shown to change anything");
    let found = Finding::told("settings", "Other numbers", is_shown, sentence).doubted(doubt);
    Some(Finding { table, picture, lines, ..found })
}

/// Who wins more or less often with which number, where that is shown.
fn winners(whole: &Part) -> Picture {
    let players = whole.manifest.players.iter().enumerate();
    let bars = players.flat_map(|(seat, player)| {
        let shown = effects(whole, &Subject::WinShare(seat)).into_iter().filter(Effect::is_shown);
        shown.map(move |effect| Bar {
            label: format!("{player}, {}", effect.name),
            value: effect.by / 100.0,
            low: effect.interval.low / 100.0,
            high: effect.interval.high / 100.0,
        })
    });
    Picture::Bars { unit: "how many more games are won", bars: bars.collect(), mark: Some(0.0) }
}
