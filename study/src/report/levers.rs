//! What single numbers that were tried do to all goals, where some are missed.

use maud::{Markup, html};

use crate::findings::{Effect, effects};
use crate::goal::{Judged, Verdict};
use crate::part::Part;

/// So many numbers are named that bring a goal nearer.
const NEARER: usize = 3;

/// So many are set beside all goals.
const BESIDE: usize = 8;

/// Beyond so many times the change that was tried nobody knows what comes of it.
const FAR: f64 = 3.0;

/// What of that which was tried brings a goal nearer that is missed for sure: what may be chance is nothing to act on.
pub(super) fn nearer(whole: &Part, missed: &Judged) -> Markup {
    if missed.verdict != Verdict::Missed {
        return html! {};
    }
    let mut found: Vec<Effect> = effects(whole, &missed.goal.subject);
    let tried = !found.is_empty();
    found.retain(|effect| is_nearer(missed, effect));
    found.sort_by(|one, other| other.by.abs().total_cmp(&one.by.abs()));
    html! {
        @if !found.is_empty() {
            " What brings it nearer: "
            @for (at, effect) in found.iter().take(NEARER).enumerate() {
                @if at > 0 { "; " }
                code { (effect.name) } ", " (effect.told())
                @if let Some(value) = enough(missed, effect) { " (about " (value) " would be enough)" }
            }
            "."
        } @else if tried {
            " None of the other numbers that were tried is shown to bring it nearer: that takes another rule."
        }
    }
}

/// Those numbers beside all goals: what brings one nearer may take another farther away.
pub(super) fn beside(whole: &Part, goals: &[Judged]) -> Markup {
    let known: Vec<(&Judged, Vec<Effect>)> = goals.iter().map(|one| (one, effects(whole, &one.goal.subject))).collect();
    let helps = |number: &usize| {
        let effect =
            |(one, effects): &(&Judged, Vec<Effect>)| effects.get(*number).is_some_and(|effect| is_nearer(one, effect));
        known.iter().filter(|(one, _)| one.verdict == Verdict::Missed).any(effect)
    };
    let numbers: Vec<usize> = (0..whole.manifest.tried.len()).filter(helps).take(BESIDE).collect();
    html! {
        @if !numbers.is_empty() && goals.len() > 1 {
            p { "What these numbers do to all goals, each alone:" }
            div.table tabindex="0" role="group" aria-label="Numbers and goals" {
                table {
                    thead { tr { th scope="col" { "with" } @for (one, _) in &known { th scope="col" { (one.goal.text) } } } }
                    tbody {
                        @for number in numbers {
                            tr {
                                th scope="row" { code { (whole.manifest.tried.get(number).map_or("", String::as_str)) } }
                                @for (one, effects) in &known { td { (effects.get(number).map_or_else(String::new, |effect| cell(one, effect))) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn cell(one: &Judged, effect: &Effect) -> String {
    if !effect.is_shown() {
        return "not shown".to_owned();
    }
    let (before, after) = (miss(one, one.seen), miss(one, one.seen + by(effect)));
    let word = match () {
        () if before == 0.0 && after == 0.0 => "still met",
        () if before == 0.0 => "no longer met",
        () if after == 0.0 => "reaches it",
        () if after < before => "nearer",
        () => "farther",
    };
    format!("{}, {word}", effect.briefly())
}

/// In the measure of the goal: effects on shares are told in hundredths.
fn by(effect: &Effect) -> f64 {
    if effect.is_of_shares() { effect.by / 100.0 } else { effect.by }
}

/// How far a value is from a goal.
fn miss(one: &Judged, value: f64) -> f64 {
    (one.goal.wanted.low - value).max(value - one.goal.wanted.high).max(0.0)
}

fn is_nearer(missed: &Judged, effect: &Effect) -> bool {
    effect.is_shown() && (effect.by > 0.0) == (missed.seen < missed.goal.wanted.low)
}

/// Which value of a single number would reach the goal, if twice the change does twice as much.
fn enough(missed: &Judged, effect: &Effect) -> Option<i64> {
    let (_, values) = effect.name.rsplit_once(" = ")?;
    let (other, here) = values.strip_suffix(')')?.split_once(" (here ")?;
    let (other, here) = (other.parse::<i64>().ok()?, here.parse::<i64>().ok()?);
    let wanted = missed.goal.wanted;
    let needed = if missed.seen < wanted.low { wanted.low - missed.seen } else { wanted.high - missed.seen };
    let times = needed / by(effect);
    (0.0..=FAR).contains(&times).then(|| here + (times * (other - here) as f64).round() as i64)
}
