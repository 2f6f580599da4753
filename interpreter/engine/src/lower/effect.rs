//! Effects, and what they set off.

use std::collections::BTreeSet;

use rulehound_grammar::span::Location;

use super::Lowering;
use crate::program::{
    DrawCode, Holder, Instruction, ListCode, MoveCode, MoveWhat, Node, PlaceCode, RollCode, ShowCode, ShowWhat,
    TargetCode, WinCode,
};
use rulehound_rules::facts::Facts;
use rulehound_rules::facts::stops::stops_itself;
use rulehound_rules::model::{
    Binder, Destination, Expression, KindId, Remember, Selection, Shape, Shown, Sort, Statement, StatementKind, Target,
    Type, Win,
};

/// Who watches what moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Watched {
    /// Nobody.
    Never,
    /// Triggers that neither stop nor leave.
    InPassing,
    /// Triggers that may.
    AcrossStops,
}

impl Lowering<'_> {
    /// An effect with everything it sets off: `after` triggers first, then all `when`.
    pub(super) fn effect(&mut self, statement: &Statement) {
        let from = self.next;
        let triggers = self.facts.watching.after_move(self.model, statement);
        let touches = !self.facts.watching.whens(self.model, statement).is_empty();
        let watched = if triggers.is_empty() { Watched::Never } else { self.watched(statement) };
        let list = self.emit_effect(statement, watched);
        if let Some(list) = &list {
            if touches && !triggers.is_empty() {
                self.mark_whens(statement.at);
            }
            for trigger in triggers {
                let pc = self.emit(Instruction::AfterMove(list.clone(), trigger.0, 0), statement.at);
                self.land(pc);
            }
            self.emit(Instruction::MovedEnd(list.clone()), statement.at);
        }
        // A name that a draw binds goes on living behind the statement; its cells come last.
        if !matches!(statement.kind, StatementKind::DrawOne(_)) {
            self.clear(from, statement.at);
        }
        self.whens(touches, statement.at);
    }

    /// How what moves is watched: a list that no stop and no `leave` can meet need not be kept in the position.
    fn watched(&self, statement: &Statement) -> Watched {
        let Facts { watching, calls, stops, flow, .. } = self.facts;
        let waits = stops_itself(self.model, statement) || stops.runs_stop(self.model, watching, calls, statement);
        let leaves = !flow.statement(self.model, watching, statement).leaves.is_empty();
        if waits || leaves { Watched::AcrossStops } else { Watched::InPassing }
    }

    /// Emits the effect itself; gives the list of what moved if somebody watches or the statement needs it.
    fn emit_effect(&mut self, statement: &Statement, watched: Watched) -> Option<ListCode> {
        let at = statement.at;
        match &statement.kind {
            StatementKind::Move(what, to) => {
                let node = self.expression(what);
                let to = self.destination(to);
                let set = matches!(what.of.shape, Shape::Set { .. });
                let list = self.moved(watched, self.bound(&what.of));
                let what = if set { MoveWhat::Set(node, to) } else { MoveWhat::One(node, to) };
                self.emit(Instruction::Move(MoveCode { what, list: list.clone() }), at);
                list
            }
            StatementKind::MoveEach(selection, to) => self.move_each(selection, to, watched, at),
            StatementKind::Swap(one, other) => {
                let list = self.moved(watched, 2);
                let what = MoveWhat::Swap(self.expression(one), self.expression(other));
                self.emit(Instruction::Move(MoveCode { what, list: list.clone() }), at);
                list
            }
            StatementKind::MoveAll { from, to } => {
                let list = self.moved(watched, self.contents_bound(from));
                let from = self.contents(from);
                let to = self.destination(to);
                self.emit(Instruction::Move(MoveCode { what: MoveWhat::All(from, to), list: list.clone() }), at);
                list
            }
            StatementKind::MoveSome { amount, components, from, to } => {
                let list = self.moved(watched, self.bound(&components.of));
                let amount = amount.as_ref().map(|amount| self.expression(amount));
                let components = self.expression(components);
                let from = self.expression(from);
                let to = self.destination(to);
                let what = MoveWhat::Some(amount, components, from, to);
                self.emit(Instruction::Move(MoveCode { what, list: list.clone() }), at);
                list
            }
            StatementKind::DrawFrom { amount, from, to } => {
                let watched = self.watched(statement);
                Some(self.draw(amount, from, to, watched, at))
            }
            StatementKind::DrawOne(binder) => {
                self.draw_lot(binder, at);
                None
            }
            StatementKind::Roll(target) => {
                let values = self.roll_values(target);
                let target = self.target(target, None);
                self.emit(Instruction::Roll(target, RollCode { values }), at);
                None
            }
            StatementKind::Shuffle(pile) => {
                let pile = self.contents(pile);
                let counter = self.cells(1);
                self.emit(Instruction::ShuffleStart(counter), at);
                let top = self.emit(Instruction::Shuffle(counter, pile, 0), at);
                self.land(top);
                None
            }
            StatementKind::Set { target, operator, value } => {
                let node = self.expression(value);
                let stored = if operator.is_some() { None } else { Some(&value.of) };
                let target = self.target(target, stored);
                self.emit(Instruction::Set(target, *operator, node), at);
                None
            }
            StatementKind::Remember(what) => {
                let instruction = match what {
                    Remember::Note(value) => Instruction::Note(value.as_ref().map(|value| self.expression(value))),
                    Remember::Forget => Instruction::Forget,
                };
                self.emit(instruction, at);
                None
            }
            StatementKind::Choose(_)
            | StatementKind::ChooseOption { .. }
            | StatementKind::May(_)
            | StatementKind::Require(_)
            | StatementKind::If { .. }
            | StatementKind::For(..)
            | StatementKind::Repeat { .. }
            | StatementKind::RepeatFor { .. }
            | StatementKind::Simultaneous { .. }
            | StatementKind::Plan { .. }
            | StatementKind::Turn(..)
            | StatementKind::LayOut(..)
            | StatementKind::Leave(_)
            | StatementKind::Let(..)
            | StatementKind::Show { .. }
            | StatementKind::Do { .. }
            | StatementKind::Win(_) => None,
        }
    }

    fn moved(&mut self, watched: Watched, capacity: u32) -> Option<ListCode> {
        (watched != Watched::Never).then(|| {
            let list =
                if watched == Watched::InPassing { self.passing_list(3, capacity) } else { self.list(3, capacity) };
            self.program.holders.push(Holder::Rows(list.clone(), vec![true, false, false]));
            list
        })
    }

    fn move_each(
        &mut self,
        selection: &Selection,
        to: &Expression,
        watched: Watched,
        at: Location,
    ) -> Option<ListCode> {
        let capacity = self.selection_bound(selection);
        let (code, _) = self.selection(selection);
        let to = self.expression(to);
        let list = self.moved(watched, capacity);
        self.emit(Instruction::Move(MoveCode { what: MoveWhat::Each(code, to), list: list.clone() }), at);
        list
    }

    /// What lies at a place, as a set node.
    fn contents(&mut self, place: &Expression) -> crate::program::NodeId {
        let kinds = self.kinds_in(place);
        let node = self.expression(place);
        self.node(Node::Contents(node, kinds.into()), place.at)
    }

    /// The kinds that may lie at a place.
    fn kinds_in(&self, place: &Expression) -> Vec<KindId> {
        let classes = rulehound_rules::facts::effects::classes_of(&place.of).into_iter();
        let kinds: BTreeSet<_> =
            classes.flat_map(|class| rulehound_rules::facts::effects::held_by(self.model, class)).collect();
        kinds.into_iter().collect()
    }

    fn contents_bound(&self, place: &Expression) -> u32 {
        let kinds = self.kinds_in(place).into_iter().collect();
        self.bound(&Type { sort: Sort::Component { kinds }, shape: Shape::Set { most: u32::MAX } })
    }

    fn destination(&mut self, to: &Destination) -> PlaceCode {
        PlaceCode { place: self.expression(&to.place), beneath: to.beneath }
    }

    fn draw(
        &mut self,
        amount: &Expression,
        from: &Expression,
        to: &Destination,
        watched: Watched,
        at: Location,
    ) -> ListCode {
        let most = match &amount.of.sort {
            Sort::Number { greatest, .. } => u32::try_from(*greatest).unwrap_or(0),
            _ => u32::MAX,
        };
        let capacity = most.min(self.contents_bound(from));
        let amount = self.expression(amount);
        let counter = self.cells(1);
        let list = if watched == Watched::InPassing { self.passing_list(3, capacity) } else { self.list(3, capacity) };
        self.program.holders.push(Holder::Rows(list.clone(), vec![true, false, false]));
        let places = self.cells(2);
        let kinds = self.kinds_in(from);
        let place = self.expression(from);
        let beneath = to.beneath;
        let to = self.expression(&to.place);
        self.emit(Instruction::DrawStart { counter, list: list.clone(), amount, places, from: place, to }, at);
        let draw = DrawCode { counter, list: list.clone(), places, kinds, beneath, end: 0 };
        let pc = self.emit(Instruction::Draw(draw), at);
        self.land(pc);
        list
    }

    fn draw_lot(&mut self, binder: &Binder, at: Location) {
        let sort = binder.set.of.sort.clone();
        let local = self.bind(binder.local);
        let code = self.binder(binder);
        self.emit(Instruction::DrawLot(local, code, sort), at);
    }

    /// What `set` or `roll` changes, and what a value of type `stored` must be there.
    fn target(&mut self, target: &Target, stored: Option<&Type>) -> TargetCode {
        let of = self.target_type(target);
        let (node, at) = match target {
            Target::Variable(cell) => {
                let at = self.model.variables.get(cell.variable.index()).map(|it| it.at).unwrap_or_default();
                (Node::Cell(Box::new(self.cell(cell))), at)
            }
            Target::Attribute(cell) => (Node::Attribute(Box::new(self.attribute(cell))), cell.component.at),
        };
        let anything = Type { sort: Sort::Nothing, shape: Shape::OneOrNone };
        let check = self.check(stored.unwrap_or(&anything), &of);
        TargetCode { node: self.node(node, at), check, sort: of.sort }
    }

    fn target_type(&self, target: &Target) -> Type {
        let found = match target {
            Target::Variable(cell) => self.model.variables.get(cell.variable.index()).map(|it| it.of.clone()),
            Target::Attribute(cell) => {
                let kind = self.model.kinds.get(cell.kind.index());
                kind.and_then(|kind| kind.attributes.get(cell.attribute)).map(|it| it.of.clone())
            }
        };
        found.unwrap_or(Type { sort: Sort::Nothing, shape: Shape::OneOrNone })
    }

    fn roll_values(&self, target: &Target) -> Vec<i32> {
        match self.target_type(target).sort {
            Sort::Number { least, greatest } => (least..=greatest).take(65_536).collect(),
            Sort::YesNo => vec![0, 1],
            Sort::Value { allowed, .. } => allowed.into_iter().collect(),
            Sort::Player => self.instance().owners(rulehound_rules::model::OwnerSort::Player).collect(),
            Sort::Direction => (0..8).collect(),
            Sort::Component { .. } | Sort::Place { .. } | Sort::Nothing => Vec::new(),
        }
    }

    /// `show`.
    pub(super) fn lower_show(&mut self, what: &Shown, to: Option<&Expression>, at: Location) {
        let to = to.map(|to| (self.expression(to), matches!(to.of.shape, Shape::Set { .. })));
        let what = match what {
            Shown::Components(set) => ShowWhat::Components(self.expression(set)),
            Shown::Words(text) => {
                let unheard = self.veiling.here.unheard(at, &self.program.node_at);
                self.unheard.extend(unheard.filter(|unheard| to.is_none() || !unheard.by_some));
                ShowWhat::Words(self.text(text))
            }
            Shown::Variable(cell) => {
                let sort = self.target_type(&Target::Variable(cell.clone())).sort;
                let node = Node::Cell(Box::new(self.cell(cell)));
                ShowWhat::Cell(self.node(node, at), sort)
            }
            Shown::Variables(id, owner) => {
                let sort = self.model.variables.get(id.index()).map(|it| it.of.sort.clone()).unwrap_or(Sort::Nothing);
                ShowWhat::Cells(id.0, owner.as_ref().map(|owner| self.expression(owner)), sort)
            }
        };
        self.emit(Instruction::Show(ShowCode { what, to }), at);
    }

    /// `win`.
    pub(super) fn lower_win(&mut self, win: &Win, at: Location) {
        let code = match win {
            Win::Nobody => WinCode::Nobody,
            Win::These(players) => {
                let node = self.expression(players);
                let set = matches!(players.of.shape, Shape::Set { .. });
                let node = if set { node } else { self.node(Node::OneOrNothing(node), players.at) };
                WinCode::These(node)
            }
            Win::Ranked(binder, keys) => {
                self.local(binder.local);
                let binder = self.binder(binder);
                WinCode::Ranked(binder, self.keys(keys))
            }
        };
        self.emit(Instruction::Win(code), at);
    }
}
