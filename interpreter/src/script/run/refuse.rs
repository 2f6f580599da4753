//! `refuse`: what must not be possible, and why.

use rulehound_grammar::diagnostic::Diagnostic;

use super::super::matching::{Found, find, normal};
use super::super::{Refuse, Wish, WishKind};
use super::{Going, Refused, Runner, offered};
use crate::play::{Explanation, Refusal, Wanted};
use crate::words::is_person;

/// Why something cannot be done.
pub enum Reasons {
    /// It can be done.
    None,
    /// A requirement forbids it: the option in words, and all reasons.
    Forbidden(String, Vec<String>),
    /// It is not meant at all, or not this player's decision.
    Other(String),
}

impl Reasons {
    /// The sentences.
    pub fn sentences(&self) -> Vec<&str> {
        match self {
            Self::None => Vec::new(),
            Self::Forbidden(_, sentences) => sentences.iter().map(String::as_str).collect(),
            Self::Other(sentence) => vec![sentence],
        }
    }
}

impl Runner<'_, '_> {
    /// Checks that something is refused, for the reason given.
    pub fn refuse(&mut self, refuse: &Refuse) -> Going {
        self.settle(self.seed_may_go_on())?;
        let seat = self.seat(&refuse.player)?;
        if self.position.chance().is_some() {
            return Err(self.missing_chance(refuse.player.at()).into());
        }
        for wish in &refuse.wishes {
            let reasons = self.reasons(seat, wish)?;
            match self.judged(seat, refuse, wish, &reasons) {
                Some(finding) => self.diagnostics.push(finding),
                None => self.tell_refusal(seat, refuse, &reasons),
            }
        }
        Ok(())
    }

    /// Tells what the rules forbid, for the reason that the script asks for, else for all. What is not meant at all is no news.
    fn tell_refusal(&mut self, seat: usize, refuse: &Refuse, reasons: &Reasons) {
        let Reasons::Forbidden(option, _) = reasons else { return };
        let asked = refuse.because.as_ref().and_then(|because| {
            let wanted = normal(&because.text);
            reasons.sentences().into_iter().find(|sentence| normal(sentence).starts_with(&wanted))
        });
        let why = asked.map_or_else(|| reasons.sentences().join(" "), str::to_owned);
        self.passage(Some(Refused { seat, option, why: &why }), &[]);
    }

    /// Why this seat cannot do this.
    pub fn reasons(&self, seat: usize, wish: &Wish) -> Going<Reasons> {
        let explanation = self.position.why_not(seat, &self.wanted(wish)).map_err(|fault| self.fault(fault))?;
        Ok(match explanation {
            Explanation::Legal(_) => Reasons::None,
            Explanation::Refused(refusal) => sentences(refusal),
            Explanation::NotYours { deciders, rule } => Reasons::Other(match (deciders.as_slice(), rule) {
                ([], _) => "nobody is to decide anything now".to_owned(),
                (deciders, rule) => {
                    let rule = rule.map(|rule| format!(", in {}", rule.replace('_', " "))).unwrap_or_default();
                    let spoken = self.names.spoken(deciders);
                    match deciders {
                        [one] if !is_person(self.player(*one)) => format!("it is for {spoken} to decide now{rule}"),
                        [_] => format!("{spoken} decides now{rule}"),
                        _ => format!("{spoken} decide now{rule}"),
                    }
                }
            }),
            Explanation::NotOnOffer { sentence, .. } => {
                self.abbreviated(seat, wish)?.unwrap_or(Reasons::Other(sentence))
            }
        })
    }

    /// Something whose words are not all given, as options may be meant by some of their words.
    fn abbreviated(&self, seat: usize, wish: &Wish) -> Going<Option<Reasons>> {
        let offer = self.position.offer(seat).map_err(|fault| self.fault(fault))?;
        let WishKind::Text(text) = &wish.kind else {
            let legal = |offer| super::answer::meant(&offer, wish, &self.names) != Found::Nothing;
            return Ok(offer.is_some_and(legal).then_some(Reasons::None));
        };
        let legal: Vec<String> = offer.into_iter().flat_map(|offer| offer.options).map(|option| option.text).collect();
        let mut refusals = self.position.refusals(seat).map_err(|fault| self.fault(fault))?;
        let refused = refusals.refused.iter().map(|refusal| refusal.text.as_str());
        // What is allowed and what is not are looked at together: whichever fits the words best is meant.
        Ok(match find(text, legal.iter().map(String::as_str).chain(refused)) {
            Found::One(index) if index < legal.len() => Some(Reasons::None),
            Found::One(index) => Some(sentences(refusals.refused.swap_remove(index - legal.len()))),
            Found::Several(found) if found.iter().any(|index| *index < legal.len()) => Some(Reasons::None),
            Found::Nothing | Found::Several(_) => None,
        })
    }

    fn wanted(&self, wish: &Wish) -> Wanted {
        match &wish.kind {
            WishKind::Text(text) => Wanted::Text(text.clone()),
            WishKind::Bindings(bindings) => Wanted::Bindings(
                bindings
                    .iter()
                    .map(|(name, value)| {
                        let place = self.names.place_text(&value.text);
                        (name.text.clone(), place.unwrap_or(&value.text).to_owned())
                    })
                    .collect(),
            ),
        }
    }

    fn judged(&self, seat: usize, refuse: &Refuse, wish: &Wish, reasons: &Reasons) -> Option<Diagnostic> {
        let player = self.player(seat);
        let finding = match (reasons, &refuse.because) {
            (Reasons::None, _) => {
                let message = format!("{player} may do this, but the script says that it is refused");
                return Some(
                    Diagnostic::error("not-refused", message, wish.at(), "this is on offer")
                        .with_help(offered::help(&self.position, &self.names)),
                );
            }
            (Reasons::Forbidden(..), None) => return None,
            (Reasons::Other(sentence), None) => {
                let message = format!("nothing forbids this to {player}; it is not on offer at all");
                Diagnostic::error("other-reason", message, wish.at(), "not on offer").with_help(format!(
                    "the reason is: {sentence}\nif that is what the script is to show, say so with `because`"
                ))
            }
            (reasons, Some(because)) => {
                let wanted = normal(&because.text);
                if reasons.sentences().iter().any(|sentence| normal(sentence).starts_with(&wanted)) {
                    return None;
                }
                Diagnostic::error("other-reason", "it is refused for another reason", because.at(), "not this")
                    .with_help(format!("because: {}", reasons.sentences().join("\nbecause: ")))
            }
        };
        Some(finding)
    }
}

fn sentences(refusal: Refusal) -> Reasons {
    Reasons::Forbidden(refusal.text, refusal.reasons.into_iter().map(|reason| reason.sentence).collect())
}
