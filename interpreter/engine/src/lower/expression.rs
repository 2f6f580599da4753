//! Expressions to nodes.

use rulehound_grammar::span::Location;

use super::{Lowering, reach};
use crate::instance::to_value;
use crate::program::{
    ArgumentCode, AttributeCode, BinderCode, CellCode, DefinitionCode, EachCode, FamilyCode, FamilyOfCode, FirstCode,
    IndexCode, KeyCode, MOST_ARGUMENTS, MostCode, Node, NodeId, OfNone,
};
use rulehound_rules::facts::effects::{classes_of, held_by};
use rulehound_rules::facts::secrets::may_be_hidden;
use rulehound_rules::facts::walk;
use rulehound_rules::model::value::yes_no;
use rulehound_rules::model::{
    AreaId, AreaKind, AttributeCell, Binder, Cell, Comparison, Definition, DefinitionClause, DefinitionId, Expression,
    ExpressionKind, Index, Key, KindId, Model, OwnerSort, PlaceClass, Shape, Sort, Type,
};

impl Lowering<'_> {
    /// All definitions, so that calls can name them by number.
    pub(super) fn definitions(&mut self) {
        let model = self.model;
        for definition in &model.definitions {
            let code = self.definition(definition);
            self.program.definitions.push(code);
        }
    }

    fn definition(&mut self, definition: &Definition) -> DefinitionCode {
        let of_none = of_none(&definition.of);
        let mut clauses = Vec::new();
        for clause in &definition.clauses {
            let parameters: Vec<_> =
                clause.parameters.iter().map(|local| local.map(|local| self.bind(local))).collect();
            let body = self.expression(&clause.body);
            clauses.push((clause.value, parameters, body));
        }
        let name = definition.name.clone();
        let remembered = definition.parameters.len() <= MOST_ARGUMENTS && definition.clauses.iter().any(is_work);
        DefinitionCode { name, selector: definition.selector, remembered, of_none, clauses }
    }

    /// One expression.
    pub(super) fn expression(&mut self, expression: &Expression) -> NodeId {
        let node = self.lower(expression);
        self.node(node, expression.at)
    }

    fn option(&mut self, expression: Option<&Expression>) -> Option<NodeId> {
        expression.map(|expression| self.expression(expression))
    }

    fn all(&mut self, expressions: &[Expression]) -> Box<[NodeId]> {
        expressions.iter().map(|expression| self.expression(expression)).collect()
    }

    fn lower(&mut self, expression: &Expression) -> Node {
        let at = expression.at;
        match &*expression.kind {
            ExpressionKind::Constant(value) => Node::Constant(*value),
            ExpressionKind::Setting(id) => {
                Node::Constant(self.instance().settings.get(id.index()).copied().unwrap_or_default())
            }
            ExpressionKind::Local(id) => {
                let set =
                    self.model.locals.get(id.index()).is_some_and(|local| matches!(local.of.shape, Shape::Set { .. }));
                let at = self.local(*id);
                if set { Node::LoadSet(at) } else { Node::Load(at) }
            }
            ExpressionKind::Variable(cell) => {
                let code = self.cell(cell);
                if code.owner.is_none() && code.indices.is_empty() && code.audience.is_none() {
                    Node::Plain(code.first, code.variable)
                } else {
                    Node::Cell(Box::new(code))
                }
            }
            ExpressionKind::Attribute(cell) => Node::Attribute(Box::new(self.attribute(cell))),
            ExpressionKind::Table(id, indices) => {
                let index = self.model.tables.get(id.index()).map(|table| table.index.clone()).unwrap_or_default();
                Node::Table(id.0, self.indices(&index, indices))
            }
            ExpressionKind::Owner(of) => Node::Owner(self.expression(of)),
            ExpressionKind::PlaceOf(of) => Node::PlaceOf(self.expression(of)),
            ExpressionKind::IndexOf(of) => Node::IndexOf(self.expression(of)),
            ExpressionKind::ColumnOf(of) => Node::ColumnOf(self.expression(of)),
            ExpressionKind::RowOf(of) => Node::RowOf(self.expression(of)),
            ExpressionKind::Top(of) => Node::Top(self.expression(of)),
            ExpressionKind::Bottom(of) => Node::Bottom(self.expression(of)),
            ExpressionKind::Marked { board, mark, place } => {
                let place = self.expression(place);
                let mark = u32::try_from(*mark).unwrap_or(u32::MAX);
                Node::Marked { board: board.0, first: self.first(PlaceClass::Area(*board)), mark, place }
            }
            ExpressionKind::BoxOf(sort, owner) => self.box_of(*sort, owner.as_ref()),
            ExpressionKind::Zone { zone, owner, indices } => self.zone(*zone, owner.as_ref(), indices),
            ExpressionKind::BoardPlace(board, number) => {
                let number = self.expression(number);
                let count = to_value(self.instance().owners(OwnerSort::Board(*board)).len());
                Node::BoardPlace { first: self.first(PlaceClass::Area(*board)), count, number }
            }
            ExpressionKind::Call(id, arguments) => Node::Call(id.0, self.arguments(*id, arguments)),
            ExpressionKind::BuiltIn(word, arguments) => Node::BuiltIn(*word, self.all(arguments)),
            ExpressionKind::Not(of) => self.negated(of),
            ExpressionKind::Negative(of) => Node::Negative(self.expression(of)),
            ExpressionKind::And(left, right) => self.joined(left, right, true),
            ExpressionKind::Or(left, right) => self.joined(left, right, false),
            ExpressionKind::Arithmetic(sign, left, right) => {
                Node::Arithmetic(*sign, self.expression(left), self.expression(right))
            }
            ExpressionKind::Compare(sign, left, right) => self.compared(*sign, left, right),
            ExpressionKind::Among { element, set, negated } => {
                Node::Among { element: self.expression(element), set: self.expression(set), negated: *negated }
            }
            ExpressionKind::If { arms, otherwise } => {
                let arms = arms.iter().map(|(test, value)| (self.expression(test), self.expression(value))).collect();
                Node::If(arms, self.expression(otherwise))
            }
            ExpressionKind::Any(binders, None) if let Some(set) = only_counted(self.model, binders) => {
                let set = self.expression(set);
                let count = self.node(Node::CountOf(set), at);
                Node::CompareWith(Comparison::Greater, count, 0)
            }
            ExpressionKind::Any(binders, body) => {
                let binders = self.binders(binders);
                Node::Any(binders, self.body(body.as_ref(), at))
            }
            ExpressionKind::All(binders, body) => {
                let binders = self.binders(binders);
                Node::All(binders, self.body(body.as_ref(), at))
            }
            ExpressionKind::CountTuples(binders) => match only_counted(self.model, binders) {
                Some(set) => Node::CountOf(self.expression(set)),
                None => Node::CountTuples(self.binders(binders)),
            },
            ExpressionKind::CountOf(set) => Node::CountOf(self.expression(set)),
            ExpressionKind::CountOn { components, place } => {
                Node::CountOn(self.expression(components), self.expression(place))
            }
            ExpressionKind::Sum(binders, value) => {
                let binders = self.binders(binders);
                Node::Sum(binders, self.expression(value))
            }
            ExpressionKind::Most { greatest, binders, value, otherwise } => {
                let binders = self.binders(binders);
                let value = self.expression(value);
                let otherwise = self.option(otherwise.as_ref());
                Node::Most(Box::new(MostCode { greatest: *greatest, binders, value, otherwise }))
            }
            ExpressionKind::First { binders, keys, value, otherwise } => {
                let binders = self.binders(binders);
                let keys = self.keys(keys);
                let value = self.expression(value);
                let otherwise = self.option(otherwise.as_ref());
                Node::First(Box::new(FirstCode { binders, keys, value, otherwise }))
            }
            ExpressionKind::Range(from, to) => Node::Range(self.expression(from), self.expression(to)),
            ExpressionKind::Players => Node::Span(0, to_value(self.instance().seats())),
            ExpressionKind::Values(id) => Node::Span(0, to_value(self.instance().values(*id))),
            ExpressionKind::Directions => Node::Span(0, 8),
            ExpressionKind::Board(board) => self.span(PlaceClass::Area(*board)),
            ExpressionKind::Family(zone, None) => self.span(PlaceClass::Area(*zone)),
            ExpressionKind::Family(zone, Some(owner)) => self.family_of(*zone, owner),
            ExpressionKind::Components(kind, owner) => Node::Components(*kind, self.option(owner.as_ref())),
            ExpressionKind::Contents(place) => {
                let classes = classes_of(&place.of);
                let kinds: std::collections::BTreeSet<KindId> =
                    classes.into_iter().flat_map(|class| held_by(self.model, class)).collect();
                Node::Contents(self.expression(place), kinds.into_iter().collect())
            }
            ExpressionKind::Listed(values) => Node::Listed(self.all(values)),
            ExpressionKind::Union(left, right) => Node::Union(self.expression(left), self.expression(right)),
            ExpressionKind::Each { first, binders, keys, value } => {
                let first = self.option(first.as_ref());
                let set = matches!(value.of.shape, Shape::Set { .. });
                let binders = self.binders(binders);
                let keys = self.keys(keys);
                Node::Each(Box::new(EachCode { first, binders, keys, value: self.expression(value), set }))
            }
            ExpressionKind::Reach { local, from, to } => reach::lower(self, *local, from, to),
            ExpressionKind::OneOrNothing(of) => Node::OneOrNothing(self.expression(of)),
            ExpressionKind::Only(of) => self.only(of, at),
            ExpressionKind::TooDeep { name, most } => {
                Node::TooDeep(format!("`{name}` goes more than {most} deep within itself").into())
            }
        }
    }

    /// What is passed to a definition. A value whose type fits needs no check.
    fn arguments(&mut self, id: DefinitionId, arguments: &[Expression]) -> Box<[ArgumentCode]> {
        let parameters = self.model.definitions.get(id.index()).map(|it| it.parameters.as_slice()).unwrap_or_default();
        let argument = |(index, argument): (usize, &Expression)| {
            let value = self.expression(argument);
            let parameter = parameters.get(index);
            let stops = parameter.is_some_and(|of| of.shape != Shape::OneOrNone);
            // None ends the call before it is checked.
            let mut of = argument.of.clone();
            if stops && of.shape == Shape::OneOrNone {
                of.shape = Shape::One;
            }
            let check = parameter.and_then(|parameter| self.check(&of, parameter));
            ArgumentCode { value, check, stops }
        };
        arguments.iter().enumerate().map(argument).collect()
    }

    /// The body of `any` and `all`; without one every tuple will do.
    fn body(&mut self, body: Option<&Expression>, at: Location) -> NodeId {
        match body {
            Some(body) => self.expression(body),
            None => self.node(Node::Constant(yes_no(true)), at),
        }
    }

    /// What an expression always gives, if that is known.
    fn constant(&self, id: NodeId) -> Option<i32> {
        match self.program.nodes.get(id.0 as usize) {
            Some(Node::Constant(value)) => Some(*value),
            Some(_) | None => None,
        }
    }

    fn negated(&mut self, of: &Expression) -> Node {
        let of = self.expression(of);
        self.constant(of).map_or(Node::Not(of), |value| Node::Constant(yes_no(value != yes_no(true))))
    }

    /// `and` or `or`. What a setting decides is decided here.
    fn joined(&mut self, left: &Expression, right: &Expression, and: bool) -> Node {
        let (left, right) = (self.expression(left), self.expression(right));
        match self.constant(left).map(|value| value == yes_no(true)) {
            Some(holds) if holds != and => Node::Constant(yes_no(holds)),
            Some(_) => Node::Holds(right),
            None if and => Node::And(left, right),
            None => Node::Or(left, right),
        }
    }

    fn compared(&mut self, sign: Comparison, left: &Expression, right: &Expression) -> Node {
        let (left, right) = (self.expression(left), self.expression(right));
        match (self.constant(left), self.constant(right)) {
            (Some(left), Some(right)) => Node::Constant(yes_no(sign.holds(left, right))),
            (None, Some(right)) => Node::CompareWith(sign, left, right),
            (_, None) => Node::Compare(sign, left, right),
        }
    }

    fn only(&mut self, of: &Expression, at: Location) -> Node {
        let set = self.lower(of);
        let set = self.node(set, at);
        Node::Only(set)
    }

    fn first(&self, class: PlaceClass) -> i32 {
        self.instance().classes.get(&class).map_or(0, |range| range.start)
    }

    fn span(&self, class: PlaceClass) -> Node {
        let range = self.instance().classes.get(&class).cloned().unwrap_or(0..0);
        Node::Span(range.start, range.end - range.start)
    }

    pub(super) fn cell(&mut self, cell: &Cell) -> CellCode {
        let id = cell.variable;
        let declared = self.model.variables.get(id.index());
        let (index, sort) = declared.map(|it| (it.index.clone(), it.owner)).unwrap_or((Vec::new(), OwnerSort::Common));
        let size = to_value(self.instance().family_size(&index));
        let owner = cell.owner.as_ref().map(|owner| self.owner_index(sort, owner, size));
        let indices = self.indices(&index, &cell.indices);
        let first = self.program.layout.variables.get(id.index()).copied().unwrap_or_default();
        // Audiences are added in the order of variables, after definitions; the number is known before.
        let open = declared.is_none_or(|variable| variable.audience.is_open());
        // What belongs to a component is seen only by those who see the component.
        let hides = matches!(sort, OwnerSort::Kind(kind) if may_be_hidden(self.model, kind));
        let audience = (!open || hides).then_some(crate::program::AudienceId(id.0));
        let of_none = declared.map_or(OfNone::Fault, |variable| of_none(&variable.of));
        CellCode { variable: id.0, first, owner, indices, audience, of_none }
    }

    pub(super) fn attribute(&mut self, cell: &AttributeCell) -> AttributeCode {
        let declared = self.model.kinds.get(cell.kind.index()).and_then(|kind| kind.attributes.get(cell.attribute));
        let (index, first) = declared.map(|it| (it.index.clone(), it.first_cell)).unwrap_or_default();
        let of_none = declared.map_or(OfNone::Fault, |attribute| of_none(&attribute.of));
        let component = self.expression(&cell.component);
        AttributeCode {
            kind: cell.kind,
            attribute: u32::try_from(cell.attribute).unwrap_or(u32::MAX),
            first: u32::try_from(first).unwrap_or(u32::MAX),
            component,
            indices: self.indices(&index, &cell.indices),
            of_none,
        }
    }

    fn owner_index(&mut self, sort: OwnerSort, owner: &Expression, stride: i32) -> IndexCode {
        let range = self.instance().owners(sort);
        let value = self.expression(owner);
        IndexCode { value, least: range.start, count: range.end - range.start, stride }
    }

    fn indices(&mut self, index: &[Index], values: &[Expression]) -> Box<[IndexCode]> {
        let sizes: Vec<_> = index.iter().map(|index| self.instance().index_values(*index)).collect();
        let mut stride = 1;
        let mut codes = Vec::new();
        for (range, value) in sizes.iter().zip(values).rev() {
            let count = range.end - range.start;
            codes.push(IndexCode { value: self.expression(value), least: range.start, count, stride });
            stride *= count;
        }
        codes.reverse();
        codes.into()
    }

    fn box_of(&mut self, sort: OwnerSort, owner: Option<&Expression>) -> Node {
        let owner = owner.map(|owner| self.owner_index(sort, owner, 1));
        Node::Family(Box::new(FamilyCode { first: self.first(PlaceClass::Box(sort)), owner, indices: Box::default() }))
    }

    fn zone(&mut self, zone: AreaId, owner: Option<&Expression>, indices: &[Expression]) -> Node {
        let (index, sort) = self.zone_shape(zone);
        let size = to_value(self.instance().family_size(&index));
        let owner = owner.map(|owner| self.owner_index(sort, owner, size));
        let indices = self.indices(&index, indices);
        Node::Family(Box::new(FamilyCode { first: self.first(PlaceClass::Area(zone)), owner, indices }))
    }

    fn family_of(&mut self, zone: AreaId, owner: &Expression) -> Node {
        let (index, sort) = self.zone_shape(zone);
        let size = to_value(self.instance().family_size(&index));
        let owner = self.owner_index(sort, owner, size);
        Node::FamilyOf(Box::new(FamilyOfCode { first: self.first(PlaceClass::Area(zone)), size, owner }))
    }

    fn zone_shape(&self, zone: AreaId) -> (Vec<Index>, OwnerSort) {
        match self.model.areas.get(zone.index()).map(|area| &area.kind) {
            Some(AreaKind::Zone(zone)) => (zone.index.clone(), zone.owner),
            Some(AreaKind::Board(_)) | None => (Vec::new(), OwnerSort::Common),
        }
    }

    /// Names that go through sets. Names of statements must be bound before.
    pub(super) fn binders(&mut self, binders: &[Binder]) -> Box<[BinderCode]> {
        binders.iter().map(|binder| self.binder(binder)).collect()
    }

    /// One name that goes through a set.
    pub(super) fn binder(&mut self, binder: &Binder) -> BinderCode {
        let set = self.expression(&binder.set);
        let from = self.option(binder.from.as_ref());
        let local = self.local(binder.local);
        let condition = self.option(binder.condition.as_ref());
        let components = matches!(binder.set.of.sort, Sort::Component { .. });
        BinderCode { local, set, from, round: binder.round, condition, components }
    }

    /// Keys of an order.
    pub(super) fn keys(&mut self, keys: &[Key]) -> Box<[KeyCode]> {
        keys.iter().map(|key| KeyCode { best: key.best, value: self.expression(&key.value) }).collect()
    }
}

/// Whether working out a clause costs more than looking up what it gave: it goes through a set or calls another definition.
fn is_work(clause: &DefinitionClause) -> bool {
    let works = |expression: &Expression| {
        matches!(
            &*expression.kind,
            ExpressionKind::Call(..)
                | ExpressionKind::Any(..)
                | ExpressionKind::All(..)
                | ExpressionKind::CountTuples(_)
                | ExpressionKind::CountOf(_)
                | ExpressionKind::CountOn { .. }
                | ExpressionKind::Sum(..)
                | ExpressionKind::Most { .. }
                | ExpressionKind::First { .. }
                | ExpressionKind::Reach { .. }
                | ExpressionKind::Top(_)
                | ExpressionKind::Bottom(_)
        )
    };
    walk::deep(&clause.body).any(works)
}

/// Asked of none, yes or no is no; a place, component or set is none; anything else is a fault.
fn of_none(of: &Type) -> OfNone {
    match (of.shape, &of.sort) {
        (Shape::One, Sort::YesNo) => OfNone::No,
        (Shape::Set { .. }, _) | (_, Sort::Place { .. } | Sort::Component { .. }) => OfNone::None,
        (Shape::One | Shape::OneOrNone, _) => OfNone::Fault,
    }
}

/// What lies at a place that may be hidden, where it is only asked how much that is, which anybody may know.
fn only_counted<'e>(model: &Model, binders: &'e [Binder]) -> Option<&'e Expression> {
    let [Binder { set, condition: None, from: None, .. }] = binders else { return None };
    let ExpressionKind::Contents(place) = &*set.kind else { return None };
    let hides = |class| model.zone(class).is_some_and(|(_, zone)| !zone.audience.is_open());
    classes_of(&place.of).into_iter().any(hides).then_some(set)
}
