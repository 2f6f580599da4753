//! What the names bound in a stretch of the rules are called.

use std::collections::{BTreeMap, BTreeSet};

use rulehound_grammar::span::{Location, Span};

use super::super::names::{kind, lowered, plural, spoken};
use super::super::prose::{YOU, name};
use rulehound_engine::words::{Form, spaced};
use rulehound_rules::model::{AreaKind, LocalId, Model, OwnerSort, PlaceClass, Shape, Sort, Type};

/// A stretch of the rules.
#[derive(Clone, Copy, Debug)]
pub struct Scope(Location);

impl Scope {
    /// From where one thing begins to where another ends, in one file.
    pub fn new(from: Location, to: Location) -> Self {
        let span = if from.file == to.file { from.span.join(to.span) } else { to.span };
        Self(Location { file: to.file, span })
    }

    fn holds(self, at: Location) -> bool {
        let Span { start, end } = self.0.span;
        at.file == self.0.file && at.span.start >= start && at.span.end <= end
    }
}

/// Nouns for bound names: `the chip` where only one chip has a name, else `chip c`.
#[derive(Clone, Debug, Default)]
pub struct Names {
    phrases: BTreeMap<LocalId, (String, String)>,
    only_player: Option<String>,
    any_player: bool,
}

impl Names {
    /// Of everything bound in a stretch.
    pub fn new(model: &Model, scope: &Scope) -> Self {
        Self::speaking(model, scope, None)
    }

    /// The same, where one of them is spoken to.
    pub fn speaking(model: &Model, scope: &Scope, you: Option<LocalId>) -> Self {
        let bound: Vec<(LocalId, &rulehound_rules::model::Local)> = (0..)
            .map(|index: usize| LocalId::from(index))
            .zip(&model.locals)
            .filter(|(_, local)| scope.holds(local.at) && !local.name.is_empty())
            .collect();
        let mut alike: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        for (id, local) in &bound {
            if let Some(noun) = noun(model, &local.of).filter(|_| Some(*id) != you) {
                alike.entry(noun).or_default().insert(local.name.as_str());
            }
        }
        let word = |local: &rulehound_rules::model::Local| -> (String, String) {
            let own = spaced(&local.name, Form::People);
            match noun(model, &local.of) {
                Some(noun) if matches!(local.of.shape, Shape::Set { .. }) => {
                    let named = own.chars().count() > 2;
                    let words = if named { name(&own) } else { format!("the chosen {}", plural(&noun)) };
                    (words.clone(), words)
                }
                Some(noun) if own.chars().count() > 2 && own != noun => (format!("the {own}"), own),
                Some(noun) if alike.get(&noun).is_some_and(|all| all.len() > 1) => {
                    let words = format!("{noun} {}", name(&own));
                    (words.clone(), words)
                }
                // A type of one letter says no more than the name.
                Some(noun) if noun == own && own.chars().count() == 1 => (name(&own), name(&own)),
                Some(noun) => (format!("the {noun}"), noun),
                None => (name(&own), name(&own)),
            }
        };
        let phrases = bound.iter().map(|(id, local)| (*id, word(local))).collect();
        let any_player = bound.iter().any(|(_, local)| local.of.sort == Sort::Player);
        let players = alike.get("player").map_or(0, BTreeSet::len);
        let mut names = Self { phrases, only_player: (players == 1).then(|| "the player".to_owned()), any_player };
        if let Some(you) = you {
            names.call(you, YOU.to_owned());
        }
        names
    }

    /// A bound name in a sentence: `the chip`.
    pub fn phrase(&self, local: LocalId) -> String {
        self.phrases.get(&local).map_or_else(|| "it".to_owned(), |(phrase, _)| phrase.clone())
    }

    /// Without an article, where one stands before it: `chip`.
    pub fn bare(&self, local: LocalId) -> String {
        self.phrases.get(&local).map_or_else(|| "it".to_owned(), |(_, bare)| bare.clone())
    }

    /// Calls a name otherwise.
    pub fn call(&mut self, local: LocalId, phrase: String) {
        let bare = phrase.strip_prefix("the ").unwrap_or(&phrase).to_owned();
        self.phrases.insert(local, (phrase, bare));
    }

    /// Whether any name stands for a player.
    pub fn any_player(&self) -> bool {
        self.any_player
    }

    /// `the player`, if only one name for players is bound.
    pub fn only_player(&self) -> Option<String> {
        self.only_player.clone()
    }
}

/// What one value of a type is called; numbers have no noun.
pub fn noun(model: &Model, of: &Type) -> Option<String> {
    Some(match &of.sort {
        Sort::Player => "player".to_owned(),
        Sort::Component { kinds } => match kinds.iter().collect::<Vec<_>>().as_slice() {
            [only] => {
                let (words, _) = kind(model, **only);
                words.strip_prefix("the ").unwrap_or(&words).to_owned()
            }
            _ => "piece".to_owned(),
        },
        Sort::Place { classes } => place_noun(model, classes),
        Sort::Value { of: list, .. } => {
            let part = super::super::listed::part(model, of).map(|part| part.name.as_str());
            let whole = || model.enumerations.get(list.index()).and_then(|one| one.name.as_deref());
            lowered(part.or_else(whole)?)
        }
        Sort::Direction => "direction".to_owned(),
        Sort::Number { .. } | Sort::YesNo | Sort::Nothing => return None,
    })
}

/// `tree` if the board says how its places are called, else `space`.
fn place_noun(model: &Model, classes: &BTreeSet<PlaceClass>) -> String {
    if let [PlaceClass::Area(id)] = classes.iter().collect::<Vec<_>>().as_slice()
        && let Some(noun) = zone_noun(model, *id)
    {
        return noun;
    }
    let mut boards = BTreeSet::new();
    let mut others = false;
    for class in classes {
        match class {
            PlaceClass::Area(id) => match model.areas.get(id.index()).map(|area| (area, &area.kind)) {
                Some((_, AreaKind::Board(_))) => {
                    boards.insert(board_noun(model, *id));
                }
                Some((_, AreaKind::Zone(_))) | None => others = true,
            },
            PlaceClass::Box(_) => others = true,
        }
    }
    match boards.iter().collect::<Vec<_>>().as_slice() {
        [only] if !others => (*only).clone(),
        _ => "place".to_owned(),
    }
}

/// One of a family of zones by the name of the family, if that is a noun.
fn zone_noun(model: &Model, id: rulehound_rules::model::AreaId) -> Option<String> {
    let area = model.areas.get(id.index())?;
    let AreaKind::Zone(zone) = &area.kind else { return None };
    if zone.index.is_empty() && zone.owner == OwnerSort::Common {
        return None;
    }
    let words = spoken(&area.name, &area.notes);
    let words = words.strip_prefix("the ").unwrap_or(&words);
    (!words.contains("'s ")).then(|| words.to_owned())
}

/// What a place of a board is called.
pub fn board_noun(model: &Model, id: rulehound_rules::model::AreaId) -> String {
    let Some(area) = model.areas.get(id.index()) else { return "space".to_owned() };
    let called = area.notes.called.is_some();
    match &area.kind {
        AreaKind::Board(_) if called => spoken(&area.name, &area.notes),
        AreaKind::Board(_) | AreaKind::Zone(_) => "space".to_owned(),
    }
}
