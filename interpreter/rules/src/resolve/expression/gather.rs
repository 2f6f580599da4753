//! Words that go through sets: `any`, `all`, `sum`, `each`, `count`, `first`, `max`, `min`.

use rulehound_grammar::span::Span;
use rulehound_grammar::tree::{self, Measure, OverWord};

use super::super::borrowed;
use super::super::convert::Wanted;
use super::super::names::TypeName;
use super::super::numbers::narrow;
use super::super::scope::Bound;
use super::super::types::{self, MOST_ELEMENTS, MOST_OF_RANGE};
use super::super::{Reported, Resolved, Resolver};
use super::numbers_of;
use super::operators::size;
use super::ordered::{comparable, one_comparable};
use super::passing::tuples;
use crate::model::{Binder, Expression, ExpressionKind, Key, Life, OwnerSort, Shape, Sort, Type, value};

impl Resolver<'_> {
    /// `x in S from a where C`; binds x in the block at hand.
    pub(in super::super) fn binder(&mut self, pick: &tree::Pick, life: Life) -> Resolved<Binder> {
        let before = self.diagnostics.len();
        let set = self.set(&pick.set);
        // `count Card in hand > 3`: where a kind stands in place of a name, what follows is no mistake of its own.
        let is_kind = matches!(self.names.type_of(&pick.name.text), Some(TypeName::Kind(_)));
        if is_kind && set.is_err() && self.names.taken(&pick.name.text).is_some() {
            self.diagnostics.truncate(before);
        }
        let from = pick.from.as_ref().map(|from| self.one(from)).transpose();
        let Ok(set) = set else {
            self.bind_spoilt(&pick.name);
            return Err(Reported);
        };
        let element = types::one(set.of.sort.clone());
        let local = self.bind(&pick.name, element.clone(), life);
        let condition = self.optional_condition(pick.condition.as_ref());
        let (from, condition) = (from?, condition?);
        if let Some(from) = &from {
            self.check_fits(from, &element, "an element of the set")?;
        }
        // A plain range is gone through as it stands.
        let most = if matches!(&*set.kind, ExpressionKind::Range(..)) { MOST_OF_RANGE } else { MOST_ELEMENTS };
        if size(&set) > u64::from(most) {
            return Err(self.too_many_elements(&set, most));
        }
        // Players and rings are round; the order of every other set ends at its last.
        let ring = matches!(&*set.kind, ExpressionKind::Board(id) if self.is_ring(*id));
        let round = ring || set.of.sort == Sort::Player;
        Ok(Binder { local, set, from, round, condition, at: self.at(pick.span) })
    }

    fn too_many_elements(&mut self, set: &Expression, most: u32) -> Reported {
        let message = format!("a set may have at most {most} elements, but this may have {}", size(set));
        self.error("too-large", message, set.at.span, "too many")
    }

    fn is_ring(&self, id: crate::model::AreaId) -> bool {
        let kind = self.model.areas.get(id.index()).map(|area| &area.kind);
        matches!(kind, Some(crate::model::AreaKind::Board(board)) if board.shape == crate::model::BoardShape::Ring)
    }

    /// Several names, each of which sees those before it.
    pub(in super::super) fn binders(&mut self, picks: &[tree::Pick], life: Life) -> Resolved<Vec<Binder>> {
        let one = |pick: &tree::Pick| match pick.more.as_slice() {
            [] => self.binder(pick, life).map(|binder| vec![binder]),
            _ => super::super::taken_apart::taken_apart(self, pick, life),
        };
        let binders: Vec<_> = picks.iter().map(one).collect();
        Ok(binders.into_iter().collect::<Resolved<Vec<_>>>()?.concat())
    }

    /// Keys of an order: numbers, or anything else that has an order of its own.
    pub(in super::super) fn keys(&mut self, keys: &[tree::Key]) -> Resolved<Vec<Key>> {
        let keys: Vec<_> = keys.iter().map(|key| self.key(key)).collect();
        keys.into_iter().collect()
    }

    fn key(&mut self, key: &tree::Key) -> Resolved<Key> {
        let found = self.one(&key.value)?;
        let found = if found.of.sort == Sort::YesNo { found } else { comparable(self, found)? };
        Ok(Key { best: key.best, value: found })
    }

    /// Runs something with names of its own.
    pub(in super::super) fn with_names<T>(&mut self, run: impl FnOnce(&mut Self) -> Resolved<T>) -> Resolved<T> {
        self.scope.open();
        let result = run(self);
        self.scope.close();
        result
    }

    /// `any`, `all`, `sum`, `each`.
    pub(super) fn over(
        &mut self,
        word: OverWord,
        picks: &[tree::Pick],
        keys: &[tree::Key],
        value: Option<&tree::Expression>,
        span: Span,
    ) -> Resolved<Expression> {
        self.with_names(|this| {
            let binders = this.binders(picks, Life::Expression);
            let keys = this.keys(keys);
            match word {
                OverWord::Any | OverWord::All => {
                    let condition = this.optional_condition(value);
                    let (binders, condition) = (binders?, condition?);
                    let kind = if word == OverWord::Any {
                        ExpressionKind::Any(binders, condition)
                    } else {
                        ExpressionKind::All(binders, condition)
                    };
                    Ok(this.expression_at(kind, types::yes_no(), span))
                }
                OverWord::Sum => {
                    let Some(value) = value else {
                        let help = borrowed::something_to_add(this, &binders?, span);
                        return Err(this.error_with_help(
                            "wrong-arguments",
                            "`sum` needs something to add",
                            span,
                            "here",
                            help,
                        ));
                    };
                    let value = this.one_of(value, Wanted::Number);
                    this.sum(binders?, value?, span)
                }
                OverWord::Each => this.each(binders, keys, value, span),
            }
        })
    }

    fn sum(&mut self, binders: Vec<Binder>, value: Expression, span: Span) -> Resolved<Expression> {
        let (least, greatest) = numbers_of(&value).unwrap_or_default();
        let rounds = i64::try_from(tuples(&self.model, &binders)).unwrap_or(i64::MAX);
        let range = (rounds * i64::from(least.min(0)), rounds * i64::from(greatest.max(0)));
        let Some((least, greatest)) = narrow(range) else { return Err(self.too_large(range, span)) };
        Ok(self.expression_at(ExpressionKind::Sum(binders, value), types::number(least, greatest), span))
    }

    fn each(
        &mut self,
        binders: Resolved<Vec<Binder>>,
        keys: Resolved<Vec<Key>>,
        value: Option<&tree::Expression>,
        span: Span,
    ) -> Resolved<Expression> {
        let value = match value {
            Some(value) => self.expression(value).and_then(|value| self.as_it_is(value)),
            None => self.element(&binders, span),
        };
        gathered(self, binders?, keys?, value?, span)
    }

    /// The only name, where nothing is asked of it.
    fn element(&mut self, binders: &Resolved<Vec<Binder>>, span: Span) -> Resolved<Expression> {
        let Ok(binders) = binders else { return Err(Reported) };
        let [only] = binders.as_slice() else {
            let message = "with several names it must be said what is wanted of them";
            return Err(self.error_with_help("wrong-arguments", message, span, "here", "write it behind a colon"));
        };
        Ok(self.local_value(only.local, only.at.span))
    }

    /// `count x in S where C`.
    pub(super) fn count_picks(&mut self, picks: &[tree::Pick], span: Span) -> Resolved<Expression> {
        self.with_names(|this| {
            let binders = this.binders(picks, Life::Expression)?;
            let of = types::number(0, whole(tuples(&this.model, &binders)));
            Ok(this.expression_at(ExpressionKind::CountTuples(binders), of, span))
        })
    }

    /// `count S`.
    pub(super) fn count_of(&mut self, tree: &tree::Expression, span: Span) -> Resolved<Expression> {
        if let Some(names) = super::super::taken_apart::to_be_counted(self, tree) {
            return self.count_picks(&[names], span);
        }
        let counted = self.expression(tree)?;
        // Tracks are boards: what is counted of them is places, as of any board.
        let of_track = |id: &crate::model::AreaId| {
            let kind = self.model.areas.get(id.index()).map(|area| &area.kind);
            matches!(kind, Some(crate::model::AreaKind::Zone(zone)) if zone.path.is_some())
        };
        if matches!(&*counted.kind, ExpressionKind::Family(id, _) if !of_track(id)) {
            let help =
                "to count what lies in one of them give its index; to count in all of them go through them with `sum`";
            return Err(self.error_with_help(
                "wrong-type",
                "this is a family of zones, not a zone",
                counted.at.span,
                "which of them?",
                help,
            ));
        }
        let counted = self.as_set(counted)?;
        let of = types::number(whole(self.fewest(&counted)), whole(size(&counted)));
        Ok(self.expression_at(ExpressionKind::CountOf(counted), of, span))
    }

    /// How many elements a set has at least.
    fn fewest(&self, set: &Expression) -> u64 {
        match &*set.kind {
            ExpressionKind::Players => u64::from(self.model.players.least),
            ExpressionKind::Values(_) | ExpressionKind::Directions => size(set),
            ExpressionKind::Board(id) => match self.model.areas.get(id.index()).map(|area| &area.kind) {
                Some(crate::model::AreaKind::Board(board)) => board.fewest() as u64,
                Some(crate::model::AreaKind::Zone(_)) | None => 0,
            },
            ExpressionKind::Components(kind, owner) => {
                let common = self.model.kinds.get(kind.index()).is_some_and(|kind| kind.owner == OwnerSort::Common);
                let one = common || owner.as_ref().is_some_and(|owner| owner.of.shape == Shape::One);
                if one { self.model.kinds.get(kind.index()).map_or(0, |kind| kind.fewest()) } else { 0 }
            }
            _ => 0,
        }
    }

    /// `count K on s`.
    pub(super) fn count_on(
        &mut self,
        kind: &tree::Expression,
        place: &tree::Expression,
        span: Span,
    ) -> Resolved<Expression> {
        let components = self.component_set(kind);
        let place = self.one_of_or_none(place);
        let (components, place) = (components?, place?);
        let of = types::number(0, whole(size(&components)));
        Ok(self.expression_at(ExpressionKind::CountOn { components, place }, of, span))
    }

    fn one_of_or_none(&mut self, place: &tree::Expression) -> Resolved<Expression> {
        let place = self.one(place)?;
        if place.of.sort == Sort::Nothing { Ok(place) } else { self.wants(place, Wanted::Place) }
    }

    /// A set of components.
    pub(in super::super) fn component_set(&mut self, tree: &tree::Expression) -> Resolved<Expression> {
        let set = self.set(tree)?;
        if matches!(set.of.sort, Sort::Component { .. } | Sort::Nothing) {
            return Ok(set);
        }
        let label = format!("this is {}", self.words(&set.of));
        Err(self.error("wrong-type", "components are wanted here", set.at.span, label))
    }

    /// `max x in S : e else d`, `max x in S by k`.
    pub(super) fn most(
        &mut self,
        greatest: bool,
        picks: &[tree::Pick],
        measure: &Measure,
        otherwise: Option<&tree::Expression>,
        span: Span,
    ) -> Resolved<Expression> {
        let measured = self.with_names(|this| {
            let binders = this.binders(picks, Life::Expression);
            match measure {
                Measure::Value(value) => {
                    let value = one_comparable(this, value);
                    Ok((binders?, Vec::new(), value?))
                }
                Measure::Keys(keys) => {
                    let keys = this.keys(keys);
                    let value = this.element(&binders, span);
                    // `max` is the first when the greatest comes first; a `best` inside turns the order once more.
                    let turned = |key: Key| Key { best: key.best != greatest, ..key };
                    Ok((binders?, keys?.into_iter().map(turned).collect(), value?))
                }
            }
        });
        let otherwise = otherwise.map(|otherwise| self.expression(otherwise)).transpose();
        let (binders, keys, value) = measured?;
        let (value, otherwise, of) = self.or_else(value, otherwise?, span)?;
        let kind = match measure {
            Measure::Value(_) => ExpressionKind::Most { greatest, binders, value, otherwise },
            Measure::Keys(_) => ExpressionKind::First { binders, keys, value, otherwise },
        };
        Ok(self.expression_at(kind, of, span))
    }

    /// `first x in S by k : e else d`.
    pub(super) fn first(
        &mut self,
        picks: &[tree::Pick],
        keys: &[tree::Key],
        value: Option<&tree::Expression>,
        otherwise: Option<&tree::Expression>,
        span: Span,
    ) -> Resolved<Expression> {
        let found = self.with_names(|this| {
            let binders = this.binders(picks, Life::Expression);
            let keys = this.keys(keys);
            let value = match value {
                Some(value) => this.expression(value),
                None => this.element(&binders, span),
            };
            Ok((binders?, keys?, value?))
        });
        let otherwise = otherwise.map(|otherwise| self.expression(otherwise)).transpose();
        let (binders, keys, value) = found?;
        let (value, otherwise, of) = self.or_else(value, otherwise?, span)?;
        Ok(self.expression_at(ExpressionKind::First { binders, keys, value, otherwise }, of, span))
    }

    /// Joins what is asked of an element with what stands behind `else`; without an `else` it is none, or the empty set.
    fn or_else(
        &mut self,
        value: Expression,
        otherwise: Option<Expression>,
        span: Span,
    ) -> Resolved<(Expression, Option<Expression>, Type)> {
        let branches = std::iter::once(value).chain(otherwise.clone()).collect();
        let (mut branches, mut of) = self.joined(branches, span)?;
        let otherwise = if otherwise.is_some() { branches.pop() } else { None };
        if otherwise.is_none() && of.shape == Shape::One {
            of.shape = Shape::OneOrNone;
        }
        let value = branches.pop().ok_or(Reported)?;
        Ok((value, otherwise, of))
    }

    /// Binds a name that was not resolved.
    pub(in super::super) fn spoil(&mut self, name: &tree::Name) {
        self.bind_as(name, Bound::Spoilt);
    }
}

/// The set of what is asked of each.
pub(in super::super) fn gathered(
    resolver: &mut Resolver<'_>,
    binders: Vec<Binder>,
    keys: Vec<Key>,
    value: Expression,
    span: Span,
) -> Resolved<Expression> {
    if let Some(long) = binders.iter().find(|binder| size(&binder.set) > u64::from(MOST_ELEMENTS)) {
        return Err(resolver.too_many_elements(&long.set, MOST_ELEMENTS));
    }
    let most = tuples(&resolver.model, &binders)
        .saturating_mul(size(&value))
        .min(types::cardinality(&resolver.model, &value.of.sort));
    let of = types::set(value.of.sort.clone(), most);
    Ok(resolver.expression_at(ExpressionKind::Each { first: None, binders, keys, value }, of, span))
}

fn whole(number: u64) -> i32 {
    i32::try_from(number).unwrap_or(value::GREATEST)
}
