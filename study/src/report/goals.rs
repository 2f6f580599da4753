//! The goals of a study on its page.

use maud::{Markup, html};

use super::levers::{beside, nearer};
use super::page::Told;
use crate::goal::Judged;
use crate::part::Part;
use crate::recipe::Recipe;

/// The goals, what others come to, and what brings those nearer that are missed.
pub(super) fn section(whole: &Part, told: Told<'_>) -> Markup {
    let Told { goals, base_goals, bot_goals, recipe, .. } = told;
    // The other game need not know of everything that is asked, and what it does not know of it does not meet.
    let is_known = |one: &&Judged| one.interval.low.is_finite();
    let met = goals.iter().filter(|one| one.is_met()).count();
    let met_there = base_goals.iter().filter(is_known).filter(|one| one.is_met()).count();
    let base = whole.manifest.base.as_ref().filter(|_| !base_goals.is_empty()).map(|(title, _)| title.as_str());
    html! {
        section id="goals" {
            h2 { "Goals" }
            p.sentence {
                "Random players meet " (met) " of " (goals.len()) " goals"
                @if let Some(base) = base { "; in " (base) " they meet " (met_there) }
                "."
            }
            ul {
                @for (number, one) in goals.iter().enumerate() {
                    li {
                        (one.told())
                        @if let (Some(base), Some(there)) = (base, base_goals.get(number).filter(is_known)) { " (" (base) ": " (there.seen()) ")" }
                        @if let (Some(bots), Some(there)) = (whole.manifest.bots.last(), bot_goals.get(number).filter(is_known)) {
                            " (" (bots) " bots: " (there.seen()) ")"
                        }
                        "."
                        (nearer(whole, one))
                    }
                }
            }
            (beside(whole, goals))
            @if let Some(recipe) = recipe { (together(recipe)) }
        }
    }
}

/// Numbers that were turned together, and what the goals become.
fn together(recipe: &Recipe) -> Markup {
    html! {
        p {
            "Together, played in " (recipe.games) " random games, "
            @for (at, turned) in recipe.turned.iter().enumerate() { @if at > 0 { " and " } code { (turned) } }
            " come to:"
        }
        ul { @for one in &recipe.goals { li { (one.told()) "." } } }
        p {
            "These are chosen by what each does alone, so that all goals together come nearest; what takes another goal farther away is left out. "
            "Change them in the file and study it again: whether that is still fun, only play tells."
        }
    }
}
