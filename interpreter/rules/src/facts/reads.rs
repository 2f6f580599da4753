//! What an expression may read, through definitions.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{
    BuiltIn, DefinitionId, Expression, ExpressionKind, KindId, Model, PlaceClass, Sort, Type, VariableId,
};

use super::effects::{Writes, classes_of, held_by, kinds_of};
use super::noted;
use super::spread;
use super::walk;

/// What may be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reads {
    /// Variables.
    pub variables: BTreeSet<VariableId>,
    /// Attributes, by kind and number.
    pub attributes: BTreeSet<(KindId, usize)>,
    /// Which kinds are looked for in which places.
    pub contents: BTreeSet<(KindId, PlaceClass)>,
    /// Kinds whose place is asked of the component.
    pub whereabouts: BTreeSet<KindId>,
    /// Kinds gone through as a set. Their standing order counts only where the first of something is asked for.
    pub gone_through: BTreeSet<KindId>,
    /// Kinds of which components are looked at wherever they lie: gone through as a whole, asked for their place, or held by a variable.
    pub anywhere: BTreeSet<KindId>,
    /// Whether it is asked which positions were noted.
    pub remembered: bool,
}

impl Reads {
    /// Adds what another reads; tells whether that was news.
    pub fn add(&mut self, other: &Self) -> bool {
        let before = self.size();
        self.variables.extend(&other.variables);
        self.attributes.extend(&other.attributes);
        self.contents.extend(&other.contents);
        self.whereabouts.extend(&other.whereabouts);
        self.gone_through.extend(&other.gone_through);
        self.anywhere.extend(&other.anywhere);
        self.remembered |= other.remembered;
        before != self.size()
    }

    fn size(&self) -> [usize; 7] {
        let Self { variables, attributes, contents, whereabouts, gone_through, anywhere, remembered } = self;
        let kinds = [whereabouts.len(), gone_through.len(), anywhere.len()];
        let [whereabouts, gone_through, anywhere] = kinds;
        let remembered = usize::from(*remembered);
        [variables.len(), attributes.len(), contents.len(), whereabouts, gone_through, anywhere, remembered]
    }

    /// Whether a write may change what is read.
    pub fn touched_by(&self, writes: &Writes) -> bool {
        writes.variables.iter().any(|variable| self.variables.contains(variable))
            || writes.attributes.iter().any(|attribute| self.attributes.contains(attribute))
            || writes.places.iter().any(|moved| self.contents.contains(moved) || self.whereabouts.contains(&moved.0))
            || self.remembered && writes.remembered
    }

    /// The standing order of the kinds gone through is read too: it goes by place and variable attributes.
    fn ask_order(&mut self, model: &Model, kinds: &BTreeSet<KindId>) {
        for kind in kinds {
            self.whereabouts.insert(*kind);
            let Some(attributes) = model.kinds.get(kind.index()).map(|kind| &kind.attributes) else { continue };
            let varying = attributes.iter().enumerate().filter(|(_, attribute)| !attribute.printed);
            self.attributes.extend(varying.map(|(at, _)| (*kind, at)));
        }
    }
}

/// A clause of a definition.
pub type DefinitionNode = (DefinitionId, usize);

/// What every definition reads, worked out once.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    definitions: BTreeMap<DefinitionNode, Reads>,
    /// All clauses of definitions, each behind all that it calls.
    inner_first: Vec<DefinitionNode>,
}

impl Reading {
    /// Of all definitions of a game.
    pub fn new(model: &Model) -> Self {
        let clauses = model.definitions.iter().enumerate().flat_map(|(at, definition)| {
            (0..definition.clauses.len()).map(move |clause| (DefinitionId::from(at), clause))
        });
        let calls = |node| body(model, node).map(|body| called(model, body)).unwrap_or_default();
        let inner_first = spread::inner_first(clauses, calls);
        let mut reading = Self::default();
        // Where the calls form no circle (anything else is refused), one look at each is enough.
        for node in &inner_first {
            let reads = body(model, *node).map(|body| reading.of(model, body));
            reading.definitions.extend(reads.map(|reads| (*node, reads)));
        }
        Self { inner_first, ..reading }
    }

    /// All clauses of definitions with their bodies, each behind all that it calls.
    pub fn inner_first<'m>(&self, model: &'m Model) -> impl Iterator<Item = (DefinitionNode, &'m Expression)> {
        self.inner_first.iter().filter_map(|node| Some((*node, body(model, *node)?)))
    }

    /// What an expression may read.
    pub fn of(&self, model: &Model, expression: &Expression) -> Reads {
        let mut reads = Reads::default();
        for part in walk::deep(expression) {
            self.read_one(model, part, &mut reads);
        }
        reads
    }

    /// What this very expression may read, without its parts.
    pub(super) fn of_one(&self, model: &Model, expression: &Expression) -> Reads {
        let mut reads = Reads::default();
        self.read_one(model, expression, &mut reads);
        reads
    }

    /// What several expressions may read.
    pub fn of_all<'m>(&self, model: &Model, expressions: impl IntoIterator<Item = &'m Expression>) -> Reads {
        let mut reads = Reads::default();
        for expression in expressions {
            reads.add(&self.of(model, expression));
        }
        reads
    }

    /// The kinds that a set goes through; a plain look at all parts, so that nested sets cost no more than their length.
    fn gone_through(&self, model: &Model, set: &Expression) -> BTreeSet<KindId> {
        let mut kinds = BTreeSet::new();
        for part in walk::deep(set) {
            if let ExpressionKind::Components(kind, _) = part.kind.as_ref() {
                kinds.insert(*kind);
            }
            if let ExpressionKind::Contents(_) = part.kind.as_ref() {
                kinds.extend(kinds_of(&part.of));
            }
            let called = called_here(model, part);
            let inner = called.iter().filter_map(|node| self.definitions.get(node));
            kinds.extend(inner.flat_map(|reads| &reads.gone_through));
        }
        kinds
    }

    fn read_one(&self, model: &Model, expression: &Expression, reads: &mut Reads) {
        use ExpressionKind as E;
        match expression.kind.as_ref() {
            E::Variable(cell) => {
                reads.variables.insert(cell.variable);
                // What belongs to a component is seen with it.
                if let Some(owner) = cell.owner.as_ref().filter(|owner| matches!(&*owner.kind, E::Variable(_))) {
                    reads.anywhere.extend(kinds_of(&owner.of));
                }
            }
            E::Attribute(cell) => {
                reads.attributes.insert((cell.kind, cell.attribute));
                if let E::Variable(_) = cell.component.kind.as_ref() {
                    reads.anywhere.insert(cell.kind);
                }
            }
            E::PlaceOf(component) => {
                reads.whereabouts.extend(kinds_of(&component.of));
                reads.anywhere.extend(kinds_of(&component.of));
            }
            E::Top(place) | E::Bottom(place) => read_contents(model, place, None, reads),
            E::Contents(place) => {
                let kinds = kinds_of(&expression.of);
                reads.gone_through.extend(&kinds);
                read_contents(model, place, Some(&kinds), reads);
            }
            E::CountOn { components, place } => read_contents(model, place, Some(&kinds_of(&components.of)), reads),
            E::Components(kind, _) => {
                reads.gone_through.insert(*kind);
                reads.anywhere.insert(*kind);
            }
            E::Call(..) => {
                for node in called_here(model, expression) {
                    if let Some(inner) = self.definitions.get(&node) {
                        reads.add(inner);
                    }
                }
            }
            E::First { binders, .. } | E::Each { first: Some(_), binders, .. } => {
                // The first among equals is found in the order of the set.
                let kinds = binders.iter().flat_map(|binder| self.gone_through(model, &binder.set)).collect();
                reads.ask_order(model, &kinds);
            }
            E::BuiltIn(BuiltIn::Noted, _) => _ = reads.add(&noted::reads(model)),
            E::Constant(_)
            | E::Setting(_)
            | E::Local(_)
            | E::Players
            | E::Values(_)
            | E::Directions
            | E::Board(_)
            | E::BoxOf(..)
            | E::Family(..)
            | E::Table(..)
            | E::BuiltIn(..)
            | E::Listed(_)
            | E::Owner(_)
            | E::IndexOf(_)
            | E::ColumnOf(_)
            | E::RowOf(_)
            | E::BoardPlace(..)
            | E::Not(_)
            | E::Negative(_)
            | E::CountOf(_)
            | E::OneOrNothing(_)
            | E::Only(_)
            | E::TooDeep { .. }
            | E::Marked { .. }
            | E::Zone { .. }
            | E::And(..)
            | E::Or(..)
            | E::Arithmetic(..)
            | E::Compare(..)
            | E::Range(..)
            | E::Union(..)
            | E::Among { .. }
            | E::If { .. }
            | E::Any(..)
            | E::All(..)
            | E::CountTuples(_)
            | E::Sum(..)
            | E::Most { .. }
            | E::Reach { .. }
            | E::Each { first: None, .. } => {}
        }
    }
}

fn read_contents(model: &Model, place: &Expression, kinds: Option<&BTreeSet<KindId>>, reads: &mut Reads) {
    for class in classes_of(&place.of) {
        let held = held_by(model, class);
        let wanted = held.into_iter().filter(|kind| kinds.is_none_or(|kinds| kinds.contains(kind)));
        reads.contents.extend(wanted.map(|kind| (kind, class)));
    }
}

/// What a clause of a definition says.
fn body(model: &Model, (definition, clause): DefinitionNode) -> Option<&Expression> {
    let definition = model.definitions.get(definition.index())?;
    definition.clauses.get(clause).map(|clause| &clause.body)
}

/// The clauses of definitions that an expression calls, in it or in its parts.
pub fn called(model: &Model, expression: &Expression) -> Vec<DefinitionNode> {
    walk::deep(expression).flat_map(|part| called_here(model, part)).collect()
}

/// The clauses that this very expression calls.
pub fn called_here(model: &Model, expression: &Expression) -> Vec<DefinitionNode> {
    let ExpressionKind::Call(definition, arguments) = expression.kind.as_ref() else { return Vec::new() };
    let Some(found) = model.definitions.get(definition.index()) else { return Vec::new() };
    let values: Vec<_> = found.clauses.iter().map(|clause| clause.value).collect();
    let fitting = fitting_clauses(&values, found.selector, &found.parameters, arguments);
    fitting.into_iter().map(|clause| (*definition, clause)).collect()
}

/// Which clauses a call may go to, by the static type of what stands at the selector.
pub fn fitting_clauses(
    values: &[Option<i32>],
    selector: Option<usize>,
    parameters: &[Type],
    arguments: &[Expression],
) -> Vec<usize> {
    let all = || (0..values.len()).collect();
    let Some(at) = selector else { return all() };
    let (Some(parameter), Some(argument)) = (parameters.get(at), arguments.get(at)) else { return all() };
    let named = |value: i32| values.contains(&Some(value));
    let rest = match &argument.of.sort {
        Sort::Number { least, greatest } => {
            let inside = |value: i64| may_be(parameter, value) && i32::try_from(value).is_ok_and(|value| !named(value));
            // More values than clauses: one of them has none of its own.
            let wide = i64::from(*greatest) - i64::from(*least) >= i64::try_from(values.len()).unwrap_or(i64::MAX);
            wide || (i64::from(*least)..=i64::from(*greatest)).any(inside)
        }
        Sort::Value { allowed, of: _ } => {
            allowed.iter().any(|value| may_be(parameter, i64::from(*value)) && !named(*value))
        }
        Sort::YesNo => !named(0) || !named(1),
        Sort::Player | Sort::Component { .. } | Sort::Place { .. } | Sort::Direction | Sort::Nothing => true,
    };
    let fits = |value: &Option<i32>| value.map_or(rest, |value| may_be(&argument.of, i64::from(value)));
    values.iter().enumerate().filter(|(_, value)| fits(value)).map(|(clause, _)| clause).collect()
}

/// Whether a value of this type may be that one.
pub fn may_be(of: &Type, value: i64) -> bool {
    match &of.sort {
        Sort::Number { least, greatest } => i64::from(*least) <= value && value <= i64::from(*greatest),
        Sort::Value { allowed, of: _ } => i32::try_from(value).is_ok_and(|value| allowed.contains(&value)),
        Sort::YesNo => value == 0 || value == 1,
        Sort::Player | Sort::Component { .. } | Sort::Place { .. } | Sort::Direction | Sort::Nothing => true,
    }
}
