//! A player who is drawn by lot only to become something: `draw the starter by lot`.

use super::English;
use super::statement::{Sorted, Step, sorted};
use rulehound_rules::facts::walk;
use rulehound_rules::model::{Expression, ExpressionKind, Statement, StatementKind, Target};

/// `draw the starter by lot`, if the first two of these statements are that: a player drawn only to become something.
pub fn drawn(english: &English<'_>, statements: &[Statement]) -> Option<Step> {
    let [first, next, behind @ ..] = statements else { return None };
    let (StatementKind::DrawOne(binder), StatementKind::Set { target, operator: None, value }) =
        (&first.kind, &next.kind)
    else {
        return None;
    };
    let Target::Variable(cell) = target else { return None };
    let plain = binder.condition.is_none() && cell.owner.is_none() && cell.indices.is_empty();
    let drawn = |expression: &Expression| matches!(*expression.kind, ExpressionKind::Local(id) if id == binder.local);
    let everybody = matches!(*binder.set.kind, ExpressionKind::Players);
    if !plain || !everybody || !drawn(value) || mentions(behind, &drawn) {
        return None;
    }
    let what = english.target(target);
    Some(sorted(Sorted::Chance, english.sentence(&format!("draw {what} by lot")), Vec::new()))
}

/// Whether such an expression stands anywhere in these statements.
fn mentions(statements: &[Statement], wanted: &dyn Fn(&Expression) -> bool) -> bool {
    let mut found = false;
    let mut look = |_, expression: &Expression| found |= walk::deep(expression).any(wanted);
    for statement in statements {
        walk::expressions(statement, &mut look);
        walk::blocks(statement).into_iter().for_each(|(_, block)| walk::block_expressions(block, &mut look));
    }
    found
}
