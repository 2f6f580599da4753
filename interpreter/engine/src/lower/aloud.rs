//! Answers that are said aloud: who may know which of the ways of a choice was taken.

use super::Lowering;
use crate::program::Veil;
use rulehound_rules::facts::walk::{self, Inside};
use rulehound_rules::model::{Block, Choice, Offered, Statement, StatementKind};

/// Whether the answer is said aloud though what is on offer hangs on something hidden: everybody sees whole whatever may follow from it.
pub(super) fn is_aloud(lowering: &Lowering<'_>, options: &[Choice]) -> bool {
    options.iter().any(|option| lowering.secret(&option.offered))
        && options.iter().all(|option| lowering.is_open_block(&option.body))
}

/// What must be seen to know that this way was taken, of a choice whose answer is said aloud: whatever its words name.
pub(super) fn answer_veil(lowering: &Lowering<'_>, offered: &Offered) -> Veil {
    let at = lowering.statement;
    let mut veil = Veil::default();
    match &offered.wording {
        Some(wording) => walk::visit_text(wording, &mut |_, value| lowering.add_veil(value, &mut veil)),
        // Without words of its own, its values are its words.
        None => offered.meant.names().into_iter().for_each(|name| lowering.add_name(name, at, &mut veil)),
    }
    veil
}

/// Makes a block of a decision behind this veil in place of the decision's own, unless that is made in secret: what is on offer may be
/// hidden, but who is asked all see, and so that nobody is; and they hear what is said aloud.
pub(super) fn told_block(lowering: &mut Lowering<'_>, veil: Option<Veil>, block: &Block) {
    let Some(veil) = veil.filter(|_| !lowering.veiling.here.private) else { return lowering.block(block) };
    let outer = std::mem::replace(&mut lowering.veiling.inside, veil);
    lowering.block(block);
    lowering.veiling.inside = outer;
}

/// Whether a block of a statement is left where not everybody can see that it is.
pub(super) fn is_left_unseen(lowering: &Lowering<'_>, statement: &Statement) -> bool {
    let leaves =
        |block: &Block| walk::statements(block).iter().any(|inner| matches!(inner.kind, StatementKind::Leave(_)));
    let in_secret = lowering.veiling.here.private;
    let is_told = |inside: Inside, block: &Block| !in_secret && is_told(lowering, statement, inside, block);
    walk::blocks(statement).into_iter().any(|(inside, block)| leaves(block) && !is_told(inside, block))
}

/// Whether all know when this block of a decision runs: they see that nobody is asked, or hear the answer.
fn is_told(lowering: &Lowering<'_>, statement: &Statement, inside: Inside, block: &Block) -> bool {
    if let StatementKind::ChooseOption { options, if_none: _ } = &statement.kind
        && let Some(option) = options.iter().find(|option| std::ptr::eq(&option.body, block))
    {
        return is_aloud(lowering, options) && answer_veil(lowering, &option.offered).is_open();
    }
    inside == Inside::IfNone
        && matches!(statement.kind, StatementKind::Choose(_) | StatementKind::ChooseOption { options: _, if_none: _ })
}
