//! Ways through expressions and statements, so that a pass names only what it cares about.
//!
//! Expressions are walked with an explicit list, since a long sum is a deep tree; blocks nest at most 64 deep, so statements
//! are walked by recursion.

use crate::model::{
    AreaKind, Audience, AudienceKind, Binder, Block, Cell, Destination, Expression, ExpressionKind, Key, Model, Notes,
    Piece, Repeat, Requirement, Selection, Shown, Statement, StatementKind, Target, Text, Watch, WatchedArgument,
    WatchedPlace, Win,
};

/// What an expression is for in its statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It makes the offer: sets, conditions and sizes of a `choose`, the condition of a `may`.
    Offer,
    /// It is the condition of a `require`.
    Require,
    /// It stands in a text: an option, its wording, a refusal.
    Wording,
    /// Anything else.
    Work,
}

/// What a block is for in its statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside {
    /// A way of a `choose`, or the body of a `may`.
    Way,
    /// An `if none`.
    IfNone,
    /// An arm of an `if`, its `else` included.
    Arm,
    /// The body of a loop.
    Round,
    /// The secret block of a `simultaneous`.
    Secret,
    /// Its `reveal`.
    Reveal,
    /// The body of a `plan`.
    Plan,
    /// The body of a `turn of`.
    Turn,
}

/// A receiver of expressions with their roles.
pub type Visit<'v, 'm> = &'v mut dyn FnMut(Role, &'m Expression);

/// The parts of an expression one level down, as written.
pub fn parts(expression: &Expression) -> Vec<&Expression> {
    let mut found = Vec::new();
    collect_parts(expression, &mut found);
    found
}

fn collect_parts<'m>(expression: &'m Expression, found: &mut Vec<&'m Expression>) {
    use ExpressionKind as E;
    match expression.kind.as_ref() {
        E::Constant(_)
        | E::Setting(_)
        | E::Local(_)
        | E::Players
        | E::Values(_)
        | E::Directions
        | E::Board(_)
        | E::BoxOf(_, None)
        | E::Family(_, None)
        | E::Components(_, None) => {}
        E::Variable(cell) => cell_parts(cell, found),
        E::Attribute(cell) => {
            found.push(&cell.component);
            found.extend(&cell.indices);
        }
        E::Table(_, list) | E::Call(_, list) | E::BuiltIn(_, list) | E::Listed(list) => found.extend(list),
        E::Owner(e)
        | E::PlaceOf(e)
        | E::IndexOf(e)
        | E::ColumnOf(e)
        | E::RowOf(e)
        | E::Top(e)
        | E::Bottom(e)
        | E::BoxOf(_, Some(e))
        | E::BoardPlace(_, e)
        | E::Not(e)
        | E::Negative(e)
        | E::CountOf(e)
        | E::Family(_, Some(e))
        | E::Components(_, Some(e))
        | E::Contents(e)
        | E::OneOrNothing(e)
        | E::Only(e) => found.push(e),
        E::Marked { place, board: _, mark: _ } => found.push(place),
        E::Zone { owner, indices, zone: _ } => {
            found.extend(owner);
            found.extend(indices);
        }
        E::And(a, b)
        | E::Or(a, b)
        | E::Arithmetic(_, a, b)
        | E::Compare(_, a, b)
        | E::Range(a, b)
        | E::Union(a, b)
        | E::Among { element: a, set: b, negated: _ }
        | E::CountOn { components: a, place: b } => found.extend([a, b]),
        E::If { arms, otherwise } => {
            for (condition, value) in arms {
                found.extend([condition, value]);
            }
            found.push(otherwise);
        }
        E::Any(binders, value) | E::All(binders, value) => {
            binders.iter().for_each(|binder| binder_parts(binder, found));
            found.extend(value);
        }
        E::CountTuples(binders) => binders.iter().for_each(|binder| binder_parts(binder, found)),
        E::Sum(binders, value) => {
            binders.iter().for_each(|binder| binder_parts(binder, found));
            found.push(value);
        }
        E::Most { binders, value, otherwise, greatest: _ } => {
            binders.iter().for_each(|binder| binder_parts(binder, found));
            found.push(value);
            found.extend(otherwise);
        }
        E::First { binders, keys, value, otherwise } => {
            binders.iter().for_each(|binder| binder_parts(binder, found));
            found.extend(keys.iter().map(|key| &key.value));
            found.push(value);
            found.extend(otherwise);
        }
        E::Each { binders, keys, value } => {
            binders.iter().for_each(|binder| binder_parts(binder, found));
            found.extend(keys.iter().map(|key| &key.value));
            found.push(value);
        }
    }
}

fn cell_parts<'m>(cell: &'m Cell, found: &mut Vec<&'m Expression>) {
    found.extend(&cell.owner);
    found.extend(&cell.indices);
}

fn binder_parts<'m>(binder: &'m Binder, found: &mut Vec<&'m Expression>) {
    found.push(&binder.set);
    found.extend(&binder.from);
    found.extend(&binder.condition);
}

/// The names an expression binds, with their sets; empty if it binds none.
pub fn binders(expression: &Expression) -> &[Binder] {
    use ExpressionKind as E;
    match expression.kind.as_ref() {
        E::Any(binders, _)
        | E::All(binders, _)
        | E::CountTuples(binders)
        | E::Sum(binders, _)
        | E::Most { binders, .. }
        | E::First { binders, .. }
        | E::Each { binders, .. } => binders,
        E::Constant(_)
        | E::Setting(_)
        | E::Local(_)
        | E::Players
        | E::Values(_)
        | E::Directions
        | E::Board(_)
        | E::BoxOf(..)
        | E::Family(..)
        | E::Components(..)
        | E::Variable(_)
        | E::Attribute(_)
        | E::Table(..)
        | E::Call(..)
        | E::BuiltIn(..)
        | E::Listed(_)
        | E::Owner(_)
        | E::PlaceOf(_)
        | E::IndexOf(_)
        | E::ColumnOf(_)
        | E::RowOf(_)
        | E::Top(_)
        | E::Bottom(_)
        | E::BoardPlace(..)
        | E::Not(_)
        | E::Negative(_)
        | E::CountOf(_)
        | E::Contents(_)
        | E::OneOrNothing(_)
        | E::Only(_)
        | E::Marked { .. }
        | E::Zone { .. }
        | E::And(..)
        | E::Or(..)
        | E::Arithmetic(..)
        | E::Compare(..)
        | E::Range(..)
        | E::Union(..)
        | E::Among { .. }
        | E::CountOn { .. }
        | E::If { .. } => &[],
    }
}

/// The expression and all parts of it, each before its own parts, left to right.
pub fn deep(expression: &Expression) -> Vec<&Expression> {
    let mut found = Vec::new();
    let mut open = vec![expression];
    while let Some(next) = open.pop() {
        found.push(next);
        let from = open.len();
        collect_parts(next, &mut open);
        if let Some(new) = open.get_mut(from..) {
            new.reverse();
        }
    }
    found
}

/// The expressions of a statement itself, those of its blocks left out.
pub fn expressions<'m>(statement: &'m Statement, visit: Visit<'_, 'm>) {
    use StatementKind as S;
    match &statement.kind {
        S::Choose(choose) => {
            choose.binders.iter().for_each(|binder| visit_binder(binder, Role::Offer, visit));
            visit_choice(choose.wording.as_ref(), &choose.requirements, visit);
        }
        S::ChooseSeveral(choose) => {
            visit(Role::Offer, &choose.least);
            visit(Role::Offer, &choose.most);
            visit_binder(&choose.binder, Role::Offer, visit);
            visit_choice(choose.wording.as_ref(), &choose.requirements, visit);
        }
        S::ChooseOption { options, if_none: _ } => {
            options.iter().for_each(|option| visit_choice(Some(&option.text), &option.requirements, visit));
        }
        S::May(may) => {
            match &may.repeat {
                Repeat::Once | Repeat::Often => {}
                Repeat::AtMost(times) => visit(Role::Offer, times),
            }
            may.condition.iter().for_each(|condition| visit(Role::Offer, condition));
            visit_choice(Some(&may.text), &may.requirements, visit);
        }
        S::Require(requirement) => visit_requirement(requirement, visit),
        S::If { arms, otherwise: _ } => arms.iter().for_each(|(condition, _)| visit(Role::Work, condition)),
        S::For(selection, _) => visit_selection(selection, visit),
        S::Repeat { times, condition, body: _ } => {
            times.iter().chain(condition).for_each(|e| visit(Role::Work, e));
        }
        S::RepeatFor { binder, condition, body: _ } => {
            visit_binder(binder, Role::Work, visit);
            condition.iter().for_each(|e| visit(Role::Work, e));
        }
        S::Simultaneous { binder, keys, body: _, reveal: _ } => {
            visit_binder(binder, Role::Work, visit);
            visit_keys(keys, visit);
        }
        S::Plan { keys, body: _, if_none: _ } => keys.iter().for_each(|e| visit(Role::Work, e)),
        S::Turn(player, _) => visit(Role::Work, player),
        S::Leave(_) => {}
        S::Let(_, value) => visit(Role::Work, value),
        S::MoveEach(selection, to) => {
            visit_selection(selection, visit);
            visit(Role::Work, to);
        }
        S::MoveAll { from, to } => visit_movement(&[from], to, visit),
        S::MoveSome { amount, components, from, to } => visit_movement(&[amount, components, from], to, visit),
        S::Move(what, to) => visit_movement(&[what], to, visit),
        S::DrawFrom { amount, from, to } => visit_movement(&[amount, from], to, visit),
        S::DrawOne(binder) => visit_binder(binder, Role::Work, visit),
        S::Roll(target) => visit_target(target, visit),
        S::Shuffle(pile) => visit(Role::Work, pile),
        S::Set { target, value, operator: _ } => {
            visit_target(target, visit);
            visit(Role::Work, value);
        }
        S::Show { what, to } => {
            match what {
                Shown::Components(set) => visit(Role::Work, set),
                Shown::Variable(cell) => visit_cell(cell, visit),
                Shown::Variables(_, owner) => owner.iter().for_each(|e| visit(Role::Work, e)),
            }
            to.iter().for_each(|e| visit(Role::Work, e));
        }
        S::Do { arguments, runnable: _ } => arguments.iter().for_each(|e| visit(Role::Work, e)),
        S::Win(Win::Nobody) => {}
        S::Win(Win::These(set)) => visit(Role::Work, set),
        S::Win(Win::Ranked(binder, keys)) => {
            visit_binder(binder, Role::Work, visit);
            visit_keys(keys, visit);
        }
    }
}

fn visit_movement<'m>(sources: &[&'m Expression], to: &'m Destination, visit: Visit<'_, 'm>) {
    sources.iter().for_each(|e| visit(Role::Work, e));
    visit(Role::Work, &to.place);
}

fn visit_selection<'m>(selection: &'m Selection, visit: Visit<'_, 'm>) {
    selection.first.iter().for_each(|e| visit(Role::Work, e));
    selection.binders.iter().for_each(|binder| visit_binder(binder, Role::Work, visit));
    visit_keys(&selection.keys, visit);
}

fn visit_keys<'m>(keys: &'m [Key], visit: Visit<'_, 'm>) {
    keys.iter().for_each(|key| visit(Role::Work, &key.value));
}

fn visit_binder<'m>(binder: &'m Binder, role: Role, visit: Visit<'_, 'm>) {
    visit(role, &binder.set);
    binder.from.iter().chain(&binder.condition).for_each(|e| visit(role, e));
}

fn visit_target<'m>(target: &'m Target, visit: Visit<'_, 'm>) {
    match target {
        Target::Variable(cell) => visit_cell(cell, visit),
        Target::Attribute(cell) => {
            visit(Role::Work, &cell.component);
            cell.indices.iter().for_each(|e| visit(Role::Work, e));
        }
    }
}

fn visit_cell<'m>(cell: &'m Cell, visit: Visit<'_, 'm>) {
    cell.owner.iter().chain(&cell.indices).for_each(|e| visit(Role::Work, e));
}

fn visit_choice<'m>(text: Option<&'m Text>, requirements: &'m [Requirement], visit: Visit<'_, 'm>) {
    text.iter().for_each(|text| visit_text(text, visit));
    requirements.iter().for_each(|requirement| visit_requirement(requirement, visit));
}

fn visit_requirement<'m>(requirement: &'m Requirement, visit: Visit<'_, 'm>) {
    visit(Role::Require, &requirement.condition);
    requirement.otherwise.iter().for_each(|text| visit_text(text, visit));
}

/// The values in a text.
pub fn visit_text<'m>(text: &'m Text, visit: Visit<'_, 'm>) {
    for piece in &text.pieces {
        match piece {
            Piece::Words(_) => {}
            Piece::Value(value) => visit(Role::Wording, value),
        }
    }
}

/// The blocks of a statement with what they are for, as written.
pub fn blocks(statement: &Statement) -> Vec<(Inside, &Block)> {
    use StatementKind as S;
    let mut found = Vec::new();
    match &statement.kind {
        S::Choose(choose) => found.extend(choose.if_none.iter().map(|block| (Inside::IfNone, block))),
        S::ChooseSeveral(choose) => found.extend(choose.if_none.iter().map(|block| (Inside::IfNone, block))),
        S::ChooseOption { options, if_none } => {
            found.extend(options.iter().map(|option| (Inside::Way, &option.body)));
            found.extend(if_none.iter().map(|block| (Inside::IfNone, block)));
        }
        S::May(may) => {
            found.push((Inside::Way, &may.body));
            found.extend(may.if_none.iter().map(|block| (Inside::IfNone, block)));
        }
        S::If { arms, otherwise } => {
            found.extend(arms.iter().map(|(_, block)| (Inside::Arm, block)));
            found.extend(otherwise.iter().map(|block| (Inside::Arm, block)));
        }
        S::For(_, body)
        | S::Repeat { body, times: _, condition: _ }
        | S::RepeatFor { body, binder: _, condition: _ } => found.push((Inside::Round, body)),
        S::Simultaneous { body, reveal, binder: _, keys: _ } => {
            found.push((Inside::Secret, body));
            found.extend(reveal.iter().map(|block| (Inside::Reveal, block)));
        }
        S::Plan { body, if_none, keys: _ } => {
            found.push((Inside::Plan, body));
            found.extend(if_none.iter().map(|block| (Inside::IfNone, block)));
        }
        S::Turn(_, body) => found.push((Inside::Turn, body)),
        S::Require(_)
        | S::Leave(_)
        | S::Let(..)
        | S::MoveEach(..)
        | S::MoveAll { .. }
        | S::MoveSome { .. }
        | S::Move(..)
        | S::DrawFrom { .. }
        | S::DrawOne(_)
        | S::Roll(_)
        | S::Shuffle(_)
        | S::Set { .. }
        | S::Show { .. }
        | S::Do { .. }
        | S::Win(_) => {}
    }
    found
}

/// All statements of a block, those of inner blocks included, each before its inner ones.
pub fn statements(block: &Block) -> Vec<&Statement> {
    let mut found = Vec::new();
    collect_statements(block, &mut found);
    found
}

fn collect_statements<'m>(block: &'m Block, found: &mut Vec<&'m Statement>) {
    for statement in &block.statements {
        found.push(statement);
        for (_, inner) in blocks(statement) {
            collect_statements(inner, found);
        }
    }
}

/// All expressions of all statements of a block with their roles; their parts are left to [`deep`].
pub fn block_expressions<'m>(block: &'m Block, visit: Visit<'_, 'm>) {
    for statement in statements(block) {
        expressions(statement, visit);
    }
}

/// The expressions of a trigger's pattern and condition.
pub fn watch_expressions<'m>(watch: &'m Watch, visit: Visit<'_, 'm>) {
    match watch {
        Watch::Move { owner, from, to, condition, component: _, kind: _ } => {
            owner.iter().for_each(|e| visit(Role::Work, e));
            from.iter().chain(to).for_each(|WatchedPlace { place, local: _ }| visit(Role::Work, place));
            condition.iter().for_each(|e| visit(Role::Work, e));
        }
        Watch::Rule { arguments, condition, runnable: _ } => {
            for argument in arguments {
                match argument {
                    WatchedArgument::Bound(_) => {}
                    WatchedArgument::Equal(value) => visit(Role::Work, value),
                }
            }
            condition.iter().for_each(|e| visit(Role::Work, e));
        }
        Watch::When { binder, condition } => {
            binder.iter().for_each(|binder| visit_binder(binder, Role::Work, visit));
            visit(Role::Work, condition);
        }
    }
}

/// The expressions that say who may look.
pub fn audience_expressions(audience: &Audience) -> &[Expression] {
    match &audience.kind {
        AudienceKind::All | AudienceKind::Nobody => &[],
        AudienceKind::Only(list) | AudienceKind::AllExcept(list) => list,
    }
}

/// All expressions of a game: bodies, patterns, definitions, first values, audiences, texts.
pub fn all_expressions<'m>(model: &'m Model, visit: Visit<'_, 'm>) {
    for runnable in &model.runnables {
        runnable.clauses.iter().for_each(|clause| block_expressions(&clause.body, visit));
    }
    for trigger in &model.triggers {
        watch_expressions(&trigger.watch, visit);
        block_expressions(&trigger.body, visit);
    }
    for definition in &model.definitions {
        definition.clauses.iter().for_each(|clause| visit(Role::Work, &clause.body));
    }
    declaration_expressions(model, visit);
}

/// The expressions that stand in declarations of things: first values, audiences, texts.
pub fn declaration_expressions<'m>(model: &'m Model, visit: Visit<'_, 'm>) {
    notes(model).filter_map(|notes| notes.called.as_ref()).for_each(|text| visit_text(text, visit));
    for variable in &model.variables {
        variable.first.iter().for_each(|e| visit(Role::Work, e));
        audience_expressions(&variable.audience).iter().for_each(|e| visit(Role::Work, e));
    }
    for kind in &model.kinds {
        for audience in kind.attributes.iter().filter_map(|attribute| attribute.audience.as_ref()) {
            audience_expressions(audience).iter().for_each(|e| visit(Role::Work, e));
        }
    }
    for area in &model.areas {
        match &area.kind {
            AreaKind::Board(_) => {}
            AreaKind::Zone(zone) => {
                for audience in zone.top.iter().chain([&zone.audience]) {
                    audience_expressions(audience).iter().for_each(|e| visit(Role::Work, e));
                }
            }
        }
    }
}

/// The remarks of all declared things but definitions, rules and triggers.
fn notes(model: &Model) -> impl Iterator<Item = &Notes> {
    let kinds = model.kinds.iter().map(|kind| &kind.notes);
    let areas = model.areas.iter().map(|area| &area.notes);
    let marks = model.areas.iter().filter_map(|area| match &area.kind {
        AreaKind::Board(board) => Some(board.marks.iter().map(|mark| &mark.notes)),
        AreaKind::Zone(_) => None,
    });
    let variables = model.variables.iter().map(|variable| &variable.notes);
    kinds.chain(areas).chain(marks.flatten()).chain(variables)
}
