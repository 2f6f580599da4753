//! "Why can't I do that?", for what somebody points at.

use rulehound_interpreter::play::{Explanation, Reason, Wanted};
use rulehound_interpreter::script::matching::holds_words;
use rulehound_interpreter::words::Owned;
use serde_json::{Value, json};

use super::Sitting;

/// The most things that somebody points at.
const MOST: usize = 8;

impl Sitting {
    /// The first that is refused of what these words name; else why nothing here is meant.
    pub(super) fn why(&self, place: usize, question: u32, what: &[String]) -> Value {
        let state = self.state();
        let answer = |sentence: String, reason: Option<&Reason>| {
            let section = reason.and_then(|reason| reason.reference.clone());
            let line = reason.map(|reason| reason.rule.clone());
            json!({ "t": "why", "q": question, "sentence": sentence, "section": section, "rule": line })
        };
        if state.onlookers.get(place).is_none_or(|it| it.options == 0) || what.is_empty() || what.len() > MOST {
            return answer("It is not your turn.".to_owned(), None);
        }
        let position = state.course.position();
        let refusals = position.refusals(place).unwrap_or_default();
        // What is pointed at is called as the table calls it.
        let owned = Owned::new(position.game().instance());
        let what: Vec<String> = what.iter().map(|words| owned.said(words)).collect();
        let meant = |text: &str| what.iter().all(|words| holds_words(&owned.said(text), words));
        if let Some(refusal) = refusals.refused.iter().find(|refusal| meant(&refusal.text)) {
            let sentences: Vec<&str> = refusal.reasons.iter().map(|reason| reason.sentence.as_str()).collect();
            return answer(format!("{}: {}", owned.said(&refusal.text), sentences.join(" ")), refusal.reasons.first());
        }
        let last = what.last().cloned().unwrap_or_default();
        match position.why_not(place, &Wanted::Text(owned.described(&last))) {
            Ok(Explanation::Refused(refusal)) => {
                let sentences: Vec<&str> = refusal.reasons.iter().map(|reason| reason.sentence.as_str()).collect();
                answer(sentences.join(" "), refusal.reasons.first())
            }
            Ok(Explanation::NotOnOffer { sentence, known: true, .. }) => answer(sentence, None),
            _ if what.len() > 1 => {
                answer(format!("{last} does not go with what you have chosen; Escape takes that back."), None)
            }
            _ => answer(format!("You cannot choose {last} now."), None),
        }
    }
}
