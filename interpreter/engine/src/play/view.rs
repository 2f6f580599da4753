//! What somebody may see, built up from it and never cut down from the whole.

use std::collections::BTreeMap;

use serde::Serialize;

use super::machine::{Machine, Sight, cells_seen};
use super::{Outcome, Position, Seen};
use crate::words::Form;
use rulehound_rules::model::value::{NONE, UNSET};
use rulehound_rules::model::{OwnerSort, Sort, VariableId};

/// Whose view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Somebody who knows everything: a script, a referee.
    All,
    /// Somebody who sees only what all see.
    Nobody,
    /// A player.
    Seat(usize),
}

/// A position as seen by somebody. Everything is in declaration order, by seat, by index; what belongs to components that are not wholly seen
/// comes last among its like, in the order of its words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// The phases that are running, the outermost first, in words.
    pub phases: Vec<String>,
    /// Who is to decide.
    pub deciders: Vec<String>,
    /// Settings: name and value.
    pub settings: Vec<(String, String)>,
    /// Places that hold something: the place as scripts write it, and what lies there.
    pub places: Vec<(String, Holding)>,
    /// Variables the viewer sees: the cell as scripts write it, and its value as scripts write it; unset ones are left out.
    pub variables: Vec<(String, String)>,
    /// What the places and variables among these are called at the table, by how scripts write them; only in a view for people.
    #[serde(skip)]
    pub called: BTreeMap<String, String>,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
}

/// What lies in a place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(untagged)]
pub enum Holding {
    /// Seen, without order: descriptions, sorted, with their numbers.
    Seen(Vec<(String, u32)>),
    /// A pile that is seen: descriptions from the top.
    Ordered(Vec<String>),
    /// Hidden: how many of each kind (with what of them is seen wherever they are), and the top if the pile shows it.
    Hidden {
        /// Kind and number.
        counts: Vec<(String, u32)>,
        /// The top of a pile that shows it.
        top: Option<String>,
    },
}

/// Builds the view of a position.
pub(super) fn view(position: &Position, viewer: Viewer, form: Form) -> View {
    // Whoever sits at no seat of this table sees what all see.
    let viewer = match viewer {
        Viewer::Seat(seat) => position.viewer(seat).unwrap_or(Viewer::Nobody),
        Viewer::All | Viewer::Nobody => viewer,
    };
    let mut builder = Builder { machine: position.seen_by(viewer), viewer, form, called: BTreeMap::new() };
    let instance = position.game().instance();
    let names = |seat: usize| instance.players.get(seat).cloned().unwrap_or_default();
    View {
        phases: builder.machine.phases_told(viewer),
        deciders: position.deciders().into_iter().map(names).collect(),
        settings: builder.settings(),
        places: builder.places(),
        variables: builder.variables(),
        called: builder.called,
        outcome: position.outcome(),
    }
}

struct Builder<'p> {
    machine: Machine<'p>,
    viewer: Viewer,
    /// How components and values are described; places and variables are always named as scripts name them.
    form: Form,
    /// What they are called at the table.
    called: BTreeMap<String, String>,
}

impl Builder<'_> {
    fn sight(&self) -> Sight {
        match self.viewer {
            Viewer::All => Sight::All,
            Viewer::Nobody => Sight::Open,
            Viewer::Seat(seat) => Sight::Seat(seat),
        }
    }

    /// Whether it is printed whole, so that a script can begin there.
    fn is_for_scripts(&self) -> bool {
        self.viewer == Viewer::All && self.form == Form::Script
    }

    fn sees(&self, seen: Seen) -> bool {
        let all = self.machine.everybody();
        match self.viewer {
            Viewer::All => true,
            Viewer::Nobody => seen.and(all) == all,
            Viewer::Seat(seat) => seen.by(seat),
        }
    }

    fn settings(&mut self) -> Vec<(String, String)> {
        let instance = self.machine.program.instance.clone();
        let settings = instance.model.settings.iter().zip(&instance.settings);
        settings
            .map(|(setting, value)| (setting.name.clone(), self.machine.script_words(&setting.of.sort, *value)))
            .collect()
    }

    fn places(&mut self) -> Vec<(String, Holding)> {
        let count = i32::try_from(self.machine.program.instance.places.len()).unwrap_or(0);
        let mut places = Families::new();
        for place in 0..count {
            let kinds = self.machine.kinds_at(place);
            let mut components = Vec::new();
            self.machine.refuel();
            if self.machine.contents(place, kinds, &mut components).is_ok() && !components.is_empty() {
                let name = if self.is_for_scripts() {
                    self.machine.with_references(|words, look, _| words.place(place, Form::Script, look))
                } else {
                    self.machine.with_words(self.sight(), |words, look| words.place(place, Form::Script, look))
                };
                if self.form == Form::People {
                    let sight = self.sight();
                    let called = self.machine.with_words(sight, |words, look| words.place(place, Form::People, look));
                    self.called.insert(name.clone(), called);
                }
                let holding = self.holding(place, &components);
                let (class, owner) = self.machine.program.instance.place(place).map(|it| (it.class, it.owner)).unzip();
                let owners = |class| self.machine.program.instance.model.owners_of(class);
                let hides = self.hides(class.map_or(OwnerSort::Common, owners), owner);
                places.add(class, hides, name, holding);
            }
        }
        places.all()
    }

    /// Whether something of what belongs to this owner would be told by where it stands among its like.
    fn hides(&mut self, sort: OwnerSort, owner: Option<i32>) -> bool {
        match (sort, owner) {
            (OwnerSort::Kind(_), Some(owner)) => {
                let seen = self.machine.wholly_seen(owner);
                !self.sees(seen)
            }
            _ => false,
        }
    }

    fn holding(&mut self, place: i32, components: &[i32]) -> Holding {
        let seen = self.machine.place_seen(place);
        let ordered = self.machine.ordered(place);
        if !self.sees(seen) {
            // Who sees the pile sees its top too: together these may be all.
            let top = seen.or(self.machine.top_seen(place));
            let shown =
                (ordered && self.sees(top)).then(|| components.first().map(|top| self.describe(*top))).flatten();
            return Holding::Hidden { counts: self.hidden_counts(components), top: shown };
        }
        let words: Vec<String> = if self.is_for_scripts() {
            self.machine
                .with_references(|_, _, describe| components.iter().map(|component| describe(*component)).collect())
        } else {
            components.iter().map(|component| self.describe(*component)).collect()
        };
        if ordered { Holding::Ordered(words) } else { Holding::Seen(self.counted(components, words)) }
    }

    /// Standing order goes by all attributes. Where one of them is not seen, it would tell; descriptions are then sorted as texts.
    fn counted(&mut self, components: &[i32], mut words: Vec<String>) -> Vec<(String, u32)> {
        if self.viewer != Viewer::All && self.machine.has_own_audience(components) {
            words.sort();
        }
        gathered(words)
    }

    /// Of hidden components only the kind is told, with what is seen of it wherever it is.
    fn hidden_counts(&mut self, components: &[i32]) -> Vec<(String, u32)> {
        let sight = self.sight();
        let describe = |component: &i32| match self.form {
            Form::People => self.machine.with_words(sight, |words, look| words.hidden(*component, look)),
            Form::Script => self.machine.with_plain_words(sight, |words, look| words.hidden(*component, look)),
        };
        let mut words: Vec<String> = components.iter().map(describe).collect();
        words.sort();
        gathered(words)
    }

    fn describe(&mut self, component: i32) -> String {
        let sight = self.sight();
        match self.form {
            Form::People => {
                let features = self.machine.silent_features(component);
                self.machine.with_words(sight, |words, look| words.component_with(component, features, look))
            }
            Form::Script => self.machine.with_plain_words(sight, |words, look| words.component(component, look)),
        }
    }

    fn variables(&mut self) -> Vec<(String, String)> {
        let instance = self.machine.program.instance.clone();
        let mut variables = Families::new();
        for (id, variable) in instance.model.variables.iter().enumerate() {
            let size = instance.family_size(&variable.index);
            let number = u32::try_from(id).unwrap_or(u32::MAX);
            let first = self.machine.program.layout.variables.get(id).copied().unwrap_or(0);
            let seen = cells_seen(&mut self.machine, number);
            for (step, owner) in instance.owners(variable.owner).enumerate() {
                let hides = self.hides(variable.owner, Some(owner));
                for (offset, seen) in seen.iter().enumerate().skip(step * size).take(size) {
                    if !self.sees(*seen) {
                        continue;
                    }
                    let value = self.machine.read(first + u32::try_from(offset).unwrap_or(0));
                    if value != UNSET {
                        let (name, text) = self.variable(VariableId::from(id), offset, &variable.of.sort, value);
                        variables.add(Some(id), hides, name, text);
                    }
                }
            }
        }
        variables.all()
    }

    fn variable(&mut self, id: VariableId, cell: usize, sort: &Sort, value: i32) -> (String, String) {
        if self.is_for_scripts() {
            return self.machine.with_references(|words, look, _| {
                (words.variable(id, cell, Form::Script, look), words.value(sort, value, Form::Script, look))
            });
        }
        let sight = self.sight();
        let hidden = matches!(sort, Sort::Component { .. }) && value != NONE && {
            let seen = self.machine.component_seen(value);
            !self.sees(seen)
        };
        let name = self.machine.with_words(sight, |words, look| words.variable(id, cell, Form::Script, look));
        let text = if hidden {
            self.machine.describe_unseen(value)
        } else {
            self.machine.with_words(sight, |words, look| words.value(sort, value, self.form, look))
        };
        if self.form == Form::People {
            let called = self.machine.with_words(sight, |words, look| words.variable(id, cell, Form::People, look));
            self.called.insert(name.clone(), called);
        }
        (name, text)
    }
}

/// What is listed family by family, in an order that tells nothing. The numbers of components, which order those of one family, go by what is
/// printed on them: what belongs to components that are not wholly seen comes last, and of equal names the contents decide.
pub(super) struct Families<F, T> {
    listed: Vec<(String, T)>,
    /// The family at hand: whether its owner is not wholly seen, name, contents.
    family: Option<F>,
    members: Vec<(bool, String, T)>,
}

impl<F: PartialEq, T: Ord> Families<F, T> {
    pub(super) fn new() -> Self {
        Self { listed: Vec::new(), family: None, members: Vec::new() }
    }

    pub(super) fn add(&mut self, family: Option<F>, hides: bool, name: String, contents: T) {
        if self.family != family {
            self.close();
            self.family = family;
        }
        self.members.push((hides, name, contents));
    }

    fn close(&mut self) {
        let (mut veiled, seen): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.members).into_iter().partition(|(hides, ..)| *hides);
        let mut first = BTreeMap::new();
        for (index, (_, name, _)) in seen.iter().enumerate() {
            first.entry(name.clone()).or_insert(index);
        }
        let mut seen: Vec<_> = seen.into_iter().map(|(_, name, it)| (first.get(&name).copied(), name, it)).collect();
        seen.sort();
        veiled.sort();
        self.listed.extend(seen.into_iter().map(|(_, name, contents)| (name, contents)));
        self.listed.extend(veiled.into_iter().map(|(_, name, contents)| (name, contents)));
    }

    fn all(mut self) -> Vec<(String, T)> {
        self.taken()
    }

    /// What is listed so far; what is added from now on is listed behind it.
    pub(super) fn taken(&mut self) -> Vec<(String, T)> {
        self.close();
        self.family = None;
        std::mem::take(&mut self.listed)
    }
}

/// Equal words together with their number, by first appearance.
fn gathered(words: Vec<String>) -> Vec<(String, u32)> {
    let mut found: Vec<(String, u32)> = Vec::new();
    for word in words {
        match found.iter_mut().find(|(other, _)| *other == word) {
            Some((_, count)) => *count += 1,
            None => found.push((word, 1)),
        }
    }
    found
}
