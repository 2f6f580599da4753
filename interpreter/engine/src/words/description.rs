//! Whole descriptions of components, as `position` of a script takes them: what is printed can be read back.
//!
//! `Man king of white` is kind, features in order, owner. Where these words alone could be read in another way, or could not be read at
//! all, the features stand with their names: `Die (spare = 0, side = 3)`.

use super::matching::normal;
use super::{Form, Look, Words, attribute_called, spaced};
use crate::instance::to_value;
use rulehound_rules::model::{Attribute, Index, Kind, OwnerSort, Shape, Sort, value};

/// The most steps in which the features of a description are looked for.
const MOST_STEPS: usize = 10_000;

/// Features: cell of the kind and value.
pub type Features = Vec<(usize, i32)>;

impl Words<'_> {
    /// A component with everything there is to say of it. Without `whole`, other components and their places that its features point at are
    /// left out, since these may in turn point at it.
    pub fn description(&self, number: i32, look: &dyn Look, whole: bool) -> String {
        let Some(component) = self.instance.component(number) else { return "nothing".to_owned() };
        let Some(kind) = self.instance.model.kinds.get(component.kind.index()) else { return "nothing".to_owned() };
        let owner = self.owner_behind(kind, component.owner, look);
        if let Some(bare) = self.bare(number, kind, look, whole) {
            let text = format!("{bare}{owner}");
            if self.is_read_one_way(&text) {
                return text;
            }
        }
        let features = self.named_features(number, kind, look, whole);
        format!("{} ({}){owner}", spaced(&kind.name, Form::People), features.join(", "))
    }

    /// ` of Ann`, or nothing.
    fn owner_behind(&self, kind: &Kind, owner: i32, look: &dyn Look) -> String {
        match kind.owner {
            OwnerSort::Common => String::new(),
            sort => format!(" of {}", self.owner(sort, owner, Form::People, look)),
        }
    }

    /// Kind and features; `None` if a feature points at something.
    fn bare(&self, number: i32, kind: &Kind, look: &dyn Look, whole: bool) -> Option<String> {
        let mut words = vec![spaced(&kind.name, Form::People)];
        for attribute in &kind.attributes {
            for cell in attribute.first_cell..attribute.first_cell + attribute.cells {
                let value = look.attribute(number, cell);
                match &attribute.of.sort {
                    Sort::Component { .. } | Sort::Place { .. } if value == value::NONE => {}
                    sort @ (Sort::Component { .. } | Sort::Place { .. })
                        if !whole && self.is_of_component(sort, value) => {}
                    Sort::Component { .. } | Sort::Place { .. } => return None,
                    Sort::Number { .. }
                    | Sort::YesNo
                    | Sort::Value { .. }
                    | Sort::Player
                    | Sort::Direction
                    | Sort::Nothing => words.push(self.feature_words(attribute, value)),
                }
            }
        }
        words.retain(|word| !word.is_empty());
        Some(words.join(" "))
    }

    /// How a feature of this value is worded without its name; nothing where a description says nothing of it.
    fn feature_words(&self, attribute: &Attribute, number: i32) -> String {
        match &attribute.of.sort {
            _ if number == value::NONE => String::new(),
            Sort::YesNo if number == 0 => String::new(),
            Sort::YesNo if attribute.unspoken() => spaced(&attribute.name, Form::People),
            Sort::YesNo => attribute_called(attribute, Form::People),
            Sort::Number { .. } if number == 0 && attribute.cells == 1 => String::new(),
            Sort::Number { .. } => number.to_string(),
            Sort::Value { of, .. } => self.enumeration_value(*of, number, Form::People),
            Sort::Player => self.player(number),
            Sort::Direction => {
                let name = usize::try_from(number).ok().and_then(|index| value::DIRECTIONS.get(index));
                spaced(name.copied().unwrap_or("?"), Form::People)
            }
            Sort::Component { .. } | Sort::Place { .. } | Sort::Nothing => String::new(),
        }
    }

    /// `spare = 0`, `pips(red) = 2`.
    fn named_features(&self, number: i32, kind: &Kind, look: &dyn Look, whole: bool) -> Vec<String> {
        let mut features = Vec::new();
        for attribute in &kind.attributes {
            for cell in 0..attribute.cells {
                let value = look.attribute(number, attribute.first_cell + cell);
                if !whole && self.is_of_component(&attribute.of.sort, value) {
                    continue;
                }
                let words = self.value(&attribute.of.sort, value, Form::Script, look);
                features.push(format!("{} = {words}", self.feature_name(attribute, cell)));
            }
        }
        features
    }

    /// Whether this is a component or a place of one.
    fn is_of_component(&self, sort: &Sort, value: i32) -> bool {
        let owners = |place| self.instance.place(place).map(|place| self.instance.model.owners_of(place.class));
        match sort {
            Sort::Component { .. } => true,
            Sort::Place { .. } => matches!(owners(value), Some(OwnerSort::Kind(_))),
            Sort::Number { .. } | Sort::YesNo | Sort::Value { .. } | Sort::Player | Sort::Direction | Sort::Nothing => {
                false
            }
        }
    }

    /// What a cell of a feature is called in a description.
    pub fn feature_name(&self, attribute: &Attribute, cell: usize) -> String {
        match self.indices(&attribute.index, cell, Form::Script).as_slice() {
            [] => attribute.name.clone(),
            indices => format!("{}({})", attribute.name, indices.join(", ")),
        }
    }

    /// Whether there is only one component, of whatever features, that is described so.
    fn is_read_one_way(&self, text: &str) -> bool {
        let text = normal(text);
        let words: Vec<&str> = text.split(' ').collect();
        let called = |kind: &&Kind| after(&words, &normal(&kind.name)).is_some();
        let kinds: Vec<&Kind> = self.instance.model.kinds.iter().filter(called).collect();
        if matches!(kinds.as_slice(), [kind] if kind.cells < 2) {
            return true;
        }
        let mut ways = 0;
        for kind in kinds {
            let owners: Vec<String> = match kind.owner {
                OwnerSort::Common => Vec::new(),
                OwnerSort::Player | OwnerSort::Value(_) | OwnerSort::Kind(_) | OwnerSort::Board(_) => {
                    // Of owners that are components or places anything is an owner.
                    let named = matches!(kind.owner, OwnerSort::Player | OwnerSort::Value(_));
                    let owners = self.instance.owners(kind.owner).filter(|_| named);
                    owners.map(|owner| normal(&self.owner(kind.owner, owner, Form::People, &Nothing))).collect()
                }
            };
            let ends = |rest: &[&str]| match rest {
                [] => true,
                ["of", owner @ ..] => match kind.owner {
                    OwnerSort::Common => false,
                    OwnerSort::Player | OwnerSort::Value(_) => owners.contains(&owner.join(" ")),
                    OwnerSort::Kind(_) | OwnerSort::Board(_) => true,
                },
                _ => false,
            };
            ways += self.readings(kind, &words, &|_| None, &ends, 2).len();
        }
        ways == 1
    }

    /// The features with which a component of this kind is described by these words, at most so many. `fixed` tells the features that
    /// cannot change; `ends` judges the words that are left.
    pub fn readings(
        &self,
        kind: &Kind,
        words: &[&str],
        fixed: &dyn Fn(usize) -> Option<i32>,
        ends: &dyn Fn(&[&str]) -> bool,
        most: usize,
    ) -> Vec<Features> {
        let name = normal(&kind.name);
        let Some(rest) = after(words, &name) else { return Vec::new() };
        let mut reading =
            Reading { words: *self, kind, fixed, ends, most, steps: 0, set: Vec::new(), found: Vec::new() };
        reading.from(0, 0, rest);
        reading.found
    }
}

/// A look at no position: nothing is known of any component. For words that are the same wherever things lie.
pub struct Nothing;

impl Look for Nothing {
    fn attribute(&self, _component: i32, _cell: usize) -> i32 {
        value::NONE
    }

    fn called(&self, _component: i32) -> Option<String> {
        None
    }

    fn shows(&self, _component: i32) -> bool {
        true
    }

    fn sees(&self, _component: i32, _attribute: usize) -> bool {
        false
    }
}

/// What is left of a description behind these words.
fn after<'w, 't>(wanted: &'w [&'t str], words: &str) -> Option<&'w [&'t str]> {
    let count = words.split(' ').count();
    let (first, rest) = wanted.split_at_checked(count)?;
    (first.join(" ") == words).then_some(rest)
}

struct Reading<'r> {
    words: Words<'r>,
    kind: &'r Kind,
    fixed: &'r dyn Fn(usize) -> Option<i32>,
    ends: &'r dyn Fn(&[&str]) -> bool,
    most: usize,
    steps: usize,
    set: Features,
    found: Vec<Features>,
}

impl Reading<'_> {
    /// Reads the features from this attribute and cell on; tries each value that is worded as the next words, then one without words.
    fn from(&mut self, index: usize, cell: usize, rest: &[&str]) {
        self.steps += 1;
        if self.steps > MOST_STEPS || self.found.len() >= self.most {
            return;
        }
        let Some(attribute) = self.kind.attributes.get(index) else {
            if (self.ends)(rest) {
                self.found.push(self.set.clone());
            }
            return;
        };
        if cell >= attribute.cells {
            return self.from(index + 1, 0, rest);
        }
        let number = attribute.first_cell + cell;
        let fixed = (self.fixed)(number);
        if fixed.is_none() && matches!(attribute.of.sort, Sort::Component { .. } | Sort::Place { .. } | Sort::Nothing) {
            // What it points at is said by name only; without that it stays as it was made.
            return self.from(index, cell + 1, rest);
        }
        let candidates = match fixed {
            Some(value) => self.worded(attribute, value),
            None => self.candidates(attribute, rest),
        };
        for (value, words) in candidates {
            let Some(rest) = (if words.is_empty() { Some(rest) } else { after(rest, &words) }) else { continue };
            let before = self.set.len();
            if fixed.is_none() {
                self.set.push((number, value));
            }
            self.from(index, cell + 1, rest);
            self.set.truncate(before);
        }
    }

    /// A value with the words for it.
    fn worded(&self, attribute: &Attribute, number: i32) -> Vec<(i32, String)> {
        let words = normal(&self.words.feature_words(attribute, number));
        let name = normal(&attribute.name);
        let yes = attribute.of.sort == Sort::YesNo && number == 1;
        let other = (yes && name != words).then_some((number, name));
        std::iter::once((number, words)).chain(other).collect()
    }

    /// The values that the next words can mean, then those that need no words.
    fn candidates(&self, attribute: &Attribute, rest: &[&str]) -> Vec<(i32, String)> {
        let instance = self.words.instance;
        let values: Vec<i32> = match &attribute.of.sort {
            Sort::Number { least, greatest } => {
                let written = rest.first().and_then(|word| word.parse().ok());
                let zero = (attribute.cells == 1 && written != Some(0)).then_some(0);
                written.into_iter().chain(zero).filter(|number| (*least..=*greatest).contains(number)).collect()
            }
            Sort::YesNo => vec![1, 0],
            Sort::Value { allowed, .. } => allowed.iter().copied().collect(),
            Sort::Player => instance.index_values(Index::Player).collect(),
            Sort::Direction => (0..to_value(value::DIRECTIONS.len())).collect(),
            Sort::Component { .. } | Sort::Place { .. } | Sort::Nothing => Vec::new(),
        };
        let none = (attribute.of.shape == Shape::OneOrNone).then_some(value::NONE);
        values.into_iter().chain(none).flat_map(|value| self.worded(attribute, value)).collect()
    }
}
