//! Finding components of a start position by their descriptions.

use rulehound_grammar::diagnostic::Diagnostic;

use super::super::Word;
use super::super::matching::{Found, find, holds_words, normal};
use super::names::AsMade;
use crate::instance::{Instance, to_value};
use crate::model::{Attribute, Index, Kind, OwnerSort, Sort, value};
use crate::play::{Game, Setup};
use crate::words::{Form, Words};

/// The most readings of one description that are tried.
const MOST_READINGS: usize = 10_000;

/// A component with the features it is to get: component, cell, value.
type Fitting = (usize, Vec<(i32, usize, i32)>);

/// Which components are still in their boxes.
pub struct Components<'g> {
    game: &'g Game,
    /// How each is described as it was made.
    described: Vec<String>,
    taken: Vec<bool>,
}

impl<'g> Components<'g> {
    /// All of a table.
    pub fn new(game: &'g Game) -> Self {
        let instance = game.instance();
        let words = Words::new(instance);
        let look = AsMade(instance);
        let described: Vec<String> =
            (0..to_value(instance.components.len())).map(|number| words.component(number, &look)).collect();
        let taken = vec![false; described.len()];
        Self { game, described, taken }
    }

    /// Takes one that fits a description out of its box; rather one of this player's, if several fit. Features that the description
    /// gives it are set.
    pub fn take(&mut self, word: &Word, player: Option<i32>, setup: &mut Setup) -> Result<i32, Diagnostic> {
        let instance = self.game.instance();
        let free: Vec<usize> =
            (0..self.described.len()).filter(|index| self.taken.get(*index) == Some(&false)).collect();
        let own: Vec<usize> = free.iter().copied().filter(|index| owner(*index, instance) == player).collect();
        // What is called so in somebody's place is that player's, if the player has such a thing at all; then no other's is taken.
        let has = |index: &usize| {
            owner(*index, instance) == player
                && self.described.get(*index).is_some_and(|text| holds_words(text, &word.text))
        };
        let others: &[usize] =
            if player.is_some() && (0..self.described.len()).any(|index| has(&index)) { &[] } else { &free };
        for candidates in [own.as_slice(), others] {
            if let Some((index, features)) = self.fitting(word, candidates)? {
                if let Some(taken) = self.taken.get_mut(index) {
                    *taken = true;
                }
                setup.attributes.extend(features);
                return Ok(to_value(index));
            }
        }
        Err(self.none_left(word))
    }

    /// One of these that is so described as it was made, else one that can be made to be, with the features it needs.
    fn fitting(&self, word: &Word, candidates: &[usize]) -> Result<Option<Fitting>, Diagnostic> {
        let instance = self.game.instance();
        let as_made = |index: &usize| self.described.get(*index).map_or("", String::as_str);
        let chosen = match find(&word.text, candidates.iter().map(as_made)) {
            Found::One(index) => candidates.get(index).copied(),
            Found::Several(fit) => self.alike(word, candidates, &fit)?,
            Found::Nothing => None,
        };
        let changed =
            || candidates.iter().find_map(|index| Some((*index, features(word, to_value(*index), instance)?)));
        let called = || candidates.iter().find_map(|index| Some((*index, self.called(word, *index)?)));
        Ok(chosen.map(|index| (index, Vec::new())).or_else(changed).or_else(called))
    }

    /// The changeable features with which the `as` text of its kind calls a component so; `None` if it never does.
    fn called(&self, word: &Word, index: usize) -> Option<Vec<(i32, usize, i32)>> {
        let instance = self.game.instance();
        let made = instance.components.get(index)?;
        let kind = instance.model.kinds.get(made.kind.index())?;
        kind.notes.called.as_ref()?;
        let changeable = kind.attributes.iter().filter(|attribute| !attribute.printed);
        let cells: Vec<(usize, Vec<i32>)> = changeable
            .flat_map(|attribute| (0..attribute.cells).map(move |cell| (attribute, attribute.first_cell + cell)))
            .map(|(attribute, cell)| (cell, values(instance, attribute)))
            .collect();
        let most = cells.iter().fold(1usize, |product, (_, values)| product.saturating_mul(values.len()));
        let wanted = normal(&word.text);
        (0..most.min(MOST_READINGS)).find_map(|reading| {
            let mut rest = reading;
            let mut features = Vec::new();
            for (cell, values) in &cells {
                features.push((to_value(index), *cell, *values.get(rest.checked_rem(values.len())?)?));
                rest /= values.len();
            }
            (normal(&self.game.describe(to_value(index), &features)) == wanted).then_some(features)
        })
    }

    /// Of several that fit, the first if all look the same.
    fn alike(&self, word: &Word, free: &[usize], fit: &[usize]) -> Result<Option<usize>, Diagnostic> {
        let fitting: Vec<usize> = fit.iter().filter_map(|index| free.get(*index)).copied().collect();
        let mut texts: Vec<&str> =
            fitting.iter().filter_map(|index| self.described.get(*index)).map(String::as_str).collect();
        texts.dedup();
        if texts.len() > 1 {
            let message = format!("`{}` can mean several components", word.text);
            return Err(Diagnostic::error("ambiguous", message, word.at(), "say more")
                .with_help(format!("it fits {}", super::offered::some(texts.into_iter().map(str::to_owned), ", "))));
        }
        Ok(fitting.first().copied())
    }

    /// A component that a variable is to hold; it may lie anywhere.
    pub fn find(&self, word: &Word) -> Result<i32, Diagnostic> {
        match find(&word.text, self.described.iter().map(String::as_str)) {
            Found::One(index) => Ok(to_value(index)),
            Found::Several(fit) => {
                let all: Vec<usize> = (0..self.described.len()).collect();
                Ok(self.alike(word, &all, &fit)?.map_or(value::NONE, to_value))
            }
            Found::Nothing => Err(self.none_left(word)),
        }
    }

    fn none_left(&self, word: &Word) -> Diagnostic {
        let called = (0..self.described.len()).any(|index| self.called(word, index).is_some());
        let known = called || self.described.iter().any(|text| holds_words(text, &word.text));
        let message = if known {
            format!("there are no more of `{}`", word.text)
        } else {
            format!("no component is called `{}`", word.text)
        };
        let words = self.described.iter().flat_map(|text| text.split(' '));
        let all = self.described.iter().map(String::as_str).chain(words);
        let near = rulehound_grammar::suggest::nearest(&word.text, all);
        let finding = Diagnostic::error(
            "bad-position",
            message,
            word.at(),
            if known { "one too many" } else { "not known here" },
        );
        match near {
            Some(near) if !known => finding.with_help(format!("did you mean `{near}`?")),
            None if !known => {
                let mut texts = self.described.clone();
                texts.dedup();
                finding.with_help(format!("there are {}", super::offered::some(texts.into_iter(), ", ")))
            }
            Some(_) | None => finding.with_help("what belongs to another player is named with its owner"),
        }
    }
}

/// The player whose component this is.
fn owner(index: usize, instance: &Instance) -> Option<i32> {
    let component = instance.components.get(index)?;
    let kind = instance.model.kinds.get(component.kind.index())?;
    (kind.owner == OwnerSort::Player).then_some(component.owner)
}

/// The changeable features a component must have for this description; `None` if it cannot be described so.
fn features(word: &Word, component: i32, instance: &Instance) -> Option<Vec<(i32, usize, i32)>> {
    let made = instance.component(component)?;
    let kind = instance.model.kinds.get(made.kind.index())?;
    if kind.attributes.iter().all(|attribute| attribute.printed) {
        return None;
    }
    let full = Words::new(instance).component(component, &AsMade(instance));
    let wanted = normal(&word.text);
    let wanted: Vec<&str> = wanted.split(' ').collect();
    let name = normal(&crate::words::spaced(&kind.name, Form::People));
    let rest = after(&wanted, &name)?;
    // The owner stands behind the features, as in the description as made; without it any owner will do.
    let owner = normal(full.rsplit_once(" of ").map_or("", |(_, owner)| owner));
    let mut reading = Reading { instance, component, owner, readings: 0, set: Vec::new() };
    reading.from(kind, 0, 0, rest).then_some(reading.set)
}

/// What is left of a description behind these words.
fn after<'w, 't>(wanted: &'w [&'t str], words: &str) -> Option<&'w [&'t str]> {
    let count = words.split(' ').count();
    let (first, rest) = wanted.split_at_checked(count)?;
    (first.join(" ") == words).then_some(rest)
}

struct Reading<'i> {
    instance: &'i Instance,
    component: i32,
    owner: String,
    readings: usize,
    set: Vec<(i32, usize, i32)>,
}

impl Reading<'_> {
    /// Reads the features from this attribute and cell on; tries each value that is worded as the next words, then one without words.
    fn from(&mut self, kind: &Kind, index: usize, cell: usize, rest: &[&str]) -> bool {
        self.readings += 1;
        let Some(attribute) = kind.attributes.get(index) else {
            return self.readings < MOST_READINGS
                && (rest.is_empty() || rest.join(" ") == format!("of {}", self.owner));
        };
        if self.readings >= MOST_READINGS {
            return false;
        }
        if cell >= attribute.cells {
            return self.from(kind, index + 1, 0, rest);
        }
        let number = attribute.first_cell + cell;
        let made =
            self.instance.component(self.component).and_then(|it| self.instance.made(it, number)).unwrap_or_default();
        let candidates = if attribute.printed { vec![made] } else { values(self.instance, attribute) };
        for value in candidates {
            let words = self.words(attribute, value);
            let Some(rest) = (if words.is_empty() { Some(rest) } else { after(rest, &words) }) else { continue };
            let before = self.set.len();
            if !attribute.printed {
                self.set.push((self.component, number, value));
            }
            if self.from(kind, index, cell + 1, rest) {
                return true;
            }
            self.set.truncate(before);
        }
        false
    }

    /// How a feature of this value is worded in a description.
    fn words(&self, attribute: &Attribute, number: i32) -> String {
        match &attribute.of.sort {
            _ if number == value::NONE => String::new(),
            Sort::YesNo if number == 0 => String::new(),
            Sort::YesNo => normal(&crate::words::spaced(&attribute.name, Form::People)),
            Sort::Number { .. } if number == 0 && attribute.cells == 1 => String::new(),
            sort => normal(&Words::new(self.instance).value(sort, number, Form::People, &AsMade(self.instance))),
        }
    }
}

/// The values of a feature; those without words last, so that words are read where they can be.
fn values(instance: &Instance, attribute: &Attribute) -> Vec<i32> {
    let mut values: Vec<i32> = match &attribute.of.sort {
        Sort::Number { least, greatest } => (*least..=*greatest).filter(|number| *number != 0).take(2_000).collect(),
        Sort::YesNo => vec![1],
        Sort::Value { allowed, .. } => allowed.iter().copied().collect(),
        Sort::Player => instance.index_values(Index::Player).collect(),
        Sort::Direction => (0..8).collect(),
        Sort::Place { .. } => (0..to_value(instance.places.len())).collect(),
        Sort::Component { .. } | Sort::Nothing => Vec::new(),
    };
    match &attribute.of.sort {
        Sort::Number { least, greatest } if (*least..=*greatest).contains(&0) => values.push(0),
        Sort::YesNo => values.push(0),
        _ => {}
    }
    if attribute.of.shape == crate::model::Shape::OneOrNone {
        values.push(value::NONE);
    }
    values
}
