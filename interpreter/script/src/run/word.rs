//! Words that `expect` knows besides expressions: how the game ended, who decides, what is on offer.
//!
//! | word | value |
//! |---|---|
//! | `over` | `yes` or `no`; `phase` (and `no`) when only what the script plays is over |
//! | `winner`, `winners` | a player, several, or `nobody` |
//! | `places` | a place for each player, by player |
//! | `decider`, `deciders` | who is to decide, or `nobody` |
//! | `offers` | how many options there are, or their texts; of several deciders by player |
//! | `phase`, `rule` | where the game stands: the innermost phase, the rule that asks, by name or words |
//!
//! A name that the rules declare themselves means what the rules mean by it.

use rulehound_grammar::diagnostic::Diagnostic;

use super::super::matching::same;
use super::super::{Expected, ExpectedValue, Word};
use super::expect::otherwise;
use super::{Going, Runner};
use rulehound_engine::play::{Offer, Stop};
use rulehound_rules::model::Model;

/// The words.
const WORDS: [&str; 9] = ["over", "winner", "winners", "places", "decider", "deciders", "offers", "phase", "rule"];

impl Runner<'_, '_> {
    /// Whether this is one of the words.
    pub fn is_word(&self, what: &Word) -> bool {
        WORDS.contains(&what.text.as_str()) && !declares(&self.position.game().instance().model, &what.text)
    }

    /// Checks a line that is about one of the words.
    pub fn expect_word(&self, line: &Expected) -> Going<Option<Diagnostic>> {
        // The first is told; the others are names for the same.
        let one = |found: &[String]| {
            let holds = matches!(texts(line)?.as_slice(), [word] if found.iter().any(|name| same(&word.text, name)));
            let told = found.first().map_or("none", String::as_str);
            Ok((!holds).then(|| otherwise(line, told)))
        };
        let is_over = self.position.stop() == Stop::Over;
        match line.what.text.as_str() {
            "over" => match self.position.outcome() {
                Some(_) => one(&["yes".to_owned()]),
                // What the script plays of the game is over, the game is not.
                None if is_over => one(&["phase".to_owned(), "no".to_owned()]),
                None => one(&["no".to_owned()]),
            },
            "winner" | "winners" => match self.position.outcome() {
                Some(outcome) => self.players(line, &outcome.winners()),
                None if is_over => self.players(line, &[]),
                None => Ok(Some(otherwise(line, "not known yet"))),
            },
            "decider" | "deciders" => self.players(line, &self.position.deciders()),
            "places" => self.places(line),
            "offers" => self.offers(line),
            "phase" => {
                let phases = self.position.phases();
                let named = |name: Option<String>| name.unwrap_or_else(|| "none".to_owned());
                one(&[named(phases.last().cloned()), named(self.running(true))])
            }
            _ => match self.position.deciders().first() {
                Some(seat) => {
                    let rule = self.offer(*seat)?.asked.rule;
                    let name = self.running(false).unwrap_or_else(|| rule.clone());
                    one(&[rule, name])
                }
                None => one(&["none".to_owned()]),
            },
        }
    }

    /// The name of the innermost phase in the rules, or of the innermost phase or rule.
    fn running(&self, phase: bool) -> Option<String> {
        let model = &self.position.game().instance().model;
        let running = self.position.running().into_iter().filter_map(|id| model.runnables.get(id.index()));
        running.filter(|runnable| runnable.phase || !phase).map(|runnable| runnable.name.clone()).next()
    }

    /// Exactly these players, in any order.
    fn players(&self, line: &Expected, found: &[usize]) -> Going<Option<Diagnostic>> {
        let mut wanted = Vec::new();
        for word in texts(line)? {
            for name in super::value::parts(&word.text) {
                if name != "nobody" && name != "none" {
                    wanted.push(self.seat(&Word { text: name, ..word.clone() })?);
                }
            }
        }
        wanted.sort_unstable();
        let mut sorted = found.to_vec();
        sorted.sort_unstable();
        let names = if found.is_empty() { "nobody".to_owned() } else { self.names.list(found) };
        Ok((wanted != sorted).then(|| otherwise(line, &names)))
    }

    /// `places: {Ann: 1, Ben: 2}`.
    fn places(&self, line: &Expected) -> Going<Option<Diagnostic>> {
        let ExpectedValue::ByPlayer(wanted, _) = &line.value else {
            let finding = Diagnostic::error("bad-step", "places are expected by player", line.value.at(), "no map");
            return Err(finding.with_help("write `places: {Ann: 1, Ben: 2}`").into());
        };
        let Some(outcome) = self.position.outcome() else { return Ok(Some(otherwise(line, "not known yet"))) };
        let text = |seat: usize| {
            outcome.places.get(seat).copied().flatten().map_or_else(|| "none".to_owned(), |place| place.to_string())
        };
        for (player, place) in wanted {
            let seat = self.seat(player)?;
            if !matches!(place, ExpectedValue::One(word) if word.text == text(seat)) {
                let all = (0..outcome.places.len()).map(|seat| format!("{} {}", self.player(seat), text(seat)));
                return Ok(Some(otherwise(line, &all.collect::<Vec<_>>().join(", "))));
            }
        }
        Ok(None)
    }

    /// `offers: 2`, `offers: [a, b]`, `offers: {Ann: 2}`.
    fn offers(&self, line: &Expected) -> Going<Option<Diagnostic>> {
        let ExpectedValue::ByPlayer(wanted, _) = &line.value else {
            return match self.position.deciders().as_slice() {
                [] => Ok(Some(otherwise(line, "nothing: nobody decides"))),
                [seat] => Ok(self.offers_fit(*seat, &line.value)?.map(|found| otherwise(line, &found))),
                seats => {
                    let message = format!("{} decide at once", self.names.spoken(seats));
                    let finding = Diagnostic::error("bad-step", message, line.value.at(), "whose offers?");
                    Err(finding.with_help("write them by player: `offers: {Ann: 2, Ben: 3}`").into())
                }
            };
        };
        for (player, value) in wanted {
            let seat = self.seat(player)?;
            if let Some(found) = self.offers_fit(seat, value)? {
                return Ok(Some(otherwise(line, &found)));
            }
        }
        Ok(None)
    }

    /// What is on offer, if it is not what is expected.
    fn offers_fit(&self, seat: usize, value: &ExpectedValue) -> Going<Option<String>> {
        let offer = self.offer(seat)?;
        let found: Vec<&str> = offer.options.iter().map(|option| option.text.as_str()).collect();
        let listed = || format!("{} ({}: {})", found.len(), self.player(seat), found.join("; "));
        let holds = match value {
            ExpectedValue::One(word) => match word.text.parse::<usize>() {
                Ok(count) => count == found.len(),
                Err(_) => matches!(found.as_slice(), [only] if same(only, &word.text)),
            },
            ExpectedValue::Several(words, _) => {
                let mut rest = found.clone();
                let mut take = |word: &Word| {
                    let at = rest.iter().position(|text| same(text, &word.text));
                    at.map(|at| rest.swap_remove(at)).is_some()
                };
                words.len() == found.len() && words.iter().all(&mut take)
            }
            ExpectedValue::ByPlayer(..) => false,
        };
        Ok((!holds).then(listed))
    }

    fn offer(&self, seat: usize) -> Going<Offer> {
        let offer = self.position.offer(seat).map_err(|fault| self.fault(fault))?;
        let nothing = || {
            Diagnostic::error(
                "not-decider",
                format!("{} has nothing to decide now", self.player(seat)),
                self.here(),
                "here",
            )
        };
        offer.ok_or_else(|| nothing().into())
    }
}

/// The words on the right, however many.
fn texts(line: &Expected) -> Going<Vec<&Word>> {
    match &line.value {
        ExpectedValue::One(word) => Ok(vec![word]),
        ExpectedValue::Several(words, _) => Ok(words.iter().collect()),
        ExpectedValue::ByPlayer(..) => {
            let message = "only `offers` and `places` are expected by player";
            Err(Diagnostic::error("bad-step", message, line.value.at(), "these are keys with values").into())
        }
    }
}

/// Whether the rules themselves use a name where values stand.
fn declares(model: &Model, name: &str) -> bool {
    let values = model.enumerations.iter().flat_map(|enumeration| &enumeration.values).map(|(value, _)| value);
    values
        .chain(model.kinds.iter().map(|kind| &kind.name))
        .chain(model.areas.iter().map(|area| &area.name))
        .chain(model.variables.iter().map(|variable| &variable.name))
        .chain(model.settings.iter().map(|setting| &setting.name))
        .chain(model.tables.iter().map(|table| &table.name))
        .chain(model.definitions.iter().map(|definition| &definition.name))
        .any(|declared| declared == name)
}
