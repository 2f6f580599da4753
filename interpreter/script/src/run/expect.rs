//! `expect`: what must hold at the next stop.

use rulehound_grammar::diagnostic::Diagnostic;

use super::super::matching::{holds_words, same};
use super::super::{Expected, ExpectedValue, StepKind, Word};
use super::value::Valued;
use super::{Going, Halt, Runner};
use rulehound_engine::play::Stop;
use rulehound_engine::words::turned;

impl Runner<'_, '_> {
    /// Checks each line; those that fail are noted.
    pub fn expect(&mut self, expected: &[Expected]) -> Going {
        self.settle(self.seed_may_go_on())?;
        for line in expected {
            let judged = if self.is_word(&line.what) { self.expect_word(line) } else { self.expect_value(line) };
            match judged {
                Ok(found) => {
                    let found = found.map(|finding| self.before_chance(finding));
                    self.diagnostics.extend(found);
                }
                // A line that makes no sense is wrong by itself and spoils nothing that follows.
                Err(halt) => match *halt {
                    Halt::Wrong(mut found) => self.diagnostics.append(&mut found),
                    fault @ Halt::Fault(..) => return Err(Box::new(fault)),
                },
            }
        }
        Ok(())
    }

    /// Where chance comes next, nobody is asked yet, and what it leads to has not happened.
    fn before_chance(&self, finding: Diagnostic) -> Diagnostic {
        let certain = finding.help.is_some() && finding.code != "not-as-expected";
        if self.position.stop() != Stop::Chance || certain {
            return finding;
        }
        finding.with_help("chance comes first here: give it in a step before this (`draw`, `roll`, `shuffle`), or give the script a `seed`")
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
                return Err(
                    Diagnostic::error("bad-step", message, line.value.at(), "these are keys with values").into()
                );
            }
        };
        let otherwise = (!holds).then(|| otherwise(line, &found.answer.text));
        match (otherwise, &line.value) {
            // A place is never what one value says, whatever chance brings.
            (Some(finding), ExpectedValue::One(_)) if found.answer.text == line.what.text => Err(finding.into()),
            (otherwise, _) => Ok(otherwise),
        }
    }

    /// Whether a value is what is written: the same words, or an expression of the same value.
    fn is(&self, found: &Valued, word: &Word) -> bool {
        let text = &found.answer.text;
        if found.answer.set {
            let nothing = text.is_empty() && (same(&word.text, "none") || same(&word.text, "nothing"));
            return nothing
                || same(text, &word.text)
                || matches!(found.answer.values.as_slice(), [_] if self.fits(found, 0, word, true))
                || self
                    .value_if_any(word)
                    .is_some_and(|value| value.text == *text && value.values == found.answer.values);
        }
        self.fits(found, 0, word, false) || self.fits(found, 0, word, true)
    }

    /// Whether a set holds exactly these, in any order.
    fn are(&self, found: &Valued, words: &[Word]) -> bool {
        let count = found.answer.values.len();
        if words.len() != count {
            return false;
        }
        // Whatever is named exactly is meant; then the others must be told apart by their words.
        let mut rest: Vec<usize> = (0..count).collect();
        let mut others = Vec::new();
        for word in words {
            match rest.iter().position(|index| self.fits(found, *index, word, false)) {
                Some(at) => {
                    rest.swap_remove(at);
                }
                None => others.push(word),
            }
        }
        let fitting: Vec<Vec<usize>> = others
            .iter()
            .map(|word| {
                (0..rest.len()).filter(|at| rest.get(*at).is_some_and(|it| self.fits(found, *it, word, true))).collect()
            })
            .collect();
        pairs_up(&fitting, rest.len())
    }

    /// Whether one of the values found is what is written, by whose it is (`white's knight`) or as it is described; `loosely` if some of
    /// its words are enough.
    fn fits(&self, found: &Valued, index: usize, word: &Word, loosely: bool) -> bool {
        let turned = || turned(&word.text, self.names.players()).filter(|_| found.component);
        let again = |text| self.fits_so(found, index, &Word { text, exact: None, ..word.clone() }, loosely);
        self.fits_so(found, index, word, loosely) || turned().is_some_and(again)
    }

    fn fits_so(&self, found: &Valued, index: usize, word: &Word, loosely: bool) -> bool {
        let (Some(value), Some(part)) = (found.answer.values.get(index), found.answer.parts.get(index)) else {
            return false;
        };
        if found.component && *value >= 0 {
            let fits: fn(&str, &str) -> bool = if loosely { holds_words } else { same };
            let all = || found.names.get_or_init(|| self.position.names_of(&found.answer.values));
            return fits(part, &word.text)
                || all().get(index).is_some_and(|names| names.iter().any(|name| fits(name, &word.text)))
                || (loosely && self.has_value(*value, part, word));
        }
        if !loosely {
            let place = self.names.place_text(&word.text);
            return same(part, &word.text) || place.is_some_and(|place| same(place, part));
        }
        self.has_value(*value, part, word)
    }

    /// Whether an expression gives this one value.
    fn has_value(&self, value: i32, text: &str, word: &Word) -> bool {
        self.value_if_any(word).is_some_and(|other| other.text == *text && other.values == [value])
    }
}

/// Whether each of those on the left can be given one of its own from the right, so that none is left.
fn pairs_up(fitting: &[Vec<usize>], count: usize) -> bool {
    let mut taken: Vec<Option<usize>> = vec![None; count];
    let mut pairs = 0;
    for left in 0..fitting.len() {
        pairs += usize::from(gets_one(left, fitting, &mut taken, &mut vec![false; count]));
    }
    pairs == count && fitting.len() == count
}

/// Finds one for this, if need be by giving others another.
fn gets_one(left: usize, fitting: &[Vec<usize>], taken: &mut [Option<usize>], tried: &mut [bool]) -> bool {
    for right in fitting.get(left).into_iter().flatten() {
        match tried.get_mut(*right) {
            Some(tried) if !*tried => *tried = true,
            Some(_) | None => continue,
        }
        let holder = taken.get(*right).copied().flatten();
        if holder.is_none_or(|holder| gets_one(holder, fitting, taken, tried)) {
            if let Some(slot) = taken.get_mut(*right) {
                *slot = Some(left);
            }
            return true;
        }
    }
    false
}

/// It is something else.
pub fn otherwise(line: &Expected, found: &str) -> Diagnostic {
    let found = if found.is_empty() { "nothing" } else { found };
    let message = format!("`{}` is {found}", line.what.text);
    let same = found == line.what.text;
    let help = match (line.what.text.as_str(), found) {
        (what, _) if same => {
            format!("what lies there is written as a list, `{what}: […]`; how many lie there is `count {what}`")
        }
        ("winner" | "winners" | "places", "not known yet") => {
            "the game is not over here; that is asked with `over: no`".to_owned()
        }
        (what, _) => {
            let several = matches!(line.value, ExpectedValue::Several(..)) || found.contains(", ");
            let value = match found {
                "nothing" if several => "[]".to_owned(),
                _ if several => format!("[{found}]"),
                _ => found.to_owned(),
            };
            format!(
                "if that is right, write it here: `{what}: {value}`; if not, look at the steps before, and at the rules"
            )
        }
    };
    Diagnostic::error("not-as-expected", message, line.value.at(), "something else is expected here")
        .with_label(line.what.at(), format!("this is {found}"))
        .with_help(help)
}
