//! Variables, and what zones, features and variables need of expressions: audiences and first values.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::fix::{Certainty, Fix};
use rulehound_grammar::span::Span;
use rulehound_grammar::tree::{self, ComponentMember};

use super::audiences::{SeenThing, with_names_of};
use super::borrowed::text_at;
use super::components::components;
use super::declare::all_parts;
use super::names::{MemberName, RunnableName};
use super::types;
use super::{Resolved, Resolver};
use crate::merge::{Item, Merged, Thing};
use crate::model::{AreaKind, Audience, AudienceKind, AudienceNames, KindId, OwnerSort, Sort, Variable, VariableId};

impl<'a> Resolver<'a> {
    /// Enters all variables.
    pub(super) fn declare_variables(&mut self, merged: &'a Merged) {
        for item in variables(merged) {
            self.file = item.file;
            let id = VariableId::from(self.model.variables.len());
            let written = &item.tree;
            let index = self.declared_indices(&written.name, written.index.as_ref());
            let owner = self.owner_sort(written.owner.as_ref());
            let of = self.written_type(&written.of);
            let variable = Variable {
                name: written.name.text.clone(),
                notes: Default::default(),
                index,
                owner: owner.unwrap_or(OwnerSort::Common),
                // The sort of nothing marks a type that was wrong: uses of the variable are not reported again.
                of: of.unwrap_or_else(|_| types::one_or_none(Sort::Nothing)),
                audience: nobody(),
                first: None,
                each: None,
                at: self.at(written.name.span),
            };
            let outcome = self.names.add_variable(id, &variable);
            self.declared(outcome, &written.name.text, variable.at);
            self.model.to_mut().variables.push(variable);
        }
    }

    /// Audiences and first values, which may call definitions.
    pub(super) fn fill_areas_and_variables(&mut self, merged: &'a Merged) {
        self.zone_audiences(merged);
        self.variable_rest(merged);
        self.attribute_audiences(merged);
    }

    fn zone_audiences(&mut self, merged: &'a Merged) {
        let areas = merged.things.iter().filter(|thing| matches!(thing, Thing::Board(_) | Thing::Zone(_)));
        for (index, thing) in areas.enumerate() {
            let Thing::Zone(item) = thing else { continue };
            self.file = item.file;
            let (owner, indices) = match self.model.areas.get(index).map(|area| &area.kind) {
                Some(AreaKind::Zone(zone)) => (zone.owner, zone.index.clone()),
                _ => (OwnerSort::Common, Vec::new()),
            };
            let thing = SeenThing {
                owner,
                holder: item.tree.holder.as_ref(),
                index: item.tree.index.as_ref(),
                indices: &indices,
                feature_of: None,
                seen: [item.tree.seen.as_ref(), item.tree.top_seen.as_ref()],
            };
            let behind = item.tree.holds.last().map_or(item.tree.name.span, |last| last.span);
            let (audience, top) = with_names_of(self, &thing, |resolver, names| {
                let declared = (owner, &item.tree.name, behind);
                let audience = resolver.needed_audience(item.tree.seen.as_ref(), names, declared);
                let top = item.tree.top_seen.as_ref().and_then(|seen| {
                    let audience = resolver.audience(seen, names);
                    resolver.kept(audience)
                });
                (audience, top)
            });
            if let Some(seen) = item.tree.top_seen.as_ref().filter(|_| !item.tree.ordered) {
                self.error_with_help(
                    "wrong-type",
                    "only a pile has a top",
                    seen.span,
                    "here",
                    format!("write `pile {0}` in place of `zone {0}`", item.tree.name.text),
                );
            }
            if let Some(AreaKind::Zone(zone)) = self.model.to_mut().areas.get_mut(index).map(|area| &mut area.kind) {
                zone.audience = audience;
                zone.top = top;
            }
        }
    }

    /// Every zone and variable says who sees it: hidden means absent, so nothing is shown because a word was forgotten.
    fn needed_audience(
        &mut self,
        seen: Option<&tree::Seen>,
        names: &AudienceNames,
        (owner, name, behind): (OwnerSort, &tree::Name, Span),
    ) -> Audience {
        match seen {
            Some(seen) => {
                let audience = self.audience(seen, names);
                self.kept(audience).unwrap_or_else(nobody)
            }
            None => {
                let message = format!("it is not said who sees `{}`", name.text);
                let found = Diagnostic::error("no-audience", message, self.at(name.span), "seen by whom?");
                // `owner` is a player, or belongs to one.
                let whose = owner == OwnerSort::Player;
                let known = ["all", "owner", "nobody"].into_iter().filter(|who| *who != "owner" || whose);
                let last = text_at(self, self.at(behind));
                let others = if whose { "`seen by owner` or `seen by nobody`" } else { "or `seen by nobody`" };
                let comma = if whose { "," } else { "" };
                let found = found.with_help(format!("write `seen by all`{comma} {others} behind `{last}`"));
                let fix = |who| Fix::behind(self.at(behind), format!(" seen by {who}"), Certainty::Likely);
                let found = known.map(fix).fold(found, Diagnostic::with_fix);
                self.report(found);
                nobody()
            }
        }
    }

    fn variable_rest(&mut self, merged: &'a Merged) {
        for (index, item) in variables(merged).enumerate() {
            self.file = item.file;
            let Some(variable) = self.model.variables.get(index) else { continue };
            let (owner, of) = (variable.owner, variable.of.clone());
            let spoilt = of.sort == Sort::Nothing;
            let indices = variable.index.clone();
            let thing = SeenThing {
                owner,
                holder: item.tree.holder.as_ref(),
                index: item.tree.index.as_ref(),
                indices: &indices,
                feature_of: None,
                seen: [item.tree.seen.as_ref(), None],
            };
            let declared = (owner, &item.tree.name, item.tree.of.span);
            let audience = with_names_of(self, &thing, |resolver, names| {
                resolver.needed_audience(item.tree.seen.as_ref(), names, declared)
            });
            let first = item.tree.first.as_ref().and_then(|first| {
                let first = self.expression(first);
                let first = self.kept(first).filter(|_| !spoilt)?;
                let first = self.fitted(first, &of, &format!("`{}`", item.tree.name.text));
                self.kept(first)
            });
            let each = item.tree.each.as_ref().and_then(|phase| {
                let phase = self.phase_named(phase);
                self.kept(phase)
            });
            if let Some(variable) = self.model.to_mut().variables.get_mut(index) {
                variable.audience = audience;
                variable.first = first;
                variable.each = each;
            }
        }
    }

    fn phase_named(&mut self, name: &tree::Name) -> Resolved<crate::model::RunnableId> {
        self.uses.of_runnable(self.at(name.span), &name.text, &self.names);
        match self.names.runnable(&name.text) {
            Some(RunnableName::Runnable(id)) => Ok(id),
            Some(RunnableName::Trigger(_)) => {
                Err(self.error("wrong-type", "a phase or rule is wanted here", name.span, "a trigger"))
            }
            None => Err(self.unknown_runnable(name, "phase or rule")),
        }
    }

    fn attribute_audiences(&mut self, merged: &'a Merged) {
        for (index, parts) in components(merged).enumerate() {
            let Some(owner) = self.model.kinds.get(index).map(|kind| kind.owner) else { continue };
            let mut audiences = Vec::new();
            for (file, part) in all_parts(parts) {
                self.file = file;
                for member in &part.members {
                    if let ComponentMember::Attribute(attribute) = member {
                        let audience = attribute.seen.as_ref().and_then(|seen| {
                            let thing = SeenThing {
                                owner,
                                holder: None,
                                index: None,
                                indices: &[],
                                feature_of: Some(KindId::from(index)),
                                seen: [Some(seen), None],
                            };
                            let audience =
                                with_names_of(self, &thing, |resolver, names| resolver.audience(seen, names));
                            self.kept(audience)
                        });
                        audiences.push((&attribute.name.text, audience));
                    }
                }
            }
            for (name, audience) in audiences {
                let member = self.names.member(OwnerSort::Kind(KindId::from(index)), name);
                let Some(MemberName::Attribute(kind, place)) = member else { continue };
                let found = self.model.to_mut().kinds.get_mut(kind.index());
                if let Some(attribute) = found.and_then(|kind| kind.attributes.get_mut(place)) {
                    attribute.audience = audience;
                }
            }
        }
    }
}

fn variables(merged: &Merged) -> impl Iterator<Item = &Item<tree::Variable>> {
    merged.things.iter().filter_map(|thing| match thing {
        Thing::Variable(item) => Some(item),
        _ => None,
    })
}

fn nobody() -> Audience {
    Audience::unnamed(AudienceKind::Nobody)
}
