//! Finding components of a start position by their descriptions.

use rulehound_grammar::diagnostic::Diagnostic;

use super::super::Word;
use super::super::matching::{Found, find, holds_words, normal};
use super::names::AsMade;
use rulehound_engine::instance::{Instance, to_value};
use rulehound_engine::play::{Game, Setup};
use rulehound_engine::words::{Features, Words, turned};
use rulehound_rules::model::{Attribute, Index, Kind, KindId, OwnerSort, Sort, Type, value};

/// The most readings of one description that are tried.
const MOST_READINGS: usize = 10_000;

/// A component with the features it is to get.
struct Fitting {
    component: usize,
    /// Cell and value.
    features: Features,
    /// Cell, type and words of features that point at something.
    pointing: Vec<(usize, Type, String)>,
}

impl Fitting {
    fn with(component: usize, features: Features) -> Self {
        Self { component, features, pointing: Vec::new() }
    }
}

/// A feature that points at a place or at another component; it is read when everything lies.
pub struct Pointing {
    /// Whose feature.
    pub component: i32,
    /// The cell of its kind.
    pub cell: usize,
    /// Its type.
    pub of: Type,
    /// What it points at.
    pub text: String,
    /// Where that stands.
    pub word: Word,
}

/// Whose something is that belongs to a component.
#[derive(Clone, Copy)]
pub enum Owners<'o> {
    /// The component that is called so now; a description whose owner is not known yet waits.
    Called(&'o dyn Fn(&str) -> Option<i32>),
    /// One that was called so as it was made; without words any.
    AsMade,
}

impl Owners<'_> {
    fn are_called(self) -> bool {
        matches!(self, Self::Called(_))
    }
}

/// Which components are still in their boxes.
pub struct Components<'g> {
    game: &'g Game,
    /// How each is described at the table, as it was made.
    described: Vec<String>,
    /// All there is to say of each, as it was made.
    whole: Vec<String>,
    taken: Vec<bool>,
    /// What is still to be read.
    pub pointing: Vec<Pointing>,
}

impl<'g> Components<'g> {
    /// All of a table.
    pub fn new(game: &'g Game) -> Self {
        let instance = game.instance();
        let words = Words::new(instance);
        let look = AsMade(instance);
        let all = || 0..to_value(instance.components.len());
        let described: Vec<String> = all().map(|number| words.component(number, &look)).collect();
        let whole = all().map(|number| normal(&words.description(number, &look, true))).collect();
        let taken = vec![false; described.len()];
        Self { game, described, whole, taken, pointing: Vec::new() }
    }

    /// Takes one that fits a description out of its box; rather one of this player's, if several fit. Features that the description
    /// gives it are set. Of kinds that cannot lie in the place none is meant, unless nothing else is called so. `None` if it belongs to a
    /// component of which nothing is known yet.
    pub fn take(
        &mut self,
        word: &Word,
        at: (i32, Option<i32>),
        owners: Owners<'_>,
        setup: &mut Setup,
    ) -> Result<Option<i32>, Diagnostic> {
        let taken = self.take_so(word, at, owners, setup);
        // Descriptions end with the owner, with whom people begin.
        let turned = turned(&word.text, &self.game.instance().players);
        let (Err(_), Some(text)) = (&taken, turned) else { return taken };
        self.take_so(&Word { text, exact: None, ..word.clone() }, at, owners, setup).or(taken)
    }

    fn take_so(
        &mut self,
        word: &Word,
        (place, player): (i32, Option<i32>),
        owners: Owners<'_>,
        setup: &mut Setup,
    ) -> Result<Option<i32>, Diagnostic> {
        let instance = self.game.instance();
        let waits = owners.are_called() && self.may_belong_to_a_component(word);
        let held = kinds_of(place, instance);
        let all: Vec<usize> =
            (0..self.described.len()).filter(|index| self.taken.get(*index) == Some(&false)).collect();
        let may_lie = |index: &usize| {
            let kind = instance.components.get(*index).map(|component| component.kind);
            held.is_none_or(|held| kind.is_some_and(|kind| held.contains(&kind)))
        };
        let free: Vec<usize> = all.iter().copied().filter(may_lie).collect();
        let own: Vec<usize> = free.iter().copied().filter(|index| owner(*index, instance) == player).collect();
        // What is called so in somebody's place is that player's, if the player has such a thing at all; then no other's is taken.
        let has = |index: &usize| {
            owner(*index, instance) == player
                && may_lie(index)
                && self.described.get(*index).is_some_and(|text| holds_words(text, &word.text))
        };
        let others: &[usize] =
            if player.is_some() && (0..self.described.len()).any(|index| has(&index)) { &[] } else { &free };
        let misplaced: &[usize] = if others.is_empty() { &[] } else { &all };
        let whole = |candidates: &[usize]| self.described_whole(word, candidates, owners);
        let mut fitting = whole(&own).or_else(|| whole(others));
        if fitting.is_none() && !waits {
            fitting = self.described_partly(word, &[&own, others])?;
        }
        fitting = fitting.or_else(|| whole(misplaced));
        if fitting.is_none() && !waits {
            fitting = self.described_partly(word, &[misplaced])?;
        }
        match fitting {
            Some(fitting) => Ok(Some(self.taken(word, fitting, setup))),
            None if waits => Ok(None),
            None => Err(self.none_left(word)),
        }
    }

    /// Takes this one.
    fn taken(&mut self, word: &Word, fitting: Fitting, setup: &mut Setup) -> i32 {
        if let Some(taken) = self.taken.get_mut(fitting.component) {
            *taken = true;
        }
        let component = to_value(fitting.component);
        setup.attributes.extend(fitting.features.into_iter().map(|(cell, value)| (component, cell, value)));
        let pointing = |(cell, of, text)| Pointing { component, cell, of, text, word: word.clone() };
        self.pointing.extend(fitting.pointing.into_iter().map(pointing));
        component
    }

    /// Whether a description may be that of something that belongs to a component.
    fn may_belong_to_a_component(&self, word: &Word) -> bool {
        let text = normal(&word.text);
        let begins =
            |name: &str| text.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '(']));
        let kinds = &self.game.instance().model.kinds;
        kinds.iter().any(|kind| matches!(kind.owner, OwnerSort::Kind(_)) && begins(&normal(&kind.name)))
    }

    /// Who gives all there is to say of something means exactly that: one that was made so, else one that can be made to be so, with the
    /// features it needs.
    fn described_whole(&self, word: &Word, candidates: &[usize], owners: Owners<'_>) -> Option<Fitting> {
        let wanted = normal(&word.text);
        let as_made = |index: &&usize| {
            let kind = self.game.instance().components.get(**index).map(|component| component.kind);
            self.whole.get(**index) == Some(&wanted) && !(owners.are_called() && self.belongs_to_a_component(kind))
        };
        let exact = candidates.iter().find(as_made);
        let changed = || candidates.iter().find_map(|index| self.readable(word, *index, owners));
        exact.map(|index| Fitting::with(*index, Vec::new())).or_else(changed)
    }

    fn belongs_to_a_component(&self, kind: Option<KindId>) -> bool {
        let kind = kind.and_then(|kind| self.game.instance().model.kinds.get(kind.index()));
        kind.is_some_and(|kind| matches!(kind.owner, OwnerSort::Kind(_)))
    }

    /// One of the first of these with which some of its words are enough, or which the `as` text of its kind can call so.
    fn described_partly(&self, word: &Word, candidates: &[&[usize]]) -> Result<Option<Fitting>, Diagnostic> {
        for candidates in candidates {
            let as_made = |index: &usize| self.described.get(*index).map_or("", String::as_str);
            let chosen = match find(&word.text, candidates.iter().map(as_made)) {
                Found::One(index) => candidates.get(index).copied(),
                Found::Several(fit) => self.alike(word, candidates, &fit)?,
                Found::Nothing => None,
            };
            let called = || candidates.iter().find_map(|index| Some(Fitting::with(*index, self.called(word, *index)?)));
            if let Some(found) = chosen.map(|index| Fitting::with(index, Vec::new())).or_else(called) {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Whether a whole description is that of a component as it was made.
    fn is_made_so(&self, word: &Word, index: usize) -> bool {
        let instance = self.game.instance();
        let made = |cell: usize| instance.components.get(index).and_then(|component| instance.made(component, cell));
        self.readable(word, index, Owners::AsMade).is_some_and(|fitting| {
            fitting.pointing.is_empty() && fitting.features.iter().all(|(cell, value)| made(*cell) == Some(*value))
        })
    }

    /// A component with the changeable features that a whole description gives it; `None` if it cannot be described so.
    fn readable(&self, word: &Word, index: usize, owners: Owners<'_>) -> Option<Fitting> {
        let instance = self.game.instance();
        let made = instance.components.get(index)?;
        let kind = instance.model.kinds.get(made.kind.index())?;
        // The owner stands behind the features, as in the description as made; without it any owner will do.
        let words = Words::new(instance);
        let owner = || {
            let text = words.description(to_value(index), &AsMade(instance), false);
            normal(text.rsplit_once(" of ").map_or("", |(_, owner)| owner))
        };
        let is_owner = |rest: &[&str]| match rest {
            [] => !matches!((kind.owner, owners), (OwnerSort::Kind(_), Owners::Called(_))),
            ["of", rest @ ..] => match (kind.owner, owners) {
                (OwnerSort::Common, _) => false,
                (OwnerSort::Kind(_), Owners::Called(find)) => find(&rest.join(" ")) == Some(made.owner),
                (_, _) => rest.join(" ") == owner(),
            },
            _ => false,
        };
        let printed = |cell: usize| {
            let attribute =
                kind.attributes.iter().find(|one| (one.first_cell..one.first_cell + one.cells).contains(&cell))?;
            attribute.printed.then(|| instance.made(made, cell)).flatten()
        };
        // The features of an owner may stand in brackets, too.
        let own = bracketed(&word.text).filter(|(name, ..)| normal(name) == normal(&kind.name));
        if let Some((_, inner, rest)) = own {
            let rest = normal(rest);
            let rest: Vec<&str> = rest.split(' ').filter(|word| !word.is_empty()).collect();
            return if is_owner(&rest) { self.named(kind, index, inner, &printed) } else { None };
        }
        let wanted = normal(&word.text);
        let wanted: Vec<&str> = wanted.split(' ').collect();
        let features = words.readings(kind, &wanted, &printed, &is_owner, 1).pop()?;
        Some(Fitting::with(index, features))
    }

    /// Features by their names: `spare = 0, side = 3`.
    fn named(&self, kind: &Kind, index: usize, inner: &str, printed: &dyn Fn(usize) -> Option<i32>) -> Option<Fitting> {
        let instance = self.game.instance();
        let words = Words::new(instance);
        let mut fitting = Fitting::with(index, Vec::new());
        for pair in super::value::parts(inner) {
            let (name, text) = pair.split_once('=')?;
            let (name, text) = (normal(name), text.trim());
            let mut cells = kind.attributes.iter().flat_map(|one| (0..one.cells).map(move |cell| (one, cell)));
            let (attribute, cell) = cells.find(|(one, cell)| normal(&words.feature_name(one, *cell)) == name)?;
            let number = attribute.first_cell + cell;
            let points = matches!(attribute.of.sort, Sort::Component { .. } | Sort::Place { .. });
            if text != "none" && points {
                fitting.pointing.push((number, attribute.of.clone(), text.to_owned()));
                continue;
            }
            let value = super::setup::read(&attribute.of, text, instance)?;
            match printed(number) {
                Some(made) if made != value => return None,
                Some(_) => {}
                None => fitting.features.push((number, value)),
            }
        }
        Some(fitting)
    }

    /// The changeable features with which the `as` text of its kind calls a component so; `None` if it never does. What the text does not
    /// speak of stays as it was made.
    fn called(&self, word: &Word, index: usize) -> Option<Features> {
        let instance = self.game.instance();
        let made = instance.components.get(index)?;
        let kind = instance.model.kinds.get(made.kind.index())?;
        kind.notes.called.as_ref()?;
        let changeable = kind.attributes.iter().filter(|attribute| !attribute.printed);
        let cells: Vec<(usize, Vec<i32>)> = changeable
            .flat_map(|attribute| (0..attribute.cells).map(move |cell| (attribute, attribute.first_cell + cell)))
            .map(|(attribute, cell)| (cell, with_first(values(instance, attribute), instance.made(made, cell))))
            .collect();
        let most = cells.iter().fold(1usize, |product, (_, values)| product.saturating_mul(values.len()));
        let wanted = normal(&word.text);
        (0..most.min(MOST_READINGS)).find_map(|reading| {
            let mut rest = reading;
            let mut features = Vec::new();
            for (cell, values) in &cells {
                features.push((*cell, *values.get(rest.checked_rem(values.len())?)?));
                rest /= values.len();
            }
            let all: Vec<_> = features.iter().map(|(cell, value)| (to_value(index), *cell, *value)).collect();
            (normal(&self.game.describe(to_value(index), &all)) == wanted).then_some(features)
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
        let exact: Vec<usize> = (0..self.described.len()).filter(|index| self.is_made_so(word, *index)).collect();
        if !exact.is_empty() {
            let all: Vec<usize> = (0..self.described.len()).collect();
            return Ok(self.alike(word, &all, &exact)?.map_or(value::NONE, to_value));
        }
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
        if let (Some((count, kind)), false) = (word.text.trim().split_once(' '), known)
            && count.parse::<u32>().is_ok()
        {
            return finding.with_help(format!("how many of something there are is written as `{{{kind}: {count}}}`"));
        }
        match near {
            Some(near) if !known => finding.with_help(format!("did you mean `{near}`?")),
            None if !known => {
                let mut texts = self.described.clone();
                texts.dedup();
                finding.with_help(format!("there are {}", super::offered::some(texts.into_iter(), ", ")))
            }
            Some(_) | None => finding.with_help(
                "take it out here, or where it is named before; what belongs to another player is named with its owner",
            ),
        }
    }
}

/// The player whose component this is.
fn owner(index: usize, instance: &Instance) -> Option<i32> {
    let component = instance.components.get(index)?;
    let kind = instance.model.kinds.get(component.kind.index())?;
    (kind.owner == OwnerSort::Player).then_some(component.owner)
}

/// `Die (spare = 0, side = 3) of Ann`: what stands before, in and behind the brackets.
fn bracketed(text: &str) -> Option<(&str, &str, &str)> {
    let (name, rest) = text.split_once('(')?;
    let mut depth = 1usize;
    let end = rest.char_indices().find(|(_, sign)| {
        match sign {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    let (inner, behind) = rest.split_at_checked(end?.0)?;
    inner.contains('=').then_some((name.trim(), inner, behind.strip_prefix(')')?))
}

/// The kinds that a place may hold; `None` if any.
fn kinds_of(place: i32, instance: &Instance) -> Option<&Vec<KindId>> {
    instance.model.zone(instance.place(place)?.class).map(|(_, zone)| &zone.holds)
}

/// The same values, with this one before the others if it is among them.
fn with_first(mut values: Vec<i32>, first: Option<i32>) -> Vec<i32> {
    let at = values.iter().position(|value| Some(*value) == first);
    if let Some(before) = at.and_then(|at| values.get_mut(..=at)) {
        before.rotate_right(1);
    }
    values
}

/// The values of a feature; those without words last, so that words are read where they can be.
fn values(instance: &Instance, attribute: &Attribute) -> Vec<i32> {
    let mut values: Vec<i32> = match &attribute.of.sort {
        Sort::Number { least, greatest } => (*least..=*greatest).filter(|number| *number != 0).take(2_000).collect(),
        Sort::YesNo => vec![1],
        Sort::Value { allowed, .. } => allowed.iter().copied().collect(),
        Sort::Player => instance.index_values(Index::Player).collect(),
        Sort::Direction => (0..8).collect(),
        Sort::Place { classes } => (0..to_value(instance.places.len()))
            .filter(|place| instance.place(*place).is_some_and(|place| classes.contains(&place.class)))
            .collect(),
        Sort::Component { .. } | Sort::Nothing => Vec::new(),
    };
    match &attribute.of.sort {
        Sort::Number { least, greatest } if (*least..=*greatest).contains(&0) => values.push(0),
        Sort::YesNo => values.push(0),
        _ => {}
    }
    if attribute.of.shape == rulehound_rules::model::Shape::OneOrNone {
        values.push(value::NONE);
    }
    values
}
