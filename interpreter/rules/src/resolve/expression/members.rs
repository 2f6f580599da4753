//! What stands behind a point.

use rulehound_grammar::diagnostic::Diagnostic;
use rulehound_grammar::span::{Location, Span};
use rulehound_grammar::tree;

use super::super::advice;
use super::super::borrowed;
use super::super::convert::Wanted;
use super::super::names::{MemberName, built_in_members};
use super::super::types;
use super::super::uses::Named;
use super::super::{Reported, Resolved, Resolver};
use super::listed;
use crate::model::{
    AreaId, AreaKind, Expression, ExpressionKind, Index, KindId, Model, OwnerSort, PlaceClass, Shape, Sort, Type,
};

impl Resolver<'_> {
    /// `p.hand`, `p.home(3)`, `s.post`, `c.place`.
    pub(in super::super) fn member(
        &mut self,
        base: &tree::Expression,
        name: &tree::Name,
        arguments: Option<&[tree::Expression]>,
        span: Span,
    ) -> Resolved<Expression> {
        let base = self.expression(base)?;
        if let Some(help) = borrowed::counted_set(self, &base, name) {
            let message = format!("a set has no `{}`", name.text);
            return Err(self.error_with_help("unknown-name", message, name.span, "not known here", help));
        }
        let base = self.as_one(base)?;
        if super::super::inference::is_open(self, &base) {
            return Ok(base);
        }
        if let Some(built_in) = self.built_in_member(&base, name, span) {
            if arguments.is_some() {
                return Err(self.error(
                    "wrong-arguments",
                    format!("`{}` takes nothing in brackets", name.text),
                    span,
                    "here",
                ));
            }
            return built_in;
        }
        let found: Vec<MemberName> =
            owners_of(&base.of).iter().filter_map(|owner| self.names.member(*owner, &name.text)).collect();
        for owner in owners_of(&base.of) {
            self.uses.of_member(self.at(name.span), owner, &name.text, &self.names);
        }
        match found.as_slice() {
            [] => self.mark_or_unknown(base, name, span),
            [only] => self.meant_member(*only, base, arguments, span),
            several => self.member_by_kind(several, base, name, arguments, span),
        }
    }

    fn meant_member(
        &mut self,
        member: MemberName,
        base: Expression,
        arguments: Option<&[tree::Expression]>,
        span: Span,
    ) -> Resolved<Expression> {
        match member {
            MemberName::Variable(id) => self.variable(id, Some(base), arguments, span),
            MemberName::Zone(id) => self.zone(id, Some(base), arguments, span),
            MemberName::Attribute(kind, attribute) => self.attribute(kind, attribute, base, arguments, span),
            MemberName::Way(id) => super::super::ways::asked(self, id, base, arguments, span),
            MemberName::Kind(kind) => {
                if arguments.is_some() {
                    return Err(self.error("wrong-arguments", "a kind takes nothing in brackets", span, "here"));
                }
                Ok(self.components(kind, Some(base), span))
            }
        }
    }

    /// A component may be of several kinds that all have this member: which one is asked depends on the kind.
    fn member_by_kind(
        &mut self,
        members: &[MemberName],
        base: Expression,
        name: &tree::Name,
        arguments: Option<&[tree::Expression]>,
        span: Span,
    ) -> Resolved<Expression> {
        let kinds: Vec<KindId> = match &base.of.sort {
            Sort::Component { kinds } => kinds
                .iter()
                .copied()
                .filter(|kind| self.names.member(OwnerSort::Kind(*kind), &name.text).is_some())
                .collect(),
            _ => {
                let message = format!("`{}` may belong to several boards here", name.text);
                return Err(self.error(
                    "not-yet",
                    message,
                    span,
                    "asking this of a place that may lie on several boards is not supported yet",
                ));
            }
        };
        let mut conditions = Vec::new();
        let mut branches = Vec::new();
        for (kind, member) in kinds.into_iter().zip(members) {
            let of_kind = Type { sort: types::component(kind), shape: base.of.shape };
            let narrowed = Expression { of: of_kind, ..base.clone() };
            branches.push(self.meant_member(*member, narrowed, arguments, span)?);
            let set = self.components(kind, None, span);
            let among = ExpressionKind::Among { element: base.clone(), set, negated: false };
            conditions.push(self.expression_at(among, types::yes_no(), span));
        }
        let (mut branches, of) = self.joined(branches, span)?;
        let Some(otherwise) = branches.pop() else { return Err(Reported) };
        let arms = conditions.into_iter().zip(branches).collect();
        Ok(self.expression_at(ExpressionKind::If { arms, otherwise }, of, span))
    }

    /// The members that everything of a sort has; none if the name is none of them or does not fit the sort.
    fn built_in_member(&mut self, base: &Expression, name: &tree::Name, span: Span) -> Option<Resolved<Expression>> {
        let base_clone = || base.clone();
        let with_shape = |sort: Sort| Type { sort, shape: base.of.shape };
        match (name.text.as_str(), &base.of.sort) {
            ("owner", Sort::Component { .. }) => Some(self.owner_of(base_clone(), span)),
            ("place", Sort::Component { .. }) => {
                let of = with_shape(Sort::Place { classes: types::all_places(&self.model) });
                Some(Ok(self.expression_at(ExpressionKind::PlaceOf(base_clone()), of, span)))
            }
            ("index", Sort::Place { classes }) => {
                let range = hull(classes.iter().map(|class| index_range(&self.model, *class)));
                Some(Ok(self.expression_at(ExpressionKind::IndexOf(base_clone()), range, span)))
            }
            ("index", Sort::Value { .. } | Sort::Direction) => listed::index(self, base, span),
            ("column", Sort::Place { classes }) => {
                let range = hull(classes.iter().map(|class| grid_range(&self.model, *class, true)));
                Some(Ok(self.expression_at(ExpressionKind::ColumnOf(base_clone()), range, span)))
            }
            ("row", Sort::Place { classes }) => {
                let range = hull(classes.iter().map(|class| grid_range(&self.model, *class, false)));
                Some(Ok(self.expression_at(ExpressionKind::RowOf(base_clone()), range, span)))
            }
            ("top" | "bottom", Sort::Place { .. }) => Some(self.end_of_pile(base_clone(), name, span)),
            ("box", _) => Some(self.box_of_value(base_clone(), span)),
            _ => None,
        }
    }

    /// `c.owner`.
    pub(in super::super) fn owner_of(&mut self, component: Expression, span: Span) -> Resolved<Expression> {
        let Sort::Component { kinds } = &component.of.sort else {
            return Err(Reported);
        };
        let owners: std::collections::BTreeSet<OwnerSort> =
            kinds.iter().filter_map(|kind| self.model.kinds.get(kind.index())).map(|kind| kind.owner).collect();
        let owners: Vec<OwnerSort> = owners.into_iter().filter(|owner| *owner != OwnerSort::Common).collect();
        match owners.as_slice() {
            [] => {
                let message = format!("{} has no owner", self.words(&types::one(component.of.sort.clone())));
                Err(self.error("unknown-name", message, span, "it belongs to nobody"))
            }
            [only] => {
                let sort = types::owner(&self.model, *only).ok_or(Reported)?;
                // Asked of none: a component or place is none, a player is a fault.
                let none = component.of.shape == Shape::OneOrNone
                    && matches!(sort, Sort::Component { .. } | Sort::Place { .. });
                let shape = if none { Shape::OneOrNone } else { Shape::One };
                Ok(self.expression_at(ExpressionKind::Owner(component), Type { sort, shape }, span))
            }
            _ => {
                let message = "this component may belong to owners of different sorts";
                Err(self.error("wrong-type", message, span, "a player, or something else?"))
            }
        }
    }

    fn box_of_value(&mut self, base: Expression, span: Span) -> Resolved<Expression> {
        match owners_of(&base.of).as_slice() {
            [only] => self.box_of(*only, Some(base), span),
            _ => Err(self.error("unknown-name", "this has no box", span, "whose box?")),
        }
    }

    fn end_of_pile(&mut self, pile: Expression, name: &tree::Name, span: Span) -> Resolved<Expression> {
        self.check_pile(&pile, span)?;
        let Sort::Place { classes } = &pile.of.sort else { return Err(self.wanted_but(Wanted::Place, &pile)) };
        let kinds = classes.iter().flat_map(|class| types::accepted(&self.model, *class)).collect();
        let of = types::one_or_none(Sort::Component { kinds });
        let kind = if name.text == "top" { ExpressionKind::Top(pile) } else { ExpressionKind::Bottom(pile) };
        Ok(self.expression_at(kind, of, span))
    }

    /// That a place can be a pile.
    pub(in super::super) fn check_pile(&mut self, place: &Expression, span: Span) -> Resolved<()> {
        let is_pile = |class: &PlaceClass| match class {
            PlaceClass::Area(id) => match self.model.areas.get(id.index()).map(|area| &area.kind) {
                Some(AreaKind::Zone(zone)) => zone.ordered,
                Some(AreaKind::Board(_)) | None => false,
            },
            PlaceClass::Box(_) => false,
        };
        let pile = matches!(&place.of.sort, Sort::Place { classes } if classes.iter().any(is_pile));
        if pile {
            return Ok(());
        }
        let zone = match &place.of.sort {
            Sort::Place { classes } => classes.iter().find_map(|class| self.model.zone(*class)),
            _ => None,
        };
        let (label, help) = match zone {
            Some((area, _)) => {
                let name = &area.name;
                (
                    "it lies there in no order".to_owned(),
                    format!("write `pile {name}` in place of `zone {name}` where it is declared"),
                )
            }
            None => (format!("this is {}", self.words(&place.of)), "keep these in a `pile`".to_owned()),
        };
        Err(self.error_with_help("wrong-type", "only a pile has an order", span, label, help))
    }

    /// A mark; or a message that lists what there is.
    fn mark_or_unknown(&mut self, base: Expression, name: &tree::Name, span: Span) -> Resolved<Expression> {
        let Sort::Place { classes } = &base.of.sort else { return Err(self.unknown_member(&base, name)) };
        let marks = self.names.marks(&name.text).to_vec();
        let fitting: Vec<(AreaId, usize)> =
            marks.iter().copied().filter(|(board, _)| classes.contains(&PlaceClass::Area(*board))).collect();
        for (board, mark) in &fitting {
            if let Some(AreaKind::Board(board)) = self.model.areas.get(board.index()).map(|area| &area.kind) {
                let declared = board.marks.get(*mark).map(|mark| mark.at);
                self.uses.add(Location { file: self.file, span: name.span }, declared, Named::Value);
            }
        }
        let mut asked = fitting.into_iter().map(|(board, mark)| {
            let place = base.clone();
            self.expression_at(ExpressionKind::Marked { board, mark, place }, types::yes_no(), span)
        });
        let Some(first) = asked.next() else {
            return Err(self.unknown_member(&base, name));
        };
        let rest: Vec<Expression> = asked.collect();
        Ok(rest
            .into_iter()
            .fold(first, |left, right| self.expression_at(ExpressionKind::Or(left, right), types::yes_no(), span)))
    }

    fn unknown_member(&mut self, base: &Expression, name: &tree::Name) -> Reported {
        let whose = self.words(&types::one(base.of.sort.clone()));
        let message = format!("{whose} has no `{}`", name.text);
        let mut found = Diagnostic::error("unknown-name", message, self.at(name.span), "not known here");
        let known = self.members_of(&base.of);
        if let Some(removed) = self.removed.get(name.text.as_str()) {
            found =
                found.with_label(removed.at, "removed here").with_help("leave it in, or replace what still uses it");
        } else if let Some(help) = advice::member(self, base, name) {
            found = found.with_help(help);
        } else if let Some(help) = borrowed::member(self, base, &name.text) {
            found = found.with_help(help);
        } else if let Some(near) = self.near.name(&name.text, known.iter().map(String::as_str)) {
            found = found.did_you_mean(near);
        } else if !known.is_empty() {
            found = found.with_help(format!("it has {}", list(&known)));
        }
        self.report(found)
    }

    /// Everything that may stand behind a value of a type.
    fn members_of(&self, of: &Type) -> Vec<String> {
        let mut known: Vec<String> = Vec::new();
        for owner in owners_of(of) {
            known.extend(self.names.member_names(owner).map(str::to_string));
            known.extend(built_in_members(owner).iter().map(|name| (*name).to_string()));
            if let OwnerSort::Board(board) = owner {
                known.extend(self.names.mark_names(board).map(str::to_string));
            }
        }
        known.sort();
        known.dedup();
        known
    }
}

/// The sorts of owners that a value can be.
pub(in super::super) fn owners_of(of: &Type) -> Vec<OwnerSort> {
    match &of.sort {
        Sort::Player => vec![OwnerSort::Player],
        Sort::Value { of, .. } => vec![OwnerSort::Value(*of)],
        Sort::Component { kinds } => kinds.iter().map(|kind| OwnerSort::Kind(*kind)).collect(),
        Sort::Place { classes } => classes
            .iter()
            .filter_map(|class| match class {
                PlaceClass::Area(area) => Some(OwnerSort::Board(*area)),
                PlaceClass::Box(_) => None,
            })
            .collect(),
        Sort::Number { .. } | Sort::YesNo | Sort::Direction | Sort::Nothing => Vec::new(),
    }
}

fn hull(ranges: impl Iterator<Item = (i32, i32)>) -> Type {
    let joined = ranges.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or_default();
    types::number(joined.0, joined.1)
}

/// What `.index` can be of places of a class: the number on a board or along a track, the first index of a zone, else 0.
fn index_range(model: &Model, class: PlaceClass) -> (i32, i32) {
    let PlaceClass::Area(area) = class else { return (0, 0) };
    match model.areas.get(area.index()).map(|area| &area.kind) {
        Some(AreaKind::Board(board)) => (1, i32::try_from(board.points.len()).unwrap_or(i32::MAX)),
        Some(AreaKind::Zone(zone)) => match zone.index.get(zone.numbered_by()) {
            None => (0, 0),
            Some(Index::Range { least, greatest }) => (*least, *greatest),
            Some(Index::Upto { greatest, .. }) => (1, *greatest),
            Some(index) => (1, i32::try_from(types::index_size(model, *index)).unwrap_or(i32::MAX)),
        },
        None => (0, 0),
    }
}

fn grid_range(model: &Model, class: PlaceClass, column: bool) -> (i32, i32) {
    let PlaceClass::Area(area) = class else { return (0, 0) };
    match model.areas.get(area.index()).map(|area| &area.kind) {
        Some(AreaKind::Board(board)) => match board.shape {
            crate::model::BoardShape::Grid { columns, rows } => (1, i32::from(if column { columns } else { rows })),
            crate::model::BoardShape::Track | crate::model::BoardShape::Ring | crate::model::BoardShape::Net { .. } => {
                (0, 0)
            }
        },
        Some(AreaKind::Zone(zone)) => {
            zone.grid.as_ref().map_or((0, 0), |grid| (1, i32::from(if column { grid.columns } else { grid.rows })))
        }
        None => (0, 0),
    }
}

/// `a`, `b` and `c`; only the first dozen.
fn list(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(12).map(|name| format!("`{name}`")).collect();
    let rest = if names.len() > shown.len() { " and more" } else { "" };
    format!("{}{rest}", shown.join(", "))
}
