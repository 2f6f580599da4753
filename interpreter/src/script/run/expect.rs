//! `expect`: what must hold at the next stop.

use rulehound_grammar::diagnostic::Diagnostic;

use super::super::matching::{holds_words, same};
use super::super::{Expected, ExpectedValue, StepKind, Word};
use super::value::{Valued, parts};
use super::{Going, Halt, Runner};

impl Runner<'_, '_> {
    /// Checks each line; those that fail are noted.
    pub fn expect(&mut self, expected: &[Expected]) -> Going {
        self.settle(self.seed_may_go_on())?;
        for line in expected {
            let judged = if self.is_word(&line.what) { self.expect_word(line) } else { self.expect_value(line) };
            match judged {
                Ok(found) => self.diagnostics.extend(found),
                // A line that makes no sense is wrong by itself and spoils nothing that follows.
                Err(halt) => match *halt {
                    Halt::Wrong(mut found) => self.diagnostics.append(&mut found),
                    fault @ Halt::Fault(..) => return Err(Box::new(fault)),
                },
            }
        }
        Ok(())
    }

    /// Whether the seed may be asked before this step: not if the script gives the outcome itself in the next step that acts.
    pub fn seed_may_go_on(&self) -> bool {
        let next = self.step.map_or(0, |step| step + 1);
        let acts = |kind: &StepKind| !matches!(kind, StepKind::Expect(_) | StepKind::Refuse(_) | StepKind::Say(_));
        let mut later = self.script.steps.iter().skip(next).map(|step| &step.kind);
        !matches!(later.find(|kind| acts(kind)), Some(StepKind::Chance(_)))
    }

    fn expect_value(&self, line: &Expected) -> Going<Option<Diagnostic>> {
        let found = match &line.value {
            ExpectedValue::Several(..) => self.contents(&line.what)?,
            ExpectedValue::One(_) | ExpectedValue::ByPlayer(..) => self.value(&line.what)?,
        };
        let holds = match &line.value {
            ExpectedValue::One(word) => self.is(&found, word),
            ExpectedValue::Several(words, _) => self.are(&found, words),
            ExpectedValue::ByPlayer(..) => {
                let message = "only `offers` and `places` are expected by player";
                return Err(Diagnostic::error("bad-step", message, line.value.at(), "this is a map").into());
            }
        };
        Ok((!holds).then(|| otherwise(line, &found.answer.text)))
    }

    /// Whether a value is what is written: the same words, or an expression of the same value.
    fn is(&self, found: &Valued, word: &Word) -> bool {
        let text = &found.answer.text;
        let place = self.names.place_text(&word.text);
        same(text, &word.text)
            || (found.answer.set && text.is_empty() && same(&word.text, "none"))
            || place.is_some_and(|place| same(place, text))
            || (found.component && !found.answer.set && holds_words(text, &word.text))
            || self.value_if_any(word).is_some_and(|value| value.text == *text && value.values == found.answer.values)
    }

    /// Whether a set holds exactly these, in any order.
    fn are(&self, found: &Valued, words: &[Word]) -> bool {
        let mut rest = parts(&found.answer.text);
        let one = |part: &String, word: &Word| {
            let place = self.names.place_text(&word.text);
            // Values go by their names, also with blanks for `_`.
            same(&part.replace('_', " "), &word.text.replace('_', " "))
                || place.is_some_and(|place| same(place, part))
                || self.value_if_any(word).is_some_and(|value| value.text == *part)
        };
        let mut take = |word: &Word| {
            let exact = rest.iter().position(|part| one(part, word));
            let loose = || rest.iter().position(|part| found.component && holds_words(part, &word.text));
            exact.or_else(loose).map(|index| rest.swap_remove(index)).is_some()
        };
        words.iter().all(&mut take) && rest.is_empty()
    }
}

/// It is something else.
pub fn otherwise(line: &Expected, found: &str) -> Diagnostic {
    let found = if found.is_empty() { "nothing" } else { found };
    let message = format!("`{}` is {found}", line.what.text);
    Diagnostic::error("not-as-expected", message, line.value.at(), "something else is expected here")
        .with_label(line.what.at(), format!("this is {found}"))
}
