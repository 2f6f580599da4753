//! `make`: which components there are, each with its first values, worked out before play.

use rulehound_grammar::span::{Location, Span};
use rulehound_grammar::tree::{self, ComponentMember, MakeKind, TypeKind};

use super::advice;
use super::clauses::counted;
use super::components::components;
use super::constants::{Known, elements};
use super::convert::Wanted;
use super::declare::all_parts;
use super::grids::{chosen, limits};
use super::types;
use super::uses::Named;
use super::{Reported, Resolved, Resolver};
use crate::limits::COMPONENTS;
use crate::merge::Merged;
use crate::model::{Attribute, Binder, ChosenCopies, Expression, Index, KindId, Life, Made, Shape, Sort, Type, value};

/// The most components of a game.
const MOST_COMPONENTS: u64 = COMPONENTS as u64;

/// A `make` with picks.
struct Line {
    copies: Option<Expression>,
    given: Vec<Given>,
    span: Span,
}

/// A value for a cell.
struct Given {
    cell: usize,
    value: Expression,
    of: Type,
    span: Span,
}

impl<'a> Resolver<'a> {
    /// Works out every `make`.
    pub(super) fn make_components(&mut self, merged: &'a Merged) {
        for (index, parts) in components(merged).enumerate() {
            let kind = KindId::from(index);
            let (mut made, mut chosen) = (Vec::new(), Vec::new());
            let mut any = false;
            for (file, part) in all_parts(parts) {
                self.file = file;
                for member in &part.members {
                    if let ComponentMember::Make(make) = member {
                        any = true;
                        let more = self.make(kind, make);
                        let (more, copies) = self.kept(more).unwrap_or_default();
                        if let Some(copies) = copies {
                            let lines = made.len()..made.len() + more.len();
                            let fewest = u32::try_from(limits(&copies).0).unwrap_or(0);
                            chosen.extend(lines.map(|made| ChosenCopies { made, copies: copies.clone(), fewest }));
                        }
                        made.extend(more);
                    }
                }
            }
            self.file = parts.first.file;
            // A kind without `make` has one component for each owner.
            if !any {
                made = self
                    .first_values(kind, parts.first.tree.name.span)
                    .map(|values| Made { copies: 1, values })
                    .into_iter()
                    .collect();
            }
            if let Some(found) = self.model.to_mut().kinds.get_mut(index) {
                found.made = made;
                found.chosen = chosen;
            }
            if types::all_of_kind(&self.model, kind) > MOST_COMPONENTS {
                let message = format!("a game may have at most {MOST_COMPONENTS} components");
                self.error("too-large", message, parts.first.tree.name.span, "there are more of this kind alone");
            }
        }
    }

    /// What a `make` makes; and of how many each table chooses.
    fn make(&mut self, kind: KindId, make: &tree::Make) -> Resolved<(Vec<Made>, Option<Expression>)> {
        match &make.kind {
            MakeKind::Each { copies, picks, values } => self.with_names(|this| {
                let binders = this.binders(picks, Life::Expression);
                // The number may depend on the picks, which are written behind it.
                let copies = copies.as_ref().map(|copies| this.one_of(copies, Wanted::Number)).transpose();
                let given: Vec<_> = values.iter().map(|initial| this.initial(kind, initial)).collect();
                let binders = binders?;
                let given = given.into_iter().collect::<Resolved<Vec<_>>>()?;
                let line = Line { copies: copies?, given, span: make.span };
                let mut made = Vec::new();
                this.make_each(kind, &line, &binders, &mut Known::new(), &mut made)?;
                Ok((made, line.copies.filter(chosen)))
            }),
            MakeKind::Rows { columns, entries } => Ok((self.make_rows(kind, columns, entries, make.span)?, None)),
        }
    }

    /// One `Made` for each tuple of the picks, in order.
    fn make_each(
        &mut self,
        kind: KindId,
        line: &Line,
        binders: &[Binder],
        known: &mut Known,
        made: &mut Vec<Made>,
    ) -> Resolved<()> {
        let Some((binder, rest)) = binders.split_first() else {
            if made.len() as u64 >= MOST_COMPONENTS {
                return Err(self.error(
                    "too-large",
                    format!("a game may have at most {MOST_COMPONENTS} components"),
                    line.span,
                    "this makes more",
                ));
            }
            let copies = self.copies(line, known)?;
            if copies > 0 {
                let values = self.filled(kind, &line.given, known, line.span)?;
                made.push(Made { copies, values });
            }
            return Ok(());
        };
        let Some(all) = elements(&self.model, &binder.set, known, &self.work) else {
            if self.work.is_spent() {
                return Err(self.too_much_work(binder.set.at.span));
            }
            let label = "it must be a range, a type, or a list of fixed values";
            return Err(self.error("not-constant", "this set is not fixed before play", binder.set.at.span, label));
        };
        for element in all {
            known.insert(binder.local, element);
            let wanted = match &binder.condition {
                Some(condition) => self.fixed(condition, known, condition.at.span)? != 0,
                None => true,
            };
            if wanted {
                self.make_each(kind, line, rest, known, made)?;
            }
        }
        known.remove(&binder.local);
        Ok(())
    }

    /// How many are made for one tuple of the picks.
    fn copies(&mut self, line: &Line, known: &Known) -> Resolved<u32> {
        let Some(copies) = &line.copies else { return Ok(1) };
        let number = if chosen(copies) {
            let (fewest, most) = limits(copies);
            if fewest < 1 {
                let message = "of these there may be none";
                let help = "at least one is made, whatever a setting says: begin the setting with a greater number";
                let label = format!("may be {fewest}");
                return Err(self.error_with_help("out-of-range", message, copies.at.span, label, help));
            }
            most
        } else {
            self.fixed(copies, known, copies.at.span)?
        };
        u32::try_from(number)
            .map_err(|_| self.error("out-of-range", "so many cannot be made", line.span, format!("{number} of each")))
    }

    fn initial(&mut self, kind: KindId, initial: &tree::Initial) -> Resolved<Given> {
        let attribute = self.attribute_named(kind, &initial.name)?;
        let indices =
            self.indices(&initial.name.text, &attribute.index, Some(&initial.arguments), initial.name.span)?;
        let indices: Vec<_> = indices.iter().map(|index| self.fixed(index, &Known::new(), index.at.span)).collect();
        let indices = indices.into_iter().collect::<Resolved<Vec<_>>>()?;
        let Some(offset) = cell_of(&self.model, &attribute.index, &indices) else {
            return Err(self.error("out-of-range", "there is no such index", initial.name.span, "here"));
        };
        let value = self.expression(&initial.value)?;
        let value = self.fitted(value, &attribute.of, &format!("`{}`", initial.name.text))?;
        Ok(Given { cell: attribute.first_cell + offset, value, of: attribute.of, span: initial.value.span })
    }

    pub(super) fn attribute_named(&mut self, kind: KindId, name: &tree::Name) -> Resolved<Attribute> {
        let Some(found) = self.model.kinds.get(kind.index()) else { return Err(Reported) };
        if let Some(attribute) = found.attributes.iter().find(|one| one.name == name.text) {
            let at = Location { file: self.file, span: name.span };
            self.uses.add(at, Some(attribute.at), Named::Member);
            return Ok(attribute.clone());
        }
        let names: Vec<String> = found.attributes.iter().map(|one| one.name.clone()).collect();
        let message = format!("a `{}` has no `{}`", found.name, name.text);
        Err(match self.near.name(&name.text, names.iter().map(String::as_str)) {
            Some(near) => self.error_with_help(
                "unknown-name",
                message,
                name.span,
                "not known here",
                format!("did you mean `{near}`?"),
            ),
            None if names.is_empty() => self.error("unknown-name", message, name.span, "it has no features"),
            None => {
                let help = format!("it has `{}`", names.join("`, `"));
                self.error_with_help("unknown-name", message, name.span, "not known here", help)
            }
        })
    }

    /// `make paws, spot(1..4) { 0 1 2 0 0 … }`.
    fn make_rows(
        &mut self,
        kind: KindId,
        columns: &[(tree::Name, Option<tree::Index>)],
        entries: &[tree::Expression],
        span: Span,
    ) -> Resolved<Vec<Made>> {
        let mut cells: Vec<(usize, Type, String)> = Vec::new();
        for (name, index) in columns {
            let attribute = self.attribute_named(kind, name)?;
            let offsets = self.column_cells(&attribute, index.as_ref(), name)?;
            cells.extend(
                offsets
                    .into_iter()
                    .map(|offset| (attribute.first_cell + offset, attribute.of.clone(), attribute.name.clone())),
            );
        }
        if cells.is_empty() || !entries.len().is_multiple_of(cells.len()) {
            let wanted = super::clauses::counted(cells.len(), "entry", "entries");
            let odd = advice::odd_row(self, entries, cells.len());
            let message = match odd {
                Some(_) => format!("each row has {wanted}, and this one has not"),
                None => format!("each row has {wanted}, and these {} are no whole number of rows", entries.len()),
            };
            let help = format!("write {wanted} in each row");
            let line = odd.unwrap_or(span);
            return Err(self.error_with_help("table-size", message, line, "entries are missing or too many", help));
        }
        let mut made = Vec::new();
        for row in entries.chunks(cells.len()) {
            let given: Vec<_> = row
                .iter()
                .zip(&cells)
                .map(|(entry, (cell, of, name))| {
                    let value = self.expression(entry)?;
                    let value = self.fitted(value, of, &format!("`{name}`"))?;
                    Ok(Given { cell: *cell, value, of: of.clone(), span: entry.span })
                })
                .collect();
            let given = given.into_iter().collect::<Resolved<Vec<_>>>()?;
            made.push(Made { copies: 1, values: self.filled(kind, &given, &Known::new(), span)? });
        }
        Ok(made)
    }

    /// The cells of an attribute that a column fills.
    fn column_cells(
        &mut self,
        attribute: &Attribute,
        index: Option<&tree::Index>,
        name: &tree::Name,
    ) -> Resolved<Vec<usize>> {
        if self.wrongly_indexed.contains(name.text.as_str()) {
            return Err(Reported);
        }
        let given: Vec<&tree::Type> = index.map(|index| index.types().collect()).unwrap_or_default();
        if given.len() != attribute.index.len() {
            let message = format!("`{}` has {}", name.text, counted(attribute.index.len(), "index", "indices"));
            let help =
                if given.is_empty() { "say which it fills, as in `spot(1..4)`" } else { "write it as it is declared" };
            return Err(self.error_with_help("wrong-arguments", message, name.span, "here", help));
        }
        let mut tuples: Vec<Vec<i32>> = vec![Vec::new()];
        for (written, declared) in given.iter().zip(&attribute.index) {
            let values = match single_value(self, written, *declared) {
                Some(value) => vec![value?],
                None => self.written_index(written).map(|index| index_values(&self.model, index))?,
            };
            tuples = tuples
                .iter()
                .flat_map(|tuple| values.iter().map(move |value| [tuple.as_slice(), &[*value]].concat()))
                .collect();
        }
        let cells: Option<Vec<usize>> =
            tuples.iter().map(|tuple| cell_of(&self.model, &attribute.index, tuple)).collect();
        cells.ok_or_else(|| {
            self.error("out-of-range", format!("`{}` does not have all of these", name.text), name.span, "here")
        })
    }

    /// All cells of a component: what is given, else first values.
    fn filled(&mut self, kind: KindId, given: &[Given], known: &Known, span: Span) -> Resolved<Vec<i32>> {
        let mut cells: Vec<Option<i32>> = vec![None; self.model.kinds.get(kind.index()).map_or(0, |kind| kind.cells)];
        for one in given {
            let value = self.fixed(&one.value, known, one.span)?;
            if !holds(&one.of, value) {
                let message = format!("this would be {value}, but it is {}", self.words(&one.of));
                let help = match one.of.sort {
                    Sort::Number { least, greatest } => {
                        let features = self.model.kinds.get(kind.index()).map(|kind| kind.attributes.iter());
                        let feature = features.and_then(|mut all| all.rfind(|feature| feature.first_cell <= one.cell));
                        let name = feature.map_or("", |feature| feature.name.as_str());
                        format!(
                            "give it a number from {least} to {greatest}; to allow more, write a wider range for `{name}`, such as `{name} : {}..{}`, up to the greatest that is made",
                            least.min(value),
                            greatest.max(value)
                        )
                    }
                    _ => "give it another value, or list this one where it is declared".to_owned(),
                };
                return Err(self.error_with_help("out-of-range", message, one.span, "out of range", help));
            }
            if let Some(cell) = cells.get_mut(one.cell) {
                *cell = Some(value);
            }
        }
        let Some(found) = self.model.kinds.get(kind.index()) else { return Err(Reported) };
        let firsts: Vec<(String, Option<i32>)> = found
            .attributes
            .iter()
            .flat_map(|one| std::iter::repeat_n((one.name.clone(), first_value(&one.of)), one.cells))
            .collect();
        let mut values = Vec::new();
        for (cell, (name, first)) in cells.into_iter().zip(firsts) {
            let Some(value) = cell.or(first) else {
                let message = format!("`{name}` has no first value");
                let help = "let it be `… or none`; what it points at is set in play";
                return Err(self.error_with_help("not-constant", message, span, "not given here", help));
            };
            values.push(value);
        }
        Ok(values)
    }

    fn first_values(&mut self, kind: KindId, span: Span) -> Option<Vec<i32>> {
        self.filled(kind, &[], &Known::new(), span).ok()
    }
}

/// A single value where a column says which it fills: `side(up)`.
fn single_value(resolver: &mut Resolver<'_>, written: &tree::Type, declared: Index) -> Option<Resolved<i32>> {
    let TypeKind::Named(name) = &written.kind else { return None };
    if resolver.names.type_of(&name.text).is_some() || resolver.names.value(&name.text).is_none() {
        return None;
    }
    let value = tree::Expression { kind: Box::new(tree::ExpressionKind::Name(name.clone())), span: name.span };
    let value = resolver.expression(&value).and_then(|value| {
        let value = resolver.fitted(value, &types::of_index(declared), "what a column fills")?;
        resolver.fixed(&value, &Known::new(), name.span)
    });
    Some(value)
}

/// With what an attribute begins that `make` does not give: least number, first value, `no`, none, seat 1.
fn first_value(of: &Type) -> Option<i32> {
    match (&of.sort, of.shape) {
        (_, Shape::OneOrNone) => Some(value::NONE),
        (Sort::Number { least, .. }, _) => Some(*least),
        (Sort::Value { allowed, .. }, _) => allowed.first().copied(),
        (Sort::YesNo | Sort::Player | Sort::Direction, _) => Some(0),
        (Sort::Component { .. } | Sort::Place { .. } | Sort::Nothing, _) => None,
    }
}

/// Whether a value that is fixed before play is one of a type.
pub(super) fn holds(of: &Type, value: i32) -> bool {
    if value == value::NONE {
        return of.shape == Shape::OneOrNone;
    }
    match &of.sort {
        Sort::Number { least, greatest } => (*least..=*greatest).contains(&value),
        Sort::Value { allowed, .. } => allowed.contains(&value),
        _ => true,
    }
}

/// The place of an index tuple among the cells.
pub(super) fn cell_of(model: &crate::model::Model, index: &[Index], values: &[i32]) -> Option<usize> {
    let mut cell: i64 = 0;
    for (index, value) in index.iter().zip(values) {
        let size = i64::try_from(types::index_size(model, *index)).ok()?;
        let offset = i64::from(*value) - i64::from(index.first());
        if !(0..size).contains(&offset) {
            return None;
        }
        cell = cell * size + offset;
    }
    usize::try_from(cell).ok()
}

fn index_values(model: &crate::model::Model, index: Index) -> Vec<i32> {
    let first = index.first();
    let size =
        i32::try_from(types::index_size(model, index).min(super::boards::MOST_PLACES as u64 + 1)).unwrap_or_default();
    (first..first.saturating_add(size)).collect()
}
