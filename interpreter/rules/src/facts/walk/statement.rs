//! The blocks and expressions of statements.

use crate::model::{
    Binder, Block, Cell, Destination, Expression, Key, Meant, Offered, Piece, Remember, Repeat, Requirement, Selection,
    Shown, Statement, StatementKind, Target, Text, Win,
};

use super::{Inside, Role, Visit};

/// The expressions of a statement itself, those of its blocks left out.
pub fn expressions<'m>(statement: &'m Statement, visit: Visit<'_, 'm>) {
    use StatementKind as S;
    match &statement.kind {
        S::Choose(choose) => visit_offered(&choose.offered, visit),
        S::ChooseOption { options, if_none: _ } => {
            options.iter().for_each(|option| visit_offered(&option.offered, visit));
        }
        S::May(may) => {
            match &may.repeat {
                Repeat::Once | Repeat::Often => {}
                Repeat::AtMost(times) => visit(Role::Offer, times),
            }
            may.condition.iter().for_each(|condition| visit(Role::Offer, condition));
            visit_words(Some(&may.text), &may.requirements, visit);
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
        S::Plan { keys, body: _, if_none: _ } => visit_keys(keys, visit),
        S::Turn(player, _) => visit(Role::Work, player),
        S::Leave(_) | S::LayOut(..) | S::Remember(Remember::Forget) => {}
        S::Remember(Remember::Note(value)) => value.iter().for_each(|e| visit(Role::Work, e)),
        S::Let(_, value) => visit(Role::Work, value),
        S::MoveEach(selection, to) => {
            visit_selection(selection, visit);
            visit(Role::Work, to);
        }
        S::MoveAll { from, to } => visit_movement(&[from], to, visit),
        S::MoveSome { amount, components, from, to } => {
            amount.iter().for_each(|e| visit(Role::Work, e));
            visit_movement(&[components, from], to, visit);
        }
        S::Move(what, to) => visit_movement(&[what], to, visit),
        S::DrawFrom { amount, from, to } => visit_movement(&[amount, from], to, visit),
        S::DrawOne(binder) => visit_binder(binder, Role::Work, visit),
        S::Roll(target) => visit_target(target, visit),
        S::Shuffle(pile) => visit(Role::Work, pile),
        S::Swap(one, other) => [one, other].into_iter().for_each(|e| visit(Role::Work, e)),
        S::Set { target, value, operator: _ } => {
            visit_target(target, visit);
            visit(Role::Work, value);
        }
        S::Show { what, to } => {
            match what {
                Shown::Components(set) => visit(Role::Work, set),
                Shown::Words(text) => visit_text(text, visit),
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

pub(super) fn visit_binder<'m>(binder: &'m Binder, role: Role, visit: Visit<'_, 'm>) {
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

/// What may be chosen: what it goes through, how it is worded, what of it is forbidden.
pub fn visit_offered<'m>(offered: &'m Offered, visit: Visit<'_, 'm>) {
    match &offered.meant {
        Meant::Tuple(binders) => binders.iter().for_each(|binder| visit_binder(binder, Role::Offer, visit)),
        Meant::Several(several) => {
            visit(Role::Offer, &several.least);
            visit(Role::Offer, &several.most);
            visit_binder(&several.binder, Role::Offer, visit);
        }
    }
    visit_words(offered.wording.as_ref(), &offered.requirements, visit);
}

/// The values in words, and all of requirements.
pub fn visit_words<'m>(text: Option<&'m Text>, requirements: &'m [Requirement], visit: Visit<'_, 'm>) {
    text.iter().for_each(|text| visit_text(text, visit));
    requirements.iter().for_each(|requirement| visit_requirement(requirement, visit));
}

fn visit_requirement<'m>(requirement: &'m Requirement, visit: Visit<'_, 'm>) {
    visit(Role::Require, &requirement.condition);
    requirement.otherwise.iter().for_each(|text| visit_text(text, visit));
}

/// The values in a text.
pub fn visit_text<'m>(text: &'m Text, visit: Visit<'_, 'm>) {
    visit_pieces(&text.pieces, visit);
}

fn visit_pieces<'m>(pieces: &'m [Piece], visit: Visit<'_, 'm>) {
    for piece in pieces {
        match piece {
            Piece::Words(_) => {}
            Piece::Value(value) => visit(Role::Wording, value),
            Piece::Counted { number: value, one: some, many: others }
            | Piece::If { condition: value, then: some, otherwise: others } => {
                visit(Role::Wording, value);
                visit_pieces(some, visit);
                visit_pieces(others, visit);
            }
        }
    }
}

/// The blocks of a statement with what they are for, as written.
pub fn blocks(statement: &Statement) -> Vec<(Inside, &Block)> {
    use StatementKind as S;
    let mut found = Vec::new();
    match &statement.kind {
        S::Choose(choose) => found.extend(choose.if_none.iter().map(|block| (Inside::IfNone, block))),
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
        S::LayOut(_, body) => found.push((Inside::Arm, body)),
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
        | S::Swap(..)
        | S::Set { .. }
        | S::Remember(_)
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

/// All expressions of all statements of a block with their roles; their parts are left to `deep`.
pub fn block_expressions<'m>(block: &'m Block, visit: Visit<'_, 'm>) {
    for statement in statements(block) {
        expressions(statement, visit);
    }
}
