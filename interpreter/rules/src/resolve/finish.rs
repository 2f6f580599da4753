//! What can be said only when everything else is known: remarks, what is printed, what is plain, where play starts.

use std::collections::BTreeSet;

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::Location;
use rulehound_grammar::tree;

use super::Resolver;
use super::beside::lie_beside;
use super::components::components;
use super::layouts::lay_out;
use super::names::{RunnableName, TypeName};
use super::scope::Scope;
use super::shown::mark_shown;
use super::types;
use crate::limits::{COMPONENTS, PLACES};
use crate::mending;
use crate::merge::{Merged, Parts, Thing};
use crate::model::layout::names_in;
use crate::model::{Area, AreaKind, BoardShape, KindId, Life, Notes, OwnerSort, Piece, PlaceClass, Sort, Text};

impl<'a> Resolver<'a> {
    /// Finishes the model.
    pub(super) fn finish(&mut self, merged: &'a Merged) {
        self.find_play(merged);
        self.thing_notes(merged);
        self.kind_notes(merged);
        self.names_of_layouts(merged);
        lie_beside(self, merged);
        let mut found = lay_out(merged, self.model.to_mut());
        found.extend(mark_shown(merged, self.model.to_mut()));
        for found in found {
            self.report(found);
        }
        self.mark_printed_and_plain();
        self.check_sizes(merged);
    }

    /// A layout names its board, and that of a net its places.
    fn names_of_layouts(&mut self, merged: &'a Merged) {
        for thing in &merged.things {
            let Thing::Layout(item) = thing else { continue };
            let name = &item.tree.name;
            self.uses.of_value(Location { file: item.file, span: name.span }, &name.text, &self.names);
            if let Some(player) = item.tree.turned.as_ref().and_then(|turned| turned.player.as_ref()) {
                self.uses.of_value(Location { file: item.file, span: player.span }, &player.text, &self.names);
            }
            let is_net = |area: &Area| matches!(&area.kind, AreaKind::Board(board) if matches!(board.shape, BoardShape::Net { .. }));
            if !self.model.areas.iter().any(|area| area.name == name.text && is_net(area)) {
                continue;
            }
            for row in &item.tree.rows {
                for (column, place) in names_in(&row.text) {
                    let span = row.part(column, place.len());
                    self.uses.of_value(Location { file: item.file, span }, &place, &self.names);
                }
            }
        }
    }

    fn find_play(&mut self, merged: &'a Merged) {
        let found = match self.names.runnable("play") {
            Some(RunnableName::Runnable(id)) => {
                self.model.runnables.get(id.index()).map(|one| (id, one.phase, one.parameters.len(), one.at))
            }
            _ => None,
        };
        match found {
            Some((id, true, 0, _)) => self.model.to_mut().play = id,
            Some((_, _, _, at)) => {
                let found =
                    Diagnostic::error("no-play", "`play` must be a phase without parameters", at, "play starts here");
                self.report(found);
            }
            None => {
                let found = Diagnostic::error(
                    "no-play",
                    "there is no phase `play`",
                    merged.heading,
                    "nothing says where play starts",
                );
                let first = self.model.runnables.iter().find(|one| one.phase && one.parameters.is_empty());
                let found = found.with_help(match first {
                    Some(first) => {
                        format!("call the phase that comes first `play`; or write `phase play {{ do {} }}`", first.name)
                    }
                    None => "write `phase play { … }`".to_owned(),
                });
                let file = merged.heading.file;
                let fix = mending::at_the_end(&self.model.sources, file, "add `phase play`", "phase play {\n}");
                self.report(fix.into_iter().fold(found, Diagnostic::with_fix));
            }
        }
    }

    fn thing_notes(&mut self, merged: &'a Merged) {
        self.scope = Scope::default();
        self.model.to_mut().notes = self.notes(&merged.notes, merged.heading.file, &[]);
        if let Some(item) = &merged.players {
            self.model.to_mut().players.notes = self.plain_notes(item, &item.tree.notes);
        }
        let (mut areas, mut variables, mut settings) = (0, 0, 0);
        let mut tables = 0;
        for thing in &merged.things {
            match thing {
                Thing::Enumeration(parts) => {
                    let notes = self.notes_of_parts(parts, |one| &one.notes);
                    self.enumeration_notes(&parts.first.tree.name.text, notes);
                }
                Thing::Board(item) => {
                    let notes = self.plain_notes(item, &item.tree.notes);
                    self.mark_notes(areas, &item.tree.marks);
                    self.area_notes(&mut areas, notes);
                }
                Thing::Zone(item) => {
                    let notes = self.plain_notes(item, &item.tree.notes);
                    self.area_notes(&mut areas, notes);
                }
                Thing::Variable(item) => {
                    let notes = self.plain_notes(item, &item.tree.notes);
                    put(
                        self.model.to_mut().variables.get_mut(variables).map(|one| &mut one.notes),
                        notes,
                        &mut variables,
                    );
                }
                Thing::Setting(item) => {
                    let notes = self.plain_notes(item, &item.tree.notes);
                    put(self.model.to_mut().settings.get_mut(settings).map(|one| &mut one.notes), notes, &mut settings);
                }
                Thing::Table(parts) => {
                    let notes = self.notes_of_parts(parts, |one| &one.notes);
                    put(self.model.to_mut().tables.get_mut(tables).map(|one| &mut one.notes), notes, &mut tables);
                }
                Thing::Component(_)
                | Thing::Definition(_)
                | Thing::Runnable(_)
                | Thing::Trigger(_)
                | Thing::Layout(_) => {}
            }
        }
    }

    fn notes_of_parts<T>(&mut self, parts: &Parts<T>, own: impl Fn(&T) -> &Vec<tree::Note>) -> Notes {
        self.scope = Scope::default();
        self.notes_of_parts_here(parts, own)
    }

    /// A remark that an `extend` gives takes the place of the former one of its sort.
    fn notes_of_parts_here<T>(&mut self, parts: &Parts<T>, own: impl Fn(&T) -> &Vec<tree::Note>) -> Notes {
        let first = &parts.first;
        let mut all = first.inherited.clone();
        all.extend(own(&first.tree).iter().map(|note| (first.file, note.clone())));
        for (file, part) in &parts.more {
            all.retain(|(_, note)| own(part).iter().all(|other| other.kind != note.kind));
            all.extend(own(part).iter().map(|note| (*file, note.clone())));
        }
        self.notes(&all, first.file, &[])
    }

    fn area_notes(&mut self, areas: &mut usize, notes: Notes) {
        put(self.model.to_mut().areas.get_mut(*areas).map(|one| &mut one.notes), notes, areas);
    }

    /// Named enumerations stand among lists without a name, and parts of them inside.
    fn enumeration_notes(&mut self, name: &str, notes: Notes) {
        let (id, part) = match self.names.type_of(name) {
            Some(TypeName::Enumeration(id)) => (id, None),
            Some(TypeName::Part(id, part)) => (id, Some(part)),
            _ => return,
        };
        let Some(found) = self.model.to_mut().enumerations.get_mut(id.index()) else { return };
        match part {
            None => found.notes = notes,
            Some(part) => put(found.parts.get_mut(part).map(|part| &mut part.notes), notes, &mut 0),
        }
    }

    fn mark_notes(&mut self, area: usize, marks: &[rulehound_grammar::tree::Mark]) {
        for (index, mark) in marks.iter().enumerate() {
            let notes = self.notes(&[], self.file, &mark.notes);
            if let Some(crate::model::AreaKind::Board(board)) =
                self.model.to_mut().areas.get_mut(area).map(|area| &mut area.kind)
                && let Some(found) = board.marks.get_mut(index)
            {
                found.notes = notes;
            }
        }
    }

    /// In the `as` text of a kind its features and `owner` stand bare; they are read through a name for the component.
    fn kind_notes(&mut self, merged: &'a Merged) {
        for (index, parts) in components(merged).enumerate() {
            let kind = KindId::from(index);
            self.file = parts.first.file;
            let at = self.at(parts.first.tree.name.span);
            let local = self.new_local("", types::one(types::component(kind)), at, Life::Expression);
            self.scope = Scope { described: Some((kind, local)), ..Scope::default() };
            let mut notes = self.notes_of_parts_here(parts, |one| &one.notes);
            notes.called.iter_mut().for_each(without_article);
            self.scope = Scope::default();
            if let Some(found) = self.model.to_mut().kinds.get_mut(index) {
                found.described = notes.called.is_some().then_some(local);
                found.notes = notes;
            }
        }
    }

    fn mark_printed_and_plain(&mut self) {
        let held = self.kinds_in_variables();
        let owners = self.owning_kinds();
        let (changed, watched) = (self.changed.clone(), self.watched.clone());
        for (index, kind) in self.model.to_mut().kinds.iter_mut().enumerate() {
            let id = KindId::from(index);
            for (place, attribute) in kind.attributes.iter_mut().enumerate() {
                attribute.printed = !changed.contains(&(id, place));
            }
            kind.plain = !held.contains(&id) && !owners.contains(&id) && !watched.contains(&id);
        }
    }

    /// Kinds whose components a variable can hold. A feature that can hold a component tells it apart just as well.
    fn kinds_in_variables(&self) -> BTreeSet<KindId> {
        let variables = self.model.variables.iter().map(|one| &one.of);
        let attributes = self.model.kinds.iter().flat_map(|kind| kind.attributes.iter().map(|one| &one.of));
        variables
            .chain(attributes)
            .flat_map(|of| match &of.sort {
                Sort::Component { kinds } => kinds.clone(),
                _ => BTreeSet::new(),
            })
            .collect()
    }

    fn owning_kinds(&self) -> BTreeSet<KindId> {
        let zones = self.model.areas.iter().filter_map(|area| match &area.kind {
            crate::model::AreaKind::Zone(zone) => Some(zone.owner),
            crate::model::AreaKind::Board(_) => None,
        });
        let owners = zones
            .chain(self.model.variables.iter().map(|one| one.owner))
            .chain(self.model.kinds.iter().map(|one| one.owner));
        owners
            .filter_map(|owner| match owner {
                OwnerSort::Kind(kind) => Some(kind),
                _ => None,
            })
            .collect()
    }

    /// At most a thousand components and a thousand places, counted at the fullest table.
    fn check_sizes(&mut self, merged: &'a Merged) {
        let components: u64 =
            (0..self.model.kinds.len()).map(|kind| types::all_of_kind(&self.model, kind.into())).sum();
        let classes = types::all_places(&self.model);
        let places: u64 = classes.iter().map(|class: &PlaceClass| types::class_count(&self.model, *class)).sum();
        let alone =
            (0..self.model.kinds.len()).any(|kind| types::all_of_kind(&self.model, kind.into()) > COMPONENTS as u64);
        // One kind that is too many alone has been reported.
        let components = if alone { 0 } else { components };
        for (count, most, what) in [(components, COMPONENTS, "components"), (places, PLACES, "places")] {
            if count > most as u64 {
                let message = format!("a game may have at most {most} {what}, but there can be {count}");
                self.report(Diagnostic::error("too-large", message, merged.heading, "too large a game"));
            }
        }
    }
}

fn put(slot: Option<&mut Notes>, notes: Notes, count: &mut usize) {
    if let Some(slot) = slot {
        *slot = notes;
    }
    *count += 1;
}

/// What a component is called gets its article where it is told: one that the author wrote would stand there twice.
fn without_article(called: &mut Text) {
    let alone = called.pieces.len() == 1;
    let Some(Piece::Words(words)) = called.pieces.first_mut() else { return };
    let bare = ["a ", "an "].into_iter().find_map(|article| words.strip_prefix(article)).map(str::to_owned);
    let Some(bare) = bare.filter(|bare| !alone || !bare.trim().is_empty()) else { return };
    if bare.is_empty() {
        called.pieces.remove(0);
    } else {
        *words = bare;
    }
}
