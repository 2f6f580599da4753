//! Why something may or may not be done at a step of a script.

use std::sync::Arc;

use rulehound_grammar::span::Span;

use super::super::matching::{Found, ends_in, find};
use super::super::{Answers, Script, StepKind, Wish, WishKind, Word};
use super::names::Names;
use super::{Going, Halt, Listener, Played, Runner, answer};
use rulehound_engine::play::{BindingValue, Explanation, Game, PlayError, Position, Refusal, Stop, Viewer, Wanted};
use rulehound_rules::model::Model;

/// The most forced answers before a step.
const MOST_FORCED: usize = 10_000;

/// Up to where a script is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Before {
    /// The step of this number, from 0, comes next.
    Step(usize),
    /// Everything is played.
    End,
}

/// Plays a script up to a step: to where that step would be answered, with what is forced before it. Findings tell this viewer only what it
/// may know.
pub fn before(script: &Script, model: Arc<Model>, end: Before, viewer: Viewer, listener: &mut dyn Listener) -> Played {
    let Before::Step(number) = end else { return super::run_for(script, model, viewer, listener) };
    super::play(script, &|table| Game::load(model.clone(), table), viewer, listener, |runner| {
        runner.some_steps(number)?;
        runner.step = Some(number);
        match runner.approach(number) {
            // What is wrong with the step itself is not asked.
            Err(halt) if matches!(*halt, Halt::Wrong(_)) => Ok(()),
            other => other,
        }
    })
}

impl Runner<'_, '_> {
    /// Goes to where a step begins.
    fn approach(&mut self, number: usize) -> Going {
        match self.script.steps.get(number).map(|step| &step.kind) {
            Some(StepKind::Answers(answers)) => self.approach_answer(answers),
            Some(StepKind::Chance(_)) => {
                self.settle(false)?;
                for _ in 0..MOST_FORCED {
                    if self.position.stop() != Stop::Decision || !self.force(&[])? {
                        break;
                    }
                    self.settle(false)?;
                }
                Ok(())
            }
            Some(StepKind::Refuse(_) | StepKind::Expect(_)) => self.settle(self.seed_may_go_on()),
            Some(StepKind::Say(_)) | None => Ok(()),
        }
    }

    fn approach_answer(&mut self, answers: &[Answers]) -> Going {
        let first = answers.iter().filter_map(|answer| Some((self.names.seat(&answer.player).ok()?, answer)));
        let Some((seat, answer)) = first.min_by_key(|(seat, _)| *seat) else { return Ok(()) };
        for _ in 0..MOST_FORCED {
            self.settle(true)?;
            let Some(offer) = self.position.offer(seat).map_err(|fault| self.fault(fault))? else {
                if self.position.stop() == Stop::Decision && self.force(&[])? {
                    continue;
                }
                return Ok(());
            };
            let meant =
                answer.wishes.first().is_none_or(|wish| answer::meant(&offer, wish, &self.names) != Found::Nothing);
            if meant || offer.options.len() > 1 {
                return Ok(());
            }
            self.force(&[])?;
        }
        Ok(())
    }
}

/// Whether and why a seat cannot do what some words mean, or bindings such as a script's.
///
/// # Errors
/// A fault of the rules, or nobody sits there.
pub fn explain(position: &Position, seat: usize, wish: &Wish) -> Result<Explanation, PlayError> {
    explain_wish(position, &Names::new(position.game()), seat, wish)
}

/// The same for words as they are typed: those of an option, or names with their values in braces: `{n: 2, d: low}`.
///
/// # Errors
/// A fault of the rules, or nobody sits there.
pub fn explain_words(position: &Position, seat: usize, words: &str) -> Result<Explanation, PlayError> {
    explain(position, seat, &typed(words))
}

/// Typed words as the wish of a step.
fn typed(words: &str) -> Wish {
    let word = |text: &str| Word { text: text.trim().to_owned(), span: Span::default(), exact: None };
    let inner = words.trim().strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    let pairs: Option<Vec<(Word, Word)>> = inner.and_then(|inner| {
        let pairs = super::value::parts(inner).into_iter();
        pairs.map(|pair| pair.split_once(':').map(|(name, value)| (word(name), word(value)))).collect()
    });
    let kind = match pairs {
        Some(pairs) if !pairs.is_empty() => WishKind::Bindings(pairs),
        Some(_) | None => WishKind::Text(words.to_owned()),
    };
    Wish { kind, span: Span::default() }
}

pub(super) fn explain_wish(
    position: &Position,
    names: &Names,
    seat: usize,
    wish: &Wish,
) -> Result<Explanation, PlayError> {
    let found = as_written(position, names, seat, wish)?;
    match (&found, described(wish, names)) {
        (Explanation::NotOnOffer { .. }, Some(described)) => as_written(position, names, seat, &described),
        _ => Ok(found),
    }
}

fn as_written(position: &Position, names: &Names, seat: usize, wish: &Wish) -> Result<Explanation, PlayError> {
    let found = position.why_not(seat, &wanted(wish, names))?;
    match found {
        Explanation::NotOnOffer { .. } => Ok(abbreviated(position, names, seat, wish)?.unwrap_or(found)),
        Explanation::Legal(_) | Explanation::NotYours { .. } | Explanation::Refused(_) => Ok(found),
    }
}

/// The same wish where it says `Ann's pawn` for `pawn of Ann`.
fn described(wish: &Wish, names: &Names) -> Option<Wish> {
    let WishKind::Text(text) = &wish.kind else { return None };
    Some(Wish { kind: WishKind::Text(names.described(text)?), span: wish.span })
}

/// Something whose words are not all given, as options may be meant by some of their words.
fn abbreviated(position: &Position, names: &Names, seat: usize, wish: &Wish) -> Result<Option<Explanation>, PlayError> {
    let offer = position.offer(seat)?;
    let WishKind::Text(text) = &wish.kind else {
        return Ok(offer.and_then(|offer| match answer::meant(&offer, wish, names) {
            Found::One(index) => Some(Explanation::Legal(index)),
            Found::Several(found) => found.first().map(|index| Explanation::Legal(*index)),
            Found::Nothing => None,
        }));
    };
    let legal: Vec<String> = offer.into_iter().flat_map(|offer| offer.options).map(|option| option.text).collect();
    let mut refused = position.refusals_of(seat, text)?.refused;
    // Of a larger set some words say little: what is not there would be told to be part of it.
    refused.retain(|refusal| !is_set(refusal) || ends_in(&refusal.text, text));
    let refused_texts = refused.iter().map(|refusal| refusal.text.as_str());
    // What is allowed and what is not are looked at together: whichever fits the words best is meant.
    let fit = match find(text, legal.iter().map(String::as_str).chain(refused_texts)) {
        Found::One(index) => vec![index],
        Found::Several(found) => found,
        Found::Nothing => Vec::new(),
    };
    if let Some(index) = fit.iter().find(|index| **index < legal.len()) {
        return Ok(Some(Explanation::Legal(*index)));
    }
    let fit = fit.iter().filter_map(|index| refused.get(index - legal.len())).collect();
    Ok(meant_of(fit, text).map(Explanation::Refused))
}

/// Whether it is a set of several things.
fn is_set(refusal: &Refusal) -> bool {
    refusal.bindings.iter().any(|(_, value)| matches!(value, BindingValue::Several(things) if things.len() > 1))
}

/// Which of some refused options is meant by words that fit them all: the only one with the fewest words; all of them, called by these
/// words, if they are refused for the same reasons.
fn meant_of(fit: Vec<&Refusal>, words: &str) -> Option<Refusal> {
    let length = |refusal: &&&Refusal| refusal.text.split_whitespace().count();
    let fewest = fit.iter().map(|refusal| length(&refusal)).min()?;
    let mut shortest = fit.iter().filter(|refusal| length(refusal) == fewest);
    if let (Some(only), None) = (shortest.next(), shortest.next()) {
        return Some((**only).clone());
    }
    let first = *fit.first()?;
    let alike = fit.iter().all(|refusal| refusal.reasons == first.reasons);
    alike.then(|| Refusal { text: words.trim().to_owned(), ..first.clone() })
}

fn wanted(wish: &Wish, names: &Names) -> Wanted {
    match &wish.kind {
        WishKind::Text(text) => Wanted::Text(text.clone()),
        WishKind::Bindings(bindings) => {
            // A value may have the name of a place, too: which is meant the set says that it is looked for in.
            let ways = |value: &str| std::iter::once(value).chain(names.place_text(value)).map(str::to_owned).collect();
            Wanted::Bindings(bindings.iter().map(|(name, value)| (name.text.clone(), ways(&value.text))).collect())
        }
    }
}
