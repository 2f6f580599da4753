//! Conditions that were met: whoever sees all that they read knows that, as long as what they read stands as it stood.

use super::Lowering;
use crate::program::{NodeId, Veil};
use rulehound_rules::facts::walk::{self, Inside};
use rulehound_rules::model::{Block, Expression, ExpressionKind, Statement, StatementKind};

/// When what a statement does changes what conditions around it have read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Changes {
    /// At no time.
    Never,
    /// Behind it, or in blocks of its own, which are looked at by themselves.
    Behind,
    /// While it runs: a later round, somebody else's decision, or another body, comes when it has changed.
    Within,
}

/// The blocks of an `if` whose conditions read something hidden: in place of nobody, whoever sees what they read knows which of them runs. What
/// they read is watched from now on.
pub(super) fn read(lowering: &mut Lowering<'_>, arms: &[(Expression, Block)], veil: &mut Veil) {
    // What a name holds is hidden for good.
    if !veil.hidden || arms.iter().any(|(condition, _)| names_hidden(lowering, condition)) {
        return;
    }
    (veil.hidden, veil.because) = (false, None);
    for (condition, _) in arms.iter().filter(|(condition, _)| lowering.reads_secrets(condition)).collect::<Vec<_>>() {
        let reads = lowering.facts.watching.reading().of(lowering.model, condition);
        lowering.veiling.asked.add(&reads);
        veil.conditions.push(lowering.expression(condition));
    }
}

/// Whether an expression asks for a name that holds something of which nobody can see what it is.
fn names_hidden(lowering: &Lowering<'_>, expression: &Expression) -> bool {
    let mut veil = Veil::default();
    let names = walk::deep(expression).filter_map(|part| match *part.kind {
        ExpressionKind::Local(local) => Some((local, part.at)),
        _ => None,
    });
    names.for_each(|(local, at)| lowering.add_name(local, at, &mut veil));
    veil.hidden
}

/// When a statement changes what the conditions at hand have read.
pub(super) fn changes(lowering: &Lowering<'_>, statement: &Statement) -> Changes {
    let veiling = &lowering.veiling;
    let any = !veiling.here.conditions.is_empty() || !veiling.rest.conditions.is_empty();
    let (model, facts) = (lowering.model, lowering.facts);
    if !any || !veiling.asked.touched_by(&facts.all_writes(model, statement)) {
        return Changes::Never;
    }
    let again = walk::blocks(statement).iter().any(|(inside, _)| match inside {
        Inside::Round | Inside::Secret | Inside::Reveal | Inside::Plan => true,
        Inside::Way | Inside::IfNone | Inside::Arm | Inside::Turn => false,
    });
    let calls = matches!(statement.kind, StatementKind::Do { .. } | StatementKind::May(_));
    let sets_off =
        !facts.watching.whens(model, statement).is_empty() || !facts.watching.after_move(model, statement).is_empty();
    if again || calls || sets_off { Changes::Within } else { Changes::Behind }
}

/// What the conditions at hand have read may be something else now: nobody knows any more by looking that they were met.
pub(super) fn forget(lowering: &mut Lowering<'_>) {
    let program = &lowering.program;
    for veil in [&mut lowering.veiling.here, &mut lowering.veiling.rest] {
        forget_in(veil, |node| program.node_at.get(node.0 as usize).copied().unwrap_or_default());
    }
}

/// The names end that the conditions before a `leave` may have read.
pub(super) fn forget_rest(lowering: &mut Lowering<'_>) {
    let program = &lowering.program;
    forget_in(&mut lowering.veiling.rest, |node| program.node_at.get(node.0 as usize).copied().unwrap_or_default());
}

fn forget_in(veil: &mut Veil, at: impl Fn(NodeId) -> rulehound_grammar::span::Location) {
    if let Some(first) = std::mem::take(&mut veil.conditions).first() {
        veil.hide(at(*first));
    }
}
