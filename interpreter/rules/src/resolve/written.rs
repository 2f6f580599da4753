//! Types as written, as types of the model.

use std::collections::{BTreeMap, BTreeSet};

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::Span;
use rulehound_grammar::tree::{self, TypeKind};

use super::names::TypeName;
use super::types;
use super::{Reported, Resolved, Resolver};
use crate::model::{EnumerationId, Index, KindId, OwnerSort, PlaceClass, Shape, Sort, Type};

impl Resolver<'_> {
    /// A type.
    pub(super) fn written_type(&mut self, written: &tree::Type) -> Resolved<Type> {
        let sort = match &written.kind {
            TypeKind::YesOrNo => Sort::YesNo,
            TypeKind::Range(least, greatest) => self.written_range(least, greatest, written.span)?,
            TypeKind::Named(name) => self.named_type(name)?,
            TypeKind::Except(name, without) => self.part(name, without)?,
            TypeKind::Values(_) => match self.inline_values(written.span) {
                Some(sort) => sort,
                None => {
                    let help = "give the list a name: `type Name = …`";
                    return Err(self.error_with_help(
                        "unknown-type",
                        "new values cannot be listed here",
                        written.span,
                        "here",
                        help,
                    ));
                }
            },
        };
        Ok(Type { sort, shape: if written.or_none { Shape::OneOrNone } else { Shape::One } })
    }

    fn inline_values(&self, span: Span) -> Option<Sort> {
        let id = self.inline.get(&self.at(span))?;
        Some(types::values_of(&self.model, *id))
    }

    /// `a..b`, with settings counted so that the range is widest.
    fn written_range(&mut self, least: &tree::Expression, greatest: &tree::Expression, span: Span) -> Resolved<Sort> {
        let least = self.bound(least);
        let greatest = self.bound(greatest);
        let (least, greatest) = (least?.0, greatest?.1);
        if least > greatest {
            let message = format!("there is no number from {least} to {greatest}");
            return Err(self.error("out-of-range", message, span, "the first is greater than the second"));
        }
        Ok(Sort::Number { least, greatest })
    }

    fn named_type(&mut self, name: &tree::Name) -> Resolved<Sort> {
        self.uses.of_type(self.at(name.span), &name.text, &self.names);
        match self.names.type_of(&name.text) {
            Some(TypeName::Enumeration(id)) => Ok(types::values_of(&self.model, id)),
            Some(TypeName::Part(id, part)) => Ok(types::values_of_part(&self.model, id, part)),
            Some(TypeName::Kind(id)) => Ok(types::component(id)),
            Some(TypeName::Board(id)) => Ok(types::place(PlaceClass::Area(id))),
            Some(TypeName::Player) => Ok(Sort::Player),
            Some(TypeName::Place) => Ok(Sort::Place { classes: types::all_places(&self.model) }),
            Some(TypeName::Direction) => Ok(Sort::Direction),
            // Where new values may stand, one name alone can be such a list.
            None => match self.inline_values(name.span) {
                Some(sort) => Ok(sort),
                None => Err(self.unknown_type(name)),
            },
        }
    }

    /// `E except v, w`.
    fn part(&mut self, name: &tree::Name, without: &[tree::Name]) -> Resolved<Sort> {
        let (of, whole) = self.enumeration_named(name)?;
        let Some(found) = self.model.enumerations.get(of.index()) else { return Err(Reported) };
        let values: BTreeMap<String, i32> =
            (0..).zip(&found.values).map(|(index, (value, _))| (value.clone(), index)).collect();
        let mut allowed = whole.clone();
        for value in without {
            self.uses.of_value(self.at(value.span), &value.text, &self.names);
            match values.get(&value.text) {
                Some(index) if whole.contains(index) => {
                    allowed.remove(index);
                }
                _ => {
                    let message = format!("`{}` has no value `{}`", name.text, value.text);
                    let mut found = Diagnostic::error("unknown-name", message, self.at(value.span), "not known here");
                    if let Some(near) = self.near.name(&value.text, values.keys().map(String::as_str)) {
                        found = found.did_you_mean(near);
                    }
                    return Err(self.report(found));
                }
            }
        }
        if allowed.is_empty() {
            return Err(self.error(
                "out-of-range",
                format!("nothing is left of `{}`", name.text),
                name.span,
                "all its values are taken away",
            ));
        }
        Ok(Sort::Value { of, allowed })
    }

    /// A type with values, and which values of its enumeration it has.
    pub(super) fn enumeration_named(&mut self, name: &tree::Name) -> Resolved<(EnumerationId, BTreeSet<i32>)> {
        match self.named_type_of_values(name) {
            Some(Sort::Value { of, allowed }) => Ok((of, allowed)),
            Some(_) => {
                let message = format!("`{}` is no list of values", name.text);
                Err(self.error("wrong-type", message, name.span, "values can be taken away only from a `type`"))
            }
            None => Err(self.unknown_type(name)),
        }
    }

    fn named_type_of_values(&mut self, name: &tree::Name) -> Option<Sort> {
        self.uses.of_type(self.at(name.span), &name.text, &self.names);
        self.names.type_of(&name.text).map(|found| match found {
            TypeName::Enumeration(id) => types::values_of(&self.model, id),
            TypeName::Part(id, part) => types::values_of_part(&self.model, id, part),
            TypeName::Kind(_) | TypeName::Board(_) | TypeName::Player | TypeName::Place | TypeName::Direction => {
                Sort::Nothing
            }
        })
    }

    /// A kind of component by name.
    pub(super) fn kind_named(&mut self, name: &tree::Name) -> Resolved<KindId> {
        self.uses.of_type(self.at(name.span), &name.text, &self.names);
        match self.names.type_of(&name.text) {
            Some(TypeName::Kind(id)) => Ok(id),
            Some(_) => {
                let message = format!("`{}` is no kind of component", name.text);
                Err(self.error("wrong-type", message, name.span, "a kind of component is wanted here"))
            }
            None => Err(self.unknown_type(name)),
        }
    }

    /// What owns something.
    pub(super) fn owner_sort(&mut self, owner: Option<&tree::Name>) -> Resolved<OwnerSort> {
        let Some(name) = owner else { return Ok(OwnerSort::Common) };
        self.uses.of_type(self.at(name.span), &name.text, &self.names);
        match self.names.type_of(&name.text) {
            Some(TypeName::Enumeration(id)) => Ok(OwnerSort::Value(id)),
            Some(TypeName::Kind(id)) => Ok(OwnerSort::Kind(id)),
            Some(TypeName::Board(id)) => Ok(OwnerSort::Board(id)),
            Some(TypeName::Player) => Ok(OwnerSort::Player),
            Some(TypeName::Place | TypeName::Direction | TypeName::Part(..)) => {
                let help = "an owner is a player, a kind of component, a place of one board, or a value of a type that is part of no other";
                Err(self.error_with_help(
                    "wrong-type",
                    format!("`{}` cannot own anything", name.text),
                    name.span,
                    "here",
                    help,
                ))
            }
            None => Err(self.unknown_type(name)),
        }
    }

    /// The type of an index: a range, an enumeration, `player`, or `yes or no`.
    pub(super) fn written_indices(&mut self, index: Option<&tree::Index>) -> Resolved<Vec<Index>> {
        let written = index.into_iter().flat_map(tree::Index::types);
        let found: Vec<_> = written.map(|one| self.written_index(one)).collect();
        found.into_iter().collect()
    }

    pub(super) fn written_index(&mut self, written: &tree::Type) -> Resolved<Index> {
        let of = self.written_type(written)?;
        // A whole list or one of its parts; the values of a part stand next to each other.
        let listed = |of: &EnumerationId, allowed: &BTreeSet<i32>| {
            let list = self.model.enumerations.get(of.index())?;
            let named = list.values.len() == allowed.len() || list.parts.iter().any(|part| part.values == *allowed);
            allowed.first().copied().zip(allowed.last().copied()).filter(|_| named)
        };
        let found = match (&of.sort, of.shape) {
            (Sort::Number { least, greatest }, Shape::One) => Some(Index::Range { least: *least, greatest: *greatest }),
            (Sort::Value { of, allowed }, Shape::One) => {
                listed(of, allowed).map(|(least, greatest)| Index::Value { of: *of, least, greatest })
            }
            (Sort::Player, Shape::One) => Some(Index::Player),
            (Sort::YesNo, Shape::One) => Some(Index::YesNo),
            (Sort::Direction, Shape::One) => Some(Index::Direction),
            _ => None,
        };
        found.ok_or_else(|| {
            let help =
                "an index is a range, a type with values or a part of one, `player`, `direction`, or `yes or no`";
            self.error_with_help("wrong-type", "this cannot be an index", written.span, "here", help)
        })
    }

    /// Says that there is no such type.
    pub(super) fn unknown_type(&mut self, name: &tree::Name) -> Reported {
        let message = format!("there is no type `{}`", name.text);
        let mut found = Diagnostic::error("unknown-type", message, self.at(name.span), "not known here");
        if let Some(removed) = self.removed.get(name.text.as_str()) {
            found =
                found.with_label(removed.at, "removed here").with_help("leave it in, or replace what still uses it");
        } else if let Some(help) = super::borrowed::type_help(&name.text) {
            found = found.with_help(help);
        } else if self.model.areas.iter().any(|area| area.name == name.text) {
            let help = "a place of a zone, or of one of several tracks, is a `place`";
            found = found.with_help(help);
        } else if let Some(near) = self.near.name(&name.text, self.names.type_names()) {
            found = found.did_you_mean(near);
        } else {
            let help = "a type is `player`, `place`, `direction`, a range such as `0..5`, `yes or no`, or the name of a type, component or board";
            found = found.with_help(help);
        }
        self.report(found)
    }
}
