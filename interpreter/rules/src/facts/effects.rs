//! What an effect may write, by the static types of its expressions.

use std::collections::BTreeSet;

use super::walk;
use crate::model::{
    AreaId, AreaKind, Board, Expression, KindId, Model, Moved, Moves, PlaceClass, RunnableId, Sort, Statement, Target,
    Type, VariableId,
};

/// What may be written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Writes {
    /// Variables.
    pub variables: BTreeSet<VariableId>,
    /// Attributes, by kind and number.
    pub attributes: BTreeSet<(KindId, usize)>,
    /// Which kinds may come to or go from which places (or lie otherwise there than before).
    pub places: BTreeSet<(KindId, PlaceClass)>,
    /// Whether the positions that were noted are others than before.
    pub remembered: bool,
}

impl Writes {
    /// Whether nothing is written.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Adds what another writes; tells whether that was news.
    pub fn add(&mut self, other: &Self) -> bool {
        let size = |it: &Self| (it.variables.len(), it.attributes.len(), it.places.len(), it.remembered);
        let before = size(self);
        self.variables.extend(&other.variables);
        self.attributes.extend(&other.attributes);
        self.places.extend(&other.places);
        self.remembered |= other.remembered;
        before != size(self)
    }
}

/// What a moving effect may move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Movement {
    /// What may move.
    pub kinds: BTreeSet<KindId>,
    /// Where it may come from.
    pub from: BTreeSet<PlaceClass>,
    /// Where it may go.
    pub to: BTreeSet<PlaceClass>,
}

/// What the effect itself writes; nothing for what is no effect. What it sets off is left out.
pub fn writes(model: &Model, statement: &Statement) -> Writes {
    let mut found = Writes::default();
    if let Some(movement) = movement(model, statement) {
        for kind in &movement.kinds {
            let ends = movement.from.iter().chain(&movement.to);
            found.places.extend(ends.filter(|class| accepts(model, **class, *kind)).map(|class| (*kind, *class)));
        }
    }
    let traits = statement.traits();
    found.remembered = traits.remembers;
    if let Some(target) = traits.writes {
        write_target(target, &mut found);
    }
    if let Some(pile) = traits.shuffles {
        for class in classes_of(&pile.of) {
            found.places.extend(held_by(model, class).into_iter().map(|kind| (kind, class)));
        }
    }
    found
}

fn write_target(target: &Target, found: &mut Writes) {
    match target {
        Target::Variable(cell) => {
            found.variables.insert(cell.variable);
        }
        Target::Attribute(cell) => {
            found.attributes.insert((cell.kind, cell.attribute));
        }
    }
}

/// What gets its first value again when a phase or rule begins (`= e each ph`).
pub fn fresh_writes(model: &Model, runnable: RunnableId) -> Writes {
    let variables = fresh_variables(model, runnable).into_iter().collect();
    Writes { variables, ..Writes::default() }
}

/// The variables that get their first value again when a phase or rule begins, as declared. What stands under a
/// replaced name belongs to what now bears it.
pub fn fresh_variables(model: &Model, runnable: RunnableId) -> Vec<VariableId> {
    let each = |at: usize| VariableId::from(at);
    let runnable = model.written_runnable(runnable);
    let fresh = model.variables.iter().enumerate().filter(|(_, variable)| variable.each == Some(runnable));
    fresh.map(|(at, _)| each(at)).collect()
}

/// What the effect itself may move; `None` for what moves nothing.
pub fn movement(model: &Model, statement: &Statement) -> Option<Movement> {
    let Moves { what, from, to } = statement.traits().moves?;
    let kinds = match what {
        Moved::These(what) => kinds_of(&what.of),
        Moved::Both(one, other) => kinds_of(&one.of).union(&kinds_of(&other.of)).copied().collect(),
        Moved::Each(selection) => {
            let names = selection.binders.iter().filter_map(|binder| model.locals.get(binder.local.index()));
            names.flat_map(|local| kinds_of(&local.of)).collect()
        }
        Moved::AllThere => {
            let classes = from.map(|from| classes_of(&from.of)).unwrap_or_default();
            classes.into_iter().flat_map(|class| held_by(model, class)).collect()
        }
    };
    Some(known_kinds(model, kinds, from, to))
}

/// Without a source the component may come from wherever its kind may lie; without a target it may go there.
fn known_kinds(model: &Model, kinds: BTreeSet<KindId>, from: Option<&Expression>, to: Option<&Expression>) -> Movement {
    let end = |place: Option<&Expression>| match place {
        Some(place) => classes_of(&place.of),
        None => kinds.iter().flat_map(|kind| homes_of(model, *kind)).collect(),
    };
    let (from, to) = (end(from), end(to));
    let fits = |ends: &BTreeSet<PlaceClass>, kind: KindId| ends.iter().any(|class| accepts(model, *class, kind));
    let kinds: BTreeSet<_> = kinds.into_iter().filter(|kind| fits(&from, *kind) && fits(&to, *kind)).collect();
    let useful = |ends: BTreeSet<PlaceClass>| -> BTreeSet<PlaceClass> {
        ends.into_iter().filter(|class| kinds.iter().any(|kind| accepts(model, *class, *kind))).collect()
    };
    let (from, to) = (useful(from), useful(to));
    Movement { kinds, from, to }
}

/// The kinds that something may bring to a board or beside it, in the order of the rules.
pub fn arriving(model: &Model, area: AreaId, board: &Board) -> BTreeSet<KindId> {
    let beside = board.beside.iter().flat_map(|beside| classes_of(&beside.places.of));
    let here: BTreeSet<PlaceClass> = beside.chain([PlaceClass::Area(area)]).collect();
    let clauses = model.runnables.iter().flat_map(|runnable| &runnable.clauses).map(|clause| &clause.body);
    let bodies = clauses.chain(model.triggers.iter().map(|trigger| &trigger.body));
    let movements = bodies.flat_map(walk::statements).filter_map(|statement| movement(model, statement));
    let here = movements.filter(|movement| !movement.to.is_disjoint(&here));
    here.flat_map(|movement| movement.kinds).collect()
}

/// The kinds an expression may give; none if it gives no components.
pub fn kinds_of(of: &Type) -> BTreeSet<KindId> {
    match &of.sort {
        Sort::Component { kinds } => kinds.clone(),
        Sort::Place { .. }
        | Sort::Number { .. }
        | Sort::YesNo
        | Sort::Value { .. }
        | Sort::Player
        | Sort::Direction
        | Sort::Nothing => BTreeSet::new(),
    }
}

/// The classes of places an expression may give; none if it gives no places.
pub fn classes_of(of: &Type) -> BTreeSet<PlaceClass> {
    match &of.sort {
        Sort::Place { classes } => classes.clone(),
        Sort::Component { .. }
        | Sort::Number { .. }
        | Sort::YesNo
        | Sort::Value { .. }
        | Sort::Player
        | Sort::Direction
        | Sort::Nothing => BTreeSet::new(),
    }
}

/// All kinds.
pub fn all_kinds(model: &Model) -> impl Iterator<Item = KindId> {
    (0..model.kinds.len()).map(KindId::from)
}

/// Whether a place of a class may hold a kind: boards all, zones what they name, boxes what their owners own.
pub fn accepts(model: &Model, class: PlaceClass, kind: KindId) -> bool {
    match class {
        PlaceClass::Area(area) => match model.areas.get(area.index()).map(|area| &area.kind) {
            Some(AreaKind::Board(_)) => true,
            Some(AreaKind::Zone(zone)) => zone.holds.contains(&kind),
            None => false,
        },
        PlaceClass::Box(owner) => model.kinds.get(kind.index()).is_some_and(|kind| kind.owner == owner),
    }
}

/// The kinds a class of places may hold.
pub fn held_by(model: &Model, class: PlaceClass) -> BTreeSet<KindId> {
    all_kinds(model).filter(|kind| accepts(model, class, *kind)).collect()
}

/// The classes of places in which a kind may lie.
pub fn homes_of(model: &Model, kind: KindId) -> BTreeSet<PlaceClass> {
    let areas = (0..model.areas.len()).map(|area| PlaceClass::Area(area.into()));
    let own = model.kinds.get(kind.index()).map(|kind| PlaceClass::Box(kind.owner));
    areas.chain(own).filter(|class| accepts(model, *class, kind)).collect()
}
