//! Telling what happened. Nothing is worked out unless somebody listens.

use std::collections::BTreeMap;

use super::Machine;
use super::origin::only_to_tell;
use super::text::Sight;
use crate::play::event::Move;
use crate::play::{Event, EventKind, Movement, Noun, Origin, Seen, Veiled};
use crate::program::{Frame, FrameId, FrameOf, Node, NodeId, Program, TargetCode};
use crate::words::{Form, Words, attribute_called, called, noun, unspoken};
use rulehound_rules::model::value::NONE;
use rulehound_rules::model::{AreaKind, Attribute, OwnerSort, PlaceClass, Sort};

/// How `set` gave a value.
#[derive(Clone, Copy)]
pub(super) struct BySet {
    /// Whether it is what a name stands for, or a feature of that.
    pub named: bool,
    /// Whether it was held already.
    pub again: bool,
}

impl<'p> Machine<'p> {
    /// Keeps an event of the body that runs.
    pub fn tell(&mut self, kind: EventKind) {
        // Paths of a plan are tried out, not played.
        if self.log.listens() && self.search.is_none() {
            let origin = self.origin();
            let turn = turn_told(self, &origin);
            self.log.tell(Event { kind, origin, turn });
        }
    }

    pub(super) fn listens(&self) -> bool {
        self.log.listens() && self.search.is_none()
    }

    /// A phase begins, or a trigger fires.
    pub(super) fn tell_begin(&mut self, id: FrameId) {
        if !self.listens() {
            return;
        }
        let Some(frame) = self.program.frames.get(id.0 as usize) else { return };
        match frame.of {
            FrameOf::Trigger(trigger) => {
                let declared = self.program.instance.model.triggers.get(trigger.index());
                if declared.is_some_and(|trigger| unspoken(&trigger.notes)) {
                    return;
                }
                let doc = declared.and_then(|trigger| trigger.notes.doc.clone());
                let seen = if frame.secret { Seen::NOBODY } else { self.everybody() };
                self.tell(EventKind::Triggered { trigger: frame.name.clone(), doc, seen });
            }
            FrameOf::Clause(..) if frame.phase => {
                let mut arguments = Vec::new();
                // Whoever may know that it was called so knows what with.
                let called = self.veiled_origin().seen;
                for (at, sort) in &frame.parameters {
                    let value = self.read(*at);
                    let seen = match sort {
                        Sort::Player => self.everybody(),
                        Sort::Component { .. } if value != NONE => called.and(self.wholly_seen(value)),
                        _ => called,
                    };
                    arguments.push((self.words_of(sort, value), seen));
                }
                let running = self.running();
                let phases =
                    running.iter().filter(|(id, _)| self.program.frames.get(id.0 as usize).is_some_and(|it| it.phase));
                let depth = phases.count().saturating_sub(1);
                // Whoever may know that it begins may know where it stands.
                let origin = Origin { seen: self.known_to_begin(), ..self.veiled_origin() };
                let seen = origin.seen;
                let worded = worded(self, frame, &arguments);
                let kind = EventKind::PhaseBegan { phase: frame.name.clone(), worded, arguments, depth, seen };
                let turn = turn_told(self, &origin);
                self.log.tell(Event { kind, origin, turn });
            }
            FrameOf::Clause(..) => {}
        }
    }

    /// What is told of a component before it moves: who sees it, and its words.
    pub(super) fn before_move(&mut self, component: i32) -> (Seen, String) {
        if self.listens() {
            (self.wholly_seen(component), self.describe_all(component))
        } else {
            (Seen::NOBODY, String::new())
        }
    }

    /// How these words for a component stand in a sentence.
    fn noun(&self, component: i32, words: &str) -> Noun {
        let instance = &self.program.instance;
        let kind = self.kind_of(component).and_then(|kind| instance.model.kinds.get(kind.index()));
        let only = self.program.is_alone(component);
        let told = Words::new(instance);
        kind.map_or_else(Noun::default, |kind| Noun {
            article: told.article(kind, words, only),
            several: told.several(kind, words),
        })
    }

    /// Components have moved: each with where from, where to, and what was known before.
    pub(super) fn tell_moves(
        &mut self,
        moved: &[(i32, i32, i32)],
        before: Vec<(Seen, String)>,
        beneath: bool,
        drawn: bool,
    ) {
        if !self.listens() || moved.is_empty() {
            return;
        }
        let mut moves: Vec<Movement> = Vec::new();
        for ((component, from, to), (seen, what)) in moved.iter().zip(before) {
            let seen = seen.or(self.wholly_seen(*component));
            self.log.moves.push(Move { component: *component, from: *from, to: *to, seen, before: 0 });
            let unseen = self.describe_unseen(*component);
            let beneath = beneath && self.ordered(*to);
            let places = [*from, *to].map(|place| Some(place).filter(|place| is_fixed(self.program, *place)));
            let named = [*from, *to].map(|place| {
                let called = self.name_place(place);
                (Words::new(&self.program.instance).takes_the(place, &called), called)
            });
            let [(from_the, from), (to_the, to)] = named;
            let the = [from_the, to_the];
            let alike = |other: &&mut Movement| {
                other.what == what
                    && other.from == from
                    && other.to == to
                    && other.places == places
                    && other.beneath == beneath
                    && other.seen == seen
                    && other.unseen == unseen
            };
            match moves.iter_mut().find(alike) {
                Some(other) => other.count += 1,
                None => {
                    let noun = self.noun(*component, &what);
                    moves.push(Movement { what, unseen, count: 1, noun, from, to, places, the, beneath, seen });
                }
            }
        }
        self.tell(EventKind::Moved { moves, drawn });
    }

    /// A cell got a value: by `set`, or by a roll.
    pub(super) fn tell_set(
        &mut self,
        target: &'p TargetCode,
        (address, component): (u32, Option<i32>),
        value: i32,
        set: Option<BySet>,
    ) {
        if !self.listens() || self.is_unspoken(target) {
            return;
        }
        let rolled = set.is_none();
        let (mut what, seen) = self.target_words(target, address, component);
        // What is so or not so is never told by the name of its thing alone, as what a die shows is.
        if let Some(component) = component.filter(|_| !rolled && is_yes_or_no(self, target)) {
            what = self.changed_words(component, address, Sight::Open);
        }
        let name = what.clone();
        let partly = component.filter(|_| !rolled).and_then(|component| {
            let all = self.wholly_seen(component);
            let open = (all != self.everybody()).then(|| what.clone())?;
            what = self.changed_words(component, address, Sight::All);
            Some((open, all))
        });
        let veiled = self.veiled(&target.sort, value);
        let mut value = self.unguarded(|machine| machine.words_of(&target.sort, value));
        // What a roll means is better told by the words that the kind has for its components.
        let kind = component.filter(|_| rolled).and_then(|component| self.kind_of(component));
        let called = kind.is_some_and(|kind| self.program.descriptions.get(kind.index()).is_some_and(Option::is_some))
            && component.is_some_and(|component| self.only_rolled_kind(component).is_none());
        if called && self.wholly_seen(component.unwrap_or(NONE)) == self.everybody() {
            let called = self.unguarded(|machine| machine.describe_all(component.unwrap_or(NONE)));
            value = format!("{value} ({called})");
        }
        let place = component.filter(|_| rolled).map(|component| self.place_of(component));
        if let Some(place) = place.filter(|place| self.is_somebodys(*place)) {
            what = format!("{what} in {}", self.name_place(place));
        }
        self.tell(match set {
            None => {
                let alone = component.is_none_or(|component| self.program.is_alone(component));
                EventKind::Rolled { what, value, alone, seen }
            }
            Some(BySet { named, again }) => {
                let (mark, feature) = (self.mark(target, &name), feature_words(self, target));
                EventKind::Set { what, partly, mark, feature, named, again, value, seen, veiled }
            }
        });
    }

    /// The name of a feature that a component has or has not, or of what is so or not so of a player or at all. Of what there is for each of a
    /// list `what` says which it is.
    fn mark(&self, target: &TargetCode, what: &str) -> Option<String> {
        if let Node::Cell(cell) = self.at(target.node) {
            let variable = self.program.instance.model.variables.get(cell.variable as usize)?;
            let alone = matches!(variable.owner, OwnerSort::Player | OwnerSort::Common) && variable.index.is_empty();
            let is =
                variable.of.sort == Sort::YesNo || (variable.owner == OwnerSort::Player && variable.notes.is_state());
            let name = called(&variable.name, &variable.notes, Form::People);
            if alone {
                return is.then_some(name);
            }
            // `has met the fox`, of Ann.
            let of_a_player = variable.owner == OwnerSort::Player && variable.of.sort == Sort::YesNo;
            let verb = name.starts_with("has ") || name.starts_with("is ") || name.starts_with("can ");
            let rest = what.find(&name).and_then(|at| what.get(at..)).map(str::to_owned);
            return rest.filter(|_| of_a_player && verb);
        }
        let Node::Attribute(cell) = self.at(target.node) else { return None };
        let kind = self.program.instance.model.kinds.get(cell.kind.index())?;
        let attribute = kind.attributes.get(cell.attribute as usize)?;
        matches!(attribute.of.sort, Sort::YesNo).then(|| attribute_called(attribute, Form::People))
    }

    /// What those are told of a value who see that it is set but not the component that it is.
    fn veiled(&mut self, sort: &Sort, value: i32) -> Option<Veiled> {
        if !matches!(sort, Sort::Component { .. }) || value == NONE {
            return None;
        }
        let seen = self.wholly_seen(value);
        (seen != self.everybody()).then(|| Veiled { seen, unseen: self.describe_unseen(value) })
    }

    /// Whether it is a place of a player: then what is rolled there is best told apart by that.
    fn is_somebodys(&self, place: i32) -> bool {
        let instance = &self.program.instance;
        match instance.place(place).map(|place| place.class) {
            Some(PlaceClass::Area(id)) => instance
                .model
                .areas
                .get(id.index())
                .is_some_and(|area| matches!(&area.kind, AreaKind::Zone(zone) if zone.owner == OwnerSort::Player)),
            Some(PlaceClass::Box(_)) | None => false,
        }
    }

    /// Whether it is a variable or feature that has no name at the table, or what runs has none.
    fn is_unspoken(&self, target: &TargetCode) -> bool {
        let model = &self.program.instance.model;
        let running = self.frame_of(self.pc).and_then(|frame| self.program.frames.get(frame.0 as usize));
        if let Some(FrameOf::Trigger(trigger)) = running.map(|frame| frame.of) {
            return model.triggers.get(trigger.index()).is_some_and(|trigger| unspoken(&trigger.notes));
        }
        match self.at(target.node) {
            Node::Cell(cell) => {
                model.variables.get(cell.variable as usize).is_some_and(|variable| unspoken(&variable.notes))
            }
            Node::Attribute(cell) => {
                let kind = model.kinds.get(cell.kind.index());
                kind.and_then(|kind| kind.attributes.get(cell.attribute as usize)).is_some_and(Attribute::unspoken)
            }
            _ => false,
        }
    }

    /// What `set` and `roll` change, in words, and who sees it.
    pub fn target_words(&mut self, target: &'p TargetCode, address: u32, component: Option<i32>) -> (String, Seen) {
        match (self.at(target.node), component) {
            (Node::Cell(cell), _) => self.variable_words(cell.variable, address),
            (Node::Attribute(cell), Some(component)) => {
                let count = self.program.ground.kinds.get(cell.kind.index()).map_or(0, |kind| kind.features.len());
                let here = |index: &usize| self.attribute_address(component, *index) == Some(address);
                let index = (0..count).find(here).unwrap_or(0);
                let seen = self.attribute_seen(component, cell.attribute as usize);
                let words = self.rolled_words(component, index);
                (words, seen)
            }
            _ => (String::new(), Seen::NOBODY),
        }
    }

    /// `wounded of Card 3`, as those see the component who have this sight; what changes is no part of its name.
    fn changed_words(&mut self, component: i32, address: u32, sight: Sight) -> String {
        let count = self.kind_of(component).and_then(|kind| self.program.ground.kinds.get(kind.index()));
        let count = count.map_or(0, |kind| kind.features.len());
        let cell = (0..count).find(|cell| self.attribute_address(component, *cell) == Some(address)).unwrap_or(0);
        self.named_without(component, cell, sight)
    }

    /// `side of Die low`: the component is named by what all see printed on it, so that a die is not called by its last roll.
    fn rolled_words(&mut self, component: i32, cell: usize) -> String {
        if let Some(kind) = self.only_rolled_kind(component) {
            return kind;
        }
        self.named_without(component, cell, Sight::Open)
    }

    /// `side of Die low`, without what that cell holds now.
    fn named_without(&mut self, component: i32, cell: usize, sight: Sight) -> String {
        let held = self.attribute_address(component, cell).map(|at| (at, self.read(at)));
        if let Some((at, _)) = held {
            self.write(at, NONE);
        }
        let words = self.with_words(sight, |words, look| words.attribute(component, cell, Form::People, look));
        if let Some((at, value)) = held {
            self.write(at, value);
        }
        words
    }

    /// The name of a kind of which nothing tells those of one owner apart but one feature that changes: `die` says as much as `side of die`.
    fn only_rolled_kind(&self, component: i32) -> Option<String> {
        let kind = self.kind_of(component)?;
        let offsets = self.program.layout.attributes.get(kind.index())?;
        let instance = &self.program.instance;
        let owner = instance.component(component)?.owner;
        let like = instance.components.iter().filter(|other| other.kind == kind && other.owner == owner).count();
        let alike =
            like == 1 || self.program.groups.iter().any(|group| group.len() == like && group.contains(&component));
        let one = offsets.len() == 1 && offsets.iter().flatten().count() == 1;
        (alike && one).then(|| self.program.instance.model.kinds.get(kind.index()).map(|it| noun(&it.name)))?
    }

    /// A variable's cell in words, and who sees it.
    pub fn variable_words(&mut self, variable: u32, address: u32) -> (String, Seen) {
        let id = rulehound_rules::model::VariableId(variable);
        let first = self.program.layout.variables.get(variable as usize).copied().unwrap_or(0);
        let offset = address.saturating_sub(first) as usize;
        let instance = &self.program.instance;
        if instance.model.variables.get(variable as usize).is_none() {
            return (String::new(), Seen::NOBODY);
        }
        let seen = self.variable_seen(variable, offset);
        let words = self.with_words(Sight::Open, |words, look| words.variable(id, offset, Form::People, look));
        (words, seen)
    }

    /// A value was drawn by lot.
    pub(super) fn tell_lot(&mut self, name: String, sort: &Sort, value: i32) {
        if !self.listens() {
            return;
        }
        let seen = if matches!(sort, Sort::Component { .. }) { self.wholly_seen(value) } else { self.everybody() };
        let value = self.unguarded(|machine| machine.words_of(sort, value));
        self.tell(EventKind::DrawnByLot { name, value, seen });
    }
}

/// Whose turn it is, if everybody may know that this runs. In secret only one's own things change, which say whose they are.
fn turn_told(machine: &Machine<'_>, origin: &Origin) -> Option<usize> {
    let known = origin.seen == Seen::ALL || origin.seen == machine.everybody() || machine.private.is_some();
    usize::try_from(machine.decider()).ok().filter(|_| known)
}

/// Whether this is what a name stands for, or a feature of that.
pub(super) fn is_of_a_name(machine: &Machine<'_>, value: NodeId) -> bool {
    match machine.at(value) {
        Node::Load(_) => true,
        Node::Attribute(code) => matches!(machine.at(code.component), Node::Load(_)),
        _ => false,
    }
}

/// Whether a feature of a component is one that it has or has not.
fn is_yes_or_no(machine: &Machine<'_>, target: &TargetCode) -> bool {
    let Node::Attribute(cell) = machine.at(target.node) else { return false };
    let kind = machine.program.instance.model.kinds.get(cell.kind.index());
    let attribute = kind.and_then(|kind| kind.attributes.get(cell.attribute as usize));
    attribute.is_some_and(|attribute| attribute.of.sort == Sort::YesNo)
}

/// What is set of a component, or of another thing that is no player.
fn feature_words(machine: &Machine<'_>, target: &TargetCode) -> Option<String> {
    let model = &machine.program.instance.model;
    match machine.at(target.node) {
        Node::Cell(cell) => {
            let variable = model.variables.get(cell.variable as usize)?;
            let of_a_thing = !matches!(variable.owner, OwnerSort::Common | OwnerSort::Player);
            (of_a_thing && variable.index.is_empty()).then(|| called(&variable.name, &variable.notes, Form::People))
        }
        Node::Attribute(cell) => {
            let attribute = model.kinds.get(cell.kind.index())?.attributes.get(cell.attribute as usize)?;
            attribute.index.is_empty().then(|| attribute_called(attribute, Form::People))
        }
        _ => None,
    }
}

/// Whether a place belongs to no component: then which it is says nothing of what is hidden.
fn is_fixed(program: &Program, place: i32) -> bool {
    let instance = &program.instance;
    let owners = instance.place(place).map(|place| instance.model.owners_of(place.class));
    owners.is_some_and(|owners| !matches!(owners, OwnerSort::Kind(_)))
}

/// What a phase is called by its own words with its values, and who may know that: whoever knows what it was begun with. A phase of one player
/// needs no heading, since all that is told of it begins with the player.
fn worded<'p>(machine: &mut Machine<'p>, frame: &'p Frame, arguments: &[(String, Seen)]) -> Option<(String, Seen)> {
    let text = frame.heading.as_ref().filter(|_| !matches!(frame.parameters.as_slice(), [(_, Sort::Player)]))?;
    let (words, read) = only_to_tell(machine, |machine| machine.text(text));
    let seen = arguments.iter().fold(read, |seen, (_, known)| seen.and(*known));
    words.ok().map(|words| (words, seen))
}

/// Components are shown where they lie: whoever sees them now remembers it.
pub(super) fn note_shown(machine: &mut Machine<'_>, components: &[i32], seen: Seen) {
    if !machine.listens() {
        return;
    }
    let mut alike: BTreeMap<(i32, i32), usize> = BTreeMap::new();
    for component in components {
        let place = machine.place_of(*component);
        let shown = alike.entry((machine.program.first_alike(*component), place)).or_default();
        machine.log.moves.push(Move { component: *component, from: place, to: place, seen, before: *shown });
        *shown += 1;
    }
}
