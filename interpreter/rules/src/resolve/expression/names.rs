//! Names in expressions, and what to say when there is none.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::Span;
use rulehound_grammar::tree;

use super::super::advice;
use super::super::around;
use super::super::borrowed;
use super::super::names::{RunnableName, ValueName};
use super::super::scope::Bound;
use super::super::types;
use super::super::uses::Named;
use super::super::{Reported, Resolved, Resolver};
use crate::model::{
    AreaId, AreaKind, Arithmetic, AttributeCell, Binder, BuiltIn, Cell, Expression, ExpressionKind, Index, KindId,
    Life, LocalId, OwnerSort, PlaceClass, Shape, Sort, VariableId, value,
};

impl Resolver<'_> {
    /// A name without anything behind it.
    pub(in super::super) fn name(&mut self, name: &tree::Name) -> Resolved<Expression> {
        let span = name.span;
        if let Some(bound) = self.scope.get(&name.text) {
            self.uses.add(self.at(span), self.scope.place_of(&name.text), Named::Bound);
            return self.bound_name(name, bound);
        }
        if let Some(seat) = self.scope.table.iter().position(|player| *player == name.text) {
            return Ok(self.seat(i32::try_from(seat).unwrap_or_default(), span));
        }
        if name.text == "base" && self.scope.base.is_some() {
            return self.base_call(None, span);
        }
        if let Some(described) = self.described_name(name, None, span)? {
            return Ok(described);
        }
        self.uses.of_value(self.at(span), &name.text, &self.names);
        match self.names.value(&name.text) {
            Some(meant) => self.meant(meant, name),
            None => Err(self.unknown_value(name)),
        }
    }

    fn bound_name(&mut self, name: &tree::Name, bound: Bound) -> Resolved<Expression> {
        match bound {
            Bound::Local(id) => Ok(self.local_value(id, name.span)),
            Bound::Spoilt => Err(Reported),
        }
    }

    /// A bound name as a value.
    pub(in super::super) fn local_value(&mut self, id: LocalId, span: Span) -> Expression {
        let of = self.local(id).map_or_else(|| types::one_or_none(Sort::Nothing), |local| local.of.clone());
        self.expression_at(ExpressionKind::Local(id), of, span)
    }

    fn seat(&self, seat: i32, span: Span) -> Expression {
        self.expression_at(ExpressionKind::Constant(seat), types::one(Sort::Player), span)
    }

    /// In the `as` text of a kind its attributes and `owner` may stand bare; in an audience `owner` may, which is a player, and in that of a
    /// feature the others of its component.
    pub(super) fn described_name(
        &mut self,
        name: &tree::Name,
        index: Option<&[tree::Expression]>,
        span: Span,
    ) -> Resolved<Option<Expression>> {
        if let Some((kind, component)) = self.scope.described {
            let found = self.model.kinds.get(kind.index());
            let attribute = found.and_then(|kind| kind.attributes.iter().position(|one| one.name == name.text));
            let component = self.local_value(component, name.span);
            if let Some(attribute) = attribute {
                self.uses.of_member(self.at(name.span), OwnerSort::Kind(kind), &name.text, &self.names);
                return self.attribute(kind, attribute, component, index, span).map(Some);
            }
            if name.text == "owner" && index.is_none() && self.scope.owner.is_none() {
                return self.owner_of(component, name.span).map(Some);
            }
        }
        match self.scope.owner {
            Some(owner) if name.text == "owner" && index.is_none() => Ok(Some(self.local_value(owner, name.span))),
            _ => Ok(None),
        }
    }

    fn meant(&mut self, meant: ValueName, name: &tree::Name) -> Resolved<Expression> {
        let span = name.span;
        Ok(match meant {
            ValueName::Setting(id) => {
                let of = self.model.settings.get(id.index()).map(|one| one.of.clone());
                let of = of.filter(|of| of.sort != Sort::Nothing).ok_or(Reported)?;
                self.expression_at(ExpressionKind::Setting(id), of, span)
            }
            ValueName::Variable(id) => return self.variable(id, None, None, span),
            ValueName::Zone(id) => return self.zone(id, None, None, span),
            ValueName::Table(_) => {
                let message = format!("the table `{}` needs an index", name.text);
                return Err(self.error_with_help(
                    "wrong-arguments",
                    message,
                    span,
                    "no index",
                    format!("write `{}(…)`", name.text),
                ));
            }
            ValueName::Definition(id) => return self.call_definition(id, &[], name, span),
            ValueName::Value(id, index) => {
                let sort = Sort::Value { of: id, allowed: std::collections::BTreeSet::from([index]) };
                self.expression_at(ExpressionKind::Constant(index), types::one(sort), span)
            }
            ValueName::Seat(seat) => self.seat(seat, span),
            ValueName::Direction(direction) => {
                self.expression_at(ExpressionKind::Constant(direction), types::one(Sort::Direction), span)
            }
            ValueName::BuiltIn(BuiltIn::Noted) => return self.built_in(BuiltIn::Noted, &[], name, span),
            ValueName::BuiltIn(_) => {
                let message = format!("`{}` needs brackets behind it", name.text);
                return Err(self.error("wrong-arguments", message, span, "no brackets"));
            }
            ValueName::Box => return self.box_of(OwnerSort::Common, None, span),
            ValueName::Kind(id) => self.components(id, None, span),
            _ => self.whole_set(meant, span),
        })
    }

    /// Names of sets.
    pub(in super::super) fn whole_set(&mut self, meant: ValueName, span: Span) -> Expression {
        let (kind, sort) = match meant {
            ValueName::Board(id) => (ExpressionKind::Board(id), types::place(PlaceClass::Area(id))),
            ValueName::Enumeration(id) => (ExpressionKind::Values(id), types::values_of(&self.model, id)),
            ValueName::Part(id, part) => {
                let sort = types::values_of_part(&self.model, id, part);
                let Sort::Value { allowed, .. } = &sort else { return self.whole_set(ValueName::Players, span) };
                let one = |value: &i32| {
                    let only = Sort::Value { of: id, allowed: std::collections::BTreeSet::from([*value]) };
                    self.expression_at(ExpressionKind::Constant(*value), types::one(only), span)
                };
                let listed = allowed.iter().map(one).collect();
                let of = types::set(sort.clone(), allowed.len() as u64);
                return self.expression_at(ExpressionKind::Listed(listed), of, span);
            }
            ValueName::Directions => (ExpressionKind::Directions, Sort::Direction),
            ValueName::SomeDirections(directions) => {
                let one = |direction: &i32| {
                    self.expression_at(ExpressionKind::Constant(*direction), types::one(Sort::Direction), span)
                };
                let listed = directions.iter().map(one).collect();
                let of = types::set(Sort::Direction, directions.len() as u64);
                return self.expression_at(ExpressionKind::Listed(listed), of, span);
            }
            _ => (ExpressionKind::Players, Sort::Player),
        };
        let of = types::set(sort.clone(), types::cardinality(&self.model, &sort));
        self.expression_at(kind, of, span)
    }

    /// All components of a kind, or of one owner.
    pub(in super::super) fn components(&mut self, kind: KindId, owner: Option<Expression>, span: Span) -> Expression {
        let sort = types::component(kind);
        let most = match owner {
            Some(_) => types::copies(&self.model, kind),
            None => types::all_of_kind(&self.model, kind),
        };
        self.expression_at(ExpressionKind::Components(kind, owner), types::set(sort, most), span)
    }

    /// A box; there is one for each owner that has components.
    pub(in super::super) fn box_of(
        &mut self,
        sort: OwnerSort,
        owner: Option<Expression>,
        span: Span,
    ) -> Resolved<Expression> {
        if !self.model.kinds.iter().any(|kind| kind.owner == sort) {
            let message = "there is no such box, since no component belongs there";
            return Err(self.error("unknown-name", message, span, "this box does not exist"));
        }
        let shape = owner.as_ref().map_or(Shape::One, |owner| owner.of.shape);
        let of = crate::model::Type { sort: types::place(PlaceClass::Box(sort)), shape };
        Ok(self.expression_at(ExpressionKind::BoxOf(sort, owner), of, span))
    }

    /// A variable with the indices given.
    pub(in super::super) fn variable(
        &mut self,
        id: VariableId,
        owner: Option<Expression>,
        arguments: Option<&[tree::Expression]>,
        span: Span,
    ) -> Resolved<Expression> {
        let (of, cell) = self.cell(id, owner, arguments, span)?;
        Ok(self.expression_at(ExpressionKind::Variable(cell), of, span))
    }

    /// The cell of a variable, and its type.
    pub(in super::super) fn cell(
        &mut self,
        id: VariableId,
        owner: Option<Expression>,
        arguments: Option<&[tree::Expression]>,
        span: Span,
    ) -> Resolved<(crate::model::Type, Cell)> {
        let Some(variable) = self.model.variables.get(id.index()) else { return Err(Reported) };
        let (name, index, of) = (variable.name.clone(), variable.index.clone(), variable.of.clone());
        let indices = self.indices(&name, &index, arguments, span)?;
        if of.sort == Sort::Nothing {
            return Err(Reported);
        }
        Ok((of, Cell { variable: id, owner, indices }))
    }

    /// A zone as a place, or its family where the index is left out.
    pub(in super::super) fn zone(
        &mut self,
        id: AreaId,
        owner: Option<Expression>,
        arguments: Option<&[tree::Expression]>,
        span: Span,
    ) -> Resolved<Expression> {
        let Some(area) = self.model.areas.get(id.index()) else { return Err(Reported) };
        let AreaKind::Zone(zone) = &area.kind else { return Err(Reported) };
        let (name, index, path) = (area.name.clone(), zone.index.clone(), zone.path);
        let sort = types::place(PlaceClass::Area(id));
        if let ([first, numbers], Some(_), Some([_])) = (index.as_slice(), path, arguments) {
            let indices = self.indices(&name, &[*first], arguments, span)?;
            return one_path(self, id, owner, (indices, *numbers), span);
        }
        if arguments.is_none() && !index.is_empty() {
            let most = index.iter().map(|index| types::index_size(&self.model, *index)).product();
            return Ok(self.expression_at(ExpressionKind::Family(id, owner), types::set(sort, most), span));
        }
        let indices = self.indices(&name, &index, arguments, span)?;
        let shape = owner.as_ref().map_or(Shape::One, |owner| owner.of.shape);
        let of = crate::model::Type { sort, shape };
        Ok(self.expression_at(ExpressionKind::Zone { zone: id, owner, indices }, of, span))
    }

    /// A feature of a component of a kind.
    pub(in super::super) fn attribute(
        &mut self,
        kind: KindId,
        attribute: usize,
        component: Expression,
        arguments: Option<&[tree::Expression]>,
        span: Span,
    ) -> Resolved<Expression> {
        let (of, cell) = self.attribute_cell(kind, attribute, component, arguments, span)?;
        Ok(self.expression_at(ExpressionKind::Attribute(cell), of, span))
    }

    /// The cell of a feature, and its type.
    pub(in super::super) fn attribute_cell(
        &mut self,
        kind: KindId,
        attribute: usize,
        component: Expression,
        arguments: Option<&[tree::Expression]>,
        span: Span,
    ) -> Resolved<(crate::model::Type, AttributeCell)> {
        let found = self.model.kinds.get(kind.index()).and_then(|kind| kind.attributes.get(attribute));
        let Some(found) = found else { return Err(Reported) };
        let (name, index, mut of) = (found.name.clone(), found.index.clone(), found.of.clone());
        // What is asked of none is none if it is a component or a place; of other sorts it is `no` or a fault.
        let may_be_none = component.of.shape == Shape::OneOrNone;
        if may_be_none && matches!(of.sort, Sort::Component { .. } | Sort::Place { .. }) {
            of.shape = Shape::OneOrNone;
        }
        let indices = self.indices(&name, &index, arguments, span)?;
        Ok((of, AttributeCell { kind, attribute, component, indices }))
    }

    /// Says that a name means nothing where a value is wanted.
    pub(in super::super) fn unknown_value(&mut self, name: &tree::Name) -> Reported {
        let message = format!("there is no value `{}`", name.text);
        let mut found = Diagnostic::error("unknown-name", message, self.at(name.span), "not known here");
        let table = self.scope.table.iter().map(String::as_str);
        let near = self.near.name(&name.text, self.names.value_names().chain(self.scope.names()).chain(table));
        if let Some(removed) = self.removed.get(name.text.as_str()) {
            found =
                found.with_label(removed.at, "removed here").with_help("leave it in, or replace what still uses it");
        } else if let Some(help) = self.elsewhere(name) {
            found = found.with_help(help);
        } else if let Some((Bound::Local(local), at)) = self.scope.ended.get(&name.text).copied() {
            let life = self.local(local).map(|local| local.life);
            let (label, help) = match life {
                Some(Life::Expression) => ("it ends with the value it stands in", "bind a name here, too"),
                Some(Life::Block) | None => (
                    "it is known only between its braces",
                    "do what needs it between those braces, too; or give the name before them, as in `let {name} = if … then … else …`",
                ),
            };
            found = found.with_label(at, label).with_help(help.replace("{name}", &name.text));
        } else if let Some(help) = advice::value(self, &name.text) {
            found = found.with_help(help);
        } else if let Some(near) = near {
            found = found.did_you_mean(near);
        } else if let Some(near) = self.near.name(&name.text, ["nobody"].into_iter()) {
            found = found.did_you_mean(near);
        } else {
            found = found.with_help(advice::unknown(self, name));
        }
        self.report(found)
    }

    /// Where a name is known that is not known as a value.
    fn elsewhere(&self, written: &tree::Name) -> Option<String> {
        let name = written.text.as_str();
        if name == "reach" {
            return Some("write `reach x from {s} to around(x)`: from where, and what each leads to".to_owned());
        }
        if let Some(owner) = self.names.owners_with(name).first() {
            let (known, word) = (around::name_of_sort(self, &Sort::Player), self.owner_word(*owner));
            return Some(match (owner, known) {
                (OwnerSort::Player, Some(known)) => {
                    format!("each player has its own `{name}`: say whose, as in `{known}.{name}`")
                }
                (OwnerSort::Player, None) => format!(
                    "each player has its own `{name}`: write `for p in players {{ … }}` around this, and `p.{name}` in it"
                ),
                _ => format!("each {word} has its own `{name}`: say whose, as in `x.{name}`"),
            });
        }
        if !self.names.marks(name).is_empty() {
            return Some(format!("`{name}` is a mark: ask a place for it, as in `s.{name}`"));
        }
        match self.names.runnable(name) {
            Some(RunnableName::Runnable(_)) => {
                Some(format!("`{name}` is a phase or rule: carry it out with `do {name}`"))
            }
            Some(RunnableName::Trigger(_)) => Some(format!("`{name}` is a trigger")),
            None if value::DIRECTIONS.contains(&name) || name == "direction" => {
                let place = around::first_of_two(self, written).unwrap_or("s");
                Some(format!(
                    "directions are known in games with a `grid`; on a track write `ahead({place}, 1)` in place of `beside(…)` for the next place, `ahead({place}, -1)` for the one before"
                ))
            }
            None => around::counted_instead(self, written).or_else(|| borrowed::value(self, written)),
        }
    }

    /// An owner in one word.
    pub(in super::super) fn owner_word(&self, owner: OwnerSort) -> String {
        match owner {
            OwnerSort::Common => "game".to_string(),
            OwnerSort::Player => "player".to_string(),
            OwnerSort::Value(of) => {
                let name = self.model.enumerations.get(of.index()).and_then(|one| one.name.as_ref());
                name.map_or("value".to_string(), |name| format!("`{name}`"))
            }
            OwnerSort::Kind(kind) => {
                self.model.kinds.get(kind.index()).map_or(String::new(), |kind| format!("`{}`", kind.name))
            }
            OwnerSort::Board(board) => {
                self.model.areas.get(board.index()).map_or(String::new(), |area| format!("place of `{}`", area.name))
            }
        }
    }
}

/// All places of one of several tracks: each place of it by its number.
fn one_path(
    resolver: &mut Resolver<'_>,
    zone: AreaId,
    owner: Option<Expression>,
    (mut indices, numbers): (Vec<Expression>, Index),
    span: Span,
) -> Resolved<Expression> {
    let of = types::of_index(numbers);
    let number =
        |value: i32| resolver.expression_at(ExpressionKind::Constant(value), types::number(value, value), span);
    let last = match numbers {
        Index::Upto { length, .. } => {
            let sum = |sign, one, other| {
                resolver.expression_at(ExpressionKind::Arithmetic(sign, one, other), of.clone(), span)
            };
            let setting = resolver.model.settings.get(length.setting.index()).map(|setting| setting.of.clone());
            let setting =
                resolver.expression_at(ExpressionKind::Setting(length.setting), setting.ok_or(Reported)?, span);
            sum(Arithmetic::Plus, sum(Arithmetic::Times, setting, number(length.times)), number(length.plus))
        }
        Index::Range { greatest, .. } | Index::Value { greatest, .. } => number(greatest),
        Index::Player | Index::YesNo | Index::Direction => return Err(Reported),
    };
    let size = types::index_size(&resolver.model, numbers);
    let range = resolver.expression_at(ExpressionKind::Range(number(1), last), types::set(of.sort.clone(), size), span);
    let local = resolver.new_local("", of, resolver.at(span), Life::Expression);
    indices.push(resolver.local_value(local, span));
    let sort = types::place(PlaceClass::Area(zone));
    let place = ExpressionKind::Zone { zone, owner, indices };
    let value = resolver.expression_at(place, types::one(sort.clone()), span);
    let binder = Binder { local, set: range, from: None, round: false, condition: None, at: resolver.at(span) };
    let each = ExpressionKind::Each { first: None, binders: vec![binder], keys: Vec::new(), value };
    Ok(resolver.expression_at(each, types::set(sort, size), span))
}
