//! Enters everything that has a name into the model and the name tables, with types but without what it means.
//!
//! The order matters: types are needed for everything, settings for bounds, bounds for zones, variables, features and parameters.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::{FileId, Location};
use rulehound_grammar::tree;

use super::names::{MemberName, RunnableName, Taken, TypeName, ValueName, is_grid};
use super::types;
use super::{Reported, Resolver};
use crate::mending;
use crate::merge::{Item, Merged, Parts, Thing};
use crate::model::{AreaId, Kind, KindId, Model, Notes, OwnerSort, Players, Setting, SettingId, Sort, TriggerId};

/// The most players that can sit at a table.
const MOST_PLAYERS: i32 = crate::limits::PLAYERS;

impl<'a> Resolver<'a> {
    /// Enters all declarations.
    pub(super) fn declare(&mut self, merged: &'a Merged) {
        self.unreadable = merged.unreadable;
        self.all_former_definitions = &merged.former_definitions;
        self.all_former_runnables = &merged.former_runnables;
        self.declare_players(merged);
        self.declare_enumerations(merged);
        self.declare_kinds(merged);
        // A setting that stands for the size of a board is then told of as one.
        self.declare_settings(merged);
        self.declare_boards_and_zone_names(merged);
        self.declare_kind_owners(merged);
        self.declare_attributes(merged);
        self.declare_zones(merged);
        self.check_what_kinds_hold();
        self.declare_variables(merged);
        self.declare_tables(merged);
        self.declare_definitions(merged);
        super::ways::check_lines(self, merged);
        self.declare_runnables(merged);
        super::depths::find_circles(self, merged);
        super::tuples::enter_all(self);
        self.declare_triggers(merged);
    }

    /// Reports a name that is taken.
    pub(super) fn declared(&mut self, outcome: Result<(), Taken>, name: &str, at: Location) {
        let Err(taken) = outcome else { return };
        let message = format!("`{name}` already means something else");
        let found = Diagnostic::error("doubled-name", message, at, "declared again here");
        self.report(match taken {
            Some(first) => {
                let help = match (list_of(&self.model, first), list_of(&self.model, at)) {
                    (Some(one), Some(other)) if one == other && first.file == at.file => {
                        format!("leave one of them out, or take another name for it, such as `other_{name}`")
                    }
                    (Some(_), Some(_)) => format!(
                        "if the same is meant, write one list, and its name in both places; else take another name for one of them, such as `other_{name}`"
                    ),
                    _ => "take another name for one of them".to_owned(),
                };
                found.with_label(first, "first declared here").with_help(help)
            }
            None => found.with_help(format!("`{name}` is a word of the language; take another name")),
        });
    }

    fn declare_players(&mut self, merged: &'a Merged) {
        let Some(item) = &merged.players else {
            if !merged.heading.span.eq(&rulehound_grammar::span::Span::default()) {
                let found = Diagnostic::error("no-players", "it is not said who plays", merged.heading, "this game")
                    .with_help("write `players 2..4` or `players north, south`");
                let fix = mending::below(&self.model.sources, merged.heading, "players 2..4");
                self.report(fix.into_iter().fold(found, Diagnostic::with_fix));
            }
            return;
        };
        self.file = item.file;
        let (least, most, names) = match &item.tree.kind {
            tree::PlayersKind::Count(least, most) => {
                let least = self.fixed_number(least);
                let most = self.fixed_number(most);
                (least.unwrap_or(1), most.unwrap_or(1), Vec::new())
            }
            tree::PlayersKind::Named(names) => {
                let count = i32::try_from(names.len()).unwrap_or(i32::MAX);
                for (seat, name) in (0..).zip(names) {
                    let at = self.at(name.span);
                    let outcome = self.names.add_value(&name.text, ValueName::Seat(seat), at);
                    self.declared(outcome, &name.text, at);
                }
                (count, count, names.iter().map(|name| name.text.clone()).collect())
            }
        };
        let span = match &item.tree.kind {
            tree::PlayersKind::Count(least, most) => least.span.join(most.span),
            tree::PlayersKind::Named(names) => {
                names.iter().map(|name| name.span).reduce(|a, b| a.join(b)).unwrap_or_default()
            }
        };
        if least >= 1 && most < least && least <= MOST_PLAYERS {
            self.error_with_help(
                "out-of-range",
                format!("{least} is more than {most}"),
                span,
                "the fewest players come first",
                format!("write `players {most}..{least}`"),
            );
        } else if least < 1 || most < least || most > MOST_PLAYERS {
            let (fewest, greatest) = (least.clamp(1, MOST_PLAYERS), most.clamp(1, MOST_PLAYERS));
            let written = if fewest < greatest { format!("{fewest}..{greatest}") } else { fewest.to_string() };
            self.error_with_help(
                "out-of-range",
                format!("{least} to {most} players cannot play"),
                span,
                format!("from 1 to {MOST_PLAYERS}"),
                format!("write `players {written}`"),
            );
        }
        let number = |count: i32| u16::try_from(count.clamp(1, MOST_PLAYERS)).unwrap_or(1);
        let at = self.at(span);
        self.model.to_mut().players =
            Players { least: number(least), most: number(most).max(number(least)), names, notes: Notes::default(), at };
    }

    fn declare_kinds(&mut self, merged: &'a Merged) {
        for thing in &merged.things {
            let Thing::Component(parts) = thing else { continue };
            let id = KindId::from(self.model.kinds.len());
            let name = &parts.first.tree.name;
            self.file = parts.first.file;
            let at = self.at(name.span);
            let outcome = self.names.add_type(&name.text, TypeName::Kind(id), at);
            self.declared(outcome, &name.text, at);
            let outcome = self.names.add_value(&name.text, ValueName::Kind(id), at);
            self.declared(outcome, &name.text, at);
            self.model.to_mut().kinds.push(Kind {
                name: name.text.clone(),
                notes: Notes::default(),
                described: None,
                owner: OwnerSort::Common,
                attributes: Vec::new(),
                cells: 0,
                made: Vec::new(),
                chosen: Vec::new(),
                plain: true,
                at,
            });
        }
    }

    /// Boards whole, and zones with their names only: both count along one list, and bounds of zones need the settings.
    fn declare_boards_and_zone_names(&mut self, merged: &'a Merged) {
        for thing in &merged.things {
            let id = AreaId::from(self.model.areas.len());
            let area = match thing {
                Thing::Board(item) => self.board(item),
                Thing::Zone(item) => self.zone_stub(item),
                _ => continue,
            };
            let finished = matches!(area.kind, crate::model::AreaKind::Board(_));
            self.model.to_mut().areas.push(area);
            if finished {
                self.enter_area(id);
            }
        }
    }

    /// Enters the names of a finished area.
    pub(super) fn enter_area(&mut self, id: AreaId) {
        let Some(area) = self.model.areas.get(id.index()) else { return };
        let first_grid = is_grid(area) && self.names.value("direction").is_none();
        let clashes = if first_grid { self.names.add_directions() } else { Vec::new() };
        let outcome = self.names.add_area(id, area);
        let (name, at) = (area.name.clone(), area.at);
        for (word, at) in clashes {
            self.declared(Err(None), &word, at);
        }
        self.declared(outcome, &name, at);
    }

    fn declare_settings(&mut self, merged: &'a Merged) {
        for thing in &merged.things {
            let Thing::Setting(item) = thing else { continue };
            let _: Result<(), Reported> = self.setting(item);
        }
    }

    fn setting(&mut self, item: &'a Item<tree::Setting>) -> Result<(), Reported> {
        self.file = item.file;
        let setting = &item.tree;
        let at = self.at(setting.name.span);
        let of = self.written_type(&setting.of);
        let value = self.expression(&setting.value);
        let id = SettingId::from(self.model.settings.len());
        let outcome = self.names.add_value(&setting.name.text, ValueName::Setting(id), at);
        self.declared(outcome, &setting.name.text, at);
        let checked = match (of, value) {
            (Ok(of), Ok(value)) => {
                let fitted = self.fitted(value, &of, &format!("`{}`", setting.name.text));
                fitted
                    .and_then(|value| self.fixed(&value, &Default::default(), setting.value.span))
                    .map(|value| (of, value))
            }
            _ => Err(Reported),
        };
        let (of, value) = self.kept(checked).unwrap_or((types::one_or_none(Sort::Nothing), 0));
        if matches!(of.sort, Sort::Player | Sort::Component { .. } | Sort::Place { .. } | Sort::Direction) {
            let help = "a setting is a number, `yes or no`, or a value of a type";
            self.error_with_help("wrong-type", "this cannot be a setting", setting.of.span, "here", help);
        }
        let name = setting.name.text.clone();
        self.model.to_mut().settings.push(Setting { name, notes: Notes::default(), of, value, at });
        Ok(())
    }

    fn declare_kind_owners(&mut self, merged: &'a Merged) {
        let components = merged.things.iter().filter_map(|thing| match thing {
            Thing::Component(parts) => Some(parts),
            _ => None,
        });
        for (index, parts) in components.enumerate() {
            self.file = parts.first.file;
            let name = &parts.first.tree.name;
            let at = self.at(name.span);
            let owner = self.owner_sort(parts.first.tree.owner.as_ref()).unwrap_or(OwnerSort::Common);
            if let Some(kind) = self.model.to_mut().kinds.get_mut(index) {
                kind.owner = owner;
            }
            if owner != OwnerSort::Common {
                let outcome = self.names.add_member(owner, &name.text, MemberName::Kind(index.into()), at);
                self.declared(outcome, &name.text, at);
            }
        }
        self.check_owners_of_kinds();
    }

    /// What one kind owns may hold another only if the kinds form no cycle; a kind that owns itself would have no first owner.
    fn check_owners_of_kinds(&mut self) {
        for index in 0..self.model.kinds.len() {
            let mut at = index;
            for _ in 0..=self.model.kinds.len() {
                let Some(OwnerSort::Kind(next)) = self.model.kinds.get(at).map(|kind| kind.owner) else { break };
                at = next.index();
                if at == index {
                    let Some(kind) = self.model.kinds.get(index) else { break };
                    let found = Diagnostic::error(
                        "owner-cycle",
                        format!("`{}` belongs to itself", kind.name),
                        kind.at,
                        "by way of its owner",
                    );
                    self.report(found);
                    if let Some(kind) = self.model.to_mut().kinds.get_mut(index) {
                        kind.owner = OwnerSort::Common;
                    }
                    break;
                }
            }
        }
    }

    /// What a component owns may hold others only if the kinds form no cycle, else it could lie in itself.
    fn check_what_kinds_hold(&mut self) {
        let zones = self.model.areas.iter().filter_map(|area| match &area.kind {
            crate::model::AreaKind::Zone(zone) => Some((zone.owner, zone.holds.clone(), area.at)),
            crate::model::AreaKind::Board(_) => None,
        });
        let boxes =
            self.model.kinds.iter().enumerate().map(|(index, kind)| (kind.owner, vec![KindId::from(index)], kind.at));
        let edges: Vec<(KindId, Vec<KindId>, Location)> = zones
            .chain(boxes)
            .filter_map(|(owner, holds, at)| match owner {
                OwnerSort::Kind(kind) => Some((kind, holds, at)),
                _ => None,
            })
            .collect();
        for (start, holds, at) in &edges {
            let mut reached = holds.clone();
            let mut next = 0;
            while let Some(kind) = reached.get(next).copied() {
                next += 1;
                for (_, further, _) in edges.iter().filter(|(owner, ..)| *owner == kind) {
                    let fresh: Vec<KindId> = further.iter().copied().filter(|one| !reached.contains(one)).collect();
                    reached.extend(fresh);
                }
            }
            if reached.contains(start) {
                let name = self.model.kinds.get(start.index()).map(|kind| kind.name.clone()).unwrap_or_default();
                let message = format!("a `{name}` could lie in something that belongs to it");
                self.report(Diagnostic::error("owner-cycle", message, *at, "what this holds leads back to its owner"));
            }
        }
    }

    fn declare_triggers(&mut self, merged: &'a Merged) {
        let triggers = merged.things.iter().filter_map(|thing| match thing {
            Thing::Trigger(item) => Some(item),
            _ => None,
        });
        for (index, item) in triggers.enumerate() {
            self.file = item.file;
            let at = self.at(item.tree.name.span);
            let outcome =
                self.names.add_runnable(&item.tree.name.text, RunnableName::Trigger(TriggerId::from(index)), at);
            self.declared(outcome, &item.tree.name.text, at);
        }
    }
}

/// A declaration with all that was added to it.
pub(super) fn all_parts<T>(parts: &Parts<T>) -> impl Iterator<Item = (FileId, &T)> {
    let more = parts.more.iter().map(|(file, part)| (*file, part.as_ref()));
    std::iter::once((parts.first.file, parts.first.tree.as_ref())).chain(more)
}

/// Where the line begins in which a value of a list is declared.
fn list_of(model: &Model, at: Location) -> Option<usize> {
    let before = model.text(at.file).get(..at.span.start as usize)?;
    let begin = before.rfind('\n').map_or(0, |end| end + 1);
    before.get(begin..)?.trim_start().starts_with("type ").then_some(begin)
}
