//! Features of components.

use rulehound_grammar::tree::{self, ComponentMember};

use super::declare::all_parts;
use super::names::MemberName;
use super::types;
use super::{Resolved, Resolver};
use crate::merge::{Merged, Parts, Thing};
use crate::model::{Attribute, KindId, OwnerSort, Sort};

impl<'a> Resolver<'a> {
    /// Enters the features of all kinds.
    pub(super) fn declare_attributes(&mut self, merged: &'a Merged) {
        for (index, parts) in components(merged).enumerate() {
            let kind = KindId::from(index);
            for (file, part) in all_parts(parts) {
                self.file = file;
                for member in &part.members {
                    if let ComponentMember::Attribute(attribute) = member {
                        let declared = self.declare_attribute(kind, attribute);
                        self.kept(declared);
                    }
                }
            }
        }
    }

    fn declare_attribute(&mut self, kind: KindId, written: &'a tree::Attribute) -> Resolved<()> {
        let index = self.declared_indices(&written.name, written.index.as_ref());
        let of = self.written_type(&written.of);
        // The sort of nothing marks a type that was wrong: uses of the feature are not reported again.
        let of = self.kept(of).unwrap_or_else(|| types::one_or_none(Sort::Nothing));
        let at = self.at(written.name.span);
        let called = written.called.as_ref().map(|text| self.plain_words(text));
        let cells: u64 = index.iter().map(|index| types::index_size(&self.model, *index)).product();
        let Ok(cells) = usize::try_from(cells.min(super::boards::MOST_PLACES as u64 + 1)) else { return Ok(()) };
        if cells > super::boards::MOST_PLACES {
            return Err(self.error("too-large", "a component cannot have so many features", written.span, "too many"));
        }
        let Some(found) = self.model.to_mut().kinds.get_mut(kind.index()) else { return Ok(()) };
        let place = found.attributes.len();
        let name = written.name.text.clone();
        let first_cell = found.cells;
        found.cells += cells;
        found.attributes.push(Attribute {
            name: name.clone(),
            index,
            of,
            audience: None,
            called,
            printed: true,
            first_cell,
            cells,
            at,
        });
        let outcome = self.names.add_member(OwnerSort::Kind(kind), &name, MemberName::Attribute(kind, place), at);
        self.declared(outcome, &name, at);
        Ok(())
    }
}

/// The kinds of a merged game, in order.
pub(super) fn components(merged: &Merged) -> impl Iterator<Item = &Parts<tree::Component>> {
    merged.things.iter().filter_map(|thing| match thing {
        Thing::Component(parts) => Some(parts),
        _ => None,
    })
}
