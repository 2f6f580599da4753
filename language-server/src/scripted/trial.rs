//! Which words of a script mean a thing of the rules: those that must change with its name. What a word means hangs on what lies on the
//! table when it is said, so the script is played with the new name, and words that no longer fit stay as they were.

use std::cell::Cell;
use std::sync::Arc;

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::Span;
use rulehound_interpreter::model::Model;
use rulehound_interpreter::script::{self, SCRIPT_FILE, Script, Step};

use super::slots::{Slot, slots};

/// Of how many words that stay as they were it is tried whether they need to.
const MOST_AGAIN: usize = 12;

/// A stretch of a script that may mean the thing, and what would stand there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where.
    pub span: Span,
    /// What takes its place.
    pub text: String,
    /// In which of the slots it lies.
    pub slot: usize,
}

/// A script, and the rules before and after.
#[derive(Debug)]
pub struct Trial<'a> {
    /// What is written.
    pub text: &'a str,
    /// The same, read.
    pub script: &'a Script,
    /// Its slots.
    pub slots: &'a [Slot],
    /// Whether the names of players are among the slots.
    pub seats: bool,
    /// The rules as they are.
    pub old: Arc<Model>,
    /// The rules with the new name.
    pub new: Arc<Model>,
    /// How many steps may still be played.
    pub left: &'a Cell<usize>,
}

/// Something that went wrong: at which step, from which slot to before which, and what.
type Trouble = (usize, (usize, usize), &'static str);

/// Where something goes wrong that no step is to blame for.
const NOWHERE: Trouble = (usize::MAX, (0, 0), "");

impl Trial<'_> {
    /// Those of the changes after which the script goes as it did.
    pub fn meant(&self, changes: &[Change]) -> Vec<Change> {
        let before = self.troubles(self.script, self.slots, &self.old);
        let first = |choice: &[bool]| {
            let left = self.left.get().checked_sub(self.script.steps.len() + 1)?;
            self.left.set(left);
            Some(self.first_other(&before, &changed(self.text, changes, choice)))
        };
        let mut choice = vec![true; changes.len()];
        // Where there is no time to find out, nothing changes.
        let Some(mut wrong) = first(&choice) else { return Vec::new() };
        while let Some(trouble) = wrong {
            let mut better: Option<(Vec<bool>, Option<Trouble>)> = None;
            for out in self.suspects(changes, &choice, trouble) {
                let other = without(&choice, &out);
                let Some(found) = first(&other) else { break };
                if is_later(found, better.as_ref().map_or(wrong, |(_, best)| *best)) {
                    better = Some((other, found));
                }
                if found.is_none() {
                    break;
                }
            }
            let Some((mut other, found)) = better else { break };
            // Of several that stay as they were, some need not.
            let kept: Vec<usize> = (0..changes.len()).filter(|at| choice.get(*at) != other.get(*at)).collect();
            for at in kept.iter().copied().filter(|_| (2..MOST_AGAIN).contains(&kept.len())) {
                let mut again = other.clone();
                again.iter_mut().skip(at).take(1).for_each(|taken| *taken = true);
                if first(&again).is_some_and(|now| now == found) {
                    other = again;
                }
            }
            (choice, wrong) = (other, found);
        }
        // What was not found out in time stays as it was, if that is no worse.
        let none = vec![false; changes.len()];
        let unchanged = || self.first_other(&before, self.text);
        if wrong.is_some() && !is_later(wrong, unchanged()) {
            choice = none;
        }
        changes.iter().zip(choice).filter(|(_, taken)| *taken).map(|(change, _)| change.clone()).collect()
    }

    /// Sets of changes that may have led to some trouble: each that touches where it shows, all of these, the same of its whole step, and all
    /// that is written and said like the first of them, since a word that means something else here mostly does so everywhere.
    fn suspects(&self, changes: &[Change], choice: &[bool], (step, (from, to), _): Trouble) -> Vec<Vec<usize>> {
        let slot = |index: &usize| changes.get(*index).map_or(usize::MAX, |change| change.slot);
        let taken = |index: &usize| choice.get(*index) == Some(&true);
        let shown: Vec<usize> =
            (0..changes.len()).filter(taken).filter(|index| (from..to).contains(&slot(index))).collect();
        let of_step = |index: &usize| self.slots.get(slot(index)).is_some_and(|slot| slot.step == step);
        let around: Vec<usize> = (0..changes.len()).filter(taken).filter(of_step).collect();
        let single = shown.iter().map(|one| vec![*one]).chain([shown.clone()]);
        let wider = around.iter().filter(|one| !shown.contains(one)).map(|one| vec![*one]).chain([around.clone()]);
        let like = |index: &usize| {
            let change = changes.get(*index)?;
            let told = self.slots.get(change.slot)?.told;
            Some((told, self.text.get(change.span.start as usize..change.span.end as usize)?))
        };
        let first = around.iter().find(|one| shown.contains(one)).or(around.first()).and_then(like);
        let alike = (0..changes.len()).filter(taken).filter(|one| first.is_some() && like(one) == first).collect();
        let mut sets: Vec<Vec<usize>> = Vec::new();
        for set in single.chain(wider).chain([alike]).filter(|set| !set.is_empty()) {
            if !sets.contains(&set) {
                sets.push(set);
            }
        }
        sets
    }

    /// What goes wrong first that did not before, or the other way round.
    fn first_other(&self, before: &[Trouble], text: &str) -> Option<Trouble> {
        let Ok(script) = script::read(text) else { return Some((0, (0, 0), "bad-yaml")) };
        let now = self.troubles(&script, &slots(&script, self.seats), &self.new);
        let missing = before.iter().filter(|one| !now.contains(one));
        now.iter().filter(|one| !before.contains(one)).chain(missing).min().copied()
    }

    fn troubles(&self, script: &Script, slots: &[Slot], model: &Arc<Model>) -> Vec<Trouble> {
        let played = script::run(script, Arc::clone(model), &mut ());
        let trouble = |one: &Diagnostic| {
            let here = std::iter::once(&one.primary).chain(&one.others).find(|label| label.at.file == SCRIPT_FILE);
            let Some(span) = here.map(|label| label.at.span) else { return NOWHERE };
            let touches = |slot: &Slot| slot.span.start < span.end && span.start < slot.span.end;
            let first = slots.iter().position(touches).unwrap_or_default();
            let behind = slots.iter().rposition(touches).map_or(0, |last| last + 1);
            let begins_in = |step: &Step| step.span.start <= span.start && span.start < step.span.end;
            let step = script.steps.iter().position(begins_in).map_or(0, |index| index + 1);
            (step, (first, behind), one.code)
        };
        played.diagnostics.iter().map(trouble).collect()
    }
}

fn without(choice: &[bool], out: &[usize]) -> Vec<bool> {
    choice.iter().enumerate().map(|(index, taken)| *taken && !out.contains(&index)).collect()
}

/// Whether a script goes well for longer; no trouble is later than any.
fn is_later(one: Option<Trouble>, other: Option<Trouble>) -> bool {
    match (one, other) {
        (None, _) => other.is_some(),
        (Some(one), Some(other)) => one > other,
        (Some(_), None) => false,
    }
}

/// A text with those of the changes that are chosen; they stand in order and apart.
pub fn changed(text: &str, changes: &[Change], choice: &[bool]) -> String {
    let mut after = text.to_owned();
    for (change, _) in changes.iter().zip(choice).rev().filter(|(_, taken)| **taken) {
        after.replace_range(change.span.start as usize..change.span.end as usize, &change.text);
    }
    after
}
