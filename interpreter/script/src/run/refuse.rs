//! `refuse`: what must not be possible, and why.

use rulehound_grammar::diagnostic::Diagnostic;

use super::super::matching::normal;
use super::super::{Refuse, Wish};
use super::why::explain_wish;
use super::{Going, Refused, Runner, offered};
use rulehound_engine::play::{Explanation, Log, Reason};
use rulehound_engine::words::is_person;

/// Why something cannot be done.
pub enum Reasons {
    /// It can be done.
    None,
    /// A requirement forbids it: the option in words, and all reasons.
    Forbidden(String, Vec<Reason>),
    /// It is not meant at all, or not this player's decision.
    Other(String),
}

impl Reasons {
    /// The sentences.
    pub fn sentences(&self) -> Vec<&str> {
        match self {
            Self::None => Vec::new(),
            Self::Forbidden(_, reasons) => reasons.iter().map(|reason| reason.sentence.as_str()).collect(),
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
        let Reasons::Forbidden(option, all) = reasons else { return };
        let asked = refuse.because.as_ref().and_then(|because| {
            let wanted = normal(&because.text);
            all.iter().find(|reason| gives(&reason.sentence, &wanted))
        });
        let told = asked.map_or(all.as_slice(), std::slice::from_ref);
        let why = told.iter().map(|reason| reason.sentence.as_str()).collect::<Vec<_>>().join(" ");
        self.passage(Some(Refused { seat, option, why: &why, reasons: told }), &Log::new());
    }

    /// Why this seat cannot do this.
    pub fn reasons(&self, seat: usize, wish: &Wish) -> Going<Reasons> {
        let explanation = explain_wish(&self.position, &self.names, seat, wish).map_err(|fault| self.fault(fault))?;
        Ok(match explanation {
            Explanation::Legal(_) => Reasons::None,
            Explanation::Refused(refusal) => Reasons::Forbidden(refusal.text, refusal.reasons),
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
            Explanation::NotOnOffer { sentence, .. } => Reasons::Other(sentence),
        })
    }

    fn judged(&self, seat: usize, refuse: &Refuse, wish: &Wish, reasons: &Reasons) -> Option<Diagnostic> {
        let player = self.player(seat);
        let finding =
            match (reasons, &refuse.because) {
                (Reasons::None, _) => {
                    let message = format!("{player} may do this, but the script says that it is refused");
                    return Some(
                        Diagnostic::error("not-refused", message, wish.at(), "this is on offer")
                            .with_help(offered::help(&self.position, &self.names, self.viewer)),
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
                    if reasons.sentences().iter().any(|sentence| gives(sentence, &wanted)) {
                        return None;
                    }
                    Diagnostic::error("other-reason", "it is refused for another reason", because.at(), "not this")
                        .with_help(format!("because: {}", reasons.sentences().join("\nbecause: ")))
                }
            };
        Some(finding)
    }
}

/// Whether one of the sentences of a reason begins with the words wanted: where a plan cannot be carried out, the rule's own comes second.
fn gives(reason: &str, wanted: &str) -> bool {
    let told = normal(reason);
    let later = told.match_indices(". ").filter_map(|(end, mark)| told.get(end + mark.len()..));
    std::iter::once(told.as_str()).chain(later).any(|sentence| sentence.starts_with(wanted))
}
