//! "Why can't I do that?", for what somebody points at.

use rulehound_interpreter::play::{Explanation, Position, Reason, Wanted};
use rulehound_interpreter::script::matching::holds_words;
use rulehound_interpreter::words::Owned;
use serde_json::{Value, json};

/// The most things that somebody points at.
const MOST: usize = 8;

/// The most options that are named in place of what is no option, and the most letters of them.
const MOST_NAMED: usize = 4;
const MOST_LETTERS: usize = 160;

/// Why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// A sentence for whoever asked.
    pub sentence: String,
    /// The section of the rules that says so.
    pub section: Option<String>,
    /// The rule.
    pub rule: Option<String>,
}

impl Why {
    fn new(sentence: String, reason: Option<&Reason>) -> Self {
        let section = reason.and_then(|reason| reason.reference.clone());
        Self { sentence, section, rule: reason.map(|reason| reason.rule.clone()) }
    }

    /// As it is sent, to question `question`.
    pub fn told(&self, question: u32) -> Value {
        json!({ "t": "why", "q": question, "sentence": self.sentence, "section": self.section, "rule": self.rule })
    }
}

/// The first that is refused to a seat of what these words name; else why nothing here is meant. `asked` says whether it is to decide.
pub fn why(position: &Position, seat: usize, asked: bool, what: &[String]) -> Why {
    if !asked || what.is_empty() || what.len() > MOST {
        return Why::new("It is not your turn.".to_owned(), None);
    }
    let refusals = position.refusals(seat).unwrap_or_default();
    // What is pointed at is called as the table calls it.
    let owned = Owned::new(position.game().instance());
    let what: Vec<String> = what.iter().map(|words| owned.said(words)).collect();
    let meant = |text: &str| what.iter().all(|words| holds_words(&owned.said(text), words));
    if let Some(refusal) = refusals.refused.iter().find(|refusal| meant(&refusal.text)) {
        let sentences: Vec<&str> = refusal.reasons.iter().map(|reason| reason.sentence.as_str()).collect();
        return Why::new(format!("{}: {}", owned.said(&refusal.text), sentences.join(" ")), refusal.reasons.first());
    }
    let last = what.last().cloned().unwrap_or_default();
    match position.why_not(seat, &Wanted::Text(owned.described(&last))) {
        Ok(Explanation::Refused(refusal)) => {
            let sentences: Vec<&str> = refusal.reasons.iter().map(|reason| reason.sentence.as_str()).collect();
            Why::new(sentences.join(" "), refusal.reasons.first())
        }
        Ok(Explanation::NotOnOffer { sentence, known: true, .. }) => {
            Why::new(with_what_is_on_offer(sentence, position, seat, &owned), None)
        }
        _ if what.len() > 1 => {
            Why::new(format!("{last} does not go with what you have chosen; Escape takes that back."), None)
        }
        _ => {
            let sentence = format!("You cannot choose {last} now.");
            Why::new(with_what_is_on_offer(sentence, position, seat, &owned), None)
        }
    }
}

/// The sentence, and what can be chosen now, as the table calls it, if that is little enough to be said.
fn with_what_is_on_offer(sentence: String, position: &Position, seat: usize, owned: &Owned) -> String {
    let offer = position.offer(seat).ok().flatten();
    let options = offer.into_iter().flat_map(|offer| offer.options);
    let texts: Vec<String> = options.map(|option| owned.said(&option.text)).collect();
    let letters: usize = texts.iter().map(String::len).sum();
    if texts.is_empty() || texts.len() > MOST_NAMED || letters > MOST_LETTERS {
        return sentence;
    }
    format!("{sentence} What you can choose now: {}.", texts.join("; "))
}
