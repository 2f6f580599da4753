//! Building a sheet.

use super::{Contents, Entry, Group, Look, Lot, ShownEntry, StruckEntry, Told, ToldPlace, Unsaid, Unseen, UnseenOf};
use crate::instance::Instance;
use crate::play::machine::{Machine, Sight, cells_seen, shown, struck};
use crate::play::view::Families;
use crate::play::{Position, Seen, Viewer};
use crate::words::{Form, Words};
use rulehound_rules::model::value::{NONE, UNSET};
use rulehound_rules::model::{KindId, OwnerSort, Sort, VariableId};

/// Builds a sheet up from what its viewer sees.
pub(super) struct Writer<'p> {
    machine: Machine<'p>,
    viewer: Viewer,
}

impl<'p> Writer<'p> {
    pub(super) fn new(position: &'p Position, viewer: Viewer) -> Self {
        let viewer = match viewer {
            Viewer::Seat(seat) => position.viewer(seat).unwrap_or(Viewer::Nobody),
            Viewer::All | Viewer::Nobody => viewer,
        };
        Self { machine: position.seen_by(viewer), viewer }
    }

    pub(super) fn phases(&mut self) -> Vec<String> {
        self.machine.phases_told(self.viewer)
    }

    fn instance(&self) -> &'p Instance {
        &self.machine.program.instance
    }

    fn sight(&self) -> Sight {
        match self.viewer {
            Viewer::All => Sight::All,
            Viewer::Nobody => Sight::Open,
            Viewer::Seat(seat) => Sight::Seat(seat),
        }
    }

    fn sees(&self, seen: Seen) -> bool {
        seen.by_viewer(self.viewer, self.machine.program.instance.seats())
    }

    fn sees_component(&mut self, component: i32) -> bool {
        let seen = self.machine.component_seen(component);
        self.sees(seen)
    }

    /// Whether something of what belongs to this owner would be told by where it stands among its like.
    fn hides(&mut self, sort: OwnerSort, owner: i32) -> bool {
        matches!(sort, OwnerSort::Kind(_)) && {
            let seen = self.machine.wholly_seen(owner);
            !self.sees(seen)
        }
    }

    pub(super) fn places(&mut self) -> Vec<Lot> {
        let instance = self.instance();
        let mut places = Families::new();
        let mut all = Vec::with_capacity(instance.places.len());
        for (number, place) in (0..).zip(&instance.places) {
            let owners = instance.model.owners_of(place.class);
            let lot = Lot { place: self.place(number), contents: self.contents(number) };
            if matches!(owners, OwnerSort::Kind(_)) {
                let hides = self.hides(owners, place.owner);
                places.add(Some(place.class), hides, lot.place.name.clone(), lot);
            } else {
                all.extend(places.taken().into_iter().map(|(_, lot)| lot));
                all.push(lot);
            }
        }
        all.extend(places.taken().into_iter().map(|(_, lot)| lot));
        all
    }

    /// Names of other places never change and are known without a position.
    fn place(&mut self, number: i32) -> ToldPlace {
        let instance = self.instance();
        let owners = instance.place(number).map(|place| instance.model.owners_of(place.class));
        if !matches!(owners, Some(OwnerSort::Kind(_))) {
            let (name, called) = Default::default();
            return ToldPlace { fixed: Some(number), name, called, known: true, number: Unsaid(number) };
        }
        let owner = instance.place(number).map_or(NONE, |place| place.owner);
        let seen = self.machine.wholly_seen(owner);
        let known = self.sees(seen);
        let sight = self.sight();
        let name = self.machine.with_words(sight, |words: &Words<'p>, look| words.place(number, Form::Script, look));
        let called = self.machine.with_words(sight, |words: &Words<'p>, look| words.place(number, Form::People, look));
        ToldPlace { fixed: None, name, called, known, number: Unsaid(number) }
    }

    fn contents(&mut self, place: i32) -> Contents {
        let kinds = self.machine.kinds_at(place);
        let mut components = Vec::new();
        self.machine.refuel();
        if self.machine.contents(place, kinds, &mut components).is_err() {
            components.clear();
        }
        let seen = self.machine.place_seen(place);
        let ordered = self.machine.ordered(place);
        if self.sees(seen) {
            let looks: Vec<Look> = components.iter().map(|component| self.look(*component)).collect();
            return if ordered {
                Contents::Pile(looks.into_iter().zip(components).map(|(look, one)| alone(look, one)).collect())
            } else {
                // Standing order goes by all features. Where one of them is not seen, it would tell.
                let tells = self.viewer != Viewer::All && self.machine.has_own_audience(&components);
                Contents::Seen(gathered(looks, &components, tells))
            };
        }
        let top = seen.or(self.machine.top_seen(place));
        let top = components.first().copied().filter(|_| ordered && self.sees(top));
        let top = top.map(|component| alone(self.look(component), component));
        let looks = components.iter().map(|component| self.unseen(*component)).collect();
        Contents::Hidden { counts: gathered(looks, &components, true), top }
    }

    /// What is seen of a component that lies where it is seen.
    fn look(&mut self, component: i32) -> Look {
        let sight = self.sight();
        let silent = self.machine.silent_features(component);
        let words = self.machine.with_words(sight, |words, look| words.component_with(component, silent, look));
        let (kind, owner) = self.kind_and_owner(component);
        Look { words, kind, owner, features: self.features(component, |_| true) }
    }

    /// What is seen of it wherever it lies.
    fn unseen(&mut self, component: i32) -> Look {
        let sight = self.sight();
        let words = self.machine.with_words(sight, |words, look| words.hidden(component, look));
        let (kind, _) = self.kind_and_owner(component);
        Look { words, kind, owner: None, features: self.features(component, |own_audience| own_audience) }
    }

    fn kind_and_owner(&mut self, component: i32) -> (KindId, Option<Told>) {
        let instance = self.instance();
        let Some(found) = instance.component(component) else { return (KindId(u32::MAX), None) };
        let sort = instance.model.kinds.get(found.kind.index()).map_or(OwnerSort::Common, |kind| kind.owner);
        let owner = self.owner(sort, found.owner);
        (found.kind, Some(owner).filter(|owner| *owner != Told::Nothing))
    }

    fn owner(&mut self, sort: OwnerSort, owner: i32) -> Told {
        match sort {
            OwnerSort::Common => Told::Nothing,
            OwnerSort::Player | OwnerSort::Value(_) => Told::Plain(owner),
            OwnerSort::Kind(_) => self.component(owner),
            OwnerSort::Board(_) => Told::Place(self.place(owner)),
        }
    }

    fn features(&mut self, component: i32, wanted: impl Fn(bool) -> bool) -> Vec<(usize, usize, Told)> {
        let instance = self.instance();
        let kind = instance.component(component).and_then(|it| instance.model.kinds.get(it.kind.index()));
        let mut features = Vec::new();
        for (number, feature) in kind.into_iter().flat_map(|kind| kind.attributes.iter().enumerate()) {
            let seen = self.machine.attribute_seen(component, number);
            if !wanted(feature.audience.is_some()) || !self.sees(seen) {
                continue;
            }
            for cell in 0..feature.cells {
                let value = self.machine.attribute_value(component, feature.first_cell + cell);
                let value = self.told(&feature.of.sort, value);
                features.push((number, cell, value));
            }
        }
        features
    }

    pub(super) fn told(&mut self, sort: &Sort, value: i32) -> Told {
        match sort {
            _ if value == NONE => Told::Nothing,
            Sort::Nothing => Told::Nothing,
            Sort::Number { .. } | Sort::YesNo | Sort::Value { .. } | Sort::Player | Sort::Direction => {
                Told::Plain(value)
            }
            Sort::Component { .. } => self.component(value),
            Sort::Place { .. } => Told::Place(self.place(value)),
        }
    }

    /// A component that something names; two may name each other, so nothing is said of what its features name.
    fn component(&mut self, component: i32) -> Told {
        let kind = self.machine.program.instance.component(component).map(|it| it.kind);
        let sight = self.sight();
        let words = if self.sees_component(component) {
            self.machine.with_words(sight, |words, look| words.component(component, look))
        } else {
            self.machine.describe_unseen(component)
        };
        Told::Component { words, kind: kind.unwrap_or(KindId(u32::MAX)), number: Unsaid(component) }
    }

    /// The cells that are seen and set; those of players that are not seen go to `unseen`.
    pub(super) fn variables(&mut self, unseen: &mut Vec<Unseen>) -> Vec<Entry> {
        let instance = self.instance();
        let mut all = Vec::new();
        for (id, variable) in instance.model.variables.iter().enumerate() {
            let mut cells = Families::new();
            let size = instance.family_size(&variable.index);
            let first = self.machine.program.layout.variables.get(id).copied().unwrap_or(0);
            let seen = cells_seen(&mut self.machine, u32::try_from(id).unwrap_or(u32::MAX));
            for (step, owner) in instance.owners(variable.owner).enumerate() {
                let hides = self.hides(variable.owner, owner);
                let of_component = matches!(variable.owner, OwnerSort::Kind(_));
                for (offset, seen) in seen.iter().enumerate().skip(step * size).take(size) {
                    if !self.sees(*seen) {
                        if variable.owner == OwnerSort::Player {
                            let of = UnseenOf::Variable(VariableId::from(id), offset % size);
                            unseen.push(Unseen { seat: step, of });
                        }
                        continue;
                    }
                    let value = self.machine.read(first + u32::try_from(offset).unwrap_or(0));
                    if value == UNSET {
                        continue;
                    }
                    let entry = self.entry(VariableId::from(id), (offset, of_component), owner, value);
                    if of_component {
                        cells.add(Some(()), hides, entry.name.clone(), entry);
                    } else {
                        all.push(entry);
                    }
                }
            }
            all.extend(cells.taken().into_iter().map(|(_, entry)| entry));
        }
        all
    }

    /// What definitions give that are shown, as long as the viewer sees all that is read for it; what players have of the others goes to
    /// `unseen`. What cannot be worked out now is left out.
    pub(super) fn shown(&mut self, unseen: &mut Vec<Unseen>) -> Vec<ShownEntry> {
        let mut all = Vec::new();
        for (shown, value, seen) in shown(&mut self.machine) {
            // Whether something hidden has been read by then hangs on what is seen alone, whether a value came of it does not.
            if !self.sees(seen) {
                let of = UnseenOf::Definition(shown.definition);
                unseen.extend(shown.seat.map(|seat| Unseen { seat, of }));
            } else if let Some(value) = value {
                let declared = self.instance().model.definitions.get(shown.definition.index());
                let value = self.told(declared.map_or(&Sort::Nothing, |it| &it.of.sort), value);
                all.push(ShownEntry { definition: shown.definition, seat: shown.seat, value });
            }
        }
        all
    }

    /// The same of things that are struck through.
    pub(super) fn struck(&mut self) -> Vec<StruckEntry> {
        let found = struck(&mut self.machine).into_iter().filter(|(.., seen)| self.sees(*seen)).collect::<Vec<_>>();
        found
            .into_iter()
            .map(|(one, things, _)| StruckEntry { definition: one.definition, things: Unsaid(things) })
            .collect()
    }

    /// Names of what belongs to no component never change and are known without a position.
    fn entry(&mut self, variable: VariableId, (offset, of_component): (usize, bool), owner: i32, value: i32) -> Entry {
        let sight = self.sight();
        let declared = self.instance().model.variables.get(variable.index());
        let (owners, index) = declared.map_or((OwnerSort::Common, &[][..]), |it| (it.owner, it.index.as_slice()));
        let size = self.instance().family_size(index).max(1);
        let mut named = |form| {
            if !of_component {
                return String::new();
            }
            self.machine.with_words(sight, |words: &Words<'p>, look| words.variable(variable, offset, form, look))
        };
        let (name, called) = (named(Form::Script), named(Form::People));
        Entry {
            variable,
            fixed: Some(offset).filter(|_| !of_component),
            name,
            called,
            owner: self.owner(owners, owner),
            indices: self.instance().family_indices(index, offset % size),
            value: self.told(declared.map_or(&Sort::Nothing, |it| &it.of.sort), value),
        }
    }
}

fn alone(look: Look, component: i32) -> Group {
    Group { look, count: 1, members: Unsaid(vec![component]) }
}

/// What looks alike together, by first appearance or in the order of what is seen.
fn gathered(looks: Vec<Look>, components: &[i32], sorted: bool) -> Vec<Group> {
    let mut found: Vec<Group> = Vec::new();
    let mut all: Vec<(Look, i32)> = looks.into_iter().zip(components.iter().copied()).collect();
    if sorted {
        all.sort_by(|(one, _), (other, _)| one.cmp(other));
    }
    for (look, component) in all {
        match found.iter_mut().find(|group| group.look == look) {
            Some(group) => {
                group.count = group.count.saturating_add(1);
                group.members.0.push(component);
            }
            None => found.push(alone(look, component)),
        }
    }
    found
}
