//! Why something cannot be done.

use std::fmt;

use rulehound_interpreter::play::{self, Explanation, Wanted};
use serde::Serialize;

use crate::{Choice, PlayError, Position, Seat, TextPlace};

/// Something that the rules mean and forbid now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// What, in words.
    pub text: String,
    /// What it would bind: names and values in words.
    pub bindings: Vec<(String, String)>,
    /// Everything that speaks against it, at least one reason.
    pub reasons: Vec<Reason>,
}

/// A reason, with the rule it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// The rule's own sentence.
    pub sentence: String,
    /// The rule it stands in.
    pub rule: String,
    /// The section of the rulebook.
    pub section: Option<String>,
    /// Where it stands in the rules.
    pub place: Option<TextPlace>,
}

/// The refused ones of what a decision means.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Refusals {
    /// In the order of the rules, at most 1,000.
    pub refused: Vec<Refusal>,
    /// How many more there are.
    pub more: usize,
}

/// The answer to "why can't I do that?"; written with `{}` it is a sentence.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WhyNot {
    /// It can be done.
    Legal(Choice),
    /// It is somebody else's decision, or nobody's.
    NotYours {
        /// Who decides.
        deciders: Vec<Seat>,
    },
    /// It is forbidden.
    Refused(Refusal),
    /// It is not among what is meant at all.
    NotOnOffer(Reason),
}

impl fmt::Display for WhyNot {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Legal(_) => formatter.write_str("It can be done."),
            Self::NotYours { deciders } if deciders.is_empty() => formatter.write_str("Nobody is to decide now."),
            Self::NotYours { .. } => formatter.write_str("Somebody else is to decide now."),
            Self::Refused(refusal) => {
                let sentences: Vec<&str> = refusal.reasons.iter().map(|reason| reason.sentence.as_str()).collect();
                formatter.write_str(&sentences.join(" "))
            }
            Self::NotOnOffer(reason) => formatter.write_str(&reason.sentence),
        }
    }
}

impl Position {
    /// Why this seat cannot do a thing that it says in words; case does not matter.
    ///
    /// ```
    /// use rulehound::{Rules, WhyNot};
    ///
    /// let mut position = Rules::from_text("sticks.rules", rulehound::STICKS)?.game().build()?.start(1)?;
    /// for number in [2, 2, 1] {
    ///     position.play_nth(position.deciders()[0], number)?;
    /// }
    /// let why = position.why_not(position.deciders()[0], "take 3")?;
    /// assert_eq!(why.to_string(), "Only 2 are left.");
    /// let WhyNot::Refused(refusal) = why else { panic!("refused") };
    /// assert_eq!(refusal.reasons[0].section.as_deref(), Some("2"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Nobody sits there, or a fault of the rules.
    pub fn why_not(&self, seat: Seat, words: &str) -> Result<WhyNot, PlayError> {
        let explained = self.engine.why_not(seat.index(), &Wanted::Text(words.to_owned()));
        Ok(match explained.map_err(|error| self.wrong(error))? {
            Explanation::Legal(number) => match self.offer(seat)? {
                Some(offer) => WhyNot::Legal(Choice { offer, number }),
                None => WhyNot::NotYours { deciders: self.deciders() },
            },
            Explanation::NotYours { deciders, .. } => {
                WhyNot::NotYours { deciders: deciders.into_iter().map(Seat::new).collect() }
            }
            Explanation::Refused(refusal) => WhyNot::Refused(self.refusal(refusal)),
            Explanation::NotOnOffer { sentence, rule, reference, at, .. } => {
                WhyNot::NotOnOffer(self.reason(play::Reason { sentence, rule, reference, at }))
            }
        })
    }

    /// Everything this seat may not do now though the rules mean it, with the reasons.
    ///
    /// ```
    /// use rulehound::Rules;
    ///
    /// let mut position = Rules::from_text("sticks.rules", rulehound::STICKS)?.game().build()?.start(1)?;
    /// for number in [2, 2, 2] {
    ///     position.play_nth(position.deciders()[0], number)?;
    /// }
    /// let refusals = position.refusals(position.deciders()[0])?;
    /// let refused: Vec<&str> = refusals.refused.iter().map(|refusal| refusal.text.as_str()).collect();
    /// assert_eq!(refused, ["take 2", "take 3"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Nobody sits there, or a fault of the rules.
    pub fn refusals(&self, seat: Seat) -> Result<Refusals, PlayError> {
        let found = self.engine.refusals(seat.index()).map_err(|error| self.wrong(error))?;
        let refused = found.refused.into_iter().map(|refusal| self.refusal(refusal)).collect();
        Ok(Refusals { refused, more: found.more })
    }

    fn refusal(&self, refusal: play::Refusal) -> Refusal {
        let bindings = refusal.bindings.iter().map(|(name, value)| (name.clone(), value.to_string())).collect();
        let reasons = refusal.reasons.into_iter().map(|reason| self.reason(reason)).collect();
        Refusal { text: refusal.text, bindings, reasons }
    }

    fn reason(&self, reason: play::Reason) -> Reason {
        let place = TextPlace::of(reason.at, self.game.rules().sources());
        Reason { sentence: reason.sentence, rule: reason.rule, section: reason.reference, place }
    }
}
