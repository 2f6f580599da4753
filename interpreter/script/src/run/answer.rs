//! Answers of players, and those that are forced.

use rulehound_grammar::diagnostic::Diagnostic;

use super::super::matching::{Found, find, holds_words, same};
use super::super::yaml::WORDS;
use super::super::{Answers, Entry, Wish, WishKind, Word};
use super::names::Names;
use super::refuse::Reasons;
use super::{Going, Runner, offered};
use rulehound_engine::play::{BindingValue, Offer, OfferedChoice, Position, Stop};

/// The most forced answers before one that the script names.
const MOST_FORCED: usize = 10_000;

impl Runner<'_, '_> {
    /// Answers of one or several players, in seat order.
    pub fn answers(&mut self, answers: &[Answers]) -> Going {
        let mut waiting = Vec::new();
        for answer in answers {
            let seat = self.names.seat(&answer.player).map_err(|found| self.no_step(found, &answer.player))?;
            waiting.extend(answer.wishes.iter().map(|wish| (seat, wish)));
        }
        waiting.sort_by_key(|(seat, _)| *seat);
        self.supply.answers_begin();
        let mut rest = waiting.as_slice();
        while let Some(((seat, wish), later)) = rest.split_first() {
            self.answer(*seat, wish, later)?;
            rest = later;
        }
        Ok(())
    }

    fn answer(&mut self, seat: usize, wish: &Wish, later: &[(usize, &Wish)]) -> Going {
        let mut passed = None;
        let halt = match self.answer_in_time(seat, wish, later, &mut passed) {
            Ok(()) => return Ok(()),
            Err(halt) => halt,
        };
        // If it was forbidden at a decision whose only option was then given, that is what is wrong.
        let Some(passed) = passed else { return Err(halt) };
        let later = std::mem::replace(&mut self.position, passed);
        match self.reasons(seat, wish)? {
            Reasons::Forbidden(..) => Err(self.not_offered(seat, wish)?.into()),
            Reasons::None | Reasons::Other(_) => {
                self.position = later;
                Err(halt)
            }
        }
    }

    /// Answers at the first decision of this seat that offers it. `passed` is the first one where only something else was on offer.
    fn answer_in_time(
        &mut self,
        seat: usize,
        wish: &Wish,
        later: &[(usize, &Wish)],
        passed: &mut Option<Position>,
    ) -> Going {
        for _ in 0..MOST_FORCED {
            self.settle(true)?;
            match self.position.stop() {
                Stop::Chance => return Err(self.missing_chance(wish.at()).into()),
                Stop::Over => return Err(self.too_late(seat, wish).into()),
                Stop::Decision => {}
            }
            let Some(offer) = self.position.offer(seat).map_err(|fault| self.fault(fault))? else {
                if self.force(later)? {
                    continue;
                }
                return Err(self.not_decider(seat, wish).into());
            };
            match meant(&offer, wish, &self.names) {
                Found::One(option) => {
                    self.supply.answered();
                    return self.choose(&offer, option);
                }
                Found::Nothing if offer.options.len() == 1 => {
                    passed.get_or_insert_with(|| self.position.clone());
                    self.choose(&offer, 0)?;
                }
                Found::Nothing => return Err(self.not_offered(seat, wish)?.into()),
                Found::Several(fit) => return Err(ambiguous(&offer, wish, &fit, &self.names).into()),
            }
        }
        Err(self.endless().into())
    }

    /// Gives the first answer that is forced, unless a later wish of the step names it. Whether there was one.
    pub fn force(&mut self, later: &[(usize, &Wish)]) -> Going<bool> {
        for seat in self.position.deciders() {
            let Some(offer) = self.position.offer(seat).map_err(|fault| self.fault(fault))? else { continue };
            let named =
                later.iter().any(|(who, wish)| *who == seat && meant(&offer, wish, &self.names) == Found::One(0));
            if offer.options.len() == 1 && !named {
                self.choose(&offer, 0)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn choose(&mut self, offer: &Offer, option: usize) -> Going {
        let deciders = self.position.deciders();
        let entry = Entry::answer(offer, option, deciders, self.position.game().instance());
        self.record.push(entry);
        let id = offer.options.get(option).map_or(option, |option| option.id);
        let seat = offer.seat;
        self.go(|position, log| Ok(position.apply(seat, id, log)?))
    }

    /// What begins a step is a player, or a word of steps.
    fn no_step(&self, found: Diagnostic, word: &Word) -> Diagnostic {
        let near = rulehound_grammar::suggest::nearest(&word.text, WORDS);
        let near_player = found.help.as_ref().is_some_and(|help| help.starts_with("did you mean"));
        match near {
            Some(near) => {
                let message = format!("`{}` is no step, and nobody is called so", word.text);
                Diagnostic::error("unknown-step", message, word.at(), "not known here")
                    .with_help(format!("did you mean `{near}`?"))
            }
            None if near_player => found,
            None => {
                let players = self.names.players().join(", ");
                found.with_help(format!(
                    "a step begins with a player, who answers ({players}), or with `{}`",
                    WORDS.join("`, `")
                ))
            }
        }
    }

    fn too_late(&self, seat: usize, wish: &Wish) -> Diagnostic {
        let message = format!("{} cannot answer: {}", self.player(seat), offered::over(&self.position));
        Diagnostic::error("game-over", message, wish.at(), "nobody decides any more")
            .with_help("take this step out, or look for what ended it in the steps before")
    }

    fn not_decider(&self, seat: usize, wish: &Wish) -> Diagnostic {
        let deciders = self.names.spoken(&self.position.deciders());
        let message = format!("it is not for {} to decide now, but for {deciders}", self.player(seat));
        Diagnostic::error("not-decider", message, wish.at(), "nobody asks for this").with_help(offered::help(
            &self.position,
            &self.names,
            self.viewer,
        ))
    }

    /// Not on offer, with the reasons if it is something that is meant but forbidden.
    fn not_offered(&self, seat: usize, wish: &Wish) -> Going<Diagnostic> {
        let message = format!("{} cannot do this now", self.player(seat));
        let mut finding = Diagnostic::error("not-on-offer", message, wish.at(), "not on offer");
        let mut help = String::new();
        for sentence in self.reasons(seat, wish)?.sentences() {
            help.push_str(&format!("because: {sentence}\n"));
        }
        if matches!(&wish.kind, WishKind::Text(text) if text.parse::<u32>().is_ok()) {
            help.push_str("write the words of an answer, not the number before it\n");
        }
        help.push_str(&offered::help(&self.position, &self.names, self.viewer));
        finding.help = Some(help);
        Ok(finding)
    }
}

/// Which option a wish means.
pub fn meant(offer: &Offer, wish: &Wish, names: &Names) -> Found {
    match &wish.kind {
        WishKind::Text(text) => {
            let texts = || offer.options.iter().map(|option| option.text.as_str());
            let Some(described) = names.described(text) else { return find(text, texts()) };
            // Words that an option has as they stand are meant so; then whose something is counts for more than that the words are there.
            match texts().position(|option| same(option, text)) {
                Some(option) => Found::One(option),
                None => match find(&described, texts()) {
                    Found::Nothing => find(text, texts()),
                    found => found,
                },
            }
        }
        WishKind::Bindings(bindings) => {
            let all = |fits: fn(&str, &str, &Names) -> bool| {
                let options = offer.options.iter().enumerate();
                let fitting = options.filter(|(_, option)| bound(option, bindings, names, fits));
                fitting.map(|(index, _)| index).collect::<Vec<_>>()
            };
            let ways: [fn(&str, &str, &Names) -> bool; 3] = [equal, without_owner, loose];
            let found = ways.into_iter().map(all).find(|found| !found.is_empty()).unwrap_or_default();
            match found.as_slice() {
                [] => Found::Nothing,
                [one] => Found::One(*one),
                _ => Found::Several(found),
            }
        }
    }
}

fn bound(
    option: &OfferedChoice,
    wanted: &[(Word, Word)],
    names: &Names,
    fits: impl Fn(&str, &str, &Names) -> bool,
) -> bool {
    wanted.iter().all(|(name, value)| {
        let bound = option.bindings.iter().find(|(bound, _)| same(bound, &name.text));
        bound.is_some_and(|(_, bound)| match bound {
            BindingValue::Number(number) => fits(&number.to_string(), &value.text, names),
            BindingValue::Word(word) => fits(word, &value.text, names),
            BindingValue::Several(values) => several(values, &value.text, |bound, text| fits(bound, text, names)),
        })
    })
}

/// A set, in any order, its parts joined by commas.
fn several(values: &[BindingValue], text: &str, fits: impl Fn(&str, &str) -> bool) -> bool {
    let mut parts = super::value::parts(text);
    parts.len() == values.len()
        && values.iter().all(|value| {
            let word = value.to_string();
            let found = parts.iter().position(|part| fits(&word, part));
            found.map(|index| parts.swap_remove(index)).is_some()
        })
}

fn equal(bound: &str, given: &str, names: &Names) -> bool {
    same(bound, given) || names.place_text(given).is_some_and(|place| same(place, bound))
}

/// `Card` for `Card of Ann`, which is not `Card case of Ann`.
fn without_owner(bound: &str, given: &str, _names: &Names) -> bool {
    bound.rsplit_once(" of ").is_some_and(|(bound, _)| same(bound, given))
}

fn loose(bound: &str, given: &str, names: &Names) -> bool {
    let described = || names.described(given);
    equal(bound, given, names)
        || holds_words(bound, given)
        || described().is_some_and(|described| holds_words(bound, &described))
}

fn ambiguous(offer: &Offer, wish: &Wish, fit: &[usize], names: &Names) -> Diagnostic {
    let fitting = fit.iter().filter_map(|index| offer.options.get(*index)).map(|option| names.said(&option.text));
    Diagnostic::error("ambiguous", "this can mean several options", wish.at(), "say more")
        .with_help(format!("it fits:\n  {}", offered::some(fitting, "\n  ")))
}
